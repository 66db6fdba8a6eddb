/** How the client asks: repeats, Retry-After, idempotency keys, time limits, signals, addresses; against a fetch that answers as told. */
import { Models } from "@svc/core"
import { WriteRoutes } from "@svc/core/api"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type Attempt, isSvcError, makeClient, type Outcome, type SvcError } from "../src/index.ts"
import { pathOf } from "../src/Query.ts"
import { routes } from "../src/Routes.ts"

type Answer = (request: Request) => Response | Promise<Response>
const open = (answers: ReadonlyArray<Answer>, options: object = {}) => {
  const requests: Array<Request> = []
  const client = makeClient({
    url: "https://svc.example/",
    apiKey: "svc_key",
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request.clone())
      const answer = answers[Math.min(requests.length, answers.length) - 1]!
      return answer(request)
    },
    ...options
  })
  return { client, requests }
}
const refusal =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}, field: string | null = null): Answer =>
  () =>
    Response.json(
      { error: { code, message: "No.", field, details: [{ code, message: "No.", field }] }, request_id: "req-1" },
      { status, headers }
    )
const company: Answer = () => Response.json({ data: { svc_id: 3, name: "Acme" } })
const done: Answer = () =>
  Response.json({ data: { upload_job_id: "job-1", status: "SUCCESS", data: [] }, request_id: "req-2" })
const broken: Answer = () => Promise.reject(new TypeError("fetch failed"))
/** Answers only when the signal ends it. */
const silent: Answer = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }))
const failure = (promise: Promise<unknown>): Promise<SvcError> =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isSvcError(error) ? error : expect.fail(`Another error: ${String(error)}`))
  )
const contacts = { company_id: 3, data: [{ name: "Ada Ltd" }] }

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
afterEach(() => void vi.useRealTimers())

describe("reads", () => {
  it("are repeated when the service is away, and wait as long as it asks", async () => {
    const away = refusal(503, "platform-unavailable", { "retry-after": "7" })
    const { client, requests } = open([broken, away, company])
    const asked = client.companies.get({ svc_id: 3 })
    await vi.advanceTimersByTimeAsync(400)
    expect(requests).toHaveLength(2)
    // The first pause is up to 400 ms, by chance: the third request comes 7 s after the second, whenever that was.
    await vi.advanceTimersByTimeAsync(6500)
    expect(requests).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(500)
    expect(await asked).toMatchObject({ name: "Acme" })
    expect(requests.map(({ headers, method, url }) => [method, url, headers.get("api_key")])).toEqual(
      Array.from({ length: 3 }, () => ["GET", "https://svc.example/v3/core/companies/3", "svc_key"])
    )
  })

  it("end after the last repeat, and at once where the wait is too long or repeating is no use", async () => {
    for (const [answer, attempts, code] of [
      [broken, 4, "unreachable"],
      [refusal(502, "platform-error"), 4, "platform-error"],
      [refusal(429, "rate-limited", { "retry-after": "31" }), 1, "rate-limited"],
      [refusal(404, "not-found"), 1, "not-found"],
      [refusal(500, "unknown-error"), 1, "unknown-error"],
      [() => new Response("<html>", { status: 200 }), 1, "unreadable-answer"],
      // What something on the way answers is judged by its status.
      ...([502, 503, 521] as const).map(
        (status) => [() => new Response("<html>", { status }), 4, "unreachable"] as const
      ),
      [() => Response.json({ message: "Bad gateway" }, { status: 502 }), 4, "unreachable"],
      ...([408, 504] as const).map((status) => [() => new Response("", { status }), 4, "timed-out"] as const),
      [() => new Response("slow down", { status: 429, headers: { "retry-after": "2" } }), 4, "rate-limited"],
      [() => new Response("slow down", { status: 429, headers: { "retry-after": "31" } }), 1, "rate-limited"],
      [() => new Response("<html>", { status: 413 }), 1, "payload-too-large"],
      [() => new Response("<html>", { status: 404 }), 1, "unreadable-answer"]
    ] as const) {
      const { client, requests } = open([answer])
      const asked = failure(client.companies.get({ svc_id: 3 }))
      await vi.runAllTimersAsync()
      expect([(await asked).code, requests.length]).toEqual([code, attempts])
    }
  })

  it("say what the service said", async () => {
    const { client } = open([refusal(429, "rate-limited", { "retry-after": "60" }, "company_id")])
    expect(await failure(client.companies.get({ svc_id: 3 }))).toMatchObject({
      _tag: "SvcError",
      code: "rate-limited",
      status: 429,
      field: "company_id",
      requestId: "req-1",
      retryAfter: 60,
      retryable: true,
      details: [{ code: "rate-limited" }]
    })
  })
})

