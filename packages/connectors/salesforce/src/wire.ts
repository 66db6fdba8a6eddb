/** What the records of Salesforce have in common: ids that say their kind, dates, and the org's currency. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { root } from "./soql.ts"

/** The first characters of an id name the object: https://help.salesforce.com/s/articleView?id=000385203 */
export const prefixes = {
  Account: "001",
  Note: "002",
  Contact: "003",
  User: "005",
  Opportunity: "006",
  Lead: "00Q",
  Task: "00T",
  Event: "00U",
  ContentDocument: "069"
} as const

/** The first of the ids that is of this object; null where none is. One that cannot be read may be of any. */
export const idOf = (object: keyof typeof prefixes, ...ids: ReadonlyArray<string | null | undefined>): string | null =>
  ids.find((id) => id != null && id.startsWith(prefixes[object]) !== false) ?? null

/** Quirk: leads, tasks and events may belong to a queue, which is no user. */
export const userOf = (id: string | null | undefined): string | null => idOf("User", id)

/** Quirk: only orgs of several currencies have a currency in each record; in all others it is the org's. */
export const orgCurrency = Lookup.make({
  call: { path: `${root}/connect/organization` },
  response: Wire.struct({ features: Wire.struct({ defaultCurrencyIsoCode: Wire.text }) }),
  pick: ({ features }): string | null => Normalize.text(features?.defaultCurrencyIsoCode),
  absent: null,
  // Without it, amounts are read all the same.
  emptyStatuses: [400, 403, 404]
})

export const activeStatus = Normalize.word({ true: "ACTIVE", false: "ARCHIVED" })

/** The one pipeline: stages belong to the org, not to a part of it. */
export const pipelineId = "default"
