/**
 * The keys of an installation are changed while it works: processes on one PostgreSQL sync, write and deliver, the new key
 * comes first, everything is put under it, and the old one goes. Nothing fails to open, and nothing is left on the old key.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { afterAll, assert, describe, it } from "vitest"
import { places } from "../../src/secrets/Rotation.ts"
import { svc } from "../support/Command.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Receiver from "../support/Receiver.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

describe("secret keys changed under load", () => {
  const scope = Scope.makeUnsafe()
  const running = new Set<ServerProcess.ServerProcess>()
  afterAll(async () => {
    await Promise.all([...running].map(({ kill }) => kill()))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("fails nothing and leaves nothing on the old one", async () => {
    const platform = await Sandbox.start()
    const receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
    const [old, fresh] = ["old", "fresh"].map((name) => `${name}:${randomBytes(32).toString("base64")}`)
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const env = {
      DATABASE_URL: url,
      SVC_SANDBOX_BASE_URL: platform.url,
      SVC_LOG_LEVEL: "warn",
      SVC_DATABASE_CONNECTIONS: "4"
    }
    const sql = await Effect.runPromise(Scope.provide(Postgres.client(url), scope))
    const rows = (text: string): Promise<ReadonlyArray<any>> => Effect.runPromise(sql.unsafe<any>(text))
    const sealed = async (key: string) => {
      let count = 0
      for (const [table, column] of places) {
        const [row] = await rows(`select count(*)::int as n from ${table} where ${column} like '%"kid":"${key}"%'`)
        count += row.n
      }
      return count
    }
    const started = async (keys: string) => {
      const server = await ServerProcess.start({ ...env, SVC_SECRET_KEYS: keys })
      running.add(server)
      return server
    }
    const stopped = async (server: ServerProcess.ServerProcess) => {
      running.delete(server)
      assert.strictEqual(await server.stop(), 0)
    }

    let servers = [await started(old!), await started(old!)]
    const first = servers[0]!
    const hook = await first.call("POST", "/v3/core/webhooks", {
      name: "sealed",
      type: "DATA_MODEL_CHANGES",
      url: receiver.url("/sealed"),
      headers: { "x-sealed": "header-of-the-receiver" },
      operations: ["CREATE", "UPDATE", "DELETE"],
      data_models: []
    })
    assert.strictEqual(hook.status, 200, JSON.stringify(hook.body))
    // Rotated once, so that a secret of before is sealed as well.
    await first.call("POST", `/v3/core/webhooks/${hook.body.data.id}/rotate_secret`)
    await first.call("PUT", "/integrations/XERO", { client_id: "own", client_secret: "an-own-client-secret" })
    const companies: Array<number> = []
    for (let index = 0; index < 6; index++) {
      const company = await first.call("POST", "/v3/core/companies", { name: `Company ${index}` })
      companies.push(company.body.data.svc_id)
      const made = await first.call("POST", "/v3/core/connections", {
        company_id: company.body.data.svc_id,
        integration_type: "SVC_SANDBOX",
        credentials: { api_key: `sandbox-rotated${index}` },
        sync_config: [{ data_model: "CONTACTS", enabled: true }]
      })
      assert.strictEqual(made.status, 200, JSON.stringify(made.body))
    }
    assert.isAtLeast(await sealed("old"), 10)

    // Syncs, writes, passthrough and new connections go on through all of it; each answer is kept.
    const failures: Array<string> = []
    let done = 0
    const over = new AbortController()
    const working = (async () => {
      for (let turn = 0; !over.signal.aborted; turn++) {
        const company_id = companies[turn % companies.length]!
        const server = servers[turn % servers.length]!
        const calls = await Promise.all([
          server.call("POST", "/v3/core/syncs", { company_id, full_sync: true }),
          server.call("POST", "/accounting/contacts", {
            company_id,
            data: [{ name: `Written ${turn}`, contact_type: "VENDOR" }]
          }),
          server.call("POST", "/passthrough", { company_id, data: { method: "GET", path: "/currencies" } }),
          server.call("POST", "/v3/core/connections", {
            company_id,
            integration_type: "SVC_SANDBOX",
            credentials: { api_key: `sandbox-rotated${turn % companies.length}` }
          })
        ])
        for (const { body, status } of calls) {
          if (status === 200) done++
          else failures.push(`${status} ${JSON.stringify(body)}`)
        }
      }
    })()
    const moved = (count: number) => {
      const from = done
      return ServerProcess.until(
        async () => [done - from, failures.length] as const,
        ([more, failed]) => more >= count || failed > 0
      )
    }
    /** One process after the other, while the other goes on. */
    const replaced = async (keys: string) => {
      const before = servers
      const next = [await started(keys), await started(keys)]
      servers = next
      await moved(8)
      await Promise.all(before.map(stopped))
    }
    await moved(16)
    // The key is known everywhere before anything is sealed with it.
    await replaced(`${old},${fresh}`)
    await replaced(`${fresh},${old}`)
    const rotated = await svc(["rotate-secrets"], { ...env, SVC_SECRET_KEYS: `${fresh},${old}` })
    assert.strictEqual(rotated.code, 0, rotated.err)
    await moved(16)
    assert.strictEqual(await sealed("old"), 0)
    assert.isAtLeast(await sealed("fresh"), 10)
    await replaced(fresh!)
    await moved(24)
    over.abort()
    await working
    assert.deepStrictEqual(failures, [])

    await ServerProcess.until(
      () => rows("select count(*)::int as n from sync where finished_at is null"),
      ([row]) => row.n === 0
    )
    assert.deepStrictEqual(await rows("select status, error from sync where status <> 'SUCCESS'"), [])
    assert.deepStrictEqual(await rows("select status from connection where status <> 'HEALTHY'"), [])
    await ServerProcess.until(
      () => rows("select count(*)::int as n from delivery where status = 'PENDING'"),
      ([row]) => row.n === 0
    )
    assert.deepStrictEqual(await rows("select error from delivery where status <> 'DELIVERED' or attempts > 1"), [])
    const received = receiver.received("/sealed")
    assert.isAbove(received.length, 0)
    for (const { headers } of received) assert.strictEqual(headers["x-sealed"], "header-of-the-receiver")
    await Promise.all(servers.map(stopped))
    await platform.close()
  })
})
