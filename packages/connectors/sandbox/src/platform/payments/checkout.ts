/** The payment side's master data: whole minor units, times in seconds since 1970, bare ids. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { refuseWhenUsed } from "../Relations.ts"
import type { Id, Lookup } from "../Resource.ts"
import { resource } from "../Resource.ts"

const place = F.object({
  street: F.optional(F.text()),
  city: F.optional(F.text()),
  state: F.optional(F.text()),
  zip: F.optional(F.text(20)),
  country: F.optional(F.country)
})

export const payCustomers = resource({
  name: "payCustomers",
  ids: "pcu",
  stamps: "epoch",
  removal: "flag",
  filters: ["email", "blocked"],
  fields: {
    fullName: F.text(),
    email: F.optional(F.email),
    phone: F.optional(F.text(30)),
    taxId: F.optional(F.text(30)),
    currency: F.optional(F.currency),
    address: F.optional(place),
    note: F.optional(F.text(500)),
    blocked: F.otherwise(F.flag, false)
  },
  build: ({ draft }) => draft
})

export const payProducts = resource({
  name: "payProducts",
  ids: "prd",
  stamps: "epoch",
  removal: "feed",
  unique: ["code"],
  filters: ["code", "active"],
  fields: {
    title: F.text(),
    summary: F.optional(F.text(500)),
    code: F.optional(F.text(40)),
    priceMinor: F.whole(0),
    currency: F.currency,
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft }) => draft,
  remove: (row, tx) => refuseWhenUsed(tx, row.id, ["payInvoices", "paymentLinks"])
})

export const payTaxRates = resource({
  name: "payTaxRates",
  ids: "ptx",
  stamps: "epoch",
  removal: "silent",
  fields: {
    label: F.text(),
    about: F.optional(F.text()),
    basisPoints: F.whole(0, 10_000),
    country: F.optional(F.country),
    inclusive: F.otherwise(F.flag, false),
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft }) => draft,
  remove: (row, tx) => refuseWhenUsed(tx, row.id, ["payInvoices", "paymentLinks"])
})

export const payOrders = resource({
  name: "payOrders",
  dated: "created",
  ids: "ord",
  stamps: "epoch",
  removal: "feed",
  filters: ["status", "reference"],
  fields: {
    reference: F.optional(F.text(60)),
    amount: F.whole(1),
    currency: F.currency,
    customer: F.optional(F.ref("payCustomers")),
    cancelled: F.otherwise(F.flag, false)
  },
  build: ({ draft, before }) => {
    const { cancelled, ...rest } = draft
    const amountPaid = before?.amountPaid ?? 0
    const attempts = before?.attempts ?? 0
    if (cancelled && amountPaid > 0)
      throw new Failure("rule_violation", "A paid order cannot be cancelled.", "cancelled")
    const open = attempts === 0 ? "new" : "tried"
    const status = cancelled ? "cancelled" : amountPaid >= draft.amount ? "paid" : open
    return { ...rest, amountPaid, attempts, status }
  },
  remove: (row, tx) => refuseWhenUsed(tx, row.id, ["charges"])
})

const line = F.object({
  product: F.optional(F.ref("payProducts")),
  taxRate: F.optional(F.ref("payTaxRates")),
  text: F.optional(F.text(500)),
  qty: F.otherwise(F.whole(1, 100_000), 1),
  unitAmount: F.optional(F.whole(0)),
  discount: F.otherwise(F.whole(0), 0)
})
type Line = typeof line extends F.Field<infer A> ? A : never

const priced = (lines: ReadonlyArray<Line>, tx: Lookup, id: Id) => {
  const computed = lines.map((draft, index) => {
    const product = draft.product === null ? undefined : tx.get("payProducts", draft.product)
    const taxRate = draft.taxRate === null ? undefined : tx.get("payTaxRates", draft.taxRate)
    const unitAmount = draft.unitAmount ?? product?.priceMinor ?? 0
    const subtotal = unitAmount * draft.qty - draft.discount
    if (subtotal < 0)
      throw new Failure("rule_violation", "The discount is higher than the line.", `lines[${index}].discount`)
    const tax = Math.round((subtotal * (taxRate?.basisPoints ?? 0)) / 10_000)
    const text = draft.text ?? product?.title ?? null
    return { id: `${id}-${index + 1}`, ...draft, text, unitAmount, subtotal, tax, total: subtotal + tax }
  })
  const sum = (name: "discount" | "subtotal" | "tax" | "total") => computed.reduce((all, one) => all + one[name], 0)
  return {
    lines: computed,
    discount: sum("discount"),
    subtotal: sum("subtotal"),
    tax: sum("tax"),
    total: sum("total")
  }
}

export const payInvoices = resource({
  name: "payInvoices",
  dated: "issued",
  ids: "pin",
  stamps: "epoch",
  removal: "feed",
  unique: ["number"],
  filters: ["status", "customer"],
  fields: {
    number: F.optional(F.text(40)),
    customer: F.ref("payCustomers"),
    currency: F.currency,
    issued: F.epoch,
    dueBy: F.optional(F.epoch),
    lines: F.list(line, { min: 1, max: 50 }),
    memo: F.optional(F.text(500)),
    status: F.otherwise(F.oneOf("draft", "open", "void", "uncollectible"), "open")
  },
  build: ({ draft, tx, id, before }) => {
    const sums = priced(draft.lines, tx, id)
    const paid: number = before?.paid ?? 0
    const status = draft.status === "open" && paid >= sums.total ? "paid" : draft.status
    const number = draft.number ?? before?.number ?? `R-${String(id).slice(-6)}`
    const hostedUrl = `https://pay.sandbox.example/i/${id}`
    return { ...draft, ...sums, number, paid, due: Math.max(0, sums.total - paid), status, hostedUrl }
  },
  remove: (row, tx) => refuseWhenUsed(tx, row.id, ["charges"])
})

export const paymentLinks = resource({
  name: "paymentLinks",
  ids: "lnk",
  stamps: "epoch",
  removal: "silent",
  filters: ["active"],
  fields: {
    title: F.text(),
    currency: F.currency,
    customer: F.optional(F.ref("payCustomers")),
    lines: F.list(line, { min: 1, max: 20 }),
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft, tx, id }) => {
    const { lines, total } = priced(draft.lines, tx, id)
    return { ...draft, lines, amount: total, url: `https://pay.sandbox.example/l/${id}` }
  }
})
