/**
 * What a written record is associated with: in the body of a new one; of one that is there, each association is a call of
 * its own, after it is known which there are. Ids of types: https://developers.hubspot.com/docs/api-reference/latest/crm/associations/associations-schema/guide
 */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { type Association, type Kind, linked } from "./bulk-associations.ts"

/** The type of association behind a member that names another record. */
export interface Link {
  readonly to: Kind
  readonly id: number
  /** There may be others beside it, of which it is the one that counts. */
  readonly isPrimary?: true
  /** Others of the same two types of object are not of its kind, such as a company's children beside its parent. */
  readonly isApart?: true
}
export type Links = Readonly<Record<string, Link>>

/** A table's members that name other records. */
export const linking = <L extends Links>(links: L) =>
  Object.fromEntries(Object.keys(links).map((member) => [member, Take.beside])) as {
    readonly [_ in keyof L]: Take.Beside
  }

const spec = (id: number) => [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: id }]
const named = (links: Links, item: Take.Item): ReadonlyArray<readonly [string, Link, wanted: string | null]> =>
  Object.entries(links).flatMap(([member, link]) =>
    item[member] === undefined ? [] : [[member, link, item[member] === "" ? null : item[member]] as const]
  )

/** The associations in the body of a new record. */
export const associationsOf = (links: Links, item: Take.Item) =>
  named(links, item).flatMap(([, { id }, wanted]) => (wanted === null ? [] : [{ to: { id: wanted }, types: spec(id) }]))

/**
 * Which associations there are, by the members that name them; asked for records whose change names them. Where the links are
 * those of a kind, the ids say which.
 */
export const linkLookups = (links: Links | ((kind: string) => Links), typeOf: (kind: string) => string) => {
  const partsOf = ({ platform_id: id }: Take.Item) => /^(?:([a-z]+):)?(.*)$/.exec(id) ?? []
  const kindOf = (item: Take.Item) => partsOf(item)[1] ?? ""
  return Object.fromEntries(
    Object.entries(typeof links === "function" ? links("") : links).map(([member, { to }]) => [
      member,
      linked<Take.Item>(
        to,
        (item) => typeOf(kindOf(item)),
        (item) => partsOf(item)[2] ?? "",
        (item) => item[member] !== undefined
      )
    ])
  )
}

type Found = Readonly<Record<string, ReadonlyMap<string, ReadonlyArray<Association>>>>
/** What has to go and come for the record to hang on what is wanted. */
const changesOf = ([member, link, wanted]: ReturnType<typeof named>[number], id: string, found: Found) => {
  const all = (found[member]?.get(id) ?? []).filter(({ types }) => !link.isApart || types.includes(link.id))
  const known = all.find((own) => own.id === wanted)
  const isThere = known !== undefined && (!link.isPrimary || known.isPrimary)
  // Quirk: the primary one takes its word from the one before, which stays as one of several.
  const others = link.isPrimary && wanted !== null ? [] : all.filter((own) => own !== known)
  return { added: wanted === null || isThere ? [] : [wanted], removed: others.map((own) => own.id) }
}

/** An association that cannot be changed is refused: of several, nobody knows which the caller means. */
export const refuseLinks = (links: Links, { item, lookups, refuse }: Writer.Sent, id: string): void => {
  const several = named(links, item).find((one) => changesOf(one, id, lookups).removed.length > 1)
  if (several === undefined) return
  const [field, { to }] = several
  refuse(`cannot be changed: the record has several ${to}, and HubSpot does not say which is the first`, field)
}

/** The calls that change the associations of a record: first what comes, since that may be refused. */
export const linkCalls = (
  type: string,
  links: Links,
  { item, lookups }: Writer.Sent,
  id: string
): ReadonlyArray<Call.Call> => {
  const path = (to: Kind, other: string) =>
    `/crm/v4/objects/${type}/${Call.segment(id)}/associations/${to}/${Call.segment(other)}`
  return named(links, item).flatMap((one) => {
    const [, link] = one
    const { added, removed } = changesOf(one, id, lookups)
    return [
      ...added.map((other) => ({ method: "PUT", path: path(link.to, other), body: spec(link.id) }) as const),
      ...removed.map((other) => ({ method: "DELETE", path: path(link.to, other) }) as const)
    ]
  })
}
