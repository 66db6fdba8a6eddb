/**
 * Holds a connector against a description. Core's own runtime runs every read, write, lookup and check over a network that
 * ends in this file: each request is compared with the description, each is answered with the description's examples, and
 * what the connector makes of those is counted.
 */
import { Connector, ConnectorError, Models, Setting, Writes } from "@svc/core"
import * as Core from "@svc/core"
import { HttpTransport, InSpite, Limits, Reading, Request, Writing } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type { Description, Example, Operation, Outgoing } from "./Description.ts"
import type { AnyConnector, Departure, Profile } from "./Profile.ts"
import * as Responder from "./Responder.ts"
import * as Verdict from "./Verdict.ts"

type Read = Core.Read.Read
type Write = Core.Write.Write

/** What became of the examples of one source of one model. */
export interface Row {
  /** `INVOICES`, `CONTACTS create`; with the source's name where a model has several. */
  readonly name: string
  examples: number
  /** Of the examples, those that the description lacks and that were made of a schema. */
  made: number
  /** Of the examples, those that a variant of the profile changed, and how. */
  varied: number
  readonly variant: string | null
  items: number
  records: number
  /** Items that are of another kind, which the mapping leaves out. */
  others: number
  refusals: number
}

export interface RefusedItem {
  readonly row: string
  readonly example: string
  readonly platform_id: string | null
  readonly issue: string
  /** Why it is right, from the profile; null when nothing explains it. */
  readonly reason: string | null
}

export interface Sent {
  /** What the connector was doing. */
  readonly purpose: string
  readonly operation: string | null
  readonly method: string
  readonly url: string
  readonly faults: ReadonlyArray<string>
}

export interface Report {
  readonly connector: string
  readonly rows: ReadonlyArray<Row>
  readonly refused: ReadonlyArray<RefusedItem>
  readonly sent: ReadonlyArray<Sent>
  /** Examples and calls that ended in an error. */
  readonly crashes: ReadonlyArray<string>
  /** Capabilities that nothing could exercise: a write without a sample, a record without an id. */
  readonly gaps: ReadonlyArray<string>
  /** Departures that were met. */
  readonly departures: ReadonlyArray<{ readonly departure: Departure; readonly count: number }>
  readonly unusedDepartures: ReadonlyArray<Departure>
  /** Answers of failure whose message was read, and those where none was found. */
  readonly failures: { readonly read: number; readonly silent: ReadonlyArray<string> }
}

/** True when every request is valid, every example was read, and every refusal is explained. */
export const passed = (report: Report): boolean =>
  report.sent.every(({ faults }) => faults.length === 0) &&
  report.crashes.length === 0 &&
  report.gaps.length === 0 &&
  report.refused.every(({ reason }) => reason !== null)

