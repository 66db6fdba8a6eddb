/**
 * What must hold when faults are over: everything acknowledged has its effect, once; the lists show what the platform has,
 * after a sync that asks for changes only (so no watermark ran ahead of its data); every change was told, once by its
 * kind, and nothing is left to be done.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Ledger } from "./Workload.ts"
import { ok, tenant, type World } from "./World.ts"

/** Longest time for what is left to be done, in milliseconds. */
const drain = 180_000

const listed = async (world: World, path: string): Promise<ReadonlyArray<any>> => {
  const rows: Array<any> = []
  for (let next = ""; ;) {
    const page = await ok(world, "GET", `/v3/${path}${path.includes("?") ? "&" : "?"}limit=500${next}`)
    rows.push(...page.data)
    if (page.next === null) return rows
    next = `&next=${page.next}`
  }
}
/** Asks until there is nothing to say; what there is to say when the time is over, otherwise. */
const settled = async (ask: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> => {
  const end = Date.now() + drain
  for (;;) {
    const faults = await ask().catch((error: Error) => [error.message])
    if (faults.length === 0 || Date.now() > end) return faults
    await sleep(200)
  }
}
/** What the first syncs that have not ended wait for: what they show, and what of them the job engine has. */
const waitedFor = async ({ postgres }: World): Promise<ReadonlyArray<string>> => {
  if (postgres === null) return []
  const rows = await postgres.query(
    `select s.id, s.status, s.created_at, s.started_at, c.sync_status, c.sync_resume_at, c.paused_at, now() as now,
       (select json_agg(json_build_object('model', p.data_model, 'status', p.status, 'read', p.records_read)) from sync_job p
         where p.sync_id = s.id and p.status = 'RUNNING') as parts,
       (select json_agg(json_build_object('state', j.state, 'after', j.start_after, 'began', j.started_on,
         'beat', j.heartbeat_on, 'tries', j.retry_count)) from pgboss.job j
         where j.name = 'sync' and j.data ->> 'sync_id' = s.id::text and j.state <= 'active') as jobs
     from sync s join connection c on c.id = s.connection_id where s.finished_at is null order by s.id limit 3`
  )
  return rows.map((row) => JSON.stringify(row))
}
const differences = (what: string, there: Iterable<string>, ours: Iterable<string>): ReadonlyArray<string> => {
  const [a, b] = [new Set(there), new Set(ours)]
  const lost = [...a].filter((one) => !b.has(one))
  const more = [...b].filter((one) => !a.has(one))
  return [
    ...(lost.length > 0 ? [`${what}: ${lost.length} lost, such as ${lost.slice(0, 3).join(", ")}`] : []),
    ...(more.length > 0 ? [`${what}: ${more.length} too many, such as ${more.slice(0, 3).join(", ")}`] : [])
  ]
}
const twice = (what: string, all: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const doubled = all.filter((one) => seen.has(one) || !seen.add(one))
  return doubled.length > 0 ? [`${what}: ${doubled.length} twice, such as ${doubled.slice(0, 3).join(", ")}`] : []
}

/** Changes of one record arrive, the first time each, in the order in which they happened. */
const disorder = ({ received }: World): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const latest = new Map<number, string>()
  const wrong: Array<string> = []
  for (const { id, record } of received) {
    if (seen.has(id)) continue
    seen.add(id)
    const at = record.svc_updated_at as string
    if (at < (latest.get(record.svc_id) ?? "")) wrong.push(`a change of ${record.svc_id} came after a later one`)
    latest.set(record.svc_id, at)
  }
  return wrong.slice(0, 3)
}

export interface Verdict {
  /** Empty when everything holds. */
  readonly faults: ReadonlyArray<string>
  /** Seconds from the end of the faults until nothing was left to be done. */
  readonly drained: number
  readonly deliveries: number
}

