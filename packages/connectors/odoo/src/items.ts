/** Items: the variants of products, which is what lines of documents name. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { listing, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "default_code", "type", "description_sale", "description_purchase"),
  ...Wire.all(Own.boolean, "is_storable", "active", "sale_ok", "purchase_ok"),
  ...Wire.all(Own.number, "list_price", "standard_price", "qty_available"),
  taxes_id: Own.links,
  supplier_taxes_id: Own.links,
  property_account_income_id: Own.link,
  property_account_expense_id: Own.link,
  write_date: Own.moment
}
/** Until 17 what is kept in stock is a type of its own. */
const kinds = Normalize.word({
  product: "INVENTORY",
  service: "SERVICE",
  consu: "NON_INVENTORY",
  combo: "NON_INVENTORY"
})

export const items = Connector.read("ITEMS", {
  ...listing({
    model: "product.product",
    fields: Object.keys(members),
    domain: ofCompany
  }),
  item: Wire.struct(members),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description_sale ?? raw.description_purchase,
    status: raw.active === false ? "ARCHIVED" : "ACTIVE",
    type: raw.is_storable === true ? "INVENTORY" : kinds(raw.type),
    code: raw.default_code,
    quantity_on_hand: raw.qty_available,
    is_bill_item: raw.purchase_ok,
    bill_item:
      raw.purchase_ok === true
        ? {
            tax_id: raw.supplier_taxes_id?.[0] ?? null,
            account_id: raw.property_account_expense_id ?? null,
            unit_price: raw.standard_price ?? null,
            description: raw.description_purchase ?? null
          }
        : null,
    is_invoice_item: raw.sale_ok,
    invoice_item:
      raw.sale_ok === true
        ? {
            tax_id: raw.taxes_id?.[0] ?? null,
            account_id: raw.property_account_income_id ?? null,
            unit_price: raw.list_price ?? null,
            description: raw.description_sale ?? null
          }
        : null,
    updated_at: raw.write_date
  })
})
