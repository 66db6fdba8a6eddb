/**
 * S1: nothing that a caller, an end user, a platform or a name server says makes the service connect to an address that
 * is not public. Every form of `BlockedTargets` is tried by every way an address comes in; what counts is the socket.
 */
import { Account, Auth, Connector, Models, Setting } from "@svc/core"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as BlockedTargets from "../support/BlockedTargets.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as Sockets from "../support/Sockets.ts"

const connector = (id: string) =>
  Connector.make({
    id,
    name: id,
    category: "ACCOUNTING",
    models: Models.models,
    auth: Auth.apiKey({
      fields: { token: Setting.asked({ label: "Token", secret: true }) },
      headers: ({ token }) => ({ "x-token": token! })
    }),
    settings: { address: Setting.asked({ label: "Address" }) },
    http: { baseUrl: ({ address }) => address, limits: { windows: [] } },
    account: Account.settings("address"),
    check: { path: "/check" },
    reads: {},
    writes: {}
  })
/** On an address that its user types. */
const cellar = connector("CELLAR")
/** The same, where the operator says the address. */
const attic = connector("ATTIC")

/** Where the typed address is that of the token service. */
const gatehouse = Connector.make({
  ...connector("GATEHOUSE"),
  auth: Auth.clientCredentials({
    fields: { client_id: Setting.asked({ label: "Client" }), client_secret: Setting.asked({ label: "Secret" }) },
    tokenUrl: ({ address }) => `${address}/token`,
    scopes: [],
    clientAuth: "body"
  })
})

/** A token service that the operator says the address of, and a platform that its user types. */
const cloister = Connector.make({ ...gatehouse, id: "CLOISTER", name: "CLOISTER" })

const { addresses, hosts } = BlockedTargets
const rebound = "rebound.example.com"

let sockets: Sockets.Sockets
let resolving: ReturnType<typeof Sockets.answerNames>
let inner: Server
let asked: Array<string> = []
let location = ""
let port = 0
let service: Service.Service
let companyId = 0

