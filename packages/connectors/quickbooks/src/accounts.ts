/** The chart of accounts. */
import { Connector, Normalize, Wire } from "@svc/core"
import { names } from "./query.ts"
import { activity, record, Ref, updatedAt } from "./wire.ts"

export const account = {
  ...record,
  Name: Wire.text,
  AccountType: Wire.text,
  AcctNum: Wire.text,
  Active: Wire.boolean,
  CurrentBalance: Wire.number,
  CurrencyRef: Ref
}
const categories = Normalize.word({
  Asset: "ASSET",
  Equity: "EQUITY",
  Expense: "EXPENSE",
  Liability: "LIABILITY",
  Revenue: "INCOME"
})

export const accounts = Connector.read("ACCOUNTS", {
  ...names("Account"),
  item: Wire.struct({
    ...account,
    Description: Wire.text,
    Classification: Wire.text,
    AccountSubType: Wire.text,
    ParentRef: Ref
  }),
  map: (raw) => ({
    platform_id: raw.Id,
    name: raw.Name,
    description: raw.Description,
    nominal_code: raw.AcctNum,
    status: activity(raw.Active),
    category: categories(raw.Classification),
    sub_category: raw.AccountSubType || raw.AccountType,
    current_balance: raw.CurrentBalance,
    currency_id: raw.CurrencyRef?.value,
    parent_account_id: raw.ParentRef?.value,
    updated_at: updatedAt(raw)
  })
})
