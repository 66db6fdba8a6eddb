/**
 * Runs a connector's reads: one page at a time, so that whoever stores the records can checkpoint between pages. Every
 * item is decoded, mapped and checked on its own; one that cannot be read becomes a refusal and the others go on.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Bounds from "../contract/Bounds.ts"
import { type Call, merge } from "../contract/Call.ts"
import * as Check from "../contract/Check.ts"
import { type Any, sourcesOf } from "../contract/Connector.ts"
import { ConnectorError, Undecodable, Unsupported } from "../contract/ConnectorError.ts"
import { type Asked, isSeveral, type Lookups } from "../contract/Lookup.ts"
import { type Further, isPages, type Pages } from "../contract/Further.ts"
import { get as modelOf } from "../contract/Known.ts"
import type { ModelId } from "../contract/Models.ts"
import { isCircular, type Page, type PageAnswer } from "../contract/Page.ts"
import {
  absentCompanions,
  arrayAt,
  type Changes,
  firstMoment,
  fromPatch,
  isItemsMissing,
  isMarked,
  isNoList,
  isUntaken,
  type MapContext,
  pageOf,
  type Read,
  type ReadContext
} from "../contract/Read.ts"
import type { Answer, Send } from "./Request.ts"
import type { Values } from "../contract/Setting.ts"
import * as Unread from "../contract/Unread.ts"
import type { Decoder } from "../contract/Wire.ts"
import { later } from "./Part.ts"
import * as Time from "./Time.ts"
import * as Walk from "./Walk.ts"

/** A checked unified record: every field of its model present, in the model's order. */
export type UnifiedRecord = Readonly<Record<string, unknown>> & { readonly platform_id: string }

/** One raw item and the records it became. */
export interface Item {
  /** The item's own id where its records are several (`Read.owner`), else null. */
  readonly owner: string | null
  readonly raw: unknown
  readonly records: ReadonlyArray<UnifiedRecord>
  /** The platform shows the record as deleted. */
  readonly deleted: boolean
  /** What `follow` asked for and was answered; absent where it asked for nothing. */
  readonly followed?: ReadonlyArray<Followed>
  /** What could not be read, and is null or empty in the records, which can be without; absent where all could be. */
  readonly warnings?: ReadonlyArray<Warning>
}
/** A member that a record is without because it could not be read. */
export interface Warning {
  /** The member of the record, `line_items[2].quantity`; null where it is not known what the platform's value would have made. */
  readonly field: string | null
  /** What is wrong, with the place in the platform's item. */
  readonly message: string
}
/** A warning as a sentence. */
export const toldOf = ({ field, message }: Warning): string => (field === null ? message : `${field}: ${message}`)
/** A further call that an item needed, and its answer: whoever keeps both can map the item again. */
export interface Followed {
  /** What was asked for, without its query: `GET /creditNotes/17`. */
  readonly call: string
  readonly body: unknown
}
/** Bodies that a read's lookups were answered with, by name; a lookup that asked for nothing is missing. */
export type LookupAnswers = Readonly<Record<string, unknown>>
/** What the lookups of a read or write found, and what they found it in. */
export interface LookedUp {
  readonly found: Readonly<Record<string, unknown>>
  readonly answers: LookupAnswers
}
/** An item that could not be read. */
export interface Refusal {
  /** What the item seems to be, for people: its first id-like member. */
  readonly platform_id: string | null
  readonly issues: ReadonlyArray<string>
  readonly raw: unknown
  readonly followed?: ReadonlyArray<Followed>
}
export interface PageResult {
  readonly items: ReadonlyArray<Item>
  /**
   * Items that were listed although they are dated before `from`: nobody asked for them. Whoever has them already keeps
   * them as they are here; they are not gone.
   */
  readonly older: ReadonlyArray<Item>
  readonly refusals: ReadonlyArray<Refusal>
  /** Ids of items that are there and as they were stored; absent where none was compared. */
  readonly unchanged?: ReadonlyArray<string>
  /** Ids of items that were said to have changed and are not there any more. */
  readonly gone: ReadonlyArray<string>
  /** State of the next page; null at the end of the listing. */
  readonly next: unknown
  /** The answer holds no list. It may stand for an empty one, but nobody should take what it lacks for deleted. */
  readonly isListless?: true
}
/** A page before its older items are told apart. */
type Listed = Omit<PageResult, "older">
export interface PageRequest extends ReadContext {
  /** Of a dated model, only what is dated on this moment's day or later; null for everything. */
  readonly from: string | null
  /** Only records changed since this moment, ISO 8601; ignored by reads that cannot. */
  readonly since: string | null
  /** Only records changed after this place in the platform's count; null or absent for all. */
  readonly after?: number | null
  /** From the page before; undefined for the first. */
  readonly state?: unknown
  /** Answers of the read's lookups, asked once for each run. */
  readonly lookups: Readonly<Record<string, unknown>>
  /** Tells which items need not be read since they are as they were stored (`Unchanged.since`); all are where it is absent. */
  readonly unchanged?: Unchanged
}
/** Which items of a page are as they were stored: their ids by their place in it. */
export type Unchanged = (
  read: Read,
  raws: ReadonlyArray<unknown>,
  context: { readonly settings: Values; readonly bounds: Bounds.Bounded | undefined }
) => Effect.Effect<ReadonlyMap<number, string>>

