/** How notes, tasks, meetings and calls are written. */
import * as Take from "@svc/core/Take"
import { calls, meetings } from "./crm-activities.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmTasks, priorities, statuses } from "./crm-tasks.ts"
import { kindOf, moment, ref, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const
const modules = { deal_id: "Deals", company_id: "Accounts", contact_id: "Contacts", lead_id: "Leads" } as const
/** What a record is about is one of several. */
const oneOf = (item: Take.Item, members: ReadonlyArray<keyof typeof modules>, refuse: Take.At["refuse"]) => {
  const [first, second] = members.filter((member) => item[member] != null)
  if (second !== undefined) refuse(`cannot be beside ${first}`, second)
  return first === undefined ? null : { id: String(item[first]), module: modules[first] }
}
export const writeNotes = writing("CRM_NOTES", take, {
  module: "Notes",
  alike: { note: "Note_Content", title: "Note_Title" },
  record: crmNotes,
  requires: ["note"],
  takes: { title: "Note_Title", note: "Note_Content" },
  creates: { deal_id: Take.beside, company_id: Take.beside, contact_id: Take.beside, lead_id: Take.beside },
  makes: (item, { isNew, refuse }) => {
    if (!isNew) return {}
    const on = oneOf(item, ["deal_id", "company_id", "contact_id", "lead_id"], refuse)
    return {
      Parent_Id: {
        id: on?.id ?? refuse("is required, or company_id, contact_id or lead_id", "deal_id"),
        module: { api_name: on!.module }
      }
    }
  },
  clears: ["title"]
})

const about =
  (members: ReadonlyArray<keyof typeof modules>) =>
  (item: Take.Item, { refuse }: Take.At<unknown>) => {
    const on = oneOf(item, members, refuse)
    return on === null ? {} : { What_Id: { id: on.id }, $se_module: on.module }
  }
export const writeTasks = writing("CRM_TASKS", take, {
  module: "Tasks",
  alike: { name: "Subject", due_date: "Due_Date", contact_id: "Who_Id.id" },
  record: crmTasks,
  requires: ["name"],
  takes: {
    name: "Subject",
    description: "Description",
    status: Take.words("Status", statuses),
    priority: Take.words("Priority", priorities),
    due_date: Take.day("Due_Date"),
    contact_id: ref("Who_Id"),
    company_id: Take.beside,
    deal_id: Take.beside,
    user_id: ref("Owner")
  },
  makes: about(["deal_id", "company_id"]),
  clears: ["description", "due_date", "contact_id"]
})

const needed: Readonly<Record<"call" | "meeting", ReadonlyArray<string>>> = {
  meeting: ["name", "start_date", "end_date"],
  call: ["name", "start_date", "direction"]
}
export const writeActivities = writing("CRM_ACTIVITIES", take, {
  module: (kind) => (kind === "call" ? "Calls" : "Events"),
  prefixed: true,
  alike: (kind) =>
    kind === "call"
      ? { name: "Subject", start_date: "Call_Start_Time", contact_id: "Who_Id.id" }
      : { name: "Event_Title", start_date: "Start_DateTime", contact_id: "Who_Id.id" },
  record: (item) => (kindOf(item) === "call" ? calls : meetings),
  requires: ["type"],
  takes: {
    description: "Description",
    contact_id: ref("Who_Id"),
    company_id: Take.beside,
    deal_id: Take.beside,
    lead_id: Take.beside,
    user_id: ref("Owner")
  },
  creates: {
    type: (type, { refuse }) => (type === "CALL" || type === "MEETING" ? {} : refuse("must be one of CALL, MEETING"))
  },
  kinds: {
    meeting: {
      name: "Event_Title",
      start_date: moment("Start_DateTime"),
      end_date: moment("End_DateTime"),
      location: "Venue"
    },
    call: {
      name: "Subject",
      start_date: moment("Call_Start_Time"),
      direction: Take.words("Call_Type", { INBOUND: "Inbound", OUTBOUND: "Outbound" }),
      duration_seconds: "Call_Duration_in_seconds"
    }
  },
  kindOf,
  makes: (item, at) => {
    const missing = at.isNew ? needed[kindOf(item)].find((name) => (item as Take.Item)[name] == null) : undefined
    return missing === undefined
      ? about(["deal_id", "company_id", "lead_id"])(item, at)
      : at.refuse("is required", missing)
  },
  clears: ["description", "location"]
})
