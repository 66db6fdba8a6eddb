/** Tasks. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { associated, companions } from "./associations.ts"
import { objects, undated } from "./objects.ts"
import { moment, record } from "./wire.ts"

export const statuses = Normalize.word({
  NOT_STARTED: "OPEN",
  WAITING: "OPEN",
  IN_PROGRESS: "IN_PROGRESS",
  COMPLETED: "COMPLETED",
  DEFERRED: "DEFERRED"
})
export const priorities = Normalize.word({ HIGH: "HIGH", MEDIUM: "NORMAL", LOW: "LOW" }, null)

const properties = {
  hs_task_subject: Wire.text,
  hs_task_body: Wire.text,
  hs_task_status: Wire.text,
  hs_task_priority: Wire.text,
  hs_timestamp: moment,
  hs_task_completion_date: moment,
  hubspot_owner_id: Wire.id
}
const kinds = ["contacts", "companies", "deals"] as const

export const crmTasks = Connector.read("CRM_TASKS", {
  ...objects("tasks", { properties: Object.keys(properties), associations: kinds }),
  from: undated,
  item: record(properties),
  companions: companions("tasks", kinds),
  map: (raw, { companions: found }) => {
    const own = raw.properties
    return {
      platform_id: raw.id,
      name: own.hs_task_subject,
      description: own.hs_task_body,
      status: statuses(own.hs_task_status),
      priority: priorities(own.hs_task_priority),
      // Quirk: of a task, this is when it is due.
      due_date: own.hs_timestamp,
      completed_at: own.hs_task_completion_date,
      company_id: associated(raw, "companies", found),
      contact_id: associated(raw, "contacts", found),
      deal_id: associated(raw, "deals", found),
      user_id: own.hubspot_owner_id,
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
