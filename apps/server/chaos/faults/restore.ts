/** The database lost, and last night's backup restored on an empty host. */
import { createServer } from "node:http"
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { svc } from "../../test/support/Command.ts"
import * as ServerProcess from "../../test/support/ServerProcess.ts"
import { type Fault, three } from "../Fault.ts"
import type * as Postgres from "../Postgres.ts"
import { tenant, type World } from "../World.ts"

/** Records that are nobody's, so that there is something to restore: for each second that the fault may take. */
const ballast = 5_000
/** How long a restored service is watched for what it sends by itself, in milliseconds: longer than it leaves a lane alone. */
const watched = 8_000
const name = "Held back"

/** An endpoint that answers nothing until it is well, with a ledger of what it took then. */
const endpoint = async () => {
  const taken: Array<string> = []
  let isWell = false
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    request.resume()
    if (!isWell) return
    taken.push(String(request.headers["webhook-id"]))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    taken,
    asked: () => asked,
    heal: () => void (isWell = true),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => (server.closeAllConnections(), server.close())
  }
}

/** Every table with the count of its rows and a checksum over them. */
const sums = async (postgres: Postgres.Postgres): Promise<ReadonlyMap<string, string>> => {
  const tables = await postgres.query<any>(
    // What is not logged is empty after a crash, and made anew.
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace::regnamespace::text in ('public', 'pgboss')`
  )
  const all = new Map<string, string>()
  for (const table of tables) {
    const [row] = await postgres.query<any>(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from ${table.name} t`
    )
    all.set(table.name, row.sum)
  }
  return all
}
const kill = async (world: World) => {
  const all = [...world.servers]
  all.forEach(world.drop)
  await Promise.all(all.map((server) => server.kill()))
}
const ok = (answer: ServerProcess.Answer) => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const doubled = (ids: ReadonlyArray<string>): number => ids.length - new Set(ids).size
const writes = ({ platform }: World) =>
  platform.seen(tenant).filter(({ body, method }) => method === "POST" && body.includes(name)).length

export const F15: Fault = {
  what: "last night's backup restored on an empty host, when more had been done since",
  goal: "10 GB in 15 min; rows and checksums equal; nothing sent again without asking",
  shape: three,
  strike: async (world, time) => {
    const folder = mkdtempSync(join(tmpdir(), "svc-chaos-backup-"))
    execFileSync("chmod", ["755", folder])
    const backup = join(folder, "data")
    const sink = await endpoint()
    let restored: Postgres.Postgres | undefined
    let server: ServerProcess.ServerProcess | undefined
    try {
      // At the time of the backup deliveries wait, and a write is on its way.
      const hook = { name: "waits", type: "DATA_MODEL_CHANGES", url: sink.url }
      const begin = new Date(Date.now() - 1000).toISOString()
      const { id } = ok(await world.servers[0]!.call("POST", "/v3/core/webhooks", hook))
      const stop = world.platform.rule(
        (seen) => seen.tenant === tenant && seen.body.includes(name),
        () => new Promise(() => {})
      )
      const body = { company_id: world.company, data: [{ name, contact_type: "VENDOR" }] }
      const written = ok(
        await world.servers[0]!.call("POST", "/accounting/contacts", body, { prefer: "respond-async" })
      )
      while (sink.asked() === 0 || writes(world) === 0) await sleep(20)
      await world.postgres!.query(
        `insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
           hash, body, raw, created_at, updated_at)
         select nextval('svc_id'), 'PAYMENT_PAYOUTS', 0, 0, 0, 0, 'ballast ' || n, 'ballast', md5(n::text), b, b, now(), now()
         from generate_series(1, $1::int) n, lateral (select json_build_object('text',
           (select string_agg(md5(n::text || ' ' || m), '') from generate_series(1, 30) m)) as b) filler`,
        [Math.round((ballast * time) / 1000)]
      )
      await kill(world)
      const before = await sums(world.postgres!)
      await world.postgres!.backup(backup)

      // The day goes on: what waited is sent, the write is carried out.
      sink.heal()
      stop()
      await Promise.all([world.grow(), world.grow(), world.grow()])
      while (sink.taken.length === 0) await sleep(50)
      await ServerProcess.until(
        () => world.call("GET", `/v3/core/upload_jobs/${written.upload_job_id}`).catch(() => null),
        (answer) => answer?.body.data.status === "SUCCESS",
        90
      )

      const begun = performance.now()
      restored = await world.postgres!.restored(backup)
      await restored.query("select 1")
      const seconds = (performance.now() - begun) / 1000
      const size = Number(execFileSync("du", ["-sk", backup], { encoding: "utf8" }).split("\t")[0]) / 1024
      const after = await sums(restored)
      const others = [...before].filter(([table, sum]) => after.get(table) !== sum)
      const env = { ...world.settings, DATABASE_URL: restored.url }
      const said = await svc(["restored"], env)
      // Both installations live on beside each other here, and the ledger is the world's.
      await restored.query("update webhook set is_disabled = true where id <> $1", [id])
      const sent = writes(world)
      const twice = doubled(sink.taken)
      server = await ServerProcess.start(env)
      await sleep(watched)
      const again = doubled(sink.taken) - twice + (writes(world) - sent)
      const held = ok(await server.call("GET", `/v3/core/webhooks/${id}/deliveries?limit=1000`)).filter(
        ({ error }: any) => error?.startsWith("The database was restored")
      ).length
      const upload = ok(await server.call("GET", `/v3/core/upload_jobs/${written.upload_job_id}`))
      // Asked to, it sends them, each with the id it had.
      ok(
        await server.call("POST", `/v3/core/webhooks/${id}/replay`, {
          from: begin,
          to: new Date().toISOString()
        })
      )
      for (const end = Date.now() + 60_000; doubled(sink.taken) === twice && Date.now() < end;) await sleep(50)
      // The endpoint goes with this fault, and what the world has for it as well.
      ok(await world.servers[0]!.call("DELETE", `/v3/core/webhooks/${id}`))
      const minutes = ((seconds / size) * 10 * 1024) / 60
      return {
        times: 1,
        figures: {
          MB: size,
          "restored in s": seconds,
          "10 GB in min, extrapolated": minutes,
          "deliveries held": held,
          "sent again": again
        },
        faults: [
          ...others.slice(0, 3).map(([table, sum]) => `${table} was ${sum}, and is ${after.get(table)}`),
          ...(said.code === 0 ? [] : [`svc restored ended with ${said.code}: ${said.err}`]),
          ...(held === 0 ? ["no delivery was waiting at the time of the backup, so nothing was proven"] : []),
          ...(again > 0 ? [`${again} were sent again without asking`] : []),
          ...(upload.data[0].error?.code === "unknown-outcome" ? [] : [`the write is ${JSON.stringify(upload)}`]),
          ...(doubled(sink.taken) === twice ? ["what was held was not sent when asked"] : []),
          ...(minutes > 15 ? [`10 GB would take ${minutes.toFixed(0)} min`] : [])
        ]
      }
    } finally {
      await server?.kill()
      await restored?.remove()
      sink.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
