/** Work that no process survives, among work that is as usual. */
import { setTimeout as sleep } from "node:timers/promises"
import { join } from "node:path"
import { type Fault, three } from "../Fault.ts"
import { models, type World } from "../World.ts"

const kinds = ["throw", "hang", "exit"] as const
type Kind = (typeof kinds)[number]

/** So many processes may end of one job. */
const attempts = 3
/** Longest time until a poisoned job is given up, in milliseconds: so many leases, and their backoff. */
const patience = 240_000

const ok = async (world: World, method: string, path: string, body?: unknown, headers = {}) => {
  for (;;) {
    const answer = await world.call(method, path, body, headers).catch(() => null)
    if (answer?.status === 200) return answer.body.data
    // A first request with the same key may still be under way in a process that is no more.
    if (answer !== null && answer.status < 500 && answer.status !== 409)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    await sleep(100)
  }
}
const until = async <A>(ask: () => Promise<A>, wanted: (answer: A) => boolean, end: number): Promise<A> => {
  for (;;) {
    const answer = await ask()
    if (wanted(answer) || performance.now() > end) return answer
    await sleep(200)
  }
}

/** A company whose platform has one contact like that; gives what became of reading it, and of writing another. */
const poisoned = async (world: World, kind: Kind): Promise<ReadonlyArray<string>> => {
  await world.platform.call(`poison-${kind}`, "POST", "/contacts", { name: kind, kind: "vendor" })
  const { svc_id: company_id } = await ok(world, "POST", "/v3/core/companies", { name: kind })
  await ok(
    world,
    "POST",
    "/v3/core/connections",
    {
      company_id,
      integration_type: "POISON",
      credentials: { api_key: `sandbox-poison-${kind}` },
      sync_config: models.map((data_model) => ({ data_model, enabled: true }))
    },
    {}
  )
  const names = [`before ${kind}`, kind, `after ${kind}`]
  const job = await ok(
    world,
    "POST",
    "/accounting/contacts",
    { company_id, data: names.map((name) => ({ name, contact_type: "VENDOR" })) },
    { prefer: "respond-async", "idempotency-key": `poison ${kind}` }
  )
  const end = performance.now() + patience
  const faults: Array<string> = []
  const [sync] = await until(
    () => ok(world, "GET", "/v3/core/syncs?limit=1000"),
    (all) => all.some((one: any) => one.svc_company_id === company_id && one.finished_at !== null),
    end
  ).then((all) => all.filter((one: any) => one.svc_company_id === company_id))
  const read = await ok(world, "GET", `/v3/core/syncs/${sync.svc_id}/jobs`)
  for (const { data_model, error, records_refused, status } of read) {
    // What throws is a refused item; whatever else it does, its model is given up, and says so.
    const expected =
      data_model !== "CONTACTS"
        ? status === "SUCCESS"
        : kind === "throw"
          ? status === "SUCCESS" && records_refused === 1
          : status === "FAILED" && error.includes(`${attempts} processes`)
    if (!expected) faults.push(`${kind}: ${data_model} is ${status}, with ${records_refused} refused: ${error}`)
  }
  const upload = await until(
    () => ok(world, "GET", `/v3/core/upload_jobs/${job.upload_job_id}`),
    ({ status }) => status !== "CREATED" && status !== "RUNNING",
    end
  )
  const results = upload.data.map((item: any) => item.error?.code ?? item.status)
  if (results[0] !== "success" || results[2] !== "success" || results[1] === "success") {
    faults.push(`${kind}: the upload is ${upload.status}: ${JSON.stringify(upload.data).slice(0, 300)}`)
  }
  return faults
}

export const F16: Fault = {
  what: "jobs whose connector throws, never returns, or ends the process, when it reads and when it writes",
  goal: `given up after ${attempts} attempts, others unaffected, a hang ended by the time limit`,
  shape: { ...three, main: join(import.meta.dirname, "../poison-main.ts"), settings: { SVC_STALL_SECONDS: "8" } },
  strike: async (world) => {
    // What ends is started again, as whoever runs it would.
    let deaths = 0
    let over = false
    const grown = async (): Promise<World["servers"][number] | null> => {
      if (over) return null
      const server = await world.grow().catch(() => null)
      if (server !== null) return server
      // It may take up the work that ends it before it is ready.
      deaths++
      return grown()
    }
    const keep = (server: World["servers"][number] | null): void =>
      void server?.ended.then(async () => {
        if (over) return
        deaths++
        world.drop(server)
        keep(await grown())
      })
    world.servers.forEach(keep)
    const begun = performance.now()
    const faults = (await Promise.all(kinds.map((kind) => poisoned(world, kind)))).flat()
    const seconds = (performance.now() - begun) / 1000
    over = true
    // Of reading and of writing, by hanging and by ending.
    const most = 4 * attempts
    return {
      times: kinds.length * 2,
      figures: { "processes ended": deaths, "all given up after s": seconds },
      faults: [...faults, ...(deaths > most ? [`${deaths} processes ended, of at most ${most}`] : [])]
    }
  }
}
