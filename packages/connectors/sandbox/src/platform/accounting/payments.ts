/**
 * Payments and credit notes. Each puts amounts on invoices or bills and takes them off again when it is changed, deleted
 * or cancelled, so balances always agree.
 */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { readMinor, showMinor } from "../Money.ts"
import type { Id, Row, Transaction } from "../Resource.ts"
import { resource } from "../Resource.ts"
import { settleBill } from "./bills.ts"
import { baseCurrency, nested } from "./references.ts"
import { knownParty } from "./contacts.ts"
import { settleInvoice } from "./invoices.ts"
import { fxRate, unitsRate } from "./rates.ts"

/** Money goes through an account of its own currency or of the base currency. */
const bankFor = (tx: Transaction, id: Id, currency: string, param: string): Row => {
  const bank = tx.get("bankAccounts", id)!
  if (bank.currency !== currency && bank.currency !== baseCurrency(tx)) {
    throw new Failure("rule_violation", `${bank.label} is in ${bank.currency}.`, param)
  }
  return bank
}
const withinTotal = (parts: ReadonlyArray<number>, total: number, param: string) => {
  const sum = parts.reduce((all, part) => all + part, 0)
  if (sum > total) throw new Failure("rule_violation", "More is allocated than there is.", param)
  return total - sum
}
const ofParty = (
  tx: Transaction,
  document: string,
  id: Id,
  member: "customer" | "vendor",
  party: Id,
  param: string
) => {
  const row = tx.get(document, id)!
  if (row[member].id !== party) throw new Failure("rule_violation", `${row.number} is another ${member}'s.`, param)
}

const undoCustomerPayment = (row: Row, tx: Transaction) => {
  if (row.state === "bounced") return
  for (const { invoice, amount } of row.allocations) {
    settleInvoice(tx, invoice.id, -readMinor(amount, row.currency), "paid", row.currency, "allocations")
  }
}

export const customerPayments = resource({
  name: "customerPayments",
  dated: "receivedOn",
  ids: "rcp",
  stamps: "iso",
  removal: "flag",
  filters: ["customer.id"],
  fields: {
    reference: F.optional(F.text(60)),
    customer: F.ref("contacts"),
    receivedOn: F.day,
    method: F.oneOf("bank", "card", "cash", "directDebit", "paymentLink"),
    currency: F.currency,
    fxRate: F.optional(F.amount(0, 6)),
    amount: F.amount(0),
    into: F.ref("bankAccounts"),
    allocations: F.list(F.object({ invoice: F.ref("invoices"), amount: F.amount(0) }), { max: 50 }),
    note: F.optional(F.text(500)),
    state: F.otherwise(F.oneOf("cleared", "bounced"), "cleared")
  },
  build: ({ draft, tx, before }) => {
    if (before !== null) undoCustomerPayment(before, tx)
    const { currency } = draft
    const bank = bankFor(tx, draft.into, currency, "into")
    const parts = draft.allocations.map((part) => readMinor(part.amount, currency))
    const left = withinTotal(parts, readMinor(draft.amount, currency), "allocations")
    draft.allocations.forEach(({ invoice }, index) => {
      const param = `allocations[${index}].invoice`
      ofParty(tx, "invoices", invoice, "customer", draft.customer, param)
      if (draft.state === "cleared") settleInvoice(tx, invoice, parts[index]!, "paid", currency, param)
    })
    return {
      ...draft,
      customer: knownParty(tx, draft.customer, "customer", "customer"),
      fxRate: fxRate(tx, currency, draft.fxRate ?? before?.fxRate ?? null),
      into: { id: bank.id, label: bank.label, ledgerAccount: bank.ledgerAccount.id },
      allocations: draft.allocations.map(({ invoice, amount }) => ({
        invoice: nested(tx, "invoices", invoice, "number"),
        amount
      })),
      unallocated: showMinor(left, currency)
    }
  },
  remove: undoCustomerPayment
})

const undoVendorPayment = (row: Row, tx: Transaction) => {
  if (row.voided) return
  for (const { billId, minor } of row.applied) settleBill(tx, billId, -minor, "paidMinor", row.currency, "applied")
}

export const vendorPayments = resource({
  name: "vendorPayments",
  dated: "paidOn",
  ids: "vpm",
  stamps: "iso",
  removal: "feed",
  filters: ["vendor.id"],
  fields: {
    reference: F.optional(F.text(60)),
    vendor: F.ref("contacts"),
    paidOn: F.day,
    channel: F.oneOf("transfer", "card", "cash", "cheque"),
    currency: F.currency,
    unitsPerBase: F.optional(F.amount(0, 6)),
    amountMinor: F.whole(1),
    fromBankAccountId: F.ref("bankAccounts"),
    applied: F.list(F.object({ billId: F.ref("bills"), minor: F.whole(1) }), { max: 50 }),
    remark: F.optional(F.text(500)),
    voided: F.otherwise(F.flag, false)
  },
  build: ({ draft, tx, before }) => {
    if (before !== null) undoVendorPayment(before, tx)
    const { currency } = draft
    const bank = bankFor(tx, draft.fromBankAccountId, currency, "fromBankAccountId")
    const unappliedMinor = withinTotal(
      draft.applied.map(({ minor }) => minor),
      draft.amountMinor,
      "applied"
    )
    draft.applied.forEach(({ billId, minor }, index) => {
      const param = `applied[${index}].billId`
      ofParty(tx, "bills", billId, "vendor", draft.vendor, param)
      if (!draft.voided) settleBill(tx, billId, minor, "paidMinor", currency, param)
    })
    return {
      ...draft,
      vendor: knownParty(tx, draft.vendor, "vendor", "vendor"),
      unitsPerBase: unitsRate(tx, currency, draft.unitsPerBase ?? before?.unitsPerBase ?? null),
      fromLedgerAccountId: bank.ledgerAccount.id,
      unappliedMinor
    }
  },
  remove: undoVendorPayment
})