describe("writes", () => {
  it("carry one key over all attempts, so that the work is done once", async () => {
    const runs = refusal(409, "conflict", {}, "Idempotency-Key")
    const { client, requests } = open([broken, runs, done])
    const made = client.create("CONTACTS", contacts)
    await vi.runAllTimersAsync()
    expect(await made).toMatchObject({ status: "SUCCESS" })
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(3)
  })

  it("carry the caller's own key, and are not repeated for an answer that is a replay", async () => {
    const replayed = refusal(503, "platform-unavailable", { "idempotent-replayed": "true" })
    const { client, requests } = open([replayed])
    expect((await failure(client.create("CONTACTS", contacts, { key: "mine" }))).code).toBe("platform-unavailable")
    expect(requests.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["mine"])
  })

  it("of every kind carry a key, and are repeated under it", async () => {
    const { client } = open([company])
    const creates = Object.entries(routes).flatMap(([group, places]) =>
      Object.entries(places).flatMap(([name, place]) => ((place as string).startsWith("POST ") ? [[group, name]] : []))
    )
    expect(creates.length).toBeGreaterThan(12)
    const gateway: Answer = () => new Response("bad gateway", { status: 502 })
    const calls: ReadonlyArray<(own: typeof client, options?: { readonly key: string }) => Promise<unknown>> = [
      ...creates.map(
        ([group, name]) =>
          (own: any, options?: object) =>
            own[group!][name!]({ svc_id: 3, id: 4 }, options)
      ),
      (own, options) => own.passthrough({ company_id: 3, data: { method: "POST", path: "/orders" } }, options),
      (own, options) => own.submit("CONTACTS", contacts, options),
      (own, options) => own.update("CONTACTS", 4, { name: "Ada" }, options),
      (own, options) => own.delete("CONTACTS", 4, options),
      (own, options) => own.void("INVOICES", 4, options)
    ]
    for (const call of calls) {
      for (const options of [undefined, { key: "mine" }]) {
        const { client, requests } = open([broken, gateway, company])
        const made = call(client, options)
        await vi.runAllTimersAsync()
        expect(await made).toBeTruthy()
        const keys = requests.map(({ headers }) => headers.get("idempotency-key"))
        expect(keys).toHaveLength(3)
        expect(new Set(keys).size).toBe(1)
        expect(keys[0]).toMatch(options === undefined ? /^[0-9a-f-]{36}$/ : /^mine$/)
      }
    }
  })

  it("that delete are repeated only when nothing was done, and what is put, always", async () => {
    const lost = open([broken])
    expect((await failure(lost.client.inviteLinks.revoke({ invite_link_id: "l-1" } as never))).code).toBe("unreachable")
    expect(lost.requests).toHaveLength(1)
    const limited = open([() => new Response("slow down", { status: 429 }), refusal(429, "rate-limited"), company])
    const made = limited.client.companies.erase({ svc_id: 3 })
    await vi.runAllTimersAsync()
    expect(await made).toMatchObject({ svc_id: 3 })
    const put = open([broken, company])
    const renamed = put.client.companies.rename({ svc_id: 3, name: "Acme" })
    await vi.runAllTimersAsync()
    expect(await renamed).toMatchObject({ svc_id: 3 })
  })

  it("are waited for while their job runs, at most as long as asked", async () => {
    const job =
      (status: string): Answer =>
      () =>
        Response.json({ data: { upload_job_id: "job-1", status, data: [] } })
    const { client, requests } = open([job("RUNNING"), job("RUNNING"), job("PARTIAL_SUCCESS")])
    const made = client.create("CONTACTS", contacts)
    await vi.runAllTimersAsync()
    expect((await made).status).toBe("PARTIAL_SUCCESS")
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/v3/accounting/contacts",
      "/v3/core/upload_jobs/job-1",
      "/v3/core/upload_jobs/job-1"
    ])
    const endless = failure(open([job("RUNNING")]).client.uploadJobs.wait("job-1", { patience: 60_000 }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await endless).toMatchObject({ code: "timed-out", message: "Upload job job-1 is still RUNNING." })
  })
})

