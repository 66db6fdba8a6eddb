/** Tracking categories: classes, departments and locations. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { trackingCategories } from "./tracking-categories.ts"
import { kindId, status, subsidiaries, writing } from "./writing.ts"

const lists = { class: "classification", department: "department", location: "location" } as const
type Kind = keyof typeof lists
const kindIn = ({ platform_id, type }: Pick<Writes.ItemOf<"TRACKING_CATEGORIES">, "platform_id" | "type">) =>
  (Object.keys(lists) as ReadonlyArray<Kind>).find((kind) =>
    platform_id == null ? kind === type?.toLowerCase() : Normalize.unprefixed(kind, platform_id) !== null
  )
export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update", "delete"], {
  type: ({ kind }) => lists[kind as Kind],
  idOf: kindId,
  record: (item) => trackingCategories[Object.keys(lists).indexOf(kindIn(item) ?? "class")]!,
  requires: ["name", "type"],
  takes: {
    name: "name",
    status,
    parent_id: {
      to: "parent",
      by: (id, { item, refuse }) => ({
        id: Normalize.unprefixed(kindIn(item) ?? "", id) ?? refuse("is of another kind")
      })
    }
  },
  creates: { type: Take.beside },
  kinds: { class: {}, department: {}, location: {} },
  kindOf: kindIn,
  makes: (_, at) => subsidiaries(at)
})
