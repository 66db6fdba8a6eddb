/** How the notes, activities and tasks of the CRM are written, and its pipelines. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { crmActivities } from "./crm-activities.ts"
import { crmNotes } from "./crm-notes.ts"
import { crmPipelines } from "./crm-pipelines.ts"
import { crmStages } from "./crm-stages.ts"
import { crmTasks } from "./crm-tasks.ts"
import { usual, writing } from "./writing.ts"

const active = Take.words("active", { ACTIVE: true, ARCHIVED: false })
const about = { deal_id: "deal", company_id: "org", contact_id: "person" }
/** Quirk: a note hangs on one record. */
const on = (type: string): Take.Named<string> => ({ to: "about", by: (id) => ({ type, id }) })
export const writeCrmNotes = writing("CRM_NOTES", usual, {
  resource: "notes",
  record: crmNotes,
  requires: ["note"],
  takes: {
    title: "title",
    note: "html",
    deal_id: on("deals"),
    company_id: on("companies"),
    contact_id: on("people"),
    lead_id: on("leads"),
    user_id: "author"
  }
})

export const writeCrmPipelines = writing("CRM_PIPELINES", usual, {
  resource: "pipelines",
  record: crmPipelines,
  requires: ["name"],
  takes: { name: "name", status: active, currency: "currency", display_order: "position" }
})

export const writeCrmStages = writing("CRM_STAGES", usual, {
  resource: "stages",
  record: crmStages,
  requires: ["name", "pipeline_id"],
  takes: {
    name: "name",
    status: active,
    deal_probability: { to: "chance", by: (value, { place }) => Normalize.product(value, 0.01, place) },
    pipeline_id: "pipeline",
    display_order: "position",
    // Quirk: one word says both whether a deal ends here and how.
    is_closed: {
      orEmpty: (value, { item }) => (item.is_won === true ? {} : { closes: value === true ? "lost" : null })
    },
    is_won: {
      orEmpty: (value, { item }) =>
        value === true ? { closes: "won" } : item.is_closed === undefined ? { closes: null } : {}
    }
  }
})

export const writeCrmActivities = writing("CRM_ACTIVITIES", usual, {
  resource: "activities",
  record: crmActivities,
  requires: ["name", "type", "start_date"],
  takes: {
    ...about,
    lead_id: "lead",
    name: "subject",
    status: (value, { refuse }) => {
      if (value === "COMPLETED") return { done: true, cancelled: false }
      if (value === "CANCELLED") return { done: false, cancelled: true }
      return value === "OPEN" ? { done: false, cancelled: false } : refuse("must be one of OPEN, COMPLETED, CANCELLED")
    },
    type: Take.words("kind", { CALL: "call", MEETING: "meeting", EMAIL: "email", OTHER: "lunch" }),
    description: "body",
    direction: Take.words("direction", { INBOUND: "in", OUTBOUND: "out" }),
    start_date: {
      to: "starts",
      by: (value, { place }) => Normalize.instant(value, place)?.slice(0, 19).replace("T", " ")
    },
    duration_seconds: {
      to: "minutes",
      by: (value, { refuse }) => (value % 60 === 0 ? value / 60 : refuse("must be whole minutes"))
    },
    location: "location",
    user_id: "owner"
  }
})

export const writeCrmTasks = writing("CRM_TASKS", usual, {
  resource: "tasks",
  record: crmTasks,
  requires: ["name"],
  takes: {
    ...about,
    name: "subject",
    description: "body",
    status: Take.words("state", { OPEN: "todo", IN_PROGRESS: "doing", DEFERRED: "later", COMPLETED: "done" }),
    priority: Take.words("priority", { HIGH: 1, NORMAL: 2, LOW: 3 }),
    due_date: Take.day("due"),
    parent_task_id: "parent",
    user_id: "assignee"
  }
})
