/** Pipelines. How likely a deal is hangs on its stage. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { activeStatus, silent } from "./wire.ts"

export const crmPipelines = Connector.read("CRM_PIPELINES", {
  ...silent("pipelines"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    position: Wire.number,
    currency: Wire.id,
    active: Wire.boolean,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    status: activeStatus(raw.active),
    currency: raw.currency,
    display_order: raw.position,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
