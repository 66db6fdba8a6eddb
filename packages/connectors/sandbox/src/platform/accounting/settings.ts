/** Currencies, tax rates and dimensions: small lists whose deletes only a complete listing shows. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { refuseWhenUsed } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { baseCurrency } from "./references.ts"

const documents = ["invoices", "bills", "creditNotes", "expenses", "salesOrders", "purchaseOrders"]

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
