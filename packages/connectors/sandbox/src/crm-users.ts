/** The sales team itself. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { activeStatus, changed, lasting } from "./wire.ts"

export const crmUsers = Connector.read("CRM_USERS", {
  ...lasting("users"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    email: Wire.text,
    currency: Wire.id,
    active: Wire.boolean,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    email: raw.email,
    currency: raw.currency,
    status: activeStatus(raw.active),
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
