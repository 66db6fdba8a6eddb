/**
 * Writes the fixtures of a connector from a real account: runs what it can do against the platform, scrubs what was said,
 * and has the connector read the scrubbed answers again for the records that must come of them.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { Connector, type ConnectorError, Models, type Read, Setting, Write, Writes } from "@svc/core"
import { Platform } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { type Case, fileOf } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import { onePage } from "./pages.ts"
import * as Recorder from "./Recorder.ts"
import { sinceOf } from "./since.ts"
import * as Scrub from "./Scrub.ts"
import { basesOf, fakeOf, type Staged, type Subject, withClient } from "./Subject.ts"
import { walk, walkAll, type Walked } from "./Walk.ts"

/** Which connector and account are recorded, and what of it. */
export interface RecordOptions {
  /** Whose platform is asked. */
  readonly connector: Connector.Any
  /** Of the real account. */
  readonly settings: Readonly<Record<string, string>>
  /** Of the real account; none of them comes into a fixture. */
  readonly credentials: Readonly<Record<string, string>>
  /** Where the fixtures go; ends with a slash. */
  readonly folder: URL
  /** Which account this is and when: what the fixtures say of where they are from. */
  readonly note: string
  /** Capabilities by the names of their cases; the check, the discovery and all reads when absent. */
  readonly only?: ReadonlyArray<string>
  /** Items for the writes by the names of their cases, such as `CONTACTS.create`. They are really written. */
  readonly inputs?: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>
  /** The oldest moment of interest, ISO 8601; 30 days back when absent. */
  readonly from?: string
  /** What else is to be replaced in the fixtures, and what may stay. */
  readonly rules?: Scrub.Rules
  /** Sends the requests; the platform's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
}
/** What was recorded: fixtures by name. */
export interface Recording {
  /** What stands for the account in the fixtures: give these to `suite`. */
  readonly settings: Readonly<Record<string, string>>
  /** What stands for the account's credentials in the fixtures. */
  readonly credentials: Readonly<Record<string, string>>
  /** By their names, such as `CONTACTS`. */
  readonly cases: Readonly<Record<string, Case>>
  /** Names of the files written. */
  readonly files: ReadonlyArray<string>
}

type Use<A> = (client: Platform.Client) => Effect.Effect<A, ConnectorError.ConnectorError>

/** Records; rejects with what the platform or the connector said when something cannot be recorded. */
export const record = async (options: RecordOptions): Promise<Recording> => {
  const { credentials, folder, inputs = {}, note, only, settings } = options
  const connector: Connector.Any = await Connector.whole(options.connector)
  const now = new Date()
  const moments = {
    now: now.toISOString(),
    from: options.from ?? new Date(now.getTime() - 30 * 86_400_000).toISOString()
  }
  const shown = { settings: standInSettings(connector, settings), credentials: standInCredentials(credentials) }
  const key = `record-${crypto.randomUUID()}`
  const scrub = Scrub.make({
    ...options.rules,
    replace: {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [value, shown.settings[name] ?? value])),
      ...Object.fromEntries(
        Object.entries(credentials).map(([name, value]) => [value, shown.credentials[name] ?? value])
      ),
      [key]: "suite",
      ...options.rules?.replace
    }
  })
  const subject: Subject = { connector, ...shown, cases: {} }
  const recorder = Recorder.make({
    bases: basesOf({ connector, settings }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch })
  })
  /** Runs a use on the real platform, and answers it with what was said, scrubbed. */
  const asked = async <A>(use: Use<A>, own: Readonly<Record<string, string>> = settings) => {
    const result = await reallyRun({ ...options, settings: own }, recorder.fetch, use)
    return { result, exchanges: scrub.exchanges(recorder.take()) }
  }
  const replayed = <A>(exchanges: Case["exchanges"], use: (fake: Staged) => Use<A>, own: Subject = subject) => {
    const fake = fakeOf(own, exchanges, { now: moments.now })
    return withClient(own, fake, use(fake))
  }
  const source = { source: "recorded", source_note: note } as const

  const readCase = async (model: Models.ModelId): Promise<Case> => {
    const sources = Connector.sourcesOf(connector, model)
    const base: Case = { ...source, ...moments, exchanges: [] }
    const listed = await asked((client) => Effect.forEach(sources, (read) => pagesOf(client, read, base)))
    const walked = await replayed(listed.exchanges, (fake) => walkAll(subject, fake, model, base))
    const unified = recordsOf(model, [walked])
    const get: Array<NonNullable<Case["get"]>[number]> = []
    for (const [index, read] of sources.entries()) {
      const id = listed.result[index]!.items.flatMap(({ records }) => records)[0]?.platform_id
      if (read.get === undefined || id === undefined) continue
      const { exchanges } = await asked((client) => client.get(model, id))
      const shownId = scrub.value(id)
      const item = await replayed(exchanges, () => (client) => client.get(model, shownId))
      get.push({ id: shownId, exchanges, record: item === null ? null : briefly(item.records[0]!) })
    }
    const named = sources.filter(({ deletes }) => deletes._tag === "Feed" || deletes._tag === "IdListing")
    const since = moments.from
    const idsOf: Use<ReadonlyArray<string>> = (client) =>
      Effect.map(
        Effect.forEach(named, (read) => client.ids(read, { ...moments, since })),
        (ids) => ids.flat()
      )
    const deletes = named.length === 0 ? null : await asked(idsOf)
    const counted = sources.find(({ sequence }) => sequence !== undefined)
    const positionOf: Use<Read.Position | null> = (client) =>
      counted === undefined ? Effect.succeed(null) : client.position(counted, moments)
    const counts = counted === undefined ? null : await asked(positionOf)
    const is = counts === null ? null : await replayed(counts.exchanges, () => positionOf)
    const told = sources.filter((read) => read.changes !== undefined)
    const changed =
      told.length === 0
        ? null
        : await asked((client) => Effect.forEach(told, (read) => pagesOf(client, read, base, since)))
    const changes =
      changed === null
        ? null
        : await replayed(
            changed.exchanges,
            (fake) => (client) => Effect.forEach(told, (read) => walk(client, fake, read, base, { since }))
          )
    const gone = changes?.flatMap((one) => one.gone) ?? []
    const found: Case = {
      ...base,
      exchanges: listed.exchanges,
      unified,
      deleted: walked.items
        .filter(({ deleted }) => deleted)
        .flatMap(({ records }) => records.map((one) => one.platform_id)),
      ...(get.length === 0 ? {} : { get }),
      ...(counts === null || is === null ? {} : { position: { exchanges: counts.exchanges, is } }),
      ...(deletes === null
        ? {}
        : {
            deletes: {
              ...(named.some((read) => isAskedSince(read, shown.settings, moments)) ? { since } : {}),
              exchanges: deletes.exchanges,
              ids: await replayed(deletes.exchanges, () => idsOf)
            }
          }),
      ...(changed === null || changes === null
        ? {}
        : { changes: { since, exchanges: changed.exchanges, unified: recordsOf(model, changes), gone } })
    }
    const whole = { ...subject, cases: { [model]: found } }
    const asks = await sinceOf(whole, sources, found)
    const because = await onePage(whole, sources, found, "The account that was recorded has one page of them")
    return {
      ...found,
      ...(asks === undefined ? {} : { since: asks }),
      ...(Object.keys(because).length === 0 ? {} : { because })
    }
  }
  const writeCase = async (name: string, write: Write.Write): Promise<Case> => {
    const items = inputs[name] ?? []
    const { exchanges } = await asked((client) => client.write(write.model, write.operation, items, { key }))
    const input = scrub.value(items)
    let calls: ReadonlyArray<FakePlatform.Asked> = []
    const results = await replayed(exchanges, (fake) => {
      calls = fake.calls
      return (client) => client.write(write.model, write.operation, input, { key: "suite" })
    })
    return {
      ...source,
      requires: write.requires,
      unsupported: write.unsupported,
      input,
      exchanges: exchanges.map((exchange) => keyed(exchange, write, calls)),
      results: results.map((result) =>
        result.status === "success"
          ? result.item?.records[0] === undefined
            ? { gone: true as const }
            : { record: briefly(result.item.records[0]) }
          : { error: { code: result.error.code, field: result.error.field, message: result.error.message } }
      )
    }
  }

  /** The exchange with the suite's own key in the header that a platform knows it by. */
  const keyed = (exchange: FakePlatform.Exchange, write: Write.Write, calls: ReadonlyArray<FakePlatform.Asked>) => {
    const place = Write.placeOf(Write.idempotencyOf(write, settings))
    if (place?.in !== "header") return exchange
    const { request } = exchange
    const key = calls.find((call) => FakePlatform.fits(request, call, basesOf(subject)))?.headers.get(place.name)
    return key ? { ...exchange, request: { ...request, headers: { ...request.headers, [place.name]: key } } } : exchange
  }

  const cases: Record<string, Case> = {}
  const isWanted = (name: string): boolean => only === undefined || only.includes(name)
  if (isWanted("check")) cases["check"] = { ...source, exchanges: (await asked((client) => client.check)).exchanges }
  if (connector.discover !== undefined && isWanted("discover")) {
    const { exchanges } = await asked((client) => client.discover, undiscovered(connector, settings))
    const unsettled = { ...subject, settings: undiscovered(connector, shown.settings) }
    const choices = await replayed(exchanges, () => (client) => client.discover, unsettled)
    cases["discover"] = { ...source, exchanges, choices }
  }
  for (const model of Models.modelIds) {
    if (model in connector.reads && isWanted(model)) cases[model] = await readCase(model)
  }
  for (const { model, operation } of Writes.all()) {
    const name = `${model}.${operation}`
    const write: Write.Write | undefined = connector.writes[model]?.[operation]
    if (write !== undefined && name in inputs) cases[name] = await writeCase(name, write)
  }
  mkdirSync(folder, { recursive: true })
  const files = Object.entries(cases).map(([name, own]) => {
    writeFileSync(new URL(fileOf(name), folder), `${JSON.stringify(own, null, 2)}\n`)
    return fileOf(name)
  })
  return { ...shown, cases, files }
}

