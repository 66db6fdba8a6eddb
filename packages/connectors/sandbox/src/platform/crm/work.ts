/** Notes, activities and tasks: what the sales team does about a deal, a company, a person or a lead. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { resource } from "../Resource.ts"
import { owner } from "./reach.ts"

const about = F.object({ type: F.oneOf("deals", "companies", "people", "leads"), id: F.text(40) })
type About = typeof about extends F.Field<infer A> ? A : never
const existing = (target: About | null, tx: { get: (name: string, id: string) => object | undefined }) => {
  if (target === null || tx.get(target.type, target.id) !== undefined) return
  throw new Failure("unknown_reference", `There is no ${target.type} record ${target.id}.`, "about.id")
}

export const notes = resource({
  name: "notes",
  dated: "addTime",
  ids: "not",
  stamps: "plain",
  removal: "silent",
  filters: ["about.id"],
  fields: { title: F.optional(F.text()), html: F.text(10_000), about: F.optional(about), author: owner },
  build: ({ draft, tx }) => {
    existing(draft.about, tx)
    return draft
  }
})

export const activities = resource({
  name: "activities",
  dated: "starts",
  ids: "act",
  stamps: "plain",
  removal: "feed",
  filters: ["kind", "done"],
  fields: {
    subject: F.text(),
    kind: F.oneOf("call", "meeting", "email", "lunch"),
    direction: F.optional(F.oneOf("in", "out")),
    starts: F.moment,
    minutes: F.optional(F.whole(0, 10_000)),
    location: F.optional(F.text()),
    body: F.optional(F.text(5000)),
    deal: F.optional(F.ref("deals")),
    org: F.optional(F.ref("companies")),
    person: F.optional(F.ref("people")),
    lead: F.optional(F.ref("leads")),
    owner,
    done: F.otherwise(F.flag, false),
    cancelled: F.otherwise(F.flag, false)
  },
  build: ({ draft }) => draft
})

export const tasks = resource({
  name: "tasks",
  dated: "due",
  ids: "tsk",
  stamps: "plain",
  removal: "flag",
  filters: ["state"],
  fields: {
    subject: F.text(),
    body: F.optional(F.text(5000)),
    due: F.optional(F.day),
    priority: F.otherwise(F.whole(1, 3), 2),
    parent: F.optional(F.ref("tasks")),
    deal: F.optional(F.ref("deals")),
    org: F.optional(F.ref("companies")),
    person: F.optional(F.ref("people")),
    assignee: owner,
    state: F.otherwise(F.oneOf("todo", "doing", "later", "done"), "todo")
  },
  build: ({ draft, tx, before }) => {
    const at = new Date(tx.at).toISOString().slice(0, 19).replace("T", " ")
    return { ...draft, completedTime: draft.state === "done" ? (before?.completedTime ?? at) : null }
  }
})
