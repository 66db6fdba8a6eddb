/**
 * How answers travel: compressed as the caller takes them, and not at all where it has them already. Asked for with
 * Node's own client, which shows the bytes as they came; the clients that undo it by themselves are asked too.
 */
import { makeClient } from "@svc/client"
import { once } from "node:events"
import * as Http from "node:http"
import { buffer } from "node:stream/consumers"
import * as zlib from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Encoding from "../../src/http/Encoding.ts"
import * as Service from "../support/Service.ts"
import * as Document from "./Document.ts"

let service: Service.Service
let companyId: number
beforeAll(async () => {
  service = await Service.start()
  companyId = (await Service.connected(service)).companyId
})
afterAll(() => service.stop())

interface Came {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly bytes: Buffer
}
const ask = async (path: string, headers: Http.OutgoingHttpHeaders = {}, method = "GET", body = ""): Promise<Came> => {
  const request = Http.request(`${service.url}${path}`, { method, headers: { api_key: Service.apiKey, ...headers } })
  request.end(body)
  const [answer] = (await once(request, "response")) as [Http.IncomingMessage]
  return { status: answer.statusCode!, headers: answer.headers, bytes: await buffer(answer) }
}
const undo: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  // Node has it from 22.15 on.
  ...("zstdDecompressSync" in zlib ? { zstd: zlib.zstdDecompressSync as (bytes: Buffer) => Buffer } : {})
}
const textOf = ({ bytes, headers }: Came): string =>
  (headers["content-encoding"] === undefined ? bytes : undo[headers["content-encoding"]]!(bytes)).toString()

const list = "/v3/accounting/expenses?limit=20"

describe("a coding", () => {
  const all = ["zstd", "br", "gzip"] as const
  it.each([
    [undefined, null],
    ["", null],
    ["identity", null],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["deflate, compress", null],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["gzip;q=0.2, br;q=0.2, zstd;q=0.3", "zstd"],
    ["br;q=0, *", "zstd"],
    ["*;q=0", null],
    ["gzip;q=0", null],
    ["gzip;q=0.000", null],
    ["gzip ; q=0.5 , identity ; q=0.9", null],
    ["identity;q=0, gzip;q=0.001", "gzip"],
    ["*;q=0.5, identity;q=0.1", "zstd"],
    ["gzip;q=nonsense", null],
    ["gzip;q=7", null],
    ["gzip;level=1;q=0.4", "gzip"],
    [`gzip${",".repeat(2000)}`, null]
  ])("of %s is %s", (accepted, wanted) => {
    expect(Encoding.chosen(accepted, all)).toBe(wanted)
  })
})

