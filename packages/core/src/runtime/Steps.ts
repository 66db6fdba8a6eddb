/**
 * Walks a listing for who keeps the records itself: source after source, page after page, with what could not be read
 * and what is gone.
 */
import * as Effect from "effect/Effect"
import { type Any, deletionsOf, sourcesOf } from "../contract/Connector.ts"
import { ConnectorError, InvalidCall, Undecodable } from "../contract/ConnectorError.ts"
import type { ModelId } from "../contract/Models.ts"
import {
  afterOf,
  isIncremental,
  isProvenByListing,
  isRestricted,
  type Position,
  type Read,
  within
} from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import { Priority } from "./Lines.ts"
import {
  idsOf,
  type Item,
  type LookedUp,
  type PageRequest,
  type PageResult,
  readIds,
  readPage,
  type Refusal
} from "./Reading.ts"
import type { Send } from "./Request.ts"
import * as Time from "./Time.ts"

/** Where a platform's count of changes stands, by source. */
export type Positions = Readonly<Record<string, Position>>

/** Ids of the items that are kept: what the platform no longer lists of them is gone. */
export interface Known {
  readonly known: Iterable<string>
}

export interface ListOptions {
  /** Only records changed since this moment, ISO 8601; all where the connector cannot tell. */
  readonly since?: string | undefined
  /**
   * Of documents, movements, activities and statements only what is dated on this moment's day (UTC) or later, ISO 8601, or
   * not at all.
   */
  readonly from?: string | undefined
  /** By source: only what has changed after the platform's count stood there; all where the count went back. */
  readonly after?: Positions | undefined
  /** Whether what is gone is to be found out, which may need calls of its own. */
  readonly deleted?: true | Known | undefined
}

/** What one step of a walk found. */
export interface Walked {
  readonly items: ReadonlyArray<Item>
  readonly refusals: ReadonlyArray<Refusal>
  /** Ids of items that are gone; only where they were asked for. */
  readonly gone: ReadonlyArray<string>
}
/** Each run answers what is next; null at the end. */
export type Pages = Effect.Effect<Walked | null, ConnectorError>

/** What a walk asks of the client it is made for. */
export interface Walker {
  readonly connector: Any
  readonly send: Send
  readonly settings: Values
  readonly lookups: (read: Read) => Effect.Effect<LookedUp, ConnectorError>
  readonly position: (read: Read, context: { readonly now: string }) => Effect.Effect<Position | null, ConnectorError>
}

/** The time of the program's clock, ISO 8601. */
export const present = /* @__PURE__ */ Effect.map(Time.millis, (millis) => new Date(millis).toISOString())

/** The failure of a caller's own mistake. */
export const mistake = (connector: Any, operation: string, field: string, message: string): ConnectorError =>
  new ConnectorError({ connector: connector.id, operation, reason: new InvalidCall({ field, message }) })

/** The first of these that is given and is no moment. */
export const momentFault = (
  connector: Any,
  operation: string,
  given: Readonly<Record<string, unknown>>
): ConnectorError | null => {
  const [name] =
    Object.entries(given).find(
      ([, value]) => value !== undefined && (typeof value !== "string" || Number.isNaN(Date.parse(value)))
    ) ?? []
  return name === undefined
    ? null
    : mistake(connector, operation, name, "must be a moment in ISO 8601, such as 2026-01-31T00:00:00Z")
}
const faultOf = (connector: Any, model: ModelId, { deleted, from, since }: ListOptions): ConnectorError | null => {
  const operation = `list ${model}`
  const fault = momentFault(connector, operation, { since, from })
  if (fault !== null) return fault
  if (
    deleted !== undefined &&
    sourcesOf(connector, model).some((read) => isProvenByListing(read) && isRestricted(read, from ?? null))
  ) {
    const message = `what is gone of ${model} shows only in a listing of everything: leave \`from\` out, or \`deleted\``
    return mistake(connector, operation, "from", message)
  }
  return deleted === true && ["ids", "listing"].includes(deletionsOf(connector, model))
    ? mistake(
        connector,
        operation,
        "deleted",
        `${connector.name} shows what is gone of ${model} only by what is there: pass { known } with the ids that you keep`
      )
    : null
}

