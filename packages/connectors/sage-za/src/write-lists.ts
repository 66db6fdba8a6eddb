/** Accounts, bank accounts, tax types and analysis categories made, changed and deleted. */
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import { bankAccounts, ledgerAccounts } from "./accounts.ts"
import { analysisCategories, taxRates, typePrefix } from "./settings-lists.ts"
import { all } from "./wire.ts"
import { computed, ref, statusTo } from "./references.ts"
import { writing } from "./writing.ts"

const Categories = Wire.list(Wire.required(Wire.struct({ ID: Wire.required(Wire.id), Description: Wire.text })))
const groups = Lookup.make({
  call: all("/AccountCategory/Get"),
  response: Categories,
  pick: (found) => new Map(found.map(({ Description, ID }) => [Description?.toLowerCase() ?? "", { Description, ID }])),
  absent: new Map(),
  lasting: true
})
export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  service: "Account",
  computed,
  made: { Active: true },
  alike: { name: "Name" },
  record: ledgerAccounts,
  lookups: { groups },
  requires: { create: ["name", "sub_category"] },
  takes: {
    name: "Name",
    description: "Description",
    status: statusTo,
    // Sage's group of accounts, from which the category follows.
    sub_category: (name, { lookups, refuse }) => {
      const { Description, ID } =
        lookups.groups.get(name.toLowerCase()) ??
        refuse(`must be one of ${[...lookups.groups.keys()].toSorted().join(", ")}`)
      return { Category: { ID: Number(ID), Description } }
    }
  },
  clears: ["description"]
})

export const writeBankAccounts = writing("BANK_ACCOUNTS", ["create", "update", "delete"], {
  service: "BankAccount",
  computed,
  made: { Active: true },
  alike: { account_name: "Name", account_number: "AccountNumber" },
  record: bankAccounts,
  requires: { create: ["account_name"] },
  takes: {
    account_name: "Name",
    institution_name: "BankName",
    account_number: "AccountNumber",
    routing_number: "BranchNumber",
    status: statusTo
  },
  creates: { currency_id: ref("CurrencyId") },
  clears: ["institution_name", "account_number", "routing_number"]
})

export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  service: "TaxType",
  computed,
  made: { IsDefault: false, IsManualTax: false },
  alike: { name: "Name", total_tax_rate: "Percentage" },
  record: taxRates,
  requires: { create: ["name", "total_tax_rate"] },
  takes: { name: "Name", total_tax_rate: "Percentage" }
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  service: "AnalysisCategory",
  alike: { name: "Description", parent_id: "AnalysisTypeId" },
  among: ({ parent_id: id }) => `AnalysisTypeId eq ${Number(String(id).split(":")[1])}`,
  record: analysisCategories,
  requires: { create: ["name", "parent_id"] },
  takes: { name: "Description" },
  creates: { parent_id: ref("AnalysisTypeId", typePrefix) }
})
