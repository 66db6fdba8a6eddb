/** Tasks of the sales team. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { changed, dated, flagged } from "./wire.ts"

const statuses = Normalize.word({ todo: "OPEN", doing: "IN_PROGRESS", later: "DEFERRED", done: "COMPLETED" })
const priorities = Normalize.word({ 1: "HIGH", 2: "NORMAL", 3: "LOW" }, null)

export const crmTasks = Connector.read("CRM_TASKS", {
  ...flagged("tasks"),
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    subject: Wire.text,
    body: Wire.text,
    due: Wire.instant,
    priority: Wire.number,
    parent: Wire.id,
    deal: Wire.id,
    org: Wire.id,
    person: Wire.id,
    assignee: Wire.id,
    state: Wire.text,
    completedTime: Wire.instant,
    addTime: Wire.instant,
    updateTime: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.subject,
    description: raw.body,
    status: statuses(raw.state),
    priority: priorities(raw.priority),
    due_date: raw.due,
    completed_at: raw.completedTime,
    parent_task_id: raw.parent,
    company_id: raw.org,
    contact_id: raw.person,
    deal_id: raw.deal,
    user_id: raw.assignee,
    created_at: raw.addTime,
    updated_at: raw.updateTime
  })
})
