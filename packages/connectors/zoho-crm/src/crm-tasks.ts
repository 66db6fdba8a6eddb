/** Tasks. One that is about a lead has no place for it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { about, linksOf } from "./about.ts"
import { module, undated } from "./modules.ts"

export const statuses = Normalize.word({
  "Not Started": "OPEN",
  "In Progress": "IN_PROGRESS",
  Completed: "COMPLETED",
  Deferred: "DEFERRED",
  "Waiting for input": "OPEN",
  "Waiting on someone else": "OPEN"
})
export const priorities = Normalize.word(
  { High: "HIGH", Normal: "NORMAL", Low: "LOW", Highest: "HIGH", Lowest: "LOW" },
  null
)

export const crmTasks = Connector.read("CRM_TASKS", {
  ...module(
    { name: "Tasks" },
    {
      ...about,
      Subject: Wire.text,
      Status: Wire.text,
      Priority: Wire.text,
      Due_Date: Wire.day,
      Closed_Time: Wire.instant
    }
  ),
  from: undated,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.Subject,
    description: raw.Description,
    status: statuses(raw.Status),
    priority: priorities(raw.Priority),
    due_date: raw.Due_Date,
    completed_at: raw.Closed_Time,
    ...linksOf(raw),
    user_id: raw.Owner?.id,
    created_at: raw.Created_Time,
    updated_at: raw.Modified_Time
  })
})
