/** How products and sales taxes are written. What is put away comes back at Wave alone. */
import type { Take, Writes } from "@svc/core"
import { itemFields, items } from "./items.ts"
import { taxFields, taxRates } from "./tax-rates.ts"
import { archiving, same, status, writing } from "./writing.ts"

type Item = Writes.ItemOf<"ITEMS">
/** Quirk: what is bought and what is sold have one price. */
const price: Take.Make<number, unknown> = (amount, { refuse, root }) => {
  const prices = [root["invoice_item"]?.unit_price, root["bill_item"]?.unit_price]
  return prices.some((own) => typeof own === "number" && own !== amount)
    ? refuse("is another than that of the other side, and Wave keeps one price")
    : { unitPrice: String(amount) }
}
const laid = (made: object): object => made
export const writeItems = writing("ITEMS", ["create", "update"], {
  record: items,
  one: "product",
  fields: itemFields,
  isSame: (raw, { bill_item, invoice_item, name }) =>
    same(raw.name, name) && Number(raw.unitPrice) === (invoice_item?.unit_price ?? bill_item?.unit_price),
  turn: archiving("product"),
  requires: { create: ["name"] },
  takes: {
    name: "name",
    description: "description",
    status,
    type: (type, { refuse }) => (type === "SERVICE" ? {} : refuse("must be SERVICE: Wave keeps no stock")),
    invoice_item: {
      object: laid,
      of: {
        unit_price: price,
        account_id: "incomeAccountId",
        tax_id: { to: "defaultSalesTaxIds", by: (id) => [id] }
      }
    },
    bill_item: { object: laid, of: { unit_price: price, account_id: "expenseAccountId" } }
  },
  clears: ["description"],
  makes: ({ bill_item, invoice_item }: Item, { isNew, refuse }) =>
    isNew && (invoice_item?.unit_price ?? bill_item?.unit_price) == null
      ? refuse("is required", "invoice_item.unit_price")
      : {}
})

export const writeTaxRates = writing("TAX_RATES", ["create"], {
  record: taxRates,
  one: "salesTax",
  fields: taxFields,
  unsorted: true,
  isSame: (raw, { code, name }) => same(raw.name, name) && same(raw.abbreviation, code),
  requires: ["name", "code", "total_tax_rate"],
  takes: {
    name: "name",
    code: "abbreviation",
    total_tax_rate: (rate) => ({ rate: String(Number((rate / 100).toFixed(8))) })
  }
})
