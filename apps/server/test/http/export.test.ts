/** Exports: the records of a list as lines, whole or cut, sent while they are made; and what they hold up, which is nobody. */
import { isSvcError, makeClient } from "@svc/client"
import * as InEffect from "@svc/client/effect"
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { once } from "node:events"
import * as Http from "node:http"
import { text } from "node:stream/consumers"
import * as zlib from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Config from "../../src/Config.ts"
import { Room } from "../../src/http/Room.ts"
import * as Streamed from "../../src/http/Streamed.ts"
import * as Service from "../support/Service.ts"
import * as Stored from "../support/Stored.ts"
import * as Document from "./Document.ts"

let service: Service.Service
let stored: Stored.Target
/** Enough for several pieces, and for more than sockets hold. */
const many = 5500
beforeAll(async () => {
  service = await Service.start()
  await Service.connected(service)
  stored = await service.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [organisation] = yield* sql<{ id: number }>`
        select value::bigint as id from svc_meta where name = 'default_organisation'`
      const target = yield* Stored.connect({ organisationId: organisation!.id })
      yield* sql.unsafe(
        `insert into record (svc_id, data_model, organisation_id, company_id, connection_id, parent_id, platform_id, source,
           hash, body, raw, created_at, updated_at)
         select nextval('svc_id'), 'ITEMS', $1::bigint, $2::bigint, $3::bigint, 0, 'many-' || i, 'default', repeat('0', 64),
           json_build_object('svc_id', currval('svc_id'), 'platform_id', 'many-' || i, 'name', 'Item ' || i,
             'description', repeat('x', 900)), 
           (E'{\\n  "Name": "a\\\\nb"\\r\\n, "Filler": "' || f.text || '"}')::json, now(), now()
         from generate_series(1, ${many}) i,
           (select string_agg(md5(n::text), '') as text from generate_series(1, 125) n) f`,
        [target.organisationId, target.companyId, target.connectionId]
      )
      return target
    })
  )
})
afterAll(() => service.stop())

const open = async (path: string, headers: Http.OutgoingHttpHeaders = {}, method = "GET") => {
  const request = Http.request(`${service.url}${path}`, { method, headers: { api_key: Service.apiKey, ...headers } })
  request.on("error", () => {})
  request.end()
  const [answer] = (await once(request, "response")) as [Http.IncomingMessage]
  return { answer, request }
}
const linesOf = (body: string): ReadonlyArray<any> => {
  if (body !== "") expect(body.endsWith("\n")).toBe(true)
  return body
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}
const exported = async (path: string) => linesOf(await text((await open(path)).answer))
/** The records of the list that an export stands for, page by page. */
const listed = async (path: string) => {
  const all: Array<any> = []
  for (let next: string | null = ""; next !== null;) {
    const { body } = await service.call("GET", `${path}&limit=1000${next === "" ? "" : `&next=${next}`}`)
    all.push(...body.data)
    next = body.next
  }
  return all
}
const held = () => service.run(Effect.map(Effect.serviceOption(Room), (room) => (room as any).value.exports.held()))

const items = "/v3/accounting/items"
const expenses = "/v3/accounting/expenses"
/** Of some 20 MB: what the sockets between take of it is not all. */
const large = () => `${items}/export?${mine()}&select=raw_data`
const mine = () => `svc_company_id[eq]=${stored.companyId}`

describe("the memory of an export", () => {
  const sent = (coding?: string) => {
    const response = { writableLength: 0, getHeader: () => coding }
    const freed: Array<string> = []
    const sending = Streamed.sendingTo(response)
    const write = (name: string, sizes: ReadonlyArray<number>) => {
      const bytes = sizes.map((size) => new Uint8Array(size))
      for (const { length } of sending.each({ bytes, free: () => freed.push(name) })) response.writableLength += length
    }
    const taken = (left: number) => {
      response.writableLength = left
      sending.settle()
      return [...freed]
    }
    return { write, taken }
  }
  it("is used again when the system has taken what is in it, and not before", () => {
    const { taken, write } = sent()
    write("first", [100, 50])
    write("second", [100])
    expect([taken(250), taken(101), taken(100), taken(1), taken(0)]).toEqual([
      [],
      [],
      ["first"],
      ["first"],
      ["first", "second"]
    ])
    write("third", [10])
    expect([taken(10), taken(0)]).toEqual([
      ["first", "second"],
      ["first", "second", "third"]
    ])
  })
  it("is not used again where a compressor may still hold it", () => {
    const { taken, write } = sent("gzip")
    write("first", [100])
    expect(taken(0)).toEqual([])
  })
})

