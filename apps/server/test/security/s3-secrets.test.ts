/**
 * S3: secrets that can be recognised go through every flow of a service in a process of its own, which logs everything and
 * exports everything. Afterwards none of them, in no encoding, is in its logs, spans, metrics or answers, in any column of
 * its database, or among the bytes of its data folder.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac, randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../../src/database/Database.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Visitor from "../support/Visitor.ts"

/** What must be nowhere, by what it is. */
const secrets = new Map<string, string>()
const canary = (name: string, value = `canary-${randomBytes(16).toString("hex")}`): string => {
  secrets.set(name, value)
  return value
}
/** Text that is no secret and must be found where it belongs: the search finds what is there. */
const needle = `needle-${randomBytes(8).toString("hex")}`

const scope = Scope.makeUnsafe()
const listen = async (handle: (request: IncomingMessage, response: ServerResponse, body: string) => void) => {
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => handle(request, response, Buffer.concat(pieces).toString("latin1")))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return server
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** What OpenTelemetry was told. */
let exported = ""
let collector: Server
/** A platform that repeats what it was sent whenever it can. */
let platform: Server
let mood: "kind" | "refusing" | "ending" = "kind"
let tokens = 0
/** An endpoint that does the same. */
let endpoint: Server
let delivered = 0
let metrics = ""
let answers = ""
let dump = ""
let folder = ""
let server: ServerProcess.ServerProcess

const echo = (request: IncomingMessage, body: string): string =>
  `You sent ${JSON.stringify(request.headers)} ${body} to ${request.url}`
const platformAnswer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
  const json = (status: number, value: unknown) =>
    void response
      .writeHead(status, { "content-type": "application/json", "x-request-id": "p-1" })
      .end(JSON.stringify(value))
  const told = echo(request, body)
  const fault = { error: { message: told, param: "name" }, Detail: told, Message: told, Title: told, message: told }
  const path = request.url?.split("?")[0]
  if (path === "/token") {
    const form = new URLSearchParams(body)
    for (const name of ["code", "code_verifier", "refresh_token"]) {
      const value = form.get(name)
      if (value !== null) canary(`${name} ${value.slice(-6)}`, value)
    }
    if (mood === "ending") return json(400, { error: "invalid_grant", error_description: told.replaceAll('"', "'") })
    tokens++
    return json(200, {
      access_token: canary(`access token ${tokens}`),
      refresh_token: canary(`refresh token ${tokens}`),
      token_type: "bearer",
      // Old at once: every use renews it.
      expires_in: 1
    })
  }
  if (path === "/connections") {
    return json(200, [{ id: "c-1", tenantId: "t-1", tenantName: "Organisation", tenantType: "ORGANISATION" }])
  }
  if (mood === "refusing") return json(401, fault)
  if (path?.endsWith("/Organisation") || path?.endsWith("/company")) return json(200, { workspace: "w-1" })
  // A page, a record, a write: none of them works.
  return json(request.headers["x-status"] === undefined ? 400 : Number(request.headers["x-status"]), fault)
}

