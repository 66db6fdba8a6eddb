/** What could not be read of platforms' items, as its organisation reads it (see `Refusals.ts` for what keeps it). */
import { Models } from "@svc/core"
import { ApiError, type Refusals as Api } from "@svc/core/api"
import type { Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { numbered } from "../connections/Paging.ts"
import type { Caller } from "../http/Caller.ts"
import { type Envelope, idPage, type IdPageRequest } from "../http/IdPage.ts"
import { partition } from "../records/RecordRows.ts"

export type RefusalWire = (typeof Api.Refusal)["Type"]
export type RefusalDetailWire = (typeof Api.RefusalDetail)["Type"]
export type RefusalTotalWire = (typeof Api.RefusalTotal)["Type"]

interface Row {
  readonly id: number
  readonly company_id: number
  readonly connection_id: number
  readonly integration_type: string
  readonly data_model: Models.ModelId
  readonly platform_id: string
  readonly is_unnamed: boolean
  readonly kind: RefusalWire["kind"]
  readonly field: string | null
  readonly message: string | null
  readonly issues: ReadonlyArray<string | Reading.Warning>
  readonly first_refused_at: Date
  readonly refused_at: Date
}
interface TotalRow {
  readonly company_id: number
  readonly connection_id: number
  readonly integration_type: string
  readonly data_model: Models.ModelId
  readonly refused: number
  readonly warnings: number
  readonly not_kept: number
  readonly first_seen_at: Date | null
  readonly last_seen_at: Date | null
}

/** Of the connections of companies that are not being erased. */
const source = `refusal r join connection c on c.id = r.connection_id
  join company o on o.id = c.company_id and o.erasing_at is null`
const columns = `r.id, c.company_id, r.connection_id, c.integration_type, r.data_model, r.platform_id, r.is_unnamed, r.kind,
  r.field, r.message, r.issues, r.first_refused_at, r.refused_at`
const of = "select id from connection where organisation_id = $1::bigint and ($2::bigint is null or company_id = $2)"
const seen = "c.organisation_id = $1::bigint and ($2::bigint is null or c.company_id = $2)"

/** A sentence that begins with the member it is about. */
const place = /^([A-Za-z_$][\w$]*(?:\.[\w$]+|\[\d+\])*): /
const issueOf = (issue: string | Reading.Warning): RefusalWire["issues"][number] =>
  typeof issue === "string"
    ? { field: place.exec(issue)?.[1] ?? null, message: issue.replace(place, "") }
    : { field: issue.field, message: issue.message }
const wire = (row: Row): RefusalWire => ({
  svc_id: row.id,
  svc_company_id: row.company_id,
  connection_id: row.connection_id,
  integration_type: row.integration_type,
  data_model: row.data_model,
  platform_id: row.is_unnamed ? null : row.platform_id,
  kind: row.kind,
  field: row.field,
  message: row.message ?? "",
  issues: row.issues.map(issueOf),
  first_seen_at: row.first_refused_at.toISOString(),
  last_seen_at: row.refused_at.toISOString()
})
const totalWire = ({ company_id, first_seen_at, last_seen_at, ...row }: TotalRow): RefusalTotalWire => ({
  ...row,
  svc_company_id: company_id,
  first_seen_at: first_seen_at?.toISOString() ?? null,
  last_seen_at: last_seen_at?.toISOString() ?? null
})
const totalKey = ({ connection_id, data_model }: TotalRow) => `${connection_id}-${data_model}`
/** The connection and the model that such a key names. */
const ofKey = (key: string | null) => {
  const [connection = null, model = null] = key?.split("-") ?? []
  return [connection !== null && /^\d{1,15}$/.test(connection) ? connection : null, model] as const
}

export class RefusalLog extends Context.Service<
  RefusalLog,
  {
    /** A key for one company sees what concerns that company. */
    readonly list: (caller: Caller, page: IdPageRequest) => Effect.Effect<Envelope<RefusalWire>, ApiError.ApiError>
    readonly totals: (
      caller: Caller,
      page: IdPageRequest
    ) => Effect.Effect<Envelope<RefusalTotalWire>, ApiError.ApiError>
    /** With the platform's item: of a refusal what was kept with it, of a warning that of its record. */
    readonly get: (caller: Caller, id: number) => Effect.Effect<RefusalDetailWire, ApiError.ApiError>
  }
>()("@svc/server/sync/RefusalLog") {
  static readonly layer: Layer.Layer<RefusalLog, never, SqlClient.SqlClient> = Layer.effect(
    RefusalLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** The raw item of a record that was read without some of its members. */
      const rawOf = ({ connection_id, data_model, platform_id }: Row) =>
        Effect.map(
          sql.unsafe<{ raw: unknown }>(
            `select raw from ${partition(data_model)} where connection_id = $1::bigint and parent_id = 0
               and (platform_id = $2 or owner = $2) and raw is not null
             order by updated_at desc limit 1`,
            [connection_id, platform_id]
          ),
          ([found]) => found?.raw ?? null
        )
      return RefusalLog.of({
        list: Effect.fn("RefusalLog.list")(function* (caller, request) {
          return yield* idPage(
            request,
            (range) =>
              Effect.flatMap(numbered(range), ({ after, before, order, take }) =>
                Effect.orDie(
                  sql.unsafe<Row>(
                    `select ${columns} from ${source} where ${seen} and ($3::bigint is null or r.id > $3)
                       and ($4::bigint is null or r.id < $4) order by r.id ${order} limit $5`,
                    [caller.organisationId, caller.companyId, after, before, take]
                  )
                )
              ),
            ({ id }) => String(id),
            wire
          )
        }),
        totals: Effect.fn("RefusalLog.totals")(function* (caller, request) {
          return yield* idPage(
            request,
            ({ after, before, take }) =>
              Effect.orDie(
                sql.unsafe<TotalRow>(
                  `with own as (
                     select connection_id, data_model, count(*) filter (where kind = 'refused') as refused,
                       count(*) filter (where kind = 'warning') as warnings, 0 as not_kept,
                       min(first_refused_at) as first_seen_at, max(refused_at) as last_seen_at
                     from refusal where connection_id in (${of}) group by 1, 2
                     union all
                     select connection_id, data_model, 0, 0, sum(items), null, max(refused_at) from refusal_rest
                     where connection_id in (${of}) group by 1, 2)
                   select c.company_id, r.connection_id, c.integration_type, r.data_model, sum(r.refused)::int as refused,
                     sum(r.warnings)::int as warnings, sum(r.not_kept)::float8 as not_kept,
                     min(r.first_seen_at) as first_seen_at, max(r.last_seen_at) as last_seen_at
                   from ${source.replace("refusal r", "own r")} where ${seen}
                     and ($3::bigint is null or (r.connection_id, r.data_model) > ($3, $4::text))
                     and ($5::bigint is null or (r.connection_id, r.data_model) < ($5, $6::text))
                   group by 1, 2, 3, 4
                   order by r.connection_id ${before === null ? "asc" : "desc"}, r.data_model ${before === null ? "asc" : "desc"}
                   limit $7`,
                  [caller.organisationId, caller.companyId, ...ofKey(after), ...ofKey(before), take]
                )
              ),
            totalKey,
            totalWire
          )
        }),
        get: Effect.fn("RefusalLog.get")(function* (caller, id) {
          const [row] = yield* sql
            .unsafe<Row & { raw: unknown }>(
              `select ${columns}, r.raw from ${source} where ${seen} and r.id = $3::bigint`,
              [caller.organisationId, caller.companyId, id]
            )
            .pipe(Effect.orDie)
          if (row === undefined) return yield* ApiError.notFound(`refusal ${id}`, "svc_id")
          const raw =
            row.kind === "warning" && Models.isModelId(row.data_model) ? yield* Effect.orDie(rawOf(row)) : row.raw
          return { ...wire(row), raw_data: raw ?? null }
        })
      })
    })
  )
}
