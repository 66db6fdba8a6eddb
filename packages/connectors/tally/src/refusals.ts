/** What of a document cannot be written here, before anything is sent. */
import type { Take, Writes } from "@svc/core"
import { isCreditor, isDebtor, isTax } from "./books.ts"
import { baseCurrency } from "./currencies.ts"
import { byId, type LineInput, type Names } from "./entries.ts"

type At = Take.At<unknown, any>

export const refuseParty = (id: string | null | undefined, { lookups, refuse }: At): void => {
  const party = byId(lookups as Names, id)
  if (!isDebtor(lookups as Names, party) && !isCreditor(lookups as Names, party)) refuse("is no customer or vendor")
}
/** Which currency a document is in, Tally knows by its party. */
export const ownCurrency = (currency: string, { lookups, refuse }: At): object => {
  const base = baseCurrency(lookups as Names)
  return base === undefined || currency === base.GUID
    ? {}
    : refuse("only the company's own currency can be written: the interface carries no rate")
}

/** The members of a line that are looked at. */
export const lineMembers = [
  "account_id",
  "item_id",
  "tax_id",
  "description",
  "quantity",
  "unit_amount",
  "total_discount"
] as const
/** Refuses a line that cannot be sent. `fallback` is the ledger of lines without an account. */
export const refuseLines = (
  lines: ReadonlyArray<LineInput>,
  { lookups, refuse }: At,
  fallback: string | undefined
): void => {
  const own = lookups as Names
  for (const [index, line] of lines.entries()) {
    const at = (field: string, message: string) => refuse(message, `[${index}].${field}`)
    const tax = byId(own, line.tax_id)
    if (line.account_id && byId(own, line.account_id) === undefined) at("account_id", "is no ledger")
    if (!line.account_id && !fallback)
      at("account_id", "is needed: the connection names no ledger for lines without an account")
    if (line.item_id && own.stock.get(line.item_id) === undefined) at("item_id", "is no stock item")
    if (line.item_id && !line.quantity) at("quantity", "is needed with an item")
    if (typeof line.unit_amount !== "number") at("unit_amount", "is needed")
    if (line.tax_id && (!isTax(own, tax) || typeof tax?.RATEOFTAXCALCULATION !== "number"))
      at("tax_id", "is no ledger of taxes with a rate")
  }
}

/** Refuses what of an update cannot be done to a voucher. */
export const refuseChange = (item: Writes.ItemOf<"INVOICES">, hasTaxes: boolean, refuse: At["refuse"]): void => {
  const { status } = item
  if (status === "PAID" || status === "PARTIALLY_PAID" || status === "OVERDUE")
    refuse("follows from payments", "status")
  const isMore = Object.entries(item).some(
    ([name, value]) => !["platform_id", "status", "memo"].includes(name) && value !== null
  )
  if (status === "VOID" && isMore) refuse("an invoice is cancelled or changed, not both", "status")
  // What is read names no taxes at lines: taken as it was read, the taxes would be lost.
  if (hasTaxes && item.line_items && !item.line_items.some(({ tax_id }) => tax_id))
    refuse("is needed: the invoice has taxes, and new lines take their place", "line_items[0].tax_id")
}