describe("an answer", () => {
  it("is the same in every coding, and says which it is in", async () => {
    const plain = await ask(list)
    expect(plain.headers["content-encoding"]).toBeUndefined()
    expect(JSON.parse(textOf(plain)).data).toHaveLength(20)
    for (const coding of Encoding.codings) {
      const one = await ask(list, { "accept-encoding": coding })
      expect(one.headers["content-encoding"]).toBe(coding)
      expect(Number(one.headers["content-length"])).toBe(one.bytes.length)
      expect(one.bytes.length).toBeLessThan(plain.bytes.length / 3)
      expect(textOf(one)).toBe(textOf(plain))
      expect(one.headers["content-type"]).toBe(plain.headers["content-type"])
    }
    expect(Encoding.codings).toEqual(expect.arrayContaining(["br", "gzip"]))
    expect(Encoding.codings.includes("zstd")).toBe("createZstdCompress" in zlib)
  })
  it("that is small, or not wanted so, stays as it is and still says what it depends on", async () => {
    const small = await ask("/v3/core/companies?limit=1", { "accept-encoding": "gzip" })
    expect(small.bytes.length).toBeLessThan(1024)
    expect(small.headers["content-encoding"]).toBeUndefined()
    for (const { headers } of [small, await ask(list), await ask(list, { "accept-encoding": "gzip;q=0" })]) {
      expect(headers["content-encoding"]).toBeUndefined()
      expect(headers.vary?.split(", ")).toEqual(expect.arrayContaining(["accept-encoding"]))
    }
  })
  it("to HEAD has the same head and no body", async () => {
    for (const path of [list, "/openapi.json", "/v3/core/capabilities"]) {
      for (const coding of ["br", "gzip", "identity"]) {
        const [get, head] = [
          await ask(path, { "accept-encoding": coding }),
          await ask(path, { "accept-encoding": coding }, "HEAD")
        ]
        const told = ({ headers, status }: Came) => [
          status,
          ...["content-encoding", "content-length", "content-type", "etag", "vary"].map((name) => headers[name])
        ]
        expect(told(head)).toEqual(told(get))
        expect(head.bytes).toHaveLength(0)
      }
    }
  })
  it("that refuses, or comes from a platform, is compressed too", async () => {
    const refused = await ask(`/v3/accounting/expenses?${"x=1&".repeat(50)}`, { "accept-encoding": "br" })
    expect([refused.status, refused.headers["content-encoding"]]).toEqual([400, "br"])
    expect(JSON.parse(textOf(refused)).error.code).toBe("invalid-params")
    const passed = await ask(
      "/passthrough",
      { "accept-encoding": "gzip", "content-type": "application/json" },
      "POST",
      JSON.stringify({
        company_id: companyId,
        data: { method: "GET", path: "/expenses" }
      })
    )
    expect([passed.status, passed.headers["content-encoding"], passed.headers["etag"]]).toEqual([
      200,
      "gzip",
      undefined
    ])
    expect(JSON.parse(textOf(passed)).platform_status).toBe(200)
  })
  it("is undone by fetch and by the client themselves", async () => {
    const asked: Array<string | null> = []
    const client = makeClient({
      url: service.url,
      apiKey: Service.apiKey,
      fetch: async (...parts) => {
        const answer = await fetch(...parts)
        asked.push(answer.headers.get("content-encoding"))
        return answer
      }
    })
    const { data } = await client.list("EXPENSES", { limit: 20 }).page()
    expect(data).toHaveLength(20)
    expect(asked).toEqual([expect.stringMatching(/^(br|gzip|zstd)$/)])
  })
  it("of the pages that people connect on is never compressed", async () => {
    const made = await service.call("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"] })
    const page = await ask(`/connect/${made.body.data.invite_link_id}`, { "accept-encoding": "br, gzip" })
    expect([page.status, page.headers["content-encoding"]]).toEqual([200, undefined])
    expect(page.bytes.length).toBeGreaterThan(1024)
    // Nor is any answer to a request that brings a cookie.
    const cookied = await ask(list, { "accept-encoding": "br, gzip", cookie: "any=thing" })
    expect([cookied.status, cookied.headers["content-encoding"]]).toEqual([200, undefined])
  })
  it("takes its turn while it is compressed, and keeps the process answering", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask("/v3/core/capabilities", { "accept-encoding": "br" }))
    )
    expect(new Set(answers.map((answer) => textOf(answer))).size).toBe(1)
  })
})

