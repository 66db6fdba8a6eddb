/** What the writes have in common: the answer of each element of a batch, and the lines of a document. */
import { Call, Lookup, Normalize, Wire, Write, type Writes } from "@svc/core"
import { said } from "./failure.ts"

/** Xero recommends at most this many records in one request. */
export const batch = 50

/** The calendar day that Xero takes for a date. */
export const day = (value: unknown) => Normalize.day(value)

/**
 * With `summarizeErrors=false` the answer holds every record in the order of the request, the refused ones with their
 * errors beside what was taken.
 */
export const elements =
  (list: string) =>
  (body: unknown): ReadonlyArray<Write.Answer> => {
    const answered = Call.at(body, list)
    return (Array.isArray(answered) ? answered : []).map((raw: unknown) =>
      isRefused(raw) ? Write.refused(said(raw), raw) : Write.accepted(raw)
    )
  }
const isRefused = (raw: unknown): boolean => {
  const errors = Call.at(raw, "ValidationErrors")
  return (
    Call.at(raw, "StatusAttributeString") === "ERROR" ||
    Call.at(raw, "HasErrors") === true ||
    Call.at(raw, "HasValidationErrors") === true ||
    (Array.isArray(errors) && errors.length > 0)
  )
}

export type LineInput = Writes.LineInput
type Lines = ReadonlyArray<LineInput> | null | undefined

/** Quirk: a line names its item by code, which is looked up. Codes by item id. */
export const itemCodes = Lookup.make({
  call: ({ items }: Lookup.LookupContext<{ readonly line_items?: Lines }>) =>
    items.some((item) => (item.line_items ?? []).some(({ item_id }) => item_id)) ? { path: "/Items" } : null,
  response: Wire.struct({ Items: Wire.list(Wire.struct({ ItemID: Wire.required(Wire.id), Code: Wire.text })) }),
  pick: ({ Items }): ReadonlyMap<string, string> =>
    new Map((Items ?? []).flatMap(({ Code, ItemID }) => (Code ? [[ItemID, Code]] : []))),
  absent: new Map()
})

/** Quirk: only sales invoices have line discounts; elsewhere the unit amount is lowered. Null when that does not come out even. */
const lowered = ({ quantity, total_discount, unit_amount }: LineInput, decimals: number): number | null => {
  const net = Normalize.difference(Normalize.product(quantity, unit_amount), total_discount)
  if (net === null || !quantity) return null
  const unit = Number((net / quantity).toFixed(decimals))
  return cents(unit * quantity) === cents(net) ? unit : null
}
const cents = (amount: number) => Number(amount.toFixed(2))

/** Why Xero cannot take a line: its item is not there. */
export const refuseItem = ({ item_id }: LineInput, codes: ReadonlyMap<string, string>, at: string) =>
  item_id && !codes.has(item_id) ? { field: `${at}.item_id`, message: "is no item at Xero" } : null

/** Why Xero cannot take the lines; `decimals` is how many a unit amount may have. */
export const refuseLines = (lines: Lines, codes: ReadonlyMap<string, string>, decimals: number) => {
  for (const [index, own] of (lines ?? []).entries()) {
    const at = `line_items[${index}]`
    const fault = refuseItem(own, codes, at)
    if (fault !== null) return fault
    if (own.total_discount && lowered(own, decimals) === null) {
      return {
        field: `${at}.total_discount`,
        message: `cannot be taken off a unit amount of ${decimals} decimals; give the line a quantity of 1`
      }
    }
  }
  return null
}

/** The members that lines of all documents have. */
export const lineMembers = (own: LineInput, codes: ReadonlyMap<string, string>) => ({
  Description: own.description,
  Quantity: own.quantity,
  UnitAmount: own.unit_amount,
  AccountID: own.account_id,
  ItemCode: own.item_id ? codes.get(own.item_id) : null,
  TaxType: own.tax_id
})

/** One line of a purchase order or bill credit note. */
export const line = (own: LineInput, codes: ReadonlyMap<string, string>, decimals: number) =>
  Call.present({
    ...lineMembers(own, codes),
    UnitAmount: own.total_discount ? lowered(own, decimals) : own.unit_amount
  })
