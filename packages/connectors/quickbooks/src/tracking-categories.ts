/** What transactions are tracked by, from two sources: classes, and departments, which QuickBooks shows as locations. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { askAll, everyName, mixedNames } from "./query.ts"
import { activity, record, Ref, updatedAt } from "./wire.ts"

const Category = Wire.struct({ ...record, Name: Wire.text, ParentRef: Ref, Active: Wire.boolean })

/** Ids of the categories that others are below. */
const parents = (entity: "Class" | "Department") =>
  Lookup.make({
    call: askAll(entity, everyName),
    response: Wire.struct({
      QueryResponse: Wire.required(
        Wire.struct({
          Class: Wire.list(Wire.struct({ ParentRef: Ref })),
          Department: Wire.list(Wire.struct({ ParentRef: Ref }))
        })
      )
    }),
    pick: ({ QueryResponse }): ReadonlySet<string> =>
      new Set((QueryResponse[entity] ?? []).flatMap(({ ParentRef }) => ParentRef?.value ?? [])),
    absent: new Set<string>()
  })

const categories = (entity: "Class" | "Department", type: "CLASS" | "DEPARTMENT") => {
  // Whether others are below a category changes without the category: all are read each time, for they are few.
  const { since: _, ...listed } = mixedNames(entity)
  return Connector.read("TRACKING_CATEGORIES", {
    // Quirk: classes and departments are numbered on their own.
    ...listed,
    item: Category,
    lookups: { parents: parents(entity) },
    map: (raw, { lookups }) => ({
      platform_id: Normalize.prefixed(entity.toLowerCase(), raw.Id)!,
      name: raw.Name,
      status: activity(raw.Active),
      parent_id: Normalize.prefixed(entity.toLowerCase(), raw.ParentRef?.value),
      has_children: lookups.parents.has(raw.Id),
      type,
      updated_at: updatedAt(raw)
    })
  })
}

export const classes = categories("Class", "CLASS")
export const departments = categories("Department", "DEPARTMENT")
export const trackingCategories = [classes, departments]