export const check = async (world: World, ledger: Ledger): Promise<Verdict> => {
  const begun = performance.now()
  const faults: Array<string> = [...new Set(ledger.wrong)].slice(0, 5)

  // Whatever was started ends by itself, and a last sync that asks for changes only sees the rest.
  faults.push(
    ...(await settled(async () => {
      const open = (await listed(world, "core/syncs")).filter((sync) => sync.finished_at === null)
      return open.length > 0 ? [`${open.length} syncs have not ended`, ...(await waitedFor(world))] : []
    }))
  )
  const last = (
    await ok(world, "POST", "/v3/core/syncs", { company_id: world.company, connection_id: world.connection })
  ).data.svc_id as number
  faults.push(
    ...(await settled(async () => {
      const { data } = await ok(world, "GET", `/v3/core/syncs/${last}`)
      return data.status === "SUCCESS" ? [] : [`the last sync is ${data.status}: ${data.error}`]
    }))
  )
  const drained = (performance.now() - begun) / 1000

  const there = await world.platform.all(tenant, "contacts")
  const names = there.map(({ name }) => name as string)
  const mine = names.filter((name) => name.startsWith("Chaos "))
  faults.push(...twice("writes on the platform's books", mine))
  faults.push(
    ...differences(
      "acknowledged writes",
      ledger.written,
      mine.filter((name) => !ledger.open.has(name))
    )
  )

  for (const [path, resource] of [
    ["accounting/contacts", "contacts"],
    ["accounting/bills", "bills"],
    ["accounting/invoices", "invoices"],
    ["accounting/expenses", "expenses"],
    ["crm/deals", "deals"]
  ] as const) {
    const ours = await listed(world, `${path}?svc_company_id[eq]=${world.company}`)
    const all = resource === "contacts" ? there : await world.platform.all(tenant, resource)
    const line = (row: any, id: string) =>
      resource === "contacts" ? `${row[id]} ${row.name} ${row.registryNo ?? row.registration_number ?? null}` : row[id]
    faults.push(
      ...differences(
        path,
        all.map((row) => line(row, "id")),
        ours.map((row) => line(row, "platform_id"))
      )
    )
    faults.push(
      ...twice(
        path,
        ours.map(({ platform_id }) => platform_id as string)
      )
    )
  }
  const companies = (await listed(world, "core/companies")).map(({ svc_id }) => String(svc_id))
  faults.push(
    ...differences(
      "acknowledged companies",
      [...ledger.companies].map(String),
      companies.filter((id) => ledger.companies.has(Number(id)))
    )
  )
  const syncs = new Set((await listed(world, "core/syncs")).map(({ svc_id }) => svc_id as number))
  faults.push(
    ...differences(
      "acknowledged syncs",
      [...ledger.syncs].map(String),
      [...ledger.syncs].filter((id) => syncs.has(id)).map(String)
    )
  )

  // Every record was told of, by one event of its making; not one that was deleted before it was seen.
  const all = await listed(
    world,
    `accounting/contacts?svc_company_id[eq]=${world.company}&include_deleted_records=true`
  )
  const records = all.filter(({ svc_created_at, svc_deleted_at }) => svc_deleted_at !== svc_created_at)
  faults.push(
    ...(await settled(async () => {
      const created = new Map<number, Set<string>>()
      for (const { id, model, operation, record } of world.received) {
        if (operation !== "CREATE" || model !== "CONTACTS") continue
        const ids = created.get(record.svc_id) ?? new Set()
        created.set(record.svc_id, ids.add(id))
      }
      const untold = records.filter(({ svc_id }) => !created.has(svc_id))
      const doubled = [...created].filter(([, ids]) => ids.size > 1)
      return [
        ...(untold.length > 0
          ? [
              `${untold.length} of ${records.length} records were never told of, such as ${JSON.stringify(untold[0]).slice(0, 300)}`
            ]
          : []),
        ...(doubled.length > 0 ? [`${doubled.length} records were told of as new by two events`] : [])
      ]
    }))
  )
  faults.push(...disorder(world))
  if (world.postgres !== null) {
    faults.push(
      ...(await settled(async () => {
        const [left] = await world.postgres!.query(
          `select (select count(*)::int from delivery where status = 'PENDING') as deliveries,
             (select count(*)::int from upload_job where finished_at is null) as uploads,
             (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after < now()) as jobs`
        )
        return Object.entries(left).flatMap(([what, count]) =>
          count === 0 ? [] : [`${String(count)} ${what} are left`]
        )
      }))
    )
  }
  return { faults, drained, deliveries: world.received.length }
}
