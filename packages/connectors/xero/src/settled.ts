/** The invoices and bills that payments and credit notes are put on: whose they are, and what is left to pay. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { Contact } from "./wire.ts"

const Settled = Wire.struct({
  InvoiceID: Wire.required(Wire.id),
  Type: Wire.text,
  Status: Wire.text,
  AmountDue: Wire.number,
  CurrencyCode: Wire.id,
  Contact
})
export type Settled = (typeof Settled)["Type"]

/** Those that the items name in a member, by id. */
export const settledBy = (member: string) =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<Readonly<Record<string, any>>>) => {
      const wanted = [...new Set(items.flatMap((item): ReadonlyArray<string> => item[member] ?? []))]
      return wanted.length === 0
        ? null
        : { path: "/Invoices", query: { IDs: wanted.join(","), page: 1, pageSize: 1000 } }
    },
    response: Wire.struct({ Invoices: Wire.list(Settled) }),
    pick: ({ Invoices }): ReadonlyMap<string, Settled> =>
      new Map((Invoices ?? []).map((settled) => [settled.InvoiceID, settled])),
    absent: new Map()
  })
/** The ids travel in the address of the lookup, which takes no more. */
export const mostSettled = 20
