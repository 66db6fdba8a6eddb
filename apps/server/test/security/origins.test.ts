/** Web pages of other origins: those that the operator named may call the interface, letter for letter, and no others. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Config from "../../src/Config.ts"
import * as Document from "../http/Document.ts"
import * as Service from "../support/Service.ts"

const named = ["https://app.example.com", "http://localhost:3000"]
let service: Service.Service
beforeAll(async () => {
  service = await Service.start({ SVC_CORS_ORIGINS: named.join(", ") })
})
afterAll(() => service.stop())

const from = (origin: string, method = "GET", path = "/v3/core/companies", headers = {}) =>
  service.call(method, path, undefined, { origin, ...headers })
const told = ({ headers }: Service.Answer) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control-")).toSorted()
const preflight = { "access-control-request-method": "GET", "access-control-request-headers": "api_key" }

describe("an origin that was named", () => {
  it("may read every answer, refusals too, and what stands in their heads", async () => {
    for (const origin of named) {
      for (const [path, headers] of [
        ["/v3/core/companies", {}],
        ["/openapi.json", {}],
        ["/v3/core/companies?limt=1", {}],
        ["/v3/nothing", {}],
        ["/v3/core/companies", { api_key: "svc_of_somebody_else_0000" }]
      ] as const) {
        const answer = await from(origin, "GET", path, headers)
        expect([path, answer.headers.get("access-control-allow-origin")]).toEqual([path, origin])
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull()
        expect(answer.headers.get("vary")?.split(", ")).toContain("origin")
        const shown = answer.headers.get("access-control-expose-headers")!.split(", ")
        expect(shown).toEqual(
          expect.arrayContaining(["request-id", "ratelimit", "etag", "retry-after", "idempotent-replayed"])
        )
      }
    }
  })
  it("is told before it calls what it may send, on every operation", async () => {
    const { operations } = await Document.read(service)
    for (const [path, own] of Map.groupBy(operations, ({ path }) => path)) {
      if (path.startsWith("/v3/core/inbound/")) continue
      const answer = await from(named[0]!, "OPTIONS", path.replaceAll(/\{\w+\}/g, "1"), {
        ...preflight,
        api_key: ""
      })
      expect([path, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([path, 204, named[0]])
      const methods = answer.headers.get("access-control-allow-methods")!.split(", ")
      expect([path, methods]).toEqual([path, expect.arrayContaining(own.map(({ method }) => method))])
      expect(methods).not.toContain("OPTIONS")
      expect(answer.headers.get("allow")).toContain("OPTIONS")
      const headers = answer.headers.get("access-control-allow-headers")!.split(", ")
      expect(headers).toEqual(expect.arrayContaining(["api_key", "content-type", "idempotency-key", "if-none-match"]))
      expect(Number(answer.headers.get("access-control-max-age"))).toBeGreaterThan(0)
    }
  })
  it("is told nothing of what is for people, platforms and operators", async () => {
    for (const path of ["/healthz", "/readyz", "/docs", "/connect/abc", "/v3/core/inbound/SANDBOX/abc"]) {
      for (const [method, headers] of [
        ["GET", {}],
        ["OPTIONS", preflight]
      ] as const) {
        expect([path, method, told(await from(named[0]!, method, path, headers))]).toEqual([path, method, []])
      }
    }
  })
})

describe("any other", () => {
  it.each([
    "null",
    "*",
    "https://evil.example",
    "http://app.example.com",
    "https://app.example.com:443",
    "https://app.example.com:8443",
    "https://app.example.com/",
    "https://app.example.com.evil.example",
    "https://evil-app.example.com",
    "https://sub.app.example.com",
    "https://app.example.co",
    "https://app.example.comm",
    "https://appXexample.com",
    "https://APP.example.com",
    "HTTPS://app.example.com",
    "https://app.example.com@evil.example",
    "https://evil.example#https://app.example.com",
    "https://app.example.com, https://evil.example",
    "https://app.example.com https://evil.example",
    "http://localhost",
    "http://localhost:30000",
    "http://127.0.0.1:3000",
    "https://localhost:3000",
    "file://",
    "https://app.example.com.",
    "constructor",
    "__proto__"
  ])("is told nothing: %s", async (origin) => {
    for (const [method, headers] of [
      ["GET", {}],
      ["OPTIONS", preflight]
    ] as const) {
      const answer = await from(origin, method, "/v3/core/companies", headers)
      expect([method, answer.status, told(answer)]).toEqual([method, method === "GET" ? 200 : 204, []])
      expect(answer.headers.get("vary")?.split(", ")).toContain("origin")
    }
  })
  it("is told nothing, nor is one that sends none, and OPTIONS says what is taken all the same", async () => {
    const plain = await service.call("OPTIONS", "/v3/core/companies", undefined, preflight)
    expect([plain.status, plain.headers.get("allow"), told(plain)]).toEqual([204, "GET, HEAD, OPTIONS, POST", []])
    // A page that does not ask before it calls is one of ours, or no page.
    const unasked = await from(named[0]!, "OPTIONS")
    expect(unasked.headers.get("access-control-allow-methods")).toBeNull()
  })
})

it("is named as browsers send it, or the service does not start", () => {
  const faultsOf = (origins: string) => Config.read({ SVC_CORS_ORIGINS: origins }, []).faults
  expect(faultsOf("https://app.example.com,http://localhost:3000")).toEqual([])
  for (const origins of [
    "*",
    "null",
    "app.example.com",
    "https://app.example.com/",
    "https://app.example.com/path",
    "https://APP.example.com",
    "https://app.example.com:443",
    "https://user@app.example.com",
    "https://*.example.com",
    "file:///etc",
    "https://a.example,,https://b.example"
  ]) {
    expect([origins, faultsOf(origins)]).toEqual([
      origins,
      [expect.stringContaining("SVC_CORS_ORIGINS must be origins")]
    ])
  }
})
