/** The chart of accounts. */
import { Connector, Normalize, Wire } from "@svc/core"
import { changing, record, text } from "./lists.ts"

export const classes = Normalize.word({
  ASSET: "ASSET",
  LIABILITY: "LIABILITY",
  EQUITY: "EQUITY",
  REVENUE: "INCOME",
  EXPENSE: "EXPENSE"
})

export const accounts = Connector.read("ACCOUNTS", {
  ...changing("accounts"),
  item: Wire.struct({
    ...record,
    account_code: Wire.text,
    name_en: text,
    name_ar: text,
    classification: Wire.text,
    sub_classification: Wire.text,
    parent: Wire.id
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name_en ?? raw.name_ar,
    description: null,
    nominal_code: raw.account_code,
    // A locked account is one that nobody may change, not one that was put away.
    status: "ACTIVE",
    category: classes(raw.classification),
    sub_category: raw.sub_classification,
    current_balance: null,
    currency_id: null,
    parent_account_id: raw.parent,
    updated_at: raw.modified_ts
  })
})
