/** The sales team's side: numbers in major units, times as `YYYY-MM-DD HH:MM:SS` in UTC, nested references with names. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { detach, refuseWhenUsed, removeChildren } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { nested } from "../accounting/references.ts"

export const users = resource({
  name: "users",
  ids: "usr",
  stamps: "plain",
  removal: "silent",
  verbs: ["create", "update"],
  fields: { name: F.text(), email: F.email, currency: F.optional(F.currency), active: F.otherwise(F.flag, true) },
  build: ({ draft }) => draft
})
const owner = F.optional(F.ref("users"))

const labelled = F.object({ label: F.otherwise(F.oneOf("work", "home", "mobile", "fax"), "work"), value: F.text() })
const place = F.object({
  street: F.optional(F.text()),
  city: F.optional(F.text()),
  region: F.optional(F.text()),
  zip: F.optional(F.text(20)),
  country: F.optional(F.country)
})
const reach = { emails: F.list(labelled, { max: 5 }), phones: F.list(labelled, { max: 5 }), address: F.optional(place) }

export const companies = resource({
  name: "companies",
  ids: "cmp",
  stamps: "plain",
  removal: "feed",
  unique: ["name"],
  filters: ["name"],
  fields: {
    name: F.text(),
    about: F.optional(F.text(2000)),
    industry: F.optional(F.text()),
    employees: F.optional(F.whole(0)),
    annualRevenue: F.optional(F.number(0)),
    currency: F.optional(F.currency),
    website: F.optional(F.url),
    parent: F.optional(F.ref("companies")),
    owner,
    ...reach
  },
  build: ({ draft, tx }) => ({
    ...draft,
    owner: nested(tx, "users", draft.owner, "name"),
    parent: nested(tx, "companies", draft.parent, "name")
  }),
  remove: ({ id }, tx) => {
    const users = ["people", "deals", "leads", "activities", "tasks"] as const
    detach(tx, id, [["companies", "parent"], ...users.map((name) => [name, "org"] as const)])
    removeChildren(tx, id, "notes", "about")
  }
})

export const people = resource({
  name: "people",
  ids: "per",
  stamps: "plain",
  removal: "flag",
  filters: ["org.id"],
  fields: {
    firstName: F.optional(F.text()),
    lastName: F.optional(F.text()),
    jobTitle: F.optional(F.text()),
    org: F.optional(F.ref("companies")),
    source: F.optional(F.text(60)),
    owner,
    ...reach
  },
  build: ({ draft, tx }) => {
    const display = [draft.firstName, draft.lastName].filter((name) => name !== null).join(" ")
    if (display === "" && draft.emails.length === 0) {
      throw new Failure("invalid_request", "A person needs a name or an e-mail.", "lastName")
    }
    return {
      ...draft,
      display: display === "" ? draft.emails[0]!.value : display,
      org: nested(tx, "companies", draft.org, "name"),
      owner: nested(tx, "users", draft.owner, "name")
    }
  }
})

export const pipelines = resource({
  name: "pipelines",
  ids: "pip",
  stamps: "plain",
  removal: "silent",
  fields: {
    name: F.text(),
    position: F.otherwise(F.whole(0), 0),
    currency: F.optional(F.currency),
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft }) => draft,
  remove: ({ id }, tx) => refuseWhenUsed(tx, id, ["stages", "deals"])
})

export const stages = resource({
  name: "stages",
  ids: "stg",
  stamps: "plain",
  removal: "silent",
  filters: ["pipeline.id"],
  fields: {
    name: F.text(),
    pipeline: F.ref("pipelines"),
    position: F.otherwise(F.whole(0), 0),
    chance: F.optional(F.number(0, 1)),
    closes: F.optional(F.oneOf("won", "lost")),
    active: F.otherwise(F.flag, true)
  },
  build: ({ draft, tx }) => ({ ...draft, pipeline: nested(tx, "pipelines", draft.pipeline, "name") }),
  remove: ({ id }, tx) => refuseWhenUsed(tx, id, ["deals"])
})

export const deals = resource({
  name: "deals",
  ids: "dea",
  stamps: "plain",
  removal: "feed",
  filters: ["status", "stage.id", "org.id"],
  fields: {
    title: F.text(),
    value: F.optional(F.number(0)),
    currency: F.optional(F.currency),
    org: F.optional(F.ref("companies")),
    person: F.optional(F.ref("people")),
    stage: F.ref("stages"),
    owner,
    expectedClose: F.optional(F.day),
    text: F.optional(F.text(2000)),
    lostReason: F.optional(F.text()),
    source: F.optional(F.text(60))
  },
  build: ({ draft, tx }) => {
    const stage = tx.get("stages", draft.stage)!
    if (draft.lostReason !== null && stage.closes !== "lost") {
      throw new Failure("rule_violation", "Only a lost deal has a lostReason.", "lostReason")
    }
    return {
      ...draft,
      org: nested(tx, "companies", draft.org, "name"),
      person: nested(tx, "people", draft.person, "display"),
      stage: { id: stage.id, name: stage.name },
      pipelineId: stage.pipeline.id,
      chance: stage.chance,
      status: stage.closes ?? "open",
      owner: nested(tx, "users", draft.owner, "name")
    }
  },
  remove: ({ id }, tx) => {
    refuseWhenUsed(tx, id, ["leads"])
    detach(tx, id, [
      ["activities", "deal"],
      ["tasks", "deal"]
    ])
    removeChildren(tx, id, "notes", "about")
  }
})

export const leads = resource({
  name: "leads",
  ids: "lea",
  stamps: "plain",
  removal: "feed",
  filters: ["state"],
  fields: {
    title: F.text(),
    firstName: F.optional(F.text()),
    lastName: F.optional(F.text()),
    jobTitle: F.optional(F.text()),
    companyName: F.optional(F.text()),
    worth: F.optional(F.object({ amount: F.number(0), currency: F.currency })),
    source: F.optional(F.text(60)),
    person: F.optional(F.ref("people")),
    org: F.optional(F.ref("companies")),
    convertedTo: F.optional(F.ref("deals")),
    owner,
    state: F.otherwise(F.oneOf("fresh", "contacted", "qualified", "dropped"), "fresh"),
    ...reach
  },
  build: ({ draft, tx, before }) => {
    const deal = draft.convertedTo === null ? undefined : tx.get("deals", draft.convertedTo)
    return {
      ...draft,
      person: nested(tx, "people", draft.person, "display"),
      org: nested(tx, "companies", draft.org, "name"),
      owner: nested(tx, "users", draft.owner, "name"),
      convertedTo:
        deal === undefined ? null : { deal: deal.id, org: deal.org?.id ?? null, person: deal.person?.id ?? null },
      convertedTime:
        deal === undefined
          ? null
          : (before?.convertedTime ?? new Date(tx.at).toISOString().slice(0, 19).replace("T", " ")),
      state: deal === undefined ? draft.state : "converted"
    }
  },
  remove: ({ id }, tx) => {
    detach(tx, id, [["activities", "lead"]])
    removeChildren(tx, id, "notes", "about")
  }
})

const about = F.object({ type: F.oneOf("deals", "companies", "people", "leads"), id: F.text(40) })
type About = typeof about extends F.Field<infer A> ? A : never
const existing = (target: About | null, tx: { get: (name: string, id: string) => object | undefined }) => {
  if (target === null || tx.get(target.type, target.id) !== undefined) return
  throw new Failure("unknown_reference", `There is no ${target.type} record ${target.id}.`, "about.id")
}

export const notes = resource({
  name: "notes",
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
