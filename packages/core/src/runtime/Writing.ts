/**
 * Runs a connector's writes chunk by chunk: one call for one item or one native batch. Each item gets one result, in
 * order; a fault of one item never stops the others; an outcome that is unknown is said to be unknown.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Call, merge } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import {
  Conflict,
  ConnectorError,
  fromAnswer,
  InvalidCall,
  type Reason,
  Undecodable,
  UnknownOutcome
} from "../contract/ConnectorError.ts"
import { isUnreadable } from "../contract/Normalize.ts"
import type { Read } from "../contract/Read.ts"
import { type Answer as ItemAnswer, keyed, recordOf, type Write } from "../contract/Write.ts"
import * as Writes from "../contract/Writes.ts"
import { type Item, mapItem, readOne, runLookups } from "./Reading.ts"
import { cleanerOf, type Send } from "./Request.ts"
import type { Values } from "../contract/Setting.ts"

export type WriteErrorCode =
  | "missing-params"
  | "invalid-params"
  | "record-already-exists"
  | "operation-denied"
  | "platform-denied"
  | "unsupported"
  | "rate-limited"
  | "platform-unavailable"
  | "unknown-outcome"
  | "unknown-error"

/** The error of one item, as the wire shows it; `reason` is for programs in this process. */
export interface WriteFailure {
  readonly code: WriteErrorCode
  readonly message: string
  /** The place in the item, or the platform's name for it; null when none is at fault. */
  readonly field: string | null
  /** The platform's own answer, secrets removed; null when the item never reached it. */
  readonly platform_error: unknown
  readonly reason: Reason["_tag"] | null
}
export type WriteResult =
  /** Without an item nothing is left of the record. */
  | { readonly status: "success"; readonly item: Item | null; readonly error: null }
  | { readonly status: "failed"; readonly item: null; readonly error: WriteFailure }

/** An item on its way: what it is, and where it stands in the caller's list. */
export interface Entry {
  readonly position: number
  readonly input: unknown
}
export interface ChunkOptions {
  /** Derived from the job; with the position it makes the key that platforms replay by. */
  readonly key: string
  /** True when the chunk may have been sent before, by a process that died before it stored the results. */
  readonly repeated: boolean
}

const codes: Record<Reason["_tag"], WriteErrorCode> = {
  AuthExpired: "operation-denied",
  Forbidden: "operation-denied",
  NotFound: "platform-denied",
  Conflict: "record-already-exists",
  Rejected: "platform-denied",
  RateLimited: "rate-limited",
  Unavailable: "platform-unavailable",
  TimedOut: "platform-unavailable",
  UnknownOutcome: "unknown-outcome",
  Undecodable: "unknown-error",
  Unsupported: "unsupported",
  InvalidCall: "invalid-params"
}

const failed = (error: WriteFailure): WriteResult => ({ status: "failed", item: null, error })
const succeeded = (item: Item | null): WriteResult => ({ status: "success", item, error: null })

/** The result of an item whose call failed. */
export const failureOf = (reason: Reason): WriteFailure => ({
  code: codes[reason._tag],
  message:
    reason.message ||
    (reason._tag === "Undecodable"
      ? `The platform's answer cannot be read: ${reason.issues.join("; ")}`
      : `The platform answered ${"status" in reason && reason.status !== undefined ? reason.status : reason._tag}.`),
  field: "field" in reason ? (reason.field ?? null) : null,
  platform_error: "body" in reason ? (reason.body ?? null) : null,
  reason: reason._tag
})

/** Faults of one item that its result tells: it is kept for each of hundreds of items. */
const toldFaults = 20

/** Checks an item against the interface and what this platform requires; null when it may be sent. */
export const itemFault = (write: Write, input: unknown): WriteFailure | null => {
  const model = Writes.get(write.model, write.operation)
  if (model === undefined) throw new Error(`no write ${write.model} ${write.operation}`)
  const checked = Writes.checkItem(model, input, write)
  if (Result.isSuccess(checked)) return null
  const first = checked.failure[0]!
  const told = checked.failure.slice(0, toldFaults)
  const more = checked.failure.length - told.length
  return {
    code: first.code,
    message:
      told.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ") +
      (more > 0 ? `; and ${checked.failure.length === Writes.mostIssues ? "more" : `${more} more`}` : ""),
    field: first.field === "" ? null : first.field,
    platform_error: null,
    reason: null
  }
}

