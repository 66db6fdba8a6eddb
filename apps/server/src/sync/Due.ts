/**
 * What is due: a batch of models at a time, with a handful of statements whatever its size. What another transaction has in
 * hand, the connection and its company included, is passed over and stays due: a claim that holds a thousand waits for nobody.
 */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { floats, ids, texts } from "../database/Parameters.ts"
import { held } from "./SyncLife.ts"
import type { ModelConfig } from "./ModelConfig.ts"

/** Models that are claimed in one transaction at most. */
export const batch = 1000

export interface Claimed {
  /** Models whose time had come. */
  readonly models: number
  /** Their connections. */
  readonly connections: number
}

const units = {
  HOURLY: "hours",
  DAILY: "days",
  WEEKLY: "weeks",
  MONTHLY: "months",
  YEARLY: "years",
  NEVER: "years"
} as const
/** Spreads connections over time, and keeps the models of one together, so that they are one run. */
export const jitter = (): number => 0.95 + Math.random() * 0.1
/** Time between two runs, as PostgreSQL writes an interval. */
export const pause = ({ frequency, interval }: ModelConfig): string => `${Math.max(1, interval)} ${units[frequency]}`

/**
 * Claims the models that are due, says when they are due next, and has a run begun for those of healthy connections that no
 * run is to read anyway. In the caller's transaction.
 */
export const claim = Effect.fnUntraced(function* (
  sql: SqlClient,
  configsOf: (
    connectionIds: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyMap<number, ReadonlyArray<ModelConfig>>, SqlError>,
  begin: (wanted: ReadonlyMap<number, ReadonlyArray<string>>) => Effect.Effect<unknown, SqlError>
) {
  const due = yield* sql.unsafe<{ connection_id: number; data_model: string; status: string; is_held: boolean }>(
    `select s.connection_id, s.data_model, c.status, ${held} as is_held from schedule s
       join connection c on c.id = s.connection_id join company y on y.id = c.company_id
     where s.next_run_at <= now() order by s.next_run_at limit ${batch}
     for update of s skip locked for no key update of c skip locked for key share of y skip locked`
  )
  const byConnection = Map.groupBy(due, ({ connection_id }) => connection_id)
  const claimed: Claimed = { models: due.length, connections: byConnection.size }
  if (due.length === 0) return claimed

  const connectionIds = [...byConnection.keys()]
  const configs = yield* configsOf(connectionIds)
  // What is still to be read by a run that has not ended need not be read by another.
  const open = yield* sql<{ connection_id: number; data_model: string }>`
    select s.connection_id, j.data_model from sync s join sync_job j on j.sync_id = s.id
    where s.connection_id = any(${ids(connectionIds)}) and s.finished_at is null and j.finished_at is null`
  const covered = new Set(open.map(({ connection_id, data_model }) => `${connection_id} ${data_model}`))

  const next: Array<{ connection_id: number; data_model: string; pause: string | null; spread: number }> = []
  const never: Array<{ connection_id: number; data_model: string }> = []
  const wanted = new Map<number, Array<string>>()
  for (const [connection_id, rows] of byConnection) {
    const spread = jitter()
    for (const { data_model, is_held, status } of rows) {
      const config = configs.get(connection_id)?.find((one) => one.data_model === data_model)
      if (config === undefined || config.frequency === "NEVER") {
        never.push({ connection_id, data_model })
        continue
      }
      // It stays due, without being looked at again, until the hold is lifted (see SyncLife.release).
      next.push({ connection_id, data_model, pause: is_held ? null : pause(config), spread })
      if (is_held) continue
      if (status !== "HEALTHY" || covered.has(`${connection_id} ${data_model}`)) continue
      const models = wanted.get(connection_id)
      if (models === undefined) wanted.set(connection_id, [data_model])
      else models.push(data_model)
    }
  }
  const connectionsOf = (rows: ReadonlyArray<{ connection_id: number }>) => ids(rows.map((row) => row.connection_id))
  const modelsOf = (rows: ReadonlyArray<{ data_model: string }>) => texts(rows.map((row) => row.data_model))
  yield* sql`
    update schedule s set next_run_at = coalesce(now() + n.pause::interval * n.spread, 'infinity')
    from unnest(${connectionsOf(next)}, ${modelsOf(next)}, ${texts(next.map((row) => row.pause))},
      ${floats(next.map(({ spread }) => spread))}) as n (connection_id, data_model, pause, spread)
    where s.connection_id = n.connection_id and s.data_model = n.data_model`
  if (never.length > 0) {
    yield* sql`
      delete from schedule s using unnest(${connectionsOf(never)}, ${modelsOf(never)}) as n (connection_id, data_model)
      where s.connection_id = n.connection_id and s.data_model = n.data_model`
  }
  yield* begin(wanted)
  return claimed
})

/** Milliseconds until something is due, negative when it is; null when nothing is, as things stand. */
export const wait = (sql: SqlClient) =>
  Effect.map(
    sql<{ ms: number | null }>`
      select extract(epoch from min(next_run_at) - clock_timestamp())::float8 * 1000 as ms from schedule
      where next_run_at < 'infinity'`,
    ([row]) => row!.ms
  )