/** A server inside: on all addresses of this machine. */
const start = async (handle: (path: string) => { readonly status: number; readonly location?: string }) => {
  const server = createServer((request, response) => {
    asked.push(`${request.socket.localAddress} ${request.method} ${request.url}`)
    const answer = handle(request.url ?? "")
    const headers = answer.location === undefined ? {} : { location: answer.location }
    request.resume().on("end", () => {
      response.writeHead(answer.status, { "content-type": "application/json", ...headers })
      // What a token service answers.
      response.end(JSON.stringify({ access_token: "a-token", token_type: "bearer" }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "::", resolve))
  return server
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

let platform: Server
beforeAll(async () => {
  sockets = Sockets.watch()
  // Where a server is given, the database is not spoken to by a socket of the file system.
  sockets.expect(...(await Effect.runPromise(Postgres.givenPorts)))
  resolving = Sockets.answerNames({ ...BlockedTargets.names, [rebound]: [["127.0.0.2"], ["127.0.0.1"]] })
  inner = await start(() => ({ status: 200 }))
  port = portOf(inner)
  platform = await start((path) => (path.startsWith("/moved") ? { status: 302, location } : { status: 200 }))
  service = await Service.start(
    {
      SVC_ALLOW_PRIVATE_TARGETS: "0",
      // Something has to be allowed, so that a name can be bound anew from it.
      SVC_ALLOWED_TARGETS: "127.0.0.2",
      SVC_ATTIC_BASE_URL: `http://127.0.0.1:${portOf(platform)}`,
      SVC_CLOISTER_TOKEN_URL: `http://127.0.0.1:${portOf(platform)}/token`
    },
    {
      connectors: [cellar, attic, gatehouse, cloister],
      // A name that nobody knows is not asked for again and again.
      policy: { retries: 0, pause: 1, patience: 1000, timeout: 10_000 }
    }
  )
  companyId = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
  sockets.expect(Number(new URL(service.url).port), portOf(platform))
})
afterAll(async () => {
  await service?.stop()
  inner?.close()
  platform?.close()
  resolving?.stop()
  sockets?.stop()
})
beforeEach(() => {
  sockets.forget()
  asked = []
})

const connect = (
  integration_type: string,
  address: string,
  credentials: Readonly<Record<string, string>> = { token: "token-of-the-platform" }
) =>
  service.call("POST", "/v3/core/connections", {
    company_id: companyId,
    integration_type,
    credentials,
    settings: { address }
  })
const webhook = (url: string) =>
  service.call("POST", "/v3/core/webhooks", { name: "a", type: "CONNECTION_CHANGED", url })
const rows = (text: string, params: ReadonlyArray<unknown>) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(text, params)))

it(`has ${hosts.length + addresses.length} forms, each once`, () => {
  expect(hosts.length).toBeGreaterThanOrEqual(100)
  expect(new Set([...hosts, ...addresses]).size).toBe(hosts.length + addresses.length)
})

it("counts what is connected to: the watch sees an attempt, and the server inside can be reached", async () => {
  await fetch(`http://127.0.0.1:${port}/`)
  expect(sockets.attempts).toEqual([`127.0.0.1 ${port}`])
  expect(asked).toHaveLength(1)
})

describe("a webhook", () => {
  it("is not saved with such an address, or not delivered to it", async () => {
    const saved: Array<string> = []
    for (const url of [...hosts.map((host) => `https://${host}/`), ...addresses]) {
      const answer = await webhook(url)
      expect([200, 400], `${url}: ${answer.text}`).toContain(answer.status)
      if (answer.status === 400) {
        expect(answer.body.error.field, url).toBe("url")
        continue
      }
      saved.push(url)
      const { id } = answer.body.data
      const sent = await service.call("POST", `/v3/core/webhooks/${id}/test`)
      expect(sent.body.data, url).toMatchObject({ status: "FAILED", response_status: null })
      expect(sent.body.data.error, url).toMatch(/not allowed|not known/)
      await service.call("DELETE", `/v3/core/webhooks/${id}`)
    }
    // Only a name can look harmless.
    expect(saved.filter((url) => !url.includes(".example.com"))).toEqual([])
    expect(saved.length).toBeGreaterThan(5)
    expect(sockets.attempts).toEqual([])
  })

  it("is not delivered to one that came into the database in another way", async () => {
    const urls = [
      ...hosts.map((host) => `https://${host}/`),
      ...hosts.map((host) => `http://${host}:${port}/`),
      ...addresses
    ]
    const ids: Array<string> = []
    for (let index = 0; index < 100; index++) ids.push((await webhook("https://example.com/")).body.data.id)
    for (let from = 0; from < urls.length; from += ids.length) {
      const part = urls.slice(from, from + ids.length)
      await rows(
        `update webhook w set url = u.url from unnest($1::text[], $2::text[]) as u (id, url) where w.id = u.id::uuid`,
        [`{${ids.slice(0, part.length).join(",")}}`, `{${part.map((url) => JSON.stringify(url)).join(",")}}`]
      )
      // Those left over have nothing to be delivered.
      await rows(`update webhook set is_disabled = not (id::text = any($1::text[]))`, [
        `{${ids.slice(0, part.length).join(",")}}`
      ])
      const { body } = await connect("ATTIC", "https://attic.example.com")
      expect(body.data.status).toBe("HEALTHY")
      const outcomes = await Service.until(
        () => rows("select d.attempts, d.error, w.url from delivery d join webhook w on w.id = d.webhook_id", []),
        (found) => found.length === part.length && found.every(({ attempts }) => attempts > 0)
      )
      expect(outcomes.filter(({ error }) => error === null)).toEqual([])
      await rows("delete from delivery", [])
      await rows("delete from connection", [])
    }
    for (const id of ids) await service.call("DELETE", `/v3/core/webhooks/${id}`)
    expect(sockets.attempts).toEqual([])
  })

  it("is not led to one by a redirect", async () => {
    const open = await Service.start({ SVC_ALLOW_PRIVATE_TARGETS: "1" }, { connectors: [cellar] })
    try {
      sockets.expect(Number(new URL(open.url).port))
      const made = await open.call("POST", "/v3/core/webhooks", {
        name: "a",
        type: "CONNECTION_CHANGED",
        url: `http://127.0.0.1:${portOf(platform)}/moved`
      })
      for (const target of [...hosts.map((host) => `http://${encodeURI(host)}:${port}/`), "//127.0.0.1/", "file:///"]) {
        location = target
        const sent = await open.call("POST", `/v3/core/webhooks/${made.body.data.id}/test`)
        expect(sent.body.data, target).toMatchObject({ status: "FAILED", response_status: 302 })
      }
    } finally {
      await open.stop()
    }
    expect(asked.filter((one) => !one.endsWith("POST /moved"))).toEqual([])
    expect(sockets.attempts).toEqual([])
  })
})

describe("a platform", () => {
  it("is not on such an address when a user types it", async () => {
    for (const host of hosts) {
      for (const address of [`http://${host}:${port}`, `https://${host}`]) {
        const answer = await connect("CELLAR", address)
        expect(answer.status, `${address}: ${answer.text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${address}: ${answer.text}`).not.toBe(500)
      }
    }
    for (const address of addresses) {
      const answer = await connect("CELLAR", address)
      expect([200, 500], `${address}: ${answer.text}`).not.toContain(answer.status)
    }
    expect(await rows("select id from connection where integration_type = 'CELLAR'", [])).toEqual([])
    expect(sockets.attempts).toEqual([])
    expect(asked).toEqual([])
  })

  it("is not asked for tokens on such an address", async () => {
    for (const address of [...hosts.flatMap((host) => [`https://${host}`, `http://${host}:${port}`]), ...addresses]) {
      const answer = await connect("GATEHOUSE", address, { client_id: "client", client_secret: "secret-of-the-client" })
      expect(answer.status, `${address}: ${answer.text}`).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${address}: ${answer.text}`).not.toBe(500)
      expect(answer.text).not.toContain("secret-of-the-client")
    }
    expect(sockets.attempts).toEqual([])
    expect(asked).toEqual([])
  })

  it("is not at an address that the operator wrote down for another connector, or for other calls", async () => {
    const written = portOf(platform)
    // Connections to it are kept open, for the calls that they were opened for.
    expect((await connect("ATTIC", "https://attic.example.com")).status).toBe(200)
    asked = []
    const keys = { client_id: "client", client_secret: "secret-of-the-client" }
    for (const address of [
      `http://127.0.0.1:${written}`,
      `http://127.0.0.1:${written}/base`,
      `HTTP://127.1:${written}`,
      `http://localhost:${written}`,
      `http://[::ffff:127.0.0.1]:${written}`
    ]) {
      expect((await connect("CELLAR", address)).status, address).toBeGreaterThanOrEqual(400)
      expect((await connect("GATEHOUSE", address, keys)).status, address).toBeGreaterThanOrEqual(400)
    }
    expect(asked).toEqual([])
    // Its own token service is asked; the platform on the same host is what its user typed.
    expect((await connect("CLOISTER", `http://127.0.0.1:${written}`, keys)).status).toBeGreaterThanOrEqual(400)
    expect(asked).toEqual([expect.stringMatching(/127\.0\.0\.1 POST \/token$/)])
    asked = []
    expect((await connect("ATTIC", "https://attic.example.com")).status).toBe(200)
    expect(asked).toEqual([expect.stringMatching(/127\.0\.0\.1 GET \/check$/)])
  })

  it("is where its name led when the name was checked, however it is bound anew", async () => {
    const answer = await connect("CELLAR", `http://${rebound}:${port}`)
    expect(answer.status, answer.text).toBe(200)
    // The connection is kept open; a new one asks for the name again, which now leads inside.
    inner.closeAllConnections()
    const again = await connect("CELLAR", `http://${rebound}:${port}`)
    expect(again.status, again.text).toBeGreaterThanOrEqual(400)
    expect(resolving.asked(rebound)).toBeGreaterThanOrEqual(2)
    expect(new Set(sockets.attempts)).toEqual(new Set([`127.0.0.2 ${port}`]))
    expect(asked.filter((one) => !one.includes("127.0.0.2"))).toEqual([])
  })

  it("does not lead to one by a redirect", async () => {
    expect((await connect("ATTIC", "https://attic.example.com")).status).toBe(200)
    for (const target of [
      ...hosts.map((host) => `http://${encodeURI(host)}:${port}/`),
      ...hosts.map((host) => `//${encodeURI(host)}/`)
    ]) {
      location = target
      const answer = await service.call("POST", "/passthrough", {
        company_id: companyId,
        integration_type: "ATTIC",
        data: { method: "GET", path: "/moved" }
      })
      expect(answer.body.platform_status, `${target}: ${answer.text}`).toBe(302)
    }
    expect(sockets.attempts).toEqual([])
  })
})

describe("a passthrough", () => {
  it("goes to the platform or nowhere, whatever its path, headers and parameters say", async () => {
    expect((await connect("ATTIC", "https://attic.example.com")).status).toBe(200)
    const ask = (data: object) =>
      service.call("POST", "/passthrough", { company_id: companyId, integration_type: "ATTIC", data })
    const paths = (host: string) => [
      `http://${host}:${port}/`,
      `https://${host}/`,
      `//${host}:${port}/`,
      `/\\${host}/`,
      `\\\\${host}\\`,
      `@${host}:${port}/`,
      `:80@${host}:${port}/`,
      `.${host}/`,
      `/%2f${host}/`,
      `/..//${host}/`,
      `/\r\nHost: ${host}`
    ]
    let sent = 0
    for (const host of hosts) {
      for (const path of paths(host)) {
        const answer = await ask({ method: "GET", path })
        expect(answer.status, `${JSON.stringify(path)}: ${answer.text}`).toBe(400)
        expect(answer.body.error.field).toBe("data.path")
      }
      for (const name of ["Host", "X-Forwarded-Host", "X-Original-URL", "X-Rewrite-URL"]) {
        const refused = await ask({ method: "GET", path: "/x", headers: { [name]: encodeURI(host) } })
        expect([refused.status, refused.body.error?.field], host).toEqual([400, `data.headers.${name}`])
      }
      // What a path, a parameter or a header of the platform's own may hold is the platform's affair.
      const forwarded = await ask({
        method: "GET",
        path: `/proxy/${encodeURIComponent(`http://${host}/`)}`,
        params: { url: `http://${host}:${port}/` },
        headers: { "x-target-host": encodeURI(host), "x-callback-url": `http://${encodeURI(host)}:${port}/` }
      })
      sent += forwarded.body.platform_status === 200 ? 1 : 0
    }
    expect(sent).toBeGreaterThan(hosts.length / 2)
    expect(sockets.attempts).toEqual([])
    expect(asked.every((one) => one.includes("127.0.0.1 GET /proxy/") || one.includes("GET /check"))).toBe(true)
  })
})
