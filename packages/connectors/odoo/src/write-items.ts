/** Items: how stock is kept of one has changed its member. */
import { Connector, type Writes } from "@svc/core"
import type { Arguments } from "./ask.ts"
import { items } from "./items.ts"
import { known } from "./listing.ts"
import { activeOf, change, creation, ref, refs, removal, vals } from "./write.ts"

type Input = Writes.WriteInput<"ITEMS", "create" | "update">
const lookups = { stock: known("product.product", ["is_storable"]) }

/** Until 17 what is kept in stock is a type of its own. */
const typeOf = (type: Input["type"], stock: ReadonlyArray<string>): Arguments => {
  if (type == null) return {}
  const word = type === "SERVICE" ? "service" : "consu"
  if (stock.includes("is_storable")) return { type: word, is_storable: type === "INVENTORY" }
  return { type: type === "INVENTORY" ? "product" : word }
}

const valsOf = (input: Input, { lookups: found }: { readonly lookups: any }) => {
  const { bill_item, invoice_item } = input
  return vals({
    name: input.name,
    default_code: input.code,
    active: activeOf(input.status),
    ...typeOf(input.type, found.stock),
    purchase_ok: input.is_bill_item ?? (bill_item == null ? undefined : true),
    standard_price: bill_item?.unit_price,
    supplier_taxes_id: refs(bill_item?.tax_id),
    property_account_expense_id: ref(bill_item?.account_id),
    description_purchase: bill_item?.description,
    sale_ok: input.is_invoice_item ?? (invoice_item == null ? undefined : true),
    list_price: invoice_item?.unit_price,
    taxes_id: refs(invoice_item?.tax_id),
    property_account_income_id: ref(invoice_item?.account_id),
    description_sale: invoice_item?.description ?? input.description
  })
}

export const createItems = Connector.create("ITEMS", {
  requires: ["name"],
  unsupported: ["quantity_on_hand"],
  lookups,
  ...creation("product.product", valsOf, ({ code, name }: Input) => [
    ["name", "=", name],
    ["default_code", "=", code ?? false]
  ]),
  record: items
})
export const updateItems = Connector.update("ITEMS", {
  requires: [],
  unsupported: ["quantity_on_hand"],
  lookups,
  ...change("product.product", (input: Writes.WriteInput<"ITEMS", "update">, context) => valsOf(input, context)),
  record: items
})
export const deleteItems = Connector.delete("ITEMS", { ...removal("product.product"), record: items })
