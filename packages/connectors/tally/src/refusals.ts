/** What of a document cannot be written here, before anything is sent. */
import type { Write, Writes } from "@svc/core"
import { isCreditor, isDebtor, isTax } from "./books.ts"
import { baseCurrency } from "./currencies.ts"
import { byId, type LineInput, type Names } from "./writing.ts"

/** Why the party of a document cannot be. */
export const refuseParty = (
  own: Names,
  id: string | null | undefined,
  currency: string | null | undefined
): Write.Refusal | null => {
  const party = byId(own, id)
  if (!isDebtor(own, party) && !isCreditor(own, party))
    return { field: "contact_id", message: "is no customer or vendor" }
  const base = baseCurrency(own)
  return currency && base !== undefined && currency !== base.GUID
    ? { field: "currency_id", message: "only the company's own currency can be written: the interface carries no rate" }
    : null
}

/** Why a line cannot be sent. `fallback` is the ledger of lines without an account. */
export const refuseLines = (
  lines: ReadonlyArray<LineInput> | null | undefined,
  own: Names,
  fallback: string | undefined
): Write.Refusal | null => {
  for (const [index, line] of (lines ?? []).entries()) {
    const at = (field: string, message: string) => ({ field: `line_items[${index}].${field}`, message })
    const tax = byId(own, line.tax_id)
    if (line.account_id && byId(own, line.account_id) === undefined) return at("account_id", "is no ledger")
    if (!line.account_id && !fallback) {
      return at("account_id", "is needed: the connection names no ledger for lines without an account")
    }
    if (line.item_id && own.stock.get(line.item_id) === undefined) return at("item_id", "is no stock item")
    if (line.item_id && !line.quantity) return at("quantity", "is needed with an item")
    if (typeof line.unit_amount !== "number") return at("unit_amount", "is needed")
    if (line.tax_id && (!isTax(own, tax) || typeof tax?.RATEOFTAXCALCULATION !== "number")) {
      return at("tax_id", "is no ledger of taxes with a rate")
    }
  }
  return null
}

/** What of an update cannot be done to a voucher. */
export const refuseChange = (
  item: Writes.WriteInput<"INVOICES", "update">,
  hasTaxes: boolean
): Write.Refusal | null => {
  if (item.status === "PAID" || item.status === "PARTIALLY_PAID" || item.status === "OVERDUE") {
    return { field: "status", message: "follows from payments" }
  }
  const others = Object.entries(item).filter(
    ([name, value]) => !["platform_id", "status", "memo"].includes(name) && value !== null
  )
  if (item.status === "VOID" && others.length > 0)
    return { field: "status", message: "an invoice is cancelled or changed, not both" }
  // What is read names no taxes at lines: taken as it was read, the taxes would be lost.
  return hasTaxes && item.line_items && !item.line_items.some(({ tax_id }) => tax_id)
    ? { field: "line_items[0].tax_id", message: "is needed: the invoice has taxes, and new lines take their place" }
    : null
}