const now = "2026-03-15T12:00:00.000Z"
const from = "2026-01-01T00:00:00.000Z"
const since = "2026-02-01T08:30:00.000Z"

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs everything the connector offers. Never rejects for a fault of the connector: that is in the report. Each request is shown to `watch`. */
export const run = async (
  profile: Profile,
  description: Description,
  watch: (request: Outgoing, verdict: Verdict.Verdict) => void = () => {}
): Promise<Report> => {
  // The budget of a real platform would make this take minutes.
  const connector: AnyConnector = {
    ...(await Connector.whole(profile.connector)),
    http: { ...profile.connector.http, limits: { windows: [], concurrent: 8 } }
  }
  const { settings } = profile
  const rows = new Map<string, Row>()
  const refused: Array<RefusedItem> = []
  const sent: Array<Sent> = []
  const crashes: Array<string> = []
  const gaps: Array<string> = []
  const departures = new Map<Departure, number>()
  const touched = new Map<string, Operation>()
  /** Operations that reads have asked for. */
  const readBy = new Set<string>()

  let purpose = ""
  /** Examples to answer with as they are, by operation; all others come from the responder. */
  const serving = new Map<string, Example>()
  const responder = Responder.make(description, profile.behaviour, () => Date.parse(now))
  let trail: Array<Operation | null> = []

  const network: typeof globalThis.fetch = async (input, init) => {
    const request = await outgoing(new globalThis.Request(input, init))
    const verdict = Verdict.of(description, profile, request)
    watch(request, verdict)
    for (const { departure } of verdict.explained) departures.set(departure, (departures.get(departure) ?? 0) + 1)
    const operation = verdict.operation
    sent.push({
      purpose,
      operation: operation?.id ?? null,
      method: request.method,
      url: request.url.href,
      faults: verdict.faults
    })
    trail.push(operation)
    if (operation === null) return Response.json({ message: "nothing is described here" }, { status: 404 })
    touched.set(operation.id, operation)
    const example = serving.get(operation.id)
    if (example !== undefined) return respond(example, profile.answerHeaders?.(request))
    const answer = responder.answer(request)
    // Sample ids are of nobody: what refers to them still needs an answer to go on with.
    const given = answer.status === 404 ? (operation.examples[0] ?? { status: operation.status, body: null }) : answer
    // A walk that comes here again has been told of a further page: this is it, and the last.
    const isFurther = trail.filter((one) => one?.id === operation.id).length > 1
    const body = isFurther && profile.last !== undefined ? profile.last(given.body) : given.body
    return respond({ ...given, body }, profile.answerHeaders?.(request))
  }

  const layer = Layer.mergeAll(
    Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, network)),
    Limits.Limits.layer
  )
  const senderOf = (own: Profile["settings"]): Promise<Request.Send> =>
    Effect.gen(function* () {
      return Request.makeSend(
        HttpTransport.make(yield* HttpClient.HttpClient),
        yield* Limits.Limits,
        { retries: 0, pause: 0, patience: 1000, timeout: 10_000 },
        connector,
        { key: connector.id, settings: own, credentials: Effect.succeed(profile.credentials), app: profile.app }
      )
    }).pipe(Effect.provide(layer), Effect.runPromise)
  const send = await senderOf(settings)

  /** Runs one step; what it fails or dies with is a crash, named by what was being done. */
  const step = async <A>(doing: string, effect: Effect.Effect<A, unknown>): Promise<A | null> => {
    purpose = doing
    trail = []
    try {
      const result = await Effect.runPromise(Effect.result(effect))
      if (Result.isSuccess(result)) return result.success
      // One example stands for every page, and core takes the second for the first again.
      if (isCircular(result.failure)) return null
      crashes.push(`${doing}: ${describeError(result.failure)}`)
    } catch (error) {
      crashes.push(`${doing}: ${describeError(error)}`)
    }
    return null
  }

  const rowOf = (name: string, variant: string | null = null): Row => {
    const known = rows.get(name)
    if (known !== undefined) return known
    const made: Row = { name, variant, examples: 0, made: 0, varied: 0, items: 0, records: 0, others: 0, refusals: 0 }
    rows.set(name, made)
    return made
  }
  const refuse = (row: Row, example: string, platformId: string | null, issues: ReadonlyArray<string>) => {
    row.refusals++
    const issue = issues.join("; ")
    const reason =
      profile.refusals?.find((one) => row.name.startsWith(one.model) && one.issue.test(issue))?.reason ?? null
    refused.push({ row: row.name, example, platform_id: platformId, issue, reason })
  }
  const count = (row: Row, example: Example, page: Pick<Reading.PageResult, "items" | "refusals">) => {
    row.examples++
    if (example.from === "schema") row.made++
    row.items += page.items.length + page.refusals.length
    for (const { records } of page.items) {
      row.records += records.length
      if (records.length === 0) row.others++
    }
    for (const { issues, platform_id } of page.refusals) refuse(row, example.name, platform_id, issues)
  }

  const readModel = async (read: Read, name: string) => {
    const variant = profile.variants?.[read.model]
    const row = rowOf(name, variant?.what ?? null)
    const asked = await step(
      `${name}: lookups`,
      Reading.runLookups(connector, send, settings, read.lookups, [], `list ${name}`)
    )
    const lookups = asked?.found ?? {}
    const request = { settings, now, from, since: null, lookups }
    let id: string | null = profile.ids?.[name] ?? profile.ids?.[read.model] ?? null
    let last: Listed | null = null

    // The first request says which operation the listing is; then each of its examples is the answer once.
    const call = Reading.pageCall(read, { ...request, state: read.page.start({ now, from }) })
    await step(`${name}: first page`, send(call, { operation: `list ${name}`, repeatable: true }))
    const listed = trail[0] ?? null
    if (listed === null) return
    if (listed.examples.length === 0) gaps.push(`${name}: ${listed.id} describes no answer`)
    const readExample = async (example: Example) => {
      serving.set(listed.id, example)
      const answered = await step(`${name}: ${example.name}`, Reading.readPage(connector, send, read, request))
      // An example may be of any date.
      const page = answered && { ...answered, items: [...answered.items, ...answered.older] }
      if (page !== null) {
        count(row, example, page)
        const first = page.items.find(({ records }) => records.length > 0)
        id ??= first?.owner ?? first?.records[0]?.platform_id ?? null
        const items = [...page.items, ...page.refusals].map(({ raw }) => raw)
        if (last === null || items.length > last.items.length) last = { example, items }
      }
    }
    for (const example of listed.examples) await readExample(example)
    if (variant !== undefined && row.records === 0) {
      for (const example of listed.examples) {
        row.varied++
        await readExample({ ...example, name: `${example.name} (${variant.what})`, body: variant.of(example.body) })
      }
    }
    if (last !== null) {
      const state = nextState(read.page, last, profile)
      if (state !== null) {
        await step(`${name}: next page`, Reading.readPage(connector, send, read, { ...request, state }))
      }
      if (read.since !== undefined) {
        await step(`${name}: changes`, Reading.readPage(connector, send, read, { ...request, since }))
        // Pages of their own: the next one, and that after the first window of a search.
        let further = read.sincePage === undefined ? null : nextState(read.sincePage, last, profile)
        for (let page = 2; page <= 3 && further !== null; page++) {
          const asked = { ...request, since, state: further }
          await step(`${name}: page ${page} of changes`, Reading.readPage(connector, send, read, asked))
          further = nextState(read.sincePage!, last, profile, { page, state: further })
        }
      }
      if (read.sequence?.after !== undefined) {
        await step(`${name}: changes`, Reading.readPage(connector, send, read, { ...request, after: 101 }))
      }
    }
    serving.clear()
    if (read.sequence !== undefined) {
      await step(`${name}: where the count stands`, Reading.readPosition(connector, send, read, request))
    }
    if (read.changes !== undefined) {
      const state = Reading.changesStart(read.changes, now, since)
      await step(`${name}: what changed`, Reading.readPage(connector, send, read, { ...request, since, state }))
    }
    if (read.deletes._tag === "Feed" || read.deletes._tag === "IdListing") {
      await step(`${name}: deleted`, Reading.readIds(connector, send, read, { settings, now, since }))
    }
    if (read.get !== undefined) await readSingle(read, name, row, id, lookups)
  }

  const readSingle = async (
    read: Read,
    name: string,
    row: Row,
    id: string | null,
    lookups: Readonly<Record<string, unknown>>
  ) => {
    if (id === null) {
      gaps.push(`${name}: no example shows an id to fetch by; the profile must name one`)
      return
    }
    const call = read.get!(id, { settings, lookups })
    if (call === null) {
      gaps.push(`${name}: ${id} is no id of this source; the profile must name one`)
      return
    }
    await step(`${name}: by id`, send(call, { operation: `get ${name}`, repeatable: true }))
    const [single] = trail
    for (const example of single?.examples ?? []) {
      serving.set(single!.id, example)
      const raw = await step(
        `${name}: ${example.name}`,
        Effect.map(send(call, { operation: `get ${name}`, repeatable: true }), ({ body }) =>
          read.getItem === undefined ? read.items(body, null) : [read.getItem(body)]
        )
      )
      if (raw === null) continue
      const page = { items: [] as Array<Reading.Item>, refusals: [] as Array<Reading.Refusal> }
      for (const one of raw) {
        if (one === undefined || one === null) continue
        const followed = await step(`${name}: follow`, followedOf(read, one))
        const beside = await step(`${name}: companions`, companionsOf(read, one))
        const mapped = InSpite.mapItem(read, one, { settings, lookups, followed: followed ?? [], ...beside })
        if (Result.isSuccess(mapped)) page.items.push(mapped.success)
        else page.refusals.push(mapped.failure)
      }
      count(row, example, page)
    }
    serving.clear()
  }

  /** What is asked beside an item that comes alone. What cannot be decoded is refused when it is mapped. */
  const companionsOf = (read: Read, raw: unknown) => {
    const decoded = Result.try(() => read.item.read(raw))
    return Result.isFailure(decoded) || Object.keys(read.companions).length === 0
      ? Effect.succeed({})
      : Effect.map(
          Reading.runLookups(connector, send, settings, read.companions, [decoded.success], `get ${read.model}`),
          ({ found }) => ({ companions: found })
        )
  }
  const followedOf = (read: Read, raw: unknown) => {
    // What cannot be decoded is refused when it is mapped.
    const decoded = Result.try(() => read.item.read(raw))
    const calls = Result.isSuccess(decoded) ? (read.follow?.(decoded.success, { settings }) ?? []) : []
    return Reading.followed(connector, send, calls, `follow ${read.model}`)
  }

  /** Has the record that an item is about answered with what the profile says of it. */
  const showCurrent = async (write: Write, input: Readonly<Record<string, unknown>>) => {
    const shown = profile.current?.[write.model]
    const id = input["platform_id"]
    if (shown === undefined || write.current === undefined || typeof id !== "string") return
    const call = Core.Write.recordOf(write, input).get?.(id, { settings, lookups: {} }) ?? null
    if (call === null) return
    await step(`${write.model} ${write.operation}: as it is`, send(call, { operation: "get", repeatable: true }))
    const [single] = trail
    const [example] = single?.examples ?? []
    if (example !== undefined) serving.set(single!.id, { ...example, body: shown(example.body) })
  }

  const writeModel = async (write: Write) => {
    const name = `${write.model} ${write.operation}`
    const samples = profile.writes?.[write.model]?.[write.operation] ?? []
    if (samples.length === 0) gaps.push(`${name}: the profile has no item to write`)
    const operations = new Map<string, Operation>()
    for (const [index, input] of samples.entries()) {
      const doing = `${name}: item ${index + 1}`
      await showCurrent(write, input)
      const results = await step(
        doing,
        Writing.writeChunk(connector, send, write, settings, [{ position: index, input }], {
          key: `conformance-${write.model}`,
          repeated: false
        })
      )
      serving.clear()
      for (const result of results ?? []) {
        if (result.status === "failed") crashes.push(`${doing}: ${result.error.code}: ${result.error.message}`)
      }
      for (const operation of trail) {
        if (operation !== null && operation.method !== "GET" && operation.isReading !== true)
          operations.set(operation.id, operation)
      }
      // What looks for an item that may have been taken before is asked too.
      const idempotency = Core.Write.idempotencyOf(write, settings)
      if (idempotency._tag === "Lookup") {
        const began = new Date(0).toISOString()
        const looking = { settings, since: began, began, key: `conformance-${write.model}:${index}` }
        const call = idempotency.call(input, looking)
        if (call !== null) await step(`${doing}: look for it`, send(call, { operation: name, repeatable: true }))
      }
    }
    // What a lookup posts, reads ask for too.
    const [main] = [...operations.values()].filter(({ id }) => !readBy.has(id))
    // What is written in steps is told by them alone what came of it.
    const answers = write.steps === undefined ? (main?.examples ?? []) : []
    for (const example of answers) readAnswer(write, name, example, samples[0]!)
  }

  /** A documented answer of a write, mapped as the record it is. */
  const readAnswer = (write: Write, name: string, example: Example, sample: unknown) => {
    const row = rowOf(name)
    const page = { items: [] as Array<Reading.Item>, refusals: [] as Array<Reading.Refusal> }
    const absent = Object.entries(write.lookups).map(([lookup, { absent: none }]) => [lookup, none] as const)
    const context = {
      settings,
      began: new Date(0).toISOString(),
      lookups: Object.fromEntries(absent),
      current: undefined
    }
    try {
      const answers = [1, 2, 3, 4, 5]
        .map((size) => ({
          size,
          answers: write.answers(
            seen(connector, example.body),
            Array.from({ length: size }, () => sample),
            {},
            context
          )
        }))
        .find(({ answers, size }) => answers.length === size)?.answers
      for (const answer of answers ?? []) {
        if (answer?._tag === "Refused") {
          page.refusals.push({
            platform_id: null,
            issues: [`the connector takes it for a refusal: ${answer.failure.message ?? "without a message"}`],
            raw: answer.body
          })
        }
        if (answer?._tag !== "Accepted") continue
        const read = Core.Write.recordOf(write, sample)
        const lookups = Object.fromEntries(Object.entries(read.lookups).map(([own, { absent }]) => [own, absent]))
        const mapped = InSpite.mapItem(read, answer.raw, { settings, lookups, followed: [] })
        if (Result.isSuccess(mapped)) page.items.push(mapped.success)
        else page.refusals.push(mapped.failure)
      }
      count(row, example, page)
    } catch (error) {
      crashes.push(`${name}: ${example.name}: ${describeError(error)}`)
    }
  }

  /** The calls for the bytes of documents; what comes of them is no record, and the suite proves it. */
  const moveFiles = async ({ download, upload }: Core.Files.Files) => {
    const { document } = profile
    if (document === undefined) {
      gaps.push("DOCUMENTS: the profile names no document whose bytes to ask for")
      return
    }
    /** What is answered to a question before the act itself; undefined where nothing is asked. */
    const asked = async (doing: string, first: Core.Call.Call | null | undefined): Promise<unknown> =>
      first == null
        ? undefined
        : (await step(`${doing}: before`, send(first, { operation: doing, repeatable: true })))?.body
    const name = "DOCUMENTS download"
    const known = await asked(name, download?.before?.(document, { settings }))
    const call = download?.call(document, { settings, before: known }) ?? null
    if (download !== undefined && call === null) gaps.push(`${name}: the profile's document has no bytes`)
    if (call !== null) {
      const isStreamed = download!.found === undefined
      await step(name, send(call, { operation: name, repeatable: true, isStreamed }))
    }
    for (const document_type of upload?.to ?? []) {
      const file: Core.Files.File = {
        document_type,
        document_type_id: document.document_type_id ?? "1",
        file_name: "scan.txt",
        file_type: "text/plain",
        content: new TextEncoder().encode("Coffee")
      }
      const doing = `DOCUMENTS upload to ${document_type}`
      const before = await asked(doing, upload!.before?.(file, { settings }))
      const sent = upload!.call(file, { settings, before })
      if (sent === null) {
        gaps.push(`${doing}: the example of the record takes no file`)
        continue
      }
      const answer = await step(doing, send(sent, { operation: doing, repeatable: false }))
      const id = (answer && upload!.id(answer.body, file, answer.headers)) ?? document.platform_id
      const further = upload!.shown?.(file, { settings, id })
      if (further !== undefined) await step(`${doing}: as it is`, send(further, { operation: doing, repeatable: true }))
    }
  }

  await step("check", send(Connector.checkOf(connector, settings), { operation: "check", repeatable: true }))
  // What is yet to be found out is not known while it is asked.
  let known = Object.fromEntries(
    Object.entries(settings).filter(([name]) => !Setting.isFrom(connector.settings[name], "Discovered"))
  )
  for (const { call, choices, response } of Connector.discoveriesOf(connector)) {
    const ask = await senderOf(known)
    const asked = typeof call === "function" ? call(known) : call
    const found = await step(
      "discover",
      Effect.flatMap(Reading.lookUp(connector, ask, asked, "discover", []), (answer) =>
        Effect.map(Reading.decode(connector, "discover", response, answer?.body), choices)
      )
    )
    if (found?.length === 0) gaps.push("discover: the example holds no choice")
    known = { ...known, ...found?.[0]?.settings }
  }
  for (const model of Models.modelIds) {
    const sources = sourcesOf(connector, model)
    for (const read of sources) await readModel(read, sources.length === 1 ? model : `${model} (${read.source})`)
  }
  for (const id of touched.keys()) readBy.add(id)
  for (const { model, operation } of Writes.all()) {
    const write = (connector.writes as Record<string, Record<string, Write> | undefined>)[model]?.[operation]
    if (write !== undefined) await writeModel(write)
  }
  if (connector.files !== undefined) await moveFiles(connector.files)
  if (connector.inbound !== undefined && description.events.length > 0) {
    const row = rowOf("webhooks")
    for (const example of description.events) {
      try {
        const events = connector.inbound.events(example.body, requestOf(example.body))
        row.examples++
        if (example.from === "schema") row.made++
        row.items++
        row.records += events.length
        if (events.length === 0) row.others++
      } catch (error) {
        crashes.push(`${example.name}: ${describeError(error)}`)
      }
    }
  }
  const { subscribe } = connector.inbound ?? {}
  if (subscribe !== undefined && profile.subscribes === true) {
    const { call } = subscribe.list
    const asked = typeof call === "function" ? call(settings) : call
    await step("subscribe: list", Reading.lookUp(connector, send, asked, "subscribe", []))
    const { topics = [""] } = subscribe
    const wanted = { address: "https://service.example/in/token", secret: "secret", until: now, settings }
    for (const topic of typeof topics === "function" ? topics(settings) : topics) {
      const one = { ...wanted, topic }
      await step(`subscribe: ${topic}`, send(subscribe.create(one), { operation: "subscribe", repeatable: false }))
    }
    const own = { ...wanted, topic: "", id: "1" }
    for (const ending of [subscribe.renew?.(own), subscribe.remove(own)]) {
      if (ending !== undefined) await step("subscribe: end", send(ending, { operation: "subscribe", repeatable: true }))
    }
  }
  const leaving = connector.disconnect?.(settings) ?? null
  if (leaving !== null) await step("disconnect", send(leaving, { operation: "disconnect", repeatable: true }))

  return {
    connector: connector.id,
    rows: [...rows.values()],
    refused,
    sent,
    crashes,
    gaps,
    departures: [...departures].map(([departure, times]) => ({ departure, count: times })),
    unusedDepartures: (profile.departures ?? []).filter((departure) => !departures.has(departure)),
    failures: readFailures(connector, [...touched.values()], crashes)
  }
}

