/** Documents in the accounting view: the party on one side, what they are for and its taxes on the other. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { fixed, itemMembers, type LineInput, nameById, side, taxesOf, totalOf } from "./entries.ts"
import { numbered } from "./numbers.ts"
import type { Made, Pending } from "./references.ts"
import { lineMembers, ownCurrency, refuseLines, refuseParty } from "./refusals.ts"
import type { Settings } from "./settings.ts"
import { term } from "./voucher-changes.ts"
import { key } from "./wire.ts"

/** The side of the party, and the ledger of lines without an account. */
export interface Side {
  readonly isDebit: boolean
  readonly ledger: "purchase_ledger" | "sales_ledger"
}
export const received: Side = { isDebit: false, ledger: "purchase_ledger" }
export const issued: Side = { isDebit: true, ledger: "sales_ledger" }
export const returnedToVendor: Side = { isDebit: true, ledger: "purchase_ledger" }
export const returnedByCustomer: Side = { isDebit: false, ledger: "sales_ledger" }

interface Open {
  readonly name: string
  readonly left: number
}
/** What is open of a document, under the names it is kept by. Owed to a vendor is a credit: positive. */
export const openOf = (
  id: string,
  party: string,
  { isDebit }: Pick<Side, "isDebit">,
  own: { readonly made: Made; readonly pending: Pending }
) =>
  [...own.made].flatMap(([reference, made]): ReadonlyArray<Open> => {
    const left = (own.pending.get(reference)?.base ?? 0) * (isDebit ? 1 : -1)
    return made.id === id && key(made.party) === key(party) && left > 0 ? [{ name: made.name, left }] : []
  })
/** What of a document each reference takes. What none takes is kept under its own number, where it has one. */
const allocated = ({ isDebit }: Side, total: number, item: Take.Item, open: ReadonlyArray<Open>) => {
  const { document_number: number, due_date, posted_date } = item
  const signed = (amount: number) => fixed(isDebit ? -amount : amount)
  let left = total
  const used = open.flatMap(({ left: owed, name }) => {
    const amount = Math.min(left, owed)
    left = Normalize.rounded(left - amount)
    return amount > 0 ? [{ NAME: name, BILLTYPE: "Agst Ref", AMOUNT: signed(amount) }] : []
  })
  const due = due_date ? { BILLCREDITPERIOD: term(Normalize.day(posted_date), Normalize.day(due_date)) } : {}
  const rest = number ? { NAME: number, BILLTYPE: "New Ref", ...due } : { BILLTYPE: "On Account" }
  return [...used, ...(left > 0 ? [{ ...rest, AMOUNT: signed(left) }] : [])]
}

/** An item that is written, with what was found beside it. */
export type At = Omit<Take.At<any>, "lookups"> & { readonly lookups: any }
const entriesOf = (own: Side, lines: ReadonlyArray<LineInput>, { lookups, root, settings }: At) => {
  const { godown, [own.ledger]: fallback } = settings as Settings
  const taxes = taxesOf(lines, lookups)
  const total = totalOf(lines, taxes)
  const party = nameById(lookups, root["contact_id"])
  const ids = Normalize.distinct(root["bill_ids"], root["invoice_ids"])
  const open = ids.flatMap((id) => openOf(id, party, own, lookups))
  const other = !own.isDebit
  return {
    ISINVOICE: "No",
    "ALLLEDGERENTRIES.LIST": [
      {
        LEDGERNAME: party,
        ISPARTYLEDGER: "Yes",
        ...side(total, own.isDebit),
        "BILLALLOCATIONS.LIST": allocated(own, total, root, open)
      },
      ...lines.map((line) => ({
        LEDGERNAME: nameById(lookups, line.account_id, fallback),
        NARRATION: line.item_id ? undefined : line.description,
        ...side(Take.amountOf(line), other),
        "INVENTORYALLOCATIONS.LIST": line.item_id
          ? itemMembers(line, lookups, other, { GODOWNNAME: godown ?? "Main Location" })
          : undefined
      })),
      ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, other) }))
    ]
  }
}
/** What every document takes. */
export const takes = (own: Side) => ({
  document_number: numbered,
  posted_date: Take.beside,
  contact_id: (id: string, at: At) => {
    refuseParty(id, at)
    return { PARTYLEDGERNAME: nameById(at.lookups, id) }
  },
  currency_id: ownCurrency,
  memo: "NARRATION",
  line_items: {
    of: lineMembers,
    whole: (rows: ReadonlyArray<LineInput> | null, at: At) => {
      refuseLines(rows ?? [], at, (at.settings as Settings)[own.ledger])
      return entriesOf(own, rows ?? [], at)
    }
  }
})
/** What a note is set against, refused where nothing of it is open. */
export const settled =
  (own: Side, what: string) =>
  (ids: ReadonlyArray<string>, { item, lookups, refuse }: At) => {
    const party = nameById(lookups, item.contact_id)
    const unpayable = ids.findIndex((id) => openOf(id, party, own, lookups).length === 0)
    return unpayable === -1 ? {} : refuse(`is no ${what} with an amount left to pay`, `[${unpayable}]`)
  }
