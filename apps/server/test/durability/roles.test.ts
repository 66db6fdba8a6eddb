/** Several processes on one PostgreSQL: what each role does, and that replacing them one after the other loses nothing. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { serveSandbox } from "@svc/sandbox/platform/node"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Balancer from "../support/Balancer.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

describe("processes that share a database", () => {
  const scope = Scope.makeUnsafe()
  const servers = new Set<ServerProcess.ServerProcess>()
  let platform: Awaited<ReturnType<typeof serveSandbox>>
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    platform = await serveSandbox({ rateLimit: { requests: 1_000_000, perSeconds: 60 } })
    env = {
      DATABASE_URL: Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope))),
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_SANDBOX_BASE_URL: `${platform.url}/v1`,
      SVC_DATABASE_CONNECTIONS: "4",
      SVC_LOG_LEVEL: "error"
    }
  })
  afterAll(async () => {
    await Promise.all([...servers].map(({ kill }) => kill()))
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const started = async (more: Readonly<Record<string, string>>) => {
    const server = await ServerProcess.start({ ...env, ...more })
    servers.add(server)
    return server
  }
  const stopped = async (server: ServerProcess.ServerProcess) => {
    servers.delete(server)
    return server.stop()
  }
  const connected = async (server: Pick<ServerProcess.ServerProcess, "call">, key: string) => {
    const company = await server.call("POST", "/v3/core/companies", { name: key })
    const company_id: number = company.body.data.svc_id
    const connection = await server.call("POST", "/v3/core/connections", {
      company_id,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: key }
    })
    expect(connection.status, JSON.stringify(connection.body)).toBe(200)
    return { company_id, connection_id: connection.body.data.svc_id as number }
  }
  const synced = (server: Pick<ServerProcess.ServerProcess, "call">, company: number) =>
    ServerProcess.until(
      () => server.call("GET", "/v3/core/syncs?limit=1000"),
      ({ body }) => {
        const own = body.data.filter((sync: any) => sync.svc_company_id === company)
        return own.length > 0 && own.every((sync: any) => sync.status === "SUCCESS")
      }
    )

  it("an api takes requests and leaves the work to workers, which take none", async () => {
    const api = await started({ SVC_ROLE: "api" })
    const { company_id } = await connected(api, "sandbox-roles")
    const waiting = await api.call("GET", "/v3/core/syncs")
    expect(waiting.body.data.map((sync: any) => sync.status)).toEqual(["CREATED"])
    const worker = await started({ SVC_ROLE: "worker" })
    await synced(api, company_id)
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200)
    const refused = await worker.call("GET", "/v3/core/companies")
    expect(refused.status).toBe(404)
    expect(await stopped(worker)).toBe(0)
    expect(await stopped(api)).toBe(0)
  })

  it("a rolling restart of three under load fails no request and repeats no write", async () => {
    const more = { SVC_DRAIN_SECONDS: "1" }
    const balancer = await Balancer.start()
    const around: Array<ServerProcess.ServerProcess> = []
    for (let n = 0; n < 3; n++) {
      around.push(await started(more))
      balancer.add(around[n]!.url)
    }
    await balancer.ready(3)
    const client = {
      call: async (method: string, path: string, body?: unknown) => {
        const response = await fetch(balancer.url + path, {
          method,
          headers: { api_key: ServerProcess.apiKey, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        return { status: response.status, headers: response.headers, body: (await response.json()) as any }
      }
    }
    const { company_id } = await connected(client, "sandbox-rolling")
    await synced(client, company_id)

    const enough = new AbortController()
    let served = 0
    const failures: Array<string> = []
    const written: Array<string> = []
    const load = async (n: number) => {
      for (let turn = 0; !enough.signal.aborted; turn++) {
        const name = `Rolling ${n} ${turn}`
        const answer = await (
          turn % 5 === 0
            ? client.call("POST", "/accounting/contacts", { company_id, data: [{ name, contact_type: "CUSTOMER" }] })
            : client.call("GET", `/v3/accounting/contacts?svc_company_id[eq]=${company_id}&limit=20`)
        ).catch((error: unknown) => ({ status: String(error), body: null }))
        if (answer.status !== 200) failures.push(`${answer.status} ${JSON.stringify(answer.body)}`)
        else {
          served++
          if (turn % 5 === 0) written.push(name)
        }
      }
    }
    const loads = Array.from({ length: 4 }, (_, n) => load(n))
    const stops: Array<number> = []
    for (let n = 0; n < 3; n++) {
      const fresh = await started(more)
      balancer.add(fresh.url)
      await balancer.ready(4)
      const begun = performance.now()
      expect(await stopped(around[n]!)).toBe(0)
      stops.push(performance.now() - begun)
      balancer.remove(around[n]!.url)
      around.push(fresh)
    }
    enough.abort()
    await Promise.all(loads)
    expect(failures.slice(0, 3)).toEqual([])
    expect(written.length).toBeGreaterThan(20)
    expect(served).toBeGreaterThan(100)
    expect(Math.max(...stops)).toBeLessThan(20_000)
    // Each write has exactly one effect on the platform.
    const names: Array<string> = []
    for (let next: string | null = null; ;) {
      const page: { readonly items: ReadonlyArray<{ readonly name: string }>; readonly nextCursor?: string | null } = (
        await client.call("POST", "/passthrough", {
          company_id,
          data: { method: "GET", path: "/contacts", params: { limit: 100, ...(next === null ? {} : { cursor: next }) } }
        })
      ).body.data
      names.push(...page.items.map(({ name }) => name))
      next = page.nextCursor ?? null
      if (next === null) break
    }
    expect(names.filter((name) => name.startsWith("Rolling ")).toSorted()).toEqual(written.toSorted())
    await balancer.close()
    for (const server of around.slice(3)) expect(await stopped(server)).toBe(0)
  })
})