beforeAll(async () => {
  collector = await listen((_, response, body) => {
    exported += body
    response.setHeader("content-type", "application/json").end("{}")
  })
  platform = await listen(platformAnswer)
  endpoint = await listen((request, response, body) => {
    delivered++
    response.writeHead(500, { "content-type": "text/plain" }).end(echo(request, body))
  })
  folder = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
  const key = canary("API key of the operator", `svc_canary_${randomBytes(24).toString("hex")}`)
  const at = urlOf(platform)
  const metricsPort = await ServerProcess.freePort()
  server = await ServerProcess.start({
    SVC_DATA_DIR: folder,
    SVC_API_KEY: key,
    SVC_SECRET_KEYS: `k:${canary("sealing key", randomBytes(32).toString("base64"))}`,
    SVC_LOG_LEVEL: "trace",
    SVC_METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(collector),
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    SVC_SANDBOX_BASE_URL: `${at}/v1`,
    SVC_XERO_BASE_URL: `${at}/api.xro/2.0`,
    SVC_XERO_AUTHORIZE_URL: `${at}/authorize`,
    SVC_XERO_TOKEN_URL: `${at}/token`,
    SVC_XERO_CLIENT_ID: "app",
    SVC_XERO_CLIENT_SECRET: canary("OAuth client secret of the service"),
    SVC_XERO_WEBHOOK_SECRET: canary("inbound secret")
  })
  await flows(key, { at: `http://127.0.0.1:${metricsPort}/metrics` })
  await server.stop()
  dump = await everything()
})
afterAll(async () => {
  await server?.kill()
  for (const one of [collector, platform, endpoint]) {
    one?.closeAllConnections()
    one?.close()
  }
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Everything that can be done with a secret. Answers that are meant to show one are not kept. */
const flows = async (key: string, { at }: { readonly at: string }): Promise<void> => {
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { api_key: key, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      all: `${JSON.stringify([...response.headers])} ${text}`,
      body: text === "" ? null : JSON.parse(text)
    }
  }
  const call = async (...args: Parameters<typeof send>) => {
    const answer = await send(...args)
    answers += answer.all
    return answer
  }

  // API keys: made, replaced, revoked, guessed.
  const made = await send("POST", "/v3/core/api_keys", { name: "made", scopes: ["read"] })
  canary("API key", made.body.data.secret)
  const rotated = await send("POST", `/v3/core/api_keys/${made.body.data.svc_id}/rotate`, { overlap_seconds: 0 })
  canary("rotated API key", rotated.body.data.secret)
  for (const secret of [made.body.data.secret, rotated.body.data.secret, canary("guessed API key")]) {
    await call("GET", "/v3/core/companies", undefined, { api_key: secret })
  }
  await call("DELETE", `/v3/core/api_keys/${rotated.body.data.svc_id}`)
  await call("GET", "/v3/core/api_keys")

  // Integrations.
  const { body: integrations } = await call("GET", "/v3/core/integrations")
  const own = integrations.data.find((one: any) => one.integration_type === "XERO")
  await send("PUT", `/integrations/${own.svc_id}`, {
    client_id: "own-app",
    client_secret: canary("OAuth client secret of the organisation"),
    is_disabled: false
  })
  await call("GET", `/v3/core/integrations/${own.svc_id}`)

  // Webhooks, which are delivered to an endpoint that repeats their headers.
  const webhook = await send("POST", "/v3/core/webhooks", {
    name: "hook",
    type: "CONNECTION_CHANGED",
    url: `${urlOf(endpoint)}/hook`,
    headers: { "x-hook-secret": canary("header of a webhook"), authorization: `Bearer ${canary("token of a webhook")}` }
  })
  canary("webhook secret", webhook.body.data.secret)
  await call("POST", `/v3/core/webhooks/${webhook.body.data.id}/test`)
  const turned = await send("POST", `/v3/core/webhooks/${webhook.body.data.id}/rotate_secret`)
  canary("rotated webhook secret", turned.body.data.secret)
  await send("PUT", `/v3/core/webhooks/${webhook.body.data.id}`, {
    headers: { "x-hook-secret": canary("changed header of a webhook") }
  })
  await call("POST", `/v3/core/webhooks/${webhook.body.data.id}/test`)
  // A secret where none belongs is not repeated either.
  await call("PUT", `/v3/core/webhooks/${webhook.body.data.id}`, {
    headers: { "x-bad": `${canary("wrong header")}\u0001` }
  })

  // Keys over the interface, and on the connect page; right and refused.
  const company = (await call("POST", "/v3/core/companies", { name: needle })).body.data.svc_id
  const sandboxKey = canary("key of a connection", `sandbox-${randomBytes(12).toString("hex")}`)
  const connected = await call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: sandboxKey }
  })
  expect(connected.status, connected.text).toBe(200)
  mood = "refusing"
  await call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: canary("refused key", `sandbox-${randomBytes(12).toString("hex")}`) }
  })
  await call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "XERO",
    credentials: {
      access_token: canary("refused access token"),
      refresh_token: canary("refused refresh token"),
      wrong: "x"
    }
  })
  const link = (
    await send("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"], company_id: company })
  ).body.data
  const visitor = Visitor.start()
  const page = async (visited: Promise<Visitor.Visited>) => {
    const { location, text } = await visited
    answers += `${location} ${text}`
    return location
  }
  await page(
    visitor.submit(`${link.url.replace(/^.*\/connect/, `${server.url}/connect`)}/with/svc_sandbox`, {
      "key.api_key": canary("key refused on the page", `sandbox-${randomBytes(12).toString("hex")}`)
    })
  )
  mood = "kind"
  const start = link.url.replace(/^.*\/connect/, `${server.url}/connect`)
  await page(
    visitor.submit(`${start}/with/svc_sandbox`, {
      "key.api_key": canary("key of the page", `sandbox-${randomBytes(12).toString("hex")}`)
    })
  )

  // A sign-in, with a code that is taken, one that is not, and tokens that are renewed and end.
  const back = (code: string, state: string) =>
    `${server.url}/oauth/callback/xero?${new URLSearchParams({ code, state })}`
  mood = "ending"
  const refused = await visitor.signIn(`${start}/with/xero`)
  await page(visitor.visit(back(canary("refused code"), refused.searchParams.get("state")!)))
  mood = "kind"
  const authorize = await visitor.signIn(`${start}/with/xero`)
  const location = await page(visitor.visit(back(canary("code"), authorize.searchParams.get("state")!)))
  expect(location).toContain("/done/")
  const xeroId = Number(location!.split("/").at(-1))
  for (const [name, value] of visitor.cookies) if (name.endsWith("connect")) canary("cookie", value)

  // Raw calls: fine, refused, and with a secret of the caller's own.
  const own_header = canary("header of a passthrough")
  const raw = (integration_type: string, data: object) =>
    send("POST", "/passthrough", { company_id: company, integration_type, data })
  const { body: all } = await call("GET", "/v3/core/connections")
  const sandboxes = all.data.filter((one: any) => one.integration_type === "SVC_SANDBOX")
  for (const status of ["200", "400", "401", "429", "500", "503"]) {
    for (const connection of [...sandboxes.map((one: any) => one.svc_id), xeroId]) {
      const answer = await send("POST", "/passthrough", {
        company_id: company,
        connection_id: connection,
        data: {
          method: "POST",
          path: "/echo",
          headers: { "x-status": status, "x-own": own_header },
          params: { token: own_header },
          data: { secret: own_header }
        }
      })
      // What the caller sent is the caller's, and comes back to the caller.
      answers += answer.all.replaceAll(own_header, "")
    }
  }
  answers += (await raw("XERO", { method: "GET", path: "/Organisation" })).all

  // Writes and reads that fail with what was sent.
  const written = await call("POST", "/accounting/contacts", {
    company_id: company,
    connection_id: sandboxes[0]?.svc_id,
    data: [{ name: "Ada" }, { name: "Bob" }]
  })
  await call("GET", `/v3/core/upload_jobs/${written.body.data?.upload_job_id}`)
  await call("POST", "/v3/core/syncs", { company_id: company, connection_id: sandboxes[0]?.svc_id, full_sync: true })
  await ServerProcess.until(
    () => call("GET", "/v3/core/syncs?limit=1000"),
    ({ body }) => body.data.length >= 3 && body.data.every((one: any) => one.finished_at !== null),
    120
  )
  for (const sync of (await call("GET", "/v3/core/syncs?limit=1000")).body.data)
    await call("GET", `/v3/core/syncs/${sync.svc_id}/jobs`)

  // The platforms' own webhooks, rightly and wrongly signed.
  const inbound = JSON.stringify({ events: [{ resourceId: "r-1", eventCategory: "CONTACT", tenantId: "t-1" }] })
  const signature = createHmac("sha256", secrets.get("inbound secret")!).update(inbound).digest("base64")
  for (const signed of [signature, "wrong"]) {
    const response = await fetch(`${server.url}/v3/core/inbound/xero`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-xero-signature": signed },
      body: inbound
    })
    expect(response.status).toBe(signed === signature ? 200 : 401)
  }

  // Tokens that cannot be renewed, and connections that end.
  mood = "ending"
  answers += (await raw("XERO", { method: "GET", path: "/Organisation" })).all
  mood = "refusing"
  answers += (await raw("SVC_SANDBOX", { method: "GET", path: "/company" })).all
  for (const connection of all.data) {
    await call("GET", `/v3/core/connections/${connection.svc_id}`)
    await call("POST", `/v3/core/connections/${connection.svc_id}/disconnect`)
  }
  await ServerProcess.until(
    () => call("GET", `/v3/core/webhooks/${webhook.body.data.id}/deliveries?limit=1000`),
    // Later ones of a connection wait for the first, which goes on failing.
    ({ body }) => body.data.filter((one: any) => one.attempts > 0).length > 3
  )
  await call("GET", "/v3/core/audit_events?limit=1000")
  await call("GET", "/openapi.json")
  // Whoever has the link may connect, so it is nobody's who reads logs or rows. Its owner reads it again.
  linkSecrets.push(link.invite_link_id, authorize.searchParams.get("state")!)
  metrics = await (await fetch(at)).text()
}
const linkSecrets: Array<string> = []