export const undecodable = (connector: Any, operation: string, issues: ReadonlyArray<string>) =>
  new ConnectorError({
    connector: connector.id,
    operation,
    reason: new Undecodable({ issues: issues.map((issue) => Bounds.cut(issue)) })
  })

export const issuesOf = (error: unknown): ReadonlyArray<string> => [
  error instanceof Error ? error.message : String(error)
]

/** Decodes an answer, with a failure that names the places. */
export const decode = <A>(connector: Any, operation: string, decoder: Decoder<A>, value: unknown) =>
  Effect.try({
    try: () => decoder.read(value),
    catch: (error) => undecodable(connector, operation, issuesOf(error))
  })

/** What a lookup is answered, to be decoded; null for one that is answered by a status that means nothing is there. */
export const lookUp = (connector: Any, send: Send, asked: Asked, operation: string, empty: ReadonlyArray<number>) => {
  const one = (further: Further): Effect.Effect<{ readonly body: unknown } | null, ConnectorError> => {
    const answer: Effect.Effect<{ readonly body: unknown; readonly status?: number }, ConnectorError> = isPages(further)
      ? Effect.map(itemsOfPages(connector, send, further, operation), (body) => ({ body }))
      : send(further, { operation, repeatable: true })
    return emptyAt(empty)(answer)
  }
  return isSeveral(asked)
    ? Effect.map(Effect.forEach(asked, one, { concurrency: 4 }), (all) => ({
        body: all.flatMap((own) => (own === null ? [] : [own.body]))
      }))
    : one(asked)
}

/** What lasting lookups were answered, by the call, for whoever asks several times in a short while. */
export type KnownAnswers = Map<string, { readonly body: unknown } | null>

/** Asks what a read or write needs to know first, and nothing that `known` has the answer to. */
export const runLookups = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  settings: Values,
  lookups: Lookups,
  items: ReadonlyArray<unknown>,
  operation: string,
  since: string | null = null,
  known: KnownAnswers = new Map()
) {
  const found: Record<string, unknown> = {}
  const answers: Record<string, unknown> = {}
  for (const [name, lookup] of Object.entries(lookups)) {
    const asked = lookup.call({ settings, items, since })
    if (asked === null) {
      found[name] = lookup.absent
      continue
    }
    const what = `${operation}, look up ${name}`
    const place = lookup.lasting === true ? JSON.stringify([asked, lookup.emptyStatuses]) : undefined
    const answer =
      place !== undefined && known.has(place)
        ? known.get(place)!
        : yield* lookUp(connector, send, asked, what, lookup.emptyStatuses ?? [])
    if (place !== undefined) known.set(place, answer)
    if (answer === null) {
      answers[name] = null
      found[name] = lookup.absent
      continue
    }
    const { body } = answer
    answers[name] = body
    found[name] = lookup.pick(yield* decode(connector, what, lookup.response, body))
  }
  return { found, answers } satisfies LookedUp
})

/**
 * Names how items become records: the number of the read's mapping behind that of what is common to all of them. Kept
 * items are to be mapped again when it is another.
 */
export const mappingVersion = (read: Read): string => `${common}.${read.mapping}`
/** Raised with each change of the models, the checks or the normalisation after which an item becomes another record. */
const common = 3

