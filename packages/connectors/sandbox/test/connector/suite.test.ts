/**
 * The contract suite. Its fixtures are asked of the platform itself, two pages of two records for each read, so they are
 * what the platform documents by construction; that the records mean the right thing is proven beside this, in the
 * other tests of this folder.
 */
import type { Models, Writes } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { Case, type FakePlatform, suite } from "@svc/testkit"
import * as Effect from "effect/Effect"
import { createHmac } from "node:crypto"
import { sandbox } from "../../src/index.ts"
import { makeSandbox, samples } from "../../src/platform/index.ts"
import { clientOf } from "../platform/client.ts"
import { baseUrl, open } from "./open.ts"

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
const typed = ({ headers }: Response) => ({ "content-type": headers.get("content-type")! })
const record = (own = key) => {
  const exchanges: Array<FakePlatform.Exchange> = []
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const text = await request.clone().text()
    const { headers, method } = request
    const sent = headers.get("idempotency-key")
    const response = await platform.fetch(
      new Request(shorten(url), { method, headers, ...(text === "" ? {} : { body: text }) })
    )
    const path = url.pathname.slice("/v1".length)
    const query = Object.fromEntries(url.searchParams)
    if (path.endsWith("/content")) {
      const content = await response.text()
      exchanges.push({
        request: { method, path, query, ...(text === "" ? {} : { text: [text] }) },
        response: { status: response.status, headers: typed(response), text: [content] }
      })
      return new Response(content, { status: response.status, headers: typed(response) })
    }
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
    const shown = { ...body, ...(items && { items }), ...(isLast && last) }
    exchanges.push({
      request: {
        method,
        path,
        query,
        ...(sent === null ? {} : { headers: { "idempotency-key": sent } }),
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
  const asks: Record<string, ReadonlyArray<string>> = {}
  const pages = await run((client) =>
    Effect.forEach(Connector.sourcesOf(sandbox, model), (read) =>
      Effect.gen(function* () {
        const { found: lookups } = yield* client.lookups(read)
        const before = exchanges.length
        const first = yield* client.page(read, { ...request, lookups })
        if (typeof read.from === "function") firsts.push(exchanges[before]!.request)
        if (read.since !== undefined) asks[read.source] = ["modifiedSince = 2026-03-10T12:34:56.000Z"]
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
      const [first] = source.flatMap((page) => page.items)
      const id = first!.owner ?? first!.records[0]!.platform_id
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
    ...(Object.keys(asks).length === 0 ? {} : { since: { at: "2026-03-10T12:34:56.000Z", asks } }),
    ...(model === "COMPANY_INFO" ? { because: { pages: "There is one company" } } : {}),
    ...(feeds.length > 0 && feed.exchanges.length < 2 ? { because: { ids: "Less is deleted than a page holds" } } : {}),
    ...(firsts.length === 0 ? {} : { dated: { from: "2026-09-01T12:00:00Z", requests: firsts.map(fromAugust) } }),
    ...(feeds.length === 0 ? {} : { deletes: { since, exchanges: feed.exchanges, ids: ids.flat() } }),
    ...(get.length === 0 ? {} : { get }),
    exchanges,
    unified: items.flatMap(({ records }) => records),
    deleted: items.flatMap(({ deleted, records }) => (deleted ? records.map(({ platform_id }) => platform_id) : []))
  }
}

type Item = Readonly<Record<string, unknown>>
type Expected = NonNullable<Case.Case["results"]>[number]
/** Asks the platform itself. */
const direct = (own: string) => {
  const client = clientOf(platform.fetch, new URL(baseUrl).origin)
  const headers = { authorization: `Bearer ${own}` }
  return {
    get: async (path: string) => (await client.get(path, headers)).body,
    post: async (path: string, body: unknown) => (await client.post(path, body, headers)).body
  }
}
const bank: string = (await direct(key).get("/bankAccounts")).items[0].ledgerAccount.id
const filled = (item: Item, made: unknown): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value === "bank" ? bank : value === "made" ? made : value])
  )

const billed = { accountId: "acc_000010", qty: 1, unitMinor: 500, text: "Coffee" }
/** Writes of amounts that the platform tells apart by their sign. */
const signed = new Set(["BANK_TRANSACTIONS.create"])
/** What is written of a model: a sample that is taken, and an item that is none. */
const writeCase = async (model: Writes.WriteId, operation: Writes.Operation): Promise<Case.Case> => {
  const { create, first, update, voided } = samples[model]!
  const own = `sandbox-${model}-${operation}`.toLowerCase().replaceAll("_", "-")
  const { exchanges, run } = record(own)
  const make = async ([resource, body]: readonly [string, Item], made: unknown): Promise<string> =>
    (await direct(own).post(`/${resource}`, filled(body, made))).id
  const write = (by: Writes.Operation, input: ReadonlyArray<unknown>, key: string) =>
    run((client) => client.write(model, by, input, { key }))
  const made = first === undefined ? null : await make(first, null)
  const target = async (): Promise<string> => {
    if (operation === "void" && voided !== undefined) return make(voided, made)
    if (create === undefined) return made!
    const [result] = await write("create", [filled(create, made)], "before")
    return result!.item!.records[0]!.platform_id
  }
  const named = operation === "create" ? {} : { platform_id: await target() }
  exchanges.length = 0
  // A credit note is put on its bill in a second call, so that a note may be left which has to be taken back.
  const applied = model === "BILL_CREDIT_NOTES" && operation === "create"
  const bill = { vendor: create?.["contact_id"], billedOn: "2026-11-01", currency: "EUR", lines: [billed] }
  const more = applied ? { bill_ids: [await make(["bills", bill], null)] } : {}
  const item =
    operation === "create"
      ? { ...filled(create!, made), ...more }
      : operation === "update"
        ? { ...named, ...update }
        : named
  const input = [item, { ...named, no_member: 1 }]
  const results = await write(operation, input, "suite")
  const { requires, unsupported } = (sandbox.writes as Connector.Any["writes"])[model][
    operation
  ] as Writes.PlatformRules
  const id = results[0]?.item?.records[0]?.platform_id
  const undone = {
    request: { method: "DELETE", path: `/creditNotes/${id}` },
    response: { body: { id, deleted: true } }
  }
  return {
    ...shared,
    exchanges: [...exchanges],
    ...(applied ? { undone: [undone] } : {}),
    ...(signed.has(`${model}.${operation}`)
      ? { because: { signs: "The sandbox writes what is paid out below zero" } }
      : {}),
    input,
    requires: requires ?? [],
    unsupported: unsupported ?? [],
    results: results.map((result): Expected => {
      if (result.status === "failed") return { error: { code: "invalid-params", field: "no_member" } }
      return result.item?.records[0] === undefined ? { gone: true } : { record: result.item.records[0] }
    })
  }
}
const writes = await Promise.all(
  Object.entries(sandbox.writes).flatMap(([model, byOperation]) =>
    Object.keys(byOperation).map(
      async (operation) =>
        [`${model}.${operation}`, await writeCase(model as Writes.WriteId, operation as Writes.Operation)] as const
    )
  )
)

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

/** One endpoint is registered, listed beside another's, and removed. */
const subscribeCase = async (): Promise<Case.Case> => {
  const own = "sandbox-subscribe"
  const { exchanges, run } = record(own)
  const subscription = { address: "https://service.example/in/token", secret: "a-secret-of-ours", parts: [] }
  const part = async <A>(work: () => Promise<A>) => {
    exchanges.length = 0
    const result = await work()
    return { result, exchanges: [...exchanges] }
  }
  const first = await part(() => run((client) => client.subscribe({ subscription })))
  const [none, ...made] = first.exchanges
  const kept = first.result.subscription
  await direct(own).post("/webhookEndpoints", { url: "https://other.example/", secret: "x", resources: [] })
  const listed = await part(() => run((client) => client.subscribe({ subscription: kept })))
  const last = await part(() => run((client) => client.unsubscribe(kept)))
  const gone = await platform.fetch(
    new Request(`${baseUrl}${last.exchanges.at(-1)!.request.path}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${own}` }
    })
  )
  return {
    ...shared,
    exchanges: made,
    webhooks: {
      address: kept.address,
      secret: kept.secret,
      registered: kept.parts.map(({ id }) => ({ id })),
      none: [none!],
      listed: listed.exchanges,
      removed: last.exchanges.slice(listed.exchanges.length),
      gone: { status: gone.status, body: await gone.json() }
    }
  }
}

/** A file is attached to an invoice, and its bytes are fetched again. */
const fileCases = async (): Promise<Case.Cases> => {
  const { exchanges, run } = record("sandbox-files")
  const file = {
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "INVOICES",
    document_type_id: "inv_000001",
    content: "Four cups of coffee"
  } as const
  const sent = await run((client) => client.upload({ ...file, content: new TextEncoder().encode(file.content) }))
  const uploads = exchanges.splice(0)
  const [document] = sent.item.records
  await run((client) => client.download(document as never)).then(({ bytes }) => bytes.cancel())
  return {
    "DOCUMENTS.upload": { ...shared, exchanges: uploads, file, record: document! },
    "DOCUMENTS.download": { ...shared, exchanges, document: document as never, content: file.content }
  }
}

suite(sandbox, {
  settings: {},
  credentials: { api_key: key },
  cases: {
    ...Object.fromEntries(reads),
    ...Object.fromEntries(writes),
    check: { ...shared, ...(await accountCase(key)), other: await accountCase("sandbox-other") },
    subscribe: await subscribeCase(),
    ...(await fileCases()),
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
    }
  }
})
