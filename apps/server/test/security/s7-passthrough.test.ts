/**
 * S7: a raw call stays the call that it says it is. It brings no line, header, host or path of its own making past the
 * platform's base address, an endless answer is cut off, and what comes back holds none of our tokens.
 */
import { Account, Auth, Connector, Models, Setting } from "@svc/core"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

const rest = {
  category: "ACCOUNTING",
  models: Models.models,
  reads: {},
  writes: {},
  settings: {},
  account: Account.untold("a test has one account"),
  check: { path: "/check" }
} as const
const http = { baseUrl: "https://platform.example/base", headers: () => ({ "x-app": "svc" }), limits: { windows: [] } }
const asked = (label: string) => Setting.asked({ label, secret: true })
const connectors = [
  Connector.make({
    ...rest,
    id: "BY_KEY",
    name: "Key",
    auth: Auth.apiKey({
      fields: { key: asked("Key"), user: Setting.asked({ label: "User", secret: false }) },
      headers: ({ key, user }) => ({ "X-Key": key!, "x-user": user! })
    }),
    http
  }),
  Connector.make({
    ...rest,
    id: "BY_QUERY",
    name: "Query",
    auth: Auth.apiKey({ fields: { key: asked("Key") }, query: ({ key }) => ({ key: key! }) }),
    http
  }),
  Connector.make({
    ...rest,
    id: "BY_PASSWORD",
    name: "Password",
    auth: Auth.basic({ fields: { username: Setting.asked({ label: "User" }), password: asked("Password") } }),
    http
  }),
  Connector.make({
    ...rest,
    id: "BY_TOKEN",
    name: "Token",
    auth: Auth.oauth2({
      authorizeUrl: "https://platform.example/authorize",
      tokenUrl: "https://platform.example/token",
      scopes: ["all"],
      clientAuth: "body",
      pkce: true
    }),
    http
  })
]
const credentials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BY_KEY: { key: "canary-key+/ü", user: "shown" },
  BY_QUERY: { key: "canary/query key" },
  BY_PASSWORD: { username: "ada", password: "canary-password" },
  BY_TOKEN: { access_token: "canary-access-token", refresh_token: "canary-refresh-token" }
}

interface Seen {
  readonly method: string
  readonly url: string
  readonly names: ReadonlyArray<string>
  readonly body: string
}

let seen: Array<Seen> = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end("{}")
let platform: Server
let service: Service.Service
let companyId = 0