/** Null for an answer of a status that means nothing is there. */
const emptyAt =
  (statuses: ReadonlyArray<number> = []) =>
  <A extends Answered>(answer: Effect.Effect<A, ConnectorError>): Effect.Effect<A | null, ConnectorError> =>
    answer.pipe(
      Effect.map((own) => (isEmptyAt(statuses, own) ? null : own)),
      Effect.catch((error) => {
        const { reason } = error
        return "status" in reason && reason.status !== undefined && statuses.includes(reason.status)
          ? Effect.succeed(null)
          : Effect.fail(error)
      })
    )
type Answered = { readonly status?: number; readonly body: unknown }
/** Whether a success says by its status, and by having no body, that nothing is there. */
const isEmptyAt = (statuses: ReadonlyArray<number>, { body, status }: Answered): boolean =>
  status !== undefined && body === null && statuses.includes(status)

/**
 * Decodes an item, in spite of what cannot be read where it can be without; throws what it cannot be without, and throws when
 * something that was not read is looked at.
 */
export const decoded = (read: Read, raw: unknown): unknown => {
  try {
    return read.item.read(raw)
  } catch (error) {
    if (!Unread.isFault(error)) throw error
    return Unread.reading("traced", () => read.item.read(raw))
  }
}

/** What an item is mapped with. */
export type Sole = Omit<MapContext, "companions"> & Partial<Pick<MapContext, "companions">>
/** What one mapping of an item came to. */
interface Pass {
  readonly item: Omit<Item, "warnings">
  readonly warnings: ReadonlyArray<Warning>
}
/** Decodes, maps and checks an item once; throws why it cannot be a record. */
export const pass = (
  read: Read,
  raw: unknown,
  context: Sole,
  bounds: Bounds.Bounded = Bounds.bounded,
  own?: Unread.Reading
): Pass => {
  const value = read.item.read(raw)
  const map = () => read.map(value, { companions: absentCompanions(read), ...context })
  const mapped = own === undefined ? map() : Unread.mapping(own, map)
  const why = isUntaken(mapped) ? mapped.why : null
  const list = mapped === null || why !== null ? [] : Array.isArray(mapped) ? mapped : [mapped]
  // It may be of another kind only as far as could be read.
  if (list.length === 0 && own?.isSeen === true) throw own.faults[0]
  const records: Array<UnifiedRecord> = []
  const warnings: Array<Warning> = why === null ? [] : [{ field: null, message: `becomes no record: ${why}` }]
  for (const one of list) {
    const checked = Check.attempt(read.model as ModelId, one, bounds)
    if (checked.issues.length > 0) throw new Faulty(checked.issues)
    records.push(checked.record as UnifiedRecord)
    warnings.push(...checked.warnings)
  }
  const owner = read.owner?.(value) ?? null
  if (owner !== null && owner.length > bounds.id) {
    throw new Error(`its id is longer than ${Bounds.told(bounds, "id")}`)
  }
  return { item: { owner, raw, records, deleted: isMarked(read, value) }, warnings }
}
/** A record that is not one of its model. */
export class Faulty extends Error {
  readonly issues: ReadonlyArray<Check.Issue>
  constructor(issues: ReadonlyArray<Check.Issue>) {
    super("is no record of its model")
    this.issues = issues
  }
}

/**
 * Decodes, maps and checks one raw item that can be read in full; fails with why it cannot. An item that comes alone has no
 * companions.
 */
export const mapWhole = (
  read: Read,
  raw: unknown,
  context: Sole,
  bounds?: Bounds.Bounded
): Result.Result<Item, unknown> => {
  const beyond = Bounds.faultOf(raw, bounds)
  if (beyond !== null) return Result.fail(beyond)
  try {
    const { item, warnings } = pass(read, raw, context, bounds)
    return Result.succeed(warnings.length === 0 ? item : { ...item, warnings: cutWarnings(warnings) })
  } catch (error) {
    return Result.fail(error)
  }
}
export const cutWarnings = (warnings: ReadonlyArray<Warning>): ReadonlyArray<Warning> =>
  warnings.slice(0, Bounds.faults).map(({ field, message }) => ({ field, message: Bounds.cut(message) }))

/** The further calls an item needs, or what is wrong with it when it does not tell. */
export const followCalls = (
  read: Read,
  raw: unknown,
  settings: Values,
  bounds: Bounds.Bounded | undefined
): Result.Result<ReadonlyArray<Further>, unknown> => {
  // An item of a shape that is refused anyway is followed nowhere.
  if (read.follow === undefined || Bounds.faultOf(raw, bounds) !== null) return asksNothing
  try {
    return Result.succeed(read.follow(decoded(read, raw), { settings }))
  } catch (error) {
    return Result.fail(error)
  }
}

