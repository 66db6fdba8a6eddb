/** Accounts. Which company has them is said by Odoo's own rules, since branches use those of their parents. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { base, listing } from "./listing.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "code", "account_type", "internal_group", "description", "note"),
  currency_id: Own.link,
  active: Own.boolean,
  deprecated: Own.boolean,
  current_balance: Own.number,
  write_date: Own.moment
}
const own = listing({
  model: "account.account",
  fields: Object.keys(members)
})
const category = Normalize.word({
  asset: "ASSET",
  liability: "LIABILITY",
  equity: "EQUITY",
  income: "INCOME",
  expense: "EXPENSE"
})
const special = Normalize.word({ asset_cash: "BANK" }, null)

export const accounts = Connector.read("ACCOUNTS", {
  ...own,
  lookups: { ...own.lookups, base },
  item: Wire.struct(members),
  mapping: 2,
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    platform_unique_id: raw.code,
    name: raw.name,
    description: raw.description ?? raw.note,
    nominal_code: raw.code,
    status: raw.active === false || raw.deprecated === true ? "ARCHIVED" : "ACTIVE",
    // Until 15 there was an internal group and no type that begins with it.
    category: special(raw.account_type) ?? category(raw.internal_group ?? raw.account_type?.split("_")[0]),
    sub_category: raw.account_type,
    current_balance: raw.current_balance,
    currency_id: raw.currency_id ?? lookups.base.currency,
    updated_at: raw.write_date
  })
})
