/** Callers who send the worst there is to every door, with a key of each scope and with none, while others are served. */
import { fork } from "node:child_process"
import { constants, setPriority } from "node:os"
import { join } from "node:path"
import { outside } from "../../src/Server.ts"
import type { Fault } from "../Fault.ts"
import type * as Hostile from "../Hostile.ts"
import * as Others from "../Others.ts"
import { data, type World } from "../World.ts"

/** Records without an index for what is asked of them. */
const records = 50_000
/** The time, in milliseconds, in which everything that there is to try is tried. */
const whole = 60_000

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
  // As both databases do some minutes after so many rows have come.
  await world.query("vacuum (analyze) record_items")
  return {
    url: world.servers[0]!.url,
    keys: keys as Hostile.Target["keys"],
    company: world.company,
    connection: world.connection,
    link: new URL(link.url).pathname,
    outside: outside({ console: true, mcp: true })
  }
}

interface Fired {
  readonly fired: number
  /** Shots that there are. */
  readonly all: number
  /** Seconds of the processor that it took to make the requests. */
  readonly seconds: number
  readonly wrong: ReadonlyArray<string>
  /** Shots that it did not come to. */
  readonly missed: ReadonlyArray<string>
  /** Doors that a caller did not come to, counted for each caller. */
  readonly unseen: number
}
/** The hostile caller, behind everybody else on the processor: what it costs to make such requests is spent elsewhere. */
const hostile = (target: Hostile.Target, time: number, seed: number): Promise<Fired> =>
  new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "../hostile-main.ts"), {
      env: {
        ...process.env,
        HOSTILE_TARGET: JSON.stringify(target),
        HOSTILE_TIME: String(time),
        HOSTILE_SEED: String(seed)
      }
    })
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
    child.on("message", (fired) => resolve(fired as Fired))
    child.on("exit", (code) => reject(new Error(`The hostile caller ended with ${code}.`)))
  })

const make = (database: "embedded" | "PostgreSQL"): Fault => ({
  what: "callers with a key of each scope, and without one, who send the worst of everything to every door",
  goal: `${Others.goal}; every refusal is one; in a minute everything is tried`,
  // One process has as many connections as it has by default; several share fewer.
  shape: {
    database,
    processes: 1,
    settings: { SVC_SEND_SECONDS: "5", SVC_RECEIVE_SECONDS: "5", SVC_DATABASE_CONNECTIONS: "10" }
  },
  strike: async (world, time) => {
    const target = await prepare(world)
    const { faults, figures, harm } = await Others.beside(world, time, () =>
      hostile(target, time, world.chance.int(2 ** 30))
    )
    const { all, fired, missed, seconds, unseen, wrong } = harm
    return {
      times: fired,
      figures: {
        ...figures,
        "the hostile caller's own CPU in s": seconds,
        "shots there are": all,
        "never tried": missed.length,
        "doors a caller did not come to": unseen
      },
      faults: [
        ...wrong,
        ...faults,
        // A shorter run tries what it comes to.
        ...(time >= whole && missed.length > 0 ? [`${missed.length} were never tried, such as ${missed[0]}`] : [])
      ]
    }
  }
})

export const F19 = make("PostgreSQL")
export const F19_EMBEDDED = make("embedded")
