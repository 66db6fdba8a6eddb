/** What payments and credit notes are put on: Sage keeps it in a list of its own, which is asked for the documents of a page. */
import type { Further } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { all } from "./wire.ts"

const Allocation = Wire.struct({
  SourceDocumentId: Wire.required(Wire.id),
  AllocatedToDocumentId: Wire.required(Wire.id),
  Total: Wire.number
})
export type Allocation = (typeof Allocation)["Type"]
/** Quirk: Sage's server takes no longer addresses. */
const atOnce = 25

export const allocationsOf = (ids: ReadonlyArray<string>): ReadonlyArray<Further.Pages> =>
  Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, index) =>
    all("/Allocation/Get", {
      $filter: ids
        .slice(index * atOnce, (index + 1) * atOnce)
        .map((id) => `SourceDocumentId eq ${id}`)
        .join(" or ")
    })
  )
const found = {
  response: Wire.list(Wire.required(Wire.list(Wire.required(Allocation)))),
  pick: (lists: ReadonlyArray<ReadonlyArray<Allocation> | null>): ReadonlyMap<string, ReadonlyArray<Allocation>> =>
    Map.groupBy(
      lists.flatMap((list) => list ?? []),
      ({ SourceDocumentId }) => SourceDocumentId
    ),
  absent: new Map() as ReadonlyMap<string, ReadonlyArray<Allocation>>,
  // Quirk: whether allocations can be listed everywhere is not documented; without them payments are whole.
  emptyStatuses: [400, 404, 405]
}
export const allocated = Lookup.make({
  of: Wire.struct({ ID: Wire.required(Wire.id) }),
  call: ({ items }) => allocationsOf(items.map(({ ID }) => ID)),
  ...found,
  part: (lists, { ID }) =>
    (lists as ReadonlyArray<ReadonlyArray<{ readonly SourceDocumentId?: unknown }>>).map((list) =>
      list.filter(({ SourceDocumentId }) => String(SourceDocumentId) === ID)
    )
})
/** The same of a payment that is to be deleted, by the id of one of its records. */
export const allocatedBy = Lookup.make({
  call: ({ items }: Lookup.LookupContext<{ readonly platform_id?: string | null }>) =>
    allocationsOf(items.flatMap(({ platform_id: id }) => id?.split("/")[0] ?? [])),
  ...found
})

/** The documents that a credit is put on. */
export const documentsOf = (
  id: string,
  companions: { readonly allocated: ReadonlyMap<string, ReadonlyArray<Allocation>> }
) => Normalize.distinct(companions.allocated.get(id)?.map(({ AllocatedToDocumentId }) => AllocatedToDocumentId))

/** How much of a payment each document got, and what is left of it, under null. */
export const partsOf = (total: number | null | undefined, own: ReadonlyArray<Allocation>) => {
  const byDocument = Map.groupBy(own, ({ AllocatedToDocumentId }) => AllocatedToDocumentId)
  const parts: Array<{ readonly document: string | null; readonly amount: number | null | undefined }> = [
    ...byDocument
  ].map(([document, all]) => ({ document, amount: Normalize.sum(all.map(({ Total }) => Total)) }))
  const rest =
    parts.length === 0 ? total : Normalize.difference(total, Normalize.sum(parts.map(({ amount }) => amount)))
  return parts.length === 0 || (typeof rest === "number" && rest > 0)
    ? [...parts, { document: null, amount: rest }]
    : parts
}
