/** What happens to processes that share a database. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Answer } from "../../test/support/UnrulySandbox.ts"
import { type Fault, three, until } from "../Fault.ts"
import * as Resumed from "../Resumed.ts"
import { data, tenant, type World } from "../World.ts"

/** Seconds after which what a dead process had begun is to be another's: a lease of 15, and 5 more. */
const resumed = 20

export const F1: Fault = {
  what: "kill -9 of one of three processes every 2 s, and another in its place",
  goal: `lost 0; jobs resumed within ${resumed} s`,
  shape: three,
  strike: async (world, time) => {
    const watch = Resumed.watch(world.postgres!)
    const { times } = await until(time, 2000, async () => {
      const victim = world.chance.one(world.servers)
      world.drop(victim)
      await victim.kill()
      await watch.killed()
      await world.grow()
    })
    const { jobs, left, longest } = await watch.end()
    return {
      times,
      figures: { "jobs under way at a kill": jobs, "job resumed after s": longest },
      faults: [
        ...(left > 0 ? [`${left} jobs were never resumed`] : []),
        ...(longest > resumed ? [`a job was resumed ${longest.toFixed(1)} s after the kill`] : [])
      ]
    }
  }
}

/** Seconds until the first job that was begun after a moment of the database's clock. */
const firstWork = async ({ postgres }: World, since: string): Promise<number> => {
  for (;;) {
    const [{ after }] = await postgres!.query<any>(
      `select extract(epoch from min(started_on) - $1::text::timestamptz)::float8 as after
       from pgboss.job where started_on > $1::text::timestamptz`,
      [since]
    )
    if (after !== null) return after
    await sleep(50)
  }
}

export const F2: Fault = {
  what: "kill -9 of all processes at once, and a new start",
  goal: "lost 0; first work 5 s after the start",
  shape: three,
  strike: async (world, time) => {
    // What is under way waits for its leases, so another company brings work that nobody had in hand.
    const { svc_id: company_id } = await data(world, "POST", "/v3/core/companies", { name: "Another" })
    await data(world, "POST", "/v3/core/connections", {
      company_id,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "sandbox-another" },
      sync_config: [{ data_model: "CRM_DEALS", enabled: true }]
    })
    const works: Array<number> = []
    const starts: Array<number> = []
    const { times } = await until(time, 4000, async () => {
      const all = [...world.servers]
      all.forEach(world.drop)
      await Promise.all(all.map((victim) => victim.kill()))
      const [{ now }] = await world.postgres!.query<any>("select clock_timestamp()::text as now")
      const begun = performance.now()
      await Promise.all(all.map(() => world.grow()))
      starts.push((performance.now() - begun) / 1000)
      await data(world, "POST", "/v3/core/syncs", { company_id })
      works.push(await firstWork(world, now))
    })
    const longest = Math.max(0, ...works)
    return {
      times,
      figures: { "first work after s": longest, "all three up after s": Math.max(0, ...starts) },
      faults: longest > 5 ? [`the first work was ${longest.toFixed(1)} s after the start`] : []
    }
  }
}

/** What of a held write and a held page can be overwritten by who comes too late. */
const settled = ({ postgres }: World) =>
  postgres!.query<any>(
    `select 'item' as what, job_id || ' ' || position as id, status, result::text as value from upload_item
     where status is not null
     union all select 'upload', id, status, finished_at::text from upload_job where finished_at is not null
     union all select 'sync', id::text, status, finished_at::text from sync where finished_at is not null
     union all select 'model', sync_id || ' ' || data_model, status,
       concat_ws(' ', records_read, records_created, records_updated, records_deleted, finished_at)
       from sync_job where finished_at is not null
     union all select 'job', id::text, state::text, concat_ws(' ', retry_count, completed_on, output) from pgboss.job
       where state in ('completed', 'failed') and name <> 'webhooks/deliver'`
  )

export const F4: Fault = {
  what: "SIGSTOP of a process that has a page and a write in hand, for longer than a lease, then SIGCONT",
  goal: "lost 0; stale results rejected, repeats with the same key",
  shape: { database: "PostgreSQL", processes: 1 },
  strike: async (world, time) => {
    const [victim] = world.servers
    const held = { GET: [] as Array<() => void>, POST: [] as Array<() => void> }
    const hold =
      (method: "GET" | "POST"): Answer =>
      async (real) => {
        const answer = await real()
        await new Promise<void>((resolve) => held[method].push(resolve))
        return answer
      }
    const stops = (["GET", "POST"] as const).map((method) =>
      world.platform.rule(
        (seen) =>
          seen.tenant === tenant && seen.method === method && seen.path === (method === "GET" ? "/bills" : "/contacts"),
        hold(method),
        1
      )
    )
    while (held.GET.length === 0 || held.POST.length === 0) await sleep(20)
    // What is in its hands will be another's: two come, which is also who clients are served by from now on.
    victim!.signal("SIGSTOP")
    world.drop(victim!)
    stops.forEach((stop) => stop())
    const [before] = await world.postgres!.query<any>(
      "select array_agg(id::text) as ids from pgboss.job where state = 'active' and name in ('sync', 'upload')"
    )
    const begun = performance.now()
    await Promise.all([world.grow(), world.grow()])
    const left = async () => {
      const rows = await world.postgres!.query<any>(
        `select id from pgboss.job where state in ('active', 'retry') and id = any(string_to_array($1, ',')::uuid[])`,
        [before.ids.join(",")]
      )
      return rows.length
    }
    while ((await left()) > 0 && performance.now() - begun < 60_000) await sleep(200)
    const resumed = (performance.now() - begun) / 1000
    await sleep(Math.max(0, time - resumed * 1000))
    const results = await settled(world)
    for (const release of [...held.GET, ...held.POST]) release()
    victim!.signal("SIGCONT")
    // It has its answers, and writes what it makes of them.
    while ((await victim!.call("GET", "/v3/core/companies?limit=1").catch(() => null))?.status !== 200) await sleep(50)
    await sleep(3000)
    const after = new Map((await settled(world)).map((row) => [`${row.what} ${row.id}`, row]))
    world.servers.push(victim!)
    const changed = results.filter((row) => {
      const now = after.get(`${row.what} ${row.id}`)
      return now !== undefined && (now.status !== row.status || now.value !== row.value)
    })
    const keys = new Map<string, Array<string>>()
    for (const { body, headers, method, path } of world.platform.seen(tenant)) {
      if (method !== "POST" || path !== "/contacts") continue
      const name = JSON.parse(body).name as string
      keys.set(name, [...(keys.get(name) ?? []), String(headers["idempotency-key"])])
    }
    const others = [...keys].filter(([, own]) => new Set(own).size > 1)
    const repeats = [...keys.values()].filter((own) => own.length > 1).length
    return {
      times: 1,
      figures: { "jobs in hand": before.ids.length, "finished by others after s": resumed, "writes repeated": repeats },
      faults: [
        ...((await left()) > 0 ? ["what the stopped process had in hand was not finished by others"] : []),
        ...changed.slice(0, 3).map((row) => `a stale result was taken: ${row.what} ${row.id} was ${row.value}`),
        ...(repeats === 0 ? ["no write was repeated, so nothing was proven"] : []),
        ...others.slice(0, 3).map(([name]) => `${name} was repeated with another idempotency key`)
      ]
    }
  }
}