const asksNothing = Result.succeed<ReadonlyArray<Further>>([])

const bodyOf = (send: Send, call: Call, operation: string) =>
  Effect.map(send(call, { operation, repeatable: true }), ({ body }) => body)

/** The items of all pages. */
const itemsOfPages = Effect.fnUntraced(function* (connector: Any, send: Send, own: Pages, operation: string) {
  const now = new Date(yield* Time.millis).toISOString()
  const found: Array<unknown> = []
  let place: Walk.Place | null = Walk.start(own.page.start({ now, from: null }))
  while (place !== null) {
    const answer: Answer & { readonly isNothing?: boolean } = yield* send(
      merge(own.call, own.page.apply(place.page, own.call)),
      { operation, repeatable: true }
    ).pipe(Effect.catch((error) => (isNothing(own.page, error) ? Effect.succeed(nothing) : Effect.fail(error))))
    const items =
      answer.isNothing === true ? [] : yield* listIn(connector, operation, () => arrayAt(answer.body, own.items))
    if (Walk.isAgain(own.page, place, items)) break
    place = yield* nextOf(connector, operation, send, own.page, place, pageAnswer(answer, items))
    for (const item of items) found.push(item)
  }
  return found as ReadonlyArray<unknown>
})

/** How a further call is told from others. */
export const asked = (further: Further): string => {
  const call = isPages(further) ? further.call : further
  return `${call.method ?? "GET"} ${call.path}`
}

/** What the answer to a companion is kept as, beside those to `follow`. */
export const companion = "companion "
/** What of the companions' answers is an item's own; nothing of it where one does not say. */
const partsOf = (read: Read, answers: LookupAnswers, raw: unknown): ReadonlyArray<Followed> => {
  const companions = Object.entries(read.companions)
  if (companions.some(([, { part }]) => part === undefined)) return []
  try {
    const item = decoded(read, raw)
    return companions.map(([name, { part }]) => {
      const body = answers[name] ?? null
      return { call: `${companion}${name}`, body: body === null ? null : part!(body, item) }
    })
  } catch {
    // An item that cannot be read is refused, and waits for the next reading.
    return []
  }
}
/** What the further calls of an item were answered, of all that is kept beside it. */
export const answersIn = (kept: ReadonlyArray<Followed>): ReadonlyArray<unknown> =>
  kept.flatMap(({ body, call }) => (call.startsWith(companion) ? [] : [body]))

/** An item or a refusal with what was answered besides, where anything was asked. */
export const withKept = <A extends Item | Refusal>(own: A, kept: ReadonlyArray<Followed>): A =>
  kept.length === 0 ? own : { ...own, followed: kept }

/** What `follow` asks for, in order. */
export const followed = (connector: Any, send: Send, calls: ReadonlyArray<Further>, operation: string) =>
  Effect.forEach(
    calls,
    (call) =>
      (isPages(call) ? itemsOfPages(connector, send, call, operation) : bodyOf(send, call, operation)).pipe(
        // What an item refers to may be gone by now; the mapping then sees null.
        Effect.catchReason("ConnectorError", "NotFound", () => Effect.succeed(null))
      ),
    { concurrency: 4 }
  )

/**
 * What is asked for the items of a page together; nothing for a page without any that can be read. Items for which it cannot
 * be asked, since what is asked by could not be read, are answered as `mute`.
 */
const companionsOf = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  raws: ReadonlyArray<unknown>,
  settings: Values,
  operation: string,
  since: string | null
) {
  const lookups = Object.values(read.companions)
  const mute = new Map<unknown, unknown>()
  if (lookups.length === 0) return { ...noCompanions, mute }
  const items = raws.flatMap((raw) => {
    if (Bounds.faultOf(raw, send.bounds) !== null) return []
    try {
      return [read.item.read(raw)]
    } catch {
      try {
        const item = decoded(read, raw)
        for (const { call } of lookups) call({ settings, items: [item], since })
        return [item]
      } catch (error) {
        mute.set(raw, error)
        return []
      }
    }
  })
  const asked: LookedUp =
    items.length === 0
      ? { found: absentCompanions(read), answers: {} }
      : yield* runLookups(connector, send, settings, read.companions, items, operation, since)
  return { ...asked, mute }
})
const noCompanions: LookedUp = { found: {}, answers: {} }

