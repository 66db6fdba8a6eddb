/** Orders of customers and to vendors created, cancelled and deleted. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { itemMembers, type LineInput, nameById, names, side, taxesOf, totalOf } from "./entries.ts"
import { isPurchaseOrder, isSalesOrder } from "./families.ts"
import { numbered, takenNumbers, typed } from "./numbers.ts"
import { purchaseOrders, salesOrders } from "./orders.ts"
import { type At, issued, received, type Side } from "./posting.ts"
import { lineMembers, ownCurrency, refuseLines, refuseParty } from "./refusals.ts"
import type { Settings } from "./settings.ts"
import { writing } from "./writing.ts"

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** Quirk: the day of an order is written as it is shown, beside its number of days since 1899-12-30. */
const due = (value: string | null | undefined) => {
  const found = Normalize.day(value)
  if (found === null) return undefined
  const [year = "", month = "", date = ""] = found.split("-")
  const shown = `${Number(date)}-${months[Number(month) - 1]}-${year.slice(2)}`
  return { "@JD": Date.parse(found) / 86_400_000 + 25_569, "@P": shown, "#text": shown }
}

const requires = { create: ["contact_id", "posted_date", "line_items"] } as const
const view = "Invoice Voucher View"

/** The party on one side, what it orders on the other. Quirk: an order has no place for bills: bills refer to orders. */
const takes = ({ isDebit, ledger: usual }: Side) => ({
  document_number: numbered,
  posted_date: Take.beside,
  delivery_date: Take.beside,
  contact_id: (id: string, at: At) => {
    refuseParty(id, at)
    const party = nameById(at.lookups, id)
    return { PARTYNAME: party, PARTYLEDGERNAME: party, BASICBASEPARTYNAME: party }
  },
  currency_id: ownCurrency,
  line_items: {
    of: lineMembers,
    whole: (rows: ReadonlyArray<LineInput> | null, at: At) => {
      const { lookups, root, settings } = at
      const { godown, [usual]: fallback } = settings as Settings
      const lines = rows ?? []
      refuseLines(lines, at, fallback)
      const taxes = taxesOf(lines, lookups)
      const ledgerOf = (line: LineInput) => nameById(lookups, line.account_id, fallback)
      return {
        ISINVOICE: "No",
        ISCANCELLED: "No",
        ISOPTIONAL: "No",
        "ALLINVENTORYENTRIES.LIST": lines
          .filter((line) => line.item_id)
          .map((line) => ({
            ...itemMembers(line, lookups, !isDebit, {
              GODOWNNAME: godown ?? "Main Location",
              ORDERNO: root["document_number"],
              ORDERDUEDATE: due(root["delivery_date"])
            }),
            "ACCOUNTINGALLOCATIONS.LIST": { LEDGERNAME: ledgerOf(line), ...side(Take.amountOf(line), !isDebit) }
          })),
        "LEDGERENTRIES.LIST": [
          {
            LEDGERNAME: nameById(lookups, root["contact_id"]),
            ISPARTYLEDGER: "Yes",
            ...side(totalOf(lines, taxes), isDebit)
          },
          ...lines
            .filter((line) => !line.item_id)
            .map((line) => ({
              LEDGERNAME: ledgerOf(line),
              NARRATION: line.description,
              ...side(Take.amountOf(line), !isDebit)
            })),
          ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, !isDebit) }))
        ]
      }
    }
  }
})

const [purchase, sales] = [typed("purchase_order_type", "Purchase Order"), typed("sales_order_type", "Sales Order")]
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "delete", "void"], {
  where: isPurchaseOrder,
  typeOf: purchase,
  view,
  record: purchaseOrders,
  requires,
  lookups: { ...names, numbers: takenNumbers(purchase) },
  takes: takes(received)
})
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "delete", "void"], {
  where: isSalesOrder,
  typeOf: sales,
  view,
  record: salesOrders,
  requires,
  lookups: { ...names, numbers: takenNumbers(sales) },
  takes: takes(issued)
})