/** Begins a walk through the sources of a model. */
export const begin = Effect.fnUntraced(function* (
  { connector, lookups, position, send, settings }: Walker,
  model: ModelId,
  sources: ReadonlyArray<Read>,
  options: ListOptions
) {
  const fault = faultOf(connector, model, options)
  if (fault !== null) return yield* fault
  const { deleted } = options
  const known = deleted === undefined || deleted === true ? null : new Set(deleted.known)
  for (const id of known ?? []) {
    // A number is none of the ids that the platform shows: all that is kept would be taken for gone.
    if (typeof id !== "string") {
      return yield* mistake(connector, `list ${model}`, "deleted", "must be { known } with ids, which are texts")
    }
  }
  /** Ids that the platform has shown, where it matters what it has not. */
  const shown = new Set<string>()
  /** What the walk lacks is gone only if it has shown everything that there is. */
  let isWhole = true
  let hasEnded = false
  const rest = sources.values()
  let current: { readonly read: Read; readonly request: Omit<PageRequest, "state">; state: unknown } | null = null

  /** Null where the platform's count of changes has not moved. */
  const start = Effect.fnUntraced(function* (read: Read) {
    const now = yield* present
    const from = options.from ?? null
    const last = options.after?.[read.source]
    const counted = last === undefined ? null : yield* position(read, { now })
    const after = counted === null ? null : afterOf(read.sequence!, last ?? null, counted)
    const since = within(read, options.since ?? null, now)
    const isFull = !isIncremental(read) || (since === null && after === null)
    if (!isFull && read.deletes._tag !== "IdListing") isWhole = false
    if (after !== null && after === counted?.at) return null
    return {
      read,
      request: { now, from, since, after, settings, lookups: (yield* lookups(read)).found },
      state: undefined
    }
  })
  /** What is found out about deletions once a source has been read. */
  const goneOf = Effect.fnUntraced(function* (read: Read, { now }: Omit<PageRequest, "state">) {
    const { since } = options
    const { _tag } = read.deletes
    if (deleted === undefined) return []
    if (_tag === "Feed" && since !== undefined) return yield* readIds(connector, send, read, { settings, now, since })
    if (_tag === "IdListing" && known !== null) {
      for (const id of yield* readIds(connector, send, read, { settings, now, since: now })) shown.add(id)
    }
    return []
  })
  const note = ({ isListless, items, older, refusals }: PageResult) => {
    // An item that could not be read still exists, and which one it is can only be guessed.
    if (refusals.length > 0 || isListless === true) isWhole = false
    for (const item of [...items, ...older]) if (!item.deleted) for (const id of idsOf(item)) shown.add(id)
  }

  const next: Pages = Effect.gen(function* () {
    while (current === null) {
      const { done, value } = rest.next()
      if (done) {
        if (hasEnded || known === null || !isWhole) return null
        hasEnded = true
        return { items: [], refusals: [], gone: [...known].filter((id) => !shown.has(id)) }
      }
      current = yield* start(value)
    }
    const { read, request, state } = current
    // It may be long: its calls come evenly, and leave room for those that somebody waits for.
    const page: PageResult = yield* Effect.provideService(
      readPage(connector, send, read, { ...request, state }),
      Priority,
      "background"
    )
    if (known !== null) note(page)
    const ended = page.next === null ? yield* Effect.provideService(goneOf(read, request), Priority, "background") : []
    current = page.next === null ? null : { read, request, state: page.next }
    const gone = deleted === undefined ? [] : [...page.gone, ...ended]
    // Of what is older, a deletion is told all the same: whoever asks for changes may have the record.
    const revoked = request.since === null ? [] : page.older.filter((item) => item.deleted)
    return { items: [...page.items, ...revoked], refusals: page.refusals, gone }
  })
  return next
})

/** What a listing ends with when items could not be read and nobody was told: all others have been handed out. */
export const unread = (connector: Any, model: ModelId, refusals: ReadonlyArray<Refusal>): ConnectorError =>
  new ConnectorError({
    connector: connector.id,
    operation: `list ${model}`,
    reason: new Undecodable({
      issues: refusals.flatMap(({ issues, platform_id }) =>
        issues.map((issue) => `${platform_id ?? "an item"}: ${issue}`)
      )
    })
  })