const sourcesOf = (connector: AnyConnector, model: Core.Models.ModelId): ReadonlyArray<Read> => {
  const found = (connector.reads as Record<string, Read | ReadonlyArray<Read> | undefined>)[model]
  return found === undefined ? [] : Array.isArray(found) ? found : [found as Read]
}

/** The answer to a listing and what was in it. */
interface Listed {
  readonly example: Example
  readonly items: ReadonlyArray<unknown>
}

const isCircular = (error: unknown): boolean =>
  ConnectorError.isConnectorError(error) && error.reason._tag === "Undecodable" && error.reason.isCircular === true

/** The state after a page that is full and says there is more; null where there never is, or where that page came before. */
const nextState = (
  page: Core.Page.Page,
  last: Listed,
  profile: Profile,
  at: { readonly page: number; readonly state: unknown } = { page: 1, state: page.start({ now, from }) }
): unknown => {
  const body = profile.more?.(last.example.body, at.page) ?? last.example.body
  const items =
    last.items.length === 0 ? [] : Array.from({ length: 5000 }, (_, index) => last.items[index % last.items.length])
  const headers = { link: '<https://example.invalid/?page=2>; rel="next"' }
  try {
    return page.next(at.state, { body, headers, items })
  } catch (error) {
    if (Core.Page.isCircular(error)) return null
    throw error
  }
}

