/** Debit notes to vendors created, and set against their bills. */
import { Connector, Normalize, Take } from "@svc/core"
import { billCreditNotes } from "./bill-credit-notes.ts"
import { isPurchase } from "./bills.ts"
import { answers, head, idempotency, refuseNumber, takenNumbers } from "./create-vouchers.ts"
import { type Made, madeBy, type Pending, pending } from "./references.ts"
import { refuseLines, refuseParty } from "./refusals.ts"
import { ask } from "./request.ts"
import type { Settings } from "./settings.ts"
import { key } from "./wire.ts"
import { fixed, itemMembers, nameById, names, side, taxesOf } from "./writing.ts"

const typeOf = (settings: Readonly<Record<string, string>>) => settings["debit_note_type"] ?? "Debit Note"
const view = "Accounting Voucher View"

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

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["contact_id", "posted_date", "line_items"],
  unsupported: [
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { ...names, pending, made: madeBy(isPurchase), numbers: takenNumbers(typeOf) },
  refuse: (item, { lookups, settings }) => {
    const party = nameById(lookups, item.contact_id)
    const unpayable = (item.bill_ids ?? []).findIndex(
      (id) => openOf(id, party, lookups.made, lookups.pending).length === 0
    )
    return (
      refuseNumber(item, lookups.numbers) ??
      refuseParty(lookups, item.contact_id, item.currency_id) ??
      refuseLines(item.line_items, lookups, (settings as Settings).purchase_ledger) ??
      (unpayable === -1
        ? null
        : { field: `bill_ids[${unpayable}]`, message: "is no bill of this vendor with an amount left to pay" })
    )
  },
  call: ([item], { lookups, settings }) => {
    const own = item!
    const { godown, purchase_ledger } = settings as Settings
    const lines = own.line_items ?? []
    const party = nameById(lookups, own.contact_id)
    const taxes = taxesOf(lines, lookups)
    const total = Number(
      fixed([...lines.map(Take.amountOf), ...taxes.map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0))
    )
    let left = total
    const used = [...new Set(own.bill_ids)]
      .flatMap((id) => openOf(id, party, lookups.made, lookups.pending))
      .flatMap(({ left: open, name }) => {
        const amount = Math.min(left, open)
        left = Normalize.rounded(left - amount)
        return amount > 0 ? [{ NAME: name, BILLTYPE: "Agst Ref", AMOUNT: fixed(-amount) }] : []
      })
    // What no bill takes stays a credit, under the note's own number where it has one.
    const rest =
      left > 0
        ? [
            {
              ...(own.document_number
                ? { NAME: own.document_number, BILLTYPE: "New Ref" }
                : { BILLTYPE: "On Account" }),
              AMOUNT: fixed(-left)
            }
          ]
        : []
    return ask({
      import: "Vouchers",
      message: {
        VOUCHER: {
          ...head(own, typeOf(settings as Readonly<Record<string, string>>), view),
          PARTYLEDGERNAME: party,
          NARRATION: own.memo,
          ISINVOICE: "No",
          "ALLLEDGERENTRIES.LIST": [
            {
              LEDGERNAME: party,
              ISPARTYLEDGER: "Yes",
              ...side(total, true),
              "BILLALLOCATIONS.LIST": [...used, ...rest]
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
    })
  },
  answers,
  record: billCreditNotes,
  idempotency: idempotency(typeOf)
})
