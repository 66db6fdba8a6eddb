/**
 * Wafeq's description, of which there is a restated subset: it names paths and schemas, and says in words what all lists
 * and writes have in common. Here the two are put together; what the subset lacks is written after Wafeq's pages.
 */
import { join } from "node:path"
import type { Description } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

/** Collections with the schema of a record. */
const collections: Readonly<Record<string, string>> = {
  "/accounts/": "Account",
  "/bank-accounts/": "BankAccount",
  "/bank-accounts/{bank_account_id}/ledger-transactions/": "BankLedgerTransaction",
  "/bills/": "Bill",
  "/branches/": "Named",
  "/contacts/": "Contact",
  "/cost-centers/": "CostCenter",
  "/credit-notes/": "CreditNote",
  "/debit-notes/": "DebitNote",
  "/expenses/": "Expense",
  "/files/": "File",
  "/invoices/": "Invoice",
  "/items/": "Item",
  "/manual-journals/": "ManualJournal",
  "/payments/": "Payment",
  "/projects/": "Project",
  "/purchase-orders/": "PurchaseOrder",
  "/simplified-invoices/": "SimplifiedInvoice",
  "/tax-rates/": "TaxRate"
}
const text = { type: "string" }
const number = { type: "number" }
const day = { type: "string", format: "date" }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const record = (properties: Json) => ({ allOf: [ref("Base"), { type: "object", properties }] })
const applied = { type: "object", properties: { credit_note: text, amount: number, date: day } }
const languages = { type: "object", required: ["en"], properties: { en: text, ar: text } }
const document = (properties: Json) => ({
  allOf: [ref("Base"), ref("DocumentCommon"), { type: "object", properties: { balance: number, ...properties } }]
})
/** Schemas of Wafeq's own pages that the subset leaves out. */
const further = {
  BankLedgerTransaction: record({
    account: text,
    amount: number,
    bank_account: text,
    contact: { type: ["string", "null"] },
    date: day,
    description: text,
    is_manual: { type: "boolean" },
    reference: text
  }),
  CostCenter: record({ name_en: text, name_ar: text, is_active: { type: "boolean" } }),
  CreditNote: document({
    credit_note_number: text,
    credit_note_date: day,
    status: { enum: ["DRAFT", "SENT", "FINALIZED"] }
  }),
  File: record({ mime_type: text, file: text, file_size: { type: ["integer", "null"] }, original_filename: text }),
  Named: record({ name: languages, is_active: { type: "boolean" } }),
  Organization: {
    allOf: [ref("Base"), { type: "object", required: ["id", "name", "financial_settings"] }],
    properties: {
      name: languages,
      financial_settings: {
        type: "object",
        required: ["base_currency"],
        properties: { base_currency: { enum: ["SAR"] }, country: { enum: ["SA"] }, tax_registration_number: text }
      }
    }
  },
  Project: record({ name: text, attachments: { type: "array", items: text } }),
  SimplifiedInvoice: document({
    invoice_number: text,
    invoice_date: day,
    paid_through_account: text,
    status: { enum: ["DRAFT", "PAID"] }
  })
}

const query = (name: string, schema: Json = text) => ({ in: "query", name, schema })
const inPath = (name: string) => ({ in: "path", name, required: true, schema: text })
const idempotency = { in: "header", name: "X-Wafeq-Idempotency-Key", schema: { type: "string", format: "uuid" } }
const instants = ["created_ts_after", "created_ts_before", "modified_ts_after", "modified_ts_before"]
const filters = [
  query("page", { type: "integer" }),
  query("page_size", { type: "integer" }),
  query("external_id"),
  ...instants.map((name) => query(name, { type: "string", format: "date-time" }))
]
const dated = ["date_after", "date_before"].map((name) => query(name, day))
const json = (schema: Json) => ({ content: { "application/json": { schema } } })
const answer = (status: number, schema: Json) => ({ [status]: json(schema) })

