/** Accounts, bank accounts, currencies and tax rates. */
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { accounts, categories } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { currencies } from "./currencies.ts"
import { taxRates } from "./tax-rates.ts"
import { ref, status, subsidiaries, writing } from "./writing.ts"

const usual = Take.words<string>("acctType", categories)
export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  type: "account",
  record: accounts,
  requires: ["name"],
  takes: {
    name: "acctName",
    description: "description",
    nominal_code: "acctNumber",
    parent_account_id: ref("parent"),
    status
  },
  creates: {
    currency_id: ref("currency"),
    sub_category: ref("acctType"),
    category: (category, at) => {
      const {
        item: { sub_category: type },
        refuse
      } = at
      if (!type) return { acctType: { id: usual.by(category, at) } }
      return categories(type) === category ? {} : refuse(`is not that of ${type}`)
    }
  },
  clears: ["description", "nominal_code"],
  makes: ({ category, sub_category }, at) =>
    at.isNew && !category && !sub_category ? at.refuse("or sub_category is required", "category") : subsidiaries(at)
})
export const writeBankAccounts = writing("BANK_ACCOUNTS", ["create", "update", "delete"], {
  type: "account",
  record: bankAccounts,
  requires: ["account_name", "category"],
  takes: {
    account_name: "acctName",
    institution_name: "sBankName",
    account_number: "sBankCompanyId",
    routing_number: "sBankRoutingNumber",
    status
  },
  creates: {
    currency_id: ref("currency"),
    category: (id, { refuse }) =>
      id === "Bank" || id === "CredCard" ? { acctType: { id } } : refuse("must be one of Bank, CredCard")
  },
  clears: ["institution_name", "account_number", "routing_number"],
  makes: (_, at) => subsidiaries(at)
})
export const writeCurrencies = writing("CURRENCIES", ["create", "update", "delete"], {
  type: "currency",
  record: currencies,
  requires: ["name", "code"],
  takes: { name: "name", code: "symbol", symbol: "displaySymbol", exchange_rate: "exchangeRate" }
})

/** Quirk: what a tax rate has as its name hangs on the account: SuiteTax calls it in another way. */
const named = Lookup.make({
  call: { path: "/record/v1/metadata-catalog/salesTaxItem", headers: { accept: "application/schema+json" } },
  response: Wire.struct({ properties: Wire.required(Wire.record(Wire.unknown)) }),
  pick: ({ properties }) => ["name", "itemId"].find((name) => Object.hasOwn(properties, name)) ?? null,
  absent: null,
  lasting: true
})
/** The tax types that have the name that an item says. */
const types = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<{ readonly tax_type?: string | null | undefined }>) =>
    item?.tax_type ? { path: "/record/v1/taxType", query: { q: `name IS ${JSON.stringify(item.tax_type)}` } } : null,
  response: Wire.struct({ items: Wire.required(Wire.list(Wire.struct({ id: Wire.required(Wire.id) }))) }),
  pick: ({ items }) => items.map(({ id }) => id),
  absent: [],
  lasting: true
})
export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  type: "salesTaxItem",
  record: taxRates,
  requires: ["name"],
  lookups: { named, types },
  takes: {
    name: (name, { lookups, refuse }) => ({ [lookups.named ?? refuse("has no place in this account")]: name }),
    total_tax_rate: "rate"
  },
  // Quirk: it stays of the type that it was made of.
  creates: {
    tax_type: (
      _,
      {
        lookups: {
          types: [id, more]
        },
        refuse
      }
    ) => (id === undefined || more !== undefined ? refuse("is not the name of one tax type") : { taxType: { id } })
  }
})
