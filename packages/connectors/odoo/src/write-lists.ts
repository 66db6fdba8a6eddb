/** Accounts, tax rates and analytic accounts: short lists that few people change. */
import { Connector, type Writes } from "@svc/core"
import { accounts } from "./accounts.ts"
import { known } from "./listing.ts"
import { taxRates } from "./tax-rates.ts"
import { options } from "./tracking-categories.ts"
import { activeOf, change, creation, ref, removal, vals } from "./write.ts"

type Account = Writes.WriteInput<"ACCOUNTS", "create" | "update">
const lookups = { names: known("account.account", ["active", "description", "note"]) }
const accountOf = (input: Account, { lookups: { names } }: { readonly lookups: any }) => {
  const active = activeOf(input.status)
  const [status, text] = [names.includes("active"), names.includes("description")]
  return vals({
    name: input.name,
    code: input.nominal_code,
    account_type: input.sub_category,
    currency_id: ref(input.currency_id),
    ...(active === undefined ? {} : status ? { active } : { deprecated: !active }),
    ...(input.description === undefined ? {} : { [text ? "description" : "note"]: input.description })
  })
}
const lacking = ["category", "parent_account_id"]
export const createAccounts = Connector.create("ACCOUNTS", {
  requires: ["name", "nominal_code", "sub_category"],
  unsupported: lacking,
  lookups,
  ...creation("account.account", accountOf, ({ nominal_code }: Account) => [["code", "=", nominal_code]]),
  record: accounts
})
export const updateAccounts = Connector.update("ACCOUNTS", {
  requires: [],
  unsupported: lacking,
  lookups,
  ...change("account.account", (input: Writes.WriteInput<"ACCOUNTS", "update">, context) => accountOf(input, context)),
  record: accounts
})
export const deleteAccounts = Connector.delete("ACCOUNTS", { ...removal("account.account"), record: accounts })

type Tax = Writes.WriteInput<"TAX_RATES", "create" | "update">
const taxOf = ({ name, tax_type, total_tax_rate }: Tax) =>
  vals({ name, type_tax_use: tax_type, amount: total_tax_rate ?? undefined })
export const createTaxRates = Connector.create("TAX_RATES", {
  requires: ["name", "total_tax_rate", "tax_type"],
  unsupported: ["code", "components"],
  ...creation(
    "account.tax",
    (input: Tax) => ({ ...taxOf(input), amount_type: "percent" }),
    ({ name, tax_type }) => [
      ["name", "=", name],
      ["type_tax_use", "=", tax_type]
    ]
  ),
  record: taxRates
})
export const updateTaxRates = Connector.update("TAX_RATES", {
  requires: [],
  unsupported: ["code", "components"],
  ...change("account.tax", (input: Writes.WriteInput<"TAX_RATES", "update">) => taxOf(input)),
  record: taxRates
})

type Tracking = Writes.WriteInput<"TRACKING_CATEGORIES", "create" | "update">
const isPlan = (id: string | null | undefined) => id?.startsWith("plan:") === true
const optionOf = ({ name, parent_id, status }: Tracking) =>
  vals({
    name,
    plan_id: parent_id == null ? undefined : ref(parent_id.slice("plan:".length)),
    active: activeOf(status)
  })
const refuse = ({ parent_id }: Tracking) =>
  parent_id == null || isPlan(parent_id) ? null : { field: "parent_id", message: "It is below a plan, not an account." }
export const createTrackingCategories = Connector.create("TRACKING_CATEGORIES", {
  requires: ["name", "parent_id"],
  unsupported: ["type"],
  refuse,
  ...creation("account.analytic.account", optionOf, ({ name }: Tracking) => [["name", "=", name]]),
  record: options
})
export const updateTrackingCategories = Connector.update("TRACKING_CATEGORIES", {
  requires: [],
  unsupported: ["type"],
  refuse: (input) =>
    isPlan(input.platform_id) ? { field: "platform_id", message: "Plans are changed in Odoo alone." } : refuse(input),
  ...change("account.analytic.account", (input: Writes.WriteInput<"TRACKING_CATEGORIES", "update">) => optionOf(input)),
  record: options
})
