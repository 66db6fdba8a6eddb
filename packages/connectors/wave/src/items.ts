/** Products and services. Wave keeps no stock. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { archivedToo, changing } from "./asking.ts"
import { Named, record, stamps, statusOf, texts } from "./values.ts"

export const itemFields =
  "id name description unitPrice isSold isBought isArchived incomeAccount { id } expenseAccount { id } " +
  `defaultSalesTaxes { id } ${stamps}`

export const items = Connector.read("ITEMS", {
  ...changing({
    many: "products",
    one: "product",
    fields: itemFields,
    takes: { sort: "[ProductSort!]! = [CREATED_AT_ASC]", isArchived: "Boolean" },
    page: archivedToo
  }),
  item: Wire.struct({
    ...record,
    ...texts("name", "description"),
    unitPrice: Wire.number,
    isSold: Wire.boolean,
    isBought: Wire.boolean,
    isArchived: Wire.boolean,
    incomeAccount: Named,
    expenseAccount: Named,
    defaultSalesTaxes: Wire.list(Named)
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    status: statusOf(raw),
    type: "SERVICE",
    is_bill_item: raw.isBought,
    bill_item:
      raw.isBought === true
        ? { tax_id: null, account_id: raw.expenseAccount?.id, unit_price: raw.unitPrice, description: null }
        : null,
    is_invoice_item: raw.isSold,
    invoice_item:
      raw.isSold === true
        ? {
            tax_id: raw.defaultSalesTaxes?.[0]?.id,
            account_id: raw.incomeAccount?.id,
            unit_price: raw.unitPrice
          }
        : null,
    updated_at: raw.modifiedAt
  })
})
