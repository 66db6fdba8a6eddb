/**
 * Runs a connector's writes chunk by chunk: one call for one item or one native batch. Each item gets one result, in
 * order; a fault of one item never stops the others; an outcome that is unknown is said to be unknown.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Bounds from "../contract/Bounds.ts"
import { type Headers, merge } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import {
  Conflict,
  ConnectorError,
  fromAnswer,
  InvalidCall,
  NotFound,
  type Reason,
  UnknownOutcome
} from "../contract/ConnectorError.ts"
import type { Read } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import {
  accepted,
  acceptedId,
  type Answer as ItemAnswer,
  type Current,
  idempotencyOf,
  isAcceptedId,
  isRepeatable,
  keyed,
  recordOf,
  step,
  type Write
} from "../contract/Write.ts"
import { checkItem, mostIssues } from "../contract/Items.ts"
import * as Writes from "../contract/Writes.ts"
import * as Kept from "./Kept.ts"
import { isNamedBy, type LookupAnswers, readRaw, runLookups } from "./Reading.ts"
import { cleanerOf, type Send } from "./Request.ts"
import * as Time from "./Time.ts"
import { failed, failureOf, succeeded, type WriteFailure, type WriteResult } from "./WriteResults.ts"
import {
  advance,
  type ChunkOptions,
  conclude,
  contextOf,
  type Entry,
  existingIn,
  final,
  isGoneAlready,
  isLost,
  keyText,
  lookFor,
  making,
  namedBy,
  type Plan,
  planOf,
  type Progress,
  pure,
  readingOf,
  type Run,
  settled,
  type StepState,
  type Taken,
  takenOf,
  told,
  unread
} from "./WriteSteps.ts"

export { isGranted } from "../contract/Write.ts"

export { told } from "./WriteSteps.ts"
export type { WriteErrorCode, WriteFailure, WriteResult } from "./WriteResults.ts"
export type { ChunkOptions, Entry, Progress, ProgressStore, StepState } from "./WriteSteps.ts"

/** Faults of one item that its result tells: it is kept for each of hundreds of items. */
const toldFaults = 20

/** Checks an item against the interface and what this platform requires; null when it may be sent. */
export const itemFault = (write: Write, input: unknown): WriteFailure | null => {
  const model = Writes.get(write.model, write.operation)
  if (model === undefined) throw new Error(`no write ${write.model} ${write.operation}`)
  const checked = checkItem(model, input, write)
  return Result.isSuccess(checked) ? null : faultOf(checked.failure)
}

/** What is wrong with an item, as its result. */
export const faultOf = (issues: ReadonlyArray<Writes.ItemIssue>): WriteFailure => {
  const first = issues[0]!
  const told = issues.slice(0, toldFaults)
  const more = issues.length - told.length
  return {
    code: first.code,
    message:
      told.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ") +
      (more > 0 ? `; and ${issues.length === mostIssues ? "more" : `${more} more`}` : ""),
    field: first.field === "" ? null : first.field,
    platform_error: null,
    reason: null
  }
}

/**
 * Splits positions into the chunks that are sent in one call each. The split depends on the positions alone, and, where a
 * model has several sources, on the source of each item: platforms take batches of one type.
 */
export const chunksOf = (write: Write, entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const chunks = new Map<string, Array<Entry>>()
  for (const entry of entries) {
    const chunk = `${Math.floor(entry.position / write.batch)} ${write.batch > 1 ? sourceOf(write, entry) : ""}`
    const known = chunks.get(chunk)
    if (known === undefined) chunks.set(chunk, [entry])
    else known.push(entry)
  }
  return [...chunks.values()]
}

/** The results of all chunks in the order of the items: chunks of several sources may lie across each other. */
export const inOrder = (
  chunks: ReadonlyArray<ReadonlyArray<Entry>>,
  results: ReadonlyArray<ReadonlyArray<WriteResult>>
): ReadonlyArray<WriteResult> =>
  chunks
    .flatMap((chunk, at) => chunk.map(({ position }, index) => ({ position, result: results[at]![index]! })))
    .toSorted((a, b) => a.position - b.position)
    .map(({ result }) => result)