/**
 * Whether an item is older than what is wanted: all its records are dated before the day of `from`, in UTC. One without a
 * date is not, and neither is master data.
 */
export const isOlder = (model: ModelId, { records }: Pick<Item, "records">, from: string | null): boolean => {
  const { date } = modelOf(model)
  if (date === null || from === null || records.length === 0) return false
  const day = firstMoment(from).slice(0, 10)
  return records.every((record) => {
    const own = record[date]
    return typeof own === "string" && own < day
  })
}

/** Ids by which a listing shows an item: its own where it owns its records, else theirs. */
export const idsOf = ({ owner, records }: Pick<Item, "owner" | "records">): ReadonlyArray<string> =>
  owner === null ? records.map(({ platform_id }) => platform_id) : [owner]

/**
 * Whether an item is what an id names: an item of several records by its own id, or by that of a record which it still has.
 * An item that is one record may have been merged into the one that is answered.
 */
export const isNamedBy = ({ owner, records }: Pick<Item, "owner" | "records">, id: string): boolean =>
  owner === null || owner === id || records.some(({ platform_id }) => platform_id === id)

export const mapAll = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  raws: ReadonlyArray<unknown>,
  settings: Values,
  lookups: Readonly<Record<string, unknown>>,
  operation: string,
  since: string | null = null
) {
  const {
    answers: beside,
    found: companions,
    mute
  } = yield* companionsOf(connector, send, read, raws, settings, operation, since)
  const calls = raws.map((raw) => followCalls(read, raw, settings, send.bounds))
  const answers = yield* Effect.forEach(
    calls,
    (own) =>
      Result.isSuccess(own) && own.success.length > 0
        ? followed(connector, send, own.success, operation).pipe(
            Effect.map((bodies): Answers => Result.succeed(bodies)),
            // An answer that cannot be kept is the item's own affair: the others go on.
            Effect.catchIf(isBeyond, (error) => Effect.succeed<Answers>(Result.fail(error)))
          )
        : noAnswers,
    { concurrency: 4 }
  )
  const items: Array<Item> = []
  const refusals: Array<Refusal> = []
  for (const [index, raw] of raws.entries()) {
    const own = calls[index]!
    const answered = answers[index]!
    // What was asked for it, or could not be, is wrong already.
    const asking: Result.Result<unknown, unknown> = Result.isFailure(answered)
      ? answered
      : mute.has(raw)
        ? Result.fail(mute.get(raw))
        : own
    const further = Result.getOrElse(own, () => [])
    const kept = [
      ...partsOf(read, beside, raw),
      ...Result.getOrElse(answered, () => []).map((body, at): Followed => ({ call: asked(further[at]!), body }))
    ]
    const context = { settings, lookups, companions, followed: answersIn(kept) }
    if (Result.isFailure(asking)) {
      const { InSpite } = yield* later(connector, operation)
      refusals.push(InSpite.refusalOf(raw, issuesOf(asking.failure)))
      continue
    }
    const whole = mapWhole(read, raw, context, send.bounds)
    if (Result.isSuccess(whole)) {
      items.push(withKept(whole.success, kept))
      continue
    }
    const { InSpite } = yield* later(connector, operation)
    const result = InSpite.mapped(read, raw, context, send.bounds, whole.failure)
    if (Result.isSuccess(result)) items.push(withKept(result.success, kept))
    else refusals.push(withKept(result.failure, kept))
  }
  return { items, refusals }
})
const isBeyond = ({ reason }: ConnectorError): boolean => reason._tag === "Undecodable" && reason.isBeyond === true
type Answers = Result.Result<ReadonlyArray<unknown>, ConnectorError>
const noAnswers = Effect.succeed<Answers>(Result.succeed([]))

const itemsIn = (connector: Any, read: Read, operation: string, body: unknown, state: unknown) =>
  listIn(connector, operation, () => read.items(body, state))

const listIn = (connector: Any, operation: string, items: () => ReadonlyArray<unknown>) =>
  Effect.try({
    try: items,
    catch: (error) =>
      undecodable(connector, operation, [isItemsMissing(error) ? error.message : `no list of items: ${String(error)}`])
  })

