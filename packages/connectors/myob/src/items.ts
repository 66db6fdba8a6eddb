/** What is bought and sold. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { common, listed, Ref, statusOf } from "./wire.ts"

export const items = Connector.read("ITEMS", {
  ...listed("/Inventory/Item"),
  item: Wire.struct({
    ...common,
    Number: Wire.text,
    Name: Wire.text,
    Description: Wire.text,
    IsActive: Wire.boolean,
    IsBought: Wire.boolean,
    IsSold: Wire.boolean,
    IsInventoried: Wire.boolean,
    QuantityOnHand: Wire.number,
    BaseSellingPrice: Wire.number,
    ExpenseAccount: Ref,
    CostOfSalesAccount: Ref,
    IncomeAccount: Ref,
    BuyingDetails: Wire.struct({ StandardCost: Wire.number, LastPurchasePrice: Wire.number, TaxCode: Ref }),
    SellingDetails: Wire.struct({ BaseSellingPrice: Wire.number, TaxCode: Ref })
  }),
  map: ({ BuyingDetails: buying, SellingDetails: selling, ...raw }) => ({
    platform_id: raw.UID,
    platform_unique_id: raw.Number,
    name: raw.Name,
    description: raw.Description,
    status: statusOf(raw.IsActive),
    // Whether what is not in stock is goods or a service, nothing says.
    type: raw.IsInventoried === true ? "INVENTORY" : raw.IsInventoried === false ? "NON_INVENTORY" : null,
    code: raw.Number,
    quantity_on_hand: raw.IsInventoried === true ? raw.QuantityOnHand : null,
    is_bill_item: raw.IsBought,
    bill_item:
      raw.IsBought === true
        ? {
            tax_id: buying?.TaxCode?.UID,
            account_id: raw.ExpenseAccount?.UID ?? raw.CostOfSalesAccount?.UID,
            // Quirk: the standard cost of an item that has none is zero.
            unit_price: buying?.StandardCost || buying?.LastPurchasePrice,
            description: null
          }
        : null,
    is_invoice_item: raw.IsSold,
    invoice_item:
      raw.IsSold === true
        ? {
            tax_id: selling?.TaxCode?.UID,
            account_id: raw.IncomeAccount?.UID,
            unit_price: selling?.BaseSellingPrice ?? raw.BaseSellingPrice,
            description: null
          }
        : null,
    updated_at: raw.LastModified
  })
})
