/** Money that leaves again: refunds, disputes, payouts. Each books its own balance transaction. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { resource } from "../Resource.ts"
import { book } from "./charges.ts"

export const refunds = resource({
  name: "refunds",
  dated: "created",
  ids: "rfn",
  stamps: "epoch",
  removal: "silent",
  verbs: ["create", "update"],
  filters: ["status", "charge"],
  fields: {
    charge: F.ref("charges"),
    amount: F.whole(1),
    reason: F.optional(F.oneOf("requested", "duplicate", "fraud")),
    text: F.optional(F.text(500)),
    reference: F.optional(F.text(60)),
    status: F.otherwise(F.oneOf("queued", "done", "failed"), "done")
  },
  build: ({ draft, tx, id, before }) => {
    const charge = tx.get("charges", draft.charge)!
    if (before !== null && before.amount !== draft.amount)
      throw new Failure("rule_violation", "The amount is fixed.", "amount")
    if (before !== null && before.status !== draft.status && before.status !== "queued")
      throw new Failure("rule_violation", "Only the status of a queued refund can be changed.", "status")
    const isDone = draft.status === "done" && before?.status !== "done"
    if (before?.status !== "done" && (!charge.captured || draft.amount > charge.amount - charge.refunded)) {
      throw new Failure("rule_violation", "More than the charge has left cannot be refunded.", "amount")
    }
    const { currency } = charge
    if (isDone) {
      tx.revise("charges", charge.id, (row) => ({ refunded: row.refunded + draft.amount }))
      book(tx, { type: "refund", source: id, amount: -draft.amount, fee: 0, currency, text: draft.text, payout: null })
    }
    return { ...draft, currency }
  }
})

export const disputes = resource({
  name: "disputes",
  dated: "created",
  ids: "dsp",
  stamps: "epoch",
  removal: "silent",
  verbs: ["create", "update"],
  filters: ["status", "charge"],
  fields: {
    charge: F.ref("charges"),
    amount: F.whole(1),
    reason: F.object({ code: F.text(40), text: F.optional(F.text(500)) }),
    evidenceDueBy: F.optional(F.epoch),
    status: F.otherwise(F.oneOf("needsResponse", "underReview", "won", "lost", "withdrawn"), "needsResponse")
  },
  build: ({ draft, tx, id, before }) => {
    const charge = tx.get("charges", draft.charge)!
    if (draft.amount > charge.amount) throw new Failure("rule_violation", "More than the charge is disputed.", "amount")
    const { currency } = charge
    const move = (amount: number, fee: number, text: string) =>
      book(tx, { type: "dispute", source: id, amount, fee, currency, text, payout: null })
    if (before === null) {
      tx.revise("charges", charge.id, () => ({ disputed: true }))
      move(-draft.amount, 1500, "Dispute opened")
    }
    const back = (status: string) => status === "won" || status === "withdrawn"
    if (back(draft.status) && (before === null || !back(before.status))) move(draft.amount, 0, "Dispute returned")
    return { ...draft, currency }
  }
})

export const payouts = resource({
  name: "payouts",
  dated: "created",
  ids: "pot",
  stamps: "epoch",
  removal: "silent",
  verbs: ["create", "update"],
  filters: ["status", "currency"],
  fields: {
    amount: F.whole(1),
    currency: F.currency,
    arrivesOn: F.optional(F.epoch),
    bank: F.optional(F.object({ name: F.text(), last4: F.text(4) })),
    statement: F.optional(F.text(60)),
    status: F.otherwise(F.oneOf("scheduled", "paid", "failed"), "scheduled")
  },
  build: ({ draft, tx, id, before }) => {
    const { amount, currency } = draft
    if (before !== null && before.amount !== amount)
      throw new Failure("rule_violation", "The amount is fixed.", "amount")
    const move = (value: number, text: string) =>
      book(tx, { type: "payout", source: id, amount: value, fee: 0, currency, text, payout: id })
    if (before === null) {
      const held = [...tx.rows("balanceTransactions")].filter((row) => row.currency === currency)
      const balance = held.reduce((sum, row) => sum + row.net, 0)
      if (amount > balance) throw new Failure("rule_violation", "The balance is lower than the payout.", "amount")
      for (const row of held) {
        if (row.payout === null) tx.revise("balanceTransactions", row.id, () => ({ payout: id, state: "available" }))
      }
      move(-amount, "Payout")
    }
    if (draft.status === "failed" && before?.status !== "failed") move(amount, "Payout returned")
    return draft
  }
})
