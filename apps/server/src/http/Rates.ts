/**
 * How often a key calls, in windows of some seconds. A process counts in memory; once a key has made a good part of its
 * requests, the processes tell each other twice a second what they have counted, so that a limit holds for all of them, but
 * for what a key sends to several within half a second. No request waits for that, and a key that asks little costs nothing.
 */
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import { DatabaseInfo } from "../database/Database.ts"
import { ids } from "../database/Parameters.ts"
import type { Limit } from "../Limits.ts"
import type { Caller } from "./Caller.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** Seconds of a window. */
export const WINDOW = 10
/** Milliseconds between two tellings, and from which part of its limit on a key is told of. */
const TELLING = 500
const TOLD_FROM = 0.1
/** Keys remembered at once; windows that are over are forgotten then. */
const remembered = 10_000

interface Window {
  /** Which one it is since the epoch: the same for all processes. */
  number: number
  /** Requests here, those of them that were told to the others, and what the others have told. */
  count: number
  told: number
  others: number
  /** Whether it is to be told. */
  isBusy: boolean
}
/** Requests of a key in a window that were not told yet. */
interface Telling {
  readonly keyId: number
  readonly number: number
  readonly count: number
}
/** Tells the others, and answers what all of them have told, in the same order. */
export type Tell = (counts: ReadonlyArray<Telling>) => Effect.Effect<ReadonlyArray<number>, SqlError>

export interface Counting {
  /** Counts a request of a key; fails when it has made too many. What is left is told with the answer. */
  readonly count: (caller: Pick<Caller, "keyId" | "requestLimit">) => Effect.Effect<void, ApiError.ApiError>
  /** Tells the others what is new; false when there is nothing, nor will be before the next request. */
  readonly tell: Effect.Effect<boolean, SqlError>
}

/** Counts of one process. `tell` is null where it is the only one; `begin` is called when there is something to tell. */
export const make = (limit: Limit, tell: Tell | null, begin: () => void = () => {}, now = Date.now): Counting => {
  const windows = new Map<number, Window>()
  const numberAt = (at: number): number => Math.floor(at / (WINDOW * 1000))
  const windowOf = (keyId: number, number: number): Window => {
    const found = windows.get(keyId)
    if (found?.number === number) return found
    if (found === undefined && windows.size >= remembered) {
      for (const [key, one] of windows) if (one.number !== number) windows.delete(key)
    }
    const made = { number, count: 0, told: 0, others: 0, isBusy: false }
    windows.set(keyId, made)
    return made
  }
  return {
    count: ({ keyId, requestLimit = null }) =>
      Effect.flatMap(RequestInfo.current, (facts) => {
        const at = now()
        const window = windowOf(keyId, numberAt(at))
        const most = requestLimit === null ? limit.most : Math.min(limit.most, requestLimit)
        window.count++
        if (tell !== null && !window.isBusy && window.count >= most * TOLD_FROM) {
          window.isBusy = true
          begin()
        }
        const reset = Math.max(1, Math.ceil((window.number + 1) * WINDOW - at / 1000))
        const all = window.count + window.others
        facts.rate = { limit: most, left: Math.max(0, most - all), reset }
        if (all <= most) return Effect.void
        const whose = most === limit.most ? limit.setting : "its own limit"
        return Effect.fail(
          ApiError.later(
            "rate-limited",
            `This key made more than ${most} requests in ${WINDOW} seconds (${whose}).`,
            reset
          )
        )
      }),
    tell: Effect.gen(function* () {
      const number = numberAt(now())
      const busy = [...windows].filter(([, window]) => window.isBusy && window.number === number)
      if (tell === null || busy.length === 0) return false
      const counts = busy.map(([keyId, { count, told }]) => ({ keyId, number, count: count - told }))
      const totals = yield* tell(counts)
      for (const [index, [, window]] of busy.entries()) {
        window.told += counts[index]!.count
        window.others = Math.max(0, totals[index]! - window.told)
      }
      return true
    })
  }
}

/** Tells by a table that all processes see. */
export const through =
  (sql: SqlClient.SqlClient): Tell =>
  (counts) =>
    Effect.map(
      sql.unsafe<{ key_id: number; count: number }>(
        `with old as (delete from key_use where number < $3::bigint - 6)
         insert into key_use as u (key_id, number, count)
         select t.key_id, $3::bigint, t.count from unnest($1::bigint[], $2::bigint[]) t (key_id, count) order by t.key_id
         on conflict (key_id, number) do update set count = u.count + excluded.count returning key_id, count`,
        [ids(counts.map(({ keyId }) => keyId)), ids(counts.map(({ count }) => count)), String(counts[0]!.number)]
      ),
      (rows) => {
        const totals = new Map(rows.map(({ count, key_id }) => [key_id, count]))
        return counts.map(({ keyId }) => totals.get(keyId) ?? 0)
      }
    )

export class Rates extends Context.Service<Rates, Pick<Counting, "count">>()("@svc/server/http/Rates") {
  static readonly layer: Layer.Layer<Rates, never, AppConfig | DatabaseInfo | SqlClient.SqlClient> = Layer.effect(
    Rates,
    Effect.gen(function* () {
      const { limits } = yield* AppConfig
      const isShared = (yield* DatabaseInfo).kind === "postgres"
      const sql = yield* SqlClient.SqlClient
      const scope = yield* Effect.scope
      const context = yield* Effect.context<never>()
      let isTelling = false
      const telling: Effect.Effect<void> = Effect.gen(function* () {
        let isMore = true
        while (isMore) {
          yield* Effect.sleep(TELLING)
          isMore = yield* Effect.catch(counting.tell, (error) =>
            Effect.as(Effect.logDebug("What keys asked for could not be told.", error), true)
          )
        }
      }).pipe(Effect.ensuring(Effect.sync(() => (isTelling = false))))
      const begin = () => {
        if (isTelling) return
        isTelling = true
        Effect.runForkWith(context)(Effect.forkIn(telling, scope))
      }
      const counting = make(limits.requestsPerKey, isShared ? through(sql) : null, begin)
      return Rates.of({ count: counting.count })
    })
  )
}