/** An item that is none may be in any batch: it is refused before it is sent. */
const sourceOf = (write: Write, { input }: Entry): string => {
  try {
    return recordOf(write, input).source
  } catch {
    return ""
  }
}

/** How much earlier than the write itself what it made may be dated: clocks differ. */
const slack = 120_000

/** Writes one chunk. Never fails: every fault is the result of an item. */
export const writeChunk = Effect.fnUntraced(function* (
  connector: Any,
  send: Send,
  write: Write,
  settings: Values,
  chunk: ReadonlyArray<Entry>,
  options: ChunkOptions
) {
  const results = new Map<number, WriteResult>()
  const sendable: Array<Entry> = []
  for (const entry of chunk) {
    const fault = itemFault(write, entry.input)
    if (fault === null) sendable.push(entry)
    else results.set(entry.position, failed(fault))
  }
  const now = yield* Time.millis
  const from = options.begun === undefined ? now : Date.parse(options.begun)
  const run: Run = {
    connector,
    send,
    write,
    settings,
    idempotency: idempotencyOf(write, settings),
    lookups: {},
    known: new Map(),
    current: undefined,
    options,
    began: new Date(from).toISOString(),
    since: new Date(from - slack).toISOString(),
    operation: `write ${write.model}`
  }
  const sent = yield* write.current === undefined && write.steps === undefined
    ? prepareEntries(run, sendable)
    : Effect.forEach(sendable, (entry) => afresh(run, entry))
  for (const [index, { position }] of sendable.entries()) results.set(position, sent[index]!)
  return chunk.map(({ position }) => results.get(position)!)
})

/** Writes an item; once more with the record as it is by now, where it has changed since it was read. */
const afresh = Effect.fnUntraced(function* (run: Run, entry: Entry) {
  const progress = progressOf(run, entry)
  const first = yield* progress === null ? begin(run, entry) : resume(run, entry, progress)
  if (run.write.current === undefined || first.error?.isStale !== true) return first
  // Another key: the platform would replay its refusal. And how far it came is told of the first try.
  const { key, progress: store } = run.options
  const anew = store === undefined ? undefined : { ...store, of: () => null }
  return yield* begin(
    { ...run, known: new Map(), options: { ...run.options, key: `${key}:again`, progress: anew } },
    entry
  )
})

/** Begins with an item: the record as it is, then what the lookups say. */
const begin = Effect.fnUntraced(function* (run: Run, entry: Entry) {
  const current = yield* Effect.result(currentOf(run, entry))
  if (Result.isFailure(current)) {
    const { reason } = current.failure
    return isGoneAlready(run, reason) ? succeeded(null) : failed(failureOf(reason))
  }
  const [result] = yield* prepareEntries({ ...run, ...current.success }, [entry])
  return result!
})

/** Goes on with an item where it stopped, with what was known when it began. */
const resume = Effect.fnUntraced(function* (run: Run, entry: Entry, progress: Progress) {
  const known = Kept.lookupsIn(run.write, progress.lookups, run.settings, [entry.input])
  const prepared = yield* Effect.result(
    Effect.gen(function* () {
      const lookups = known ?? (yield* lookupsFor(run, [entry])).found
      return { lookups, current: yield* progress.current === null ? noRecord : shown(run, entry, progress.current) }
    })
  )
  if (Result.isFailure(prepared)) {
    const failure = failureOf(prepared.failure.reason)
    const isTemporary = failure.code === "rate-limited" || failure.code === "platform-unavailable"
    return failed(
      isTemporary && run.options.waits === true
        ? { ...failure, isUnfinished: true }
        : told(run, entry, progress, failure)
    )
  }
  const informed: Run = { ...run, ...prepared.success }
  const plan = run.write.steps === undefined ? following : planOf(informed, entry)
  return yield* advance(informed, entry, plan, progress)
})

/** How far an item has come of which somebody has kept it. */
const progressOf = ({ options }: Run, { position }: Entry): Progress | null => options.progress?.of(position) ?? null

