/**
 * The contract suite. Its fixtures are asked of the platform itself, two pages of two records for each read, so they are
 * what the platform documents by construction; that the records mean the right thing is proven beside this, in the
 * other tests of this folder.
 */
import { Connector, type Models, type Writes } from "@svc/core"
import { Case, type FakePlatform, suite } from "@svc/testkit"
import * as Effect from "effect/Effect"
import { createHmac } from "node:crypto"
import { sandbox } from "../../src/index.ts"
import { makeSandbox } from "../../src/platform/index.ts"
import { open } from "./open.ts"

const platform = makeSandbox({ now: () => Date.parse("2026-11-20T10:00:00Z") })
const key = "sandbox-suite"
const shared = {
  source: "documented",
  source_note: "packages/connectors/sandbox/README.md, answered by the platform"
} as const

/** Asks the platform for two records where the connector asks for 200, and for two pages where there are more. */
const shorten = (url: URL): URL => {
  const short = new URL(url)
  if (short.searchParams.has("limit")) short.searchParams.set("limit", "2")
  return short
}
const record = (own = key) => {
  const exchanges: Array<FakePlatform.Exchange> = []
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const text = await request.clone().text()
    const { headers, method } = request
    const response = await platform.fetch(
      new Request(shorten(url), { method, headers, ...(text === "" ? {} : { body: text }) })
    )
    const body = await response.json()
    const isLast = url.searchParams.has("cursor")
    const isFeed = url.pathname.endsWith("/changes")
    // Where the platform tells what is deleted, the last record of a list is told of as such.
    const items = body.items?.map((item: object, index: number) =>
      index < body.items.length - 1
        ? item
        : isFeed
          ? { ...item, operation: "delete" }
          : "deleted" in item
            ? { ...item, deleted: true }
            : item
    )
    const last = { nextCursor: null, hasMore: false }
    const shown = { ...body, ...(items && { items }), ...((isLast || isFeed) && last) }
    exchanges.push({
      request: {
        method,
        path: url.pathname.slice("/v1".length),
        query: Object.fromEntries(url.searchParams),
        ...(text === "" ? {} : { body: JSON.parse(text) })
      },
      response: { status: response.status, body: shown }
    })
    return Response.json(shown, { status: response.status })
  }
  return { exchanges, ...open({ key: own, answer }) }
}

/** The day before the first one wanted, since a day may begin earlier at the platform. */
const fromAugust = (request: FakePlatform.Exchange["request"]): FakePlatform.Exchange["request"] => ({
  ...request,
  query: { ...request.query, datedFrom: "2026-08-31T00:00:00.000Z" }
})

const readCase = async (model: Models.ModelId): Promise<Case.Case> => {
  const { exchanges, run } = record()
  const now = "2026-11-20T10:00:00Z"
  const request = { now, from: null, since: null }
  const firsts: Array<FakePlatform.Exchange["request"]> = []
  const pages = await run((client) =>
    Effect.forEach(Connector.sourcesOf(sandbox, model), (read) =>
      Effect.gen(function* () {
        const { found: lookups } = yield* client.lookups(read)
        const before = exchanges.length
        const first = yield* client.page(read, { ...request, lookups })
        if (typeof read.from === "function") firsts.push(exchanges[before]!.request)
        if (first.next === null) return [first]
        return [first, yield* client.page(read, { ...request, lookups, state: first.next })]
      })
    )
  )
  const items = pages.flat().flatMap((page) => page.items)
  const able = pages.filter((_, index) => Connector.sourcesOf(sandbox, model)[index]?.get !== undefined)
  const get = await Promise.all(
    able.map(async (source) => {
      const one = record()
      const id = source.flatMap((page) => page.items).flatMap(({ records }) => records)[0]!.platform_id
      const found = await one.run((client) => client.get(model, id))
      return { id, exchanges: one.exchanges, record: found?.records[0] ?? null }
    })
  )
  const feeds = Connector.sourcesOf(sandbox, model).filter(({ deletes }) => deletes._tag === "Feed")
  const feed = record()
  const since = "2026-09-01T00:00:00Z"
  const ids = await feed.run((client) => Effect.forEach(feeds, (read) => client.ids(read, { now, since })))
  return {
    ...shared,
    now,
    ...(firsts.length === 0 ? {} : { dated: { from: "2026-09-01T12:00:00Z", requests: firsts.map(fromAugust) } }),
    ...(feeds.length === 0 ? {} : { deletes: { since, exchanges: feed.exchanges, ids: ids.flat() } }),
    ...(get.length === 0 ? {} : { get }),
    exchanges,
    unified: items.flatMap(({ records }) => records),
    deleted: items.flatMap(({ deleted, records }) => (deleted ? records.map(({ platform_id }) => platform_id) : []))
  }
}

