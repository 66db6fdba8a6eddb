/** Updating a sales invoice: what is sent changes, what is not sent stays. */
import { Call, Connector, Normalize, Write } from "@svc/core"
import { documentStatus } from "./document-fields.ts"
import { type Context, type Current, discounted, grossOf, type Input, linesOf, lookups } from "./invoice-lines.ts"
import { invoices } from "./invoices.ts"
import { day, elements, refuseItem } from "./writing.ts"

const settable: Readonly<Record<string, string>> = { DRAFT: "DRAFT", SUBMITTED: "AUTHORISED", VOID: "VOIDED" }
/** Xero's word for a state; null when the invoice is in it already, undefined when it cannot be set. */
const statusOf = (wanted: string, invoice: Current): string | null | undefined => {
  if (wanted === documentStatus(invoice, invoice.AmountDue)) return null
  // Quirk: an invoice that was never approved is not voided but deleted.
  const isDraft = invoice.Status === "DRAFT" || invoice.Status === "SUBMITTED"
  return wanted === "VOID" && isDraft ? "DELETED" : settable[wanted]
}

const required = [
  "contact_id",
  "currency_id",
  "currency_rate",
  "document_number",
  "posted_date",
  "due_date",
  "status"
] as const
const refuse = (item: Input, context: Context): Write.Refusal | null => {
  const { categories, codes, current: invoice } = context.lookups
  if (invoice?.Type !== "ACCREC") return { field: "platform_id", message: "is no sales invoice" }
  const emptied = [...required, "total_discount" as const].find((name) => item[name] === null)
  if (emptied !== undefined) return { field: emptied, message: "cannot be made empty" }
  if (item.line_items !== undefined && !item.line_items?.length)
    return { field: "line_items", message: "must hold a line" }
  if (item.status && statusOf(item.status, invoice) === undefined) {
    return { field: "status", message: `${item.status} follows from payments and cannot be set` }
  }
  for (const [index, own] of (item.line_items ?? []).entries()) {
    const unknown = own.tracking_category_ids?.findIndex((id) => !categories.has(id)) ?? -1
    const at = `line_items[${index}]`
    if (unknown !== -1) return { field: `${at}.tracking_category_ids[${unknown}]`, message: "is no option at Xero" }
    const fault = refuseItem(own, codes, at)
    if (fault !== null) return fault
  }
  const lines = linesOf(item, context) ?? []
  const own = Normalize.sum(lines.map(({ DiscountAmount }) => DiscountAmount))
  if (!item.total_discount || own === item.total_discount) return null
  if (own !== null) return { field: "total_discount", message: `differs from the ${own} of the lines' own discounts` }
  return grossOf(lines).every((gross) => gross > 0)
    ? null
    : { field: "total_discount", message: "can only be spread over lines with a quantity and a unit amount" }
}

export const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  unsupported: ["sales_order_ids", "line_items.project_id"],
  lookups,
  refuse,
  call: ([item], context) => {
    const invoice = context.lookups.current
    const lines = linesOf(item!, context)
    return {
      method: "POST",
      path: `/Invoices/${Call.segment(item!.platform_id!)}`,
      query: { unitdp: 4 },
      body: {
        Invoices: [
          Call.present({
            InvoiceID: item!.platform_id,
            Contact: item!.contact_id ? { ContactID: item!.contact_id } : null,
            InvoiceNumber: item!.document_number,
            Date: day(item!.posted_date),
            DueDate: day(item!.due_date),
            Reference: item!.memo === null ? "" : item!.memo,
            CurrencyCode: item!.currency_id,
            CurrencyRate: rateOf(item!.currency_rate),
            Status: item!.status && invoice ? statusOf(item!.status, invoice) : null,
            // Whether amounts hold the tax is the invoice's own; Xero must not fall back to its default.
            LineAmountTypes: lines && invoice?.LineAmountTypes,
            LineItems: lines && discounted(lines, item!.total_discount).map(Call.present)
          })
        ]
      }
    }
  },
  answers: elements("Invoices"),
  record: invoices,
  idempotency: Write.key("Idempotency-Key")
})
/** Ours is base for one unit of the document's currency; Xero's is the inverse, with six decimals. */
const rateOf = (ours: number | null | undefined) => {
  const theirs = Normalize.inverseRate(ours)
  return theirs === null ? null : Number(theirs.toFixed(6))
}
