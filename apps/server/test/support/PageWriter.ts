/** A writer of records as a sync is one: page after page, each in a transaction of its own, of a length by chance. */
import { Check } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Records, type Target } from "../../src/records/Records.ts"
import * as Chance from "./Chance.ts"

const item = (platform_id: string, name: string): Reading.Item => {
  const checked = Check.check("ITEMS", { platform_id, name })
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: { platform_id, name }, records: [checked.success], deleted: false }
}

/** On a busy machine anybody may seem to stand still and be ended, and who has a connection after them learns of it. */
export const again = Effect.retry({ schedule: Schedule.spaced("5 millis"), times: 200 })

const turns = 5

/**
 * Writes pages of new, changed and deleted items. At one of the turns `strike` is given the page first, to do it with
 * something in the middle of its transaction; whatever became of that, the page is then done again.
 */
export const write = Effect.fnUntraced(function* <R>(
  seed: number,
  target: Target,
  strike?: (
    once: (
      inTheMiddle: Effect.Effect<unknown, SqlError>
    ) => Effect.Effect<void, SqlError, Records | SqlClient.SqlClient>
  ) => Effect.Effect<unknown, never, R>
) {
  const chance = Chance.make(seed)
  const sql = yield* SqlClient.SqlClient
  const records = yield* Records
  const pause = Effect.suspend(() => Effect.sleep(chance.some(0.5) ? 0 : chance.int(chance.some(0.2) ? 40 : 8)))
  const struck = 1 + chance.int(turns - 1)
  const ids: Array<string> = []
  for (let turn = 0; turn < turns; turn++) {
    yield* pause
    const fresh = Array.from({ length: chance.int(4) }, (_, n) => `${seed}-${turn}-${n}`)
    const changed = ids.filter(() => chance.some(0.3))
    const gone = ids.filter(() => chance.some(0.1))
    ids.push(...fresh)
    const page = [...fresh, ...changed, `${seed}-page`].map((id) => item(id, `${id} of ${turn}`))
    const once = (inTheMiddle: Effect.Effect<unknown, SqlError>) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* pause
          yield* records.ingest(target, "ITEMS", "default", page)
          yield* pause
          yield* inTheMiddle
          yield* records.remove(target, "ITEMS", gone)
          yield* pause
        })
      )
    if (turn === struck && strike !== undefined) yield* strike(once)
    yield* again(once(Effect.void))
  }
})
