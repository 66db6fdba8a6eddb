/**
 * The addresses of the writes: those that every model has, derived from the registry, and the four of the specification,
 * which take and answer some of the members.
 */
import type { Fields } from "../contract/Field.ts"
import * as Models from "../contract/Models.ts"
import type { Operation, WriteModel } from "../contract/WriteModel.ts"
import * as Writes from "../contract/Writes.ts"

/**
 * How a request names what it writes: `items` in a list, each with a result of its own; `single` in a list of one, whose
 * record is answered; `record` by the `svc_id` in the address, whose record is answered.
 */
export type Form = "items" | "single" | "record"

export interface WriteRoute {
  /** The endpoint's name in its group. */
  readonly name: string
  readonly write: WriteModel
  readonly form: Form
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE"
  readonly path: `/${string}`
  /** Members that an item may carry here. */
  readonly fields: Fields
  /** Members of the record that the answer of one item carries. */
  readonly response: ReadonlyArray<string>
  /** One of the specification's, which are what they were: references are platform ids alone. */
  readonly isSpecified: boolean
}

interface Specified {
  readonly model: Writes.WriteId
  readonly operation: Operation
  readonly name: string
  readonly method: "POST" | "PUT"
  readonly path: `/${string}`
  readonly form: Form
  /** Members of an item; those of its lines are in `line`. */
  readonly takes: ReadonlyArray<string>
  readonly line?: ReadonlyArray<string>
  readonly answers: ReadonlyArray<string>
}

const line = ["account_id", "item_id", "tax_id", "description", "quantity", "unit_amount", "total_discount"]

/** The writes of the specification, with the members that it names. */
const specification: ReadonlyArray<Specified> = [
  {
    model: "PURCHASE_ORDERS",
    operation: "create",
    name: "create_purchase_orders_unversioned",
    method: "POST",
    path: "/accounting/purchase_orders",
    form: "items",
    takes: ["contact_id", "document_number", "currency_id", "posted_date", "delivery_date", "bill_ids", "line_items"],
    line,
    answers: [
      "platform_id",
      "contact_id",
      "bill_ids",
      "currency_id",
      "document_number",
      "delivery_date",
      "posted_date",
      "description",
      "currency_rate",
      "status",
      "total_amount",
      "sub_total",
      "tax_amount",
      "total_discount",
      "updated_at"
    ]
  },
  {
    model: "BILL_CREDIT_NOTES",
    operation: "create",
    name: "create_bill_credit_notes_unversioned",
    method: "POST",
    path: "/accounting/bill_credit_notes",
    form: "items",
    takes: ["contact_id", "document_number", "currency_id", "memo", "posted_date", "bill_ids", "line_items"],
    line,
    answers: [
      "platform_id",
      "bill_ids",
      "contact_id",
      "currency_id",
      "document_number",
      "posted_date",
      "memo",
      "remaining_credit",
      "total_amount",
      "status",
      "updated_at"
    ]
  },
  {
    model: "CONTACTS",
    operation: "create",
    name: "create_contacts_unversioned",
    method: "POST",
    path: "/accounting/contacts",
    form: "items",
    takes: ["name", "contact_name", "contact_type", "currency_id", "tax_number", "registration_number", "email"],
    answers: [
      "platform_id",
      "currency_id",
      "name",
      "contact_name",
      "contact_type",
      "tax_number",
      "registration_number",
      "status",
      "updated_at"
    ]
  },
  {
    model: "INVOICES",
    operation: "update",
    name: "put_invoices",
    method: "PUT",
    path: "/v3/accounting/invoices",
    form: "single",
    takes: [
      "platform_id",
      "currency_id",
      "contact_id",
      "document_number",
      "memo",
      "status",
      "total_discount",
      "currency_rate",
      "posted_date",
      "due_date",
      "sales_order_ids",
      "line_items"
    ],
    line: ["platform_id", "tracking_category_ids", "project_id", ...line],
    answers: [
      "platform_id",
      "platform_unique_id",
      "currency_id",
      "contact_id",
      "total_discount",
      "sub_total",
      "tax_amount",
      "total_amount",
      "amount_due",
      "document_number",
      "posted_date",
      "due_date",
      "memo",
      "updated_at",
      "status",
      "currency_rate",
      "sales_order_ids",
      "line_items"
    ]
  }
]

const only = (fields: Fields, names: ReadonlyArray<string>): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

const specified = ({
  answers,
  form,
  line: own,
  method,
  model,
  name,
  operation,
  path,
  takes
}: Specified): WriteRoute => {
  const write = Writes.get(model, operation)!
  const fields = only(write.fields, takes)
  const lines = fields["line_items"]
  return {
    name,
    write,
    form,
    method,
    path,
    fields:
      lines === undefined || own === undefined
        ? fields
        : { ...fields, line_items: { ...lines, members: only(lines.members!, own) } },
    response: answers,
    isSpecified: true
  }
}

/** A data model's name in its category: `expenses`, `deals`. */
export const nameOf = (id: string): string => id.replace(/^(PAYMENT|ECOMMERCE|CRM)_/, "").toLowerCase()

const general = (write: WriteModel): ReadonlyArray<WriteRoute> => {
  const { fields, model, operation, response } = write
  const path = Models.get(model as Models.ModelId).path as `/${string}`
  const name = `${operation}_${nameOf(model)}`
  const { platform_id: _, ...members } = fields
  const common = { write, response: ["svc_id", ...response], isSpecified: false }
  const one: `/${string}` = `${path}/:svc_id`
  const items = { ...common, form: "items" as const, path }
  const record = { ...common, form: "record" as const, name }
  switch (operation) {
    case "create":
      return [{ ...items, name, method: "POST", fields }]
    case "update":
      return [
        { ...record, method: "PATCH", path: one, fields: members },
        { ...items, name: `update_several_${nameOf(model)}`, method: "PATCH", fields }
      ]
    case "delete":
      return [{ ...record, method: "DELETE", path: one, fields: {} }]
    case "void":
      return [{ ...record, method: "POST", path: `${one}/void`, fields: {} }]
  }
}

/** Every write by its address. */
export const routes: ReadonlyArray<WriteRoute> = [...specification.map(specified), ...Writes.all().flatMap(general)]

/** Members of the record that the result of one item is kept with; `raw_data` comes with them. */
export const responseOf = (model: string, operation: Operation): ReadonlyArray<string> =>
  routes.find(({ isSpecified, write }) => !isSpecified && write.model === model && write.operation === operation)
    ?.response ?? []
