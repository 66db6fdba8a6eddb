/** What has to be asked before a record can be written. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"

type Item = Readonly<Record<string, any>>
const BankAccounts = Wire.struct({
  items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), ledgerAccount: Wire.struct({ id: Wire.id }) }))
})

/** `address` is the path of the record that an item names. */
export const lookupsOf = (
  resource: string,
  { banks, by, minor: isMinor }: { banks: true | undefined; by: string | undefined; minor: true | undefined },
  address: (item: Item) => string
) => ({
  found: Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<Item>) =>
      by === undefined || !item?.["platform_id"]
        ? null
        : { path: `/${resource}`, query: { [by]: item["platform_id"] } },
    response: Wire.struct({ items: Wire.list(Wire.struct({ id: Wire.required(Wire.id) })) }),
    pick: ({ items }) => items?.[0]?.id ?? null,
    absent: null
  }),
  banks: Lookup.make({
    call: () => (banks ? { path: "/bankAccounts", query: { limit: 200 } } : null),
    response: BankAccounts,
    pick: ({ items }) => new Map((items ?? []).map((one) => [one.ledgerAccount?.id ?? "", one.id])),
    absent: new Map<string, string>()
  }),
  currency: Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<Item>) =>
      isMinor && item?.["platform_id"] && !item["currency_id"] ? { path: address(item) } : null,
    response: Wire.struct({ currency: Wire.id }),
    pick: ({ currency }) => currency ?? null,
    absent: null
  })
})
