/** The chart of accounts, headings and totals among it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changing, none, record, text, word } from "./lists.ts"

const categories = Normalize.word({
  Assets: "ASSET",
  Liabilities: "LIABILITY",
  Equity: "EQUITY",
  Income: "INCOME",
  "Cost of Goods Sold": "EXPENSE",
  Expense: "EXPENSE"
})

export const accounts = Connector.read("ACCOUNTS", {
  ...changing("accounts"),
  item: Wire.struct({
    ...record,
    number: text,
    displayName: text,
    category: word,
    subCategory: text,
    blocked: Wire.boolean,
    netChange: Wire.number
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.displayName,
    description: null,
    nominal_code: raw.number,
    status: raw.blocked === true ? "ARCHIVED" : "ACTIVE",
    category: categories(raw.category),
    sub_category: raw.subCategory,
    current_balance: raw.netChange,
    currency_id: none,
    // Which account another one is below is told by its place in the list alone.
    parent_account_id: null,
    updated_at: raw.lastModifiedDateTime
  })
})
