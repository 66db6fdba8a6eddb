/** Products and services. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { names } from "./query.ts"
import { activity, record, Ref, updatedAt } from "./wire.ts"

const types = Normalize.word({ Inventory: "INVENTORY", NonInventory: "NON_INVENTORY", Service: "SERVICE" })

export const items = Connector.read("ITEMS", {
  ...names("Item"),
  mapping: 3,
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "Name", "Description", "PurchaseDesc", "Sku"),
    Active: Wire.boolean,
    Type: Wire.decisive(Wire.text),
    ...Wire.all(Wire.number, "QtyOnHand", "UnitPrice", "PurchaseCost"),
    ...Wire.all(Ref, "IncomeAccountRef", "ExpenseAccountRef", "SalesTaxCodeRef", "PurchaseTaxCodeRef")
  }),
  map: (raw) => {
    // Quirk: the folders that items are sorted into are items too.
    if (raw.Type === "Category") return null
    const [income, expense] = [raw.IncomeAccountRef?.value, raw.ExpenseAccountRef?.value]
    return {
      platform_id: raw.Id,
      platform_unique_id: raw.Sku,
      name: raw.Name,
      description: raw.Description,
      status: activity(raw.Active),
      type: types(raw.Type),
      code: raw.Sku,
      quantity_on_hand: raw.QtyOnHand,
      is_bill_item: Boolean(expense),
      bill_item: expense
        ? {
            tax_id: raw.PurchaseTaxCodeRef?.value,
            account_id: expense,
            unit_price: raw.PurchaseCost,
            description: Normalize.text(raw.PurchaseDesc)
          }
        : null,
      is_invoice_item: Boolean(income),
      invoice_item: income
        ? {
            tax_id: raw.SalesTaxCodeRef?.value,
            account_id: income,
            unit_price: raw.UnitPrice,
            description: Normalize.text(raw.Description)
          }
        : null,
      updated_at: updatedAt(raw)
    }
  }
})