const pageAnswer = ({ body, headers, origins }: Answer, items: ReadonlyArray<unknown>): PageAnswer => ({
  body,
  headers,
  items,
  ...(origins === undefined ? {} : { origins })
})

const nextOf = (
  connector: Any,
  operation: string,
  { bounds }: Send,
  strategy: Page,
  place: Walk.Place,
  answer: PageAnswer,
  kind?: Walk.Kind
): Effect.Effect<Walk.Place | null, ConnectorError> =>
  Effect.try({
    try: () => Walk.next(strategy, place, answer, kind, bounds),
    catch: (error) => {
      const issues = [`no next page: ${error instanceof Error ? error.message : String(error)}`]
      return isCircular(error)
        ? new ConnectorError({
            connector: connector.id,
            operation,
            reason: new Undecodable({ issues, isCircular: true })
          })
        : undecodable(connector, operation, issues)
    }
  })

/** State of a page of `Read.changes`; all other states are those of the listing. */
interface ChangesState {
  readonly changes: unknown
}
const isChangesState = (state: unknown): state is ChangesState =>
  typeof state === "object" && state !== null && "changes" in state

/** Where the reading of changes begins. */
export const changesStart = (changes: Changes, now: string, since: string): ChangesState => ({
  changes: Walk.start(changes.page.start({ now, from: since }))
})

/** One page of what has changed, each record asked for anew. */
const readChanges = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  changes: Changes,
  request: PageRequest & { readonly since: string },
  { changes: state }: ChangesState
) {
  const operation = `list changed ${read.model}`
  const { lookups, settings } = request
  const call = changes.call(request)
  const place = Walk.placeOf(state)
  const answer = yield* send(merge(call, changes.page.apply(place.page, call)), {
    operation,
    repeatable: true,
    itemised: true
  })
  const entries = yield* listIn(connector, operation, () => arrayAt(answer.body, changes.items))
  const next = yield* nextOf(connector, operation, send, changes.page, place, pageAnswer(answer, entries), "log")
  const ids = yield* Effect.try({
    try: () => [...new Set(entries.flatMap((entry) => changes.id(entry, { since: request.since }) ?? []))],
    catch: (error) => undecodable(connector, operation, issuesOf(error))
  })
  const found = yield* Effect.forEach(ids, (id) => rawOf(connector, send, read, id, { settings, lookups }), {
    concurrency: 4
  })
  const raws = found.filter((raw) => raw !== null)
  const mapped = yield* mapAll(connector, send, read, raws, settings, lookups, operation)
  return {
    ...mapped,
    gone: ids.filter((_, index) => found[index] === null),
    next: next === null ? null : ({ changes: next } satisfies ChangesState)
  } satisfies Listed
})

const unoffered = Symbol("unoffered")
/** A refusal that means that the account does not have this kind of record. */
const orUnoffered =
  (connector: Any, read: Read, operation: string) =>
  (error: ConnectorError): ConnectorError =>
    isAnsweredWith(error, read.unofferedStatuses)
      ? new ConnectorError({
          connector: connector.id,
          operation,
          reason: new Unsupported({ capability: `${read.model} to this account` })
        })
      : error
const isAnsweredWith = ({ reason }: ConnectorError, statuses: ReadonlyArray<number>): boolean =>
  "status" in reason && reason.status !== undefined && statuses.includes(reason.status)

const isFull = ({ after = null, since }: Pick<PageRequest, "after" | "since">): boolean =>
  since === null && after === null

/** The call for one page of a read, without sending it. */
export const pageCall = (read: Read, request: Omit<PageRequest, "lookups"> & Partial<PageRequest>): Call => {
  const context = { ...request, lookups: request.lookups ?? {} }
  const base = read.call(context)
  const limited =
    request.since !== null && read.since !== undefined
      ? merge(base, read.since({ ...context, since: request.since }))
      : base
  const { after = null } = request
  if (isFull(request)) {
    const dated = merge(base, fromPatch(read, context, request.from))
    return merge(dated, pageOf(read, null).apply(request.state, dated))
  }
  const counted =
    after !== null && read.sequence?.after !== undefined
      ? merge(limited, read.sequence.after({ ...context, after }))
      : limited
  return merge(counted, pageOf(read, request.since).apply(request.state, counted))
}