/** Every row of every table as text, as a dump has it. */
const everything = (): Promise<string> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
      const parts: Array<string> = []
      for (const { name } of tables) {
        const rows = yield* sql.unsafe<{ row: string }>(`select t::text as row from ${name} t`)
        parts.push(`${name}: ${rows.length}`, ...rows.map(({ row }) => row))
      }
      return parts.join("\n")
    }).pipe(
      Effect.provide(Database.layer({ dataDir: folder, databaseUrl: Option.none() })),
      Effect.scoped
    ) as Effect.Effect<string>
  )

/** A text as it may be written: plain, in a URL, in hexadecimal, and inside a longer text in base64, at each of its three places. */
const forms = (value: string): ReadonlyArray<string> => [
  value,
  encodeURIComponent(value),
  Buffer.from(value).toString("hex"),
  ...[0, 1, 2].map((shift) => {
    const whole = Buffer.from(" ".repeat(shift) + value)
      .toString("base64")
      .replaceAll("=", "")
    // The ends depend on what stands beside it.
    return whole.slice(shift === 0 ? 0 : 4, -2)
  })
]
/** Names of the secrets that stand in a text. */
const foundIn = (text: string): ReadonlyArray<string> =>
  [...secrets].flatMap(([name, value]) => (forms(value).some((form) => text.includes(form)) ? [name] : []))

