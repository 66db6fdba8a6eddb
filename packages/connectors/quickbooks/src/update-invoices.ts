/** Updating an invoice: what is sent changes, what is not sent stays. */
import { Call, Connector, type Write } from "@svc/core"
import { documentStatus } from "./document-fields.ts"
import { type Context, Current, type Input, linesOf, lookups, tracked } from "./invoice-lines.ts"
import { invoices } from "./invoices.ts"
import { minorversion, unprefixed } from "./query.ts"
import { answer, day, idempotency, partyId, ref, refuseLine, taxCalculation } from "./writing.ts"

const required = [
  "contact_id",
  "currency_id",
  "currency_rate",
  "document_number",
  "posted_date",
  "due_date",
  "status",
  "total_discount"
] as const

/** Departments of the lines: QuickBooks has one for the whole invoice. */
const departments = (item: Input) => (item.line_items ?? []).map((own) => tracked("department", own).toSorted().join())

const refuseTracking = (item: Input): Write.Refusal | null => {
  for (const [index, own] of (item.line_items ?? []).entries()) {
    const field = `line_items[${index}].tracking_category_ids`
    const ids = own.tracking_category_ids ?? []
    if (ids.some((id) => (unprefixed("class", id) ?? unprefixed("department", id)) === null))
      return { field, message: "names what is neither a class nor a department" }
    if (tracked("class", own).length > 1 || tracked("department", own).length > 1)
      return { field, message: "can name one class and one department" }
  }
  return new Set(departments(item)).size > 1
    ? { field: "line_items", message: "must all name the same department: an invoice has one" }
    : null
}

const isVoiding = (item: Input, { current: { item: invoice } }: Context) =>
  item.status === "VOID" && documentStatus(invoice, invoice.Balance) !== "VOID"

const refuse = (item: Input, context: Context): Write.Refusal | null => {
  const { accounts } = context.lookups
  const invoice = context.current.item
  const emptied = required.find((name) => item[name] === null)
  if (emptied !== undefined) return { field: emptied, message: "cannot be made empty" }
  if (item.line_items !== undefined && !item.line_items?.length)
    return { field: "line_items", message: "must hold a line" }
  if (item.contact_id && partyId("customer", item.contact_id) === null)
    return { field: "contact_id", message: "is no customer" }
  if (isVoiding(item, context)) {
    const other = Object.keys(item).find((name) => name !== "platform_id" && name !== "status")
    return other === undefined ? null : { field: other, message: "cannot be changed while the invoice is voided" }
  }
  if (item.status && item.status !== documentStatus(invoice, invoice.Balance))
    return { field: "status", message: `${item.status} follows from payments and cannot be set` }
  for (const [index, own] of (item.line_items ?? []).entries()) {
    const at = `line_items[${index}]`
    if (own.account_id && !own.item_id)
      return { field: `${at}.account_id`, message: "can only be reached through an item" }
    const fault = refuseLine(own, at, accounts)
    if (fault !== null) return fault
  }
  return refuseTracking(item)
}

export const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  unsupported: ["sales_order_ids", "line_items.project_id"],
  current: Current,
  lookups,
  refuse,
  call: ([item], context) => {
    const identity = { Id: item!.platform_id, SyncToken: context.current.item.SyncToken }
    if (isVoiding(item!, context)) {
      return { method: "POST", path: "/invoice", query: { operation: "void", minorversion }, body: identity }
    }
    const lines = linesOf(item!, context)
    return {
      method: "POST",
      path: "/invoice",
      query: { minorversion },
      body: Call.present({
        ...identity,
        sparse: true,
        CustomerRef: item!.contact_id ? ref(partyId("customer", item!.contact_id)) : null,
        DocNumber: item!.document_number,
        TxnDate: day(item!.posted_date),
        DueDate: day(item!.due_date),
        PrivateNote: item!.memo === null ? "" : item!.memo,
        CurrencyRef: ref(item!.currency_id),
        ExchangeRate: item!.currency_rate,
        DepartmentRef: ref(departments(item!)[0]),
        GlobalTaxCalculation: taxCalculation(item!.line_items),
        Line: lines
      })
    }
  },
  answers: answer("Invoice"),
  record: invoices,
  idempotency
})
