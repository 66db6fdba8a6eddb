/** Activities, of which those of the type `task` are tasks. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, instant } from "./lists.ts"

const isTask = (row: unknown): boolean => Call.at(row, "type") === "task"
const listing = (isOwn: (row: unknown) => boolean) => changing({ path: "/v2/activities", isOwn })
const item = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "subject", "public_description", "note"),
  ...Wire.all(Wire.decisive(Wire.text), "type", "due_date", "due_time"),
  ...Wire.all(Wire.id, "owner_id", "deal_id", "lead_id", "person_id", "org_id"),
  is_deleted: Wire.boolean,
  ...Wire.all(instant, "add_time", "update_time", "marked_as_done_time"),
  duration: Wire.read((value) => secondsOf(value)),
  done: Wire.boolean,
  location: Wire.struct({ value: Wire.text })
})
type Activity = (typeof item)["Type"]

/** `01:30:00`, or `01:30`. */
const secondsOf = (value: unknown): number | null => {
  const text = Normalize.text(value)
  if (text === null) return null
  const [, hours, minutes, seconds = "0"] = /^(\d+):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (hours === undefined) throw new Normalize.Unreadable("a duration such as 01:30:00", value)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
/** When it is due: a moment in UTC, or the day alone. */
const dueOf = ({ due_date, due_time }: Activity): string | null => {
  const [day, time] = [Normalize.text(due_date), Normalize.text(due_time)]
  return Normalize.instant(day !== null && time !== null ? `${day}T${time.length === 5 ? `${time}:00` : time}Z` : day)
}
export const types = Normalize.word({ call: "CALL", meeting: "MEETING", lunch: "MEETING", email: "EMAIL" }, "OTHER")
const shared = (raw: Activity) => ({
  platform_id: raw.id,
  name: raw.subject,
  company_id: raw.org_id,
  contact_id: raw.person_id,
  deal_id: raw.deal_id,
  user_id: raw.owner_id,
  created_at: raw.add_time,
  updated_at: raw.update_time
})

export const activities = Connector.read("CRM_ACTIVITIES", {
  ...listing((row) => !isTask(row)),
  from: Read.byMapping("Only a filter that is stored in the account knows their day"),
  item,
  isDeleted: ({ is_deleted }) => is_deleted === true,
  map: (raw) =>
    raw.type === "task"
      ? null
      : {
          ...shared(raw),
          status: raw.done === true ? "COMPLETED" : "OPEN",
          type: types(raw.type),
          description: raw.note ?? raw.public_description,
          start_date: dueOf(raw),
          duration_seconds: raw.duration,
          location: raw.location?.value,
          lead_id: raw.lead_id
        }
})
export const tasks = Connector.read("CRM_TASKS", {
  ...listing(isTask),
  from: Read.byMapping("Only a filter that is stored in the account knows their day"),
  item,
  isDeleted: ({ is_deleted }) => is_deleted === true,
  map: (raw) =>
    raw.type !== "task"
      ? null
      : {
          ...shared(raw),
          description: raw.note,
          status: raw.done === true ? "COMPLETED" : "OPEN",
          due_date: dueOf(raw),
          completed_at: raw.marked_as_done_time
        }
})