describe("an export", () => {
  it("has the records of the list, in the order of svc_id, whatever is asked of them", async () => {
    for (const [path, query] of [
      [items, mine()],
      [items, `${mine()}&name[ends_with]=7`],
      [items, `${mine()}&svc_updated_at[gte]=2020-01-01&fields=svc_id,name`],
      [items, `${mine()}&fields=name&name[in]=Item 3,Item 5400`],
      [items, `${mine()}&name[eq]=nothing`],
      [expenses, "expand=contact,line_items&include_deleted_records=true"],
      [expenses, "total_amount[gte]=10&select=raw_data,data_hash"],
      [expenses, "line_items.quantity[gte]=1&fields=svc_id,line_items.quantity"]
    ] as const) {
      const wanted = await listed(`${path}?${encodeURI(query)}`)
      expect([query, await exported(`${path}/export?${encodeURI(query)}`)]).toEqual([query, wanted])
    }
    expect(await exported(`${items}/export?${mine()}`)).toHaveLength(many)
  })
  it("is there for every data model, and in the document", async () => {
    const { find } = await Document.read(service)
    for (const id of Models.modelIds) {
      const path = `${Models.get(id).path}/export`
      const { answer } = await open(`${path}?limit=1`)
      expect([path, answer.statusCode, answer.headers["content-type"]]).toEqual([path, 200, "application/x-ndjson"])
      expect((await text(answer)).split("\n").length).toBeLessThanOrEqual(3)
      expect(Object.keys(find("GET", path)!.op.responses["200"].content)).toEqual(["application/x-ndjson"])
    }
  })
  it("that is cut says where to go on, and goes on there to the end", async () => {
    const all = (await exported(`${items}/export?${mine()}`)).map(({ svc_id }) => svc_id)
    const found: Array<number> = []
    let pieces = 0
    for (let next: string | undefined = ""; next !== undefined; pieces++) {
      const lines = await exported(`${items}/export?${mine()}&limit=1100${next === "" ? "" : `&next=${next}`}`)
      next = lines.at(-1)?.next
      const records = next === undefined ? lines : lines.slice(0, -1)
      expect(records).toHaveLength(1100)
      found.push(...records.map(({ svc_id }) => svc_id))
    }
    expect([pieces, found]).toEqual([5, all])
    // A list in the same order leads there too, and what is none of its own does not.
    const page = await service.call("GET", `${items}?${mine()}&limit=10`)
    expect((await exported(`${items}/export?${mine()}&limit=1&next=${page.body.next}`))[0].svc_id).toBe(all[10])
    const sorted = await service.call("GET", `${items}?${mine()}&limit=10&sort[name]=ASC`)
    for (const query of [
      `${mine()}&next=${sorted.body.next}`,
      `next=${page.body.next}`,
      "next=nonsense",
      "sort[svc_id]=ASC",
      "prev=x",
      "return_count=true",
      "limit=0",
      "limti=1",
      "nme[eq]=x"
    ]) {
      const refused = await service.call("GET", `${items}/export?${query}`)
      expect([query, refused.status, refused.body.error.code]).toEqual([query, 400, "invalid-params"])
    }
  })
  it("keeps an item that a platform wrote over many lines in one", async () => {
    const [first] = await exported(`${items}/export?${mine()}&limit=1&select=raw_data`)
    expect(first.raw_data).toMatchObject({ Name: "a\nb" })
  })
  it("shows what its caller's key may see, and nothing without one", async () => {
    const key = await service.call("POST", "/v3/core/api_keys", {
      name: "one company",
      scopes: ["read"],
      company_id: stored.companyId
    })
    const { answer } = await open(`${items}/export`, { api_key: key.body.data.secret })
    const own = linesOf(await text(answer))
    expect(own).toHaveLength(many)
    expect((await exported(`${items}/export`)).length).toBeGreaterThan(many)
    expect((await service.call("GET", `${items}/export`, undefined, { api_key: "" })).status).toBe(401)
  })
  it("is compressed as its caller takes it, and HEAD is told as much", async () => {
    const plain = await text((await open(`${items}/export?${mine()}`)).answer)
    const { answer } = await open(`${items}/export?${mine()}`, { "accept-encoding": "gzip" })
    expect(answer.headers["content-encoding"]).toBe("gzip")
    expect(await text(answer.pipe(zlib.createGunzip()))).toBe(plain)
    const head = await open(`${items}/export`, { "accept-encoding": "gzip" }, "HEAD")
    expect([head.answer.statusCode, head.answer.headers["content-encoding"]]).toEqual([200, "gzip"])
    expect(head.answer.headers.etag).toBeUndefined()
    await text(head.answer)
    expect(await held()).toBe(0)
  })
})

