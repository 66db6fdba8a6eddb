/**
 * Credit notes of both kinds in one resource: `side` says whether a customer gets it or a vendor gives it. What is applied
 * lowers the balance of invoices or bills; `applyTo` lets the platform allocate by itself.
 */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { readMinor, showMinor } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
import { resource } from "../Resource.ts"
import { settleBill } from "./bills.ts"
import { knownParty } from "./contacts.ts"
import { settleInvoice } from "./invoices.ts"
import { salesLine, salesLines } from "./lines.ts"
import { fxRate } from "./rates.ts"

interface Applied {
  readonly document: { readonly type: "invoice" | "bill"; readonly id: Id }
  readonly amount: string
}

const settle = (tx: Transaction, { document }: Applied, minor: number, currency: string, param: string) =>
  document.type === "invoice"
    ? settleInvoice(tx, document.id, minor, "credited", currency, param)
    : settleBill(tx, document.id, minor, "creditedMinor", currency, param)

const undo = (row: Row, tx: Transaction) => {
  for (const applied of row.applied)
    settle(tx, applied, -readMinor(applied.amount, row.currency), row.currency, "applied")
}

/** Puts what is left on the named documents, in their order, each up to its balance. */
const allocate = (tx: Transaction, ids: ReadonlyArray<Id>, total: number, currency: string, party: Id) => {
  let left = total
  const applied: Array<Applied> = []
  ids.forEach((id, index) => {
    const invoice = tx.get("invoices", id)
    const row = invoice ?? tx.get("bills", id)!
    const param = `applyTo[${index}]`
    if ((row.customer ?? row.vendor).id !== party)
      throw new Failure("rule_violation", `${row.number} is another party's.`, param)
    const balance = invoice === undefined ? row.balanceMinor : readMinor(row.balance, row.currency)
    const minor = Math.min(left, balance)
    if (minor === 0) return
    const part: Applied = {
      document: { type: invoice === undefined ? "bill" : "invoice", id },
      amount: showMinor(minor, currency)
    }
    settle(tx, part, minor, currency, param)
    applied.push(part)
    left -= minor
  })
  return { applied, left }
}

export const creditNotes = resource({
  name: "creditNotes",
  dated: "issuedOn",
  ids: "crn",
  stamps: "iso",
  removal: "flag",
  unique: ["number"],
  filters: ["side", "number", "state", "party.id"],
  fields: {
    side: F.oneOf("customer", "vendor"),
    number: F.optional(F.text(40)),
    party: F.ref("contacts"),
    issuedOn: F.day,
    currency: F.currency,
    fxRate: F.optional(F.amount(0, 6)),
    lines: F.list(salesLine, { min: 1 }),
    applyTo: F.list(F.ref("invoices", "bills"), { max: 50 }),
    reason: F.optional(F.text(2000)),
    state: F.otherwise(F.oneOf("draft", "issued", "cancelled"), "issued")
  },
  build: ({ draft, tx, id, before }) => {
    if (before !== null && before.side !== draft.side) throw new Failure("rule_violation", "The side is fixed.", "side")
    if (before !== null) undo(before, tx)
    const { applyTo, currency, ...rest } = draft
    const side = draft.side === "customer" ? "sales" : "purchase"
    const { lines, totals, shownTotals } = salesLines(tx, { currency }, draft.lines, id, before, side)
    const wrong = applyTo.findIndex((target) => (tx.get("invoices", target) === undefined) === (side === "sales"))
    if (wrong >= 0) throw new Failure("rule_violation", `${applyTo[wrong]} is on the other side.`, `applyTo[${wrong}]`)
    const active = draft.state === "issued"
    const { applied, left } = allocate(tx, active ? applyTo : [], totals.total, currency, draft.party)
    return {
      ...rest,
      currency,
      number: draft.number ?? before?.number ?? `CN-${String(id).slice(-5)}`,
      party: knownParty(tx, draft.party, draft.side, "party"),
      fxRate: fxRate(tx, currency, draft.fxRate ?? (before?.currency === currency ? before.fxRate : null)),
      lines,
      totals: shownTotals,
      applied,
      remaining: showMinor(active ? left : 0, currency),
      state: active ? (left === 0 ? "used" : "issued") : draft.state
    }
  },
  remove: undo
})
