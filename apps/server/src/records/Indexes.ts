/**
 * Indexes that are made on demand. A member of a record has none at first; what an organisation filters or sorts by often, though
 * its lists are expensive, gets one, of its records alone. Here is which those are, how lists come to know of them, and how it is
 * counted what is asked for; `IndexUpkeep.ts` makes and drops them.
 */
import type { Models } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Crypto from "node:crypto"
import { Quick } from "../database/Database.ts"
import * as Gathered from "../database/Gathered.ts"
import { ids, texts } from "../database/Parameters.ts"
import * as Filters from "./Filters.ts"
import type { SortKey } from "./ListQuery.ts"
import { partition } from "./RecordRows.ts"
import type { Target } from "./Targets.ts"

/** What an index of every partition finds. */
export const indexed: ReadonlySet<string> = new Set([
  "svc_id",
  "svc_created_at",
  "svc_updated_at",
  "svc_company_id",
  "platform_id"
])

/** After how many expensive lists of a day a member gets an index, 0 for never; and how many an organisation has. */
export interface Rules {
  readonly after: number
  readonly each: number
}
export const Rules = Context.Reference<Rules>("@svc/server/records/Indexes/Rules", {
  defaultValue: () => ({ after: 20, each: 8 })
})

export type Direction = SortKey["direction"]

/** Whether an index can be made of it: it is one value of each record, by which no index finds it anyway. */
export const isPossible = ({ around, name, operators }: Target): boolean =>
  around === undefined && operators === undefined && !indexed.has(name)

/** An index of one organisation's records. */
export interface Definition {
  /** Says all of the rest: one of that name is this one. */
  readonly name: string
  readonly table: string
  /** What stands after `create index`. */
  readonly on: string
  /** What is indexed; `name` is that of the statistics of it, or null where it is a column, which has some anyway. */
  readonly values: { readonly sql: string; readonly name: string | null }
}

/** What begins the names of indexes that are made here, and of samples of what they hold. */
export const prefix = "asked_"
export const statisticsPrefix = "asked_of_"
/** The names, as regular expressions of SQL. What Citus makes of one on a node has a number after it, and is not to be taken for one. */
export const names = `^${prefix}\\d+_[0-9a-f]{16}$`
export const statisticsNames = `^${statisticsPrefix}[0-9a-f]{16}$`
const digest = (text: string): string => Crypto.hash("sha256", text, "hex").slice(0, 16)

/**
 * The index by which filters on a member find its records, and in whose order lists are that are sorted by it. After the value
 * comes `svc_id`, as in every order, and the company, so that records of others are passed by without being read.
 */
export const definitionOf = (
  organisationId: number,
  model: Models.ModelId,
  column: Target,
  direction: Direction
): Definition => {
  const table = partition(model)
  const sql = column.order.replaceAll(/\br\./g, "")
  const nulls = direction === "DESC" && column.isNullable ? " nulls first" : ""
  const on = `on ${table} ((${sql})${nulls}, svc_id, company_id) where organisation_id = ${organisationId}`
  return {
    name: `${prefix}${organisationId}_${digest(on)}`,
    table,
    on,
    values: { sql, name: /^\w+$/.test(sql) ? null : `${statisticsPrefix}${digest(`${table} ${sql}`)}` }
  }
}

const served: ReadonlySet<Filters.Operator> = new Set(["eq", "in", "gt", "gte", "lt", "lte"])
/** Whether an index of its member can find what a filter leaves. */
const isServed = (filter: Filters.Filter): boolean =>
  isPossible(filter.column) && served.has(filter.operator) && Filters.compared(filter) === filter.column.order

/** What one organisation has of a data model. */
export interface Made {
  /** Whether an index finds what a filter leaves. */
  readonly finds: (filter: Filters.Filter) => boolean
  /** Whether an index is in the order of the list; of one that is sorted by more than one member it is not. */
  readonly leads: (sort: ReadonlyArray<SortKey>) => boolean
  /** Whether there would be an index for it, if it is asked for often. */
  readonly comes: (what: Filters.Filter | ReadonlyArray<SortKey>) => boolean
  /** Counts what a list asks for: what there is as used, and if it is expensive what there is not as wanted. */
  readonly told: (filters: ReadonlyArray<Filters.Filter>, sort: ReadonlyArray<SortKey>, isExpensive: boolean) => void
}
export const none: Made = { finds: () => false, leads: () => false, comes: () => false, told: () => {} }

/** What lists know of indexes on demand; nothing where there is no service around. */
export interface Known {
  readonly of: (organisationId: number, model: Models.ModelId) => Effect.Effect<Made>
}
export const Known = Context.Reference<Known>("@svc/server/records/Indexes/Known", {
  defaultValue: () => ({ of: () => Effect.succeed(none) })
})

export class Indexes extends Context.Service<
  Indexes,
  Known & {
    /** Looks anew what there is with the next list. */
    readonly changed: () => void
    /** Writes what was counted so far. */
    readonly flush: Effect.Effect<void, SqlError>
  }
>()("@svc/server/records/Indexes") {
  /** With what lists know. */
  static readonly layer: Layer.Layer<Indexes, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(
      Known,
      Effect.map(Indexes, ({ of }) => ({ of }))
    ).pipe(Layer.provideMerge(Layer.effect(Indexes, make)))
  )
}

