/**
 * Who asks for much does not hold up who asks for little: callers wait for their turns by what they have, large requests
 * stand back behind small ones, people go before programs, and what a request only waits for takes no turn.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { type Lane, Turns } from "../../src/http/Turns.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Raw from "../support/RawHttp.ts"
import * as Service from "../support/Service.ts"
import * as UnrulySandbox from "../support/UnrulySandbox.ts"

const scope = Scope.makeUnsafe()
let platform: UnrulySandbox.UnrulySandbox
let url: string
let service: Service.Service
let company: number
/** Keys of a caller who asks for much, and of one who asks for little. */
let much: Readonly<Record<string, string>>
let little: Readonly<Record<string, string>>
let fresh: Readonly<Record<string, string>>
/** One of another organisation. */
let other: Readonly<Record<string, string>>
const scopes = ["read", "passthrough"] as const
const key = async (name: string) => {
  const made = await service.call("POST", "/v3/core/api_keys", { name, scopes })
  return { api_key: made.body.data.secret as string }
}

beforeAll(async () => {
  platform = await UnrulySandbox.start()
  url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
  service = await Service.start({
    DATABASE_URL: url,
    SVC_DATABASE_CONNECTIONS: "8",
    SVC_MAX_WORKING_REQUESTS: "2",
    SVC_MAX_LARGE_REQUESTS: "1",
    SVC_TRUSTED_PROXIES: "1",
    SVC_SANDBOX_BASE_URL: platform.url
  })
  ;[much, little, fresh] = await Promise.all([key("much"), key("little"), key("fresh")])
  other = {
    api_key: await service.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('other') returning id`
        const caller = { organisationId: row!.id, keyId: 0, scopes, companyId: null }
        return (yield* (yield* ApiKeys).create(caller, { name: "other", scopes })).secret
      })
    )
  }
  company = (await service.call("POST", "/v3/core/companies", { name: "Acme Ltd" })).body.data.svc_id
  const connection = await service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: "sandbox-demo" },
    sync_config: [{ data_model: "CURRENCIES", enabled: true }]
  })
  expect(connection.status, connection.text).toBe(200)
})
afterAll(async () => {
  await service?.stop()
  await platform?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const counts = (lane: Lane) =>
  service.run(Effect.map(Turns, (turns) => turns.counts(lane)) as Effect.Effect<ReturnType<Turns["Service"]["counts"]>>)
/** Waits until so many requests are worked on in a lane, or wait for it. */
const untilThere = (lane: Lane, count: number) =>
  Service.until(
    () => counts(lane),
    ({ waiting, working }) => waiting + working === count
  )

/** Keeps a table, that of items where none is named, from being read while something goes on. */
const whileLocked = async (go: () => Promise<void>, table = "record_items"): Promise<void> => {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* Postgres.client(url)
      yield* sql.withTransaction(
        Effect.andThen(
          sql`lock table ${sql(table)} in access exclusive mode`,
          Effect.promise(() => {
            begun.resolve()
            return over.promise
          })
        )
      )
    }).pipe(Effect.scoped, Effect.orDie)
  )
  await Promise.race([begun.promise, holding])
  try {
    await go()
  } finally {
    over.resolve()
    await holding
  }
}
const items = (limit: number, headers: Readonly<Record<string, string>>) =>
  service.call("GET", `/v3/accounting/items?limit=${limit}`, undefined, headers)
const contacts = (headers: Readonly<Record<string, string>>) =>
  service.call("GET", "/v3/accounting/contacts?limit=1", undefined, headers)
const statuses = async (answers: ReadonlyArray<Promise<Service.Answer>>) => [
  ...new Set((await Promise.all(answers)).map(({ status }) => status))
]

describe("a caller", () => {
  it("with a hundred requests keeps nobody's single one from going next", async () => {
    const answered: Array<string> = []
    const asked: Array<Promise<Service.Answer>> = []
    const ask = (who: string, headers: Readonly<Record<string, string>>) =>
      asked.push(items(1, headers).finally(() => answered.push(who)))
    await whileLocked(async () => {
      for (let at = 0; at < 100; at++) ask("much", much)
      await untilThere("keyed", 100)
      ask("little", little)
      await untilThere("keyed", 101)
    })
    expect(await statuses(asked)).toEqual([200])
    expect(answered.indexOf("little")).toBeLessThan(30)
  })
  it("gets no more turns by having many keys", async () => {
    const many = await Promise.all(Array.from({ length: 20 }, (_, at) => key(`many ${at}`)))
    const answered: Array<string> = []
    const asked: Array<Promise<Service.Answer>> = []
    const ask = (who: string, headers: Readonly<Record<string, string>>) =>
      asked.push(items(1, headers).finally(() => answered.push(who)))
    // Nobody here has had as much lately: who is new goes first for that alone.
    for (let at = 0; at < 5; at++) expect((await contacts(other)).status).toBe(200)
    await whileLocked(async () => {
      for (const headers of many) ask("many", headers)
      await untilThere("keyed", many.length)
      for (let at = 0; at < 6; at++) ask("other", other)
      await untilThere("keyed", many.length + 6)
    })
    expect(await statuses(asked)).toEqual([200])
    // The two whose turn it was, and then by turns.
    expect(answered.lastIndexOf("other")).toBeLessThan(18)
  })
  it("has small requests answered while others have large ones under way, and people have their pages", async () => {
    const link = await service.call("POST", "/v3/core/invite_links", {
      company_id: company,
      integration_categories: ["ACCOUNTING"]
    })
    const asked: Array<Promise<Service.Answer>> = []
    await whileLocked(async () => {
      for (let at = 0; at < 20; at++) asked.push(items(1000, much))
      await untilThere("large", 20)
      expect((await contacts(little)).status).toBe(200)
      // Small ones of the same caller too, until they wait for the same.
      expect((await contacts(much)).status).toBe(200)
      for (let at = 0; at < 10; at++) asked.push(items(1, much))
      await untilThere("keyed", 10)
      expect((await service.call("GET", new URL(link.body.data.url).pathname)).status).toBe(200)
      expect((await service.call("POST", "/v3/core/inbound/svc_sandbox/nobody", {})).status).toBe(404)
    })
    expect(await statuses(asked)).toEqual([200])
  })
  it("with a hundred wrong keys keeps nobody's right one from being known", async () => {
    const answered: Array<string> = []
    const asked: Array<Promise<Service.Answer>> = []
    const ask = (from: string, key: Readonly<Record<string, string>>) =>
      asked.push(contacts({ ...key, "x-forwarded-for": from }).finally(() => answered.push(from)))
    await whileLocked(async () => {
      for (let at = 0; at < 100; at++) ask("192.0.2.1", { api_key: `svc_wrong_${at}_${"0".repeat(20)}` })
      await untilThere("open", 100)
      // It was never used: it is looked for as well.
      ask("192.0.2.2", fresh)
      await untilThere("open", 101)
    }, "api_key")
    await Promise.all(asked)
    expect(answered.indexOf("192.0.2.2")).toBeLessThan(50)
  })
  it("takes no turn while its body is on its way, or a platform thinks", async () => {
    const over = Promise.withResolvers<void>()
    const ends = platform.rule(
      ({ path }) => path === "/slow",
      async (real) => {
        await over.promise
        return real()
      }
    )
    const slow = () =>
      service.call("POST", "/passthrough", { company_id: company, data: { method: "GET", path: "/slow" } }, { ...much })
    const asked = [slow(), slow()]
    await Service.until(
      async () => platform.seen("demo").filter(({ path }) => path === "/slow").length,
      (count) => count === 2
    )
    const open = await Promise.all(
      [100, 100_000].map((length) =>
        Raw.send(
          service.url,
          Raw.request("POST", "/passthrough", { ...much, "content-type": "application/json" }, "{", length)
        )
      )
    )
    await untilThere("keyed", 0)
    expect((await contacts(little)).status).toBe(200)
    over.resolve()
    ends()
    expect(await statuses(asked)).toEqual([200])
    for (const { socket } of open) socket.destroy()
  })
  it("leaves nothing behind", async () => {
    for (const lane of ["people", "open", "keyed", "large"] as const) await untilThere(lane, 0)
  })
})

it("is refused when others go first for too long, with the limit and its setting", async () => {
  const other = await Service.start(
    {
      DATABASE_URL: url,
      SVC_DATABASE_CONNECTIONS: "8",
      SVC_MAX_WORKING_REQUESTS: "1",
      SVC_MAX_LARGE_REQUESTS: "1",
      SVC_TURN_SECONDS: "1"
    },
    { dataDir: service.dataDir }
  )
  try {
    await whileLocked(async () => {
      const ask = (limit: number) => other.call("GET", `/v3/accounting/items?limit=${limit}`, undefined, much)
      const held = [ask(1), ask(1000)]
      const answered = [...Array.from({ length: 5 }, () => ask(1)), ...Array.from({ length: 5 }, () => ask(1000))]
      const refused = await Promise.race(answered)
      expect(refused.status).toBe(429)
      expect(refused.headers.get("retry-after")).toBe("1")
      expect(refused.body.error).toMatchObject({ code: "rate-limited", field: null })
      expect(refused.body.error.message).toMatch(/1 seconds \(SVC_TURN_SECONDS\); at most 1 \(SVC_MAX_\w+_REQUESTS\)/)
      void Promise.allSettled([...held, ...answered])
    })
  } finally {
    await other.stop()
  }
})
