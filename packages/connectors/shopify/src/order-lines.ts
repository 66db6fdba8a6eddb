/** The lines of an order: https://shopify.dev/docs/api/admin-graphql/latest/objects/LineItem */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amount, globalId, MoneyBag, Reference } from "./wire.ts"

export const lineFields =
  "id name sku quantity originalUnitPriceSet { shopMoney { amount } } " +
  "discountAllocations { allocatedAmountSet { shopMoney { amount } } } taxLines { priceSet { shopMoney { amount } } } " +
  "product { id } variant { id }"

export const LineItem = Wire.struct({
  id: Wire.required(globalId),
  name: Wire.text,
  sku: Wire.text,
  quantity: Wire.number,
  originalUnitPriceSet: MoneyBag,
  // Quirk: the line's own totals leave out discounts of the whole order; what is allocated to the line holds all.
  discountAllocations: Wire.list(Wire.struct({ allocatedAmountSet: MoneyBag })),
  taxLines: Wire.list(Wire.struct({ priceSet: MoneyBag })),
  product: Reference,
  variant: Reference
})

/** The sum of amounts: nothing where there is no list or one of them is missing, zero where the list is empty. */
const total = (amounts: ReadonlyArray<number | null> | undefined): number | null =>
  amounts === undefined || amounts.includes(null) === true ? null : amounts.length === 0 ? 0 : Normalize.sum(amounts)

/** What is left of prices without their tax, which they may hold; nothing where it is not known whether they do. */
export const untaxed = (
  amount: number | null,
  tax: number | null,
  taxesIncluded: boolean | null | undefined
): number | null => (taxesIncluded == null ? null : taxesIncluded ? Normalize.difference(amount, tax) : amount)

/** Quantities and amounts are as ordered: what was taken back later is in the order's `refunded_amount`. */
export const lineItem = (raw: (typeof LineItem)["Type"], taxesIncluded: boolean | null) => {
  const unit = amount(raw.originalUnitPriceSet)
  const discount = total(raw.discountAllocations?.map((own) => amount(own.allocatedAmountSet)))
  const tax = total(raw.taxLines?.map((own) => amount(own.priceSet)))
  const price = Normalize.difference(Normalize.product(unit, raw.quantity), discount)
  return {
    platform_id: raw.id.id,
    // A custom line, or one whose product is deleted, has neither.
    item_id: raw.product?.id.id ?? raw.variant?.id.id,
    variant_id: raw.variant?.id.id,
    sku: raw.sku,
    description: raw.name,
    quantity: raw.quantity,
    unit_amount: unit,
    sub_total: untaxed(price, tax, taxesIncluded),
    tax_amount: tax,
    total_amount: taxesIncluded === null ? null : taxesIncluded ? price : total([price, tax]),
    total_discount: discount
  }
}
