/** What could not be read of platforms' items, as its organisation reads it (see `Refusals.ts` for what keeps it). */
import { Models } from "@svc/core"
import { ApiError, Refusals as Api } from "@svc/core/api"
import type { Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../Config.ts"
import { ids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { managedPage } from "../Limits.ts"
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
  readonly first_refused_at: Date
  readonly refused_at: Date
}
interface Told {
  readonly issues: ReadonlyArray<string | Reading.Warning>
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
const source = `refusal r join connection c on c.id = r.connection_id and c.company_id = r.company_id
  join company o on o.id = c.company_id and o.organisation_id = c.organisation_id and o.erasing_at is null`
const columns = `r.id, c.company_id, r.connection_id, c.integration_type, r.data_model, r.platform_id, r.is_unnamed, r.kind,
  r.field, r.message, r.first_refused_at, r.refused_at`
const seen = "c.organisation_id = $1::bigint and ($2::bigint is null or c.company_id = $2)"

const list = ManagedList.define(Api.list, {
  from: source,
  organisation: "c.organisation_id",
  company: "c.company_id",
  columns: {
    svc_id: "r.id",
    svc_company_id: "c.company_id",
    connection_id: "r.connection_id",
    integration_type: "c.integration_type",
    data_model: "r.data_model",
    platform_id: "case when r.is_unnamed then null else r.platform_id end",
    kind: "r.kind",
    field: "r.field",
    message: "coalesce(r.message, '')",
    first_seen_at: "r.first_refused_at",
    last_seen_at: "r.refused_at"
  }
})
/** What is listed, and what there is more than is kept, by connection and model. */
const totals = `(
  select c.organisation_id, c.company_id, r.connection_id, c.integration_type, r.data_model,
    (count(*) filter (where r.kind = 'refused'))::int as refused,
    (count(*) filter (where r.kind = 'warning'))::int as warnings, sum(r.items)::bigint as not_kept,
    min(r.first_refused_at) as first_seen_at, max(r.refused_at) as last_seen_at
  from (
    select company_id, connection_id, data_model, kind, first_refused_at, refused_at, 0 as items from refusal
    union all
    select company_id, connection_id, data_model, 'rest', null, refused_at, items from refusal_rest) r
  join connection c on c.id = r.connection_id and c.company_id = r.company_id 
  join company o on o.id = c.company_id and o.organisation_id = c.organisation_id and o.erasing_at is null
  group by 1, 2, 3, 4, 5) t`
const totalColumns = `t.company_id, t.connection_id, t.integration_type, t.data_model, t.refused, t.warnings, t.not_kept,
  t.first_seen_at, t.last_seen_at`
const totalList = ManagedList.define(Api.totalList, {
  from: totals,
  organisation: "t.organisation_id",
  company: "t.company_id",
  columns: {
    svc_company_id: "t.company_id",
    connection_id: "t.connection_id",
    integration_type: "t.integration_type",
    data_model: "t.data_model",
    refused: "t.refused",
    warnings: "t.warnings",
    not_kept: "t.not_kept",
    first_seen_at: "t.first_seen_at",
    last_seen_at: "t.last_seen_at"
  },
  key: { sql: "lpad(t.connection_id::text, 16, '0') || t.data_model", type: "text" }
})

/** A sentence that begins with the member it is about. */
const place = /^([A-Za-z_$][\w$]*(?:\.[\w$]+|\[\d+\])*): /
const issueOf = (issue: string | Reading.Warning): RefusalWire["issues"][number] =>
  typeof issue === "string"
    ? { field: place.exec(issue)?.[1] ?? null, message: issue.replace(place, "") }
    : { field: issue.field, message: issue.message }
const wire = (row: Row & Told): RefusalWire => ({
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
export class RefusalLog extends Context.Service<
  RefusalLog,
  {
    /** A key for one company sees what concerns that company. */
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<RefusalWire>, ApiError.ApiError>
    readonly totals: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<RefusalTotalWire>, ApiError.ApiError>
    /** With the platform's item: of a refusal what was kept with it, of a warning that of its record. */
    readonly get: (caller: Caller, id: number) => Effect.Effect<RefusalDetailWire, ApiError.ApiError>
  }
>()("@svc/server/sync/RefusalLog") {
  static readonly layer: Layer.Layer<RefusalLog, never, SqlClient.SqlClient> = Layer.effect(
    RefusalLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { page } = yield* ManagedList.make
      const pageBytes = managedPage(yield* Config.Kept)

      /** The refusals with all that is wrong, of as many of the first as fit in an answer, and of one in any case. */
      const filled = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
        const chosen = ids(rows.map(({ id }) => id))
        const found = yield* sql<Told & { readonly id: number }>`
          select id, issues from (
            select id, issues, size, sum(size) over (order by place) as upto from (
              select id, issues, octet_length(issues::text) + coalesce(octet_length(message), 0) as size,
                array_position(${chosen}::bigint[], id) as place
              from refusal where company_id = any(${ids(rows.map((row) => row.company_id))}::bigint[])
                and id = any(${chosen}::bigint[])) each) own
          where upto - size <= ${pageBytes.most}`
        const byId = new Map(found.map(({ id, issues }) => [id, issues]))
        // What was read right meanwhile tells nothing, and stands where it was.
        const end = Math.max(1, rows.findLastIndex(({ id }) => byId.has(id)) + 1)
        return rows.slice(0, end).map((row) => wire({ ...row, issues: byId.get(row.id) ?? [] }))
      }, Effect.orDie)

      /** The raw item of a record that was read without some of its members. */
      const rawOf = ({ company_id, connection_id, data_model, platform_id }: Row) =>
        Effect.map(
          sql.unsafe<{ raw: unknown }>(
            `select raw from ${partition(data_model)} where company_id = $3::bigint and connection_id = $1::bigint
               and parent_id = 0 and (platform_id = $2 or owner = $2) and raw is not null
             order by updated_at desc limit 1`,
            [connection_id, platform_id, company_id]
          ),
          ([found]) => found?.raw ?? null
        )
      return RefusalLog.of({
        list: Effect.fn("RefusalLog.list")((caller, params) => page(list, caller, params, { select: columns }, filled)),
        totals: Effect.fn("RefusalLog.totals")((caller, params) =>
          page(totalList, caller, params, { select: totalColumns }, ManagedList.each(totalWire))
        ),
        get: Effect.fn("RefusalLog.get")(function* (caller, id) {
          const [row] = yield* sql
            .unsafe<Row & Told & { raw: unknown }>(
              `select ${columns}, r.issues, r.raw from ${source} where ${seen} and r.id = $3::bigint`,
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
