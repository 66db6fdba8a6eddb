/** Tasks: what is to be done, and what is of a kind that is not known. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { quoted } from "./soql.ts"
import { binned } from "./source.ts"
import { done, kinds, task } from "./tasks.ts"
import { idOf, userOf } from "./wire.ts"

export const statuses = Normalize.word(
  {
    "Not Started": "OPEN",
    "In Progress": "IN_PROGRESS",
    Completed: "COMPLETED",
    "Waiting on someone else": "OPEN",
    Deferred: "DEFERRED"
  },
  "UNKNOWN"
)
export const priorities = Normalize.word({ High: "HIGH", Normal: "NORMAL", Low: "LOW" }, null)

export const crmTasks = Connector.read("CRM_TASKS", {
  ...binned(
    "Task",
    { ...task, Status: Wire.text, Priority: Wire.text, IsHighPriority: Wire.boolean, CompletedDateTime: Wire.text },
    kinds(`(TaskSubtype = null OR TaskSubtype NOT IN (${done.map(quoted).join(", ")}))`)
  ),
  map: (raw) =>
    done.includes(raw.TaskSubtype ?? "")
      ? null
      : {
          platform_id: raw.Id,
          name: raw.Subject,
          description: raw.Description,
          // Quirk: an org chooses its own words; which of them mean that a task is over, it says itself.
          status: raw.IsClosed === true ? "COMPLETED" : statuses(raw.Status),
          priority: priorities(raw.Priority) ?? (raw.IsHighPriority === true ? "HIGH" : null),
          due_date: raw.ActivityDate,
          completed_at: raw.CompletedDateTime,
          company_id: idOf("Account", raw.WhatId, raw.AccountId),
          contact_id: idOf("Contact", raw.WhoId),
          deal_id: idOf("Opportunity", raw.WhatId),
          user_id: userOf(raw.OwnerId),
          created_at: raw.CreatedDate,
          updated_at: raw.SystemModstamp
        }
})