/** `next`, which all lists have, is the profile's affair: a made answer is the last page. */
const pathsOf = (path: string, name: string): Json => {
  const own = (path.match(/\{(\w+)\}/g) ?? []).map((one) => inPath(one.slice(1, -1)))
  const list = {
    count: { type: "integer" },
    results: { type: "array", items: ref(name) }
  }
  const paging = [...own, ...filters, ...(name === "ManualJournal" ? dated : [])]
  const one = [...own, inPath("id")]
  return {
    [path]: {
      get: { parameters: paging, responses: answer(200, { type: "object", required: ["results"], properties: list }) },
      post: { parameters: [...own, idempotency], requestBody: json(ref(name)), responses: answer(201, ref(name)) }
    },
    [`${path}{id}/`]: {
      get: { parameters: one, responses: answer(200, ref(name)) },
      patch: {
        parameters: [...one, idempotency],
        requestBody: json(ref(`Patched${name}`)),
        responses: answer(200, ref(name))
      },
      delete: { parameters: one, responses: { 204: { description: "Gone" } } }
    }
  }
}
const withoutRequired = (schema: unknown): unknown =>
  isObject(schema)
    ? Object.fromEntries(
        Object.entries(schema)
          .filter(([name]) => name !== "required")
          .map(([name, value]) => [name, name === "allOf" && Array.isArray(value) ? value.map(withoutRequired) : value])
      )
    : schema

const rowOf = (children: Json): Json => ({
  type: "object",
  required: ["id", "label", "summary", "children"],
  properties: {
    id: text,
    label: text,
    values: { type: "array", items: number },
    summary: { type: "object", required: ["sub_totals"], properties: { sub_totals: { type: "array", items: number } } },
    children
  }
})
const section = rowOf({ type: "array", items: rowOf({ type: "array", items: { type: "object" }, maxItems: 0 }) })
const report = (group: string): Json => ({
  type: "object",
  required: ["overview", "columns", "rows"],
  properties: {
    overview: { type: "object", required: ["currency"], properties: { currency: { enum: ["SAR"] } } },
    columns: { type: "array", items: { type: "object" } },
    rows: {
      type: "array",
      items: {
        ...section,
        properties: { ...(section["properties"] as Json), group: { enum: [group] } },
        required: ["group", "children", "summary"]
      }
    }
  }
})

/** Reports are asked for as the subset has them, and grouped by month; their answers hang on the books. */
const reports = Object.fromEntries(
  Object.entries({ "balance-sheet": "ASSET", "cash-flow": "CFO", "profit-and-loss": "INCOME" }).map(([name, group]) => [
    `/reports/${name}/`,
    {
      get: {
        parameters: [
          query("group_by", { enum: ["month", "year"] }),
          ...(name === "balance-sheet" ? [query("date", day), query("period_count", { type: "integer" })] : dated)
        ],
        responses: answer(200, { type: "array", items: report(group) })
      }
    }
  ])
)

interface Own {
  readonly properties: Json
}
export const describe = (folder: string): Description => {
  const subset = readDocument(join(folder, "wafeq-public-api-subset.yaml")) as {
    readonly components: { readonly schemas: Json }
  }
  const { schemas } = subset.components
  const [journal, payment] = [schemas["ManualJournal"], schemas["Payment"]] as unknown as readonly [Own, Own]
  const known: Json = {
    ...schemas,
    ...further,
    ManualJournal: { ...journal, properties: { ...journal.properties, tax_amount_type: text } },
    Invoice: {
      allOf: [schemas["Invoice"], { type: "object", properties: { credit_notes: { type: "array", items: applied } } }]
    },
    Payment: { ...payment, properties: { ...payment.properties, exchange_rate: number } }
  }
  const patched = Object.fromEntries(
    Object.entries(known).map(([name, own]) => [`Patched${name}`, withoutRequired(own)])
  )
  return OpenApi.make({
    ...subset,
    components: { ...subset.components, schemas: { ...known, ...patched } },
    paths: {
      ...Object.assign({}, ...Object.entries(collections).map(([path, name]) => pathsOf(path, name))),
      ...reports,
      "/organization/": { get: { parameters: [], responses: answer(200, ref("Organization")) } }
    }
  } as Json)
}
