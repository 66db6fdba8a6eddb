/** Orders to vendors created. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { itemMembers, nameById, names, side, taxesOf, totalOf } from "./entries.ts"
import { isPurchaseOrder } from "./families.ts"
import { numbered, takenNumbers, typed } from "./numbers.ts"
import { purchaseOrders } from "./orders.ts"
import { lineMembers, ownCurrency, refuseLines, refuseParty } from "./refusals.ts"
import type { Settings } from "./settings.ts"
import { writing } from "./writing.ts"

const typeOf = typed("purchase_order_type", "Purchase Order")
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** Quirk: the day of an order is written as it is shown, beside its number of days since 1899-12-30. */
const due = (value: string | null | undefined) => {
  const found = Normalize.day(value)
  if (found === null) return undefined
  const [year = "", month = "", date = ""] = found.split("-")
  const shown = `${Number(date)}-${months[Number(month) - 1]}-${year.slice(2)}`
  return { "@JD": Date.parse(found) / 86_400_000 + 25_569, "@P": shown, "#text": shown }
}

export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "delete", "void"], {
  where: isPurchaseOrder,
  typeOf,
  view: "Invoice Voucher View",
  record: purchaseOrders,
  requires: { create: ["contact_id", "posted_date", "line_items"] },
  lookups: { ...names, numbers: takenNumbers(typeOf) },
  // Quirk: an order has no place for bills: bills refer to orders.
  takes: {
    document_number: numbered,
    posted_date: Take.beside,
    delivery_date: Take.beside,
    contact_id: (id, at) => {
      refuseParty(id, at)
      const party = nameById(at.lookups, id)
      return { PARTYNAME: party, PARTYLEDGERNAME: party, BASICBASEPARTYNAME: party }
    },
    currency_id: ownCurrency,
    line_items: {
      of: lineMembers,
      whole: (rows, at) => {
        const { lookups, root, settings } = at
        const { godown, purchase_ledger } = settings as Settings
        const lines = rows ?? []
        refuseLines(lines, at, purchase_ledger)
        const taxes = taxesOf(lines, lookups)
        const ledgerOf = (line: (typeof lines)[number]) => nameById(lookups, line.account_id, purchase_ledger)
        const party = nameById(lookups, root["contact_id"])
        return {
          ISINVOICE: "No",
          ISCANCELLED: "No",
          ISOPTIONAL: "No",
          "ALLINVENTORYENTRIES.LIST": lines
            .filter((line) => line.item_id)
            .map((line) => ({
              ...itemMembers(line, lookups, true, {
                GODOWNNAME: godown ?? "Main Location",
                ORDERNO: root["document_number"],
                ORDERDUEDATE: due(root["delivery_date"])
              }),
              "ACCOUNTINGALLOCATIONS.LIST": { LEDGERNAME: ledgerOf(line), ...side(Take.amountOf(line), true) }
            })),
          "LEDGERENTRIES.LIST": [
            { LEDGERNAME: party, ISPARTYLEDGER: "Yes", ...side(totalOf(lines, taxes), false) },
            ...lines
              .filter((line) => !line.item_id)
              .map((line) => ({
                LEDGERNAME: ledgerOf(line),
                NARRATION: line.description,
                ...side(Take.amountOf(line), true)
              })),
            ...taxes.map(({ amount, name }) => ({ LEDGERNAME: name, ...side(amount, true) }))
          ]
        }
      }
    }
  }
})