/** Where the platform's count of changes stands; null where the read has none. */
export const readPosition = Effect.fnUntraced(function* (connector: Any, send: Send, read: Read, context: ReadContext) {
  const { sequence } = read
  if (sequence === undefined) return null
  const operation = `list ${read.model}, ask for the count of changes`
  const { body } = yield* send(sequence.call(context), { operation, repeatable: true })
  const position = yield* Effect.try({
    try: () => sequence.position(body),
    catch: (error) => undecodable(connector, operation, issuesOf(error))
  })
  return typeof position?.of === "string" && Number.isSafeInteger(position.at)
    ? position
    : yield* undecodable(connector, operation, ["the count of changes is no whole number"])
})

/** Reads one page. */
export const readPage = (connector: Any, send: Send, read: Read, request: PageRequest) =>
  Effect.map(
    listPage(connector, send, read, {
      ...request,
      from: request.from === null ? null : firstMoment(request.from)
    }),
    (page): PageResult => {
      const items: Array<Item> = []
      const older: Array<Item> = []
      for (const item of page.items) (isOlder(read.model, item, request.from) ? older : items).push(item)
      return { ...page, items, older }
    }
  )

/** What stands for the answer of a page that the platform refused because nothing is on it (`Page.isEmpty`). */
const nothing = { status: 204, headers: {}, body: null, isNothing: true } as const
interface PageOf extends Answer {
  readonly place: Walk.Place
  readonly isNothing?: boolean
}
const isNothing = (page: Page, { reason }: ConnectorError): boolean => isSaid(reason) && page.isEmpty?.(reason) === true

/** So many times a page is asked for as less. */
const narrowings = 64
/** Asks for a page, or for less where it holds too much; answers where the walk then is. */
const askPage = (
  send: Send,
  page: Page,
  place: Walk.Place,
  callOf: (state: unknown) => Call,
  operation: string,
  left = narrowings
): Effect.Effect<PageOf, ConnectorError> =>
  send(callOf(place.page), { operation, repeatable: true, itemised: true }).pipe(
    Effect.map((answer): PageOf => ({ ...answer, place })),
    Effect.catch((error) => {
      if (isNothing(page, error)) return Effect.succeed({ ...nothing, place })
      const less: unknown = left > 0 && isSaid(error.reason) ? (page.narrow?.(place.page, error.reason) ?? null) : null
      return less === null
        ? Effect.fail(error)
        : askPage(send, page, { ...place, page: less }, callOf, operation, left - 1)
    })
  )
/** Whether it is the platform that refused. */
const isSaid = (reason: ConnectorError["reason"]): reason is Extract<typeof reason, { status?: number | undefined }> =>
  "status" in reason && reason.status !== undefined

const noneUnchanged = Effect.succeed<ReadonlyMap<number, string>>(new Map())
const listPage = Effect.fnUntraced(function* (connector: Any, send: Send, read: Read, request: PageRequest) {
  const operation = `list ${read.model}`
  const { since } = request
  const changed = since === null || read.changes === undefined ? null : changesStart(read.changes, request.now, since)
  if (since !== null && read.changes !== undefined) {
    const at = request.state === undefined && read.since === undefined ? changed : request.state
    if (isChangesState(at)) return yield* readChanges(connector, send, read, read.changes, { ...request, since }, at)
  }
  const page = pageOf(read, since)
  const place =
    request.state === undefined
      ? Walk.start(
          page.start({
            now: request.now,
            from: request.since ?? request.from,
            isChanges: read.sequence?.after !== undefined && (request.after ?? null) !== null
          })
        )
      : Walk.placeOf(request.state)
  const asked = askPage(send, page, place, (state) => pageCall(read, { ...request, state }), operation)
  const answer = yield* !place.walk.isFirst
    ? // Nothing there, or nothing to be seen, is no answer to a page of which the one before has told.
      asked
    : asked.pipe(
        Effect.mapError(orUnoffered(connector, read, operation)),
        emptyAt(read.emptyStatuses),
        // One of several sources may be something that this org or this user has not got: the others are the model.
        Effect.catchReason("ConnectorError", "Unsupported", (_, error) =>
          sourcesOf(connector, read.model).length > 1 ? Effect.succeed<typeof unoffered>(unoffered) : Effect.fail(error)
        )
      )
  if (answer === unoffered) {
    return { items: [], refusals: [], gone: [], next: null, isListless: true } satisfies Listed
  }
  // 304 answers a listing with `If-Modified-Since` that nothing has changed in.
  if (answer === null) return { items: [], refusals: [], gone: [], next: changed } satisfies Listed
  const { place: at } = answer
  if (answer.status === 304) {
    return { items: [], refusals: [], gone: [], next: changed, isListless: true } satisfies Listed
  }
  // Some platforms answer so behind the last page too.
  const raws =
    answer.isNothing === true || isEmptyAt(read.emptyStatuses, answer)
      ? []
      : yield* itemsIn(connector, read, operation, answer.body, at.page)
  // Whether the list has one page only or the platform answered the wrong one is not known: nothing is taken for gone.
  if (Walk.isAgain(page, at, raws)) {
    return { items: [], refusals: [], gone: [], next: changed, isListless: true } satisfies Listed
  }
  const next = yield* nextOf(connector, operation, send, page, at, pageAnswer(answer, raws))
  const { settings } = request
  const same = yield* request.unchanged?.(read, raws, { settings, bounds: send.bounds }) ?? noneUnchanged
  const others = same.size === 0 ? raws : raws.filter((_, index) => !same.has(index))
  const mapped = yield* mapAll(connector, send, read, others, request.settings, request.lookups, operation, since)
  const listless = isNoList(raws) ? { isListless: true as const } : {}
  const unchanged = same.size === 0 ? {} : { unchanged: [...same.values()] }
  return { ...mapped, ...unchanged, gone: [], next: next ?? changed, ...listless } satisfies Listed
})