describe("hooks", () => {
  it("see each attempt with its request id, and give one", async () => {
    const log: Array<unknown> = []
    const answered =
      (answer: Answer, id: string): Answer =>
      async (request) => {
        const { body, status } = await answer(request)
        return new Response(body, { status, headers: { "request-id": id, "idempotent-replayed": "true" } })
      }
    let made = 0
    const { client, requests } = open([broken, refusal(503, "platform-unavailable"), answered(company, "req-9")], {
      onRequest: (attempt: Attempt) => {
        log.push(attempt)
        return `mine-${++made}`
      },
      onResponse: ({ error, milliseconds, ...outcome }: Outcome) => {
        expect(milliseconds).toBeGreaterThanOrEqual(0)
        log.push({ ...outcome, code: error?.code ?? null })
      }
    })
    const asked = client.companies.create({ name: "Acme" }, { key: "k-1" })
    await vi.runAllTimersAsync()
    await asked
    expect(requests.map(({ headers }) => headers.get("request-id"))).toEqual(["mine-1", "mine-2", "mine-3"])
    const of = (attempt: number) => ({ method: "POST", path: "/v3/core/companies", attempt, key: "k-1" })
    expect(log).toEqual([
      of(1),
      { ...of(1), requestId: "mine-1", status: null, isReplayed: false, code: "unreachable" },
      of(2),
      { ...of(2), requestId: "req-1", status: 503, isReplayed: false, code: "platform-unavailable" },
      of(3),
      { ...of(3), requestId: "req-9", status: 200, isReplayed: true, code: null }
    ])
  })

  it("stop nothing when they throw", async () => {
    const fail = () => {
      throw new Error("no log")
    }
    const { client } = open([company], { onRequest: fail, onResponse: fail })
    expect(await client.companies.get({ svc_id: 3 })).toMatchObject({ svc_id: 3 })
  })
})

describe("time and signals", () => {
  beforeEach(() => void vi.useRealTimers())

  it("limit each attempt", async () => {
    const { client, requests } = open([silent], { timeout: 20, retries: 1 })
    expect(await failure(client.companies.get({ svc_id: 3 }))).toMatchObject({ code: "timed-out", retryable: true })
    expect(requests).toHaveLength(2)
  })

  it("end a call with the signal's own reason, under way and between attempts", async () => {
    const reason = new Error("enough")
    const ending = new AbortController()
    const asked = open([silent]).client.companies.get({ svc_id: 3 }, { signal: ending.signal })
    ending.abort(reason)
    await expect(asked).rejects.toBe(reason)

    const between = new AbortController()
    const waiting = open([
      () => {
        queueMicrotask(() => setTimeout(() => between.abort(reason)))
        return refusal(503, "platform-unavailable", { "retry-after": "20" })(undefined as never)
      }
    ]).client.companies.get({ svc_id: 3 }, { signal: between.signal })
    await expect(waiting).rejects.toBe(reason)
  })
})

it("knows where each data model is, and where each write goes", () => {
  expect(Models.modelIds.length).toBeGreaterThan(50)
  for (const id of Models.modelIds) expect(pathOf(id)).toBe(Models.get(id).path)
  for (const { path, write } of WriteRoutes.routes.filter(({ isSpecified }) => !isSpecified)) {
    expect(path.split("/:")[0]).toBe(pathOf(write.model as Models.ModelId))
  }
})

it("writes filters, order, relations and cursors as the interface reads them", async () => {
  const { client, requests } = open([
    () => Response.json({ data: [{ svc_id: 1 }], prev: null, next: "c-2", total_count: null }),
    () => Response.json({ data: [{ svc_id: 2 }], prev: "c-1", next: null, total_count: null })
  ])
  const seen: Array<number> = []
  for await (const { svc_id } of client.list("EXPENSES", {
    filter: { total_amount: { gte: 10, lt: 20 }, platform_id: { in: ["a", "b"] }, contact_id: { is_null: false } },
    sort: { posted_date: "DESC", svc_id: "ASC" },
    expand: ["contact", "account"],
    select: ["data_hash"],
    limit: 1
  })) {
    seen.push(svc_id)
  }
  expect(seen).toEqual([1, 2])
  const [first, second] = requests.map(({ url }) => decodeURIComponent(new URL(url).search))
  expect(first).toBe(
    "?total_amount[gte]=10&total_amount[lt]=20&platform_id[in]=a,b&contact_id[is_null]=false&sort[posted_date]=DESC&sort[svc_id]=ASC&expand=contact,account&select=data_hash&limit=1"
  )
  expect(second).toBe(`${first}&next=c-2`)
})

