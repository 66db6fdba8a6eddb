/** `@svc/client` against the real service on PGlite and the sandbox platform: both its doors. */
import { makeClient, isSvcError, type SvcError, verifyWebhook } from "@svc/client"
import * as InEffect from "@svc/client/effect"
import { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

let service: Service.Service
let company_id: number
beforeAll(async () => {
  service = await Service.start()
  company_id = (await Service.connected(service)).companyId
})
afterAll(() => service.stop())

const open = (apiKey = Service.apiKey) => makeClient({ url: service.url, apiKey })
const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}
const failure = (promise: Promise<unknown>): Promise<SvcError> =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isSvcError(error) ? error : expect.fail(`Another error: ${String(error)}`))
  )

describe("records", () => {
  it("are listed page by page, each once, filtered, in order, with their relations", async () => {
    const svc = open()
    const query = {
      filter: { total_amount: { gte: 10 }, svc_company_id: { eq: company_id } },
      sort: { posted_date: "DESC" },
      expand: ["contact"],
      limit: 3
    } as const
    const { total_count } = await svc.list("EXPENSES", { ...query, return_count: true }).page()
    const all = await collect(svc.list("EXPENSES", query))
    expect(total_count).toBeGreaterThan(6)
    expect(new Set(all.map(({ svc_id }) => svc_id)).size).toBe(total_count)
    expect(all).toHaveLength(total_count!)
    const amounts: ReadonlyArray<number | null> = all.map(({ total_amount }) => total_amount)
    expect(amounts.every((amount) => amount !== null && amount >= 10)).toBe(true)
    const dates = all.map(({ posted_date }) => posted_date ?? "")
    expect(dates).toEqual(dates.toSorted().toReversed())
    const names: ReadonlyArray<string | null | undefined> = all.map(({ contact }) => contact?.name)
    expect(names.some((name) => typeof name === "string")).toBe(true)
  })

  it("are paged by hand in both directions", async () => {
    const svc = open()
    const first = await svc.list("CONTACTS", { limit: 2 }).page()
    const second = await svc.list("CONTACTS", { limit: 2, next: first.next }).page()
    const back = await svc.list("CONTACTS", { limit: 2, prev: second.prev }).page()
    expect(back.data).toEqual(first.data)
    expect(second.data[0]!.svc_id).not.toBe(first.data[0]!.svc_id)
  })

  it("of every data model are where the client asks for them, by id too", async () => {
    const svc = open()
    for (const model of Models.modelIds) {
      const { data } = await svc.list(model, { limit: 1, select: ["data_hash"] }).page()
      const [record] = data
      if (record !== undefined) expect((await svc.get(model, record.svc_id)).svc_id).toBe(record.svc_id)
    }
  })

  it("stop being asked for when nobody reads on", async () => {
    let asked = 0
    const svc = makeClient({
      url: service.url,
      apiKey: Service.apiKey,
      fetch: (input, init) => {
        asked++
        return fetch(input, init)
      }
    })
    for await (const _ of svc.list("CONTACTS", { limit: 1 })) break
    expect(asked).toBe(1)
  })
})