/** One raw item by its id, with the headers it came with; null when the platform does not know it. */
export const readRaw = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  id: string,
  context: { readonly settings: Values; readonly lookups: Readonly<Record<string, unknown>> }
) {
  const call = read.get?.(id, context) ?? null
  if (call === null) return null
  const operation = `get ${read.model}`
  const answer = yield* send(call, { operation, repeatable: true, itemised: true }).pipe(
    Effect.mapError(orUnoffered(connector, read, operation)),
    Effect.catchReason("ConnectorError", "NotFound", () => Effect.succeed(null))
  )
  if (answer === null) return null
  const raw =
    read.getItem === undefined
      ? (yield* itemsIn(connector, read, operation, answer.body, null))[0]
      : read.getItem(answer.body)
  return raw === undefined || raw === null ? null : { raw, headers: answer.headers }
})

const rawOf = (...of: Parameters<typeof readRaw>) => Effect.map(readRaw(...of), (found) => found?.raw ?? null)

/** Reads one record by its platform id; null when the platform does not know it. */
export const readOne = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  id: string,
  settings: Values,
  lookups: Readonly<Record<string, unknown>>
) {
  const operation = `get ${read.model}`
  const raw = yield* rawOf(connector, send, read, id, { settings, lookups })
  if (raw === null) return null
  const { items, refusals } = yield* mapAll(connector, send, read, [raw], settings, lookups, operation)
  if (refusals[0] !== undefined) return yield* undecodable(connector, operation, refusals[0].issues)
  return items[0] ?? null
})

/** All ids of a deletion feed or id listing, page by page. */
export const readIds = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  read: Read,
  context: ReadContext & { readonly since: string }
) {
  const { deletes } = read
  if (deletes._tag !== "Feed" && deletes._tag !== "IdListing") return []
  const operation = `list deleted ${read.model}`
  const ids: Array<string> = []
  let place: Walk.Place | null = Walk.start(
    deletes.page.start({ now: context.now, from: deletes._tag === "Feed" ? context.since : null })
  )
  while (place !== null) {
    const call = deletes.call(context)
    const { page } = deletes
    const answer: PageOf = yield* askPage(send, page, place, (state) => merge(call, page.apply(state, call)), operation)
    // A feed that has nothing to tell is answered as a list is in which nothing is.
    if (deletes._tag === "Feed" && (answer.status === 304 || isEmptyAt(read.emptyStatuses, answer))) break
    const found = yield* Effect.try({
      try: () => (answer.isNothing === true ? [] : deletes.ids(answer.body)),
      catch: () => undecodable(connector, operation, ["no list of ids"])
    })
    const kind = deletes._tag === "Feed" ? "log" : "list"
    place = yield* nextOf(connector, operation, send, page, answer.place, pageAnswer(answer, found), kind)
    for (const id of found) ids.push(id)
  }
  return ids
})
