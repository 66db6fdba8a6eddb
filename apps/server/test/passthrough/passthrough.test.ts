/** Raw calls to a platform: what goes there, what comes back, and what never gets out. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

describe("passthrough", () => {
  const tenant = "raw"
  const secret = `sandbox-${tenant}`
  let at: Synced.Synced
  let company: Synced.Connected
  beforeAll(async () => {
    at = await Synced.start()
    company = await at.connected(tenant, { CURRENCIES: {} })
  })
  afterAll(() => at.stop())

  const call = (data: object, more: object = {}) =>
    at.call("POST", "/passthrough", { company_id: company.companyId, data, ...more })
  /** The platform answers the next call with this. */
  const answers = (response: Response) =>
    at.platform.rule(
      ({ path }) => path === "/echo",
      () => response,
      1
    )
  const last = () => at.platform.seen(tenant).at(-1)!

  it("carries every method with its body, its parameters and its headers", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]) {
      const hasBody = method !== "GET" && method !== "HEAD"
      answers(
        new Response(method === "HEAD" ? null : '{"fine":true}', { headers: { "content-type": "application/json" } })
      )
      const answer = await call({
        method,
        path: "/echo",
        headers: { "x-trace": "a b", "accept-language": null },
        params: { q: "a&b=c ü", n: 2, yes: true, none: null },
        ...(hasBody ? { data: { a: [1, "ü"] } } : {})
      })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(answer.body.data, method === "HEAD" ? null : { fine: true })
      assert.strictEqual(answer.body.platform_status, 200)
      const seen = last()
      assert.strictEqual(seen.method, method)
      assert.deepStrictEqual(
        [...seen.query],
        [
          ["q", "a&b=c ü"],
          ["n", "2"],
          ["yes", "true"]
        ]
      )
      assert.strictEqual(seen.headers["x-trace"], "a b")
      assert.notInclude(["null", "undefined"], seen.headers["accept-language"])
      assert.strictEqual(seen.headers.authorization, `Bearer ${secret}`)
      assert.strictEqual(seen.body, hasBody ? '{"a":[1,"ü"]}' : "")
    }
    const lower = await call({ method: "get", path: "/currencies", params: { limit: 1 } })
    assert.strictEqual(lower.body.data.items.length, 1)
    assert.strictEqual((await call({ method: "TRACE", path: "/echo" })).status, 400)
  })

  it.each([
    [{ a: "1 2", b: true, c: null }, "application/x-www-form-urlencoded", "a=1+2&b=true"],
    ["<a>ü</a>", "application/xml", "<a>ü</a>"],
    [[1, null], undefined, "[1,null]"],
    ["text", undefined, '"text"'],
    [false, undefined, "false"]
  ])("sends %j as %s", async (data, type, sent) => {
    answers(Response.json({}))
    const answer = await call({
      method: "POST",
      path: "/echo",
      data,
      ...(type ? { headers: { "Content-Type": type } } : {})
    })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual(last().body, sent)
    assert.include(last().headers["content-type"], type ?? "application/json")
  })

  it("repeats a parameter that is a list, and refuses by name what a call cannot carry", async () => {
    answers(Response.json({}))
    const sent = await call({ method: "GET", path: "/echo", params: { id: ["a", 2, true], one: 1, none: null } })
    assert.strictEqual(sent.status, 200, sent.text)
    assert.strictEqual(String(last().query), "id=a&id=2&id=true&one=1")
    const from = at.platform.seen(tenant).length
    for (const [data, field] of [
      [{ method: "GET", path: "/echo", data: { a: 1 } }, "data.data"],
      [{ method: "head", path: "/echo", data: "" }, "data.data"],
      [{ method: "GET", path: "/echo", params: { a: [["deep"]] } }, "data.params.a"],
      [{ method: "GET", path: "/echo", params: { a: { b: 1 } } }, "data.params.a"],
      [{ method: "GET", path: "/echo", headers: { "x-a": ["1", "2"] } }, "data.headers.x-a"]
    ] as const) {
      const answer = await call(data)
      assert.strictEqual(answer.status, 400, answer.text)
      assert.strictEqual(answer.body.error.field, field)
    }
    assert.strictEqual(at.platform.seen(tenant).length, from)
  })

  it("answers what the platform answers, whatever its status and kind", async () => {
    const cases = [
      [
        new Response('{"error":1}', { status: 418, headers: { "content-type": "application/json" } }),
        { error: 1 },
        "json"
      ],
      [new Response("plain ü", { headers: { "content-type": "text/plain" } }), "plain ü", "text"],
      [new Response("<p>", { status: 503, headers: { "content-type": "text/html" } }), "<p>", "text"],
      [
        new Response(new Uint8Array([0xff, 0xd8, 0x00]), { headers: { "content-type": "image/jpeg" } }),
        "/9gA",
        "base64"
      ],
      [new Response(null, { status: 204 }), null, "json"]
    ] as const
    for (const [response, data, encoding] of cases) {
      const { status } = response
      answers(response)
      const answer = await call({ method: "GET", path: "/echo" })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.body.platform_status, status)
      assert.deepStrictEqual(answer.body.data, data)
      assert.strictEqual(answer.body.encoding, encoding)
      for (const name of ["request_id", "request_timestamp", "response_timestamp"]) assert.isString(answer.body[name])
    }
    const refused = await call({ method: "GET", path: "/nothing" })
    assert.strictEqual(refused.status, 200)
    assert.strictEqual(refused.body.platform_status, 404)
  })

  it("follows no redirect, and shows chosen headers only", async () => {
    const from = at.platform.seen(tenant).length
    answers(
      new Response(null, {
        status: 302,
        headers: {
          location: "http://127.0.0.1:9/elsewhere",
          "set-cookie": "a=b",
          "x-request-id": "r1",
          server: "x",
          etag: "e"
        }
      })
    )
    const { body } = await call({ method: "GET", path: "/echo" })
    assert.strictEqual(body.platform_status, 302)
    assert.strictEqual(body.platform_headers.location, "http://127.0.0.1:9/elsewhere")
    assert.strictEqual(body.platform_headers["x-request-id"], "r1")
    assert.notProperty(body.platform_headers, "set-cookie")
    assert.notProperty(body.platform_headers, "server")
    assert.strictEqual(at.platform.seen(tenant).length, from + 1)
  })

  it.each([
    "currencies",
    "",
    "//evil.example/x",
    "/%2Fevil.example/x",
    "/%252F%252Fevil.example",
    "https://evil.example/x",
    "/../admin",
    "/a/./b",
    "/a/%2e%2e/b",
    "/a/%252e%252e/b",
    "/a/%25252e%25252e/b",
    "/a/..;/b",
    "/a\\..\\b",
    "/a/%5c../b",
    "/a%00b",
    "/a\r\nHost: evil.example",
    "/a%0d%0ab",
    "/a#b",
    "/a?b=c",
    "/a%",
    "@evil.example/"
  ])("refuses the path %j, and sends nothing", async (path) => {
    const from = at.platform.seen(tenant).length
    const answer = await call({ method: "GET", path })
    assert.strictEqual(answer.status, 400, answer.text)
    assert.strictEqual(answer.body.error.field, "data.path")
    assert.strictEqual(at.platform.seen(tenant).length, from)
  })

  it("lets a percent sign pass that the path means", async () => {
    answers(Response.json({}))
    assert.strictEqual((await call({ method: "GET", path: "/echo" })).status, 200)
    const answer = await call({ method: "GET", path: "/items/50%25%20off%20%C3%BC" })
    assert.strictEqual(answer.status, 200, answer.text)
    assert.strictEqual(last().path, "/items/50%25%20off%20%C3%BC")
  })

  it.each([
    "Authorization",
    "host",
    "Cookie",
    "transfer-encoding",
    "Connection",
    "content-length",
    "proxy-authorization",
    "a b"
  ])("refuses the header %s", async (name) => {
    const from = at.platform.seen(tenant).length
    const answer = await call({ method: "GET", path: "/echo", headers: { [name]: "x" } })
    assert.strictEqual(answer.status, 400, answer.text)
    assert.strictEqual(answer.body.error.field, `data.headers.${name}`)
    assert.strictEqual(at.platform.seen(tenant).length, from)
  })

  it("refuses values a header cannot carry, unknown members and a body that is none", async () => {
    const field = async (data: object, more: object = {}) => {
      const answer = await call(data, more)
      assert.strictEqual(answer.status, 400, answer.text)
      return answer.body.error.field
    }
    assert.strictEqual(
      await field({ method: "GET", path: "/echo", headers: { "x-a": "b\r\nc: d" } }),
      "data.headers.x-a"
    )
    assert.strictEqual(await field({ method: "GET", path: "/echo", headers: { "x-a": ["b"] } }), "data.headers.x-a")
    assert.strictEqual(await field({ method: "GET", path: "/echo", params: { a: { b: 1 } } }), "data.params.a")
    assert.strictEqual(await field({ method: "GET", pth: "/echo" }), "data.pth")
    assert.strictEqual(await field({ path: "/echo" }), "data.method")
    assert.strictEqual(await field({ method: "GET", path: "/echo" }, { compny_id: 1 }), "compny_id")
  })

  it("hands on JSON as it came, unless something in it is not for the caller", async () => {
    const json = (text: string, type = "application/json") => new Response(text, { headers: { "content-type": type } })
    const text = '{ "b" : [1.50, 1.5e1,"\\u00fc\\/"],\n"a":{"b":null}, "b":2 }'
    for (const type of ["application/json", "application/octet-stream", "application/vnd.api+json; charset=utf-8"]) {
      answers(json(text, type))
      const answer = await call({ method: "GET", path: "/echo" })
      assert.isTrue(answer.text.startsWith(`{"data":${text},"platform_status":200,`), answer.text)
      assert.strictEqual(answer.body.encoding, "json")
    }
    const escaped = secret.replace("s", "\\u0073")
    for (const [sent, shown] of [
      [`{ "you": "${secret}" }`, { you: "[redacted]" }],
      [`{ "you": "${escaped}" }`, { you: "[redacted]" }],
      ['{ "password": "x" }', { password: "[redacted]" }],
      ["[ 12345678901234567890 ]", ["12345678901234567890"]]
    ] as const) {
      answers(json(sent))
      assert.deepStrictEqual((await call({ method: "GET", path: "/echo" })).body.data, shown)
    }
    // Bytes that are no text come whole, however many.
    const bytes = Buffer.alloc(100_001, 0xfe)
    answers(new Response(bytes, { headers: { "content-type": "image/png" } }))
    const answer = await call({ method: "GET", path: "/echo" })
    assert.strictEqual(answer.body.data, bytes.toString("base64"))
  })

  it("takes nothing that the platform says for a company of ours", async () => {
    const other = await at.connected("named", { CURRENCIES: {} })
    answers(Response.json({ company_id: other.companyId, svc_company_id: other.companyId }))
    const body = { company_id: company.companyId, data: { method: "GET", path: "/echo" } }
    const answer = await at.call("POST", "/passthrough", body, { "idempotency-key": "names-a-company" })
    assert.strictEqual(answer.status, 200, answer.text)
    // With which a key is erased.
    const kept = await at.rows("select company_id, about_company_id from idempotency_key where key = 'names-a-company'")
    assert.deepStrictEqual(kept, [{ company_id: company.companyId, about_company_id: null }])
  })

  it("never shows a credential, wherever the platform echoes it", async () => {
    const encoded = Buffer.from(secret).toString("base64")
    for (const response of [
      () => Response.json({ you: { sent: `Bearer ${secret}` }, [secret]: encoded, authorization: "whatever" }),
      () => new Response(`You sent ${secret}`, { status: 500, headers: { "content-type": "text/plain" } }),
      () => Response.json({}, { headers: { "x-request-id": secret, link: `<http://x/?key=${secret}>; rel=next` } })
    ]) {
      answers(response())
      const answer = await call({ method: "GET", path: "/echo" })
      assert.strictEqual(answer.status, 200)
      assert.notInclude(answer.text, secret)
      assert.notInclude(answer.text, encoded)
      assert.include(answer.text, "[redacted]")
    }
  })

  it("shares the budget of the connection", async () => {
    const own = await at.connected("budget", { CURRENCIES: {} })
    const ask = () =>
      at.call("POST", "/passthrough", { company_id: own.companyId, data: { method: "GET", path: "/currencies" } })
    // Long enough for a sync to begin meanwhile, on a slow machine too.
    at.platform.rule(Sandbox.to("budget", "currencies"), Sandbox.status(429, { "retry-after": "8" }), 1)
    const limited = await ask()
    assert.strictEqual(limited.status, 200)
    assert.strictEqual(limited.body.platform_status, 429)
    const from = at.platform.seen("budget").length
    const next = await ask()
    assert.strictEqual(next.status, 429, next.text)
    assert.strictEqual(next.body.error.code, "rate-limited")
    assert.isAbove(Number(next.headers.get("retry-after")), 0)
    const sync = await at.begin(own)
    await Synced.until(
      () => at.connection(own),
      ({ sync_status }) => sync_status === "PAUSED"
    )
    assert.strictEqual(
      at.platform.seen("budget").length,
      from,
      "nothing goes out while the platform wants to be left alone"
    )
    assert.strictEqual((await at.ended(sync.svc_id)).sync.status, "SUCCESS")
    const shown = await at.connection(own)
    assert.strictEqual(shown.rate_limits.maxLimits.minute, 600)
  })

  it("answers for no company of others, no connection that is gone, and no key without the scope", async () => {
    const ask = { data: { method: "GET", path: "/company" } }
    assert.strictEqual((await at.call("POST", "/passthrough", { company_id: 999_999_999, ...ask })).status, 404)
    const reader = await at.ok("POST", "/v3/core/api_keys", { name: "reader", scopes: ["read", "write"] })
    const secrets = Object.values<unknown>(reader.data).filter((value) => typeof value === "string")
    const key = secrets.toSorted((a, b) => b.length - a.length)[0]!
    const denied = await at.call("POST", "/passthrough", { company_id: company.companyId, ...ask }, { api_key: key })
    assert.strictEqual(denied.status, 403)
    const end = at.platform.rule(
      ({ tenant: name }) => name === tenant,
      () => null
    )
    const gone = await call({ method: "POST", path: "/echo", data: {} })
    assert.strictEqual(gone.body.error.code, "unknown-outcome", gone.text)
    const unread = await call({ method: "GET", path: "/echo" })
    assert.strictEqual(unread.status, 503)
    end()
  })

  it("ends with its connection: at once here, within a second where another process ended it", async () => {
    const other = await at.connected("ended", { CURRENCIES: {} })
    const ask = () =>
      at.call("POST", "/passthrough", { company_id: other.companyId, data: { method: "GET", path: "/company" } })
    const set = (status: string) =>
      at.rows("update connection set status = $1 where id = $2", [status, other.connectionId])
    assert.strictEqual((await ask()).status, 200)
    await set("EXPIRED")
    const since = performance.now()
    for (let asked = since; (await ask()).status === 200; asked = performance.now()) assert.isBelow(asked - since, 1000)
    assert.strictEqual((await ask()).status, 404)
    await set("HEALTHY")
    assert.strictEqual((await ask()).status, 200, "what is there again is found at once")
    await at.ok("POST", `/v3/core/connections/${other.connectionId}/disconnect`)
    assert.strictEqual((await ask()).status, 404)
  })
})
