/** How items, bank accounts, tax groups and currencies are written. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { bankAccounts } from "./bank-accounts.ts"
import { currencies } from "./currencies.ts"
import { items } from "./items.ts"
import { none } from "./lists.ts"
import { taxRates } from "./tax-rates.ts"
import { inSet, writing } from "./writing.ts"

const blocked = Take.words("blocked", { ACTIVE: false, ARCHIVED: true })

type Item = Writes.ItemOf<"ITEMS">
const side = (price: string): Take.Taken<Item["bill_item"], Item> => ({
  object: (made) => made,
  of: { unit_price: price, tax_id: "taxGroupId" }
})
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  record: items,
  placeOf: inSet("items"),
  alike: ["number", "displayName"],
  requires: { create: ["name"] },
  takes: {
    name: "displayName",
    description: "displayName2",
    code: "number",
    status: blocked,
    type: Take.words("type", { INVENTORY: "Inventory", SERVICE: "Service", NON_INVENTORY: "Non_x002D_Inventory" }),
    bill_item: side("unitCost"),
    invoice_item: side("unitPrice")
  },
  makes: ({ bill_item, invoice_item }, { refuse }) =>
    bill_item?.tax_id && invoice_item?.tax_id && bill_item.tax_id !== invoice_item.tax_id
      ? refuse("is another than that of `bill_item`: an item has one", "invoice_item.tax_id")
      : {},
  clears: ["description"]
})

export const writeBankAccounts = writing("BANK_ACCOUNTS", ["create", "update", "delete"], {
  record: bankAccounts,
  placeOf: inSet("bankAccounts"),
  alike: ["displayName", "bankAccountNumber"],
  requires: { create: ["account_name"] },
  takes: {
    account_name: "displayName",
    account_number: "bankAccountNumber",
    currency_id: "currencyId",
    iban: "iban",
    status: blocked
  },
  clears: ["account_number", "iban"]
})

export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  record: taxRates,
  placeOf: inSet("taxGroups"),
  alike: ["code"],
  requires: { create: ["code"] },
  takes: { name: "displayName", code: "code" },
  clears: ["name"]
})

export const writeCurrencies = writing("CURRENCIES", ["create", "update", "delete"], {
  record: currencies[0]!,
  placeOf: (item, refuse) =>
    item["platform_id"] === none
      ? refuse("is the currency of the books, which is set in Business Central", "platform_id")
      : { set: "currencies", id: String(item["platform_id"] ?? "") },
  alike: ["code"],
  isShort: true,
  requires: { create: ["code"] },
  takes: { name: "displayName", code: "code", symbol: "symbol" },
  clears: ["symbol"]
})
