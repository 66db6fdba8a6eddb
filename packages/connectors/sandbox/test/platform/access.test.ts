import { createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { start } from "./client.ts"

test("a key is a company; unknown keys are refused", async () => {
  const { get, post, sandbox } = start()
  for (const authorization of ["", "Bearer wrong", "Basic c2FuZGJveC1kZW1v", "Bearer sandbox-", "Bearer sandbox-a/b"]) {
    const { status, body } = await get("/company", { authorization })
    expect([authorization, status, body.error.type]).toEqual([authorization, 401, "unauthenticated"])
  }
  const other = { authorization: "Bearer sandbox-other" }
  const made = await post("/contacts", { name: "Only here", kind: "customer" })
  expect((await get(`/contacts/${made.body.id}`)).status).toBe(200)
  expect((await get(`/contacts/${made.body.id}`, other)).status).toBe(404)
  expect((await get("/contacts/ctc_000001", other)).body).toEqual((await get("/contacts/ctc_000001")).body)
  expect((await get("/company")).body).toMatchObject({ id: "org_000001", baseCurrency: "EUR" })
  await sandbox.close()
})

test("the rate limit counts for each key and says when to come back", async () => {
  let now = Date.parse("2026-11-20T10:00:30Z")
  const { get } = start({ now: () => now, rateLimit: { requests: 2, perSeconds: 60 } })
  const first = await get("/company")
  expect(first.headers.get("x-ratelimit-limit")).toBe("2")
  expect(first.headers.get("x-ratelimit-remaining")).toBe("1")
  await get("/company")
  const third = await get("/company")
  expect([third.status, third.body.error.type]).toEqual([429, "rate_limited"])
  expect(third.headers.get("retry-after")).toBe("30")
  expect(third.headers.get("x-ratelimit-reset")).toBe(String(Date.parse("2026-11-20T10:01:00Z") / 1000))
  expect((await get("/company", { authorization: "Bearer sandbox-other" })).status).toBe(200)
  now += 30_000
  expect((await get("/company")).status).toBe(200)
})

test("an idempotency key gives the first answer again and changes nothing", async () => {
  let now = Date.parse("2026-11-20T10:00:00Z")
  const { post, all } = start({ now: () => now })
  const key = { "idempotency-key": "k-1" }
  const body = { name: "Once only", kind: "customer" }
  const answers = await Promise.all([
    post("/contacts", body, key),
    post("/contacts", body, key),
    post("/contacts", body, key)
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers.map(({ headers }) => headers.get("idempotent-replayed") ?? "first").toSorted()).toEqual([
    "first",
    "true",
    "true"
  ])
  expect((await all("/contacts?name=Once%20only")).length).toBe(1)
  expect((await post("/contacts", { ...body, name: "Other" }, key)).body.error.type).toBe("idempotency_mismatch")
  const elsewhere = await post("/contacts", body, { ...key, authorization: "Bearer sandbox-other" })
  expect(elsewhere.headers.get("idempotent-replayed")).toBe(null)
  now += 25 * 3_600_000
  expect((await post("/contacts", body, key)).status).toBe(409)
})

test("a refused request does not use up its idempotency key", async () => {
  const { post } = start()
  const key = { "idempotency-key": "k-2" }
  expect((await post("/contacts", { name: "Later" }, key)).status).toBe(400)
  expect((await post("/contacts", { name: "Later", kind: "vendor" }, key)).status).toBe(201)
})

test("webhook endpoints get signed events for what they want", async () => {
  const sent: Array<Request> = []
  const { post, patch, sandbox } = start({ emit: async (request) => sent.push(request) })
  await post("/webhookEndpoints", { url: "https://receiver.example/in", secret: "s3cret", resources: ["contacts"] })
  await patch("/contacts/ctc_000003", { website: null })
  await patch("/items/itm_000003", { about: "Fruity" })
  await sandbox.close()
  expect(sent.map(({ url }) => url)).toEqual(["https://receiver.example/in"])
  const body = await sent[0]!.text()
  expect(JSON.parse(body).events).toMatchObject([{ resource: "contacts", id: "ctc_000003", operation: "update" }])
  const expected = createHmac("sha256", "s3cret").update(body).digest("hex")
  expect(sent[0]!.headers.get("sandbox-signature")).toBe(expected)
})
