/** kill -9 in the middle of a sync and of a batch write: after the restart nothing is lost and nothing is doubled. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Databases from "../support/Databases.ts"
import * as Server from "../support/ServerProcess.ts"
import * as Sandbox from "../support/WatchedSandbox.ts"

const models = {
  contacts: "accounting/contacts",
  invoices: "accounting/invoices",
  bills: "accounting/bills",
  expenses: "accounting/expenses"
}

/** Every record of a list, page by page. */
const listed = async (server: Server.ServerProcess, path: string): Promise<ReadonlyArray<any>> => {
  const records: Array<any> = []
  let next: string | null = null
  do {
    const cursor: string = next === null ? "" : `&next=${next}`
    const { body, status } = await server.call("GET", `/v3/${path}?limit=500${cursor}`)
    assert.strictEqual(status, 200, JSON.stringify(body))
    records.push(...body.data)
    next = body.next
  } while (next !== null)
  return records
}

describe("a server that is killed", () => {
  const scope = Scope.makeUnsafe()
  let dataDir: string
  let sandbox: Sandbox.WatchedSandbox
  let server: Server.ServerProcess
  let company: number
  const restart = async (untilReady = true) => {
    const settings = { SVC_DATA_DIR: dataDir, SVC_SANDBOX_BASE_URL: sandbox.url, NODE_COMPILE_CACHE: compiled() }
    server = await Server.start(settings, untilReady)
  }
  const compiled = () => join(dataDir, "compiled")
  beforeAll(async () => {
    sandbox = await Sandbox.start()
    dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    await restart()
    company = (await server.call("POST", "/v3/core/companies", { name: "Killed" })).body.data.svc_id
  })
  afterAll(async () => {
    await server.kill()
    await sandbox.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("has left what it compiled to the next start before it is killed", async () => {
    // The thread that watches the service runs with flags of its own, for which Node has a folder of its own.
    const written = () => readdirSync(compiled()).filter((name) => readdirSync(join(compiled(), name)).length > 0)
    await Server.until(
      async () => written().length,
      (folders) => folders >= 2
    )
  })

  it("finishes a sync that was cut short three times, with every record once", async () => {
    const stops = [
      ({ path }: Sandbox.Seen) => path.startsWith("/v1/contacts"),
      // In the middle of a listing that has further pages.
      ({ path }: Sandbox.Seen) => path.includes("cursor="),
      // The listing that was cut short goes on in any case; another may already be over.
      ({ path }: Sandbox.Seen) => path.startsWith("/v1/")
    ]
    const first = sandbox.interrupt(stops[0]!, () => server.kill())
    const made = await server.call("POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "sandbox-demo" },
      settings: {}
    })
    assert.strictEqual(made.status, 200, JSON.stringify(made.body))
    await first
    for (const stop of stops.slice(1)) {
      const killed = sandbox.interrupt(stop, () => server.kill())
      await restart(false)
      await killed
    }
    await restart()
    const { body } = await Server.until(
      () => server.call("GET", "/v3/core/syncs"),
      (answer) => answer.body.data[0].finished_at !== null,
      120
    )
    assert.strictEqual(body.data.length, 1)
    assert.strictEqual(body.data[0].status, "SUCCESS", JSON.stringify(body.data[0]))
    for (const [resource, path] of Object.entries(models)) {
      const there = (await Sandbox.all(sandbox, resource)).map(({ id }) => id)
      const ours = (await listed(server, path)).map(({ platform_id }) => platform_id)
      assert.deepStrictEqual(ours.toSorted(), there.toSorted(), path)
    }
    const ids = (await Promise.all(Object.values(models).map((path) => listed(server, path))))
      .flat()
      .map(({ svc_id }) => svc_id)
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it.each(["before", "after"] as const)(
    "finishes a batch write when it dies %s the platform has taken an item",
    async (when) => {
      const names = Array.from({ length: 12 }, (_, n) => `Killed ${when} ${n}`)
      const body = { company_id: company, data: names.map((name) => ({ name, contact_type: "VENDOR" })) }
      const headers = { "idempotency-key": `kill-${when}` }
      let writes = 0
      const killed = sandbox.interrupt(
        ({ method, path }) => method === "POST" && path.startsWith("/v1/contacts") && ++writes === 5,
        () => server.kill(),
        when
      )
      const broken = await server.call("POST", "/accounting/contacts", body, headers).catch((error: unknown) => error)
      assert.instanceOf(broken, Error)
      await killed
      await restart()
      const answer = await Server.until(
        () => server.call("POST", "/accounting/contacts", body, headers),
        ({ status }) => status === 200
      )
      assert.strictEqual(answer.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(answer.body.data.status, "SUCCESS", JSON.stringify(answer.body).slice(0, 2000))
      assert.deepStrictEqual(
        answer.body.data.data.map((item: any) => item.response.name),
        names
      )
      const onBooks = (await Sandbox.all(sandbox, "contacts"))
        .map(({ name }) => name)
        .filter((name) => names.includes(name))
      assert.deepStrictEqual(onBooks.toSorted(), names.toSorted(), "each item once on the platform's books")
      const ours = (await listed(server, "accounting/contacts")).filter(({ name }) => names.includes(name))
      assert.strictEqual(ours.length, names.length)
    }
  )
})