beforeAll(async () => {
  platform = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += chunk))
    request.on("end", () => {
      const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
      if (request.url !== "/base/check" && !request.url?.startsWith("/base/check?")) {
        seen.push({ method: request.method ?? "", url: request.url ?? "", names, body })
      }
      response.setHeader("content-type", "application/json")
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/base`
  service = await Service.start(Object.fromEntries(connectors.map(({ id }) => [`SVC_${id}_BASE_URL`, base])), {
    connectors
  })
  companyId = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
  for (const [integration_type, given] of Object.entries(credentials)) {
    const made = await service.call("POST", "/v3/core/connections", {
      company_id: companyId,
      integration_type,
      credentials: given
    })
    expect(made.status, made.text).toBe(200)
  }
})
afterAll(async () => {
  await service?.stop()
  platform?.closeAllConnections()
  platform?.close()
})
beforeEach(() => {
  seen = []
  answer = (_, response) => void response.end("{}")
})

const ask = (data: object, integration_type = "BY_KEY") =>
  service.call("POST", "/passthrough", { company_id: companyId, integration_type, data })

describe("what is refused, and not sent", () => {
  const lines = ["\r\n", "\n", "\r", "\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n", "\u0000", "\u2028\r\n"]
  it.each(lines)("a line break in a path, a header or a method: %j", async (line) => {
    for (const data of [
      { method: "GET", path: `/a${line}b` },
      { method: "GET", path: `/a${encodeURIComponent(line)}b` },
      { method: "GET", path: "/a", headers: { "x-a": `1${line}x-b: 2` } },
      { method: "GET", path: "/a", headers: { [`x-a${line}`]: "1" } },
      { method: "GET", path: "/a", headers: { [`x-a: 1${line}x-b`]: "1" } },
      { method: `GET /x HTTP/1.1${line}`, path: "/a" },
      { method: "POST", path: "/a", headers: { "content-type": `text/plain${line}x-b: 2` }, data: "x" }
    ]) {
      const refused = await ask(data)
      expect(refused.status, `${JSON.stringify(data)}: ${refused.text}`).toBe(400)
    }
    expect(seen).toEqual([])
  })
  it("a line break in a parameter is only a parameter", async () => {
    for (const line of ["\r\n", "\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n"]) {
      const sent = await ask({ method: "GET", path: "/a", params: { [`q${line}x`]: `1${line}x-b: 2` } })
      expect(sent.status, sent.text).toBe(200)
    }
    expect(seen.map(({ url }) => url.split("?")[0])).toEqual(["/base/a", "/base/a"])
    expect(seen.flatMap(({ names }) => names.map((name) => name.toLowerCase()))).not.toContain("x-b")
  })

  // RFC 9110, 7.6.1 and what proxies and later documents add to it; framing, routing, and who asks.
  const reserved = [
    "Connection",
    "Proxy-Connection",
    "Keep-Alive",
    "TE",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
    "HTTP2-Settings",
    "Proxy-Authenticate",
    "Proxy-Authorization",
    "Content-Length",
    "Expect",
    "Host",
    "Authorization",
    "Cookie",
    // Another method, address, host or sender than the request's own.
    "X-HTTP-Method-Override",
    "X-HTTP-Method",
    "X-Method-Override",
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "X-Forward-For",
    "True-Client-IP",
    "Client-IP",
    "X-Cluster-Client-IP",
    "WL-Proxy-Client-IP",
    "X-Azure-ClientIP",
    "X-Originating-IP",
    "X-Remote-Addr",
    "X-HTTP-Host-Override",
    "X-Middleware-Subrequest",
    "X-Original-URL",
    "X-Rewrite-URL",
    "Via",
    // What this connector sets itself.
    "X-Key",
    "X-User",
    "X-App"
  ]
  it.each(reserved)("the header %s, in any letters", async (name) => {
    for (const written of [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll("-", "_")]) {
      const refused = await ask({ method: "POST", path: "/a", headers: { [written]: "chunked" }, data: {} })
      expect(refused.status, refused.text).toBe(400)
      expect(refused.body.error.field).toBe(`data.headers.${written}`)
    }
    for (const written of [` ${name}`, `${name} `, `${name}\t`, `${name}:`, `${name}\u00a0`]) {
      expect((await ask({ method: "GET", path: "/a", headers: { [written]: "x" } })).status).toBe(400)
    }
    expect(seen).toEqual([])
  })
  it.each([
    "http://evil.example/",
    "https://evil.example/",
    "HTTP://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example/",
    "\\\\evil.example\\",
    "@evil.example/",
    ":443@evil.example/",
    ".evil.example/",
    "/../admin",
    "/..",
    "/a/../../admin",
    "/./a",
    "/%2e%2e/admin",
    "/%2E%2E%2Fadmin",
    "/.%2e/admin",
    "/%252e%252e/admin",
    "/a/..;x=1/admin",
    "/a/%2e%2e;/admin",
    "/..%5cadmin",
    "/%c0%ae%c0%ae/..",
    "/a?x=1",
    "/a#x"
  ])("the path %j", async (path) => {
    const refused = await ask({ method: "GET", path })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.body.error.field).toBe("data.path")
    expect(seen).toEqual([])
  })
  it("a call goes below the base address, once, with the headers it was given", async () => {
    await ask({ method: "POST", path: "/a/b", headers: { "X-Trace": "1", Accept: "text/csv" }, data: { a: 1 } })
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ method: "POST", url: "/base/a/b", body: '{"a":1}' })
    const names = seen[0]!.names.map((name) => name.toLowerCase())
    expect(names).toContain("x-trace")
    expect(new Set(names).size).toBe(names.length)
  })
})

describe("an answer of 100 MB", () => {
  const size = 100 * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, "x")
  let written = 0
  /** Writes as fast as it is read. */
  const endless = (headers: Readonly<Record<string, string>>) => (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, headers)
    let left = size
    const write = () => {
      while (left > 0) {
        left -= piece.length
        written += piece.length
        if (!response.write(piece)) return void response.once("drain", write)
      }
      response.end()
    }
    write()
  }
  const kinds = {
    "a text with its length": { "content-type": "text/plain", "content-length": String(size) },
    "a text in chunks": { "content-type": "text/plain" },
    "bytes in chunks": { "content-type": "application/octet-stream" },
    "what says it is JSON": { "content-type": "application/json" }
  }
  it.each(Object.entries(kinds))("is cut off, with a clear error: %s", async (_, headers) => {
    written = 0
    answer = endless(headers)
    const read = await ask({ method: "GET", path: "/large" })
    expect(read.body.error, read.text.slice(0, 300)).toMatchObject({ code: "platform-error" })
    expect(read.body.error.message).toContain("larger than 32000000 bytes (SVC_MAX_PLATFORM_ANSWER_BYTES)")
    // The rest was never taken from the platform.
    expect(written).toBeLessThan(45_000_000)
    const wrote = await ask({ method: "POST", path: "/large", data: {} })
    expect(wrote.body.error, wrote.text.slice(0, 300)).toMatchObject({ code: "unknown-outcome" })
    expect(wrote.body.error.message).toContain("larger than 32000000 bytes (SVC_MAX_PLATFORM_ANSWER_BYTES)")
  })
  it("leaves the memory flat, one after the other and four at once", async () => {
    answer = endless(kinds["a text in chunks"])
    // What the first ones make stays: compiled code, buffers of sockets.
    for (let index = 0; index < 3; index++) await ask({ method: "GET", path: "/large" })
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
    try {
      for (let index = 0; index < 8; index++) await ask({ method: "GET", path: "/large" })
      await Promise.all(Array.from({ length: 4 }, () => ask({ method: "GET", path: "/large" })))
    } finally {
      clearInterval(watch)
    }
    const grown = (peak - before) / 1_000_000
    process.stdout.write(`S7: 12 answers of 100 MB, ${grown.toFixed(0)} MB more memory at the peak\n`)
    // Four at once hold four times the limit at most; 12 whole answers would be 1 200 MB.
    expect(grown).toBeLessThan(300)
  })
  it("that hides in compression stays compressed", async () => {
    const bomb = gzipSync(Buffer.alloc(size, 0))
    answer = (_, response) =>
      void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb)
    const read = await ask({ method: "GET", path: "/bomb", headers: { "accept-encoding": "gzip" } })
    expect(read.text.length).toBeLessThan(bomb.length * 3)
  })
})

describe("our tokens", () => {
  const forms = (secret: string): ReadonlyArray<string> => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    JSON.stringify(secret).slice(1, -1)
  ]
  it.each(Object.keys(credentials))("are shown to nobody, wherever the platform repeats them: %s", async (type) => {
    const secrets = Object.entries(credentials[type]!).flatMap(([name, value]) =>
      name === "user" || name === "username" ? [] : [value]
    )
    let echoed = 0
    const echo = (kind: string) => (request: IncomingMessage, response: ServerResponse) => {
      const sent = `${JSON.stringify(request.headers)} ${request.url} ${decodeURIComponent(request.url ?? "")} ${secrets.flatMap(forms).join(" ")}`
      echoed += 1
      const header = encodeURIComponent(secrets[0]!)
      response.setHeader("x-request-id", header)
      response.setHeader("link", `<https://x/?k=${header}>; rel=next`)
      response.setHeader("location", `https://x/?k=${header}`)
      response.setHeader("set-cookie", `k=${header}`)
      response.setHeader("etag", request.headers.authorization ?? header)
      switch (kind) {
        case "json":
          return void response.end(
            JSON.stringify({
              headers: request.headers,
              url: request.url,
              deep: [{ [secrets[0]!]: sent }],
              all: forms(secrets[0]!)
            })
          )
        case "text":
          return void response.writeHead(200, { "content-type": "text/plain" }).end(sent)
        case "html":
          return void response.writeHead(500, { "content-type": "text/html" }).end(`<p>${sent}</p>`)
        case "bytes":
          return void response.writeHead(200, { "content-type": "application/octet-stream" }).end(sent)
        default:
          return void response.writeHead(422).end(JSON.stringify({ message: sent, error: { message: sent } }))
      }
    }
    for (const kind of ["json", "text", "html", "bytes", "fault"]) {
      answer = echo(kind)
      const shown = await ask({ method: "GET", path: "/echo" }, type)
      expect(shown.status, shown.text).toBe(200)
      for (const form of secrets.flatMap(forms)) expect(shown.text, `${kind}: ${form}`).not.toContain(form)
      expect(shown.text, kind).toContain("[redacted]")
      expect(shown.body.platform_headers).not.toHaveProperty("set-cookie")
    }
    expect(echoed).toBe(5)
  })
})
