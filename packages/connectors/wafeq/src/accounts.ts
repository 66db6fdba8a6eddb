/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
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
    ...Wire.all(Wire.text, "account_code", "classification", "sub_classification"),
    name_en: text,
    name_ar: text,
    parent: Wire.id
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name_en ?? raw.name_ar,
    nominal_code: raw.account_code,
    // A locked account is one that nobody may change, not one that was put away.
    status: "ACTIVE",
    category: classes(raw.classification),
    sub_category: raw.sub_classification,
    parent_account_id: raw.parent,
    updated_at: raw.modified_ts
  })
})
