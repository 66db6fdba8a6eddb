/**
 * A standby that lists are read from, with real streaming replication: whoever asks sees what the primary would have shown,
 * however far the standby is behind; one that is gone, stuck or in conflict fails no request; nobody who follows changes misses any.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Postgres from "../../chaos/Postgres.ts"
import * as Replica from "../../src/database/Replica.ts"
import * as Effort from "../support/Effort.ts"
import { again, write as pages } from "../support/PageWriter.ts"
import * as Pollers from "../support/Pollers.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Service from "../support/Service.ts"
import * as Stored from "../support/Stored.ts"

/** A way to the standby that can be stopped: what was on it then is neither passed on nor refused. */
const way = async (port: number) => {
  let isOpen = true
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1")
    for (const [from, to] of [
      [near, far],
      [far, near]
    ] as const) {
      ends.add(from)
      from.on("data", (bytes) => void (isOpen && to.write(bytes)))
      from.on("error", () => {})
      from.on("close", () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const cut = () => {
    for (const end of ends) end.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    open: (open: boolean) => {
      isOpen = open
      if (open) cut()
    },
    close: () => {
      server.close()
      cut()
    }
  }
}

describe("a read replica", { timeout: 240_000 }, () => {
  let primary: Postgres.Postgres
  let standby: Postgres.Postgres
  let road: Awaited<ReturnType<typeof way>>
  /** Two processes, as far as the database knows. */
  const services: Array<Service.Service> = []
  const metrics: Array<string> = []
  let organisationId: number

  const started = async (readPort: number, env: Readonly<Record<string, string>> = {}) => {
    const port = await ServerProcess.freePort()
    const url = new URL(primary.url)
    url.port = String(readPort)
    metrics.push(`http://127.0.0.1:${port}/metrics`)
    services.push(
      await Service.start({
        DATABASE_URL: primary.url,
        SVC_DATABASE_READ_URL: url.href,
        SVC_METRICS_PORT: String(port),
        SVC_SECRET_KEYS: `k1:${"a".repeat(43)}=`,
        SVC_STALLED_WRITER_MS: "400",
        ...env
      })
    )
    return services.at(-1)!
  }
  const states = () =>
    Promise.all(services.map(({ run }) => run(Effect.map(Replica.Current, (replica) => replica!.state().condition))))
  const used = () => Service.until(states, (all) => all.every((state) => state === "in use"))
  /** How often lists were read where, by all processes. */
  const counts = async () => {
    const found: Record<string, number> = {}
    for (const url of metrics) {
      const text = await (await fetch(url)).text()
      for (const [, labels, number] of text.matchAll(/^svc_reads_total\{(.*)\} (\d+)/gm)) {
        const place = /why="(\w+)"/.exec(labels!)![1]!
        found[place] = (found[place] ?? 0) + Number(number)
      }
    }
    return { asked: 0, behind: 0, lost: 0, failed: 0, ...found }
  }
  const ask = async (path: string, service = services[0]!) => {
    const answer = await service.call("GET", path)
    assert.strictEqual(answer.status, 200, `${path}: ${answer.text}`)
    return answer.body
  }
  const query = (text: string) =>
    services[0]!.run(again(SqlClient.SqlClient.use((sql) => sql.unsafe<any>(text)))) as Promise<ReadonlyArray<any>>
  /** A statement on the standby itself may be in the way of what is replayed there: then it is sent again. */
  const onStandby = async (text: string): Promise<ReadonlyArray<any>> => {
    for (let left = 20; ; left--) {
      try {
        return (await standby.query(text)) as ReadonlyArray<any>
      } catch (error) {
        if (left === 0) throw error
      }
    }
  }
  const write = async (seed: number) => {
    const { companyId } = await services[0]!.run(writing(seed))
    return companyId
  }
  const writing = Effect.fnUntraced(function* (seed: number) {
    const target = { ...(yield* again(Stored.connect({ organisationId }))), integrationType: "TEST" }
    yield* pages<never>(seed, target)
    return target
  })
  /** Everybody's list of one company, beside how many there are. */
  const seen = async (company: number) => {
    const path = `/v3/accounting/items?svc_company_id[eq]=${company}&include_deleted_records=true&limit=1000&return_count=true`
    return Promise.all(services.slice(0, 2).map(async (service) => (await ask(path, service)).data.length))
  }
  const stored = async (company: number): Promise<number> =>
    (await query(`select count(*)::int as n from record where company_id = ${company}`))[0].n

  beforeAll(async () => {
    primary = await Postgres.start()
    standby = await Postgres.follow(primary)
    road = await way(standby.port)
    await started(road.port)
    await started(road.port)
    await used()
    organisationId = (await query("select id from organisation"))[0].id
  }, 240_000)
  afterAll(async () => {
    await Promise.all(services.map(({ stop }) => stop()))
    road?.close()
    await standby?.remove()
    await primary?.remove()
  }, 120_000)

  it("is read, and every process shows at once what was written through any", async () => {
    const before = await counts()
    for (let seed = 1; seed <= 10; seed++) {
      const company = await write(seed)
      const there = await stored(company)
      assert.isAbove(there, 0)
      assert.deepStrictEqual(await seen(company), [there, there])
    }
    // On a busy machine one or another list does not wait for it.
    assert.isAbove((await counts()).asked - before.asked, 0)
    await used()
    const ready = await services[0]!.call("GET", "/readyz")
    assert.strictEqual(ready.body.status, "ready")
    assert.include(["in use", "behind"], ready.body.read_replica)
  })

  it("that does not replay is left out, and everything written is shown all the same", async () => {
    await onStandby("select pg_wal_replay_pause()")
    const before = await counts()
    const company = await write(50)
    const there = await stored(company)
    assert.deepStrictEqual(await seen(company), [there, there])
    const after = await counts()
    assert.isAtLeast(after.behind - before.behind, 2, JSON.stringify(after))
    await Service.until(
      async () => (await (await fetch(metrics[0]!)).text()).match(/^svc_replica_behind_bytes (\d+)/m)?.[1] ?? "0",
      (bytes) => Number(bytes) > 0
    )
    // So long as it replays nothing, it falls behind by as much as time goes on.
    const standing = async () => (await ask("/v3/core/service")).data.database.replica
    const { behind_seconds: seconds } = await Service.until(standing, (replica) => replica.behind_seconds > 0)
    const { behind_bytes: bytes } = await Service.until(standing, (replica) => replica.behind_seconds > seconds + 1)
    assert.isAbove(bytes, 0)
    await onStandby("select pg_wal_replay_resume()")
    await Service.until(
      async () => {
        await ask("/v3/accounting/items?limit=1")
        return (await counts()).asked
      },
      (asked) => asked > after.asked
    )
    await Service.until(standing, (replica) => replica.behind_seconds < seconds + 1)
  })

  /** Lists, exports and histories without a pause, until something was done; all must be answered. */
  const meanwhile = async (company: number, what: () => Promise<unknown>) => {
    const over = new AbortController()
    let answers = 0
    let slowest = 0
    const list = `/v3/accounting/items?svc_company_id[eq]=${company}&include_deleted_records=true`
    const [record] = (await ask(list)).data
    const paths = [
      list,
      `${list}&sort[name]=ASC&return_count=true`,
      `/v3/accounting/items/export?svc_company_id[eq]=${company}`,
      `/v3/accounting/items/${record.svc_id}/history`,
      "/v3/core/events?limit=5"
    ]
    const reader = async (n: number) => {
      while (!over.signal.aborted) {
        const begun = performance.now()
        const { status, text } = await services[n % 2]!.call("GET", paths[answers % paths.length]!)
        assert.strictEqual(status, 200, `${paths[answers % paths.length]}: ${text}`)
        slowest = Math.max(slowest, performance.now() - begun)
        answers++
      }
    }
    const reading = Promise.all([0, 1, 2, 3].map(reader))
    await Promise.race([what().finally(() => over.abort()), reading])
    await reading
    return { answers, slowest }
  }

  it("that is killed fails no request, and is used again when it is back", async () => {
    const company = await write(60)
    const before = await counts()
    await meanwhile(company, async () => {
      await standby.crash()
      await Service.until(states, (all) => all.every((state) => state === "lost"))
      await write(61)
      await standby.restart()
      await used()
      await sleep(100)
    })
    const after = await counts()
    assert.isAbove(after.lost - before.lost, 0, JSON.stringify(after))
    const there = await stored(company)
    assert.deepStrictEqual(await seen(company), [there, there])
    assert.isAbove((await counts()).asked, before.asked)
  })

  it("that answers nothing any more holds nobody up for long", async () => {
    const company = await write(70)
    const { slowest } = await meanwhile(company, async () => {
      road.open(false)
      await Service.until(states, (all) => all.every((state) => state === "lost"))
      await sleep(200)
    })
    assert.isBelow(slowest, 15_000)
    road.open(true)
    await used()
  })

  it("whose readers are in the way of what it replays fails no request", async () => {
    const company = await write(80)
    const conflicts = async () =>
      (
        await onStandby(
          "select coalesce(sum(confl_lock + confl_snapshot), 0)::int as n from pg_stat_database_conflicts"
        )
      )[0].n as number
    const before = await conflicts()
    await meanwhile(company, () =>
      Service.until(
        async () => {
          // Whoever finds the standby behind reads the primary, and is in nobody's way.
          await used()
          await primary.query("do $$ begin lock table record_items, event in access exclusive mode; end $$")
          return (await conflicts()) - before
        },
        (n) => n >= 1,
        200
      )
    )
    await used()
  })

  it(`misses nothing of what pollers follow (${Effort.times(3)} rounds)`, async () => {
    for (let round = 0; round < Effort.times(3); round++) {
      const [from] = await query(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since, nextval('svc_id') as id`
      )
      let n = 0
      const before = await counts()
      // Each page from another process than the one before.
      const turns: Pollers.Ask = (path) => ask(path, services[n++ % 2])
      const all = Pollers.all(
        turns,
        from,
        () => [],
        () => 7
      ).filter(({ name }) => name !== "by webhooks")
      const stop = Pollers.start(all)
      const companies = (
        await services[0]!.run(
          Effect.all(
            Array.from({ length: 6 }, (_, one) => writing(1000 + round * 10 + one)),
            { concurrency: "unbounded" }
          )
        )
      ).map(({ companyId }) => companyId)
      await stop()
      const rows = await query(
        `select svc_id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from record
         where data_model = 'ITEMS' and company_id = any('{${companies.join(",")}}')`
      )
      assert.isAbove(rows.length, 20)
      assert.deepStrictEqual(await Pollers.left(all, new Map(rows.map(({ at, svc_id }) => [svc_id, at]))), [])
      assert.isAbove((await counts()).asked - before.asked, 0)
    }
  })

  it("that is no standby of the database is never read", async () => {
    const service = await started(primary.port)
    await Service.until(states, (all) => all[2] === "foreign")
    const answer = await service.call("GET", "/v3/accounting/items?limit=1")
    assert.strictEqual(answer.status, 200, answer.text)
    const { body } = await service.call("GET", "/readyz")
    assert.deepInclude(body, { status: "ready", read_replica: "foreign" })
    assert.strictEqual((await ask("/v3/core/service", service)).data.database.replica.condition, "foreign")
    const troubles = async (of: Service.Service) =>
      (await ask("/v3/core/overview", of)).data.needs_a_hand
        .filter(({ trouble }: any) => trouble === "REPLICA_UNUSED")
        .map(({ sentence }: any) => sentence)
    assert.deepStrictEqual(await troubles(service), [
      "The read replica is no standby of the database: lists are read from the primary."
    ])
    // Of the same database, a process that reads from its standby has nothing to say.
    assert.deepStrictEqual(await troubles(services[0]!), [])
  })
})
