/** Stages of the pipelines. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { activeStatus, Reference, silent } from "./wire.ts"

export const crmStages = Connector.read("CRM_STAGES", {
  ...silent("stages"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    pipeline: Reference,
    position: Wire.number,
    chance: Wire.number,
    closes: Wire.text,
    active: Wire.boolean,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    status: activeStatus(raw.active),
    deal_probability: Normalize.fraction(raw.chance),
    pipeline_id: raw.pipeline?.id,
    display_order: raw.position,
    is_closed: Boolean(raw.closes),
    is_won: Normalize.is(raw.closes, "won") ?? false,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
