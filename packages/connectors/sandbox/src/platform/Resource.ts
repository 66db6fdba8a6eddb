/**
 * What one resource of the platform is: its fields, its computed members, how its times are written, how its deletes can
 * be known. The engine (tables, transactions, routes) knows nothing else about any resource.
 */
import type { Draft, Fields } from "./Field.ts"
import type { Id, Lookup, Row } from "./Row.ts"

export type { Id, Lookup, Row } from "./Row.ts"

/** What one request may do to its company, all or nothing. */
export interface Transaction extends Lookup {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly create: (resource: string, input: unknown) => Row
  readonly update: (resource: string, id: Id, input: unknown) => Row
  readonly remove: (resource: string, id: Id) => Row
  /** A change the platform itself makes to a record, past the fields callers may write. */
  readonly revise: (resource: string, id: Id, change: (row: Row) => object) => void
}

/**
 * How a delete can be known. `flag`: the record stays, with `deleted: true`. `feed`: it is gone, the change feed tells.
 * `silent`: it is gone and only a complete listing shows it.
 */
export type Removal = "flag" | "feed" | "silent"

/** How creation and update times are named and written. */
export type Stamps = "iso" | "offset" | "epoch" | "plain"

export interface Build<D> {
  readonly draft: D
  readonly tx: Transaction
  readonly id: Id
  /** The record before a change, null when it is being created. */
  readonly before: Row | null
}

interface Definition<D> {
  /** Path segment, `/v1/{name}`. */
  readonly name: string
  /** Ids are `{prefix}_000001`, or `{number}` counted up from here. */
  readonly ids: string | number
  readonly stamps: Stamps
  readonly removal: Removal
  /** Stays out of the change feed. */
  readonly unannounced?: boolean
  /** Verbs beside reading; all three when absent. */
  readonly verbs?: ReadonlyArray<"create" | "update" | "delete">
  /** Members that may be asked for by equality, `?name=value`. */
  readonly filters?: ReadonlyArray<string>
  /** The member that says when what the record tells of happened: a list begins there with `datedFrom`. */
  readonly dated?: string
  /** Members of which no two records may hold the same value, in any case of letters. */
  readonly unique?: ReadonlyArray<string>
  /** The record of a checked draft, without id and times. May refuse and may revise other records. */
  build(from: Build<D>): object
  /** Refuses a delete, or undoes what the record did to others. */
  readonly remove?: (row: Row, tx: Transaction) => void
  /** Members that are worked out when the record is read. */
  readonly show?: (row: Row, lookup: Lookup) => Row
}

export interface Resource extends Definition<never> {
  readonly fields: Fields
}

export const resource = <const F extends Fields>(definition: Definition<Draft<F>> & { readonly fields: F }): Resource =>
  definition as unknown as Resource

/** A collection that is worked out from the others and cannot be written. */
export interface Derived {
  readonly name: string
  readonly filters?: ReadonlyArray<string>
  readonly rows: (lookup: Lookup) => ReadonlyArray<object>
}

export const idOf = (of: Resource, n: number): Id =>
  typeof of.ids === "number" ? of.ids + n : `${of.ids}_${String(n).padStart(6, "0")}`

/** Position behind an id, undefined when the id cannot be one of this resource. */
export const positionOf = (of: Resource, id: Id): number | undefined => {
  const text = String(id)
  const n = typeof of.ids === "number" ? Number(text) - of.ids : Number(text.slice(of.ids.length + 1))
  return Number.isSafeInteger(n) && n > 0 && String(idOf(of, n)) === text ? n : undefined
}

const iso = (at: number) => new Date(at).toISOString()
const pair: Record<Stamps, readonly [created: string, updated: string, write: (at: number) => string | number]> = {
  iso: ["createdAt", "updatedAt", iso],
  offset: ["createdAt", "updatedAt", (at) => iso(at + 3_600_000).replace(/\.\d+Z$/, "+01:00")],
  epoch: ["created", "updated", (at) => Math.floor(at / 1000)],
  plain: ["addTime", "updateTime", (at) => iso(at).slice(0, 19).replace("T", " ")]
}

export const stamp = (as: Stamps, created: number, updated: number): object => {
  const [first, second, write] = pair[as]
  return { [first]: write(created), [second]: write(updated) }
}
