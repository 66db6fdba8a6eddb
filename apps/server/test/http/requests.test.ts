/** What every request is held against before anything else, and how its faults are answered. */
import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"
import * as Seed from "./Seed.ts"
import * as S from "./Shape.ts"

let service: Service.Service
const keys: Record<string, string> = {}

beforeAll(async () => {
  service = await Service.start({ SVC_MAX_BODY_BYTES: "100000", SVC_MAX_MANAGEMENT_BODY_BYTES: "100000" })
  for (const scope of ["read", "write", "passthrough", "admin"]) {
    const { body } = await service.call("POST", "/v3/core/api_keys", { name: scope, scopes: [scope] })
    keys[scope] = body.data.secret
  }
})
afterAll(() => service.stop())

/** Asks for a refusal, and holds its body against the one error envelope. */
const refused = (answer: Service.Answer, status: number, code: string, field: string | null = null) => {
  expect(S.problemsOf(answer.body, Seed.error), answer.text).toEqual([])
  expect({ status: answer.status, code: answer.body.error.code, field: answer.body.error.field }).toEqual({
    status,
    code,
    field
  })
  expect(answer.headers.get("request-id")).toBe(answer.body.request_id)
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
  return answer.body.error as { message: string; details: ReadonlyArray<{ field: string | null; message: string }> }
}
const post = (body: unknown, headers?: Record<string, string>) =>
  service.call("POST", "/v3/core/companies", body, headers)

describe("api_key", () => {
  it("is asked for, and must be known", async () => {
    refused(await service.call("GET", "/v3/core/companies", undefined, { api_key: "" }), 401, "unauthenticated")
    refused(await service.call("GET", "/v3/core/companies", undefined, { api_key: "nope" }), 401, "unauthenticated")
    refused(
      await service.call("GET", `/v3/core/companies?api_key=${Service.apiKey}`, undefined, { api_key: "" }),
      401,
      "unauthenticated"
    )
  })
  it("is asked for before the body is looked at", async () => {
    refused(await post("{", { api_key: "nope" }), 401, "unauthenticated")
    refused(await post("x".repeat(200_000), { api_key: "nope" }), 401, "unauthenticated")
  })
  it.each([
    ["GET", "/v3/accounting/expenses", "read"],
    ["GET", "/v3/core/webhooks", "read"],
    ["GET", "/v3/core/api_keys", "admin"],
    ["POST", "/accounting/contacts", "write"],
    ["PUT", "/v3/accounting/invoices", "write"],
    ["POST", "/v3/core/syncs", "write"],
    ["POST", "/passthrough", "passthrough"],
    ["POST", "/v3/core/companies", "admin"],
    ["DELETE", "/v3/core/companies/1", "admin"],
    ["PUT", "/integrations/1", "admin"],
    ["POST", "/v3/core/invite_links", "admin"],
    ["POST", "/v3/core/connections", "admin"],
    ["POST", "/v3/core/webhooks", "admin"],
    ["POST", "/v3/core/deliveries/x/retry", "admin"],
    ["POST", "/v3/core/api_keys", "admin"]
  ])("%s %s takes the scope %s and no other", async (method, path, wanted) => {
    for (const [scope, key] of Object.entries(keys)) {
      const answer = await service.call(method, path, method === "GET" ? undefined : {}, { api_key: key })
      if (scope === wanted) expect(answer.status).not.toBe(403)
      else refused(answer, 403, "operation-denied")
    }
  })
})

