/**
 * What records are associated with. Lists and single records show it; a search does not, so it is asked for in bulk, one
 * call for a page and a type of object.
 */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { associationsIn, Bulk, bulk, type Kind, type Link } from "./bulk-associations.ts"

/** As lists show them: by type of object, the first of each. */
export const Associations = Wire.record(
  Wire.struct({ results: Wire.list(Wire.struct({ id: Wire.id, type: Wire.text })) })
)

/** What lists call the association with a primary one. */
const primaryWords = /^(contact|deal)_to_company$|_to_primary_/
/** The primary one, else the first. */
const chosen = (all: ReadonlyArray<Link>): string | null =>
  (all.find(({ isPrimary }) => isPrimary) ?? all[0])?.id ?? null

type Item = { readonly id: string }
const asked = (type: string, to: Kind, isKnown: (item: any) => boolean) =>
  Lookup.make({
    call: ({ items, since }: Lookup.LookupContext<Item>) =>
      since === null
        ? null
        : bulk(
            type,
            to,
            items.filter((item) => !isKnown(item)).map(({ id }) => id)
          ),
    response: Bulk,
    part: (body, { id }) => ({
      results: Read.arrayAt(body, "results").filter((own) => Normalize.id(Call.at(own, "from.id")) === id)
    }),
    pick: (body) => new Map([...associationsIn(body)].map(([id, all]) => [id, chosen(all)])),
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
        (raw.associations[kind].results ?? []).flatMap(({ id, type }) =>
          id ? [{ id, isPrimary: primaryWords.test(type ?? "") }] : []
        )
      )
