/** Tracking categories, from three sources: classes, departments and locations. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { source } from "./query.ts"
import { has, type Settings } from "./statement.ts"
import { activity, keyed } from "./wire.ts"

/** Quirk: without the feature there is no such table. Accounts there always are, and none of them is asked for. */
const nothing = "account"
const sourceOf = (
  kind: "class" | "department" | "location",
  table: string,
  type: "CLASS" | "DEPARTMENT" | "LOCATION"
) =>
  Connector.read("TRACKING_CATEGORIES", {
    ...source({
      kind,
      table: (settings) => (has(settings, kind) ? table : null),
      statement: (settings: Settings) =>
        has(settings, kind)
          ? {
              id: "k.id",
              select: { name: "k.name", parent: "k.parent", isinactive: "k.isinactive" },
              from: `${table} k`
            }
          : { id: "k.id", select: {}, from: `${nothing} k`, where: ["k.id < 0", "k.id > 0"] }
    }),
    item: Wire.struct({ ...keyed, name: Wire.text, parent: Wire.id, isinactive: Wire.text }),
    map: (raw) => ({
      platform_id: Normalize.prefixed(kind, raw.id)!,
      name: raw.name,
      status: activity(raw.isinactive),
      parent_id: Normalize.prefixed(kind, raw.parent),
      type
    })
  })

export const trackingCategories = [
  sourceOf("class", "classification", "CLASS"),
  sourceOf("department", "department", "DEPARTMENT"),
  sourceOf("location", "location", "LOCATION")
]
