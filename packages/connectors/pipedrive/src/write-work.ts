/** How activities and tasks are written: both are activities there, and a task's type says that it is one. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { activities, tasks, types } from "./activities.ts"
import { item as recordIn } from "./lists.ts"
import { ref, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const

const Shown = Wire.struct({ type: Wire.text, participants: Wire.unknown })
type Known = (typeof Shown)["Type"] | null
/** The record as it is; nothing where it is gone. */
const before = {
  before: Lookup.make({
    call: ({ items: [one] }: Lookup.LookupContext<Take.Item>) => ({
      path: `/v2/activities/${Call.segment(String(one?.["platform_id"] ?? ""))}`
    }),
    response: Wire.read((body) => Wire.decode(Shown, recordIn(body))),
    pick: (shown): Known => shown,
    absent: null,
    emptyStatuses: [404, 410]
  })
}
const shownIn = ({ lookups }: Pick<Take.At, "lookups">): Known =>
  (lookups as Lookup.Found<typeof before>).before ?? null
/** Ids of both are of one list. */
const holds =
  (isTask: boolean, message: string) =>
  (sent: Writer.Sent): void => {
    const shown = shownIn(sent)
    if (shown !== null && (shown.type === "task") !== isTask) sent.refuse(message, "platform_id")
  }

/** Quirk: the person of an activity is the primary one of its participants, and the list is written whole. */
const person = (id: string, at: Take.At<unknown>): object => {
  const person_id = ref("").by(id, at)
  const others = Read.arrayAt(shownIn(at) ?? {}, "participants").filter(
    (own) => Call.at(own, "primary") !== true && Call.at(own, "person_id") !== person_id
  )
  return {
    participants: [
      { person_id, primary: true },
      ...others.map((own) => ({ person_id: Call.at(own, "person_id"), primary: false }))
    ]
  }
}
/** A day without a time is all of it. */
const due = (value: string, { isNew, place }: Take.At<unknown>): object => {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return { due_date: value, ...(isNew ? {} : { due_time: "" }) }
  const moment = String(Normalize.instant(value, place))
  return { due_date: moment.slice(0, 10), due_time: moment.slice(11, 19) }
}
const dayOf = (value: unknown): string | null => {
  const isMoment = Take.refusalOf(() => Normalize.instant(value)) === null
  return isMoment ? (Normalize.instant(value)?.slice(0, 10) ?? null) : null
}
const two = (count: number): string => String(Math.trunc(count)).padStart(2, "0")
const links = { company_id: ref("org_id"), contact_id: person, deal_id: ref("deal_id"), user_id: ref("owner_id") }
const note = { orEmpty: (text: string | null) => ({ note: text ?? "" }) }
const done = { OPEN: false, COMPLETED: true }
const common = {
  path: "/v2/activities",
  alike: ({ company_id, deal_id, due_date, lead_id, name, start_date, type = "task" }: Take.Item) => ({
    subject: name,
    type: String(type).toLowerCase(),
    due_date: dayOf(due_date ?? start_date),
    deal_id,
    lead_id,
    org_id: company_id
  }),
  by: ["deal_id", "lead_id", "org_id"],
  before
}

export const writeActivities = writing("CRM_ACTIVITIES", take, {
  ...common,
  holds: holds(false, "is a task"),
  record: activities,
  requires: ["name", "type"],
  takes: {
    ...links,
    name: "subject",
    status: Take.words("done", done),
    type: Take.words("type", types),
    description: note,
    start_date: due,
    duration_seconds: {
      to: "duration",
      by: (seconds, { refuse }) =>
        seconds < 0 ? refuse("is negative") : `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
    },
    location: { to: "location", by: (value) => ({ value }) },
    lead_id: "lead_id"
  }
})
export const writeTasks = writing("CRM_TASKS", take, {
  ...common,
  holds: holds(true, "is no task"),
  made: { type: "task" },
  record: tasks,
  requires: ["name"],
  takes: { ...links, name: "subject", status: Take.words("done", done), description: note, due_date: due }
})