const reallyRun = <A>(
  { connector, credentials, settings }: RecordOptions,
  fetch: typeof globalThis.fetch,
  use: Use<A>
): Promise<A> =>
  Effect.gen(function* () {
    const platform = yield* Platform.Platform
    return yield* use(platform.open(connector, { key: "record", settings, credentials: Effect.succeed(credentials) }))
  }).pipe(
    Effect.provide(
      Platform.Platform.layer.pipe(
        Layer.provide(FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))))
      )
    ),
    Effect.runPromise
  )

/** All pages of a source on the real platform. */
const pagesOf = (client: Platform.Client, read: Parameters<typeof walk>[2], own: Case, since: string | null = null) =>
  walk(client, { calls: [], isWornOut: () => false }, read, own, { since })

/** Whether a feed of deletes is asked since a moment: some platforms always name all. */
const isAskedSince = (
  { deletes }: Read.Read,
  settings: RecordOptions["settings"],
  moments: { readonly now: string; readonly from: string }
): boolean => {
  if (deletes._tag !== "Feed") return false
  const [first, second] = [moments.from, moments.now].map((since) =>
    JSON.stringify(deletes.call({ ...moments, settings, since }))
  )
  return first !== second
}

const recordsOf = (model: string, walked: ReadonlyArray<Walked>) => {
  const [refusal] = walked.flatMap(({ refusals }) => refusals)
  if (refusal !== undefined) {
    throw new Error(`${model}: the item ${refusal.platform_id ?? ""} cannot be read: ${refusal.issues.join("; ")}`)
  }
  return walked.flatMap(({ items }) => items.flatMap(({ records }) => records.map(briefly)))
}

