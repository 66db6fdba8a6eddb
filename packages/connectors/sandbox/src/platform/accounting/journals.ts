/** Journals, bank transactions and attachments. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { fromBase64 } from "../files.ts"
import { decimal, readMinor, showMinor } from "../Money.ts"
import { resource } from "../Resource.ts"
import { baseCurrency, dimensionValue, nested } from "./references.ts"
import { fxRate, unitsRate } from "./rates.ts"

const entry = F.object({
  accountId: F.ref("accounts"),
  contactId: F.optional(F.ref("contacts")),
  taxRateId: F.optional(F.ref("taxRates")),
  dimensionIds: F.list(dimensionValue, { max: 4 }),
  debit: F.optional(F.amount(0)),
  credit: F.optional(F.amount(0)),
  text: F.optional(F.text(500))
})

export const journals = resource({
  name: "journals",
  dated: "bookedOn",
  ids: "jrn",
  stamps: "iso",
  removal: "flag",
  unique: ["number"],
  filters: ["number", "kind", "state"],
  fields: {
    number: F.optional(F.text(40)),
    bookedOn: F.day,
    kind: F.otherwise(F.oneOf("manual", "opening", "payroll", "depreciation", "accrual", "costOfSales"), "manual"),
    text: F.optional(F.text(500)),
    currency: F.currency,
    fxRate: F.optional(F.amount(0, 6)),
    entries: F.list(entry, { min: 2 }),
    state: F.otherwise(F.oneOf("draft", "posted", "voided"), "posted")
  },
  build: ({ draft, tx, id, before }) => {
    const minor = (text: string | null) => (text === null ? 0 : readMinor(text, draft.currency))
    draft.entries.forEach(({ debit, credit }, index) => {
      if ((debit === null) === (credit === null)) {
        throw new Failure("rule_violation", "An entry has either a debit or a credit.", `entries[${index}]`)
      }
    })
    const debits = draft.entries.reduce((sum, { debit }) => sum + minor(debit), 0)
    const credits = draft.entries.reduce((sum, { credit }) => sum + minor(credit), 0)
    if (debits !== credits) throw new Failure("rule_violation", "Debits and credits must be equal.", "entries")
    return {
      ...draft,
      number: draft.number ?? before?.number ?? `JRN-${String(id).slice(-5)}`,
      fxRate: fxRate(tx, draft.currency, draft.fxRate ?? (before?.currency === draft.currency ? before.fxRate : null)),
      entries: draft.entries.map((line, index) => ({ id: `${id}-${index + 1}`, ...line })),
      total: showMinor(debits, draft.currency)
    }
  }
})

const signed: F.Field<string> = {
  check: (value, path, lookup) => {
    const text = String(value)
    const magnitude = F.amount(0).check(text.startsWith("-") ? text.slice(1) : value, path, lookup)
    if (decimal(magnitude) === 0n) throw new Failure("invalid_request", `${path} must not be 0.`, path)
    return text.startsWith("-") ? `-${magnitude}` : magnitude
  }
}

export const bankTransactions = resource({
  name: "bankTransactions",
  dated: "bookedOn",
  ids: "btr",
  stamps: "epoch",
  removal: "feed",
  filters: ["bankAccount.id", "kind", "matched"],
  fields: {
    bankAccount: F.ref("bankAccounts"),
    bookedOn: F.day,
    kind: F.oneOf("fee", "interest", "transfer", "deposit", "withdrawal"),
    amount: signed,
    unitsPerBase: F.optional(F.amount(0, 6)),
    counterAccount: F.optional(F.ref("accounts")),
    counterBankAccount: F.optional(F.ref("bankAccounts")),
    contact: F.optional(F.ref("contacts")),
    text: F.optional(F.text(500)),
    reference: F.optional(F.text(60)),
    matched: F.otherwise(F.flag, false)
  },
  build: ({ draft, tx, before }) => {
    const bank = tx.get("bankAccounts", draft.bankAccount)!
    const other = draft.counterBankAccount === null ? undefined : tx.get("bankAccounts", draft.counterBankAccount)
    if ((draft.kind === "transfer") !== (other !== undefined)) {
      throw new Failure(
        "rule_violation",
        "A transfer, and only a transfer, has a counterBankAccount.",
        "counterBankAccount"
      )
    }
    if (other === undefined && draft.counterAccount === null) {
      throw new Failure("invalid_request", "counterAccount is required.", "counterAccount")
    }
    if (other !== undefined && other.currency !== bank.currency && other.currency !== baseCurrency(tx)) {
      throw new Failure("rule_violation", `${other.label} is in ${other.currency}.`, "counterBankAccount")
    }
    return {
      ...draft,
      currency: bank.currency,
      unitsPerBase: unitsRate(tx, bank.currency, draft.unitsPerBase ?? before?.unitsPerBase ?? null),
      bankAccount: { id: bank.id, label: bank.label, ledgerAccountId: bank.ledgerAccount.id },
      counterBankAccount:
        other === undefined ? null : { id: other.id, label: other.label, ledgerAccountId: other.ledgerAccount.id },
      counterAccount: nested(tx, "accounts", draft.counterAccount, "code"),
      contact: nested(tx, "contacts", draft.contact, "name")
    }
  }
})

const parents = ["invoices", "bills", "creditNotes", "expenses", "purchaseOrders", "salesOrders"] as const

export const attachments = resource({
  name: "attachments",
  ids: "att",
  stamps: "iso",
  removal: "feed",
  filters: ["parent.id", "parent.resource"],
  fields: {
    name: F.text(),
    mimeType: F.text(100),
    bytes: F.whole(0),
    parent: F.object({ resource: F.oneOf(...parents), id: F.text(40) }),
    uploaded: F.otherwise(F.flag, true),
    content: F.optional(F.base64)
  },
  show: (row) => ({ ...row, content: undefined }),
  build: ({ draft: { content, ...draft }, tx }) => {
    if (tx.get(draft.parent.resource, draft.parent.id) === undefined) {
      throw new Failure(
        "unknown_reference",
        `There is no ${draft.parent.resource} record ${draft.parent.id}.`,
        "parent.id"
      )
    }
    return content === null ? draft : { ...draft, bytes: fromBase64(content).length, content }
  }
})