type Expected = NonNullable<Case.Case["results"]>[number]
const writeCase = async (
  model: Writes.WriteId,
  operation: Writes.Operation,
  input: NonNullable<Case.Case["input"]>,
  errors: Readonly<Record<number, { readonly code: string; readonly field: string }>>
): Promise<Case.Case> => {
  const { exchanges, run } = record()
  const results = await run((client) => client.write(model, operation, input, { key: `suite-${model}` }))
  const { requires, unsupported } = (sandbox.writes as Connector.Any["writes"])[model][
    operation
  ] as Writes.PlatformRules
  return {
    ...shared,
    exchanges,
    input,
    requires: requires ?? [],
    unsupported: unsupported ?? [],
    results: results.map((result, index): Expected =>
      errors[index] === undefined ? { record: result.item?.records[0] ?? {} } : { error: errors[index] }
    )
  }
}

const line = { account_id: "acc_000010", quantity: 1, unit_amount: 2.5 }
const order = { contact_id: "ctc_000031", posted_date: "2026-11-01", currency_id: "EUR", line_items: [line] }
const secret = "whsec"
const delivery = JSON.stringify({
  events: [
    { sequence: 9624, resource: "contacts", id: "ctc_000001", operation: "update" },
    { sequence: 9625, resource: "bills", id: "bil_000001", operation: "delete" },
    { sequence: 9626, resource: "somethingNew", id: "new_000001", operation: "create" }
  ]
})
const event = { settings: {}, deleted: false }

const reads = await Promise.all(
  (Object.keys(sandbox.reads) as ReadonlyArray<Models.ModelId>).map(
    async (model) => [model, await readCase(model)] as const
  )
)
/** Whose account a key opens, and what was asked for it. */
const accountCase = async (own: string) => {
  const { exchanges, run } = record(own)
  const account = await run((client) => client.account)
  return { exchanges, account: account! }
}

suite(sandbox, {
  settings: {},
  credentials: { api_key: key },
  cases: {
    ...Object.fromEntries(reads),
    check: { ...shared, ...(await accountCase(key)), other: await accountCase("sandbox-other") },
    inbound: {
      ...shared,
      exchanges: [],
      secret,
      requests: [
        {
          headers: { "sandbox-signature": createHmac("sha256", secret).update(delivery).digest("hex") },
          body: delivery,
          status: 200,
          events: [
            { ...event, model: "CONTACTS", platform_id: "ctc_000001" },
            { ...event, model: "CONTACT_PERSONS", platform_id: "ctc_000001" },
            { ...event, model: "BILLS", platform_id: "bil_000001", deleted: true }
          ]
        },
        { headers: { "sandbox-signature": "00" }, body: delivery, status: 401, events: [] }
      ]
    },
    "CONTACTS.create": await writeCase(
      "CONTACTS",
      "create",
      [
        { name: "Ada Ito", contact_type: "CUSTOMER", email: "ada@ito.example" },
        { name: "Bo", contact_type: "VENDOR", email: "nobody" }
      ],
      { 1: { code: "platform-denied", field: "email" } }
    ),
    "PURCHASE_ORDERS.create": await writeCase(
      "PURCHASE_ORDERS",
      "create",
      [order, { ...order, line_items: [{ ...line, account_id: "acc_999999" }] }],
      { 1: { code: "platform-denied", field: "line_items[0].account_id" } }
    ),
    "BILL_CREDIT_NOTES.create": await writeCase(
      "BILL_CREDIT_NOTES",
      "create",
      [order, { ...order, currency_id: "XXX" }],
      { 1: { code: "platform-denied", field: "currency_id" } }
    ),
    "INVOICES.update": await writeCase(
      "INVOICES",
      "update",
      [
        { platform_id: "inv_000002", memo: "Called", due_date: "2026-12-01" },
        { platform_id: "inv_000002", status: "PAID" }
      ],
      { 1: { code: "invalid-params", field: "status" } }
    )
  }
})
