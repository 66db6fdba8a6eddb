/**
 * The life of syncs as a model: they are started, scheduled, read page by page, held up, asked for again, failed, cancelled and taken up by two
 * at once, while their connection is paused, resumed, ended, connected again and erased with its company, in random orders.
 * After each step nothing that has ended has changed and everything open has somebody to work on it; in the end nothing is
 * open. A failure is shrunk to the fewest commands that show it.
 */
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Recovery from "../../src/jobs/Recovery.ts"
import { SyncRunner } from "../../src/sync/SyncRunner.ts"
import { Syncs } from "../../src/sync/Syncs.ts"
import * as Synced from "../support/Synced.ts"
import * as Effort from "../support/Effort.ts"
import type { Answer } from "../support/UnrulySandbox.ts"

/** A run is repeated by its seed. */
const seed = Number(process.env["LIFE_SEED"] ?? 20_261_122)
/** Fewer on the one that is slower. */
const runsOn: Readonly<Record<Synced.DatabaseName, number>> = { embedded: 3, PostgreSQL: 11 }

/** What may become of a sync, or of a part of one, from one look to the next. */
const ends = ["SUCCESS", "PARTIAL_SUCCESS", "FAILED", "CANCELLED"]
const later: Readonly<Record<string, ReadonlyArray<string>>> = {
  CREATED: ["CREATED", "RUNNING", ...ends],
  RUNNING: ["RUNNING", ...ends]
}
const counts = ["records_read", "records_created", "records_updated", "records_deleted", "records_refused"] as const

/** The platform of one run: what it answers next, and who waits for an answer. */
interface Platform {
  isHolding: boolean
  readonly waiting: Array<() => void>
  readonly next: Array<"limit" | "fail" | "stumble">
  /** Records are others each time they are read. */
  reads: number
  asked: number
}
/** A sync with its parts, by HTTP, and what lies in the rows of the parts. */
interface Seen extends Synced.Ran {
  readonly rows: string
}
interface World {
  readonly platform: Platform
  connection: Synced.Connected
  /** Syncs of the connection and their parts, as they were last seen. */
  seen: ReadonlyMap<number, Seen>
  isPaused: boolean
  /** What the platform may have been asked for at most, as long as it is paused. */
  most: number
  isDisabled: boolean
  readonly twins: Array<Promise<unknown>>
}
type Command = fc.AsyncCommand<object, World>

