/** How a connection stands: its account, what it is granted, and how far each of its data models is read. */
import { Auth, Models } from "@svc/core"
import { Accounts } from "@svc/core/runtime"
import type { ApiError, ConnectionState as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Connectors } from "../ComposedConnectors.ts"
import { type ConnectionRow, ConnectionStore } from "../connections/ConnectionStore.ts"
import { Credentials } from "../connections/Credentials.ts"
import { texts } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import { partition } from "../records/RecordRows.ts"
import { isWarning } from "../sync/Refusals.ts"
import { iso, type SyncStatus } from "../sync/SyncWire.ts"

export type ConnectionStateWire = (typeof Definition.ConnectionState)["Type"]

/** Records of a data model that are counted at most, and syncs in which its last one is looked for. */
const most = 100_000
const syncs = 1000

interface Row {
  readonly data_model: Models.ModelId
  readonly sync_id: number | null
  readonly status: SyncStatus | null
  readonly error: string | null
  readonly finished_at: Date | null
  readonly next_run_at: Date | null
}
interface Checkpoint {
  readonly source: string
  readonly read_until: string | null
  readonly completed_at: string | null
  readonly is_under_way: boolean
  readonly is_full: boolean
  readonly pages: number
}

export class ConnectionStates extends Context.Service<
  ConnectionStates,
  { readonly get: (caller: Caller, id: number) => Effect.Effect<ConnectionStateWire, ApiError.ApiError> }
>()("@svc/server/overview/ConnectionStates") {
  static readonly layer: Layer.Layer<
    ConnectionStates,
    never,
    SqlClient.SqlClient | Connectors | ConnectionStore | Credentials
  > = Layer.suspend(() => Layer.effect(ConnectionStates, make))
}

const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connectors = yield* Connectors
  const store = yield* ConnectionStore
  const credentials = yield* Credentials

  const countsOf = ({ company_id, id }: ConnectionRow, models: ReadonlyArray<Models.ModelId>) =>
    models.length === 0
      ? Effect.succeed(new Map<string, number>())
      : Effect.map(
          sql.unsafe<{ model: string; records: number }>(
            models
              .map(
                (model) => `select '${model}' as model, (select count(*)::int from (
                  select 1 from ${partition(model)} where company_id = $1::bigint and connection_id = $2::bigint
                    and deleted_at is null limit ${most}) r) as records`
              )
              .join(" union all "),
            [company_id, id]
          ),
          (rows) => new Map(rows.map(({ model, records }) => [model, records]))
        )
  const rowsOf = (id: number, models: ReadonlyArray<Models.ModelId>) =>
    sql.unsafe<Row>(
      `with latest as (select id from sync where connection_id = $1::bigint order by id desc limit ${syncs}),
         last as (
           select distinct on (j.data_model) j.data_model, j.sync_id, j.status, j.error, j.finished_at
           from latest l join sync_job j on j.sync_id = l.id order by j.data_model, j.sync_id desc)
       select m.name as data_model, l.sync_id, l.status, l.error, l.finished_at, nullif(s.next_run_at, 'infinity') as next_run_at
       from unnest($2::text[]) with ordinality as m (name, position)
         left join last l on l.data_model = m.name
         left join schedule s on s.connection_id = $1::bigint and s.data_model = m.name
       order by m.position`,
      [id, texts(models)]
    )

  /** How far each source is read; by itself, as what is lacking: both are on the node of the company. */
  const sourcesOf = ({ company_id, id }: ConnectionRow) =>
    Effect.map(
      sql.unsafe<{ model: string; checkpoints: ReadonlyArray<Checkpoint> }>(
        `select data_model as model, json_agg(json_build_object('source', source, 'read_until', ${moment("watermark")},
           'completed_at', ${moment("completed_at")}, 'is_under_way', run_id is not null,
           'is_full', run_id is not null and coalesce(run_is_full, false), 'pages', pages) order by source) as checkpoints
         from checkpoint where company_id = $1::bigint and connection_id = $2::bigint group by data_model`,
        [company_id, id]
      ),
      (rows) => new Map(rows.map(({ checkpoints, model }) => [model, checkpoints]))
    )
  const lackingOf = ({ company_id, id }: ConnectionRow) =>
    Effect.map(
      sql.unsafe<{ data_model: string; refused: number; warnings: number }>(
        `select data_model, count(*) filter (where ${isWarning})::int as warnings,
           count(*) filter (where (${isWarning}) is not true)::int as refused
         from refusal where company_id = $1::bigint and connection_id = $2::bigint group by data_model`,
        [company_id, id]
      ),
      (rows) => new Map(rows.map((row) => [row.data_model, row]))
    )

  return ConnectionStates.of({
    get: Effect.fn("ConnectionStates.get")(function* (caller, id) {
      const row = yield* store.own(caller, id)
      const connector = yield* connectors.get(row.integration_type)
      const models = row.sync_config.map(({ data_model }) => data_model).filter(Models.isModelId)
      const counts = yield* Effect.orDie(countsOf(row, models))
      const rows = yield* Effect.orDie(rowsOf(id, models))
      const sources = yield* Effect.orDie(sourcesOf(row))
      const lacking = yield* Effect.orDie(lackingOf(row))
      const secrets = yield* credentials.open(id)
      const auth = connector && Auth.methodOf(connector.auth, row.auth_method)
      const scope = auth && secrets ? (Auth.scopeOf(auth, secrets.credentials) ?? "") : ""
      const enabled = new Map(row.sync_config.map(({ data_model, enabled }) => [data_model, enabled]))
      return {
        connection_id: id,
        account: row.account ?? (connector === undefined ? null : Accounts.ofSettings(connector, row.settings)),
        scopes: scope.trim() === "" ? null : scope.trim().split(/[\s,]+/),
        token_ends_at: secrets?.credentials["expires_at"] ?? null,
        most,
        data_models: rows.map((one) => ({
          data_model: one.data_model,
          enabled: enabled.get(one.data_model) === true,
          records: counts.get(one.data_model) ?? 0,
          refused: lacking.get(one.data_model)?.refused ?? 0,
          warnings: lacking.get(one.data_model)?.warnings ?? 0,
          last_sync_id: one.sync_id,
          last_status: one.status,
          last_error: one.error,
          last_finished_at: iso(one.finished_at),
          next_sync_at: iso(one.next_run_at),
          checkpoints: sources.get(one.data_model) ?? []
        }))
      } satisfies ConnectionStateWire
    })
  })
})
