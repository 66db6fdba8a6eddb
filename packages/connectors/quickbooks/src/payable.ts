/** What a purchase order is booked against: QuickBooks wants the account named, which the interface does not. */
import { Lookup, Wire } from "@svc/core"
import { askAll } from "./query.ts"
import { Ref } from "./wire.ts"
import { byIds, partyId } from "./writing.ts"

const Row = Wire.struct({ Id: Wire.required(Wire.id), CurrencyRef: Ref })
interface Named {
  readonly contact_id?: string | null | undefined
  readonly currency_id?: string | null | undefined
}

const payables = Lookup.make({
  call: askAll("Account", "AccountType = 'Accounts Payable'"),
  response: Wire.struct({ QueryResponse: Wire.required(Wire.struct({ Account: Wire.list(Row) })) }),
  pick: ({ QueryResponse }) =>
    (QueryResponse.Account ?? []).map(({ CurrencyRef, Id }) => ({ id: Id, currency: CurrencyRef?.value ?? null })),
  absent: []
})
/** Currencies of the vendors of items that name none. */
const currencies = Lookup.make({
  call: ({ items }: Lookup.LookupContext<Named>) =>
    byIds(
      "Vendor",
      items.flatMap(({ contact_id, currency_id }) =>
        currency_id || !contact_id ? [] : (partyId("vendor", contact_id) ?? [])
      )
    ),
  response: Wire.struct({ QueryResponse: Wire.required(Wire.struct({ Vendor: Wire.list(Row) })) }),
  pick: ({ QueryResponse }): ReadonlyMap<string, string | null> =>
    new Map((QueryResponse.Vendor ?? []).map(({ CurrencyRef, Id }) => [Id, CurrencyRef?.value ?? null])),
  absent: new Map()
})
export const payableLookups = { payables, currencies }

/** The payable account in the item's or else the vendor's currency; the only one there is; or undefined. */
export const payableOf = (item: Named, found: Lookup.Found<typeof payableLookups>): string | undefined => {
  const wanted = item.currency_id ?? found.currencies.get(partyId("vendor", item.contact_id ?? "") ?? "") ?? null
  const fitting = found.payables.filter(({ currency }) => currency === wanted)
  return (fitting[0] ?? (found.payables.length === 1 ? found.payables[0] : undefined))?.id
}
