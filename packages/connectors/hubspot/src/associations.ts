/**
 * What records are associated with. Lists and single records show it; a search does not, so it is asked for in bulk, one
 * call for a page and a type of object.
 */
import { Call, Lookup, Normalize, Read, Wire } from "@svc/core"

/** The types of object that unified records refer to. */
export type Kind = "companies" | "contacts" | "deals"

/** As lists show them: by type of object, the first of each. */
export const Associations = Wire.record(
  Wire.struct({ results: Wire.list(Wire.struct({ id: Wire.id, type: Wire.text })) })
)

// Quirk: an object with nothing to show is an error of its own in an answer that is a success.
const nothing = Wire.read((value) => {
  if (value !== "OBJECT_NOT_FOUND") throw new Normalize.Unreadable("no other error than OBJECT_NOT_FOUND", value)
  return value
})
const Bulk = Wire.struct({
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

interface Link {
  readonly id: string | null | undefined
  readonly isPrimary: boolean
}
/** The primary one, else the first. */
const chosen = (all: ReadonlyArray<Link>): string | null =>
  (all.find(({ isPrimary }) => isPrimary) ?? all[0])?.id ?? null

/** Type ids of the primary company of a contact and of a deal; others are known by their label. */
const primaryTypes = new Set([1, 5])
const primaryWords = /^(contact|deal)_to_company$|_to_primary_/

type Item = { readonly id: string }
const asked = (type: string, to: Kind, isKnown: (item: any) => boolean) =>
  Lookup.make({
    call: ({ items, since }: Lookup.LookupContext<Item>) => {
      const unknown = items.filter((item) => !isKnown(item))
      return since === null || unknown.length === 0
        ? null
        : {
            method: "POST",
            path: `/crm/v4/associations/${type}/${to}/batch/read`,
            body: { inputs: unknown.map(({ id }) => ({ id })) }
          }
    },
    response: Bulk,
    part: (body, { id }) => ({
      results: Read.arrayAt(body, "results").filter((own) => Normalize.id(Call.at(own, "from.id")) === id)
    }),
    pick: ({ results }) =>
      new Map(
        (results ?? []).map(({ from, to: all }) => [
          from.id,
          chosen(
            (all ?? []).map(({ associationTypes, toObjectId }) => ({
              id: toObjectId,
              isPrimary: (associationTypes ?? []).some(
                ({ label, typeId }) => label === "Primary" || primaryTypes.has(typeId ?? 0)
              )
            }))
          )
        ])
      ),
    absent: new Map<string, string | null>()
  })

/** The companions of a read whose records refer to others; `isKnown` says of which records nothing has to be asked. */
export const companions = <const K extends Kind>(
  type: string,
  kinds: ReadonlyArray<K>,
  isKnown: (item: any) => boolean = () => false
) =>
  Object.fromEntries(kinds.map((kind) => [kind, asked(type, kind, isKnown)])) as {
    readonly [_ in K]: ReturnType<typeof asked>
  }

/** An object as a list shows it. */
export interface Associated extends Item {
  readonly associations?: (typeof Associations)["Type"] | null | undefined
}
/** Answers of the companions of these kinds, by the ids of the objects they were asked for. */
export type Found<K extends Kind> = { readonly [_ in K]: ReadonlyMap<string, string | null> }
/** The id of the record of this kind that an object hangs on: as a list shows it, else as it was asked for. */
export const associated = <K extends Kind>(raw: Associated, kind: K, found: Found<K>): string | null =>
  raw.associations?.[kind] === undefined
    ? (found[kind].get(raw.id) ?? null)
    : chosen(
        (raw.associations[kind].results ?? []).map(({ id, type }) => ({ id, isPrimary: primaryWords.test(type ?? "") }))
      )
