/** What the writes have in common: whom and what they refer to, and the lines of a document. */
import { Call, Lookup, Normalize, Wire, Write, type Writes } from "@svc/core"
import { askAll, everyName, quoted, unprefixed } from "./query.ts"
import { Ref } from "./wire.ts"

/** The calendar day that QuickBooks takes for a date. */
export const day = (value: unknown) => Normalize.day(value)
export const ref = (id: string | null | undefined) => (id ? { value: id } : null)
/** The id of a customer or vendor; null for one of another kind. One without a kind in front is taken as it is. */
export const partyId = (kind: "customer" | "vendor", id: string): string | null =>
  unprefixed(kind, id) ?? (/^(customer|vendor|employee)-/.test(id) ? null : id)
/** The answer to a write is the record under its entity's name. */
export const answer = (entity: string) => (body: unknown) => [Write.accepted(Call.at(body, entity))]
/** Quirk: where a repeat is recognised is a query parameter of at most 50 characters. */
export const idempotency = Write.keyParam("requestid")

export type LineInput = Writes.LineInput
export type LinesInput = ReadonlyArray<LineInput> | null | undefined

/** Rows of an entity by their ids; nothing is asked for none. */
export const byIds = (entity: string, ids: ReadonlyArray<string>, ...where: ReadonlyArray<string>) =>
  ids.length === 0 ? null : askAll(entity, `Id IN (${[...new Set(ids)].map(quoted).join(", ")})`, ...where)

/** The account behind each item that a line names together with an account: there the item decides. */
export const itemAccounts = (side: "IncomeAccountRef" | "ExpenseAccountRef") =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<{ readonly line_items?: LinesInput }>) =>
      byIds(
        "Item",
        items.flatMap(({ line_items }) =>
          (line_items ?? []).flatMap(({ account_id, item_id }) => (account_id && item_id ? [item_id] : []))
        ),
        everyName
      ),
    response: Wire.struct({
      QueryResponse: Wire.required(
        Wire.struct({
          Item: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), IncomeAccountRef: Ref, ExpenseAccountRef: Ref }))
        })
      )
    }),
    pick: ({ QueryResponse }): ReadonlyMap<string, string | null> =>
      new Map((QueryResponse.Item ?? []).map((item) => [item.Id, item[side]?.value ?? null])),
    absent: new Map()
  })

const cents = (amount: number) => Number(amount.toFixed(2))
/** What a line comes to: a line without a quantity is one of its kind. */
export const amountOf = ({ quantity, total_discount, unit_amount }: LineInput): number =>
  cents(Normalize.difference(Normalize.product(quantity ?? 1, unit_amount ?? 0), total_discount ?? 0) ?? 0)
/** Quirk: lines have no discount of their own: the unit amount is lowered. Null where that does not come out to the cent. */
const lowered = (own: LineInput): number | null => {
  const quantity = own.quantity ?? 1
  if (!own.total_discount || quantity === 0) return own.unit_amount ?? null
  const unit = Number((amountOf(own) / quantity).toFixed(7))
  return cents(unit * quantity) === amountOf(own) ? unit : null
}

/** Why QuickBooks cannot take a line. */
export const refuseLine = (
  own: LineInput,
  at: string,
  accounts: ReadonlyMap<string, string | null>
): Write.Refusal | null => {
  if (own.item_id && own.account_id && accounts.get(own.item_id) !== own.account_id) {
    return { field: `${at}.account_id`, message: "is not the account of the item, which decides" }
  }
  return own.total_discount && lowered(own) === null
    ? { field: `${at}.total_discount`, message: "cannot be taken off the unit amount to the cent" }
    : null
}
/** Why QuickBooks cannot take the lines of an order or credit note. */
export const refuseLines = (lines: LinesInput, accounts: ReadonlyMap<string, string | null>): Write.Refusal | null => {
  for (const [index, own] of (lines ?? []).entries()) {
    const at = `line_items[${index}]`
    if (!own.item_id && !own.account_id) return { field: at, message: "needs an item_id or an account_id" }
    const fault = refuseLine(own, at, accounts)
    if (fault !== null) return fault
  }
  return null
}

/** The detail of a line about an item. */
export const itemDetail = (own: LineInput) => ({
  ItemRef: ref(own.item_id),
  Qty: own.quantity,
  UnitPrice: lowered(own),
  TaxCodeRef: ref(own.tax_id)
})
/** One line of a purchase order or a bill credit note. */
export const line = (own: LineInput) => {
  const shared = { Description: own.description, Amount: amountOf(own) }
  return own.item_id
    ? Call.present({
        ...shared,
        DetailType: "ItemBasedExpenseLineDetail",
        ItemBasedExpenseLineDetail: Call.present(itemDetail(own))
      })
    : Call.present({
        ...shared,
        DetailType: "AccountBasedExpenseLineDetail",
        AccountBasedExpenseLineDetail: Call.present({ AccountRef: ref(own.account_id), TaxCodeRef: ref(own.tax_id) })
      })
}

/** Quirk: outside the US it must be said that amounts are without tax; the US knows the codes TAX and NON alone. */
export const taxCalculation = (lines: LinesInput) =>
  (lines ?? []).some(({ tax_id }) => tax_id && tax_id !== "TAX" && tax_id !== "NON") ? "TaxExcluded" : null
