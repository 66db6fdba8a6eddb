/** Bills, purchase orders and expenses: whole minor units, bare ids in lines, `unitsPerBase` as the rate. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
import { detach, removeChildren } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { nested } from "./references.ts"
import { activeParty } from "./contacts.ts"
import { purchaseLine, purchaseLines } from "./lines.ts"
import { unitsRate } from "./rates.ts"

const settled = (row: Row): object => {
  const balanceMinor = row.totals.totalMinor - row.paidMinor - row.creditedMinor
  const open = balanceMinor < row.totals.totalMinor ? "part-settled" : "approved"
  const stage = row.stage === "entered" || row.stage === "voided" ? row.stage : balanceMinor === 0 ? "settled" : open
  return { balanceMinor, stage }
}

/** Puts a payment or credit on a bill, or takes it off again; never beyond its balance. */
export const settleBill = (
  tx: Transaction,
  id: Id,
  minor: number,
  by: "paidMinor" | "creditedMinor",
  currency: string,
  param: string
): void =>
  tx.revise("bills", id, (row) => {
    if (row.currency !== currency) throw new Failure("rule_violation", `${row.number} is in ${row.currency}.`, param)
    if (minor > 0 && (row.stage === "entered" || row.stage === "voided")) {
      throw new Failure("rule_violation", `${row.number} is ${row.stage}.`, param)
    }
    if (minor > row.balanceMinor) {
      throw new Failure("rule_violation", `${row.number} has only ${row.balanceMinor} left to pay.`, param)
    }
    const changed = { ...row, [by]: row[by] + minor }
    return { ...changed, ...settled(changed) }
  })

const frozen = ["vendor", "currency", "lines", "pricesIncludeTax", "unitsPerBase"]
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const rateOf = (tx: Transaction, draft: { currency: string; unitsPerBase: string | null }, before: Row | null) =>
  unitsRate(
    tx,
    draft.currency,
    draft.unitsPerBase ?? (before?.currency === draft.currency ? before.unitsPerBase : null)
  )

export const bills = resource({
  name: "bills",
  dated: "billedOn",
  ids: "bil",
  stamps: "iso",
  removal: "feed",
  unique: ["number"],
  filters: ["number", "stage", "vendor.id"],
  fields: {
    number: F.optional(F.text(40)),
    vendor: F.ref("contacts"),
    billedOn: F.day,
    payBy: F.optional(F.day),
    currency: F.currency,
    unitsPerBase: F.optional(F.amount(0, 6)),
    pricesIncludeTax: F.otherwise(F.flag, false),
    lines: F.list(purchaseLine, { min: 1 }),
    purchaseOrderIds: F.list(F.ref("purchaseOrders"), { max: 20 }),
    remark: F.optional(F.text(2000)),
    stage: F.otherwise(F.oneOf("entered", "approved", "voided"), "approved")
  },
  build: ({ draft, tx, id, before }) => {
    const money = before !== null && before.paidMinor + before.creditedMinor > 0
    const { lines, shownTotals } = purchaseLines(tx, draft, draft.lines, id, before)
    const next = {
      ...draft,
      id,
      number: draft.number ?? before?.number ?? `BILL-${String(id).slice(-5)}`,
      vendor: activeParty(tx, draft.vendor, "vendor", "vendor", before),
      unitsPerBase: rateOf(tx, draft, before),
      lines,
      totals: shownTotals,
      paidMinor: before?.paidMinor ?? 0,
      creditedMinor: before?.creditedMinor ?? 0
    }
    const changed = money ? frozen.find((name) => !same(before[name], next[name as keyof typeof next])) : undefined
    if (changed !== undefined || (money && draft.stage !== "approved")) {
      const param = changed ?? "stage"
      throw new Failure(
        "rule_violation",
        `${next.number} has payments or credits; its ${param} cannot be changed.`,
        param
      )
    }
    return { ...next, ...settled(next) }
  },
  remove: (row, tx) => {
    if (row.paidMinor + row.creditedMinor > 0) {
      throw new Failure("rule_violation", `${row.number} has payments or credits.`)
    }
    detach(tx, row.id, [["purchaseOrders", "billIds"]])
    removeChildren(tx, row.id, "attachments", "parent")
  }
})

export const purchaseOrders = resource({
  name: "purchaseOrders",
  dated: "orderedOn",
  ids: "por",
  stamps: "iso",
  removal: "flag",
  unique: ["number"],
  filters: ["number", "phase", "vendor.id"],
  fields: {
    number: F.optional(F.text(40)),
    vendor: F.ref("contacts"),
    orderedOn: F.day,
    expectedOn: F.optional(F.day),
    currency: F.currency,
    unitsPerBase: F.optional(F.amount(0, 6)),
    lines: F.list(purchaseLine, { min: 1 }),
    billIds: F.list(F.ref("bills"), { max: 20 }),
    remark: F.optional(F.text(2000)),
    phase: F.otherwise(F.oneOf("open", "received", "billed", "withdrawn"), "open")
  },
  build: ({ draft, tx, id, before }) => {
    const { lines, shownTotals } = purchaseLines(tx, draft, draft.lines, id, before)
    return {
      ...draft,
      number: draft.number ?? before?.number ?? `PO-${String(id).slice(-5)}`,
      vendor: activeParty(tx, draft.vendor, "vendor", "vendor", before),
      unitsPerBase: rateOf(tx, draft, before),
      lines,
      totals: shownTotals
    }
  },
  remove: (row, tx) => removeChildren(tx, row.id, "attachments", "parent")
})

export const expenses = resource({
  name: "expenses",
  dated: "paidOn",
  ids: "exp",
  stamps: "iso",
  removal: "feed",
  unique: ["voucher"],
  filters: ["voucher"],
  fields: {
    voucher: F.optional(F.text(40)),
    payee: F.optional(F.ref("contacts")),
    paidOn: F.day,
    paidFrom: F.ref("bankAccounts"),
    method: F.oneOf("card", "cash", "transfer", "directDebit"),
    currency: F.currency,
    unitsPerBase: F.optional(F.amount(0, 6)),
    lines: F.list(purchaseLine, { min: 1 }),
    remark: F.optional(F.text(2000))
  },
  build: ({ draft, tx, id, before }) => {
    const { lines, shownTotals } = purchaseLines(tx, draft, draft.lines, id, before)
    const bank = tx.get("bankAccounts", draft.paidFrom)!
    return {
      ...draft,
      voucher: draft.voucher ?? before?.voucher ?? `EXP-${String(id).slice(-5)}`,
      payee: nested(tx, "contacts", draft.payee, "name"),
      paidFrom: { id: bank.id, label: bank.label, ledgerAccountId: bank.ledgerAccount.id },
      unitsPerBase: rateOf(tx, draft, before),
      lines,
      totals: shownTotals
    }
  },
  remove: (row, tx) => removeChildren(tx, row.id, "attachments", "parent")
})
