/**
 * The call budgets of connections in the database, so that all processes draw from one: a token bucket for each window of
 * a connection, moved by one statement with the database's clock. On the embedded database there is one process, and its
 * memory is enough.
 */
import { Limits } from "@svc/core/runtime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimiter from "effect/persistence/RateLimiter"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseInfo } from "../database/Database.ts"

const failed = (cause: unknown) =>
  new RateLimiter.RateLimiterError({
    reason: new RateLimiter.RateLimitStoreError({ message: "The budget could not be read.", cause })
  })

/**
 * Buckets as rows: `tokens` are left since `at`, milliseconds of the database's clock. A bucket that filled up begins anew
 * now; one that did not goes on by whole intervals, so that no part of one is lost. `answer` is what the last caller was
 * told, who may have been refused without taking anything.
 */
const store = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const memory = yield* RateLimiter.RateLimiterStore
    return RateLimiter.RateLimiterStore.of({
      ...memory,
      tokenBucket: ({ allowOverflow, key, limit, refillRate, tokens }) => {
        const interval = Duration.toMillis(refillRate)
        return sql<{ readonly answer: number; readonly elapsed: number }>`
          insert into rate_bucket as b (key, tokens, at, answer)
          values (${key}, ${limit - tokens}::float8, extract(epoch from clock_timestamp()) * 1000, ${limit - tokens}::float8)
          on conflict (key) do update set (tokens, at, answer) = (
            select case when ${allowOverflow}::bool or have >= ${tokens}::float8 then have - ${tokens}::float8 else have end,
              case when have >= ${limit}::float8 then moment else b.at + added * ${interval}::float8 end,
              have - ${tokens}::float8
            from (select least(${limit}::float8, b.tokens + added) as have, added, moment
              from (select greatest(0, floor((excluded.at - b.at) / ${interval}::float8)) as added, excluded.at as moment) n) x)
          returning answer, extract(epoch from clock_timestamp()) * 1000 - at as elapsed`.pipe(
          Effect.map(
            ([row]) =>
              // Clocks are read twice and rounded; the contract is less than an interval.
              [row!.answer, Math.min(Math.max(0, Number(row!.elapsed)), interval * 0.999_999)] as const
          ),
          Effect.mapError(failed)
        )
      }
    })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))

/** The budgets, shared as far as the database is. */
export const layer: Layer.Layer<Limits.Limits, never, SqlClient.SqlClient | DatabaseInfo> = Layer.unwrap(
  Effect.map(DatabaseInfo, ({ kind }) =>
    kind === "embedded"
      ? Limits.Limits.layer
      : Limits.Limits.layerStore.pipe(Layer.provide(RateLimiter.layer), Layer.provide(store))
  )
)
