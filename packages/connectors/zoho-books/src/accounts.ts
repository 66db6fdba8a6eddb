/** The chart of accounts. A row has the balance and lacks the currency and the description, which a call for each account has. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, type Row } from "./lists.ts"

const assets = [
  "other_asset",
  "other_current_asset",
  "intangible_asset",
  "right_to_use_asset",
  "financial_asset",
  "contingent_asset",
  "contract_asset",
  "cash",
  "bank",
  "fixed_asset",
  "accounts_receivable"
]
const liabilities = [
  "other_current_liability",
  "contract_liability",
  "refund_liability",
  "credit_card",
  "long_term_liability",
  "loans_and_borrowing",
  "lease_liability",
  "employee_benefit_liability",
  "contingent_liability",
  "financial_liability",
  "other_liability",
  "accounts_payable"
]
const incomes = ["income", "finance_income", "other_comprehensive_income", "other_income"]
const expenses = [
  "expense",
  "cost_of_goods_sold",
  "other_expense",
  "manufacturing_expense",
  "impairment_expense",
  "depreciation_expense",
  "employee_benefit_expense",
  "lease_expense",
  "finance_expense",
  "tax_expense"
]
const all = <const C extends string>(types: ReadonlyArray<string>, category: C): Record<string, C> =>
  Object.fromEntries(types.map((type) => [type, category]))
/** Types that may stand on either side, such as stock and taxes, are of no class here. */
export const categories = Normalize.word(
  {
    ...all(assets, "ASSET"),
    ...all(liabilities, "LIABILITY"),
    equity: "EQUITY" as const,
    ...all(incomes, "INCOME"),
    ...all(expenses, "EXPENSE")
  },
  null
)

const Account = Wire.struct({
  account_id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "account_name", "account_code", "account_type", "description"),
  is_active: Wire.boolean,
  current_balance: Wire.number,
  closing_balance: Wire.number,
  currency_id: Wire.id,
  parent_account_id: Wire.id,
  last_modified_time: Wire.instant
})
export const activity = Normalize.word({ true: "ACTIVE", false: "ARCHIVED" })

export const kind = {
  path: "chartofaccounts",
  list: "chartofaccounts",
  one: "",
  id: "account_id",
  within: "closing_balance",
  query: { showbalance: true, filter_by: "AccountType.All" }
}
/** Quirk: the description has the members of a single account beside `code` and `message`, other clients in a member of its own. */
const accountIn = (body: unknown): unknown => Call.at(body, "chart_of_account") ?? Call.at(body, "account") ?? body

export const accounts = Connector.read("ACCOUNTS", {
  ...changing(kind),
  getItem: accountIn,
  unchanged: {
    id: (row: Row) => Normalize.id(row["account_id"]) ?? "",
    // A balance changes without the account.
    stamp: (row: Row) => `${Normalize.text(row["last_modified_time"])} ${Normalize.text(row["current_balance"])}`
  },
  map: (row, { followed: [body = row] }) => {
    if (body === null) return null
    const raw = Wire.decode(Account, accountIn(body))
    return {
      platform_id: raw.account_id,
      name: raw.account_name,
      description: raw.description,
      nominal_code: raw.account_code,
      status: activity(raw.is_active),
      category: categories(raw.account_type),
      sub_category: raw.account_type,
      current_balance: raw.closing_balance ?? raw.current_balance,
      currency_id: raw.currency_id,
      parent_account_id: raw.parent_account_id,
      updated_at: raw.last_modified_time
    }
  }
})