it("writes filters on lists, objects, lines and related records", async () => {
  const { client, requests } = open([() => Response.json({ data: [], prev: null, next: null, total_count: null })])
  await client
    .list("BILLS", {
      filter: {
        posted_date: { gte: "-7d" },
        memo: { icontains: "rent" },
        purchase_order_ids: { contains: "po-1" },
        line_items: { is_null: false },
        raw_data: { is_null: false },
        "line_items.total_amount": { gt: 5 },
        "contact.name": { eq: "Acme" },
        "bill_payments.amount": { lt: 7 }
      }
    })
    .page()
  expect(decodeURIComponent(new URL(requests[0]!.url).search)).toBe(
    "?posted_date[gte]=-7d&memo[icontains]=rent&purchase_order_ids[contains]=po-1&line_items[is_null]=false&raw_data[is_null]=false&line_items.total_amount[gt]=5&contact.name[eq]=Acme&bill_payments.amount[lt]=7"
  )
  const wrong = () => {
    // @ts-expect-error no such member of a line
    client.list("BILLS", { filter: { "line_items.acount_id": { eq: "200" } } })
    // @ts-expect-error a number, not a text
    client.list("BILLS", { filter: { "line_items.total_amount": { gt: "5" } } })
    // @ts-expect-error no such member of a contact
    client.list("BILLS", { filter: { "contact.nam": { eq: "Acme" } } })
    // @ts-expect-error a list of lines contains no text
    client.list("BILLS", { filter: { line_items: { contains: "x" } } })
  }
  expect(wrong).toBeTypeOf("function")
})

it("embeds two steps on", async () => {
  const payment = { account: { parent_account: null, name: "Bank" } }
  const { client, requests } = open([() => Response.json({ data: [{ bill_payments: [payment] }], next: null })])
  for await (const bill of client.list("BILLS", {
    expand: ["bill_payments.account", "line_items.account", "contact"]
  })) {
    expect(bill.bill_payments[0]?.account?.name).toBe("Bank")
    // @ts-expect-error not embedded
    expect(bill.bill_payments[0]?.contact).toBeUndefined()
  }
  expect(decodeURIComponent(new URL(requests[0]!.url).search)).toBe(
    "?expand=bill_payments.account,line_items.account,contact"
  )
  // @ts-expect-error no such relation
  const wrong = () => client.list("BILLS", { expand: ["bill_payments.acount"] })
  expect(wrong).toBeTypeOf("function")
})

it("asks for members by name, and knows which an answer has", async () => {
  const { client, requests } = open([
    () =>
      Response.json({ data: [{ svc_id: 1, line_items: [{ account_id: "2" }], contact: { name: "Acme" } }], next: null })
  ])
  for await (const bill of client.list("BILLS", {
    expand: ["contact"],
    fields: ["svc_id", "line_items.account_id", "contact.name", "contact.addresses.city"],
    filter: { "line_items.tracking_category_ids": { contains: "t-1" } }
  })) {
    // @ts-expect-error not asked for of the addresses
    expect(bill.contact?.addresses?.[0]?.street).toBeUndefined()
    const [line] = bill.line_items
    const known: readonly [number, string | null | undefined, string | null | undefined] = [
      bill.svc_id,
      line?.account_id,
      bill.contact?.name
    ]
    expect(known).toEqual([1, "2", "Acme"])
    // @ts-expect-error not asked for
    expect(bill.memo).toBeUndefined()
    // @ts-expect-error not asked for either
    expect(line?.description).toBeUndefined()
  }
  expect(decodeURIComponent(new URL(requests[0]!.url).search)).toBe(
    "?line_items.tracking_category_ids[contains]=t-1&expand=contact&fields=svc_id,line_items.account_id,contact.name,contact.addresses.city"
  )
  // @ts-expect-error no such member
  const wrong = () => client.list("BILLS", { fields: ["memmo"] })
  // @ts-expect-error not embedded
  const missing = () => client.list("BILLS", { fields: ["contact.name"] })
  expect([wrong, missing]).toHaveLength(2)
})

it("refuses what the interface does not have, while compiling", () => {
  const { client } = open([company])
  const wrong = () => {
    // @ts-expect-error no such model
    client.list("EXPENSE")
    // @ts-expect-error no such field
    client.list("EXPENSES", { filter: { amount: { gte: 1 } } })
    // @ts-expect-error a number, not a text
    client.list("EXPENSES", { filter: { total_amount: { gte: "1" } } })
    // @ts-expect-error a word that the field does not have
    client.list("INVOICES", { filter: { status: { eq: "SETTLED" } } })
    // @ts-expect-error lists are not sorted by
    client.list("EXPENSES", { sort: { line_items: "ASC" } })
    // @ts-expect-error no such relation
    client.list("EXPENSES", { expand: ["invoice"] })
    // @ts-expect-error expenses are not written
    void client.create("EXPENSES", contacts)
    // @ts-expect-error no such member
    void client.companies.create({ title: "Acme" })
  }
  expect(wrong).toBeTypeOf("function")
})
