/** How notes, tasks and activities are written. */
import * as Take from "@svc/core/Take"
import { calls, events } from "./crm-activities.ts"
import { classicNotes, enhancedNotes } from "./crm-notes.ts"
import { crmTasks, priorities, statuses } from "./crm-tasks.ts"
import { prefixes } from "./wire.ts"
import { offers, writing } from "./writing.ts"

const whos = { contact_id: "WhoId", lead_id: "WhoId" }
const whats = { deal_id: "WhatId", company_id: "WhatId" }
const parents = { deal_id: "ParentId", company_id: "ParentId", contact_id: "ParentId", lead_id: "ParentId" }

/** The one that is said of several members, of which a record has room for one. */
const oneOf = (item: Take.Item, refuse: Take.At["refuse"], ...members: ReadonlyArray<string>) => {
  const [first, second] = members.filter((member) => item[member] != null)
  if (second !== undefined) refuse(`cannot be beside ${first}`, second)
  return first === undefined ? undefined : String(item[first])
}
/** Quirk: a record is about one person, `Who`, and one other thing, `What`. */
const about = (item: Take.Item, { refuse }: Take.At<unknown>): object => {
  const who = oneOf(item, refuse, "contact_id", "lead_id")
  const what = oneOf(item, refuse, "deal_id", "company_id")
  return { ...(who === undefined ? {} : { WhoId: who }), ...(what === undefined ? {} : { WhatId: what }) }
}
const isEnhanced = ({ platform_id }: Take.Item): boolean =>
  String(platform_id ?? "").startsWith(prefixes.ContentDocument)

export const writeNotes = writing("CRM_NOTES", offers, {
  object: (item) => (isEnhanced(item) ? "ContentNote" : "Note"),
  alike: { title: "Title", ...parents },
  record: (item) => (isEnhanced(item) ? enhancedNotes : classicNotes),
  requires: { create: ["title"] },
  takes: { title: "Title", note: "Body", user_id: "OwnerId" },
  creates: { deal_id: Take.beside, company_id: Take.beside, contact_id: Take.beside, lead_id: Take.beside },
  makes: (item, { isNew, refuse }) => {
    if (!isNew && isEnhanced(item)) return refuse("is an enhanced note, which is changed at Salesforce", "platform_id")
    const on = oneOf(item, refuse, "deal_id", "company_id", "contact_id", "lead_id")
    if (!isNew) return {}
    return { ParentId: on ?? refuse("is required, or company_id, contact_id or lead_id", "deal_id") }
  },
  clears: ["note"]
})

const shared = {
  name: "Subject",
  description: "Description",
  contact_id: Take.beside,
  company_id: Take.beside,
  deal_id: Take.beside,
  user_id: "OwnerId"
} as const

export const writeTasks = writing("CRM_TASKS", offers, {
  object: "Task",
  alike: { name: "Subject", ...whos, ...whats },
  record: crmTasks,
  requires: ["name"],
  takes: {
    ...shared,
    status: Take.words("Status", statuses),
    priority: Take.words("Priority", priorities),
    due_date: Take.day("ActivityDate")
  },
  makes: about,
  clears: ["description", "due_date"]
})

const isCall = ({ platform_id, type }: Take.Item): boolean =>
  String(platform_id ?? "").startsWith(prefixes.Task) || type === "CALL"

export const writeActivities = writing("CRM_ACTIVITIES", offers, {
  object: (item) => (isCall(item) ? "Task" : "Event"),
  alike: { name: "Subject", ...whos, ...whats },
  record: (item) => (isCall(item) ? calls : events),
  requires: { create: ["type", "name", "start_date"] },
  takes: { ...shared, lead_id: Take.beside },
  creates: {
    type: (type, { refuse }) =>
      type === "CALL" ? { TaskSubtype: "Call" } : type === "MEETING" ? {} : refuse("must be one of CALL, MEETING")
  },
  kinds: {
    meeting: {
      start_date: Take.instant("StartDateTime"),
      end_date: Take.instant("EndDateTime"),
      location: "Location"
    },
    call: {
      status: Take.words("Status", { OPEN: "Not Started", COMPLETED: "Completed" }),
      start_date: Take.day("ActivityDate"),
      direction: Take.words("CallType", { INBOUND: "Inbound", OUTBOUND: "Outbound" }),
      duration_seconds: "CallDurationInSeconds"
    }
  },
  kindOf: (item) => (isCall(item) ? "call" : "meeting"),
  makes: (item, at) =>
    at.isNew && !isCall(item) && item.end_date == null ? at.refuse("is required", "end_date") : about(item, at),
  clears: ["description", "location"]
})
