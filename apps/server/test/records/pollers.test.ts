/**
 * Nobody who follows what changes misses any of it: many write at once on PostgreSQL, in transactions of every length, of
 * which some are ended and some stand still.
 */
import { Check } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Records } from "../../src/records/Records.ts"
import * as Chance from "../support/Chance.ts"
import * as Pollers from "../support/Pollers.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"
import * as Stored from "../support/Stored.ts"

/** Runs are done again by their seed: `POLLERS_SEED=7 POLLERS_RUNS=1`. */
const first = Number(process.env["POLLERS_SEED"] ?? 1)
const runs = Number(process.env["POLLERS_RUNS"] ?? 12)

/** Milliseconds that a writer may stand still here. */
const patience = 400
const writers = 8

const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const item = (platform_id: string, name: string): Reading.Item => {
  const checked = Check.check("ITEMS", { platform_id, name })
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  return { owner: null, raw: { platform_id, name }, records: [checked.success], deleted: false }
}

describe("pollers beside many writers", { timeout: 240_000 }, () => {
  const scope = Scope.makeUnsafe()
  let service: Service.Service
  let receiver: Receiver.Receiver
  let organisationId: number
  beforeAll(async () => {
    const [url, taken] = await Promise.all([
      Effect.runPromise(Scope.provide(Postgres.database, scope)),
      Effect.runPromise(Scope.provide(Receiver.start, scope))
    ])
    receiver = taken
    service = await Service.start({
      DATABASE_URL: Redacted.value(url),
      SVC_DATABASE_CONNECTIONS: "30",
      SVC_STALLED_WRITER_MS: String(patience)
    })
    const made = await service.call("POST", "/v3/core/webhooks", {
      name: "all",
      type: "DATA_MODEL_CHANGES",
      url: receiver.url("/all")
    })
    expect(made.status, made.text).toBe(200)
    organisationId = await service.run(
      Effect.map(
        SqlClient.SqlClient.use((sql) => sql<{ id: number }>`select id from organisation`),
        ([row]) => row!.id
      )
    )
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }, 60_000)

  const ask: Pollers.Ask = async (path) => {
    const answer = await service.call("GET", path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** On a busy machine anybody may seem to stand still and be ended, and who has a connection after them learns of it. */
  const again = Effect.retry({ schedule: Schedule.spaced("5 millis"), times: 200 })

  /** Writes again and again to a connection of its own; what was ended is done again. */
  const write = Effect.fnUntraced(function* (seed: number, role: "plain" | "ended" | "stopped") {
    const chance = Chance.make(seed)
    const sql = yield* SqlClient.SqlClient
    const records = yield* Records
    const target = { ...(yield* again(Stored.connect({ organisationId }))), integrationType: "TEST" }
    const pause = Effect.suspend(() => Effect.sleep(chance.some(0.5) ? 0 : chance.int(chance.some(0.2) ? 40 : 8)))
    const turns = 5
    const special = role === "plain" ? -1 : 1 + chance.int(turns - 1)
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
      const doing = again(once(Effect.void))
      if (turn === special && role === "ended") {
        const ended = yield* Effect.exit(once(sql`select pg_terminate_backend(pg_backend_pid())`))
        expect(Exit.isFailure(ended)).toBe(true)
      }
      if (turn === special && role === "stopped") {
        const isThere = yield* Deferred.make<void>()
        const stopped = yield* Effect.forkChild(
          once(Effect.andThen(Deferred.succeed(isThere, undefined), Effect.never))
        )
        yield* Deferred.await(isThere)
        // What it had in hand is another's from here on, which waits for its locks.
        yield* doing
        yield* Effect.exit(Fiber.interrupt(stopped))
        continue
      }
      yield* doing
    }
    return target.companyId
  })

  const round = async (seed: number) => {
    const chance = Chance.make(seed)
    const list = "/v3/accounting/items?"
    const query = (text: string) => service.run(again(SqlClient.SqlClient.use((sql) => sql.unsafe<any>(text))))
    const [{ since, id }] = await query(`select ${iso("clock_timestamp()")} as since, nextval('svc_id') as id`)
    const limit = () => 2 + chance.int(20)
    const received = receiver.received("/all").length
    const pollers = [
      Pollers.byChanges(ask, list, since, limit()),
      Pollers.byChanges(ask, list, since, null),
      Pollers.byLastChange(ask, list, since, limit()),
      Pollers.byIds(ask, `${list}svc_id[gt]=${id}`, limit()),
      Pollers.byWebhooks(
        () => receiver.received("/all").slice(received),
        (record) => record.svc_id > id
      )
    ]
    const over = new AbortController()
    const reading = pollers.map(async (poller) => {
      while (!over.signal.aborted) {
        await poller.poll()
        await new Promise((resolve) => setTimeout(resolve, chance.int(5)))
      }
    })
    const companies = await service
      .run(
        Effect.all(
          Array.from({ length: writers }, (_, n) =>
            write(seed * 100 + n, n === 0 ? "ended" : n === 1 && seed % 5 === 0 ? "stopped" : "plain")
          ),
          { concurrency: "unbounded" }
        )
      )
      .finally(async () => {
        over.abort()
        await Promise.all(reading)
      })
    const rows = await query(
      `select svc_id, ${iso("updated_at")} as at from record
       where data_model = 'ITEMS' and company_id = any('{${companies.join(",")}}')`
    )
    const there = new Map<number, string>(rows.map(({ at, svc_id }: any) => [svc_id, at]))
    const left = () => pollers.flatMap((poller) => Pollers.missed(poller, there))
    // Lists follow at once, webhooks as soon as they are delivered.
    for (const end = Date.now() + 20_000; left().length > 0 && Date.now() < end;) {
      await Promise.all(pollers.map(({ poll }) => poll()))
      if (left().every((text) => text.startsWith("by webhooks")))
        await new Promise((resolve) => setTimeout(resolve, 20))
      else if (Date.now() > end - 18_000) break
    }
    return { records: there.size, faults: [...pollers.flatMap(({ faults }) => faults), ...left()] }
  }

  it(`every record is shown to each, in order (seeds ${first} to ${first + runs - 1})`, async () => {
    for (let seed = first; seed < first + runs; seed++) {
      const { faults, records } = await round(seed)
      expect(records, `seed ${seed}`).toBeGreaterThan(20)
      expect(faults, `seed ${seed}, ${records} records`).toEqual([])
    }
  })
})
