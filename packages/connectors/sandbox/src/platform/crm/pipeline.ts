/** Pipelines, stages, deals and leads: values are numbers in major units, a deal's status follows from its stage. */
import { nested } from "../accounting/references.ts"
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { detach, refuseWhenUsed, removeChildren } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { owner, reach } from "./reach.ts"

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
  dated: "expectedClose",
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
