/** Renewal of tokens over processes that share a connection: once, whatever they do at the same time, and through deaths. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import type { ServerResponse } from "node:http"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import * as Postgres from "../support/Postgres.ts"
import * as Rotating from "../support/RotatingPlatform.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

describe("tokens that two processes renew", () => {
  const scope = Scope.makeUnsafe()
  const running = new Set<ServerProcess.ServerProcess>()
  let platform: Rotating.RotatingPlatform
  let env: Readonly<Record<string, string>>
  let servers: ReadonlyArray<ServerProcess.ServerProcess>
  let rows: (text: string) => Promise<ReadonlyArray<any>>
  const started = async () => {
    const server = await ServerProcess.start(env)
    running.add(server)
    return server
  }
  beforeAll(async () => {
    platform = await Rotating.start()
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    env = {
      DATABASE_URL: url,
      SVC_ROLE: "api",
      SVC_SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
      SVC_XERO_BASE_URL: platform.url,
      SVC_XERO_TOKEN_URL: `${platform.url}/token`,
      SVC_XERO_CLIENT_ID: "client",
      SVC_XERO_CLIENT_SECRET: "secret-of-the-client",
      SVC_LOG_LEVEL: "none"
    }
    const sql = await Effect.runPromise(Scope.provide(Postgres.client(url), scope))
    rows = (text) => Effect.runPromise(sql.unsafe<any>(text))
    servers = [await started(), await started()]
  })
  afterAll(async () => {
    await Promise.all([...running].map(({ kill }) => kill()))
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
  beforeEach(() => {
    platform.forgives = false
    platform.instead = () => false
  })

  /** A new connection whose access token has ended. */
  const connect = async (): Promise<{ readonly company_id: number; readonly id: number }> => {
    const company = await servers[0]!.call("POST", "/v3/core/companies", { name: "Ada" })
    const company_id: number = company.body.data.svc_id
    const made = await servers[0]!.call("POST", "/v3/core/connections", {
      company_id,
      integration_type: "XERO",
      settings: { tenantId: "tenant" },
      credentials: { ...platform.tokens(), expires_at: new Date(Date.now() + 61_500).toISOString() }
    })
    assert.strictEqual(made.status, 200, JSON.stringify(made.body))
    await ServerProcess.until(
      async () => Date.now(),
      (now) => now > Date.parse(made.body.data.svc_created_at) + 1_600
    )
    return { company_id, id: made.body.data.svc_id }
  }
  const call = (server: ServerProcess.ServerProcess, { company_id }: { readonly company_id: number }) =>
    server.call("POST", "/passthrough", { company_id, data: { method: "GET", path: "/Organisation" } })
  const status = async ({ id }: { readonly id: number }) =>
    (await servers[0]!.call("GET", `/v3/core/connections/${id}`)).body.data.status

  it("ask once, however many calls there are in both", async () => {
    const connection = await connect()
    const before = [platform.asked(), platform.served()] as const
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => call(servers[at % 2]!, connection)))
    for (const answer of answers) {
      assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
      assert.strictEqual(answer.body.platform_status, 200)
    }
    assert.strictEqual(platform.asked() - before[0], 1)
    assert.strictEqual(platform.served() - before[1], 40)
    assert.strictEqual(await status(connection), "HEALTHY")
  })

  it.each<[string, (answer: ServerResponse) => void]>([
    ["a broken connection", (answer) => answer.destroy()],
    ["500", (answer) => answer.writeHead(500).end("{}")],
    ["a page instead of JSON", (answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<p>Soon</p>")],
    ["429", (answer) => answer.writeHead(429, { "retry-after": "1" }).end("{}")],
    [
      "a refused client",
      (answer) => answer.writeHead(401, { "content-type": "application/json" }).end('{"error":"invalid_client"}')
    ]
  ])("keep a connection that cannot be renewed for the moment: %s", async (_, fails) => {
    const connection = await connect()
    platform.forgives = true
    platform.instead = (answer) => {
      fails(answer)
      return true
    }
    const before = platform.asked()
    const refused = await Promise.all(servers.map((server) => call(server, connection)))
    assert.isAbove(platform.asked(), before)
    for (const { body, status } of refused) {
      assert.isAtLeast(status, 400)
      assert.notInclude(["not-found", "connection-expired"], body.error.code)
    }
    assert.strictEqual(await status(connection), "HEALTHY")
  })

  /** One process asks, the platform rotates, and the process is killed before it hears of it. */
  const killedWhileRenewing = async () => {
    const connection = await connect()
    const victim = await started()
    const reached = Promise.withResolvers<void>()
    platform.instead = async (answer) => {
      platform.instead = () => false
      reached.resolve()
      await victim.kill()
      running.delete(victim)
      answer.destroy()
      return true
    }
    void call(victim, connection).catch(() => {})
    await reached.promise
    // The lease of the dead one ends by itself, after a minute.
    const [row] = await ServerProcess.until(
      () => rows(`select renewal_lease is not null as leased from connection where id = ${connection.id}`),
      () => true
    )
    assert.isTrue(row.leased)
    await rows(`update connection set renewal_lease = clock_timestamp() where id = ${connection.id}`)
    return connection
  }

  it("lose nothing with a process that dies in between where the platform forgives for a while", async () => {
    platform.forgives = true
    const connection = await killedWhileRenewing()
    const answers = await Promise.all(servers.map((server) => call(server, connection)))
    for (const answer of answers) assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
    assert.strictEqual(await status(connection), "HEALTHY")
  })

  it("lose the authorisation with it where the platform does not, say so, and the user can renew it", async () => {
    const connection = await killedWhileRenewing()
    const answers = await Promise.all(servers.map((server) => call(server, connection)))
    for (const answer of answers) assert.isAtLeast(answer.status, 400)
    assert.strictEqual(await status(connection), "EXPIRED")
    const again = await servers[1]!.call("POST", "/v3/core/connections", {
      company_id: connection.company_id,
      integration_type: "XERO",
      settings: { tenantId: "tenant" },
      credentials: platform.tokens()
    })
    assert.deepInclude(again.body.data, { svc_id: connection.id, status: "HEALTHY" })
    for (const server of servers) assert.strictEqual((await call(server, connection)).status, 200)
  })
})
