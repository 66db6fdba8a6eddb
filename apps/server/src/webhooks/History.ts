/**
 * The history of a record, oldest first: its events, each held against the one before it that is kept. Who sees the record
 * sees its history, also of one that is gone at the platform.
 */
import type { Models } from "@svc/core"
import { ApiError, History as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { isDeepStrictEqual } from "node:util"
import * as Config from "../Config.ts"
import { uuids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { managedPage } from "../Limits.ts"
import * as Reads from "../records/Reads.ts"
import { partition } from "../records/RecordRows.ts"

export type RecordChange = (typeof Definition.RecordChange)["Type"]

interface Row extends Pick<RecordChange, "id" | "operation"> {
  readonly created_at: Date
  readonly before: string | null
}

/** The event before, whatever the list is filtered by. */
const columns = `e.id, e.created_at, e.operation, (
  select p.id from event p
  where p.company_id = e.company_id and p.organisation_id = e.organisation_id and p.subject = e.subject and p.type = e.type
    and (p.created_at, p.position) < (e.created_at, e.position)
  order by p.created_at desc, p.position desc limit 1) as before`
const stored = ManagedList.define(Definition.list, {
  from: "event e",
  organisation: "e.organisation_id",
  company: "e.company_id",
  columns: { id: "e.id::text", created_at: "e.created_at", operation: "e.operation" },
  exact: ["created_at"],
  key: { sql: "e.position", type: "bigint" },
  order: ["created_at"]
})

type Members = Readonly<Record<string, unknown>>

/** What differs between two states of a record, in the order of the later one's members. */
export const changedOf = (before: Members, after: Members): RecordChange["changed"] =>
  Object.keys({ ...after, ...before }).flatMap((member) => {
    const from = before[member] ?? null
    const to = after[member] ?? null
    return member === "svc_updated_at" || isDeepStrictEqual(from, to) ? [] : [{ member, from, to }]
  })

export class History extends Context.Service<
  History,
  {
    /** A page of a record's history. It fails for a record that the caller does not see. */
    readonly list: (
      caller: Caller,
      model: Models.ModelId,
      svcId: number,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<RecordChange>, ApiError.ApiError>
  }
>()("@svc/server/webhooks/History") {
  static readonly layer: Layer.Layer<History, never, SqlClient.SqlClient> = Layer.effect(
    History,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pageBytes = managedPage(yield* Config.Kept)

      /** Whose the record is; null where the caller does not see it. */
      const companyOf = Effect.fnUntraced(function* (caller: Caller, model: Models.ModelId, svcId: number) {
        const [found] = yield* sql.unsafe<{ readonly company_id: number }>(
          `select company_id from ${partition(model)} where svc_id = $1::bigint and organisation_id = $2::bigint${
            caller.companyId === null ? "" : " and company_id = $3::bigint"
          }`,
          [svcId, caller.organisationId, ...(caller.companyId === null ? [] : [caller.companyId])].map(String)
        )
        return found?.company_id ?? null
      }, Effect.orDie)

      /**
       * The events with what changed, of as many of the first as fit in an answer, and of one in any case: each counts as
       * what it shows and what it may show once more as changed, which was before and is since.
       */
      const filledBy = (sql: SqlClient.SqlClient) =>
        Effect.fnUntraced(function* (companyId: number, rows: ReadonlyArray<Row>) {
          const chosen = uuids([...new Set(rows.flatMap(({ before, id }) => (before === null ? [id] : [id, before])))])
          const texts = yield* sql<{ before: string | null; data: string | null }>`
          with own as materialized (
            select id, data::text as data from event where company_id = ${companyId} and id = any(${chosen}))
          select before, data from (
            select place, before, data, size, sum(size) over (order by place) as upto from (
              select n.place, b.data as before, e.data, 2 * octet_length(e.data) + coalesce(octet_length(b.data), 0) as size
              from unnest(${uuids(rows.map(({ id }) => id))}::uuid[], ${uuids(rows.map((row) => row.before))}::uuid[])
                with ordinality as n(id, before, place)
              left join own e on e.id = n.id left join own b on b.id = n.before) each) sized
          where coalesce(upto - size, 0) <= ${pageBytes.most} order by place`
          return texts.map(({ before, data }, index): RecordChange => {
            const { created_at, id, operation } = rows[index]!
            const after: Members = JSON.parse(data ?? "{}")
            return {
              id,
              created_at: created_at.toISOString(),
              operation,
              changed: before === null ? null : changedOf(JSON.parse(before), after),
              data: after
            }
          })
        }, Effect.orDie)

      const reads = yield* Reads.make((sql) =>
        Effect.map(Effect.provideService(ManagedList.make, SqlClient.SqlClient, sql), ({ page }) => ({
          page,
          filled: filledBy(sql)
        }))
      )

      const list = Effect.fn("History.list")(function* (
        caller: Caller,
        model: Models.ModelId,
        svcId: number,
        params: URLSearchParams
      ) {
        const missing = ApiError.notFound(`record ${svcId} of ${model}`, "svc_id")
        if (!Number.isSafeInteger(svcId)) return yield* missing
        const companyId = yield* companyOf(caller, model, svcId)
        const found = yield* reads
          .from(({ own: { filled, page }, within }) =>
            within(({ before }) =>
              before === null
                ? Effect.succeed(undefined)
                : page(
                    stored,
                    caller,
                    params,
                    {
                      select: columns,
                      of: svcId,
                      where: (bind) => [
                        `e.company_id = ${bind(String(companyId ?? 0), "bigint")}`,
                        `e.subject = ${bind(String(svcId), "bigint")} and e.type = 'DATA_MODEL_CHANGES'`,
                        `e.created_at < ${bind(new Date(before).toISOString(), "timestamptz")}`
                      ]
                    },
                    (rows: ReadonlyArray<Row>) => filled(companyId ?? 0, rows)
                  )
            )
          )
          .pipe(Effect.catchTag("SqlError", Effect.die))
        // What is asked wrong is told first, as at every list.
        return companyId === null ? yield* missing : found
      })
      return History.of({ list })
    })
  )
}
