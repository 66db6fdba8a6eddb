/** Credit notes of both sides, and what is open of the documents that they are put on. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { purchases, sales, type Side } from "./settlements.ts"
import { namedBy, Ref } from "./wire.ts"

export interface Noting extends Side {
  readonly collection: string
  /** Our member that names what a note is put on, whose it is, and how much is settled, at MYOB. */
  readonly ids: "invoice_ids" | "bill_ids"
  readonly party: "Customer" | "Supplier"
  readonly amount: "CreditAmount" | "DebitAmount"
}
export const ofSales: Noting = {
  ...sales,
  collection: "/Sale/Invoice",
  ids: "invoice_ids",
  party: "Customer",
  amount: "CreditAmount"
}
export const ofPurchases: Noting = {
  ...purchases,
  collection: "/Purchase/Bill",
  ids: "bill_ids",
  party: "Supplier",
  amount: "DebitAmount"
}

/** What is open of the documents that items name. */
export const dueOf = ({ collection, ids }: Noting) =>
  Lookup.make({
    call: namedBy(ids, collection),
    response: Wire.list(
      Wire.struct({
        UID: Wire.required(Wire.id),
        BalanceDueAmount: Wire.number,
        BalanceDueAmountForeign: Wire.number,
        ForeignCurrency: Ref
      })
    ),
    pick: (found) =>
      new Map(
        found.flatMap((own) =>
          own === null
            ? []
            : [[own.UID, (own.ForeignCurrency?.UID ? own.BalanceDueAmountForeign : own.BalanceDueAmount) ?? 0] as const]
        )
      ),
    absent: new Map<string, number>(),
    emptyStatuses: [404]
  })
/** Whose the documents are that payments name. */
export const partyOf = (member: string, { collection, party }: Noting) =>
  Lookup.make({
    call: namedBy(member, collection),
    response: Wire.list(Wire.struct({ UID: Wire.required(Wire.id), Customer: Ref, Supplier: Ref })),
    pick: (found) =>
      new Map(found.flatMap((own) => (own === null ? [] : [[own.UID, own[party]?.UID ?? null] as const]))),
    absent: new Map<string, string | null>(),
    emptyStatuses: [404]
  })
