/** What a purchase order is booked against: QuickBooks wants the account named, which the interface does not. */
import type { Lookup, Take } from "@svc/core"
import { byIds, found, refsOf } from "./posting.ts"
import { partyId } from "./writing.ts"

const isNew = (item: Take.Item) => item["platform_id"] === undefined

export const payableLookups = {
  payables: found(
    "Account",
    // One that is there already keeps its account.
    (items: ReadonlyArray<Take.Item>) => (items.some(isNew) ? ["AccountType = 'Accounts Payable'"] : null),
    (rows) => rows.map((row) => ({ id: String(row["Id"]), currency: row["CurrencyRef"]?.value ?? null })),
    []
  ),
  /** Currencies of the vendors of items that name none. */
  currencies: found(
    "Vendor",
    (items: ReadonlyArray<Take.Item>) =>
      byIds(
        items
          .filter(isNew)
          .map(({ contact_id, currency_id }) => (currency_id || !contact_id ? null : partyId("vendor", contact_id)))
      ),
    refsOf("CurrencyRef"),
    new Map<string, string | null>()
  )
}

/** The payable account in the item's or else the vendor's currency; the only one there is; or undefined. */
export const payableOf = (item: Take.Item, { currencies, payables }: Lookup.Found<typeof payableLookups>) => {
  const wanted = item["currency_id"] ?? currencies.get(partyId("vendor", item["contact_id"] ?? "") ?? "") ?? null
  const fitting = payables.filter(({ currency }) => currency === wanted)
  return (fitting[0] ?? (payables.length === 1 ? payables[0] : undefined))?.id
}
