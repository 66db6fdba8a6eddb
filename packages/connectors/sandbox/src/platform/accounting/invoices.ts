/** Sales invoices and sales orders: decimal text, nested customer, `fxRate` in base units per unit. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { readMinor, showMinor } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
import { removeChildren } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { activeParty } from "./contacts.ts"
import { salesLine, salesLines } from "./lines.ts"
import { fxRate } from "./rates.ts"

const settled = (row: Row): object => {
  const minor = (text: string) => readMinor(text, row.currency)
  const balance = minor(row.totals.total) - minor(row.paid) - minor(row.credited)
  const open = row.remindersSent > 0 ? "overdue" : balance < minor(row.totals.total) ? "partPaid" : "issued"
  const state = row.state === "draft" || row.state === "cancelled" ? row.state : balance === 0 ? "settled" : open
  return { balance: showMinor(balance, row.currency), state }
}

/** Puts a payment or credit on an invoice, or takes it off again; never beyond its balance. */
export const settleInvoice = (
  tx: Transaction,
  id: Id,
  minor: number,
  by: "paid" | "credited",
  currency: string,
  param: string
): void =>
  tx.revise("invoices", id, (row) => {
    if (row.currency !== currency) throw new Failure("rule_violation", `${row.number} is in ${row.currency}.`, param)
    if (minor > 0 && (row.state === "draft" || row.state === "cancelled")) {
      throw new Failure("rule_violation", `${row.number} is ${row.state}.`, param)
    }
    if (minor > readMinor(row.balance, currency)) {
      throw new Failure("rule_violation", `${row.number} has only ${row.balance} left to pay.`, param)
    }
    const changed = { ...row, [by]: showMinor(readMinor(row[by], currency) + minor, currency) }
    return { ...changed, ...settled(changed) }
  })

const frozen = ["customer", "currency", "lines", "discount", "pricesIncludeTax", "fxRate"]
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

export const invoices = resource({
  name: "invoices",
  dated: "issuedOn",
  ids: "inv",
  stamps: "iso",
  removal: "flag",
  unique: ["number"],
  filters: ["number", "state", "customer.id"],
  fields: {
    number: F.optional(F.text(40)),
    customer: F.ref("contacts"),
    issuedOn: F.day,
    dueOn: F.optional(F.day),
    currency: F.currency,
    fxRate: F.optional(F.amount(0, 6)),
    pricesIncludeTax: F.otherwise(F.flag, false),
    discount: F.otherwise(F.amount(0), "0.00"),
    lines: F.list(salesLine, { min: 1 }),
    salesOrders: F.list(F.ref("salesOrders"), { max: 20 }),
    note: F.optional(F.text(2000)),
    remindersSent: F.otherwise(F.whole(0, 9), 0),
    state: F.otherwise(F.oneOf("draft", "issued", "cancelled"), "issued")
  },
  build: ({ draft, tx, id, before }) => {
    const money = before !== null && [before.paid, before.credited].some((text) => Number(text) > 0)
    const customer = activeParty(tx, draft.customer, "customer", "customer", before)
    const discount = readMinor(draft.discount, draft.currency)
    const { lines, shownTotals } = salesLines(tx, { ...draft, discount }, draft.lines, id, before)
    const zero = showMinor(0, draft.currency)
    const next = {
      ...draft,
      id,
      number: draft.number ?? before?.number ?? `INV-${String(id).slice(-5)}`,
      customer,
      fxRate: fxRate(tx, draft.currency, draft.fxRate ?? (before?.currency === draft.currency ? before.fxRate : null)),
      lines,
      totals: shownTotals,
      paid: before?.paid ?? zero,
      credited: before?.credited ?? zero
    }
    const changed = money ? frozen.find((name) => !same(before[name], next[name as keyof typeof next])) : undefined
    if (changed !== undefined) {
      throw new Failure(
        "rule_violation",
        `${next.number} has payments or credits; its ${changed} cannot be changed.`,
        changed
      )
    }
    if (before?.state === "cancelled" && draft.state !== "cancelled") {
      throw new Failure("rule_violation", `${next.number} is cancelled.`, "state")
    }
    if (money && draft.state !== "issued") {
      throw new Failure("rule_violation", `${next.number} has payments or credits.`, "state")
    }
    return { ...next, ...settled(next) }
  },
  remove: (row) => {
    if (Number(row.paid) > 0 || Number(row.credited) > 0) {
      throw new Failure("rule_violation", `${row.number} has payments or credits.`)
    }
  }
})

export const salesOrders = resource({
  name: "salesOrders",
  dated: "orderedOn",
  ids: "sor",
  stamps: "iso",
  removal: "feed",
  unique: ["number"],
  filters: ["number", "phase", "customer.id"],
  fields: {
    number: F.optional(F.text(40)),
    customer: F.ref("contacts"),
    orderedOn: F.day,
    deliverOn: F.optional(F.day),
    currency: F.currency,
    fxRate: F.optional(F.amount(0, 6)),
    discount: F.otherwise(F.amount(0), "0.00"),
    lines: F.list(salesLine, { min: 1 }),
    note: F.optional(F.text(2000)),
    phase: F.otherwise(F.oneOf("quoted", "confirmed", "delivered", "withdrawn"), "confirmed")
  },
  build: ({ draft, tx, id, before }) => {
    const discount = readMinor(draft.discount, draft.currency)
    const { lines, shownTotals } = salesLines(tx, { ...draft, discount }, draft.lines, id, before)
    return {
      ...draft,
      number: draft.number ?? before?.number ?? `SO-${String(id).slice(-5)}`,
      customer: activeParty(tx, draft.customer, "customer", "customer", before),
      fxRate: fxRate(tx, draft.currency, draft.fxRate ?? (before?.currency === draft.currency ? before.fxRate : null)),
      lines,
      totals: shownTotals
    }
  },
  remove: (row, tx) => {
    if (tx.find("invoices", (invoice) => invoice.salesOrders.includes(row.id)) !== undefined) {
      throw new Failure("rule_violation", `${row.number} is invoiced.`)
    }
    removeChildren(tx, row.id, "attachments", "parent")
  },
  // Quirk: as the invoices name their orders, a new one does not move the order's updatedAt.
  show: (row, lookup) => ({
    ...row,
    invoices: [...lookup.rows("invoices")].flatMap((invoice) =>
      invoice.deleted !== true && invoice.salesOrders.includes(row.id) ? [invoice.id] : []
    )
  })
})
