/**
 * The records of one company, in creation order, as copy-on-write over the seed: what a company did not change is shared
 * by all. Also keeps the change feed and the unique members.
 */
import type { Resource, Id, Row } from "./Resource.ts"
import { idOf } from "./Resource.ts"

/** A record with what the platform knows beside it. Times in milliseconds. */
export interface Entry {
  readonly n: number
  readonly created: number
  readonly updated: number
  /** Hard-deleted: kept as a gap. */
  readonly gone: boolean
  /** What callers wrote, normalised; a change is merged into it. */
  readonly draft: object
  readonly row: Row
}
export type Operation = "create" | "update" | "delete"
export interface Write {
  readonly resource: string
  readonly operation: Operation
  readonly entry: Entry
}
export interface Change {
  readonly sequence: number
  readonly resource: string
  readonly id: Id
  readonly operation: Operation
  readonly at: number
}

export interface Tables {
  readonly resources: ReadonlyMap<string, Resource>
  readonly count: (resource: string) => number
  readonly entry: (resource: string, n: number) => Entry | undefined
  /** Position of the record that holds a unique value, if any does. */
  readonly holder: (resource: string, member: string, value: unknown) => number | undefined
  readonly commit: (writes: ReadonlyArray<Write>) => ReadonlyArray<Change>
  readonly latest: () => number
  readonly change: (sequence: number) => Change | undefined
  readonly version: () => number
}

const held = (resource: string, member: string, value: unknown) =>
  `${resource}\n${member}\n${String(value).toLowerCase()}`

export const makeTables = (resources: ReadonlyMap<string, Resource>, base?: Tables): Tables => {
  const own = new Map<string, Map<number, Entry>>()
  const counts = new Map<string, number>()
  const holders = new Map<string, number>()
  const changes: Array<Change> = []
  const seeded = base?.latest() ?? 0
  let version = 0

  const count = (resource: string) => counts.get(resource) ?? base?.count(resource) ?? 0
  const entry = (resource: string, n: number) => own.get(resource)?.get(n) ?? base?.entry(resource, n)
  const holderIn = (key: string, resource: string, member: string, value: unknown) =>
    holders.get(key) ?? base?.holder(resource, member, value)

  const commitOne = ({ resource, operation, entry: written }: Write) => {
    const definition = resources.get(resource)
    // A journal of another version may name a resource that this one no longer has.
    if (definition === undefined) return
    const rows = own.get(resource) ?? new Map<number, Entry>()
    own.set(resource, rows.set(written.n, written))
    counts.set(resource, Math.max(count(resource), written.n))
    for (const member of definition.unique ?? []) holders.set(held(resource, member, written.row[member]), written.n)
    if (definition.unannounced === true || (definition.removal === "silent" && operation === "delete")) return
    const id = idOf(definition, written.n)
    changes.push({ sequence: seeded + changes.length + 1, resource, id, operation, at: written.updated })
  }

  return {
    resources,
    count,
    entry,
    holder: (resource, member, value) => {
      const n = holderIn(held(resource, member, value), resource, member, value)
      const found = n === undefined ? undefined : entry(resource, n)
      if (found === undefined || found.gone || found.row.deleted === true) return undefined
      return held(resource, member, found.row[member]) === held(resource, member, value) ? n : undefined
    },
    commit: (writes) => {
      const before = changes.length
      for (const write of writes) commitOne(write)
      version++
      return changes.slice(before)
    },
    latest: () => seeded + changes.length,
    change: (sequence) => (sequence > seeded ? changes[sequence - seeded - 1] : base?.change(sequence)),
    version: () => version + (base?.version() ?? 0)
  }
}
