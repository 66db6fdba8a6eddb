/**
 * One request's changes to one company: they are checked, computed and collected here, and take effect together or not at
 * all. The seed runs through the same door, so its data obeys the same rules.
 */
import { Failure } from "./Failure.ts"
import { checkAll } from "./Field.ts"
import type { Id, Lookup, Resource, Row, Transaction } from "./Resource.ts"
import { idOf, positionOf, stamp } from "./Resource.ts"
import type { Entry, Operation, Tables, Write } from "./Tables.ts"

type Members = Record<string, unknown>
const plain = (value: unknown) =>
  typeof value === "object" && value !== null && "id" in value ? (value as { readonly id: unknown }).id : value

/** What the platform filled into list entries (ids, prices, accounts) is kept, so that later changes start from it. */
const absorb = (draft: Members, row: Row): object => {
  const kept = Object.entries(draft).map(([name, entries]) => {
    const built: unknown = row[name]
    if (!Array.isArray(entries) || !Array.isArray(built) || built.length !== entries.length) return [name, entries]
    return [
      name,
      entries.map((entry: unknown, index) => (typeof entry === "object" ? fill(entry as Members, built[index]) : entry))
    ]
  })
  return Object.fromEntries(kept)
}
const fill = (entry: Members, built: Members): Members =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value ?? plain(built[name]) ?? null]))

type Overlay = (resource: string, n: number) => Entry | undefined

const lookupOver = (tables: Tables, entry: Overlay, count: (resource: string) => number): Lookup => {
  const get = (resource: string, id: Id) => {
    const definition = tables.resources.get(resource)
    const n = definition === undefined ? undefined : positionOf(definition, id)
    const found = n === undefined ? undefined : entry(resource, n)
    return found === undefined || found.gone ? undefined : found.row
  }
  const rows = function* (resource: string) {
    for (let n = 1; n <= count(resource); n++) {
      const found = entry(resource, n)
      if (found !== undefined && !found.gone) yield found.row
    }
  }
  const find = (resource: string, wanted: (row: Row) => boolean) => {
    for (const row of rows(resource)) if (wanted(row)) return row
    return undefined
  }
  return { get, rows, find, version: tables.version }
}

/** Reading the committed state. */
export const makeLookup = (tables: Tables): Lookup => lookupOver(tables, tables.entry, tables.count)

export interface Staged extends Transaction {
  readonly writes: () => ReadonlyArray<Write>
}

/** Starts a transaction at the time `at` (milliseconds). Nothing changes until its writes are committed. */
export const begin = (tables: Tables, at: number): Staged => {
  const staged = new Map<string, Write>()
  const counts = new Map<string, number>()
  const count = (resource: string) => counts.get(resource) ?? tables.count(resource)
  const entry: Overlay = (resource, n) =>
    (staged.size === 0 ? undefined : staged.get(`${resource}/${n}`)?.entry) ?? tables.entry(resource, n)
  const lookup = lookupOver(tables, entry, count)

  const definitionOf = (resource: string): Resource => {
    const definition = tables.resources.get(resource)
    if (definition === undefined) throw new Failure("not_found", `There is no resource ${resource}.`)
    return definition
  }
  const existing = (of: Resource, id: Id): Entry => {
    const n = positionOf(of, id)
    const found = n === undefined ? undefined : entry(of.name, n)
    if (found === undefined || found.gone) throw new Failure("not_found", `There is no ${of.name} record ${id}.`)
    return found
  }
  const stage = (of: Resource, operation: Operation, written: Entry): Row => {
    const key = `${of.name}/${written.n}`
    const earlier = staged.get(key)?.operation
    counts.set(of.name, Math.max(count(of.name), written.n))
    staged.set(key, { resource: of.name, operation: earlier === "create" ? earlier : operation, entry: written })
    return written.row
  }
  const refuseDuplicate = (of: Resource, row: Row, n: number) => {
    for (const member of of.unique ?? []) {
      if (row[member] === null) continue
      const holder = tables.holder(of.name, member, row[member])
      if (holder === undefined || holder === n) continue
      throw new Failure("conflict", `${idOf(of, holder)} already has ${member} ${JSON.stringify(row[member])}.`, member)
    }
  }
  const finish = (of: Resource, n: number, created: number, body: object): Row => {
    const deleted = of.removal === "flag" ? { deleted: false } : {}
    return { id: idOf(of, n), ...deleted, ...body, ...stamp(of.stamps, created, at) }
  }

  const tx: Staged = {
    ...lookup,
    at,
    create: (resource, input) => {
      const of = definitionOf(resource)
      const draft = checkAll(of.fields, input, "", tx)
      const n = count(resource) + 1
      const body = of.build({ draft: draft as never, tx, id: idOf(of, n), before: null })
      const row = finish(of, n, at, body)
      refuseDuplicate(of, row, n)
      return stage(of, "create", { n, created: at, updated: at, gone: false, draft: absorb(draft, row), row })
    },
    update: (resource, id, input) => {
      const of = definitionOf(resource)
      const { n, created, draft, row: before } = existing(of, id)
      if (before.deleted === true) throw new Failure("rule_violation", `${id} is deleted and cannot be changed.`)
      const merged = { ...draft, ...checkAll(of.fields, input, "", tx, true) }
      const row = finish(of, n, created, of.build({ draft: merged as never, tx, id: before.id, before }))
      refuseDuplicate(of, row, n)
      return stage(of, "update", { n, created, updated: at, gone: false, draft: absorb(merged, row), row })
    },
    remove: (resource, id) => {
      const of = definitionOf(resource)
      const found = existing(of, id)
      if (found.row.deleted === true) throw new Failure("not_found", `There is no ${resource} record ${id}.`)
      of.remove?.(found.row, tx)
      // `remove` may have revised the record itself.
      const { row, ...rest } = existing(of, id)
      const kept = of.removal === "flag" ? { ...row, deleted: true, ...stamp(of.stamps, rest.created, at) } : row
      return stage(of, "delete", { ...rest, updated: at, gone: of.removal !== "flag", row: kept })
    },
    revise: (resource, id, change) => {
      const of = definitionOf(resource)
      const found = existing(of, id)
      const row = { ...found.row, ...change(found.row), id: found.row.id, ...stamp(of.stamps, found.created, at) }
      stage(of, "update", { ...found, updated: at, row })
    },
    writes: () => [...staged.values()]
  }
  return tx
}
