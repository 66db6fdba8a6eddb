/**
 * What clients do while faults happen: they write with idempotency keys and try again until they have an answer, make
 * companies, start syncs, and read. Beside them the platform's own records change. What was acknowledged is remembered.
 */
import { isOutcome } from "./Calling.ts"
import { setTimeout as sleep } from "node:timers/promises"
import { tenant, type World } from "./World.ts"

export interface Ledger {
  /** Names of contacts whose write was answered with success. */
  readonly written: Set<string>
  /** Names that were sent and whose answer never came. */
  readonly open: Set<string>
  /** Ids of companies whose making was acknowledged. */
  readonly companies: Set<number>
  /** Syncs whose start was acknowledged. */
  readonly syncs: Set<number>
  reads: number
  /** Requests that failed, by what they were answered: faults are meant to cause them. */
  readonly failed: Map<string, number>
  /** What must never be: an answer of a kind that the interface does not have, or a wrong one. */
  readonly wrong: Array<string>
}
export interface Workload {
  readonly ledger: Ledger
  /** Lets every client finish what it has begun, once enough was done or three minutes are over. */
  readonly stop: () => Promise<void>
}

/** What a run is short of that is to prove anything. */
export const missing = ({ reads, syncs, written }: Ledger): ReadonlyArray<string> => [
  ...(written.size < 20 ? [`only ${written.size} writes were acknowledged`] : []),
  ...(syncs.size < 3 ? [`only ${syncs.size} syncs were started`] : []),
  ...(reads < 20 ? [`only ${reads} pages were read`] : [])
]

/** Most syncs that wait to be done. */
const mostSyncs = 8

/** Longest time that one write may go unanswered, once faults are over, in milliseconds. */
const patience = 90_000

export const start = (world: World, seed: number): Workload => {
  const ledger: Ledger = {
    written: new Set(),
    open: new Set(),
    companies: new Set(),
    syncs: new Set(),
    reads: 0,
    failed: new Map(),
    wrong: []
  }
  const over = new AbortController()
  const fail = (what: string) => ledger.failed.set(what, (ledger.failed.get(what) ?? 0) + 1)

  /** One request, whatever becomes of it; null when it failed in a way that faults explain. */
  const ask = async (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
    try {
      const answer = await world.call(method, path, body, headers)
      if (answer.status === 200) return answer
      fail(String(answer.status))
      // To a process that stood still, what came meanwhile came too late.
      const explained = [408, 409, 500, 502, 503, 504].includes(answer.status)
      if (!explained) ledger.wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status === 503 && !answer.headers.has("retry-after")) {
        ledger.wrong.push(`${method} ${path}: 503 that does not say when to ask again`)
      }
      // A 500 is a fault of ours whatever happened to the database.
      if (answer.status === 500) ledger.wrong.push(`${method} ${path}: 500`)
    } catch (error) {
      if (error instanceof SyntaxError) ledger.wrong.push(`${method} ${path}: an answer that is no JSON`)
      fail("broken")
    }
    await sleep(50)
    return null
  }

  /** Results of a job that outlasted its request. */
  const results = async (job: string): Promise<ReadonlyArray<any>> => {
    for (const end = Date.now() + patience; Date.now() < end; await sleep(200)) {
      const answer = await ask("GET", `/v3/core/upload_jobs/${job}`)
      if (answer !== null && answer.body.data.finished_at !== null) return answer.body.data.data
    }
    return []
  }
  const write = async (client: number, turn: number) => {
    const name = `Chaos ${seed} ${client} ${turn}`
    const body = { company_id: world.company, data: [{ name, contact_type: "CUSTOMER" }] }
    ledger.open.add(name)
    let since = Date.now()
    for (;;) {
      const answer = await ask("POST", "/accounting/contacts", body, { "idempotency-key": name })
      if (answer !== null) {
        const { data, upload_job_id } = answer.body.data
        const [item] = data.length > 0 ? data : await results(upload_job_id)
        if (item === undefined) {
          ledger.wrong.push(`${name}: its job has not ended`)
        } else if (item.status === "success") {
          ledger.written.add(name)
          ledger.open.delete(name)
        } else if (!isOutcome(item.error)) {
          ledger.wrong.push(`${name}: ${JSON.stringify(item).slice(0, 300)}`)
        }
        return
      }
      if (!over.signal.aborted) since = Date.now()
      else if (Date.now() - since > patience) return void ledger.wrong.push(`${name}: no answer`)
    }
  }
  const writer = async (client: number) => {
    for (let turn = 0; !over.signal.aborted; turn++) await write(client, turn)
  }
  const reader = async () => {
    while (!over.signal.aborted) {
      const path = `/v3/accounting/contacts?svc_company_id[eq]=${world.company}&limit=50`
      if ((await ask("GET", path)) !== null) ledger.reads++
      // Somebody reads all the time; how fast is another question, and not this one's.
      await sleep(20)
    }
  }
  const starter = async () => {
    const open: Array<number> = []
    while (!over.signal.aborted) {
      // The platform allows so many calls a minute: a queue of syncs would take longer to work off than what is tested.
      if (open.length >= mostSyncs) {
        const first = await ask("GET", `/v3/core/syncs/${open[0]}`)
        if (first !== null && first.body.data.finished_at !== null) open.shift()
      } else {
        const body = { company_id: world.company, connection_id: world.connection }
        const answer = await ask("POST", "/v3/core/syncs", body)
        if (answer !== null) {
          ledger.syncs.add(answer.body.data.svc_id)
          open.push(answer.body.data.svc_id)
        }
      }
      const made = await ask("POST", "/v3/core/companies", { name: `Company ${Date.now()}` })
      if (made !== null) ledger.companies.add(made.body.data.svc_id)
      await sleep(700)
    }
  }
  /** The platform's users at work. */
  const changer = async () => {
    const { chance, platform } = world
    let turn = 0
    const known = (await platform.all(tenant, "contacts")).map(({ id }) => id as string)
    while (!over.signal.aborted) {
      const made = await platform.call(tenant, "POST", "/contacts", { name: `There ${seed} ${turn++}`, kind: "vendor" })
      known.push(made.id)
      await platform.call(tenant, "PATCH", `/contacts/${chance.one(known)}`, { registryNo: `r${turn}` }).catch(() => {})
      if (turn % 7 === 0) await platform.call(tenant, "DELETE", `/contacts/${known.at(-3)}`).catch(() => {})
      await sleep(60)
    }
  }
  const clients = [...Array.from({ length: 3 }, (_, client) => writer(client)), reader(), starter(), changer()]
  return {
    ledger,
    stop: async () => {
      const end = Date.now() + 180_000
      while (missing(ledger).length > 0 && Date.now() < end) await sleep(50)
      over.abort()
      await Promise.all(clients)
    }
  }
}
