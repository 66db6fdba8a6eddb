/** The shop: numeric ids, decimal text, local times with an offset, statuses in words of three kinds. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { readMinor, showMinor, share, decimal } from "../Money.ts"
import { detach } from "../Relations.ts"
import type { Id } from "../Resource.ts"
import { resource } from "../Resource.ts"

const place = F.object({
  name: F.optional(F.text()),
  line1: F.optional(F.text()),
  line2: F.optional(F.text()),
  city: F.optional(F.text()),
  province: F.optional(F.text()),
  zip: F.optional(F.text(20)),
  country: F.optional(F.country)
})

export const shopCustomers = resource({
  name: "shopCustomers",
  ids: 500_000,
  stamps: "offset",
  removal: "feed",
  unique: ["email"],
  filters: ["email"],
  fields: {
    firstName: F.optional(F.text()),
    lastName: F.optional(F.text()),
    company: F.optional(F.text()),
    email: F.optional(F.email),
    phone: F.optional(F.text(30)),
    currency: F.optional(F.currency),
    addresses: F.list(place, { max: 10 }),
    note: F.optional(F.text(1000)),
    enabled: F.otherwise(F.flag, true)
  },
  build: ({ draft }) => ({ ...draft, defaultAddress: draft.addresses[0] ?? null }),
  remove: (row, tx) => detach(tx, row.id, [["shopOrders", "customer"]])
})

export const shopProducts = resource({
  name: "shopProducts",
  ids: 800_000,
  stamps: "offset",
  removal: "flag",
  filters: ["visibility"],
  fields: {
    title: F.text(),
    bodyHtml: F.optional(F.text(5000)),
    tags: F.list(F.text(40), { max: 30 }),
    currency: F.currency,
    variants: F.list(
      F.object({ sku: F.text(40), title: F.text(), price: F.amount(0), stock: F.otherwise(F.whole(0), 0) }),
      { min: 1, max: 50 }
    ),
    visibility: F.otherwise(F.oneOf("visible", "hidden", "retired"), "visible")
  },
  build: ({ draft, id }) => ({
    ...draft,
    variants: draft.variants.map((variant, index) => ({ id: Number(id) * 100 + index + 1, ...variant })),
    totalStock: draft.variants.reduce((sum, { stock }) => sum + stock, 0)
  })
})

const line = F.object({
  product: F.optional(F.ref("shopProducts")),
  variantId: F.optional(F.whole(1)),
  title: F.optional(F.text()),
  quantity: F.otherwise(F.whole(1, 10_000), 1),
  price: F.optional(F.amount(0)),
  discount: F.otherwise(F.amount(0), "0.00"),
  taxPercent: F.otherwise(F.amount(0), "0.00")
})

export const shopOrders = resource({
  name: "shopOrders",
  dated: "createdAt",
  ids: 1_000_000,
  stamps: "offset",
  removal: "feed",
  filters: ["status", "financialStatus", "customer.id"],
  fields: {
    customer: F.optional(F.ref("shopCustomers")),
    currency: F.currency,
    reference: F.optional(F.text(60)),
    note: F.optional(F.text(1000)),
    lines: F.list(line, { min: 1, max: 100 }),
    shipping: F.otherwise(F.amount(0), "0.00"),
    paid: F.otherwise(F.amount(0), "0.00"),
    refunded: F.otherwise(F.amount(0), "0.00"),
    billingAddress: F.optional(place),
    shippingAddress: F.optional(place),
    status: F.otherwise(F.oneOf("open", "archived", "cancelled"), "open"),
    delivery: F.otherwise(F.oneOf("unfulfilled", "partial", "shipped", "delivered", "returned"), "unfulfilled")
  },
  build: ({ draft, tx, id, before }) => {
    const { currency } = draft
    const ordered = new Set((before?.lines ?? []).map((row: { readonly productId: Id | null }) => row.productId))
    const minor = (text: string) => readMinor(text, currency)
    const money = (value: number) => showMinor(value, currency)
    const lines = draft.lines.map((wanted, index) => {
      const { product: productId, ...rest } = wanted
      const product = productId === null ? undefined : tx.get("shopProducts", productId)
      if (product !== undefined && product.visibility === "retired" && !ordered.has(product.id)) {
        throw new Failure("rule_violation", `${product.title} is not sold any more.`, `lines[${index}].product`)
      }
      const options: ReadonlyArray<{ readonly id: number; readonly sku: string; readonly price: string }> =
        product?.variants ?? []
      const variant = options.find((option) => option.id === wanted.variantId) ?? options[0]
      const price = wanted.price ?? variant?.price
      if (price === undefined) throw new Failure("invalid_request", "A line needs a price.", `lines[${index}].price`)
      const subtotal = minor(price) * wanted.quantity - minor(wanted.discount)
      if (subtotal < 0)
        throw new Failure("rule_violation", "The discount is higher than the line.", `lines[${index}].discount`)
      const tax = share(subtotal, decimal(wanted.taxPercent), decimal(100))
      return {
        id: Number(id) * 100 + index + 1,
        ...rest,
        productId,
        variantId: variant?.id ?? null,
        sku: variant?.sku ?? null,
        title: wanted.title ?? product?.title ?? null,
        price,
        subtotal: money(subtotal),
        tax: money(tax),
        total: money(subtotal + tax)
      }
    })
    const sum = (name: "subtotal" | "tax" | "discount") => lines.reduce((all, one) => all + minor(one[name]), 0)
    const total = sum("subtotal") + sum("tax") + minor(draft.shipping)
    const [paid, refunded] = [minor(draft.paid), minor(draft.refunded)]
    if (paid > total) throw new Failure("rule_violation", "More than the total is paid.", "paid")
    if (refunded > paid) throw new Failure("rule_violation", "More than was paid is refunded.", "refunded")
    const back = refunded > 0 ? (refunded === paid ? "refunded" : "partlyRefunded") : undefined
    const open = draft.status === "cancelled" ? "voided" : "awaiting"
    const financialStatus = back ?? (paid === total ? "paid" : paid > 0 ? "partlyPaid" : open)
    const buyer = draft.customer === null ? undefined : tx.get("shopCustomers", draft.customer)
    const number = Number(id) - 1_000_000 + 1000
    const customer =
      buyer === undefined
        ? null
        : { id: buyer.id, email: buyer.email, firstName: buyer.firstName, lastName: buyer.lastName }
    return {
      number,
      label: `#${number}`,
      ...draft,
      customer,
      lines,
      subtotal: money(sum("subtotal")),
      discount: money(sum("discount")),
      tax: money(sum("tax")),
      total: money(total),
      outstanding: money(open === "voided" ? 0 : total - paid),
      financialStatus
    }
  }
})
