/** What a company has set up: pipelines with their stages, and users. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { instant, listed, moment } from "./lists.ts"

const common = {
  id: Wire.required(Wire.id),
  name: Wire.text,
  order_nr: Wire.number,
  is_deleted: Wire.boolean,
  add_time: instant,
  update_time: instant
}
const statusOf = (isGone: boolean) => (isGone ? ("ARCHIVED" as const) : ("ACTIVE" as const))

export const pipelines = Connector.read("CRM_PIPELINES", {
  ...listed({ path: "/v2/pipelines" }),
  item: Wire.struct(common),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    status: statusOf(raw.is_deleted === true),
    display_order: raw.order_nr,
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})
export const stages = Connector.read("CRM_STAGES", {
  ...listed({ path: "/v2/stages" }),
  item: Wire.struct({ ...common, deal_probability: Wire.number, pipeline_id: Wire.id }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    status: statusOf(raw.is_deleted === true),
    deal_probability: raw.deal_probability,
    pipeline_id: raw.pipeline_id,
    display_order: raw.order_nr,
    // A deal that is won stays in its stage.
    is_closed: null,
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})
export const users = Connector.read("CRM_USERS", {
  ...listed({ path: "/v1/users" }),
  query: {},
  page: Page.single,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "name", "email", "default_currency"),
    active_flag: Wire.boolean,
    created: moment,
    modified: moment
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    email: raw.email,
    currency: raw.default_currency,
    status: statusOf(raw.active_flag === false),
    created_at: raw.created,
    updated_at: raw.modified
  })
})
