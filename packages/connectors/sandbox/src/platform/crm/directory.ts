/** Users, companies and people: times as `YYYY-MM-DD HH:MM:SS` in UTC, nested references with names. */
import { nested } from "../accounting/references.ts"
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { detach, removeChildren } from "../Relations.ts"
import { resource } from "../Resource.ts"
import { owner, reach } from "./reach.ts"

export const users = resource({
  name: "users",
  ids: "usr",
  stamps: "plain",
  removal: "silent",
  verbs: ["create", "update"],
  fields: { name: F.text(), email: F.email, currency: F.optional(F.currency), active: F.otherwise(F.flag, true) },
  build: ({ draft }) => draft
})
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
