/** The lines of payment invoices and payment links. */
import * as Wire from "@svc/core/Wire"
import type { amountIn } from "./wire.ts"

export const PaymentLines = Wire.list(
  Wire.struct({
    id: Wire.id,
    product: Wire.id,
    taxRate: Wire.id,
    text: Wire.text,
    qty: Wire.number,
    unitAmount: Wire.number,
    discount: Wire.number,
    subtotal: Wire.number,
    tax: Wire.number,
    total: Wire.number
  })
)

export const paymentLines = (
  lines: (typeof PaymentLines)["Type"] | null | undefined,
  amount: ReturnType<typeof amountIn>
) =>
  (lines ?? []).map((line) => ({
    platform_id: line.id,
    item_id: line.product,
    tax_id: line.taxRate,
    description: line.text,
    quantity: line.qty,
    unit_amount: amount(line.unitAmount),
    sub_total: amount(line.subtotal),
    tax_amount: amount(line.tax),
    total_amount: amount(line.total),
    total_discount: amount(line.discount)
  }))