const noRecord = Effect.succeed(undefined)
/** The record as it is, where the write asks for it, and what it was read with. */
const currentOf = Effect.fnUntraced(function* (run: Run, entry: Entry) {
  if (run.write.current === undefined) return {}
  const { connector, send, settings } = run
  const read = recordOf(run.write, entry.input)
  const id = namedBy(entry.input)
  const reading = yield* readingOf(run, read)
  const record = yield* readRaw(connector, send, read, id, { settings, lookups: reading })
  if (record === null || isPartGone(run, read, record.raw, id, { settings, lookups: reading })) {
    const message = `platform_id: the platform has no record ${id}`
    return yield* new ConnectorError({
      connector: connector.id,
      operation: run.operation,
      reason: new NotFound({ message })
    })
  }
  return { current: yield* shown(run, entry, record), reading }
})
/**
 * Whether the id is of a part that its item has no more, as far as the item itself tells. A deletion would be taken for done
 * then: whether there is nothing left to be taken off its connector alone knows.
 */
const isPartGone = (run: Run, read: Read, raw: unknown, id: string, context: Parameters<typeof Kept.map>[3]) => {
  if (read.owner === undefined || run.write.operation === "delete") return false
  const mapped = Kept.map(read, raw, [], context, run.send.bounds)
  return mapped !== null && Result.isSuccess(mapped) && !isNamedBy(mapped.success, id)
}
/** The record as the write sees it. */
const shown = (run: Run, { input }: Entry, record: { readonly raw: unknown; readonly headers: Headers }) =>
  pure(run, (): Current => {
    const { headers, raw } = record
    const fault = Bounds.faultOf(raw, run.send.bounds)
    if (fault !== null) throw new Error(fault)
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw new Error("the record is no object")
    const decoder = run.write.current === true ? recordOf(run.write, input).item : run.write.current
    return { raw: raw as Current["raw"], headers, item: decoder?.read(raw) }
  })

