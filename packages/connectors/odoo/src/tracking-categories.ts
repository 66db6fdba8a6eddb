/** Tracking categories: analytic plans, and below them the analytic accounts that lines name. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { listing, ofCompany } from "./listing.ts"
import * as Own from "./wire.ts"

/** Plans and accounts are counted apart, so the ids of plans are marked. */
export const planOf = (id: string): string => `plan:${id}`

const plan = {
  id: Own.id,
  name: Own.text,
  parent_id: Own.link,
  all_account_count: Own.number,
  write_date: Own.moment
}
const plans = Connector.read("TRACKING_CATEGORIES", {
  source: "plans",
  ...listing({
    model: "account.analytic.plan",
    fields: Object.keys(plan),
    kind: "plan"
  }),
  item: Wire.struct(plan),
  map: (raw) => ({
    platform_id: planOf(raw.id),
    name: raw.name,
    status: "ACTIVE",
    parent_id: raw.parent_id == null ? null : planOf(raw.parent_id),
    has_children: raw.all_account_count == null ? null : raw.all_account_count > 0,
    updated_at: raw.write_date
  })
})
const account = {
  id: Own.id,
  name: Own.text,
  plan_id: Own.link,
  active: Own.boolean,
  write_date: Own.moment
}
export const options = Connector.read("TRACKING_CATEGORIES", {
  source: "accounts",
  ...listing({
    model: "account.analytic.account",
    fields: Object.keys(account),
    domain: ofCompany
  }),
  item: Wire.struct(account),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    status: raw.active === false ? "ARCHIVED" : "ACTIVE",
    parent_id: raw.plan_id == null ? null : planOf(raw.plan_id),
    has_children: false,
    updated_at: raw.write_date
  })
})
export const trackingCategories = [plans, options]
