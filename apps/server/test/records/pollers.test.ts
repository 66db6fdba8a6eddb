/**
 * Nobody who follows what changes misses any of it: many write at once on PostgreSQL, in transactions of every length, of
 * which some are ended and some stand still; on a cluster (`TEST_DATABASE_URL`) beside shards that are moved.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Chance from "../support/Chance.ts"
import * as Effort from "../support/Effort.ts"
import { again, write } from "../support/PageWriter.ts"
import * as Pollers from "../support/Pollers.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"
import * as Stored from "../support/Stored.ts"

/** The seed of the first run; each of the others has the next. */
const first = Number(process.env["POLLERS_SEED"] ?? 1)
const runs = Effort.times(10)
/** Rounds at once: in a long run more write, and nobody waits for who stands still elsewhere. */
const beside = Effort.isLong ? 3 : 1

/** Milliseconds that a writer may stand still here. */
const patience = 400
const writers = 8
/** One of them is ended in each round. One stands still, which takes a round a second more: in some of a short run, in all of a long one. */
const roleOf = (seed: number, n: number): "plain" | "ended" | "stopped" =>
  n === 0 ? "ended" : n === 1 && (Effort.isLong || seed % 5 === 0) ? "stopped" : "plain"

const iso = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

describe("pollers beside many writers", { timeout: Effort.times(240_000) }, () => {
  const scope = Scope.makeUnsafe()
  let service: Service.Service
  let receiver: Receiver.Receiver
  let organisationId: number
  let url: string
  beforeAll(async () => {
    const [own, taken] = await Promise.all([
      Effect.runPromise(Scope.provide(Postgres.database, scope)),
      Effect.runPromise(Scope.provide(Receiver.start, scope))
    ])
    url = Redacted.value(own)
    receiver = taken
    service = await Service.start({
      DATABASE_URL: url,
      SVC_DATABASE_CONNECTIONS: String(20 + 10 * beside),
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
  })
  afterAll(async () => {
    await service?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const ask: Pollers.Ask = async (path) => {
    const answer = await service.call("GET", path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** Writes to a connection. */
  const writer = Effect.fnUntraced(function* (
    seed: number,
    { companyId, connectionId }: Stored.Target,
    role: "plain" | "ended" | "stopped"
  ) {
    const sql = yield* SqlClient.SqlClient
    const target = { organisationId, companyId, connectionId, integrationType: "TEST" }
    yield* write(
      seed,
      target,
      role === "plain"
        ? undefined
        : (once) =>
            role === "ended"
              ? Effect.map(Effect.exit(once(sql`select pg_terminate_backend(pg_backend_pid())`)), (exit) =>
                  expect(Exit.isFailure(exit)).toBe(true)
                )
              : Effect.gen(function* () {
                  const isThere = yield* Deferred.make<void>()
                  yield* Effect.forkChild(once(Effect.andThen(Deferred.succeed(isThere, undefined), Effect.never)))
                  // What it has in hand is done by another from here on, who waits for its locks.
                  yield* Deferred.await(isThere)
                })
    )
  })

  const round = async (seed: number, role = roleOf) => {
    const chance = Chance.make(seed)
    const query = (text: string) => service.run(again(SqlClient.SqlClient.use((sql) => sql.unsafe<any>(text))))
    const [from] = await query(`select ${iso("clock_timestamp()")} as since, nextval('svc_id') as id`)
    const limit = () => 2 + chance.int(20)
    const targets = await service.run(
      Effect.forEach(Array.from({ length: writers }), () => again(Stored.connect({ organisationId })))
    )
    const pollers = Pollers.all(ask, from, () => receiver.received("/all"), limit)
    // Of one company, whose lists a cluster reads elsewhere: that of who is ended, stands still or does neither.
    const own = targets[seed % 3]!.companyId
    const ofOne = Pollers.ofCompany(ask, own, from, limit)
    const stop = Pollers.start([...pollers, ...ofOne])
    await service
      .run(
        Effect.all(
          targets.map((target, n) => writer(seed * 100 + n, target, role(seed, n))),
          { concurrency: "unbounded" }
        )
      )
      .finally(stop)
    const rows = await query(
      `select svc_id, company_id, ${iso("updated_at")} as at from record
       where data_model = 'ITEMS' and company_id = any('{${targets.map(({ companyId }) => companyId).join(",")}}')`
    )
    const there = (some: ReadonlyArray<any>) => new Map<number, string>(some.map(({ at, svc_id }) => [svc_id, at]))
    const faults = [
      ...(await Pollers.left(pollers, there(rows))),
      ...(await Pollers.left(ofOne, there(rows.filter(({ company_id }: any) => company_id === own))))
    ]
    return { records: rows.length, faults }
  }

  /** Moves groups of shards of a cluster to other nodes, one after the other; who reads them follows. */
  const moving = (count: number) =>
    Effect.gen(function* () {
      const sql = yield* Postgres.client(url)
      for (let n = 0; n < count; n++) {
        yield* sql`
          with places as (
            select p.shardid, n.nodename, n.nodeport from pg_dist_shard s join pg_dist_placement p using (shardid)
              join pg_dist_node n using (groupid) where s.logicalrelid = 'record'::regclass order by s.shardid offset ${n} limit 1),
          others as (
            select nodename, nodeport from pg_dist_node
            where shouldhaveshards and (nodename, nodeport) not in (select nodename, nodeport from places) limit 1)
          select citus_move_shard_placement(p.shardid, p.nodename, p.nodeport, o.nodename, o.nodeport, 'block_writes')
          from places p, others o`
      }
    }).pipe(Effect.scoped)

  it(`every record is shown to each, in order (seeds ${first} to ${first + runs - 1})`, async () => {
    const seeds = Array.from({ length: runs }, (_, n) => first + n)
    const lane = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const { faults, records } = await round(seed)
        expect(records, `seed ${seed}`).toBeGreaterThan(20)
        expect(faults, `seed ${seed}, ${records} records`).toEqual([])
      }
    }
    await Promise.all(Array.from({ length: beside }, lane))
  })

  // Nobody is ended meanwhile: what that leaves of a commit in two steps holds moves up until Citus looks for it, once a minute.
  it("and while shards are moved", async () => {
    if ((await service.run(Distribution.state)) !== "spread") {
      console.info("No cluster is named by TEST_DATABASE_URL: nothing is moved.")
      return
    }
    const over = new AbortController()
    const moves = Effect.runPromise(moving(6)).finally(() => over.abort())
    let rounds = 0
    for (; !over.signal.aborted || rounds === 0; rounds++) {
      const { faults, records } = await round(first + 1000 + rounds, () => "plain")
      expect(faults, `round ${rounds}, ${records} records`).toEqual([])
    }
    await moves
    console.info(`${rounds} rounds beside six moves.`)
  })
})
