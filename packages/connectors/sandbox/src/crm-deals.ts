/** Deals. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { announced, changed, dated, Reference } from "./wire.ts"

const statuses = Normalize.word({ open: "Open", won: "Won", lost: "Lost" }, null)

export const crmDeals = Connector.read("CRM_DEALS", {
  ...announced("deals"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    title: Wire.text,
    value: Wire.number,
    currency: Wire.id,
    org: Reference,
    person: Reference,
    stage: Reference,
    pipelineId: Wire.id,
    owner: Reference,
    chance: Wire.number,
    status: Wire.text,
    expectedClose: Wire.instant,
    text: Wire.text,
    lostReason: Wire.text,
    source: Wire.text,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    amount: raw.value,
    company_id: raw.org?.id,
    contact_id: raw.person?.id,
    stage_id: raw.stage?.id,
    currency: raw.currency,
    status: statuses(raw.status),
    close_date: raw.expectedClose,
    pipeline_id: raw.pipelineId,
    owner_id: raw.owner?.id,
    probability: Normalize.fraction(raw.chance),
    description: raw.text,
    lost_reason: raw.lostReason,
    source_name: raw.source,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
