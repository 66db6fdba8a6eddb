/** The chart of accounts and the bank accounts. Balances are worked out from the ledger when they are read. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { refuseWhenUsed } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { bankBalance, ledgerBalance } from "./postings.ts"
import { baseCurrency, nested } from "./references.ts"

export const accounts = resource({
  name: "accounts",
  ids: "acc",
  stamps: "iso",
  removal: "flag",
  unique: ["code"],
  filters: ["code", "kind", "state"],
  fields: {
    code: F.text(12),
    title: F.text(),
    about: F.optional(F.text(500)),
    kind: F.oneOf(
      ...(["bank", "currentAsset", "fixedAsset", "currentLiability", "longTermLiability", "equity"] as const),
      ...(["revenue", "otherIncome", "costOfSales", "operatingExpense", "otherExpense", "incomeTax"] as const)
    ),
    group: F.optional(F.text()),
    currency: F.currency,
    parent: F.optional(F.ref("accounts")),
    state: F.otherwise(F.oneOf("open", "closed"), "open")
  },
  build: ({ draft, tx, id }) => {
    if (draft.parent === id) throw new Failure("rule_violation", "An account cannot be its own parent.", "parent")
    return { ...draft, parent: nested(tx, "accounts", draft.parent, "title") }
  },
  remove: (row, tx) => {
    if (ledgerBalance(tx, row.id) !== 0)
      throw new Failure("rule_violation", "Only an account with a balance of 0 can go.")
    refuseWhenUsed(tx, row.id, ["items", "bankAccounts"])
  },
  // Quirk: the balance is worked out when the account is read and does not move its updatedAt.
  show: (row, lookup) => ({
    ...row,
    balanceMinor: ledgerBalance(lookup, row.id),
    balanceCurrency: baseCurrency(lookup)
  })
})

export const bankAccounts = resource({
  name: "bankAccounts",
  ids: "bnk",
  stamps: "iso",
  removal: "flag",
  unique: ["label"],
  fields: {
    label: F.text(),
    bankName: F.optional(F.text()),
    kind: F.oneOf("current", "savings", "card", "cash"),
    iban: F.optional(F.text(34)),
    sortCode: F.optional(F.text(12)),
    maskedNumber: F.optional(F.text(40)),
    currency: F.currency,
    ledgerAccount: F.ref("accounts"),
    state: F.otherwise(F.oneOf("open", "closed"), "open")
  },
  build: ({ draft, tx }) => ({ ...draft, ledgerAccount: nested(tx, "accounts", draft.ledgerAccount, "code") }),
  show: (row, lookup) => ({ ...row, balanceMinor: bankBalance(lookup, row) })
})