/** Asks the lookups and refuses what they show to be impossible. One that an item's own fault breaks is asked for each. */
const prepareEntries: (run: Run, entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<WriteResult>> =
  Effect.fnUntraced(function* (run, entries) {
    if (entries.every((entry) => progressOf(run, entry) !== null)) {
      return yield* Effect.forEach(entries, (entry) => resume(run, entry, progressOf(run, entry)!))
    }
    const lookups = yield* Effect.result(lookupsFor(run, entries))
    if (Result.isFailure(lookups)) {
      const { reason } = lookups.failure
      if (entries.length === 1 && isGoneAlready(run, reason)) return [succeeded(null)]
      return entries.length > 1 && isItemsOwn(reason)
        ? yield* Effect.forEach(entries, (entry) => Effect.map(prepareEntries(run, [entry]), ([result]) => result!))
        : entries.map(() => failed(failureOf(reason)))
    }
    if (run.options.repeated && run.write.steps === undefined) yield* settled(run.idempotency)
    const { answers, found: lookedUp } = lookups.success
    const informed = { ...run, lookups: lookedUp }
    const decided = new Map<Entry, WriteResult>()
    for (const entry of entries) {
      if (progressOf(run, entry) !== null) continue
      const refusal = run.write.refuse?.(entry.input, contextOf(informed)) ?? null
      if (refusal !== null) {
        const { exists, field, message } = refusal
        const reason = exists === true ? new Conflict({ field, message }) : new InvalidCall({ field, message })
        // What stands in the way of a repeat may be what was sent before: its number is taken, its bill is paid.
        const before = run.options.repeated ? yield* earlierOf(informed, entry, answers) : null
        decided.set(entry, before ?? failed({ ...failureOf(reason), field, message: `${field}: ${message}` }))
      }
    }
    const left = entries.filter((entry) => !decided.has(entry))
    const sent =
      run.write.steps === undefined
        ? yield* sendEntries(informed, left)
        : yield* Effect.forEach(left, (entry) => walk(informed, entry, answers))
    return entries.map((entry) => decided.get(entry) ?? sent[left.indexOf(entry)]!)
  })

/** An item of a write in steps, from its beginning. */
const walk = (run: Run, entry: Entry, lookups: LookupAnswers) =>
  advance(run, entry, planOf(run, entry), beginning(run, lookups))
const beginning = ({ current }: Run, lookups: LookupAnswers): Progress => ({
  current: current === undefined ? null : { raw: current.raw, headers: current.headers },
  lookups,
  steps: [],
  id: null,
  failure: null
})

const lookupsFor = (run: Run, entries: ReadonlyArray<Entry>) =>
  runLookups(
    run.connector,
    run.send,
    run.settings,
    run.write.lookups,
    entries.map(({ input }) => input),
    run.operation,
    null,
    run.known
  )

/** Reasons that one item of a batch may be to blame for. */
const isItemsOwn = ({ _tag }: Reason): boolean =>
  _tag === "Rejected" || _tag === "Conflict" || _tag === "NotFound" || _tag === "InvalidCall"

/**
 * Sends entries in one call. A batch that is refused as a whole is sent item by item, so that only the faulty fail. Entries
 * that have come further are in the call all the same: only the same batch is the same call, which the platform replays.
 */
const sendEntries: (run: Run, entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<WriteResult>> =
  Effect.fnUntraced(function* (run, entries) {
    const eachBegun = (other: (entry: Entry, index: number) => Effect.Effect<WriteResult>) =>
      Effect.forEach(entries, (entry, index) => {
        const progress = progressOf(run, entry)
        return progress === null ? other(entry, index) : resume(run, entry, progress)
      })
    if (entries.length === 0) return []
    if (run.options.repeated && !isRepeatable(run.idempotency)) return yield* eachBegun((entry) => again(run, entry))
    const answered = yield* Effect.result(callFor(run, entries))
    if (Result.isSuccess(answered)) {
      return yield* eachBegun((entry, index) => settle(run, entry, answered.success[index], entries.length > 1))
    }
    const { reason } = answered.failure
    if (entries.length === 1 && isGoneAlready(run, reason)) return [succeeded(null)]
    if (entries.length > 1 && isItemsOwn(reason)) {
      return yield* eachBegun((entry) => Effect.map(sendEntries(run, [entry]), ([result]) => result!))
    }
    if (reason._tag === "UnknownOutcome" && !isRepeatable(run.idempotency)) {
      yield* settled(run.idempotency)
      return yield* eachBegun((entry) => again(run, entry))
    }
    return yield* eachBegun(() => Effect.succeed(failed(failureOf(reason))))
  })

/** The text that the key of a call is made of. */
const textOf = ({ options }: Run, entries: ReadonlyArray<Entry>): string => {
  const [first, last] = [entries[0]!.position, entries.at(-1)!.position]
  return `${options.key}:${entries.length === 1 ? first : `${first}-${last}`}`
}

const callFor = Effect.fnUntraced(function* (run: Run, entries: ReadonlyArray<Entry>) {
  const { connector, idempotency, operation, write } = run
  const inputs = entries.map(({ input }) => input)
  const context = contextOf(run)
  const key = yield* keyText(idempotency, textOf(run, entries))
  const call = yield* making(run, () => {
    const own = write.call(inputs, context)
    return merge(own, keyed(idempotency, key, own))
  })
  const sent = yield* Effect.result(
    run.send(call, { operation, repeatable: isRepeatable(idempotency), itemised: true })
  )
  const existing = Result.isFailure(sent) ? yield* existingIn(run, idempotency, sent.failure.reason, key) : null
  if (Result.isFailure(sent) && existing === null) return yield* Effect.fail(sent.failure)
  const { body, headers } = Result.isSuccess(sent) ? sent.success : { body: existing, headers: {} }
  const clean = Result.isSuccess(sent) ? cleanerOf(sent.success) : <A>(own: A) => own
  const answers = yield* pure(run, () => write.answers(body, inputs, headers, context))
  if (answers.length !== entries.length) {
    return yield* new ConnectorError({
      connector: connector.id,
      operation,
      reason: new UnknownOutcome({
        message: `The platform answered ${answers.length} of ${entries.length} items.`,
        body: clean(body)
      })
    })
  }
  return answers.map((own) => (own?._tag === "Refused" ? clean(own) : own))
})

/** An entry that may have been sent already, and that no key tells from a second one: it is looked for, then sent. */
const again = Effect.fnUntraced(function* (run: Run, entry: Entry) {
  const before = yield* earlierOf(run, entry, null)
  if (before !== null) return before
  const sent = yield* Effect.result(callFor(run, [entry]))
  return Result.isSuccess(sent)
    ? yield* settle(run, entry, sent.success[0], false)
    : failed(failureOf(sent.failure.reason))
})
const unknown = (): WriteResult =>
  failed(
    failureOf(
      new UnknownOutcome({
        message: "The item was sent, its answer was lost, and the platform cannot be asked whether it took it."
      })
    )
  )

/** Whether no call can be made of an entry, whatever the platform answers: then none was sent. */
const isNeverSent = (run: Run, { input }: Entry) =>
  run.write.steps === undefined && run.current === undefined && Object.keys(run.write.lookups).length === 0
    ? Effect.map(Effect.result(making(run, () => run.write.call([input], contextOf(run)))), Result.isFailure)
    : Effect.succeed(false)

/** What became of an entry that may have been sent already; null where it is not there, or a repeat does no harm. */
const earlierOf = Effect.fnUntraced(function* (run: Run, entry: Entry, lookups: LookupAnswers | null) {
  if (isRepeatable(run.idempotency)) return null
  const found = yield* lookFor(run, run.idempotency, entry.input, textOf(run, [entry]))
  if (isLost(found)) return (yield* isNeverSent(run, entry)) ? null : unknown()
  if (found === undefined) return null
  return run.write.steps === undefined
    ? yield* settle(run, entry, isAcceptedId(found.body) ? found.body : accepted(found.body), false)
    : yield* walk(run, entry, lookups ?? {})
})

/** Turns the platform's answer to one item into its result. */
const settle = Effect.fnUntraced(function* (run: Run, entry: Entry, answer: ItemAnswer | undefined, isBatch: boolean) {
  if (answer === undefined)
    return failed(failureOf(new UnknownOutcome({ message: "The platform did not answer this item." })))
  if (answer._tag === "Refused") {
    const reason = fromAnswer(422, answer.body, answer.failure, undefined, run.send.bounds?.wait)
    return isGoneAlready(run, reason) ? succeeded(null) : failed(failureOf(reason))
  }
  const taken = takenOf(run, entry, answer)
  return taken === null || run.write.follow === undefined
    ? yield* conclude(run, entry, answer, null)
    : yield* complete(run, entry, taken, isBatch)
})

/** Sends what completes an item that was taken, call by call, and reads the record again. */
const complete = Effect.fnUntraced(function* (run: Run, entry: Entry, answer: Taken, isBatch: boolean) {
  const incomplete = ", but it could not be completed"
  const read = recordOf(run.write, entry.input)
  const shownNow = yield* Effect.result(
    Effect.gen(function* () {
      const reading = yield* readingOf(run, read)
      return { reading, item: yield* final({ ...run, reading }, read, answer) }
    })
  )
  if (Result.isFailure(shownNow)) return unread(run, entry, answer, shownNow.failure.reason, null, incomplete)
  const { item, reading } = shownNow.success
  const { raw, records } = item
  const followed = (informed: Run) =>
    pure(informed, () => run.write.follow?.(raw, entry.input, contextOf(informed)) ?? [])
  const course = yield* Effect.result(
    Effect.gen(function* () {
      const calls = yield* followed(run)
      if (calls.length === 0 || !isBatch) return { calls, informed: { ...run, reading }, answers: {} }
      const { answers, found } = yield* lookupsFor({ ...run, known: new Map() }, [entry])
      const informed = { ...run, reading, lookups: found }
      return { calls: yield* followed(informed), informed, answers }
    })
  )
  if (Result.isFailure(course)) return unread(run, entry, answer, course.failure.reason, null, incomplete)
  const { answers, calls, informed } = course.success
  if (calls.length === 0) return succeeded(item)
  const steps = calls.map((call, index): StepState => ({
    name: String(index),
    call,
    isQuestion: false,
    isSent: false,
    answer: null,
    undo: null,
    undone: null
  }))
  const id = answer._tag === "AcceptedId" ? answer.id : (records[0]?.platform_id ?? namedBy(entry.input))
  const progress: Progress = { ...beginning(informed, answers), steps, id }
  return yield* advance(informed, entry, following, progress)
})

/** The plan of what completes an item: its calls one after the other, then the record as it is. */
const following: Plan = ({ id, steps }) => {
  const open = steps.find(({ answer }) => answer === null)
  return open === undefined ? acceptedId(id!) : step(open.name, open.call)
}