/** Milliseconds for which what there is is taken as known, and for which one that was used is not told to be so again. */
const FRESH = 30_000
const TOLD = 3_600_000

interface Entry {
  readonly organisationId: number
  readonly model: Models.ModelId
  readonly member: string
  readonly direction: Direction
  asked: number
}

/** Adds a batch to what is stored, once. */
const add = (sql: SqlClient.SqlClient, after: number, writer: string, batch: number, entries: ReadonlyArray<Entry>) =>
  Effect.asVoid(
    sql.unsafe(
      `with ${Gathered.mine},
       n as (
         select *, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day
         from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[])
           as n (organisation_id, data_model, member, direction, asked))
       insert into list_demand as d (organisation_id, data_model, member, direction, day, asked, wanted_at)
       select organisation_id, data_model, member, direction, day, asked, case when asked >= $8::bigint then now() end
       from n where exists (select 1 from mine) order by 1, 2, 3, 4
       on conflict (organisation_id, data_model, member, direction) do update set
         day = excluded.day, asked_at = now(),
         asked = excluded.asked + case when d.day = excluded.day then d.asked else 0 end,
         wanted_at = coalesce(d.wanted_at, case
           when excluded.asked + case when d.day = excluded.day then d.asked else 0 end >= $8::bigint then now() end)`,
      [
        writer,
        batch,
        ids(entries.map(({ organisationId }) => organisationId)),
        texts(entries.map(({ model }) => model)),
        texts(entries.map(({ member }) => member)),
        texts(entries.map(({ direction }) => direction)),
        ids(entries.map(({ asked }) => asked)),
        after
      ]
    )
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const quick = yield* Quick.client
  const { after } = yield* Rules
  const entries = new Map<string, Entry>()
  const { flush, wake } = yield* Gathered.make(
    "What lists ask for",
    Gathered.numbered(entries, (writer, batch, some) => add(sql, after, writer, batch, some))
  )

  let there: ReadonlySet<string> = new Set()
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = Effect.gen(function* () {
    lookedAt = performance.now()
    const rows = yield* quick<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace and c.relname ~ ${names} and i.indisvalid`
    there = new Set(rows.map(({ name }) => name))
    // Whoever is behind works with what was there: its lists are only slower, or refused.
  }).pipe(Effect.ignore)

  const usedAt = new Map<string, number>()
  const count = (entry: Omit<Entry, "asked">, isUse: boolean) => {
    const key = `${entry.organisationId}:${entry.model}:${entry.member}:${entry.direction}`
    if (isUse) {
      const now = performance.now()
      if (now - (usedAt.get(key) ?? Number.NEGATIVE_INFINITY) < TOLD) return
      if (usedAt.size >= Gathered.most) usedAt.clear()
      usedAt.set(key, now)
    }
    const known = entries.get(key)
    // What there is no room for is not counted.
    if (known === undefined && entries.size >= Gathered.most) return
    const counted = known ?? { ...entry, asked: 0 }
    if (!isUse) counted.asked++
    entries.set(key, counted)
    wake()
  }

  const of = Effect.fnUntraced(function* (organisationId: number, model: Models.ModelId): Effect.fn.Return<Made> {
    if (after === 0) return none
    if (performance.now() - lookedAt >= FRESH) yield* look
    const has = (column: Target, direction: Direction) =>
      there.has(definitionOf(organisationId, model, column, direction).name)
    /** The direction of an index by which a filter finds its records; undefined where there is none. */
    const finder = (filter: Filters.Filter): Direction | undefined =>
      isServed(filter) ? (["ASC", "DESC"] as const).find((direction) => has(filter.column, direction)) : undefined
    /** What a list is sorted by that an index can be in the order of. */
    const leader = (sort: ReadonlyArray<SortKey>): SortKey | undefined =>
      sort.length === 2 && isPossible(sort[0]!.column) && sort[0]!.direction === sort[1]!.direction
        ? sort[0]
        : undefined
    const leads = (sort: ReadonlyArray<SortKey>): boolean => {
      const key = leader(sort)
      return key !== undefined && has(key.column, key.direction)
    }
    const told: Made["told"] = (filters, sort, isExpensive) => {
      const tell = ({ isNullable, name: member }: Target, direction: Direction, isUse: boolean) => {
        if (isUse || isExpensive) {
          count({ organisationId, model, member, direction: isNullable ? direction : "ASC" }, isUse)
        }
      }
      const key = leader(sort)
      if (key !== undefined) tell(key.column, key.direction, leads(sort))
      for (const filter of filters) {
        const found = finder(filter)
        if (!isServed(filter) || (key?.column.name === filter.column.name && found === undefined)) continue
        tell(filter.column, found ?? "ASC", found !== undefined)
      }
    }
    return {
      finds: (filter) => finder(filter) !== undefined,
      leads,
      comes: (what) => ("operator" in what ? isServed(what) : leader(what) !== undefined),
      told
    }
  })

  return Indexes.of({
    of,
    changed: () => {
      lookedAt = Number.NEGATIVE_INFINITY
    },
    flush
  })
})
