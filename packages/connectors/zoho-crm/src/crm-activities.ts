/** Meetings and calls, each a module of its own. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { about, leadOf, linksOf } from "./about.ts"
import { module, undated } from "./modules.ts"

const shared = (raw: Wire.Struct<typeof about>) => ({
  description: raw.Description,
  ...linksOf(raw),
  lead_id: leadOf(raw),
  user_id: raw.Owner?.id,
  created_at: raw.Created_Time,
  updated_at: raw.Modified_Time
})

export const meetings = Connector.read("CRM_ACTIVITIES", {
  source: "events",
  ...module(
    { name: "Events", kind: "meeting" },
    { ...about, Event_Title: Wire.text, Start_DateTime: Wire.instant, End_DateTime: Wire.instant, Venue: Wire.text }
  ),
  from: undated,
  map: (raw) => ({
    platform_id: Normalize.prefixed("meeting", raw.id),
    name: raw.Event_Title,
    type: "MEETING",
    start_date: raw.Start_DateTime,
    end_date: raw.End_DateTime,
    location: raw.Venue,
    ...shared(raw)
  })
})

const directions = Normalize.word({ Inbound: "INBOUND", Outbound: "OUTBOUND", Missed: "INBOUND" }, null)
const statuses = Normalize.word({
  Completed: "COMPLETED",
  Scheduled: "OPEN",
  Overdue: "OPEN",
  Cancelled: "CANCELLED",
  Missed: "COMPLETED"
})

export const calls = Connector.read("CRM_ACTIVITIES", {
  source: "calls",
  ...module(
    { name: "Calls", kind: "call" },
    {
      ...about,
      Subject: Wire.text,
      Call_Type: Wire.text,
      Call_Start_Time: Wire.instant,
      Call_Duration_in_seconds: Wire.number,
      Outgoing_Call_Status: Wire.text,
      Call_Status: Wire.text
    }
  ),
  from: undated,
  map: (raw) => ({
    platform_id: Normalize.prefixed("call", raw.id),
    name: raw.Subject,
    // Quirk: the word for it has changed with the versions of the interface.
    status: statuses(Normalize.text(raw.Call_Status) ?? raw.Outgoing_Call_Status),
    type: "CALL",
    direction: directions(raw.Call_Type),
    start_date: raw.Call_Start_Time,
    duration_seconds: raw.Call_Duration_in_seconds,
    ...shared(raw)
  })
})

export const crmActivities = [meetings, calls]
