/** What the connector makes of the platform's refusals and limits, and what keeps a call inside of it. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import { type ConnectorError, isConnectorError } from "@svc/core/connect"
import { Registry } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"
import { sandbox } from "../../src/index.ts"
import { collect, open } from "./open.ts"

const reasonOf = async (failing: Promise<unknown>): Promise<ConnectorError["reason"]> => {
  const error: unknown = await failing.then(
    () => undefined,
    (cause) => cause
  )
  if (!isConnectorError(error)) throw new Error(`no ConnectorError: ${String(error)}`)
  expect(JSON.stringify(error)).not.toContain("sandbox-secret-key")
  return error.reason
}

test("a connection works with any company's key and with no other", async () => {
  await open({ key: "sandbox-acme" }).client.check()
  expect(await reasonOf(open({ key: "sandbox-" }).client.check())).toMatchObject({ _tag: "AuthExpired", status: 401 })
  const pattern = new RegExp(`^(?:${sandbox.auth._tag === "ApiKey" ? sandbox.auth.fields["api_key"]!.pattern : ""})$`)
  expect(["sandbox-demo", "sandbox-my-shop", "demo", "sandbox-"].map((key) => pattern.test(key))).toEqual([
    true,
    true,
    false,
    false
  ])
  expect(Registry.fault(sandbox)).toBe(null)
})

test("each company has records of its own", async () => {
  const { client, direct } = open({ key: "sandbox-acme" })
  await direct.post("/contacts", { name: "Only in the demo", kind: "vendor" })
  const names = (await collect(client.list("CONTACTS"))).map(({ name }) => name)
  expect(names).not.toContain("Only in the demo")
  expect(names.length).toBeGreaterThan(50)
})

test("what is left of the rate limit is heard", async () => {
  const { direct, run } = open()
  for (let index = 0; index < 150; index++) await direct.get("/company")
  const { headers } = await run((own) => own.call({ path: "/company" }))
  expect(sandbox.http.limits.remaining?.(headers)).toEqual([
    {
      seconds: 60,
      remaining: Number(headers["x-ratelimit-remaining"]),
      resetAt: Number(headers["x-ratelimit-reset"])
    }
  ])
  expect(Number(headers["x-ratelimit-remaining"])).toBe(449)
  expect(sandbox.http.limits.remaining?.({})).toEqual([])
})

test("a platform that asks for patience gets it", async () => {
  let refused = 0
  const { client } = open({
    answer: () =>
      refused++ > 0
        ? undefined
        : Response.json(
            { error: { type: "rate_limited", message: "Too many requests.", param: null } },
            { status: 429, headers: { "retry-after": "1" } }
          )
  })
  expect((await client.get("CURRENCIES", "EUR"))?.code).toBe("EUR")
  expect(refused).toBe(2)
})

test("a record that cannot be read is refused by name, and the others go on", async () => {
  const spoil = (row: any) => (row.id === "inv_000002" ? { ...row, totals: { ...row.totals, net: "many" } } : row)
  const { direct, run } = open({ key: "sandbox-secret-key" })
  const { body } = await direct.get("/invoices?limit=3")
  const spoiled = open({ answer: () => Response.json({ ...body, items: body.items.map(spoil), hasMore: false }) })
  const request = { now: "2026-11-20T10:00:00Z", from: null, since: null, lookups: {} }
  const { items, refusals } = await spoiled.run((own) => own.page(sandbox.reads.INVOICES, request))
  expect(items.map(({ records }) => records[0]?.platform_id)).toEqual(["inv_000001", "inv_000003"])
  expect(refusals).toMatchObject([{ platform_id: "inv_000002" }])
  expect(refusals[0]!.issues.join()).toContain("net")
  const page = await run((own) => Effect.result(own.page(sandbox.reads.INVOICES, { ...request, state: "nonsense" })))
  expect(page).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "Rejected", field: "cursor" } } })
})

test("a listing from a date on is all there is but what is older", async () => {
  const { direct, run } = open()
  // Without a date, it may be of any.
  await direct.post("/tasks", { subject: "Some day" })
  const now = "2026-11-20T10:00:00Z"
  const list = (read: Read.Read, from: string | null) =>
    run((own) =>
      Effect.gen(function* () {
        const found: Array<Record<string, unknown>> = []
        const older: Array<Record<string, unknown>> = []
        const { found: lookups } = yield* own.lookups(read)
        for (let state: unknown; state !== null;) {
          const page = yield* own.page(read, { now, from, since: null, lookups, state })
          found.push(...page.items.flatMap(({ records }) => records))
          older.push(...page.older.flatMap(({ records }) => records))
          state = page.next
        }
        return { found, older }
      })
    )
  const dated = (Object.keys(sandbox.reads) as Array<keyof typeof sandbox.reads>).filter(
    (model) => Models.get(model).date !== null
  )
  expect(dated.length).toBe(26)
  for (const read of dated.flatMap((model) => Connector.sourcesOf(sandbox, model))) {
    const date = Models.get(read.model).date!
    const { found: all } = await list(read, null)
    const days = all.flatMap((record) => (record[date] === null ? [] : [String(record[date]).slice(0, 10)])).toSorted()
    const day = days[Math.floor(days.length / 2)]!
    const { found, older } = await list(read, `${day}T18:30:00Z`)
    const isWanted = (record: Readonly<Record<string, unknown>>) => record[date] === null || String(record[date]) >= day
    expect(found, `${read.model} ${read.source}`).toEqual(all.filter(isWanted))
    expect(found.length, read.model).toBeLessThan(all.length)
    // The platform is asked from the day before on, and shows nothing that is older than that.
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    if (typeof read.from === "function") expect(older.filter((record) => String(record[date]) < before)).toEqual([])
  }
})

test("a call is passed through with the key, and stays on the platform", async () => {
  const { client } = open({ key: "sandbox-secret-key" })
  expect(await client.call({ path: "/contacts", query: { limit: 1, kind: "vendor" } })).toMatchObject({
    status: 200,
    body: { items: [{ kind: "vendor" }], hasMore: true }
  })
  expect(await client.call({ method: "POST", path: "/contacts", body: { name: 7 } })).toMatchObject({
    status: 400,
    body: { error: { type: "invalid_request", param: "name" } }
  })
  for (const path of ["/../v2/contacts", "//elsewhere.example/v1", "/contacts?x=1"]) {
    expect(await reasonOf(client.call({ path }))).toMatchObject({ _tag: "InvalidCall" })
  }
  expect(await reasonOf(client.call({ path: "/company", headers: { authorization: "Bearer x" } }))).toMatchObject({
    _tag: "InvalidCall"
  })
})
