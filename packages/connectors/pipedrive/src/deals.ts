/** Deals: those in use, those that are archived, and for a month those that are deleted. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, instant } from "./lists.ts"

export const statuses = Normalize.word({ open: "Open", won: "Won", lost: "Lost" }, null)

export const deals = Connector.read("CRM_DEALS", {
  ...changing({
    path: "/v2/deals",
    also: [{ path: "/v2/deals/archived" }, { query: { status: "deleted" } }]
  }),
  from: Read.byMapping("Only a filter that is stored in the account knows their day"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "title", "currency", "status", "lost_reason"),
    ...Wire.all(Wire.id, "owner_id", "person_id", "org_id", "pipeline_id", "stage_id"),
    value: Wire.number,
    ...Wire.all(instant, "add_time", "update_time", "close_time"),
    is_deleted: Wire.boolean,
    probability: Wire.number,
    expected_close_date: Wire.read((value) => Normalize.day(value))
  }),
  isDeleted: ({ is_deleted }) => is_deleted === true,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    amount: raw.value,
    company_id: raw.org_id,
    contact_id: raw.person_id,
    stage_id: raw.stage_id,
    currency: raw.currency,
    status: statuses(raw.status),
    close_date: raw.close_time ?? raw.expected_close_date,
    pipeline_id: raw.pipeline_id,
    owner_id: raw.owner_id,
    probability: raw.probability,
    lost_reason: raw.lost_reason,
    created_at: raw.add_time,
    updated_at: raw.update_time
  })
})
