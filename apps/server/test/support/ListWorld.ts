/**
 * What the model test of lists keeps in mind: the records as the commands left them, and the walks under way with what
 * each of them must still meet. The service is asked page by page; every page is held against this.
 */
import { Check, Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { assert } from "vitest"
import type { Caller } from "../../src/http/Caller.ts"
import { Lists } from "../../src/records/Lists.ts"
import { Records } from "../../src/records/Records.ts"
import * as Naive from "./NaiveLists.ts"
import * as Stored from "./Stored.ts"

/** Two connections of one organisation, each of a company of its own, and one of another organisation. */
export type Who = 0 | 1 | 2
/** Models whose records come and go by themselves; LINE_ITEMS come and go with their expenses. */
export type Written = "EXPENSES" | "CONTACTS" | "ITEMS"
export type Mapped = Readonly<Record<string, unknown>>

export interface Asked extends Naive.NaiveQuery {
  readonly model: "EXPENSES" | "LINE_ITEMS"
  /** With a key of the first company alone. */
  readonly restricted: boolean
  readonly expand: ReadonlyArray<string>
  readonly limit: number
}
type Way = "next" | "prev"
interface Page {
  readonly data: ReadonlyArray<Record<string, unknown>>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number
}
/** Where a page begins: at a record as it was then. */
interface Place {
  readonly row: Stored.Row
  /** Whether that record itself belongs to the page. */
  readonly isInclusive: boolean
}
interface Walk {
  readonly asked: Asked
  way: Way
  page: Page
  readonly ends: Record<Way, Place | null>
  /** The ids that this leg was to meet when it began, and those it has met. */
  there: ReadonlyArray<number>
  seen: Array<number>
  /** What has changed since this leg began. */
  readonly touched: Set<number>
}

const kinds: ReadonlyArray<Models.ModelId> = ["EXPENSES", "CONTACTS", "ITEMS", "LINE_ITEMS"]
const opposite = { next: "prev", prev: "next" } as const

export interface World {
  readonly ingest: (who: Who, model: Written, items: ReadonlyArray<Mapped>) => Promise<void>
  readonly remove: (who: Who, model: Written, platformIds: ReadonlyArray<string>) => Promise<void>
  /** As an erasure does it: the rows are gone, and nobody is told. */
  readonly erase: (who: Who, model: Written, platformIds: ReadonlyArray<string>) => Promise<void>
  readonly open: (asked: Asked) => Promise<void>
  /** Fetches the next page of a walk, which turns round at an end and is over at the second one. */
  readonly step: (walk: number) => Promise<void>
  /** Looks at the page behind the one that a walk stands on, and stays where it is. */
  readonly glance: (walk: number) => Promise<void>
  readonly walks: ReadonlyArray<unknown>
}

/** A world of its own, in organisations of its own. */
export const make = Effect.fnUntraced(function* () {
  const context = yield* Effect.context<Lists | Records | SqlClient.SqlClient>()
  const run = Effect.runPromiseWith(context)
  const lists = yield* Lists
  const records = yield* Records
  const sql = yield* SqlClient.SqlClient
  const first = yield* Stored.connect()
  const second = yield* Stored.connect({ organisationId: first.organisationId })
  const targets = [first, second, yield* Stored.connect()] as const
  const callers = { all: Stored.callerOf(first), one: Stored.callerOf(first, first.companyId) }

  /** What each record should hold, by connection, model and platform id. */
  const books = new Map<string, { readonly mapped: Mapped; readonly deleted: boolean }>()
  const keyOf = (connectionId: number, model: string, platformId: string) => `${connectionId} ${model} ${platformId}`
  let rows: ReadonlyMap<number, Stored.Row> = new Map()
  const walks: Array<Walk> = []

  const stored = Effect.gen(function* () {
    const found = yield* sql.unsafe<{
      data_model: Models.ModelId
      svc_id: number
      connection_id: number
      parent_id: number
      platform_id: string
      hash: string
      body: string
      deleted_at: Date | null
    }>(
      `select data_model, svc_id, connection_id, parent_id, platform_id, hash, body::text as body, deleted_at from record
       where data_model = any($1::text[]) and connection_id = any($2::bigint[])`,
      [kinds, targets.map(({ connectionId }) => connectionId)]
    )
    return new Map(
      found.map((row) => {
        const body = JSON.parse(row.body) as { svc_created_at: string; svc_updated_at: string }
        const target = targets.find(({ connectionId }) => connectionId === row.connection_id)!
        const made: Stored.Row = {
          model: row.data_model,
          svcId: row.svc_id,
          target,
          parentId: row.parent_id,
          platformId: row.platform_id,
          hash: row.hash,
          body: row.body,
          raw: null,
          createdAt: body.svc_created_at,
          updatedAt: body.svc_updated_at,
          deletedAt: row.deleted_at?.toISOString() ?? null
        }
        return [row.svc_id, made] as const
      })
    )
  })

  /** Reads what is stored after a command, holds it against the books and tells the walks what has changed. */
  const settle = Effect.gen(function* () {
    const before = rows
    rows = yield* stored
    const owners = [...rows.values()].filter(({ parentId }) => parentId === 0)
    assert.strictEqual(owners.length, books.size)
    for (const row of owners) {
      const record = books.get(keyOf(row.target.connectionId, row.model, row.platformId))!
      const { line_items, ...plain } = record.mapped as { readonly line_items?: ReadonlyArray<Mapped> }
      const body = JSON.parse(row.body)
      assert.include(body, plain)
      assert.strictEqual(row.deletedAt !== null, record.deleted)
      assert.deepStrictEqual(
        (body.line_items ?? []).map((line: Mapped) => line["platform_id"]),
        (line_items ?? []).map((line) => line["platform_id"])
      )
    }
    for (const id of new Set([...before.keys(), ...rows.keys()])) {
      const [was, is] = [before.get(id), rows.get(id)]
      if (was?.body === is?.body && was?.hash === is?.hash) continue
      for (const { touched } of walks) touched.add(id)
    }
  })

  const visible = ({ restricted }: Asked): ReadonlyArray<Stored.Row> =>
    [...rows.values()].filter(({ target }) => (restricted ? target === first : target !== targets[2]))
  const listed = (asked: Asked) => Naive.evaluate(asked.model, visible(asked), asked)

  /** A record as a list shows it, with what `expand` embeds. */
  const shown = (asked: Asked, row: Stored.Row): Mapped => {
    const record = JSON.parse(row.body)
    const related = (model: Written, id: unknown): unknown => {
      const found = [...rows.values()].find(
        (other) =>
          other.model === model && other.platformId === id && other.target.connectionId === row.target.connectionId
      )
      return found === undefined ? null : JSON.parse(found.body)
    }
    const line = (of: any) => ({ ...of, item: related("ITEMS", of.item_id), tax: null, account: null })
    for (const name of asked.expand) {
      if (name === "contact") record.contact = related("CONTACTS", record.contact_id)
      else if (name === "item") record.item = related("ITEMS", record.item_id)
      else record.line_items = record.line_items.map(line)
    }
    return record
  }

  /** Fetches a page and holds it against the list as it is at this moment. */
  const fetch = Effect.fnUntraced(function* (
    asked: Asked,
    from: { readonly way: Way; readonly cursor: string; readonly place: Place } | null
  ) {
    const params = new URLSearchParams([
      ...asked.filters.map(([field, operator, value]) => [`${field}[${operator}]`, value] as [string, string]),
      ...asked.sort.map(([field, direction]) => [`sort[${field}]`, direction] as [string, string]),
      ["limit", String(asked.limit)],
      ["return_count", "true"],
      ["include_deleted_records", String(asked.includeDeleted)],
      ...(asked.expand.length === 0 ? [] : [["expand", asked.expand.join(",")] as [string, string]]),
      ...(from === null ? [] : [[from.way, from.cursor] as [string, string]])
    ])
    const caller: Caller = asked.restricted ? callers.one : callers.all
    const page = JSON.parse(String(yield* lists.list(caller, asked.model, params))) as Page
    const all = listed(asked)
    const beyond = all.filter((row) => {
      if (from === null) return true
      const side = Naive.order(asked.sort, row, from.place.row)
      return (from.place.isInclusive && side === 0) || (from.way === "next" ? side > 0 : side < 0)
    })
    const way = from?.way ?? "next"
    const expected = way === "next" ? beyond.slice(0, asked.limit) : beyond.slice(-asked.limit)
    assert.deepStrictEqual(
      page.data,
      expected.map((row) => shown(asked, row))
    )
    assert.strictEqual(page.total_count, all.length)
    assert.strictEqual(page[way] === null, beyond.length <= asked.limit, way)
    assert.strictEqual(page[opposite[way]] === null, beyond.length === all.length, opposite[way])
    const placeAt = (row: Stored.Row | undefined): Place | null =>
      row !== undefined ? { row, isInclusive: false } : from === null ? null : { ...from.place, isInclusive: true }
    return { page, ends: { prev: placeAt(expected[0]), next: placeAt(expected.at(-1)) } }
  })

  const idsOf = (page: Page) => page.data.map((record) => record["svc_id"] as number)

  /** At the end of a leg: what was there throughout was met exactly once, in its order. */
  const arrive = (walk: Walk) => {
    const known = new Set(walk.there)
    const untouched = (ids: ReadonlyArray<number>) => ids.filter((id) => known.has(id) && !walk.touched.has(id))
    assert.deepStrictEqual(
      untouched(walk.way === "next" ? walk.seen : walk.seen.toReversed()),
      untouched(walk.there),
      `a leg of ${JSON.stringify(walk.asked)}`
    )
  }
  const turn = (walk: Walk) => {
    walk.way = opposite[walk.way]
    walk.there = listed(walk.asked).map(({ svcId }) => svcId)
    walk.seen = idsOf(walk.page)
    if (walk.way === "prev") walk.seen.reverse()
    walk.touched.clear()
  }
  /** Ends the leg where the list ends; answers whether the walk goes on. */
  const goesOn = (walk: Walk): boolean => {
    if (walk.page[walk.way] !== null) return true
    arrive(walk)
    if (walk.way === "prev") return false
    turn(walk)
    if (walk.page.prev !== null) return true
    arrive(walk)
    return false
  }
  const follow = (walk: Walk, way: Way) => fetch(walk.asked, { way, cursor: walk.page[way]!, place: walk.ends[way]! })

  const world: World = {
    walks,
    ingest: (who, model, items) =>
      run(
        Effect.gen(function* () {
          const target = targets[who]
          const checked = items.map((mapped) => ({
            owner: null,
            raw: {},
            records: [Result.getOrThrow(Check.check(model, mapped))],
            deleted: false
          }))
          yield* sql.withTransaction(records.ingest({ ...target, integrationType: "TEST" }, model, "default", checked))
          for (const mapped of items) {
            books.set(keyOf(target.connectionId, model, mapped["platform_id"] as string), { mapped, deleted: false })
          }
          yield* settle
        })
      ),
    remove: (who, model, platformIds) =>
      run(
        Effect.gen(function* () {
          const target = targets[who]
          yield* sql.withTransaction(records.remove({ ...target, integrationType: "TEST" }, model, platformIds))
          for (const id of platformIds) {
            const key = keyOf(target.connectionId, model, id)
            const record = books.get(key)
            if (record !== undefined) books.set(key, { ...record, deleted: true })
          }
          yield* settle
        })
      ),
    erase: (who, model, platformIds) =>
      run(
        Effect.gen(function* () {
          const { connectionId } = targets[who]
          yield* sql.unsafe(
            `with owner as (select svc_id from record where data_model = $1 and connection_id = $2::bigint
               and platform_id = any($3::text[]))
             delete from record where data_model = any($4::text[]) and connection_id = $2::bigint
               and (svc_id in (select svc_id from owner) or parent_id in (select svc_id from owner))`,
            [model, connectionId, platformIds, model === "EXPENSES" ? [model, "LINE_ITEMS"] : [model]]
          )
          for (const id of platformIds) books.delete(keyOf(connectionId, model, id))
          yield* settle
        })
      ),
    open: (asked) =>
      run(
        Effect.gen(function* () {
          const there = listed(asked).map(({ svcId }) => svcId)
          const { ends, page } = yield* fetch(asked, null)
          const walk: Walk = { asked, way: "next", page, ends, there, seen: idsOf(page), touched: new Set() }
          if (goesOn(walk)) walks.push(walk)
        })
      ),
    step: (at) =>
      run(
        Effect.gen(function* () {
          const walk = walks[at % walks.length]!
          const { ends, page } = yield* follow(walk, walk.way)
          const ids = idsOf(page)
          walk.seen.push(...(walk.way === "next" ? ids : ids.toReversed()))
          Object.assign(walk.ends, ends)
          walk.page = page
          if (!goesOn(walk)) walks.splice(at % walks.length, 1)
        })
      ),
    glance: (at) =>
      run(
        Effect.gen(function* () {
          const walk = walks[at % walks.length]!
          const way = opposite[walk.way]
          if (walk.page[way] !== null) yield* follow(walk, way)
        })
      )
  }
  return world
})