/** A record without the members that say nothing. */
const briefly = (one: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(one).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  )

const standInCredentials = (credentials: RecordOptions["credentials"]) =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      name === "scope" || name === "expires_at" ? value : `recorded-${name.replaceAll("_", "-")}`
    ])
  )
/** The settings that are known before the discovery. */
const undiscovered = (connector: Connector.Any, settings: RecordOptions["settings"]) =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name]) => !Setting.isFrom((connector.settings as Setting.Settings)[name], "Discovered")
    )
  )

/** A choice among a few values tells nothing of anybody, and another would not be one of them. */
const standInSettings = (connector: Connector.Any, settings: RecordOptions["settings"]) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const setting = (connector.settings as Readonly<Record<string, Setting.Setting>>)[name]
      return [name, setting?._tag === "Asked" && setting.choices !== undefined ? value : shapedLike(value, name)]
    })
  )
/** An address stays an address and a host a host under the same domain: calls are made to them. */
const shapedLike = (value: string, name: string): string => {
  const other = `recorded-${name.toLowerCase().replaceAll("_", "-")}`
  if (/^https?:\/\//.test(value)) return `https://${other}.example`
  return /^[\w-]+(\.[\w-]+)+$/.test(value) ? value.replace(/^[\w-]+/, other) : other
}
