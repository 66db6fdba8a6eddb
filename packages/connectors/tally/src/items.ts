/** Stock items with what is on hand and their latest standard prices. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { books, idBehind } from "./books.ts"
import { anyCount } from "./company.ts"
import { balances } from "./reads.ts"
import { quantity, rate, text } from "./wire.ts"

const Prices = Wire.list(Wire.struct({ DATE: text, RATE: rate }))
const Ledgers = Wire.list(Wire.struct({ LEDGERNAME: text, NAME: text }))
const latest = (prices: (typeof Prices)["Type"] | null | undefined) =>
  (prices ?? []).toSorted((a, b) => (a.DATE ?? "").localeCompare(b.DATE ?? "")).at(-1)?.RATE ?? null

export const items = Connector.read("ITEMS", {
  ...balances({
    type: "StockItem",
    fetch:
      "Guid,AlterId,Name,OnlyAlias,PartNo,Description,BaseUnits,ClosingBalance,StandardCostList.Date,StandardCostList.Rate,StandardPriceList.Date,StandardPriceList.Rate,SalesList.LedgerName,PurchaseList.LedgerName"
  }),
  sequence: anyCount,
  item: Wire.struct({
    ...Wire.all(text, "@NAME", "NAME", "ONLYALIAS", "PARTNO", "DESCRIPTION"),
    GUID: Wire.required(Wire.id),
    CLOSINGBALANCE: quantity,
    "STANDARDCOSTLIST.LIST": Prices,
    "STANDARDPRICELIST.LIST": Prices,
    "SALESLIST.LIST": Ledgers,
    "PURCHASELIST.LIST": Ledgers
  }),
  lookups: { ledgers: books.ledgers },
  map: (raw, { lookups }) => {
    const account = (list: (typeof Ledgers)["Type"] | null | undefined) => {
      const first = list?.[0]
      return idBehind(lookups.ledgers, first?.LEDGERNAME ?? first?.NAME)
    }
    return {
      platform_id: raw.GUID,
      name: raw["@NAME"] ?? raw.NAME,
      description: raw.DESCRIPTION,
      status: "ACTIVE",
      type: "INVENTORY",
      code: raw.PARTNO ?? raw.ONLYALIAS,
      quantity_on_hand: raw.CLOSINGBALANCE,
      // Every stock item can be bought and sold.
      is_bill_item: true,
      bill_item: { unit_price: latest(raw["STANDARDCOSTLIST.LIST"]), account_id: account(raw["PURCHASELIST.LIST"]) },
      is_invoice_item: true,
      invoice_item: { unit_price: latest(raw["STANDARDPRICELIST.LIST"]), account_id: account(raw["SALESLIST.LIST"]) }
    }
  }
})