describe("writes", () => {
  it("answer item by item, and their key does the work once", async () => {
    const svc = open()
    // The compiler would not let a contact without a name pass.
    const unnamed = { contact_type: "VENDOR" } as never
    const request = { company_id, data: [{ name: "Grace Ltd", contact_type: "CUSTOMER" as const }, unnamed] }
    const upload = await svc.create("CONTACTS", request, { key: "client-1" })
    expect(upload.status).toBe("PARTIAL_SUCCESS")
    expect(upload.data.map(({ error, status }) => [status, error?.code, error?.field])).toEqual([
      ["success", undefined, undefined],
      ["failed", "missing-params", "name"]
    ])
    expect((await svc.create("CONTACTS", request, { key: "client-1" })).upload_job_id).toBe(upload.upload_job_id)
    const other = { ...request, data: [{ name: "Another" }] }
    expect((await failure(svc.create("CONTACTS", other, { key: "client-1" }))).code).toBe("idempotency-mismatch")
  })

  it("can be submitted and waited for", async () => {
    const svc = open()
    const job = await svc.submit("CONTACTS", { company_id, data: [{ name: "Later Ltd", contact_type: "VENDOR" }] })
    const finished = await svc.uploadJobs.wait(job.upload_job_id)
    expect([finished.status, finished.data[0]?.response?.["name"]]).toEqual(["SUCCESS", "Later Ltd"])
    expect((await failure(svc.uploadJobs.wait("nowhere"))).code).toBe("not-found")
  })

  it("update a record and answer it", async () => {
    const svc = open()
    const [invoice] = (await svc.list("INVOICES", { limit: 1, filter: { status: { neq: "VOID" } } }).page()).data
    const memo = `Client ${invoice!.platform_id}`
    const updated = await svc.update("INVOICES", invoice!.svc_id, { memo })
    expect([updated.svc_id, updated.memo]).toEqual([invoice!.svc_id, memo])
    const missing = svc.update("INVOICES", 987_654_321, { memo })
    expect((await failure(missing)).code).toBe("not-found")
  })

  it("change several, delete and void", async () => {
    const svc = open()
    const made = await svc.create("BILLS", {
      company_id,
      data: [1, 2].map((unit_amount) => ({
        contact_id: "ctc_000031",
        posted_date: "2026-11-01",
        currency_id: "EUR",
        line_items: [{ account_id: "acc_000010", unit_amount }]
      }))
    })
    const [first, second] = made.data.map(({ response }) => response!["svc_id"] as number)
    const changed = await svc.updateSeveral("BILLS", { company_id, data: [{ svc_id: first!, memo: "Two" }] })
    expect(changed.data[0]!.response).toMatchObject({ svc_id: first, memo: "Two" })
    expect((await svc.void("BILLS", first!)).status).toBe("VOID")
    expect((await svc.delete("BILLS", second!, { key: "gone" })).svc_deleted_at).not.toBeNull()
    expect((await svc.delete("BILLS", second!, { key: "gone" })).svc_id).toBe(second)
    expect((await failure(svc.delete("BILLS", second!))).code).toBe("not-found")
    // @ts-expect-error: contacts are not voided
    expect((await failure(svc.void("CONTACTS", first!))).status).toBe(404)
  })
})

it("passes calls through", async () => {
  const answer = await open().passthrough({
    company_id,
    data: { method: "GET", path: "/accounts", params: { limit: 1 } }
  })
  expect(answer).toMatchObject({ platform_status: 200, encoding: "json" })
})

it("manages", async () => {
  const svc = open()
  const company = await svc.companies.create({ name: "Typed Inc" })
  expect((await svc.companies.rename({ svc_id: company.svc_id, name: "Typed Ltd" })).name).toBe("Typed Ltd")
  expect((await svc.companies.get({ svc_id: company.svc_id })).name).toBe("Typed Ltd")
  const names = (await collect(svc.companies.list({ limit: 1 }))).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["Acme Ltd", "Typed Ltd"]))
  await svc.companies.erase({ svc_id: company.svc_id })
  expect((await failure(svc.companies.get({ svc_id: company.svc_id }))).code).toBe("not-found")
  const capabilities = await svc.capabilities.list()
  expect(capabilities.map(({ integration_type }) => integration_type)).toContain("SVC_SANDBOX")
  const called = (name: string) =>
    svc.connections
      .list({ filter: { "company.name": { icontains: name } }, sort: { "company.partner_id": "ASC", svc_id: "DESC" } })
      .page()
  expect((await called("nobody")).data).toEqual([])
  // @ts-expect-error: of a company its name and its partner id are asked for
  expect((await failure(svc.connections.list({ filter: { "company.colour": { eq: "red" } } }).page())).status).toBe(400)
  const [connection] = (await called("acme")).data
  expect((await svc.connections.capabilities({ svc_id: connection!.svc_id })).data_models.length).toBeGreaterThan(10)
})