/** Lets the connector read the documented answers of failure. */
const readFailures = (
  connector: AnyConnector,
  operations: ReadonlyArray<Operation>,
  crashes: Array<string>
): Report["failures"] => {
  let read = 0
  const silent: Array<string> = []
  for (const { body, name, status } of operations.flatMap(({ failures }) => failures)) {
    try {
      const answer = { status, body: seen(connector, body), headers: {} }
      const failure =
        status >= 400 ? connector.http.failure?.(answer) : (connector.http.failureInside?.(answer) ?? undefined)
      if (failure?.message === undefined || failure.message === "") silent.push(`${name} (${status})`)
      else read++
    } catch (error) {
      crashes.push(`${name} (${status}): ${describeError(error)}`)
    }
  }
  return { read, silent }
}

/** An answer as the platform sends it: a body that is a text is no JSON. */
const respond = (
  { body, status }: { readonly status: number; readonly body: unknown },
  headers: Readonly<Record<string, string>> = {}
): Response =>
  body === null || body === undefined
    ? new Response(null, { status, headers })
    : typeof body === "string"
      ? new Response(body, { status, headers: { "content-type": "text/xml", ...headers } })
      : Response.json(body, { status, headers })
/** A body as the connector sees it. */
const seen = (connector: AnyConnector, body: unknown): unknown =>
  typeof body === "string" && connector.http.parse !== undefined ? connector.http.parse(body, JSON.parse) : body
/** An event as the platform would send it, without what only a real one has. */
const requestOf = (body: unknown): Core.Inbound.InboundRequest => ({
  method: "POST",
  url: new URL("https://service.invalid/inbound"),
  headers: {},
  body: JSON.stringify(body)
})

const outgoing = async (request: globalThis.Request): Promise<Outgoing> => {
  const body = await request.text()
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body: body === "" ? undefined : body
  }
}
