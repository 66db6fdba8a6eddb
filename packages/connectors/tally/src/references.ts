/** Bills as Tally keeps them: by the ledger of a party and a name. What of each is open, and which voucher made it. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import type { Amounts } from "./document-fields.ts"
import { lookup } from "./objects.ts"
import { ever } from "./request.ts"
import { below, entriesOf, type Entry } from "./voucher.ts"
import { key, money, text } from "./wire.ts"

const of = (party: string | null | undefined, name: string | null | undefined) =>
  party && name ? `${key(party)}\n${key(name)}` : null

/** What is open of each bill. */
export const pending = lookup(
  "Bills",
  "Name,Parent,BillDate,ClosingBalance",
  Wire.struct({ "@NAME": text, NAME: text, PARENT: text, CLOSINGBALANCE: money }),
  (all) =>
    new Map(
      all.flatMap(({ "@NAME": attribute, CLOSINGBALANCE, NAME, PARENT }) => {
        const name = of(PARENT, NAME ?? attribute)
        return name === null ? [] : [[name, CLOSINGBALANCE ?? null] as const]
      })
    ),
  { end: ever.end }
)

const Entries = Wire.list(
  Wire.struct({
    LEDGERNAME: text,
    AMOUNT: money,
    "BILLALLOCATIONS.LIST": Wire.list(Wire.struct({ NAME: text, BILLTYPE: text }))
  })
)
const Source = Wire.struct({
  GUID: Wire.required(Wire.id),
  "ALLLEDGERENTRIES.LIST": Entries,
  "LEDGERENTRIES.LIST": Entries
})
/** The vouchers of a family by the bills they made. */
export const madeBy = (where: string) =>
  lookup(
    "Voucher",
    `Guid,${below("AllLedgerEntries", "LedgerName", "BillAllocations.Name", "BillAllocations.BillType")}`,
    Source,
    (all) =>
      new Map(
        all.flatMap((raw) =>
          entriesOf(raw).flatMap((entry) =>
            (entry["BILLALLOCATIONS.LIST"] ?? []).flatMap(({ BILLTYPE, NAME }) => {
              const name = BILLTYPE === "New Ref" ? of(entry.LEDGERNAME, NAME) : null
              return name === null ? [] : [[name, { id: raw.GUID, name: NAME!, party: entry.LEDGERNAME! }] as const]
            })
          )
        )
      ),
    { where, ...ever }
  )
export type Pending = (typeof pending)["absent"]
export type Made = ReturnType<typeof madeBy>["absent"]

/** A reference of an entry to a bill. Without any, the whole entry is on account. */
export interface Reference {
  readonly type: string
  readonly name: string | null
  readonly amount: Entry["AMOUNT"]
}
export const referencesOf = (entry: Entry | undefined): ReadonlyArray<Reference> => {
  const own = (entry?.["BILLALLOCATIONS.LIST"] ?? []).filter(({ AMOUNT, NAME }) => NAME || AMOUNT)
  if (own.length > 0)
    return own.map(({ AMOUNT, BILLTYPE, NAME }) => ({ type: BILLTYPE ?? "", name: NAME ?? null, amount: AMOUNT }))
  return entry === undefined ? [] : [{ type: "On Account", name: null, amount: entry.AMOUNT }]
}
/** The voucher that made the bill an entry refers to. */
export const maker = (made: Made, entry: Entry, { name, type }: Reference): string | null =>
  type === "Agst Ref" ? (made.get(of(entry.LEDGERNAME, name) ?? "")?.id ?? null) : null

/**
 * What is open of the bills an entry made; null where it made none, or nothing is known of bills at all. A bill that is not
 * among the open ones is settled.
 */
export const openOf = (entry: Entry | undefined, bills: Pending, amounts: Amounts, side: "debit" | "credit") => {
  const made = referencesOf(entry).filter(({ type }) => type === "New Ref")
  if (made.length === 0 || bills.size === 0) return null
  const left = made.map(({ name }) => {
    const open = bills.get(of(entry?.LEDGERNAME, name) ?? "")
    return open === undefined ? 0 : amounts.read(open, side)
  })
  // One whose amount is in another currency leaves the sum unknown.
  return left.includes(null) ? null : Normalize.sum(left)
}
