/** The company itself and what its books are made of: accounts, bank accounts, tax rates, currencies, dimensions. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { refuseWhenUsed } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { bankBalance, ledgerBalance } from "./postings.ts"
import { baseCurrency, nested } from "./references.ts"

const documents = ["invoices", "bills", "creditNotes", "expenses", "salesOrders", "purchaseOrders"]

export const address = F.object({
  label: F.otherwise(F.oneOf("billing", "delivery", "office"), "billing"),
  line1: F.optional(F.text()),
  line2: F.optional(F.text()),
  district: F.optional(F.text()),
  town: F.optional(F.text()),
  region: F.optional(F.text()),
  postcode: F.optional(F.text(20)),
  countryCode: F.optional(F.country)
})

export const company = resource({
  name: "company",
  ids: "org",
  stamps: "iso",
  removal: "flag",
  verbs: ["update"],
  fields: {
    tradingName: F.text(),
    legalName: F.text(),
    vatId: F.optional(F.text(30)),
    registryNumber: F.optional(F.text(30)),
    baseCurrency: F.text(3),
    fiscalYear: F.object({ startMonth: F.whole(1, 12), startDay: F.whole(1, 31) }),
    foundedOn: F.optional(F.day),
    email: F.optional(F.email),
    website: F.optional(F.url),
    phone: F.optional(F.text(30)),
    address: F.optional(address),
    timezone: F.text(40)
  },
  build: ({ draft, before }) => {
    if (before !== null && draft.baseCurrency !== before.baseCurrency) {
      throw new Failure("rule_violation", "The base currency cannot be changed.", "baseCurrency")
    }
    return draft
  }
})

export const currencies = resource({
  name: "currencies",
  ids: "cur",
  stamps: "iso",
  removal: "silent",
  unique: ["code"],
  filters: ["code"],
  fields: {
    code: F.text(3),
    label: F.text(),
    symbol: F.optional(F.text(6)),
    decimals: F.otherwise(F.whole(0, 4), 2),
    unitsPerBase: F.amount(0, 4),
    ratedOn: F.optional(F.day)
  },
  build: ({ draft, tx }) => ({ ...draft, isBase: draft.code === baseCurrency(tx) }),
  remove: (row, tx) => {
    if (row.isBase) throw new Failure("rule_violation", "The base currency cannot be deleted.")
    refuseWhenUsed(tx, row.code, [
      "contacts",
      "accounts",
      "customerPayments",
      "vendorPayments",
      "journals",
      ...documents
    ])
  }
})

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

export const taxRates = resource({
  name: "taxRates",
  ids: "tax",
  stamps: "iso",
  removal: "silent",
  unique: ["code"],
  filters: ["code"],
  fields: {
    code: F.text(20),
    label: F.text(),
    appliesTo: F.oneOf("sales", "purchases", "both"),
    parts: F.list(
      F.object({
        label: F.text(),
        percent: F.amount(0, 2),
        agency: F.optional(F.text()),
        compound: F.otherwise(F.flag, false)
      }),
      { min: 1, max: 5 }
    ),
    state: F.otherwise(F.oneOf("active", "archived"), "active")
  },
  build: ({ draft }) => {
    const sum = draft.parts.reduce((total, { percent, compound }) => {
      return total + (compound ? Number(percent) * (1 + total / 100) : Number(percent))
    }, 0)
    return { ...draft, percent: sum.toFixed(4) }
  },
  remove: (row, tx) => refuseWhenUsed(tx, row.id, ["items", "journals", ...documents])
})

export const trackingCategories = resource({
  name: "trackingCategories",
  ids: "dim",
  stamps: "iso",
  removal: "silent",
  unique: ["label"],
  fields: {
    label: F.text(),
    kind: F.oneOf("department", "location", "project"),
    values: F.list(F.object({ id: F.optional(F.text(30)), label: F.text(), active: F.otherwise(F.flag, true) })),
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft, id }) => {
    const taken = draft.values.map((value) => Number(value.id?.split("-")[1] ?? 0))
    let last = Math.max(0, ...taken)
    return { ...draft, values: draft.values.map((value) => ({ ...value, id: value.id ?? `${id}-${++last}` })) }
  },
  remove: (row, tx) => {
    for (const { id } of row.values) refuseWhenUsed(tx, id, ["journals", ...documents])
  }
})