describe("request-id", () => {
  it("is the caller's own when it is a sane token", async () => {
    const own = await service.call("GET", "/healthz", undefined, { "request-id": "order-17.a:b_c" })
    expect(own.headers.get("request-id")).toBe("order-17.a:b_c")
    for (const bad of ["has space", "x".repeat(200), "a/b", '"']) {
      const answer = await service.call("GET", "/healthz", undefined, { "request-id": bad })
      expect(answer.headers.get("request-id")).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe("addresses and methods", () => {
  it.each([
    ["GET", "/nothing/here"],
    ["GET", "/v3/core/companies/1/2/3"],
    ["GET", "/v3/core/companies/%E0%A4%A"],
    ["GET", `/${"a/".repeat(2000)}`],
    ["OPTIONS", "/v3/core/nothing"]
  ])("%s %s is not there", async (method, path) => {
    const answer = await service.call(method, path)
    expect([400, 404]).toContain(answer.status)
    expect(S.problemsOf(answer.body, Seed.error)).toEqual([])
  })
  it("says which methods an address takes", async () => {
    const { message } = refused(await service.call("POST", "/v3/core/companies/1", {}), 405, "method-not-allowed")
    expect(message).toContain("DELETE, GET, HEAD, OPTIONS, PATCH, PUT")
  })
  it("refuses an address longer than 16 KiB", async () => {
    refused(await service.call("GET", `/v3/core/companies?next=${"x".repeat(17_000)}`), 413, "payload-too-large")
  })
  it("answers HEAD like GET, without the body", async () => {
    const answer = await service.call("HEAD", "/v3/core/companies")
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: "" })
  })
  it("lets no other origin read along", async () => {
    const answer = await service.call("GET", "/v3/core/companies", undefined, { origin: "https://evil.example" })
    expect(answer.headers.get("access-control-allow-origin")).toBeNull()
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(answer.headers.get("cache-control")).toBe("private, no-cache")
    expect(answer.headers.get("vary")).toContain("api_key")
    const opening = await service.call("GET", "/v3/core/invite_links")
    expect(opening.headers.get("cache-control")).toBe("no-store")
  })
})

describe("bodies", () => {
  it("are JSON", async () => {
    refused(
      await post("name=x", { "content-type": "application/x-www-form-urlencoded" }),
      415,
      "unsupported-media-type"
    )
    refused(await post("{}", { "content-type": "application/json; charset=utf-16" }), 415, "unsupported-media-type")
    expect((await post('{"name":"a"}', { "content-type": "application/json; charset=UTF-8" })).status).toBe(200)
    for (const text of ["{", '{"name":', "{'name':1}", '{"a":1}x', "[", "nul", "\u0000", '{"a":01}']) {
      refused(await post(text), 400, "invalid-params")
    }
    refused(await post(""), 400, "invalid-params")
    refused(await post("[]"), 400, "invalid-params")
    refused(await post("null"), 400, "invalid-params")
    expect((await post('\ufeff{"name":"with a byte order mark"}')).status).toBe(200)
  })
  it("name no member twice", async () => {
    for (const [text, field] of [
      ['{"name":"a","name":"b"}', "name"],
      ['{"name":"a", "n\\u0061me" : "a"}', "name"],
      ['{"name":"a","x":[{"b":":"},{"c":[1,{"d":"\\"","e":{},"d":null}]}]}', "x[1].c[1].d"]
    ] as const) {
      refused(await post(text), 400, "invalid-params", field)
    }
    expect((await post('{"name":"name\\":name"}')).status).toBe(200)
  })
  it("name no member twice, whatever their texts hold and however long they are", async () => {
    const long = "x".repeat(300)
    const pieces = ['"', "\\", '":', "{", ",", long, `${long}\\`, `${long}"`, "\\".repeat(301)]
    for (const first of pieces) {
      for (const second of pieces) {
        const text = JSON.stringify(`${long}${first}${second}`)
        const found = await post(`{"name":"a","metadata":{"text":${text},"b":1,"b":2}}`)
        refused(found, 400, "invalid-params", "metadata.b")
        // Companies have none: that is all that is wrong with this one.
        refused(await post(`{"name":"a","metadata":{"text":${text},"b":1}}`), 400, "invalid-params", "metadata")
      }
    }
  })
  it("are UTF-8", async () => {
    const response = await fetch(`${service.url}/v3/core/companies`, {
      method: "POST",
      headers: { api_key: Service.apiKey, "content-type": "application/json" },
      body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    })
    expect(response.status).toBe(400)
  })
  it("are not larger than the limit, announced or not", async () => {
    refused(await post({ name: "x".repeat(150_000) }), 413, "payload-too-large")
    const chunked = new ReadableStream({
      start: (controller) => {
        for (let index = 0; index < 20; index++) controller.enqueue(new TextEncoder().encode("x".repeat(10_000)))
        controller.close()
      }
    })
    const response = await fetch(`${service.url}/v3/core/companies`, {
      method: "POST",
      headers: { api_key: Service.apiKey, "content-type": "application/json" },
      body: chunked,
      duplex: "half"
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(S.problemsOf(await response.json(), Seed.error)).toEqual([])
  })
  it("are read the same however they arrive: short or long, announced or in chunks", async () => {
    for (const padding of [0, 80_000]) {
      const text = (name: string) => `{"name":${JSON.stringify(name)}${" ".repeat(padding)}}`
      for (const [name, body] of [
        [`announced ${padding}`, text(`announced ${padding}`)],
        [`in chunks ${padding}`, new Blob([text(`in chunks ${padding}`)]).stream()]
      ] as const) {
        const response = await fetch(`${service.url}/v3/core/companies`, {
          method: "POST",
          headers: { api_key: Service.apiKey, "content-type": "application/json" },
          body,
          duplex: "half"
        } as RequestInit)
        const answer = await response.text()
        expect(response.status, `${name}: ${answer}`).toBe(200)
        expect(JSON.parse(answer).data.name).toBe(name)
      }
    }
  })
  it("have every fault named, with the nearest name", async () => {
    const { details } = refused(await post({ nam: "x", partner_id: 5 }), 400, "invalid-params", "nam")
    expect(details).toEqual([
      { code: "invalid-params", field: "nam", message: 'Unknown member "nam"; did you mean "name"?' },
      { code: "missing-params", field: "name", message: '"name" is required.' },
      { code: "invalid-params", field: "partner_id", message: '"partner_id" must be a text or null.' }
    ])
  })
  it("have places as the wire writes them", async () => {
    const answer = await service.call("POST", "/v3/core/invite_links", {
      integration_categories: ["ACCOUNTING", "BOOKS"],
      sync_config: [{ data_model: "EXPENSES" }, { data_model: "EXPENSE", interval: "x" }]
    })
    expect(answer.body.error.details.map((one: any) => one.field)).toEqual([
      "integration_categories[1]",
      "sync_config[1].data_model",
      "sync_config[1].interval"
    ])
  })
  it("carry no text that cannot be stored", async () => {
    for (const bad of ["\\u0000", "\\ud800", "x\\udc00y"]) {
      const { details } = refused(await post(`{"name":"${bad}","a":[{"b${bad}":1}]}`), 400, "invalid-params", "name")
      expect(details.map(({ field }) => field)).toEqual(["name", "a[0]"])
    }
    expect((await post('{"name":"\\ud83d\\ude00"}')).body.data.name).toBe("😀")
  })
  it("carry no number that would change without a word", async () => {
    for (const bad of [
      "9007199254740993",
      "-9007199254740993",
      "1e400",
      "5e-325",
      "123456789012345678901.5",
      "123456789012.1234567891",
      "0.1234567890123456789"
    ]) {
      const { details } = refused(await post(`{"name":"x","a":{"b":[0,${bad}]}}`), 400, "invalid-params", "a.b[1]")
      expect(details).toHaveLength(1)
    }
    // These are exact, so only the unknown member is at fault.
    for (const good of [
      "9007199254740992",
      "1e21",
      "0.1",
      "1.10",
      "-0",
      "12345678901234567000",
      "1234.1234567891",
      "1e308",
      "5e-324",
      "0.30000000000000004"
    ]) {
      expect(refused(await post(`{"name":"x","a":${good}}`), 400, "invalid-params", "a").details).toHaveLength(1)
    }
  })
  it("are not nested without end", async () => {
    for (const depth of [65, 5000]) {
      refused(
        await post(`{"name":${"[".repeat(depth)}${"]".repeat(depth)}}`),
        400,
        "invalid-params",
        expect.anything() as never
      )
    }
  })
  it("keep names that mean something to JavaScript harmless", async () => {
    refused(await post('{"name":"x","__proto__":{"admin":true}}'), 400, "invalid-params", "__proto__")
    refused(await post('{"name":"x","constructor":{"prototype":{"admin":true}}}'), 400, "invalid-params", "constructor")
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe("queries", () => {
  it("have every unknown parameter named, with the nearest name", async () => {
    const management = refused(
      await service.call("GET", "/v3/core/companies?limt=5&page=2"),
      400,
      "invalid-params",
      "limt"
    )
    expect(management.details.map(({ message }) => message)).toEqual([
      '"limt" is not a parameter here; did you mean "limit"?',
      '"page" is not a parameter here.'
    ])
    const records = refused(
      await service.call(
        "GET",
        "/v3/accounting/expenses?expnd=contact&total_amout[gte]=1&total_amount[ge]=1&sort[memo]=UP"
      ),
      400,
      "invalid-params",
      "expnd"
    )
    expect(records.details).toHaveLength(4)
    refused(await service.call("GET", "/v3/core/companies/1?limit=5"), 400, "invalid-params", "limit")
    refused(await service.call("GET", "/v3/core/companies/1"), 404, "not-found", "id")
  })
  it.each([
    "limit=0",
    "limit=1001",
    "limit=x",
    "limit=1.5",
    "limit=&limit=0",
    "limit=1&limit=2",
    "next=%00",
    "next=%ff",
    "next=abc",
    "prev=e30"
  ])("refuse %s", async (query) => {
    for (const path of ["/v3/core/companies", "/v3/accounting/expenses", "/v3/core/webhooks"]) {
      const answer = await service.call("GET", `${path}?${query}`)
      expect(S.problemsOf(answer.body, Seed.error)).toEqual([])
      expect(answer.status, `${path} ${answer.text}`).toBe(400)
    }
  })
  it.each(["limit=", "limit", "next=&prev=", "limit=&return_count="])("have %s left out", async (query) => {
    for (const path of ["/v3/core/companies", "/v3/accounting/expenses", "/v3/core/webhooks"]) {
      const answer = await service.call("GET", `${path}?${query}`)
      expect(answer.status, `${path} ${answer.text}`).toBe(200)
      const { data, next, prev, total_count } = (await service.call("GET", path)).body
      expect(answer.body, path).toMatchObject({ data, next, prev, total_count })
    }
  })
})

describe("what is no HTTP", () => {
  const raw = async (text: string): Promise<{ readonly status: string; readonly body: any }> => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    let answer = ""
    socket.on("data", (chunk) => (answer += chunk.toString()))
    socket.write(text)
    await once(socket, "end")
    const [head = "", body = ""] = answer.split("\r\n\r\n")
    return { status: head.split("\r\n")[0]!, body: JSON.parse(body) }
  }
  it("is answered with the envelope all the same", async () => {
    const { body, status } = await raw("HELLO\r\n\r\n")
    expect(status).toBe("HTTP/1.1 400 Bad Request")
    expect(S.problemsOf(body, Seed.error)).toEqual([])
  })
  it("so are headers without end", async () => {
    const { body, status } = await raw(`GET /${"x".repeat(262_200)} HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(status).toBe("HTTP/1.1 413 Payload Too Large")
    expect(body.error.code).toBe("payload-too-large")
  })
})

describe("pages", () => {
  it("show the document, with a policy that fits", async () => {
    const page = await service.call("GET", "/docs", undefined, { api_key: "" })
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toMatch(/^text\/html/)
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'sha256-[^;]+'; style-src/)
    expect(page.text).not.toMatch(/<script[^>]+src=/)
  })
  it("tell whether the service lives and is ready", async () => {
    expect((await service.call("GET", "/healthz", undefined, { api_key: "" })).body).toEqual({ status: "ok" })
    expect((await service.call("GET", "/readyz", undefined, { api_key: "" })).body).toEqual({ status: "ready" })
  })

  it.each(["companies", "connections", "syncs", "api_keys", "audit_events", "integrations"])(
    "refuse the cursor of a list with other ids: %s",
    async (list) => {
      const foreign = Buffer.from(JSON.stringify([1, "whk_someone"])).toString("base64url")
      refused(await service.call("GET", `/v3/core/${list}?next=${foreign}`), 400, "invalid-params", "next")
      refused(await service.call("GET", `/v3/core/${list}?prev=${foreign}`), 400, "invalid-params", "prev")
    }
  )
})
