/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { currencyOf, lookups } from "./document-fields.ts"
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
  mapping: 2,
  lookups,
  item: Wire.struct({
    ...account,
    ...Wire.all(Wire.text, "Description", "Classification", "AccountSubType"),
    ParentRef: Ref
  }),
  map: (raw, { lookups: found }) => ({
    platform_id: raw.Id,
    platform_unique_id: raw.AcctNum,
    name: raw.Name,
    description: raw.Description,
    nominal_code: raw.AcctNum,
    status: activity(raw.Active),
    category: categories(raw.Classification),
    sub_category: raw.AccountSubType || raw.AccountType,
    current_balance: raw.CurrentBalance,
    currency_id: currencyOf(raw, found),
    parent_account_id: raw.ParentRef?.value,
    updated_at: updatedAt(raw)
  })
})