/** Splits positions into the chunks that are sent in one call each; the split depends on positions alone. */
export const chunksOf = (write: Write, entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const chunks = new Map<number, Array<Entry>>()
  for (const entry of entries) {
    const chunk = Math.floor(entry.position / write.batch)
    const known = chunks.get(chunk)
    if (known === undefined) chunks.set(chunk, [entry])
    else known.push(entry)
  }
  return [...chunks.values()]
}

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
  const operation = `write ${write.model}`
  const run: Run = { connector, send, write, settings, lookups: {}, options, operation }
  const sent = yield* prepareEntries(run, sendable)
  for (const [index, { position }] of sendable.entries()) results.set(position, sent[index]!)
  return chunk.map(({ position }) => results.get(position)!)
})

/** Asks the lookups and refuses what they show to be impossible. One that an item's own fault breaks is asked for each. */
const prepareEntries: (run: Run, entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<WriteResult>> =
  Effect.fnUntraced(function* (run, entries) {
    if (entries.length === 0) return []
    const lookups = yield* Effect.result(lookupsFor(run, entries))
    if (Result.isFailure(lookups)) {
      const { reason } = lookups.failure
      if (isGoneAlready(run, entries, reason)) return [succeeded(null)]
      return entries.length > 1 && isItemsOwn(reason)
        ? yield* Effect.forEach(entries, (entry) => Effect.map(prepareEntries(run, [entry]), ([result]) => result!))
        : entries.map(() => failed(failureOf(reason)))
    }
    const informed = { ...run, lookups: lookups.success }
    const decided = new Map<Entry, WriteResult>()
    for (const entry of entries) {
      const refusal = run.write.refuse?.(entry.input, informed) ?? null
      if (refusal !== null) {
        const { exists, field, message } = refusal
        const reason = exists === true ? new Conflict({ field, message }) : new InvalidCall({ field, message })
        // What stands in the way of a repeat may be what was sent before: its number is taken, its bill is paid.
        const before = run.options.repeated ? yield* found(informed, entry) : null
        decided.set(entry, before ?? failed({ ...failureOf(reason), field, message: `${field}: ${message}` }))
      }
    }
    const left = entries.filter((entry) => !decided.has(entry))
    const sent = yield* sendEntries(informed, left)
    return entries.map((entry) => decided.get(entry) ?? sent[left.indexOf(entry)]!)
  })

/** Who deletes what the platform does not know has what it wants. */
const isGoneAlready = ({ write }: Run, entries: ReadonlyArray<Entry>, { _tag }: Reason): boolean =>
  write.operation === "delete" && entries.length === 1 && _tag === "NotFound"

const lookupsFor = (run: Run, entries: ReadonlyArray<Entry>) =>
  Effect.map(
    runLookups(
      run.connector,
      run.send,
      run.settings,
      run.write.lookups,
      entries.map(({ input }) => input),
      run.operation
    ),
    ({ found }) => found
  )

/** Reasons that one item of a batch may be to blame for. */
const isItemsOwn = ({ _tag }: Reason): boolean =>
  _tag === "Rejected" || _tag === "Conflict" || _tag === "NotFound" || _tag === "InvalidCall"

interface Run {
  readonly connector: Any
  readonly send: Send
  readonly write: Write
  readonly settings: Values
  readonly lookups: Readonly<Record<string, unknown>>
  readonly options: ChunkOptions
  readonly operation: string
  /** The lookups were asked for several items at once. */
  readonly batched?: boolean
}

/** Sends entries in one call. A batch that is refused as a whole is sent item by item, so that only the faulty fail. */
const sendEntries: (run: Run, entries: ReadonlyArray<Entry>) => Effect.Effect<ReadonlyArray<WriteResult>> =
  Effect.fnUntraced(function* (run, entries) {
    if (entries.length === 0) return []
    if (run.options.repeated) {
      const before = yield* earlier(run, entries)
      if (before !== null) return before
    }
    const answered = yield* Effect.result(callFor(run, entries))
    if (Result.isSuccess(answered)) {
      const own = { ...run, batched: entries.length > 1 }
      return yield* Effect.forEach(entries, (entry, index) => settle(own, entry, answered.success[index]))
    }
    const { reason } = answered.failure
    if (isGoneAlready(run, entries, reason)) return [succeeded(null)]
    if (entries.length > 1 && isItemsOwn(reason)) {
      return yield* Effect.forEach(entries, (entry) => Effect.map(sendEntries(run, [entry]), ([result]) => result!))
    }
    if (reason._tag === "UnknownOutcome") {
      const before = yield* earlier(run, entries)
      if (before !== null) return before
    }
    return entries.map(() => failed(failureOf(reason)))
  })

const callFor = Effect.fnUntraced(function* (run: Run, entries: ReadonlyArray<Entry>) {
  const { connector, lookups, operation, options, settings, write } = run
  const inputs = entries.map(({ input }) => input)
  const { idempotency } = write
  const positions =
    entries.length === 1 ? `${entries[0]!.position}` : `${entries[0]!.position}-${entries.at(-1)!.position}`
  const call = yield* Effect.try({
    try: () => write.call(inputs, { settings, lookups }),
    catch: (error) => {
      const field = isUnreadable(error) ? (error.field ?? "") : ""
      return new ConnectorError({
        connector: connector.id,
        operation,
        reason: new InvalidCall({ field, message: error instanceof Error ? error.message : String(error) })
      })
    }
  })
  const answer = yield* run.send(merge(call, keyed(idempotency, `${options.key}:${positions}`, call)), {
    operation,
    repeatable: idempotency._tag === "Key" || idempotency._tag === "Natural",
    itemised: true
  })
  const { body, headers } = answer
  const clean = cleanerOf(answer)
  const answers = yield* pure(run, () => write.answers(body, inputs, headers))
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
  return answers.map((own) => (own._tag === "Refused" ? clean(own) : own))
})

/** A connector's own function must not bring down the chunk. */
const pure = <A>(run: Run, make: () => A) =>
  Effect.try({
    try: make,
    catch: (error) =>
      new ConnectorError({
        connector: run.connector.id,
        operation: run.operation,
        reason: new Undecodable({ issues: [error instanceof Error ? error.message : String(error)] })
      })
  })

/**
 * What became of entries that may have been sent already. Null means they may simply be sent (again): the platform
 * replays by key, an update lands in the same state, or the record is not there.
 */
const earlier = Effect.fnUntraced(function* (run: Run, entries: ReadonlyArray<Entry>) {
  const { idempotency } = run.write
  if (idempotency._tag === "Key" || idempotency._tag === "Natural") return null
  const results: Array<WriteResult> = []
  for (const entry of entries) {
    const before = yield* found(run, entry)
    if (before !== null) {
      results.push(before)
      continue
    }
    const sent = yield* Effect.result(callFor(run, [entry]))
    results.push(
      Result.isSuccess(sent) ? yield* settle(run, entry, sent.success[0]) : failed(failureOf(sent.failure.reason))
    )
  }
  return results
})
const unknown = (): WriteResult =>
  failed(
    failureOf(
      new UnknownOutcome({
        message: "The item was sent, its answer was lost, and the platform cannot be asked whether it took it."
      })
    )
  )

/** What became of an entry that may have been sent already; null where it is not there, or a repeat does no harm. */
const found = Effect.fnUntraced(function* (run: Run, entry: Entry) {
  const { idempotency } = run.write
  if (idempotency._tag === "Key" || idempotency._tag === "Natural") return null
  const call = idempotency._tag === "None" ? null : idempotency.call(entry.input, run.settings)
  if (call === null || idempotency._tag === "None") return unknown()
  const { find } = idempotency
  const answer = yield* run
    .send(call, { operation: `${run.operation}, look for it`, repeatable: true, itemised: true })
    .pipe(
      Effect.flatMap(({ body }) => pure(run, () => find(body, entry.input))),
      Effect.map((raw) => ({ raw })),
      Effect.catchReason("ConnectorError", "NotFound", () => Effect.succeed({ raw: undefined })),
      Effect.catch(() => Effect.succeed(null))
    )
  if (answer === null) return unknown()
  const { raw } = answer
  return raw === undefined || raw === null ? null : yield* settle(run, entry, { _tag: "Accepted", raw })
})

/** Turns the platform's answer to one item into its result. */
const settle = Effect.fnUntraced(function* (run: Run, entry: Entry, answered: ItemAnswer | undefined) {
  const { settings, write } = run
  if (answered === undefined)
    return failed(failureOf(new UnknownOutcome({ message: "The platform did not answer this item." })))
  if (answered._tag === "Refused") {
    const reason = fromAnswer(422, answered.body, answered.failure, undefined)
    return isGoneAlready(run, [entry], reason) ? succeeded(null) : failed(failureOf(reason))
  }
  if (write.operation === "delete") return succeeded(null)
  const answer = answered._tag === "Done" ? { _tag: "AcceptedId" as const, id: namedBy(entry.input) } : answered
  const course: Course = { done: 0, calls: null }
  const done = yield* Effect.result(complete(run, entry, answer, course))
  if (Result.isSuccess(done)) return succeeded(done.success)
  const failure = failureOf(done.failure.reason)
  const id = answer._tag === "AcceptedId" ? answer.id : takenId(recordOf(write, entry.input), answer.raw, settings)
  // Whoever reads "try again later" would write it twice, unless the platform knows the repeat by its key.
  const isRepeatable = write.idempotency._tag === "Key" || write.idempotency._tag === "Natural"
  const isTemporary = failure.code === "rate-limited" || failure.code === "platform-unavailable"
  return failed({
    ...failure,
    ...(isTemporary && !isRepeatable ? { code: "unknown-error", reason: "UnknownOutcome" } : {}),
    message: `The platform took the item${id === null ? "" : ` as ${id}`}${stateOf(course)}: ${failure.message}`
  })
})

/** The record that an item is about. */
const namedBy = (input: unknown): string => String((input as { readonly platform_id?: unknown }).platform_id ?? "")

/** How far an item that was taken has come; the calls are null as long as it is not known what completes it. */
interface Course {
  done: number
  calls: ReadonlyArray<Call> | null
}
/** What stands at the platform when an item that was taken could not be brought to its end. */
const stateOf = ({ calls, done }: Course): string => {
  if (calls === null) return ", but it could not be completed"
  const call = calls[done]
  if (call === undefined) return `${calls.length === 0 ? "" : " and completed it"}, but it could not be read`
  const count = `${done} of ${calls.length} further calls ${done === 1 ? "was" : "were"} made`
  return `, but it could not be completed (${count}; ${call.method ?? "GET"} ${call.path} was not)`
}

const takenId = (read: Read, raw: unknown, settings: Values): string | null => {
  const mapped = mapItem(read, raw, { settings, lookups: {}, followed: [] })
  return Result.isSuccess(mapped) ? (mapped.success.records[0]?.platform_id ?? null) : null
}

const complete = Effect.fnUntraced(function* (
  run: Run,
  entry: Entry,
  answer: Extract<ItemAnswer, { readonly _tag: "Accepted" | "AcceptedId" }>,
  course: Course
) {
  const { connector, operation, send, settings, write } = run
  const read = recordOf(write, entry.input)
  const { found: reading } = yield* runLookups(connector, send, settings, read.lookups, [], operation)
  const fail = (issues: ReadonlyArray<string>) =>
    new ConnectorError({ connector: connector.id, operation, reason: new Undecodable({ issues }) })
  const reread = (id: string) =>
    Effect.flatMap(readOne(connector, send, read, id, settings, reading), (item) =>
      item === null
        ? Effect.fail(fail([`the platform does not show the record ${id} it has taken`]))
        : Effect.succeed(item)
    )
  const mapped =
    answer._tag === "AcceptedId"
      ? Result.succeed(yield* reread(answer.id))
      : mapItem(read, answer.raw, { settings, lookups: reading, followed: [] })
  if (Result.isFailure(mapped)) return yield* fail(mapped.failure.issues)
  const { raw, records } = mapped.success
  const following = (lookups: Run["lookups"]) =>
    pure(run, () => write.follow?.(raw, entry.input, { settings, lookups }) ?? [])
  let calls = yield* following(run.lookups)
  if (calls.length > 0 && run.batched === true) calls = yield* following(yield* lookupsFor(run, [entry]))
  course.calls = calls
  for (const [index, call] of calls.entries()) {
    const key = `${run.options.key}:${entry.position}:${index}`
    yield* send(merge(call, keyed(write.idempotency, key, call)), {
      operation: `${operation}, complete it`,
      repeatable: write.idempotency._tag === "Key"
    })
    course.done++
  }
  // A payment that was voided may be left without records.
  if (records[0] === undefined && write.operation !== "void") return yield* fail(["the answer holds no record"])
  if (calls.length === 0) return mapped.success
  return yield* reread(answer._tag === "AcceptedId" ? answer.id : (records[0]?.platform_id ?? namedBy(entry.input)))
})
