/** How notes, tasks and activities are written: calls, meetings and e-mails, each a type of object of its own. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { writing as scopes } from "./auth.ts"
import { calls, emails, meetings } from "./crm-activities.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmTasks, priorities, statuses } from "./crm-tasks.ts"
import { linking, type Links } from "./linking.ts"
import { writing } from "./writing.ts"

const offers = ["create", "update", "delete"] as const
const about = (contact: number, company: number, deal: number) =>
  ({
    contact_id: { to: "contacts", id: contact },
    company_id: { to: "companies", id: company },
    deal_id: { to: "deals", id: deal }
  }) satisfies Links
const [ofNotes, ofTasks] = [about(202, 190, 214), about(204, 192, 216)]

export const writeCrmNotes = writing("CRM_NOTES", offers, {
  scope: scopes.contacts,
  type: "notes",
  record: crmNotes,
  requires: ["note"],
  links: ofNotes,
  takes: { ...linking(ofNotes), note: "hs_note_body", user_id: "hubspot_owner_id" },
  // Quirk: a note must say when it was made.
  made: (began) => ({ hs_timestamp: began }),
  by: ["hs_timestamp"]
})

export const writeCrmTasks = writing("CRM_TASKS", offers, {
  scope: scopes.contacts,
  type: "tasks",
  record: crmTasks,
  requires: ["name", "due_date"],
  links: ofTasks,
  takes: {
    ...linking(ofTasks),
    name: "hs_task_subject",
    description: "hs_task_body",
    status: Take.words("hs_task_status", statuses),
    priority: Take.words("hs_task_priority", priorities),
    due_date: Take.instant("hs_timestamp"),
    user_id: "hubspot_owner_id"
  },
  by: ["hs_task_subject", "hs_timestamp"]
})

const ofActivities = { call: about(194, 182, 206), meeting: about(200, 188, 212), email: about(198, 186, 210) }
type Kind = keyof typeof ofActivities
const records = { call: calls, meeting: meetings, email: emails }
const kindIn = ({
  platform_id: id,
  type
}: {
  readonly platform_id?: string | null | undefined
  readonly type?: string | null | undefined
}) => {
  const kind = id == null ? type?.toLowerCase() : id.split(":", 1)[0]
  return kind !== undefined && Object.hasOwn(records, kind) ? (kind as Kind) : null
}
const began = Take.instant("hs_timestamp")

export const writeCrmActivities = writing("CRM_ACTIVITIES", offers, {
  scope: scopes.contacts,
  record: (item) => records[kindIn(item) ?? "call"],
  requires: ["type", "start_date"],
  links: (kind) => ofActivities[kind as Kind] ?? ofActivities.call,
  takes: { ...linking(ofActivities.call), user_id: "hubspot_owner_id" },
  creates: { type: Take.beside },
  kinds: {
    call: {
      name: "hs_call_title",
      description: "hs_call_body",
      status: Take.words("hs_call_status", { OPEN: "QUEUED", COMPLETED: "COMPLETED", CANCELLED: "CANCELED" }),
      direction: Take.words("hs_call_direction", { INBOUND: "INBOUND", OUTBOUND: "OUTBOUND" }),
      start_date: began,
      // Quirk: in milliseconds.
      duration_seconds: { to: "hs_call_duration", by: (value, { place }) => Normalize.product(value, 1000, place) }
    },
    meeting: {
      name: "hs_meeting_title",
      description: "hs_meeting_body",
      status: Take.words("hs_meeting_outcome", { OPEN: "SCHEDULED", COMPLETED: "COMPLETED", CANCELLED: "CANCELED" }),
      location: "hs_meeting_location",
      start_date: {
        orEmpty: (value, { place }) => {
          const moment = Normalize.instant(value, place)
          return { hs_timestamp: moment, hs_meeting_start_time: moment }
        }
      },
      end_date: Take.instant("hs_meeting_end_time")
    },
    email: {
      name: "hs_email_subject",
      description: "hs_email_text",
      status: Take.words("hs_email_status", { OPEN: "SCHEDULED", COMPLETED: "SENT" }),
      direction: Take.words("hs_email_direction", { INBOUND: "INCOMING_EMAIL", OUTBOUND: "EMAIL" }),
      start_date: began
    }
  },
  kindOf: (item, { isNew, refuse }) =>
    kindIn(item) ?? refuse("is of no type of object that HubSpot has for it", isNew ? "type" : "platform_id"),
  by: ["hs_timestamp"]
})
