/** How notes, tasks and activities are written: calls, meetings and e-mails, each a type of object of its own. */
import { writing as scopes } from "./auth.ts"
import { calls, emails, meetings } from "./crm-activities.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmTasks } from "./crm-tasks.ts"
import type { Kind } from "./kinds.ts"
import type { Links } from "./linking.ts"
import { type Item, milliseconds, moment, type Table, words } from "./taking.ts"
import { writing } from "./writing.ts"

const about = (contact: number, company: number, deal: number): Links => ({
  contact_id: { to: "contacts", id: contact },
  company_id: { to: "companies", id: company },
  deal_id: { to: "deals", id: deal }
})

export const writeCrmNotes = writing("CRM_NOTES", {
  scope: scopes.contacts,
  requires: ["note"],
  kinds: [
    {
      type: "notes",
      record: crmNotes,
      takes: { note: "hs_note_body", user_id: "hubspot_owner_id" },
      links: about(202, 190, 214),
      // Quirk: a note must say when it was made.
      made: (began) => ({ hs_timestamp: began }),
      by: ["hs_timestamp"]
    }
  ]
})

export const writeCrmTasks = writing("CRM_TASKS", {
  scope: scopes.contacts,
  requires: ["name", "due_date"],
  kinds: [
    {
      type: "tasks",
      record: crmTasks,
      takes: {
        name: "hs_task_subject",
        description: "hs_task_body",
        status: words("hs_task_status", {
          OPEN: "NOT_STARTED",
          IN_PROGRESS: "IN_PROGRESS",
          COMPLETED: "COMPLETED",
          DEFERRED: "DEFERRED"
        }),
        priority: words("hs_task_priority", { HIGH: "HIGH", NORMAL: "MEDIUM", LOW: "LOW" }),
        due_date: moment("hs_timestamp"),
        user_id: "hubspot_owner_id"
      },
      links: about(204, 192, 216),
      by: ["hs_task_subject", "hs_timestamp"]
    }
  ]
})

const activity = (prefix: string, record: Kind["record"], links: Links, takes: Table): Kind => ({
  type: `${prefix}s`,
  prefix,
  record,
  takes: { ...takes, user_id: "hubspot_owner_id" },
  links,
  by: ["hs_timestamp"]
})
const call = activity("call", calls, about(194, 182, 206), {
  name: "hs_call_title",
  description: "hs_call_body",
  status: words("hs_call_status", { OPEN: "QUEUED", COMPLETED: "COMPLETED", CANCELLED: "CANCELED" }),
  direction: words("hs_call_direction", { INBOUND: "INBOUND", OUTBOUND: "OUTBOUND" }),
  start_date: moment("hs_timestamp"),
  duration_seconds: milliseconds("hs_call_duration")
})
const meeting = activity("meeting", meetings, about(200, 188, 212), {
  name: "hs_meeting_title",
  description: "hs_meeting_body",
  status: words("hs_meeting_outcome", { OPEN: "SCHEDULED", COMPLETED: "COMPLETED", CANCELLED: "CANCELED" }),
  location: "hs_meeting_location",
  start_date: moment("hs_timestamp", "hs_meeting_start_time"),
  end_date: moment("hs_meeting_end_time")
})
const email = activity("email", emails, about(198, 186, 210), {
  name: "hs_email_subject",
  description: "hs_email_text",
  status: words("hs_email_status", { OPEN: "SCHEDULED", COMPLETED: "SENT" }),
  direction: words("hs_email_direction", { INBOUND: "INCOMING_EMAIL", OUTBOUND: "EMAIL" }),
  start_date: moment("hs_timestamp")
})
const byType: Readonly<Record<string, Kind>> = { CALL: call, MEETING: meeting, EMAIL: email }
const kinds = [call, meeting, email] as const

export const writeCrmActivities = writing("CRM_ACTIVITIES", {
  scope: scopes.contacts,
  requires: ["type", "start_date"],
  kinds,
  typeMember: "type",
  kindOf: ({ platform_id: id, type }: Item) =>
    id === undefined ? byType[type] : kinds.find(({ prefix }) => String(id).startsWith(`${prefix}:`))
})
