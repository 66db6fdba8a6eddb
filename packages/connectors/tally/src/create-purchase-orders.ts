/** Orders to vendors created. */
import { Connector, Normalize, Take } from "@svc/core"
import { answers, head, idempotency, refuseNumber, takenNumbers } from "./create-vouchers.ts"
import { purchaseOrders } from "./purchase-orders.ts"
import { refuseLines, refuseParty } from "./refusals.ts"
import { ask } from "./request.ts"
import type { Settings } from "./settings.ts"
import { fixed, itemMembers, nameById, names, side, taxesOf } from "./writing.ts"

const typeOf = (settings: Readonly<Record<string, string>>) => settings["purchase_order_type"] ?? "Purchase Order"
const view = "Invoice Voucher View"
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** Quirk: the day of an order is written as it is shown, beside its number of days since 1899-12-30. */
const due = (value: string | null | undefined) => {
  const found = Normalize.day(value)
  if (found === null) return undefined
  const [year = "", month = "", date = ""] = found.split("-")
  const shown = `${Number(date)}-${months[Number(month) - 1]}-${year.slice(2)}`
  return { "@JD": Date.parse(found) / 86_400_000 + 25_569, "@P": shown, "#text": shown }
}

export const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["contact_id", "posted_date", "line_items"],
  // Quirk: an order has no place for bills: bills refer to orders.
  unsupported: [
    "bill_ids",
    "description",
    "currency_rate",
    "status",
    "total_discount",
    "line_items.tracking_category_ids",
    "line_items.project_id"
  ],
  lookups: { ...names, numbers: takenNumbers(typeOf) },
  refuse: (item, { lookups, settings }) =>
    refuseNumber(item, lookups.numbers) ??
    refuseParty(lookups, item.contact_id, item.currency_id) ??
    refuseLines(item.line_items, lookups, (settings as Settings).purchase_ledger),
  call: ([item], { lookups, settings }) => {
    const own = item!
    const { godown, purchase_ledger } = settings as Settings
    const lines = own.line_items ?? []
    const party = nameById(lookups, own.contact_id)
    const taxes = taxesOf(lines, lookups)
    const total = Number(
      fixed([...lines.map(Take.amountOf), ...taxes.map(({ amount }) => amount)].reduce((sum, one) => sum + one, 0))
    )
    const ledgerOf = (line: { readonly account_id?: string | null | undefined }) =>
      nameById(lookups, line.account_id, purchase_ledger)
    return ask({
      import: "Vouchers",
      message: {
        VOUCHER: {
          ...head(own, typeOf(settings as Readonly<Record<string, string>>), view),
          PARTYNAME: party,
          PARTYLEDGERNAME: party,
          BASICBASEPARTYNAME: party,
          ISINVOICE: "No",
          ISCANCELLED: "No",
          ISOPTIONAL: "No",
          "ALLINVENTORYENTRIES.LIST": lines
            .filter((line) => line.item_id)
            .map((line) => ({
              ...itemMembers(line, lookups, true, {
                GODOWNNAME: godown ?? "Main Location",
                ORDERNO: own.document_number,
                ORDERDUEDATE: due(own.delivery_date)
              }),
              "ACCOUNTINGALLOCATIONS.LIST": { LEDGERNAME: ledgerOf(line), ...side(Take.amountOf(line), true) }
            })),
          "LEDGERENTRIES.LIST": [
            { LEDGERNAME: party, ISPARTYLEDGER: "Yes", ...side(total, false) },
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
    })
  },
  answers,
  record: purchaseOrders,
  idempotency: idempotency(typeOf)
})