describe("a tag", () => {
  it("is on every answer that may be kept: asked again with it, nothing is sent", async () => {
    const { operations } = await Document.read(service)
    const { body } = await service.call("GET", "/v3/accounting/expenses?limit=1")
    let tagged = 0
    for (const { method, path } of operations) {
      // A connection counts what it asks of its platform, and is another one whenever it does.
      if (method !== "GET" || path.startsWith("/v3/core/connections")) continue
      // A stream does not end by itself.
      if (path === "/v3/core/changes") continue
      const address = path.replace("{svc_id}", path.startsWith("/v3/accounting/expenses") ? body.data[0].svc_id : "1")
      let first = await ask(address)
      if (first.status !== 200 || first.headers.etag === undefined) continue
      let again = await ask(address, { "if-none-match": first.headers.etag })
      // What moves by itself, such as when a process said last that it lives, may be another one by then; not each time.
      for (let turn = 0; again.status === 200 && turn < 5; turn++) {
        first = await ask(address)
        again = await ask(address, { "if-none-match": first.headers.etag })
      }
      const { etag } = first.headers
      expect([path, etag, first.headers["cache-control"]]).toEqual([
        path,
        expect.stringMatching(/^W\/"[\w-]{22}"$/),
        "private, no-cache"
      ])
      expect(first.headers.vary?.split(", ")).toEqual(expect.arrayContaining(["accept-encoding", "api_key"]))
      expect([path, again.status, again.bytes.length, again.headers.etag]).toEqual([path, 304, 0, etag])
      expect(again.headers["content-length"]).toBeUndefined()
      tagged++
      expect(again.headers.vary).toBe(first.headers.vary)
      expect(again.headers["cache-control"]).toBe(first.headers["cache-control"])
    }
    expect(tagged).toBeGreaterThan(45)
  })
  it("is the same in every coding, and among others", async () => {
    const { etag } = (await ask(list)).headers
    for (const coding of Encoding.codings) {
      expect((await ask(list, { "accept-encoding": coding })).headers.etag).toBe(etag)
    }
    const strong = etag!.replace("W/", "")
    for (const names of [`"other", ${etag}`, `${strong}`, `${etag},"other"`, "*"]) {
      expect([names, (await ask(list, { "if-none-match": names })).status]).toEqual([names, 304])
    }
    for (const names of ['"other"', strong.slice(1, -1), `W/"x${strong.slice(2)}`, ",".repeat(20_000)]) {
      expect([names, (await ask(list, { "if-none-match": names })).status]).toEqual([names, 200])
    }
    expect((await ask(list, { "if-none-match": etag }, "HEAD")).status).toBe(304)
  })
  it("is another one to another key, which it is made by, and the same to the same", async () => {
    const made = await service.call("POST", "/v3/core/api_keys", { name: "other", scopes: ["read"] })
    const other = { api_key: made.body.data.secret as string }
    const answers = [await ask(list), await ask(list), await ask(list, other), await ask(list, other)]
    expect(new Set(answers.map((answer) => textOf(answer))).size).toBe(1)
    const [ours, again, theirs, theirsAgain] = answers.map(({ headers }) => headers.etag)
    expect([again, theirsAgain]).toEqual([ours, theirs])
    expect(theirs).not.toBe(ours)
  })
  it("is another one when the list, its shape or its caller's sight of it is another", async () => {
    const tag = async (path: string, headers = {}) => (await ask(path, headers)).headers.etag
    const tags = [
      await tag(list),
      await tag(`${list}&fields=svc_id`),
      await tag(`${list}&sort[svc_id]=DESC`),
      await tag("/v3/core/companies")
    ]
    await service.call("POST", "/v3/core/companies", { name: "Another" })
    tags.push(await tag("/v3/core/companies"))
    expect(new Set(tags).size).toBe(tags.length)
    const refused = await ask(list, { api_key: "svc_of_somebody_else_0000", "if-none-match": "*" })
    expect([refused.status, refused.headers.etag]).toEqual([401, undefined])
  })
  it("is not on what opens something, nor on what is another one each time, nor on a refusal", async () => {
    for (const path of ["/v3/core/invite_links", "/v3/core/webhooks", "/v3/core/integrations"]) {
      const answer = await ask(path, { "if-none-match": "*" })
      expect([path, answer.status, answer.headers.etag, answer.headers["cache-control"]]).toEqual([
        path,
        200,
        undefined,
        "no-store"
      ])
    }
    const missing = await ask("/v3/accounting/expenses/1", { "if-none-match": "*" })
    expect([missing.status, missing.headers.etag, missing.headers["cache-control"]]).toEqual([
      404,
      undefined,
      "no-store"
    ])
  })
  it("of a document is another one in each coding, and any of them is known again", async () => {
    const tags: Array<string> = []
    for (const coding of [...Encoding.codings, "identity"]) {
      const answer = await ask("/openapi.json", { "accept-encoding": coding })
      expect(answer.headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding)
      expect(JSON.parse(textOf(answer)).openapi).toBe("3.1.0")
      tags.push(answer.headers.etag!)
    }
    expect(new Set(tags).size).toBe(tags.length)
    for (const etag of tags) {
      expect(etag).not.toMatch(/^W\//)
      expect((await ask("/openapi.json", { "if-none-match": etag })).status).toBe(304)
      expect((await ask("/openapi.json", { "accept-encoding": "br", "if-none-match": `W/${etag}` })).status).toBe(304)
    }
  })
})
