/** Callers who send the worst there is to every door, with a key of each scope and with none, while others are served. */
import { fork } from "node:child_process"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault } from "../Fault.ts"
import { apiKey } from "../../test/support/ServerProcess.ts"
import type * as Hostile from "../Hostile.ts"
import type { Asked } from "../waiting-main.ts"
import { data, type World } from "../World.ts"

/**
 * How much longer others may wait, and by how many megabytes a process may grow. Service, database, platform, whoever waits
 * and the hostile caller share the machine, so that on two cores one of them waits its turn for some ten milliseconds
 * whatever the service does: of waits below `floor`, in milliseconds, nothing is said.
 */
const slower = 2
const floor = 150
const growth = 300
/** Records without an index for what is asked of them. */
const records = 50_000

/** Keys of each scope, an open link, and records enough for a list to be expensive. */
const prepare = async (world: World): Promise<Hostile.Target> => {
  const keys: Record<string, string> = {}
  for (const scope of ["read", "write", "passthrough", "admin"]) {
    keys[scope] = (await data(world, "POST", "/v3/core/api_keys", { name: scope, scopes: [scope] })).secret
  }
  const link = await data(world, "POST", "/v3/core/invite_links", {
    company_id: world.company,
    integration_categories: ["ACCOUNTING"],
    integrations: ["SVC_SANDBOX"]
  })
  await world.query(
    `insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
       hash, body, raw, created_at, updated_at)
     select nextval('svc_id'), 'ITEMS', organisation_id, company_id, id, 0, 'hostile-' || n, 'default', '',
       json_build_object('svc_id', n, 'name', 'a' || n), json_build_object('text', repeat('x', 500)), now(), now()
     from connection, generate_series(1, $2::int) n where id = $1::bigint`,
    [world.connection, records]
  )
  return {
    url: world.servers[0]!.url,
    keys: keys as Hostile.Target["keys"],
    company: world.company,
    connection: world.connection,
    link: new URL(link.url).pathname
  }
}

/** What others wait for their answers while something goes on, in milliseconds: the slowest of a hundred. */
const waited = async (world: World, going: Promise<unknown>): Promise<number> => {
  const asked: Asked = {
    url: world.servers[0]!.url,
    apiKey,
    paths: [
      "/v3/core/companies?limit=10",
      `/v3/accounting/contacts?svc_company_id[eq]=${world.company}&limit=20`,
      "/readyz"
    ]
  }
  const child = fork(join(import.meta.dirname, "../waiting-main.ts"), {
    env: { ...process.env, WAITING_ASKED: JSON.stringify(asked) }
  })
  const slowest = new Promise<number>((resolve, reject) => {
    child.on("message", (time) => resolve(time as number))
    child.on("exit", (code) => reject(new Error(`The caller that waits ended with ${code}.`)))
  })
  await going.finally(() => child.send("over"))
  return slowest
}

interface Fired {
  readonly fired: number
  /** Seconds of the processor that it took to make the requests. */
  readonly seconds: number
  readonly wrong: ReadonlyArray<string>
}
/** The hostile caller, behind everybody else on the processor: what it costs to make such requests is spent elsewhere. */
const hostile = (target: Hostile.Target, time: number): Promise<Fired> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "../hostile-main.ts"), {
      env: { ...process.env, HOSTILE_TARGET: JSON.stringify(target), HOSTILE_TIME: String(time) }
    })
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
    child.on("message", (fired) => resolve(fired as Fired))
    child.on("exit", (code) => reject(new Error(`The hostile caller ended with ${code}.`)))
  })

const make = (database: "embedded" | "PostgreSQL"): Fault => ({
  what: "callers with a key of each scope, and without one, who send the worst of everything to every door",
  goal: "others' p99 within 2 ×; memory + 300 MB; no process ends; every refusal is one",
  // One process has as many connections as it has by default; several share fewer.
  shape: {
    database,
    processes: 1,
    settings: { SVC_SEND_SECONDS: "5", SVC_RECEIVE_SECONDS: "5", SVC_DATABASE_CONNECTIONS: "10" }
  },
  strike: async (world, time) => {
    const target = await prepare(world)
    const [server] = world.servers
    let isGone = false
    void server!.ended.then(() => (isGone = true))
    const before = await waited(world, sleep(Math.max(3000, time / 4)))
    const least = server!.memory() / 1e6
    let most = least
    const watch = setInterval(() => (most = isGone ? most : Math.max(most, server!.memory() / 1e6)), 200)
    const firing = hostile(target, time)
    const during = await waited(world, firing).finally(() => clearInterval(watch))
    const { fired, seconds, wrong } = await firing
    return {
      times: fired,
      figures: {
        "p99 before in ms": before,
        "p99 meanwhile in ms": during,
        "memory grown by MB": most - least,
        "the hostile caller's own CPU in s": seconds
      },
      faults: [
        ...wrong,
        ...(isGone ? ["the process ended"] : []),
        ...(during > Math.max(before * slower, floor) ? [`others wait ${during} ms instead of ${before} ms`] : []),
        ...(most - least > growth ? [`memory grew from ${least} MB to ${most} MB`] : [])
      ]
    }
  }
})

export const F19 = make("PostgreSQL")
export const F19_EMBEDDED = make("embedded")
