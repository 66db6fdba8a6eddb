/**
 * Usage by company and day. Whoever does something that counts only adds to numbers in memory; once a second they are added
 * to those of the database, in batches that have a number, so that one whose answer was lost is not added twice. What syncs
 * bring is counted in their own transactions (see `sync/SyncLife.ts`).
 */
import { type ApiError, Usage as Api } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Gathered from "../database/Gathered.ts"
import { ids, texts } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"

export type UsageWire = (typeof Api.Usage)["Type"]

/** Whose it is: what is not said of it is what the company or the connection say when it is written. */
export interface Whose {
  readonly organisationId?: number | undefined
  readonly companyId?: number | null | undefined
  readonly connectionId?: number | null | undefined
}
export type Counts = { readonly [C in Api.Counter]?: number }
/** Adds to what is counted. It costs no statement, and cannot fail. */
export type Count = (whose: Whose, counts: Counts) => void

/** What counts, for whoever does something; nothing does where there is no service around. */
export const Counting = Context.Reference<Count>("@svc/server/usage/Counting", { defaultValue: () => () => {} })

/** Numbers that are not written yet. */
export interface Entry extends Whose {
  readonly day: string
  readonly counts: { [C in Api.Counter]?: number }
}

/** The day in UTC, in SQL. */
export const today = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD')`
/** What follows the rows of an `insert into company_usage as u`, so that they are added to those of their days. */
export const added = `on conflict (organisation_id, day, (coalesce(company_id, 0))) do update set
  ${Api.counters.map((name) => `${name} = u.${name} + excluded.${name}`).join(", ")}`

const names = Api.counters.join(", ")
const stored = ManagedList.define(Api.list, {
  // Nothing is seen any more of a company that is being erased.
  from: `(select u.* from company_usage u left join company o on o.id = u.company_id where o.erasing_at is null) u`,
  organisation: "u.organisation_id",
  company: "u.company_id",
  columns: {
    svc_company_id: "u.company_id",
    day: "u.day",
    ...(Object.fromEntries(Api.counters.map((name) => [name, `u.${name}`])) as Record<Api.Counter, string>)
  },
  key: { sql: "u.id", type: "bigint" },
  order: ["day"]
})

type Row = Omit<UsageWire, "svc_company_id"> & { readonly company_id: number | null }
const wire = ({ company_id, ...row }: Row): UsageWire => ({ svc_company_id: company_id, ...row })

/**
 * Adds a batch to what is stored, once: a writer's batch that has been added, and all before it, are let be. What names a
 * company that is gone, or of another organisation, is the caller's organisation's own.
 */
export const add = (
  sql: SqlClient.SqlClient,
  writer: string,
  batch: number,
  entries: ReadonlyArray<Entry>
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(
    sql.unsafe(
      `with ${Gathered.mine},
       n as (
         select * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
           ${Api.counters.map((_, index) => `$${index + 7}::bigint[]`).join(", ")})
           as n (organisation_id, company_id, connection_id, day, ${names}))
       insert into company_usage as u (organisation_id, company_id, day, ${names})
       select coalesce(n.organisation_id, c.organisation_id), o.id, n.day,
         ${Api.counters.map((name) => `sum(n.${name})::bigint`).join(", ")}
       from n left join connection c on c.id = n.connection_id
         left join company o on o.id = coalesce(n.company_id, c.company_id) and o.erasing_at is null
           and o.organisation_id = coalesce(n.organisation_id, c.organisation_id)
       where exists (select 1 from mine) and coalesce(n.organisation_id, c.organisation_id) is not null
       group by 1, 2, 3 order by 1, 2, 3
       ${added}`,
      [
        writer,
        batch,
        ids(entries.map(({ organisationId }) => organisationId ?? null)),
        ids(entries.map(({ companyId }) => companyId ?? null)),
        ids(entries.map(({ connectionId }) => connectionId ?? null)),
        texts(entries.map(({ day }) => day)),
        ...Api.counters.map((name) => ids(entries.map(({ counts }) => counts[name] ?? 0)))
      ]
    )
  )

export class Usage extends Context.Service<
  Usage,
  {
    readonly count: Count
    /** Writes what was counted so far. */
    readonly flush: Effect.Effect<void, SqlError>
    /** A key for one company sees the usage of that company. */
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<UsageWire>, ApiError.ApiError>
  }
>()("@svc/server/usage/Usage") {
  /** With what counts. */
  static readonly layer: Layer.Layer<Usage, never, SqlClient.SqlClient> = Layer.suspend(() =>
    Layer.effect(
      Counting,
      Effect.map(Usage, ({ count }) => count)
    ).pipe(Layer.provideMerge(Layer.effect(Usage, make)))
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { page } = yield* ManagedList.make
  const entries = new Map<string, Entry>()
  const { flush, wake } = yield* Gathered.make(
    "Usage",
    Gathered.numbered(entries, (writer, batch, some) => add(sql, writer, batch, some))
  )

  const count: Count = (whose, counts) => {
    const { companyId = null, connectionId = null, organisationId } = whose
    const day = new Date().toISOString().slice(0, 10)
    const key = `${organisationId}:${companyId}:${connectionId}:${day}`
    let entry = entries.get(key)
    if (entry === undefined) {
      // Whose there is no room for is counted for the organisation as a whole.
      if (entries.size >= Gathered.most && organisationId !== undefined && companyId !== null) {
        return count({ organisationId }, counts)
      }
      entry = { organisationId, companyId, connectionId, day, counts: {} }
      entries.set(key, entry)
    }
    for (const [name, value] of Object.entries(counts) as ReadonlyArray<[Api.Counter, number]>) {
      entry.counts[name] = (entry.counts[name] ?? 0) + value
    }
    wake()
  }

  return Usage.of({
    count,
    flush,
    list: Effect.fn("Usage.list")((caller, params) =>
      page(
        stored,
        caller,
        params,
        { select: `u.company_id, u.day, ${Api.counters.map((name) => `u.${name}`).join(", ")}` },
        ManagedList.each(wire)
      )
    )
  })
})
