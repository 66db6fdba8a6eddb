/** Ledger accounts, categories of analysis types, and tax rates. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { accounts } from "./accounts.ts"
import { placesOf } from "./places.ts"
import { taxRates } from "./tax-rates.ts"
import { categories } from "./tracking-categories.ts"
import { writing } from "./writing.ts"

export const writeAccounts = writing("ACCOUNTS", ["create", "update"], {
  path: "ledger_accounts",
  name: "ledger_account",
  record: accounts,
  made: { included_in_chart: true },
  alike: { name: "name", nominal_code: "nominal_code" },
  requires: { create: ["name", "nominal_code", "sub_category"] },
  takes: {
    name: (name) => ({ name, display_name: name }),
    nominal_code: (code, { refuse }) =>
      /^\d{1,9}$/.test(code) ? { nominal_code: Number(code) } : refuse("is a number at Sage"),
    // Sage's type of an account, from which its category follows.
    sub_category: "ledger_account_type_id",
    status: (status) => ({ included_in_chart: status !== "ARCHIVED" })
  }
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  path: "analysis_type_categories",
  name: "analysis_type_category",
  record: categories,
  alike: { name: "name", parent_id: "analysis_type.id" },
  requires: { create: ["name", "parent_id"] },
  takes: { name: "name" },
  creates: { parent_id: "analysis_type_id" },
  // Quirk: nothing in an id says whether it is a type, of which Sage deletes none.
  departs: ({ delete: remove }) => ({
    delete: {
      lookups: { places: placesOf(["analysis_types", "analysis_type_categories"]) },
      call: (sent) =>
        sent.lookups["places"].get(sent.id) === "analysis_types"
          ? sent.refuse("is an analysis type, which Sage deletes none of", "platform_id")
          : remove!.call!(sent)
    }
  })
})

type Part = NonNullable<Writes.ItemOf<"TAX_RATES">["components"]>[number]
export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  path: "tax_rates",
  name: "tax_rate",
  record: taxRates,
  alike: { name: "name" },
  requires: { create: ["name"] },
  takes: { name: "name" },
  creates: {
    total_tax_rate: Take.beside,
    components: {
      of: ["name", "rate", "tax_agency"],
      whole: (parts, { refuse, root }) => {
        const total = Normalize.sum((parts ?? []).map(({ rate }) => rate))
        if (typeof root["total_tax_rate"] === "number" && total !== root["total_tax_rate"])
          refuse("must come to total_tax_rate")
        return {
          component_tax_rate: (parts ?? []).map(({ name, rate, tax_agency }: Part, index) =>
            Call.present({
              name: name ?? refuse("is required", `[${index}].name`),
              percentage: rate ?? undefined,
              agency: tax_agency ?? undefined
            })
          )
        }
      }
    }
  },
  updates: { total_tax_rate: "percentage" },
  // Quirk: a new rate is made of its parts; one that names none is its own.
  makes: ({ components, name, total_tax_rate }, { isNew }) =>
    isNew && !components?.length && typeof total_tax_rate === "number"
      ? { component_tax_rate: [{ name, percentage: total_tax_rate }] }
      : {}
})
