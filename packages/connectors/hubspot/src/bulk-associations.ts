/** What many records are associated with, by one call for each type of object. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

/** The types of object that unified records refer to. */
export type Kind = "companies" | "contacts" | "deals"

// Quirk: an object with nothing to show is an error of its own in an answer that is a success.
const nothing = Wire.read((value) => {
  if (value !== "OBJECT_NOT_FOUND") throw new Normalize.Unreadable("no other error than OBJECT_NOT_FOUND", value)
  return value
})
export const Bulk = Wire.struct({
  results: Wire.list(
    Wire.struct({
      from: Wire.required(Wire.struct({ id: Wire.required(Wire.id) })),
      to: Wire.list(
        Wire.struct({
          toObjectId: Wire.id,
          associationTypes: Wire.list(Wire.struct({ typeId: Wire.number, label: Wire.text }))
        })
      )
    })
  ),
  errors: Wire.list(Wire.struct({ category: nothing }))
})

/** An association, of which the primary one counts. */
export interface Link {
  readonly id: string
  readonly isPrimary: boolean
}
/** Type ids of the primary company of a contact and a deal, and of the primary contact and company of a lead. */
const primaryTypes = new Set([1, 5, 578, 580])

/** As the bulk call shows it, with the ids of its types. */
export interface Association extends Link {
  readonly types: ReadonlyArray<number>
}
export const associationsIn = ({ results }: (typeof Bulk)["Type"]): ReadonlyMap<string, ReadonlyArray<Association>> =>
  new Map(
    (results ?? []).map(({ from, to }) => [
      from.id,
      (to ?? []).flatMap(({ associationTypes, toObjectId: id }) => {
        if (!id) return []
        const all = associationTypes ?? []
        const types = all.flatMap(({ typeId }) => typeId ?? [])
        const isPrimary = all.some(({ label, typeId }) => label === "Primary" || primaryTypes.has(typeId ?? 0))
        return [{ id, types, isPrimary }]
      })
    ])
  )
export const bulk = (type: string, to: Kind, ids: ReadonlyArray<string>) =>
  ids.length === 0
    ? null
    : ({
        method: "POST",
        path: `/crm/v4/associations/${type}/${to}/batch/read`,
        body: { inputs: ids.map((id) => ({ id })) }
      } as const)

/** What the records that are about to be changed are associated with now, as far as `isAsked`. */
export const linked = <Input>(
  to: Kind,
  typeOf: (item: Input) => string,
  idOf: (item: Input) => string,
  isAsked: (item: Input) => boolean
) =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<Input>) =>
      items[0] === undefined ? null : bulk(typeOf(items[0]), to, items.filter(isAsked).map(idOf)),
    response: Bulk,
    pick: associationsIn,
    absent: new Map()
  })