describe.each(Synced.databases)("the life of syncs as a model, on %s", (database) => {
  const runs = Effort.times(runsOn[database])
  let at: Synced.Synced
  let integrationId: number
  beforeAll(async () => {
    at = await Synced.start(database)
    await at.listen("SYNC_COMPLETED")
    await at.listen("CONNECTION_CHANGED")
    const { data } = await at.ok("GET", "/v3/core/integrations?limit=100")
    integrationId = data.find((one: any) => one.integration_type === "SVC_SANDBOX").svc_id
  })
  afterAll(() => at.stop())

  const pages = 3
  const answer =
    (platform: Platform): Answer =>
    async (_, seen) => {
      platform.asked++
      if (platform.isHolding) await new Promise<void>((resolve) => platform.waiting.push(resolve))
      const json = { "content-type": "application/json" }
      switch (platform.next.shift()) {
        case "limit":
          return new Response("{}", { status: 429, headers: { ...json, "retry-after": "3600" } })
        case "fail":
          return new Response("{}", { status: 400, headers: json })
        case "stumble":
          return new Response("{}", { status: 503, headers: json })
        default: {
          const page = Number(seen.query.get("cursor") ?? 0)
          const next = page + 1 < pages ? String(page + 1) : null
          const items = [{ id: `c${page}`, code: `C${page}`, label: String(platform.reads++) }]
          return Response.json({ items, nextCursor: next, hasMore: next !== null })
        }
      }
    }
  let worlds = 0
  const models = { CURRENCIES: { frequency: "HOURLY" }, ITEMS: { frequency: "HOURLY" } }
  const newWorld = async (): Promise<World> => {
    const tenant = `life-${database}-${worlds++}`
    const platform: Platform = { isHolding: false, waiting: [], next: [], reads: 0, asked: 0 }
    at.platform.rule((seen) => seen.tenant === tenant && /^\/(currencies|items)/.test(seen.path), answer(platform))
    const connection = await at.connect(tenant, models)
    return { platform, connection, seen: new Map(), isPaused: false, most: 0, isDisabled: false, twins: [] }
  }

  const syncsOf = ({ connection }: World) =>
    at.rows<{ id: number; finished: boolean }>(
      "select id, finished_at is not null as finished from sync where connection_id = $1::bigint order by id",
      [connection.connectionId]
    )
  /** How often the ends of syncs were told of, by their ids. */
  const toldOf = async ({ connection }: World): Promise<ReadonlyMap<number, number>> => {
    const told = await at.rows<{ id: number; times: number }>(
      `select subject as id, count(*)::int as times from event
       where company_id = $1::bigint and connection_id = $2::bigint and type = 'SYNC_COMPLETED' group by subject`,
      [connection.companyId, connection.connectionId]
    )
    return new Map(told.map(({ id, times }) => [Number(id), times]))
  }
  const checked = async (world: World) => {
    const now = new Map<number, Seen>()
    const listed = await at.syncs(world.connection)
    const parts = new Map<number, string>()
    for (const { id, said } of await at.rows<{ id: number; said: string }>(
      `select j.sync_id as id, string_agg(j::text, ';' order by j.id) as said from sync_job j
       where j.sync_id = any($1::bigint[]) group by j.sync_id`,
      [listed.map(({ svc_id }) => svc_id)]
    ))
      parts.set(id, said)
    for (const sync of listed) {
      const before = world.seen.get(sync.svc_id)
      const rows = parts.get(sync.svc_id) ?? ""
      // Of what has ended the parts are not asked for again and again: that their rows are as they were says the same.
      const isOver = before !== undefined && before.sync.finished_at !== null
      now.set(sync.svc_id, { sync, rows, jobs: isOver ? before.jobs : await at.jobsOf(sync.svc_id) })
    }
    for (const [id, before] of world.seen) {
      const after = now.get(id)!
      if (before.sync.finished_at !== null) {
        // Between its listing and that of its parts it may have ended.
        assert.deepStrictEqual(after.sync, before.sync, "what has ended never changes again")
        assert.strictEqual(after.rows, before.rows, "nor do its parts")
        continue
      }
      assert.include(later[before.sync.status]!, after.sync.status)
      for (const [model, part] of Object.entries(before.jobs)) {
        const then = after.jobs[model]!
        for (const name of counts) assert.isAtLeast(then[name], part[name], `${model} ${name}`)
        if (part.finished_at === null) assert.include(later[part.status]!, then.status)
        else assert.deepStrictEqual(then, part)
      }
    }
    world.seen = now
    if (world.isPaused) assert.isAtMost(world.platform.asked, world.most, "nothing is read while it is paused")
    // Events may be on another node than what they tell of, and be seen there a moment later: so they are asked for alone.
    const told = await toldOf(world)
    // The rest is about several tables at one moment.
    const faults = await at.rows(
      `with s as (select s.*, exists (select 1 from pgboss.job j where j.name = 'sync' and j.state <= 'active'
           and j.data ->> 'sync_id' = s.id::text) as is_carried,
           (select count(*) from sync_job p where p.sync_id = s.id and p.finished_at is null) as parts
         from sync s where s.connection_id = $1::bigint),
       c as (select c.*, exists (select 1 from s where finished_at is null) as is_open,
           exists (select 1 from s where finished_at is null and status = 'RUNNING') as is_running,
           (select status from s order by id desc limit 1) as last
         from connection c where c.id = $1::bigint)
       select 'nobody works on it' as fault, id, status from s where finished_at is null and not is_carried
       union all select 'it was told before its end', id, status from s where finished_at is null and id = any($2::bigint[])
       union all select 'a part of it goes on', id, status from s where finished_at is not null and parts > 0
       union all select 'its state and its end disagree', id, status from s
         where (finished_at is null) <> (status in ('CREATED', 'RUNNING'))
       union all select 'its connection shows something else', id, sync_status from c where not case
         when paused_at is not null then sync_status = 'PAUSED' and sync_resume_at is null
         when not is_open then sync_resume_at is null
           and sync_status = case when last = 'FAILED' and status <> 'DISCONNECTED' then 'FAILED' else 'IDLE' end
         when is_running then sync_status in ('SYNCING', 'PAUSED')
         else sync_status in ('QUEUED', 'PAUSED') end`,
      [world.connection.connectionId, [...told.keys()]]
    )
    assert.deepStrictEqual(faults, [])
    const over = [...now].flatMap(([id, { sync }]) => (sync.finished_at === null ? [] : [id]))
    const times = await Synced.until(
      () => toldOf(world),
      (found) => over.every((id) => found.has(id))
    )
    assert.deepStrictEqual(
      [...times].filter(([, count]) => count !== 1),
      [],
      "how often syncs were told of"
    )
  }
  const command = (name: string, act: (world: World) => Promise<unknown>): Command => ({
    check: () => true,
    run: async (_, world) => {
      await act(world)
      await checked(world)
    },
    toString: () => name
  })

  const on = (world: World, act: string) =>
    at.ok("POST", `/v3/core/connections/${world.connection.connectionId}/${act}`)
  const isHealthy = async (world: World) => (await at.connection(world.connection)).status === "HEALTHY"
  const start = async (world: World, full: boolean): Promise<number | null> => {
    const { companyId, connectionId } = world.connection
    const body = { company_id: companyId, connection_id: connectionId, full_sync: full }
    const expected = !(await isHealthy(world)) ? 404 : world.isPaused ? 409 : world.isDisabled ? 422 : 200
    const { body: begun, status, text } = await at.call("POST", "/v3/core/syncs", body)
    assert.strictEqual(status, expected, text)
    return status === 200 ? begun.data.svc_id : null
  }
  const cancel = async (id: number) => {
    const { body, status, text } = await at.call("POST", `/v3/core/syncs/${id}/cancel`)
    const { data } = await at.ok("GET", `/v3/core/syncs/${id}`)
    assert.include(ends, data.status, text)
    if (status === 200) assert.deepStrictEqual(body.data, data)
    else {
      assert.strictEqual(status, 409, text)
      assert.strictEqual(body.error.message, `The sync has ended with ${data.status}.`)
    }
  }
  const letGo = ({ platform }: World, most: number) => {
    for (const resolve of platform.waiting.splice(0, most)) resolve()
  }
  const integrate = async (world: World, isDisabled: boolean) => {
    if (world.isDisabled === isDisabled) return
    const body = { client_id: "", client_secret: "", is_disabled: isDisabled, is_svc_identity: true }
    await at.ok("PUT", `/integrations/${integrationId}`, body)
    world.isDisabled = isDisabled
  }
  const pause = async (world: World, act: "pause" | "resume") => {
    const { data } = await on(world, act)
    // What was under way ends with its page, and with the one that was asked for meanwhile, for each that reads a model.
    if (!world.isPaused) {
      const { asked, next } = world.platform
      world.most = asked + next.length + 2 * Object.keys(models).length * (1 + world.twins.length)
    }
    world.isPaused = act === "pause"
    assert.strictEqual(data.paused_at !== null, world.isPaused)
    if (world.isPaused) assert.deepInclude(data, { sync_status: "PAUSED", sync_resume_at: null })
    else if (!world.isDisabled) assert.notStrictEqual(data.sync_status, "PAUSED")
  }

  const all: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<Command>]> = [
    [6, fc.boolean().map((full) => command(`start ${full ? "full" : ""}`, (world) => start(world, full)))],
    [
      4,
      fc.constant(
        command("start and cancel at once", async (world) => {
          const id = await start(world, false)
          if (id !== null) await cancel(id)
        })
      )
    ],
    [
      3,
      fc.constant(
        command("what is scheduled becomes due", async ({ connection }) => {
          await at.rows("update schedule set next_run_at = now() where connection_id = $1::bigint", [
            connection.connectionId
          ])
          await at.service.run(Effect.flatMap(Syncs, (syncs) => syncs.claimDue))
        })
      )
    ],
    [4, fc.constant(command("hold pages", async ({ platform }) => (platform.isHolding = true)))],
    [
      4,
      fc.constant(
        command("let pages go", async (world) => {
          world.platform.isHolding = false
          letGo(world, Infinity)
        })
      )
    ],
    [6, fc.nat({ max: 2 }).map((n) => command(`${n + 1} pages`, async (world) => letGo(world, n + 1)))],
    [3, fc.constant(command("limit the next page", async ({ platform }) => platform.next.push("limit")))],
    [3, fc.constant(command("refuse the next page", async ({ platform }) => platform.next.push("fail")))],
    [
      3,
      fc.constant(
        command("stumble over the next page, which is asked for again", async (world) => {
          world.platform.next.push("stumble")
          world.most++
        })
      )
    ],
    [
      5,
      fc.nat({ max: 3 }).map((back) =>
        command(`cancel ${back} back`, async (world) => {
          const sync = (await syncsOf(world)).at(-1 - back)
          if (sync !== undefined) await cancel(sync.id)
        })
      )
    ],
    [
      3,
      fc.constant(
        command("another process takes it up", async (world) => {
          const sync = (await syncsOf(world)).find(({ finished }) => !finished)
          if (sync === undefined) return
          world.twins.push(at.service.run(Effect.flatMap(SyncRunner, (runner) => runner.run(sync.id))))
        })
      )
    ],
    [
      2,
      fc.constant(
        command("the job is lost", async ({ connection }) => {
          // Beside one that is just putting itself off, the next is not lost alone.
          await at.rows(
            `delete from pgboss.job j where name = 'sync' and state < 'active' and group_id = $1 and not exists (
               select 1 from pgboss.job a where a.name = 'sync' and a.state = 'active' and a.group_id = j.group_id)`,
            [String(connection.connectionId)]
          )
          await at.service.run(Recovery.run)
        })
      )
    ],
    [2, fc.constant(command("pause", (world) => pause(world, "pause")))],
    [3, fc.constant(command("resume", (world) => pause(world, "resume")))],
    [1, fc.constant(command("disable", (world) => integrate(world, true)))],
    [2, fc.constant(command("enable", (world) => integrate(world, false)))],
    [2, fc.constant(command("disconnect", (world) => on(world, "disconnect")))],
    [
      3,
      fc.constant(
        command("connect again", async (world) => {
          if (world.isDisabled) return
          const { companyId, connectionId, tenant } = world.connection
          assert.strictEqual((await at.connect(tenant, models, companyId)).connectionId, connectionId)
        })
      )
    ],
    [
      1,
      fc.constant(
        command("erase the company", async (world) => {
          const { companyId, connectionId, tenant } = world.connection
          await at.ok("DELETE", `/v3/core/companies/${companyId}`)
          const left = await at.rows(
            `select (select count(*)::int from sync where company_id = $1::bigint) as syncs,
               (select count(*)::int from schedule where connection_id = $2::bigint) as due,
               (select json_agg(operation) from event where company_id = $1::bigint) as told`,
            [companyId, connectionId]
          )
          assert.deepStrictEqual(left, [{ syncs: 0, due: 0, told: ["DELETE"] }])
          await integrate(world, false)
          world.connection = await at.connect(tenant, models)
          world.seen = new Map()
          world.isPaused = false
        })
      )
    ]
  ]
  const commands = fc.commands([fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })))], {
    maxCommands: 30,
    size: "max"
  })

  /** Whatever holds anything up ends: then everything comes to its end by itself. */
  const quiet = async (world: World) => {
    world.platform.isHolding = false
    world.platform.next.length = 0
    letGo(world, Infinity)
    await integrate(world, false)
    await pause(world, "resume")
    await Promise.all(world.twins)
    await Synced.until(
      () => syncsOf(world),
      (found) => found.every(({ finished }) => finished)
    )
    await checked(world)
    if (!(await isHealthy(world))) return
    const { sync } = await at.sync(world.connection)
    assert.strictEqual(sync.status, "SUCCESS", JSON.stringify(sync))
    await checked(world)
  }

  it("goes on at once where its connection was resumed while a limit was on its way", async () => {
    const world = await newWorld()
    const { platform } = world
    const ended = () =>
      Synced.until(
        () => syncsOf(world),
        (found) => found.every(({ finished }) => finished)
      )
    await ended()
    platform.isHolding = true
    const id = await start(world, false)
    await Synced.until(
      () => Promise.resolve(platform.waiting.length),
      (waiting) => waiting === Object.keys(models).length
    )
    platform.next.push("limit", "limit")
    await pause(world, "resume")
    platform.isHolding = false
    letGo(world, Infinity)
    await ended()
    assert.strictEqual((await at.ok("GET", `/v3/core/syncs/${id}`)).data.status, "SUCCESS")
    await checked(world)
  })

  it(`${runs} runs of commands (LIFE_SEED=${seed})`, { timeout: Effort.times(600_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (run) => {
        const world = await newWorld()
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), run)
          await quiet(world)
        } finally {
          world.platform.isHolding = false
          letGo(world, Infinity)
          await Promise.allSettled([...world.twins, integrate(world, false)])
        }
      }),
      { seed, numRuns: runs, endOnFailure: process.env["LIFE_SHRINK"] === undefined }
    )
  })
})
