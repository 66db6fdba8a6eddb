/** Calls, meetings and e-mails: three types of object, each a source of its own. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { type Associated, associated, companions, type Found } from "./associations.ts"
import { scopes } from "./auth.ts"
import { objects, undated } from "./objects.ts"
import { moment, record } from "./wire.ts"

const statuses = Normalize.word({
  QUEUED: "OPEN",
  CONNECTING: "OPEN",
  CALLING_CRM_USER: "OPEN",
  RINGING: "OPEN",
  IN_PROGRESS: "OPEN",
  SCHEDULED: "OPEN",
  SENDING: "OPEN",
  SENT: "COMPLETED",
  COMPLETED: "COMPLETED",
  CANCELED: "CANCELLED"
})
const ways = { INBOUND: "INBOUND", OUTBOUND: "OUTBOUND", INCOMING_EMAIL: "INBOUND", EMAIL: "OUTBOUND" } as const
const directions = Normalize.word(ways, null)
const kinds = ["contacts", "companies", "deals"] as const

const source = (type: string, kind: string, properties: object) => ({
  ...objects(type, { properties: Object.keys(properties), associations: kinds, kind }),
  from: undated,
  companions: companions(type, kinds)
})
interface Raw extends Associated {
  readonly properties: { readonly hubspot_owner_id?: string | null | undefined }
  readonly createdAt?: string | null | undefined
  readonly updatedAt?: string | null | undefined
}
/** What all three have in common. */
const common = (raw: Raw, kind: string, found: Found<(typeof kinds)[number]>) => ({
  platform_id: Normalize.prefixed(kind, raw.id, ":"),
  company_id: associated(raw, "companies", found),
  contact_id: associated(raw, "contacts", found),
  deal_id: associated(raw, "deals", found),
  user_id: raw.properties.hubspot_owner_id,
  created_at: raw.createdAt,
  updated_at: raw.updatedAt
})

const callProperties = {
  hs_call_title: Wire.text,
  hs_call_body: Wire.text,
  hs_call_status: Wire.text,
  hs_call_direction: Wire.text,
  hs_call_duration: Wire.number,
  hs_timestamp: moment,
  hubspot_owner_id: Wire.id
}
export const calls = Connector.read("CRM_ACTIVITIES", {
  ...source("calls", "call", callProperties),
  item: record(callProperties),
  map: (raw, { companions: found }) => ({
    ...common(raw, "call", found),
    type: "CALL",
    name: raw.properties.hs_call_title,
    description: raw.properties.hs_call_body,
    status: statuses(raw.properties.hs_call_status),
    direction: directions(raw.properties.hs_call_direction),
    start_date: raw.properties.hs_timestamp,
    // Quirk: in milliseconds.
    duration_seconds: Normalize.product(raw.properties.hs_call_duration, 0.001)
  })
})

const meetingProperties = {
  hs_meeting_title: Wire.text,
  hs_meeting_body: Wire.text,
  hs_meeting_outcome: Wire.text,
  hs_meeting_location: Wire.text,
  hs_meeting_start_time: moment,
  hs_meeting_end_time: moment,
  hs_timestamp: moment,
  hubspot_owner_id: Wire.id
}
export const meetings = Connector.read("CRM_ACTIVITIES", {
  ...source("meetings", "meeting", meetingProperties),
  item: record(meetingProperties),
  map: (raw, { companions: found }) => ({
    ...common(raw, "meeting", found),
    type: "MEETING",
    name: raw.properties.hs_meeting_title,
    description: raw.properties.hs_meeting_body,
    status: statuses(raw.properties.hs_meeting_outcome),
    location: raw.properties.hs_meeting_location,
    start_date: raw.properties.hs_meeting_start_time ?? raw.properties.hs_timestamp,
    end_date: raw.properties.hs_meeting_end_time
  })
})

const emailProperties = {
  hs_email_subject: Wire.text,
  hs_email_text: Wire.text,
  hs_email_status: Wire.text,
  hs_email_direction: Wire.text,
  hs_timestamp: moment,
  hubspot_owner_id: Wire.id
}
export const emails = Connector.read("CRM_ACTIVITIES", {
  ...source("emails", "email", emailProperties),
  scope: scopes.emails,
  item: record(emailProperties),
  map: (raw, { companions: found }) => ({
    ...common(raw, "email", found),
    type: "EMAIL",
    name: raw.properties.hs_email_subject,
    description: raw.properties.hs_email_text,
    status: statuses(raw.properties.hs_email_status),
    direction: directions(raw.properties.hs_email_direction),
    start_date: raw.properties.hs_timestamp
  })
})

export const crmActivities = [calls, meetings, emails]
