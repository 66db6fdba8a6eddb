/** Calls, meetings and e-mails of the sales team. */
import * as Connector from "@svc/core/Connector"
import * as Iso from "@svc/core/Iso"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { announced, changed, dated } from "./wire.ts"

const types = Normalize.word({ call: "CALL", meeting: "MEETING", email: "EMAIL" }, "OTHER")
const directions = Normalize.word({ in: "INBOUND", out: "OUTBOUND" }, null)

export const crmActivities = Connector.read("CRM_ACTIVITIES", {
  ...announced("activities"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    subject: Wire.text,
    kind: Wire.text,
    direction: Wire.text,
    starts: Wire.instant,
    minutes: Wire.number,
    location: Wire.text,
    body: Wire.text,
    deal: Wire.id,
    org: Wire.id,
    person: Wire.id,
    lead: Wire.id,
    owner: Wire.id,
    done: Wire.boolean,
    cancelled: Wire.boolean,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.subject,
    status: raw.cancelled ? "CANCELLED" : raw.done ? "COMPLETED" : raw.done === false ? "OPEN" : null,
    type: types(raw.kind),
    description: raw.body,
    direction: directions(raw.direction),
    start_date: raw.starts,
    end_date: end(raw.starts, raw.minutes),
    duration_seconds: Normalize.product(raw.minutes, 60),
    location: raw.location,
    company_id: raw.org,
    contact_id: raw.person,
    deal_id: raw.deal,
    lead_id: raw.lead,
    user_id: raw.owner,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})

const end = (starts: string | null | undefined, minutes: number | null | undefined) => {
  const start = Iso.millis(starts ?? "")
  return start === undefined || typeof minutes !== "number" ? null : Iso.fromMillis(start + minutes * 60_000)
}
