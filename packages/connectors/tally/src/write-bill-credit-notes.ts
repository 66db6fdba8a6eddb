/** Debit notes to vendors created, and set against their bills. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { billCreditNotes } from "./credit-notes.ts"
import { isDebitNote, isPurchase } from "./families.ts"
import { fixed, itemMembers, nameById, names, side, taxesOf, totalOf } from "./entries.ts"
import { numbered, takenNumbers } from "./numbers.ts"
import { type Made, madeBy, type Pending, pending } from "./references.ts"
import { lineMembers, ownCurrency, refuseLines, refuseParty } from "./refusals.ts"
import type { Settings } from "./settings.ts"
import { key } from "./wire.ts"
import { writing } from "./writing.ts"

const typeOf = (settings: Readonly<Record<string, string>>) => settings["debit_note_type"] ?? "Debit Note"

interface Open {
  readonly name: string
  readonly left: number
}
/** What is open of a bill, under the names it is kept by. Owed to a vendor is a credit: positive. */
const openOf = (id: string, party: string, made: Made, bills: Pending) =>
  [...made].flatMap(([reference, bill]): ReadonlyArray<Open> => {
    const left = bills.get(reference)?.base ?? 0
    return bill.id === id && key(bill.party) === key(party) && left > 0 ? [{ name: bill.name, left }] : []
  })

/** What of the note each bill takes. What no bill takes stays a credit, under the note's own number where it has one. */
const allocated = (open: ReadonlyArray<Open>, total: number, number: string | null | undefined) => {
  let left = total
  const used = open.flatMap(({ left: owed, name }) => {
    const amount = Math.min(left, owed)
    left = Normalize.rounded(left - amount)
    return amount > 0 ? [{ NAME: name, BILLTYPE: "Agst Ref", AMOUNT: fixed(-amount) }] : []
  })
  const rest = number ? { NAME: number, BILLTYPE: "New Ref" } : { BILLTYPE: "On Account" }
  return [...used, ...(left > 0 ? [{ ...rest, AMOUNT: fixed(-left) }] : [])]
}

export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "delete", "void"], {
  where: isDebitNote,
  typeOf,
  view: "Accounting Voucher View",
  record: billCreditNotes,
  requires: { create: ["contact_id", "posted_date", "line_items"] },
  lookups: { ...names, pending, made: madeBy(isPurchase), numbers: takenNumbers(typeOf) },
  takes: {
    document_number: numbered,
    posted_date: Take.beside,
    contact_id: (id, at) => {
      refuseParty(id, at)
      return { PARTYLEDGERNAME: nameById(at.lookups, id) }
    },
    currency_id: ownCurrency,
    memo: "NARRATION",
    line_items: {
      of: lineMembers,
      whole: (rows, at) => {
        const { lookups, root, settings } = at
        const { godown, purchase_ledger } = settings as Settings
        const lines = rows ?? []
        refuseLines(lines, at, purchase_ledger)
        const taxes = taxesOf(lines, lookups)
        const total = totalOf(lines, taxes)
        const party = nameById(lookups, root["contact_id"])
        const open = Normalize.distinct(root["bill_ids"]).flatMap((id) =>
          openOf(id, party, lookups.made, lookups.pending)
        )
        return {
          ISINVOICE: "No",
          "ALLLEDGERENTRIES.LIST": [
            {
              LEDGERNAME: party,
              ISPARTYLEDGER: "Yes",
              ...side(total, true),
              "BILLALLOCATIONS.LIST": allocated(open, total, root["document_number"])
            },
            ...lines.map((line) => ({
              LEDGERNAME: nameById(lookups, line.account_id, purchase_ledger),
              NARRATION: line.item_id ? undefined : line.description,
              ...side(Take.amountOf(line), false),
              "INVENTORYALLOCATIONS.LIST": line.item_id
                ? itemMembers(line, lookups, false, { GODOWNNAME: godown ?? "Main Location" })
                : undefined
            })),
            ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, false) }))
          ]
        }
      }
    },
    bill_ids: (ids, { item, lookups, refuse }) => {
      const party = nameById(lookups, item.contact_id)
      const unpayable = ids.findIndex((id) => openOf(id, party, lookups.made, lookups.pending).length === 0)
      return unpayable === -1 ? {} : refuse("is no bill of this vendor with an amount left to pay", `[${unpayable}]`)
    }
  }
})
