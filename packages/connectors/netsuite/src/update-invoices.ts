/** Updating an invoice: what is sent changes, what is not sent stays. */
import { Call, Connector, Normalize, Write, type Writes } from "@svc/core"
import { invoices } from "./invoices.ts"
import { day, itemAccounts, itemLine, partyId, patch, ref, refuseLines } from "./writing.ts"

type Input = Writes.WriteInput<"INVOICES", "update">
type Line = NonNullable<Input["line_items"]>[number]

const kinds = ["class", "department", "location"] as const
const tracked = (kind: (typeof kinds)[number], { tracking_category_ids }: Line) =>
  (tracking_category_ids ?? []).flatMap((id) => Normalize.unprefixed(kind, id) ?? [])
/** The number of a line that is there already: the last part of its id. */
const lineOf = (invoice: string, { platform_id }: Line): number | null | undefined => {
  if (!platform_id) return null
  const [, line] = /^item\/(\d+)$/.exec(unlined(invoice, platform_id) ?? "") ?? []
  return line === undefined ? undefined : Number(line)
}
const unlined = (invoice: string, id: string) => (id.startsWith(`${invoice}/`) ? id.slice(invoice.length + 1) : null)

const refuseLine = (invoice: string, own: Line, field: string): Write.Refusal | null => {
  // Quirk: an invoice sells items, nothing else.
  if (!own.item_id) return { field, message: "needs an item_id: NetSuite invoices items only" }
  if (lineOf(invoice, own) === undefined) return { field: `${field}.platform_id`, message: "is no line of the invoice" }
  const at = `${field}.tracking_category_ids`
  const ids = own.tracking_category_ids ?? []
  if (ids.some((id) => kinds.every((kind) => Normalize.unprefixed(kind, id) === null)))
    return { field: at, message: "names what is neither a class nor a department nor a location" }
  return kinds.some((kind) => tracked(kind, own).length > 1)
    ? { field: at, message: "can name one class, one department and one location" }
    : null
}

const line = (invoice: string, own: Line) =>
  Call.present({
    line: lineOf(invoice, own),
    ...itemLine(own),
    ...Object.fromEntries(kinds.map((kind) => [kind, ref(tracked(kind, own)[0])]))
  })

export const updateInvoices = Connector.update("INVOICES", {
  requires: ["platform_id"],
  // The order an invoice is of follows from how it was made.
  unsupported: ["sales_order_ids", "line_items.project_id"],
  lookups: { accounts: itemAccounts("incomeaccount") },
  refuse: (item, { lookups, settings }) => {
    for (const name of ["contact_id", "document_number", "currency_id", "currency_rate", "posted_date"] as const) {
      if (item[name] === null) return { field: name, message: "cannot be emptied" }
    }
    if (item.status) return { field: "status", message: "follows from what is done to the invoice in NetSuite" }
    if (item.contact_id && partyId("customer", item.contact_id) === null)
      return { field: "contact_id", message: "is no customer" }
    if (item.total_discount && !settings["discount_item"])
      return { field: "total_discount", message: "needs the connection's setting of a discount item" }
    for (const [index, own] of (item.line_items ?? []).entries()) {
      const fault = refuseLine(item.platform_id!, own, `line_items[${index}]`)
      if (fault !== null) return fault
    }
    return refuseLines(item.line_items, lookups.accounts)
  },
  call: ([item], { settings }) =>
    patch("invoice", item!.platform_id!, {
      entity: item!.contact_id ? ref(partyId("customer", item!.contact_id)) : null,
      tranId: item!.document_number,
      tranDate: day(item!.posted_date),
      dueDate: day(item!.due_date),
      memo: item!.memo === null ? "" : item!.memo,
      currency: ref(item!.currency_id),
      exchangeRate: item!.currency_rate,
      ...(item!.total_discount
        ? { discountItem: ref(settings["discount_item"]), discountRate: -item!.total_discount }
        : {}),
      item: item!.line_items ? { items: item!.line_items.map((own) => line(item!.platform_id!, own)) } : null
    }),
  answers: (_, [item]) => [Write.acceptedId(item!.platform_id!)],
  record: invoices,
  idempotency: Write.natural
})
