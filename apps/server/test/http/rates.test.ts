/** How often a key may ask: by the setting for all, by a limit of its own, and as one of several processes sees it. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Rates from "../../src/http/Rates.ts"
import * as RequestInfo from "../../src/http/RequestInfo.ts"
import * as Service from "../support/Service.ts"

let service: Service.Service
beforeAll(async () => {
  service = await Service.start()
})
afterAll(() => service.stop())

const made = async (body: object) => (await service.call("POST", "/v3/core/api_keys", body)).body.data
const asked = (secret: string) => service.call("GET", "/v3/core/companies?limit=1", undefined, { api_key: secret })
/** Asks until it is refused, and a little longer than one window holds. */
const refusal = async (secret: string, most: number): Promise<Service.Answer | undefined> => {
  for (let at = 0; at < most; at++) {
    const answer = await asked(secret)
    if (answer.status !== 200) return answer
    expect(answer.headers.get("ratelimit")).toMatch(/^"key";r=\d+;t=([1-9]|10)$/)
  }
  return undefined
}

describe("a key with a limit of its own", () => {
  it("is told of it before it is refused, and then when to come again, and others go on", async () => {
    const key = await made({ name: "few", scopes: ["read"], request_limit: 3 })
    expect(key.request_limit).toBe(3)
    const refused = (await refusal(key.secret, 20))!
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate-limited"])
    expect(refused.body.error.message).toBe("This key made more than 3 requests in 10 seconds (its own limit).")
    expect(refused.headers.get("ratelimit-policy")).toBe('"key";q=3;w=10')
    const { t } = /^"key";r=0;t=(?<t>\d+)$/.exec(refused.headers.get("ratelimit")!)!.groups!
    expect(refused.headers.get("retry-after")).toBe(t)
    expect((await service.call("GET", "/v3/core/companies")).status).toBe(200)
  })
  it("gets another, or none, and so does the key that replaces it", async () => {
    const key = await made({ name: "changed", scopes: ["read"] })
    expect(key.request_limit).toBeNull()
    expect((await asked(key.secret)).headers.get("ratelimit-policy")).toBe('"key";q=10000;w=10')
    const change = (request_limit: unknown) =>
      service.call("PATCH", `/v3/core/api_keys/${key.svc_id}`, { request_limit })
    const changed = await change(2)
    expect([changed.status, changed.body.data.request_limit, changed.body.data.secret]).toEqual([200, 2, undefined])
    expect((await asked(key.secret)).headers.get("ratelimit-policy")).toBe('"key";q=2;w=10')
    const next = (await service.call("POST", `/v3/core/api_keys/${key.svc_id}/rotate`, {})).body.data
    expect(next.request_limit).toBe(2)
    expect((await refusal(next.secret, 15))!.status).toBe(429)
    await change(1_000_000)
    // What all keys have is the most that one can have.
    expect((await asked(key.secret)).headers.get("ratelimit-policy")).toBe('"key";q=10000;w=10')
    await change(null)
    const { body } = await service.call("GET", "/v3/core/api_keys?limit=1000")
    expect(body.data.find((one: any) => one.svc_id === key.svc_id).request_limit).toBeNull()
    for (const wrong of [0, -1, 1.5, "3", undefined]) expect((await change(wrong)).status).toBe(400)
    const acts = (await service.call("GET", "/v3/core/audit_events?limit=1000")).body.data
    const limits = acts.filter((one: any) => one.action === "API_KEY_CHANGED").map((one: any) => one.details)
    expect(limits.map((one: any) => one.request_limit).toSorted()).toEqual([1_000_000, 2, null].toSorted())
    // Who may not make keys sets no limits.
    const reader = await made({ name: "reader", scopes: ["read"] })
    const denied = await service.call(
      "PATCH",
      `/v3/core/api_keys/${reader.svc_id}`,
      { request_limit: null },
      { api_key: reader.secret }
    )
    expect(denied.status).toBe(403)
  })
})

describe("several processes", () => {
  const at = 1_800_000_000_000
  it("count together what one key asks of them, and each alone what they were not told", async () => {
    await service.run(
      Effect.gen(function* () {
        const tell = Rates.through(yield* SqlClient.SqlClient)
        let statements = 0
        const told: Rates.Tell = (counts) => {
          statements++
          return tell(counts)
        }
        let now = at
        let begun = 0
        const limit = { setting: "SVC_MAX_REQUESTS_PER_KEY", most: 100 }
        const process = () =>
          Rates.make(
            limit,
            told,
            () => begun++,
            () => now
          )
        const [one, other] = [process(), process()]
        const facts = RequestInfo.begin(undefined, null)
        const ask = (rates: Rates.Counting, times: number, keyId = 7) =>
          Effect.provideService(
            Effect.forEach(Array.from({ length: times }), () => rates.count({ keyId })),
            RequestInfo.RequestInfo,
            facts
          )
        // Who asks for little is nobody's business, and costs nobody anything.
        yield* ask(one, 9)
        expect([yield* one.tell, begun, statements]).toEqual([false, 0, 0])
        yield* ask(one, 51)
        expect([begun, yield* one.tell, statements]).toEqual([1, true, 1])
        yield* ask(other, 30)
        expect(facts.rate!.left).toBe(70)
        expect(yield* other.tell).toBe(true)
        yield* ask(other, 5)
        expect(facts.rate).toMatchObject({ limit: 100, left: 5 })
        yield* ask(one, 10)
        // Told again, each of them knows of a hundred at least.
        yield* one.tell
        yield* other.tell
        for (const rates of [one, other]) {
          expect((yield* Effect.flip(ask(rates, 5))).message).toContain("more than 100 requests in 10 seconds")
        }
        // Another key is another matter, and another window a new beginning.
        yield* ask(other, 60, 8)
        now += 10_000
        yield* ask(one, 60)
        expect(facts.rate!.left).toBe(40)
        // What is long over is forgotten.
        now += 100_000
        yield* ask(one, 20)
        yield* one.tell
        yield* one.tell
        const sql = yield* SqlClient.SqlClient
        const left = yield* sql<{ number: number }>`select distinct number from key_use`
        expect(left.map(({ number }) => number)).toEqual([now / 10_000])
      })
    )
  })
})
