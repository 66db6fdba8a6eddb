/** Charges and the money they move: each books its own balance transaction, balances are the sums of those. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import type { Derived, Id, Row, Transaction } from "../Resource.ts"
import { resource } from "../Resource.ts"

interface Movement {
  readonly type: "charge" | "refund" | "dispute" | "payout"
  readonly source: Id
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly text: string | null
  readonly payout: Id | null
}
/** Written by the platform alone; callers cannot. */
export const book = (tx: Transaction, movement: Movement) =>
  tx.create("balanceTransactions", { ...movement, state: movement.type === "charge" ? "pending" : "available" })

export const balanceTransactions = resource({
  name: "balanceTransactions",
  dated: "created",
  ids: "btx",
  stamps: "epoch",
  removal: "silent",
  verbs: [],
  filters: ["type", "source", "payout", "currency"],
  fields: {
    type: F.oneOf("charge", "refund", "dispute", "payout"),
    source: F.text(40),
    amount: F.whole(-1e12),
    fee: F.whole(0),
    currency: F.currency,
    text: F.optional(F.text(500)),
    payout: F.optional(F.text(40)),
    state: F.oneOf("pending", "available")
  },
  build: ({ draft }) => ({ ...draft, net: draft.amount - draft.fee })
})

/** 1.4 % and 25 minor units, as the platform's price list says. */
const feeOf = (amount: number) => Math.round(amount * 0.014) + 25

export const charges = resource({
  name: "charges",
  dated: "created",
  ids: "chg",
  stamps: "epoch",
  removal: "silent",
  verbs: ["create", "update"],
  filters: ["status", "customer", "order", "invoice"],
  fields: {
    amount: F.whole(1),
    currency: F.currency,
    method: F.object({
      type: F.oneOf("card", "upi", "netbanking", "wallet", "instalments", "sepaDebit"),
      brand: F.optional(F.text(30)),
      last4: F.optional(F.text(4))
    }),
    customer: F.optional(F.ref("payCustomers")),
    order: F.optional(F.ref("payOrders")),
    invoice: F.optional(F.ref("payInvoices")),
    description: F.optional(F.text(500)),
    reference: F.optional(F.text(60)),
    outcome: F.otherwise(F.oneOf("captured", "authorised", "declined", "initiated"), "captured")
  },
  build: ({ draft, tx, id, before }) => {
    const { outcome, ...rest } = draft
    if (before !== null && (before.amount !== draft.amount || before.currency !== draft.currency)) {
      throw new Failure("rule_violation", "The amount of a charge is fixed.", "amount")
    }
    const captured = outcome === "captured"
    const wasCaptured = before?.captured === true
    if (wasCaptured && !captured) throw new Failure("rule_violation", "The charge is captured already.", "outcome")
    const fee = captured ? feeOf(draft.amount) : 0
    if (captured && !wasCaptured) {
      book(tx, {
        type: "charge",
        source: id,
        amount: draft.amount,
        fee,
        currency: draft.currency,
        text: draft.description,
        payout: null
      })
      if (draft.invoice !== null) payInvoice(tx, draft.invoice, draft.amount, draft.currency)
    }
    if (draft.order !== null && (before === null || captured !== wasCaptured)) {
      payOrder(tx, draft.order, captured ? draft.amount : 0, draft.currency)
    }
    const refunded: number = before?.refunded ?? 0
    return { ...rest, status: outcome, captured, fee, refunded, disputed: before?.disputed ?? false }
  }
})

const payOrder = (tx: Transaction, id: Id, amount: number, currency: string) =>
  tx.revise("payOrders", id, (row) => {
    const amountPaid: number = row.amountPaid + amount
    if (row.currency !== currency || amountPaid > row.amount || row.status === "cancelled") {
      throw new Failure("rule_violation", "The order does not take this charge.", "order")
    }
    return { amountPaid, attempts: row.attempts + 1, status: amountPaid === row.amount ? "paid" : "tried" }
  })
const payInvoice = (tx: Transaction, id: Id, amount: number, currency: string) =>
  tx.revise("payInvoices", id, (row) => {
    if (row.currency !== currency || amount > row.due || row.status !== "open") {
      throw new Failure("rule_violation", "The invoice does not take this charge.", "invoice")
    }
    return { paid: row.paid + amount, due: row.due - amount, status: row.due === amount ? "paid" : "open" }
  })

/** One record for each currency; there is nothing to tell when it changed. */
export const balances: Derived = {
  name: "balances",
  filters: ["currency"],
  rows: (lookup) => {
    const sums = new Map<string, { available: number; pending: number }>()
    for (const row of lookup.rows("balanceTransactions") as Iterable<Row>) {
      const sum = sums.get(row.currency) ?? { available: 0, pending: 0 }
      sum[row.state as "available" | "pending"] += row.net
      sums.set(row.currency, sum)
    }
    return [...sums]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([currency, sum]) => ({ currency, ...sum }))
  }
}