it("fails with the interface's own error", async () => {
  const error = await failure(open().companies.get({ svc_id: 999_999 }))
  expect(error).toMatchObject({ code: "not-found", status: 404, retryable: false })
  expect(error.requestId).toMatch(/^[\w-]{8,}$/)
  expect((await failure(open("nope").companies.list().page())).code).toBe("unauthenticated")
  const odd = open().list("EXPENSES", { filter: { amonut: { gte: 1 } }, sort: { foo: "ASC" } } as never)
  expect((await failure(odd.page())).details.map(({ field }) => field)).toEqual(["amonut[gte]", "sort[foo]"])
})

it("verifies the service's own deliveries, also while their secret changes", async () => {
  const svc = open()
  const deliveries: Array<{ headers: Record<string, string>; body: string }> = []
  let came: () => void = () => {}
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    deliveries.push({ headers: request.headers as Record<string, string>, body })
    response.end()
    came()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const delivered = () => new Promise<void>((resolve) => (came = resolve))
  try {
    const { port } = server.address() as AddressInfo
    const webhook = await svc.webhooks.create({
      name: "client",
      type: "DATA_MODEL_CHANGES",
      data_models: ["CONTACTS"],
      url: `http://127.0.0.1:${port}/`
    })
    let next = delivered()
    await svc.create("CONTACTS", { company_id, data: [{ name: "Told Ltd", contact_type: "VENDOR" }] })
    await next
    const event = await verifyWebhook({ secrets: [webhook.secret], ...deliveries[0]! })
    expect(event).toMatchObject({ type: "DATA_MODEL_CHANGES", operation: "CREATE", data: { name: "Told Ltd" } })

    const rotated = await svc.webhooks.rotateSecret({ id: webhook.id })
    next = delivered()
    await svc.webhooks.test({ id: webhook.id })
    await next
    for (const secrets of [[webhook.secret], [rotated.secret], [webhook.secret, rotated.secret]]) {
      expect((await verifyWebhook({ secrets, ...deliveries[1]! })).type).toBe("DATA_MODEL_CHANGES")
    }
    expect((await collect(svc.webhooks.deliveries({ id: webhook.id }))).length).toBeGreaterThanOrEqual(2)
  } finally {
    server.close()
  }
})

describe("in Effect", () => {
  const client = () => InEffect.makeClient({ url: service.url, apiKey: Service.apiKey })

  it("lists are streams, calls are effects, and failures are caught by tag", async () => {
    const svc = client()
    const [names, company, code] = await Effect.runPromise(
      Effect.all([
        svc.list("CONTACTS", { limit: 2, sort: { name: "ASC" } }).stream.pipe(
          Stream.take(5),
          Stream.map(({ name }) => name),
          Stream.runCollect
        ),
        svc.companies.create({ name: "Effect Inc" }),
        svc.companies.get({ svc_id: 999_999 }).pipe(Effect.catchTag("SvcError", (error) => Effect.succeed(error.code)))
      ])
    )
    expect(names).toHaveLength(5)
    expect(company.name).toBe("Effect Inc")
    expect(code).toBe("not-found")
    const page = await Effect.runPromise(svc.companies.list({ limit: 1 }).page)
    expect(page.data).toHaveLength(1)
    const upload = await Effect.runPromise(
      Effect.flatMap(
        svc.submit("CONTACTS", { company_id, data: [{ name: "Fiber Ltd", contact_type: "VENDOR" }] }),
        ({ upload_job_id }) => svc.uploadJobs.wait(upload_job_id)
      )
    )
    expect(upload.status).toBe("SUCCESS")
  })

  it("an interrupted call ends its request", async () => {
    let ended: () => void = () => {}
    const wasEnded = new Promise<void>((resolve) => (ended = resolve))
    let begun: () => void = () => {}
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const svc = InEffect.makeClient({
      url: service.url,
      apiKey: Service.apiKey,
      fetch: (_, init) =>
        new Promise((__, reject) => {
          init!.signal!.addEventListener("abort", () => {
            ended()
            reject(init!.signal!.reason)
          })
          begun()
        })
    })
    const fiber = Effect.runFork(svc.companies.get({ svc_id: 1 }))
    await hasBegun
    await Effect.runPromise(Fiber.interrupt(fiber))
    await wasEnded
  })
})