describe("an export under way", () => {
  it("waits for its caller with a few pieces, holds up nobody, and ends with him", async () => {
    const slow = await Promise.all(Array.from({ length: 5 }, () => open(large())))
    for (const { answer } of slow) answer.pause()
    expect(await held()).toBe(5)
    // Others are served meanwhile, large requests too.
    for (let at = 0; at < 3; at++) {
      expect((await service.call("GET", `${items}?limit=1000`)).status).toBe(200)
      expect(await exported(`${items}/export?${mine()}&limit=1500`)).toHaveLength(1501)
    }
    expect(await held()).toBe(5)
    for (const { request } of slow.slice(1)) request.destroy()
    await Service.until(held, (count) => count === 1)
    // Whoever reads on gets all of it.
    expect(linesOf(await text(slow[0]!.answer))).toHaveLength(many)
    await Service.until(held, (count) => count === 0)
  })
  it("is one of so many, and of its organisation's share of them", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => open(large())))
    const refused = all.filter(({ answer }) => answer.statusCode === 503)
    expect(refused).toHaveLength(2)
    expect(refused[0]!.answer.headers["retry-after"]).toBe("1")
    expect(await text(refused[0]!.answer)).toContain("at most 6 (SVC_MAX_ORGANISATION_PERCENT)")
    expect(Config.read({}, []).config.limits.exports).toEqual({ setting: "SVC_MAX_EXPORTS", most: 8 })
    for (const { request } of all) request.destroy()
    await Service.until(held, (count) => count === 0)
  })
})

describe("the client", () => {
  const clientOf = (fetch: typeof globalThis.fetch = globalThis.fetch, more: object = {}) =>
    makeClient({ url: service.url, apiKey: Service.apiKey, fetch, ...more })
  const company = () => ({ filter: { svc_company_id: { eq: stored.companyId } } }) as const
  const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
    const all: Array<A> = []
    for await (const item of items) all.push(item)
    return all
  }
  /** Cuts the connection after so many bytes of an answer, the first times it is asked. */
  const breaking = (times: number, after: number) => {
    const asked: Array<string> = []
    const fetching: typeof globalThis.fetch = async (input, init) => {
      asked.push(String(input))
      const answer = await fetch(input, init)
      if (asked.length > times) return answer
      let seen = 0
      const cutting = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          if (seen + chunk.length > after) {
            if (after > seen) controller.enqueue(chunk.subarray(0, after - seen))
            controller.error(new TypeError("terminated"))
          } else controller.enqueue(chunk)
          seen += chunk.length
        }
      })
      return new Response(answer.body!.pipeThrough(cutting), { status: answer.status, headers: answer.headers })
    }
    return { asked, fetching }
  }

  it("reads all records, typed, and goes on by itself where the connection broke", async () => {
    const whole = await collect(clientOf().export("ITEMS", company()))
    expect(whole).toHaveLength(many)
    const names: ReadonlyArray<string | null> = whole.map(({ name }) => name)
    expect(names[0]).toBe("Item 1")
    // In the middle of a line, before the first one, and several times.
    for (const [times, after] of [
      [1, 1_234_567],
      [2, 100],
      [4, 1_000_001]
    ] as const) {
      const { asked, fetching } = breaking(times, after)
      const all = await collect(clientOf(fetching, { retries: 5 }).export("ITEMS", company()))
      expect(all).toEqual(whole)
      expect(asked).toHaveLength(times + 1)
    }
  })
  it("goes on where the service cut it, and stops at a limit", async () => {
    const whole = await collect(clientOf().export("ITEMS", { ...company(), fields: ["svc_id"] }))
    let asked = 0
    const cutting: typeof globalThis.fetch = (input, init) => {
      asked++
      return fetch(`${String(input)}&limit=2000`, init)
    }
    expect(await collect(clientOf(cutting).export("ITEMS", { ...company(), fields: ["svc_id"] }))).toEqual(whole)
    expect(asked).toBe(3)
    expect(await collect(clientOf().export("ITEMS", { ...company(), fields: ["svc_id"], limit: 1200 }))).toEqual(
      whole.slice(0, 1200)
    )
  })
  it("answers the members that were asked for, though it needs the id itself, and keeps a filter on it", async () => {
    const [, second, third] = await collect(clientOf().export("ITEMS", { ...company(), limit: 3 }))
    const { fetching } = breaking(1, 30)
    const filter = { ...company().filter, svc_id: { gt: second!.svc_id, lt: third!.svc_id + 100 } }
    const some = await collect(clientOf(fetching).export("ITEMS", { filter, fields: ["name"] }))
    expect(some[0]).toEqual({ name: "Item 3" })
    expect(some).toEqual(await collect(clientOf().export("ITEMS", { filter, fields: ["name"] })))
  })
  it("rejects what the service refuses, ends with its caller's signal, and when nobody reads on", async () => {
    const refused = await collect(clientOf().export("ITEMS", { filter: { svc_id: { eq: "x" as never } } })).catch(
      (error: unknown) => error
    )
    expect(isSvcError(refused) && [refused.code, refused.status]).toEqual(["invalid-params", 400])
    const ending = new AbortController()
    const reason = new Error("enough")
    const read = async () => {
      for await (const _ of clientOf().export("ITEMS", company(), { signal: ending.signal })) ending.abort(reason)
    }
    await expect(read()).rejects.toBe(reason)
    for await (const _ of clientOf().export("ITEMS", company())) break
    await Service.until(held, (count) => count === 0)
  })
  it("is a stream in Effect", async () => {
    const client = InEffect.makeClient({ url: service.url, apiKey: Service.apiKey })
    const count = await Effect.runPromise(Stream.runCount(client.export("ITEMS", company())))
    expect(count).toBe(many)
  })
})