describe("of all secrets", () => {
  it("there are many, and the flows went as they should", () => {
    expect(secrets.size).toBeGreaterThan(30)
    expect(tokens).toBeGreaterThanOrEqual(3)
    expect(delivered).toBeGreaterThan(3)
    process.stdout.write(
      `S3: ${secrets.size} secrets in ${forms("x").length} forms each; ${Math.round(server.said().length / 1024)} kB of logs, ${Math.round(exported.length / 1024)} kB of traces, ` +
        `${Math.round(dump.length / 1024)} kB of rows, ${Math.round(answers.length / 1024)} kB of answers\n`
    )
    // The search finds what is there, also inside base64.
    expect(foundIn(Buffer.from(`user:${secrets.get("header of a webhook")}`).toString("base64"))).toEqual([
      "header of a webhook"
    ])
    expect(foundIn(`x${secrets.get("code")}y`)).toContain("code")
  })
  it("none is in the logs", () => {
    expect(server.said()).toContain("/v3/core/companies")
    expect(foundIn(server.said())).toEqual([])
    for (const secret of linkSecrets) expect(server.said()).not.toContain(secret)
  })
  it("none is in the spans, logs and metrics that are exported", () => {
    for (const part of [
      "POST /passthrough",
      "GET /oauth/callback/{integration}",
      "http_server_request_duration_seconds"
    ]) {
      expect(exported).toContain(part)
    }
    expect(foundIn(exported)).toEqual([])
    for (const secret of linkSecrets) expect(exported).not.toContain(secret)
  })
  it("none is in the metrics", () => {
    expect(metrics).toContain("http_server_request_duration_seconds")
    expect(foundIn(metrics)).toEqual([])
    for (const secret of linkSecrets) expect(metrics).not.toContain(secret)
  })
  it("none is in an answer that is not there to show it", () => {
    expect(answers).toContain("[redacted]")
    expect(foundIn(answers)).toEqual([])
  })
  it("none is in a row of the database", () => {
    expect(dump).toContain(needle)
    // What platforms and endpoints said was kept, without what they repeated.
    expect(dump).toContain("You sent")
    expect(dump).toContain("[redacted]")
    expect(foundIn(dump)).toEqual([])
    for (const secret of linkSecrets) expect(dump).not.toContain(secret)
  })
  it("none is among the bytes of the data folder, as a copy of it would have them", () => {
    let bytes = 0
    let hasNeedle = false
    const found = new Set<string>()
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue
      const text = readFileSync(join(file.parentPath, file.name)).toString("latin1")
      bytes += text.length
      hasNeedle ||= text.includes(needle)
      for (const name of foundIn(text)) found.add(`${file.name}: ${name}`)
      if (linkSecrets.some((secret) => text.includes(secret))) found.add(`${file.name}: invite link`)
    }
    expect(hasNeedle).toBe(true)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect([...found]).toEqual([])
  })
})
