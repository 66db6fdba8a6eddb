/**
 * Carries an item of a write through its calls. How far it has come is handed out before each call is sent, so that whoever
 * keeps it goes on there after a crash: what was answered is not sent again, and what was sent without an answer is repeated
 * by its key, looked for, or said to be unknown. When a call is refused, what was done before is taken back, last first; what
 * cannot be taken back is told.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Call, merge } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import {
  ConnectorError,
  fromAnswer,
  InvalidCall,
  type Reason,
  Undecodable,
  UnknownOutcome
} from "../contract/ConnectorError.ts"
import { isUnreadable } from "../contract/Normalize.ts"
import type { Read } from "../contract/Read.ts"
import type { Values } from "../contract/Setting.ts"
import * as Write from "../contract/Write.ts"
import { hash } from "../contract/Hmac.ts"
import { mapItem } from "./InSpite.ts"
import { type Item, type KnownAnswers, type LookupAnswers, readOne, runLookups } from "./Reading.ts"
import type { Send } from "./Request.ts"
import * as Time from "./Time.ts"
import { failed, failureOf, succeeded, type WriteFailure, type WriteResult } from "./WriteResults.ts"

/** An item on its way: what it is, and where it stands in the caller's list. */
export interface Entry {
  readonly position: number
  readonly input: unknown
}
/** One call of an item, JSON as all of its progress. */
export interface StepState {
  readonly name: string
  /** With its key: a repeat is the same call to the letter. */
  readonly call: Call
  readonly isQuestion: boolean
  readonly isSent: boolean
  readonly answer: Write.StepAnswer | null
  readonly undo: Call | null
  readonly undone: "sent" | "done" | null
}
/** How far an item has come. */
export interface Progress {
  /** The record as it was before the first step. */
  readonly current: Pick<Write.Current, "raw" | "headers"> | null
  /** What the lookups were answered before the first step. */
  readonly lookups: LookupAnswers
  readonly steps: ReadonlyArray<StepState>
  /** The record that is made or changed, once it is known. */
  readonly id: string | null
  /** Why what was done is being taken back. */
  readonly failure: WriteFailure | null
}
/** Where progress is kept. An effect that never ends stands for a process that has died. */
export interface ProgressStore {
  readonly of: (position: number) => Progress | null
  readonly keep: (position: number, progress: Progress) => Effect.Effect<void>
}
export interface ChunkOptions {
  /** Derived from the job; with the position it makes the key that platforms replay by. */
  readonly key: string
  /** True when the chunk may have been sent before, by a process that died before it stored the results. */
  readonly repeated: boolean
  /** When the write began, ISO 8601; now when absent. */
  readonly begun?: string | undefined
  /** Without it an item that is broken off cannot be taken up. */
  readonly progress?: ProgressStore | undefined
  /**
   * Whoever sends the items comes again with those whose error `isUnfinished`: what the platform has no time for in the
   * middle is then left as it is until it has. Without it, what was done is taken back at once.
   */
  readonly waits?: boolean | undefined
}

/** What the calls of an item are made and sent with. */
export interface Run {
  readonly connector: Any
  readonly send: Send
  readonly write: Write.Write
  readonly settings: Values
  readonly idempotency: Write.Idempotency
  readonly lookups: Readonly<Record<string, unknown>>
  readonly current: Write.Current | undefined
  /** What the lookups of the read found, where they were asked already. */
  readonly reading?: Readonly<Record<string, unknown>>
  /** What lasting lookups were answered for this chunk: the write's, its read's, and those of each of its items. */
  readonly known: KnownAnswers
  readonly options: ChunkOptions
  /** When the write began, and a little before. */
  readonly began: string
  readonly since: string
  readonly operation: string
}
/** Chooses what is next by what was answered so far. */
export type Plan = (progress: Progress) => Write.Step | Write.Answer

/** More steps than any write has: one that goes on without end is a mistake of the connector. */
const mostSteps = 1000

/** The text of a key as the platform takes it. */
export const keyText = (idempotency: Write.Idempotency, text: string): Effect.Effect<string> => {
  const form = Write.placeOf(idempotency)?.form
  if (form === undefined) return Effect.succeed(text)
  return Effect.map(
    Effect.promise(() => hash("SHA-256", text, "hex")),
    (digits) => {
      const plain = digits.slice(0, 32)
      if (form === "plain") return plain
      // The digits of a hash, in the form of a random UUID.
      return [
        plain.slice(0, 8),
        plain.slice(8, 12),
        `4${plain.slice(13, 16)}`,
        `a${plain.slice(17, 20)}`,
        plain.slice(20)
      ].join("-")
    }
  )
}

/** What a step is repeated by: its own word, or what the write says as far as it holds for this call. */
const idempotencyOf = (run: Run, own: Write.Step, isFirst: boolean): Write.Idempotency => {
  if (own.isQuestion) return Write.natural
  if (own.idempotency !== undefined) return own.idempotency
  return isFirst && run.idempotency._tag !== "Key" ? run.idempotency : inherited(run, own.call, isFirst)
}
const inherited = ({ idempotency }: Run, { path }: Call, isFirst: boolean): Write.Idempotency => {
  if (idempotency._tag === "Natural") return idempotency
  if (idempotency._tag !== "Key") return Write.none
  const isCarried = idempotency.in === "path" ? path.includes(idempotency.name) : idempotency.in !== "body" || isFirst
  return isCarried ? idempotency : Write.none
}

const lost = Symbol("lost")
/** Waits until the platform shows what it was sent just now. */
export const settled = (idempotency: Write.Idempotency): Effect.Effect<void> =>
  idempotency._tag === "Lookup" && idempotency.lag !== undefined ? Time.sleep(idempotency.lag * 1000) : Effect.void
/**
 * What the platform shows of a call that may have been carried out: undefined where it shows nothing, `lost` where it cannot
 * be asked.
 */
export const lookFor = Effect.fnUntraced(function* (
  run: Run,
  idempotency: Write.Idempotency,
  input: unknown,
  text: string
) {
  if (idempotency._tag !== "Lookup") return lost
  const key = yield* keyText(idempotency, text)
  const context: Write.LookContext = { settings: run.settings, since: run.since, began: run.began, key }
  const asked = Effect.gen(function* () {
    const call = yield* pure(run, () => idempotency.call(input, context))
    if (call === null) return lost
    const operation = `${run.operation}, look for it`
    const { body, headers } = yield* run.send(call, { operation, repeatable: true, itemised: true })
    const found = yield* pure(run, () => idempotency.find(body, input, context))
    return found === undefined || found === null ? undefined : ({ body: found, headers } satisfies Write.StepAnswer)
  })
  return yield* asked.pipe(
    Effect.catchReason("ConnectorError", "NotFound", () => Effect.succeed(undefined)),
    Effect.catch((): Effect.Effect<typeof lost> => Effect.succeed(lost))
  )
})
export const isLost = (found: unknown): found is typeof lost => found === lost

/** What a platform that takes an id of ours once says of the record that has it; null where it refuses something else. */
export const existingIn = (run: Run, idempotency: Write.Idempotency, reason: Reason, key: string) => {
  if (idempotency._tag !== "Unique" || (reason._tag !== "Conflict" && reason._tag !== "Rejected")) {
    return Effect.succeed(null)
  }
  const { body, status } = reason
  return Effect.catch(
    pure(run, () => idempotency.existing({ status, body, key }) ?? null),
    () => Effect.succeed(null)
  )
}

/** A connector's own function must not bring down the chunk. */
export const pure = <A>(run: Pick<Run, "connector" | "operation">, make: () => A) =>
  Effect.try({
    try: make,
    catch: (error) =>
      new ConnectorError({
        connector: run.connector.id,
        operation: run.operation,
        reason: new Undecodable({ issues: [error instanceof Error ? error.message : String(error)] })
      })
  })

/** A call that cannot be made of an item is the item's fault. */
export const making = <A>(run: Pick<Run, "connector" | "operation">, make: () => A) =>
  Effect.try({
    try: make,
    catch: (error) => {
      const field = isUnreadable(error) ? (error.field ?? "") : ""
      return new ConnectorError({
        connector: run.connector.id,
        operation: run.operation,
        reason: new InvalidCall({ field, message: error instanceof Error ? error.message : String(error) })
      })
    }
  })

export const contextOf = ({ began, current, lookups, settings }: Run): Write.AnyWriteContext => ({
  settings,
  began,
  lookups,
  current
})
const answeredOf = ({ steps }: Progress): Write.Answered =>
  Object.fromEntries(steps.flatMap(({ answer, name }) => (answer === null ? [] : [[name, answer]])))
/** The plan of a write in steps. */
export const planOf =
  (run: Run, { input }: Entry): Plan =>
  (progress) =>
    run.write.steps!({ ...contextOf(run), input, answered: answeredOf(progress) })

const standing = ({ steps }: Progress): ReadonlyArray<StepState> =>
  steps.filter(({ answer, isQuestion, undone }) => answer !== null && !isQuestion && undone !== "done")
const isTemporary = ({ _tag }: Reason): boolean =>
  _tag === "RateLimited" || _tag === "Unavailable" || _tag === "TimedOut"
/** Whether a call that failed so was certainly not carried out. */
const isUndone = (reason: Reason, repeatable: boolean): boolean => {
  switch (reason._tag) {
    case "UnknownOutcome":
    case "TimedOut":
    case "Undecodable":
      return false
    // A call that is repeated fails so when its last try does: an earlier one may have come through.
    case "Unavailable":
      return !repeatable || reason.status === 503
    default:
      return true
  }
}

/** The name by which people know a step: its own, or, of what only completes an item, its call. */
const labelOf = ({ call, name }: StepState): string =>
  /^\d+$/.test(name) ? `${call.method ?? "GET"} ${call.path}` : name
const listed = (title: string, states: ReadonlyArray<StepState>): ReadonlyArray<string> =>
  states.length === 0 ? [] : [`${title}: ${states.map(labelOf).join(", ")}`]

/** A step that could not be taken back, and why; uncertain where it may have been all the same. */
interface Held {
  readonly name: string
  readonly message: string
  readonly isUncertain: boolean
}

/** What stands at the platform of an item that has failed, with the record's id where it is known. */
export const told = (
  run: Pick<Run, "write">,
  { input }: Pick<Entry, "input">,
  progress: Progress,
  failure: WriteFailure,
  held?: Held
): WriteFailure => {
  const { isStale: _, isUnfinished: _unfinished, ...rest } = failure
  const left = standing(progress)
  const open = progress.steps.filter(({ answer }) => answer === null)
  const unanswered = open.filter(({ isSent }) => isSent)
  const takenBack = progress.steps.filter(({ undone }) => undone === "done")
  if (left.length === 0 && unanswered.length === 0) {
    return { ...rest, message: [rest.message, ...listed("taken back", takenBack).map((own) => `(${own})`)].join(" ") }
  }
  const parts = [
    ...listed(
      "done",
      left.filter(({ name }) => held?.isUncertain !== true || name !== held.name)
    ),
    ...listed("sent without an answer", unanswered),
    ...listed(
      "not done",
      open.filter(({ isSent }) => !isSent)
    ),
    ...listed("taken back", takenBack),
    ...(held === undefined
      ? []
      : [`${held.isUncertain ? "not known to be" : "could not be"} taken back: ${held.name} (${held.message})`])
  ]
  const id = progress.id ?? idIn(run.write, input)
  const what =
    run.write.operation === "create"
      ? `The platform took the item${id === null ? "" : ` as ${id}`}, but it`
      : `The ${run.write.operation}${id === null ? "" : ` of ${id}`}`
  return {
    ...rest,
    // Whoever reads "try again later" would do a part of it twice.
    ...(failure.code === "rate-limited" || failure.code === "platform-unavailable"
      ? { code: "unknown-error", reason: "UnknownOutcome" }
      : {}),
    message: `${what} could not be completed (${parts.join("; ")}): ${rest.message}`,
    ...(id === null ? {} : { platform_id: id })
  }
}
const idIn = ({ operation }: Write.Write, input: unknown): string | null =>
  operation === "create" ? null : namedBy(input)
/** The record that an item is about. */
export const namedBy = (input: unknown): string =>
  String((input as { readonly platform_id?: unknown }).platform_id ?? "")

/** Who deletes what the platform does not know has what it wants. */
export const isGoneAlready = ({ write }: Pick<Run, "write">, { _tag }: Reason): boolean =>
  write.operation === "delete" && _tag === "NotFound"

/** Takes an item from where it stands to its end. */
export const advance = Effect.fnUntraced(function* (run: Run, entry: Entry, plan: Plan, from: Progress) {
  let progress = from
  const keep = (next: Progress) => {
    progress = next
    return run.options.progress?.keep(entry.position, next) ?? Effect.void
  }
  const refuse = (reason: Reason) => takeBack(run, entry, { ...progress, failure: failureOf(reason) })
  const unknown = (message: string) => failed(told(run, entry, progress, failureOf(new UnknownOutcome({ message }))))
  // Nobody has kept how far it came: each step may have been taken.
  const isUncertain = run.options.repeated && from.steps.length === 0
  if (progress.failure !== null) return yield* takeBack(run, entry, progress)
  for (;;) {
    const open = progress.steps.find(({ answer }) => answer === null)
    const isBegun = progress.steps.length > 0
    const planned = yield* Effect.result(isBegun ? pure(run, () => plan(progress)) : making(run, () => plan(progress)))
    if (Result.isFailure(planned)) return yield* refuse(planned.failure.reason)
    const next = planned.success
    if (next._tag === "Refused") {
      // It is the answer to the last call that says so: that one did nothing.
      const last = progress.steps.at(-1)
      if (last !== undefined && !last.isQuestion) {
        const nothing: StepState = { ...last, answer: null, isSent: false, undo: null }
        progress = { ...progress, steps: [...progress.steps.slice(0, -1), nothing] }
      }
      const reason = fromAnswer(422, next.body, next.failure, undefined, run.send.bounds?.wait)
      return isGoneAlready(run, reason) && standing(progress).length === 0 ? succeeded(null) : yield* refuse(reason)
    }
    if (next._tag !== "Step") {
      if (open !== undefined) return unknown("The connector does not know the step any more that was sent.")
      // So that what the platform has answered is not asked for again.
      if (isBegun) yield* keep(progress)
      return yield* conclude(run, entry, next, progress)
    }
    if (open !== undefined && open.name !== next.name)
      return unknown(`The connector wants the step ${next.name} now, and ${open.name} was sent.`)
    if (open === undefined && (progress.steps.length >= mostSteps || answeredOf(progress)[next.name] !== undefined)) {
      return yield* refuse(new Undecodable({ issues: [`the connector wants the step ${next.name} again`] }))
    }
    const isFirst = progress.steps.every((own) => own.isQuestion || own.name === next.name)
    const idempotency = idempotencyOf(run, next, isFirst)
    const text = `${run.options.key}:${entry.position}:${next.name}`
    const key = yield* keyText(idempotency, text)
    const made = yield* Effect.result(pure(run, () => merge(next.call, Write.keyed(idempotency, key, next.call))))
    if (Result.isFailure(made)) return yield* refuse(made.failure.reason)
    const state: StepState = {
      name: next.name,
      // A repeat is the call that was sent, to the letter.
      call: open?.isSent === true ? open.call : made.success,
      isQuestion: next.isQuestion,
      isSent: true,
      answer: null,
      undo: null,
      undone: null
    }
    const withState = (own: StepState): Progress => ({
      ...progress,
      steps: progress.steps.some(({ name }) => name === own.name)
        ? progress.steps.map((one) => (one.name === own.name ? own : one))
        : [...progress.steps, own]
    })
    if (open?.isSent !== true) yield* keep(withState(state))
    const sent = yield* Effect.result(
      take(run, entry, idempotency, state.call, key, text, open?.isSent === true || isUncertain)
    )
    if (Result.isSuccess(sent)) {
      const answer = sent.success
      const undo = yield* Effect.catch(
        pure(run, () => (typeof next.undo === "function" ? next.undo(answer) : (next.undo ?? null))),
        () => Effect.succeed(null)
      )
      const id = yield* Effect.catch(
        pure(run, () => next.id?.(answer) ?? null),
        () => Effect.succeed(null)
      )
      const back = undo === null ? null : yield* undoing(run, undo, `${text}:undo`)
      progress = { ...withState({ ...state, answer, undo: back }), id: id ?? progress.id }
      continue
    }
    const { reason } = sent.failure
    const repeatable = Write.isRepeatable(idempotency)
    const isOff = isUndone(reason, repeatable)
    const waits = run.options.waits === true && isTemporary(reason)
    if (waits && (standing(progress).length > 0 || !isOff) && (isOff || repeatable)) {
      yield* keep(withState({ ...state, isSent: !isOff }))
      return failed({ ...failureOf(reason), isUnfinished: true })
    }
    // What was sent before may have been carried out, and is not there for that.
    if (isGoneAlready(run, reason) && (standing(progress).length === 0 || open?.isSent === true)) return succeeded(null)
    progress = withState({ ...state, isSent: !isOff })
    if (isOff) {
      if (waits) yield* keep(progress)
      return yield* refuse(reason)
    }
    return failed(
      told(run, entry, progress, { ...failureOf(reason), code: "unknown-outcome", reason: "UnknownOutcome" })
    )
  }
})

/** Sends a step, once for all that is known. */
const take = Effect.fnUntraced(function* (
  run: Run,
  entry: Entry,
  idempotency: Write.Idempotency,
  call: Call,
  key: string,
  text: string,
  isRepeat: boolean
) {
  const repeatable = Write.isRepeatable(idempotency)
  const operation = run.operation
  const unknown = new ConnectorError({
    connector: run.connector.id,
    operation,
    reason: new UnknownOutcome({
      message: "It was sent, its answer was lost, and the platform cannot be asked whether it took it."
    })
  })
  const look = Effect.andThen(settled(idempotency), lookFor(run, idempotency, entry.input, text))
  const looked = Effect.flatMap(look, (found) => (isLost(found) ? Effect.fail(unknown) : Effect.succeed(found)))
  if (isRepeat && !repeatable) {
    const found = yield* looked
    if (found !== undefined) return found
  }
  const send = Effect.map(run.send(call, { operation, repeatable }), ({ body, headers }): Write.StepAnswer => ({
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "set-cookie"))
  }))
  const sent = yield* Effect.result(send)
  if (Result.isSuccess(sent)) return sent.success
  const { reason } = sent.failure
  const existing = yield* existingIn(run, idempotency, reason, key)
  if (existing !== null) return { body: existing, headers: {} }
  if (reason._tag !== "UnknownOutcome" || idempotency._tag !== "Lookup") return yield* Effect.fail(sent.failure)
  const found = yield* looked
  return found ?? (yield* send)
})

/** The call that takes a step back, with a key of its own where calls like it have one. */
const undoing = (run: Run, undo: Call, text: string) => {
  const idempotency = inherited(run, undo, false)
  return Effect.map(keyText(idempotency, text), (key) => merge(undo, Write.keyed(idempotency, key, undo)))
}

/** Takes back what was done, last first, up to what cannot be taken back, and says what is left. */
const takeBack = Effect.fnUntraced(function* (run: Run, entry: Entry, from: Progress) {
  const failure = from.failure!
  let progress = from
  const keep = (name: string | null, undone: StepState["undone"]) => {
    progress = {
      ...progress,
      steps: progress.steps.map((own) => (own.name === name ? { ...own, undone } : own))
    }
    return run.options.progress?.keep(entry.position, progress) ?? Effect.void
  }
  for (const { name, undo, undone } of standing(progress).toReversed()) {
    if (undo === null) break
    yield* keep(name, "sent")
    const sent = yield* Effect.result(run.send(undo, { operation: `${run.operation}, take it back`, repeatable: true }))
    const reason = Result.isFailure(sent) ? sent.failure.reason : null
    // What is to be deleted and is not there is as it was before.
    if (reason === null || (reason._tag === "NotFound" && undo.method === "DELETE")) {
      yield* keep(name, "done")
      continue
    }
    const stuck = failureOf(reason)
    if (run.options.waits === true && isTemporary(reason)) return failed({ ...stuck, isUnfinished: true })
    // One that was sent before may have been carried out then, and be refused for that.
    const isUncertain = undone === "sent" || !isUndone(reason, true)
    return failed(told(run, entry, progress, failure, { name, message: stuck.message, isUncertain }))
  }
  const result = told(run, entry, progress, failure)
  return failed(standing(progress).length === 0 && failure.isStale === true ? { ...result, isStale: true } : result)
})

/** What was taken. */
export type Taken = Extract<Write.Answer, { readonly _tag: "Accepted" | "AcceptedId" }>
/** The record that an answer is about; null after a deletion, which leaves none. */
export const takenOf = (
  { write }: Run,
  { input }: Entry,
  answer: Exclude<Write.Answer, { readonly _tag: "Refused" }>
): Taken | null => {
  if (write.operation === "delete") return null
  return answer._tag === "Done" ? { _tag: "AcceptedId", id: namedBy(input) } : answer
}

/** The record that an item has become, for its answer. */
export const conclude = Effect.fnUntraced(function* (
  run: Run,
  entry: Entry,
  answer: Exclude<Write.Answer, { readonly _tag: "Refused" }>,
  progress: Progress | null
) {
  const taken = takenOf(run, entry, answer)
  if (taken === null) return succeeded(null)
  const read = Write.recordOf(run.write, entry.input)
  const done = yield* Effect.result(final(run, read, taken))
  if (Result.isSuccess(done)) return succeeded(done.success)
  return unread(run, entry, taken, done.failure.reason, progress, ", but it could not be read")
})

/** The failure of an item that was taken and of which no record can be shown. */
export const unread = (
  run: Run,
  { input }: Entry,
  answer: Taken,
  reason: Reason,
  progress: Progress | null,
  why: string
): WriteResult => {
  const failure = failureOf(reason)
  const later = failure.code === "rate-limited" || failure.code === "platform-unavailable"
  if (progress !== null && later && run.options.waits === true) return failed({ ...failure, isUnfinished: true })
  const read = Write.recordOf(run.write, input)
  const id = answer._tag === "AcceptedId" ? answer.id : takenId(read, answer.raw, run)
  const completed = progress !== null && progress.steps.length > 0 ? " and completed it" : ""
  return failed({
    ...failure,
    // Whoever reads "try again later" would write it twice, unless the platform knows the repeat by its key.
    ...(later && !Write.isRepeatable(run.idempotency) ? { code: "unknown-error", reason: "UnknownOutcome" } : {}),
    message: `The platform took the item${id === null ? "" : ` as ${id}`}${completed}${why}: ${failure.message}`,
    ...(id === null ? {} : { platform_id: id })
  })
}

const takenId = (read: Read, raw: unknown, { send, settings }: Run): string | null => {
  const mapped = mapItem(read, raw, { settings, lookups: {}, followed: [] }, send.bounds)
  return Result.isSuccess(mapped) ? (mapped.success.records[0]?.platform_id ?? null) : null
}

/** What a record is read with. */
export const readingOf = ({ connector, known, operation, send, settings }: Run, { lookups }: Read) =>
  Effect.map(runLookups(connector, send, settings, lookups, [], operation, null, known), ({ found }) => found)

/** The item as the platform shows it now, or as it answered it. */
export const final = Effect.fnUntraced(function* (run: Run, read: Read, answer: Taken) {
  const { connector, operation, send, settings } = run
  const fail = (issues: ReadonlyArray<string>) =>
    new ConnectorError({ connector: connector.id, operation, reason: new Undecodable({ issues }) })
  const found = run.reading ?? (yield* readingOf(run, read))
  if (answer._tag === "AcceptedId") {
    const item: Item | null = yield* readOne(connector, send, read, answer.id, settings, found)
    return item ?? (yield* fail([`the platform does not show the record ${answer.id} it has taken`]))
  }
  const mapped = mapItem(read, answer.raw, { settings, lookups: found, followed: [] }, send.bounds)
  if (Result.isFailure(mapped)) return yield* fail(mapped.failure.issues)
  // A payment that was voided may be left without records.
  if (mapped.success.records[0] === undefined && run.write.operation !== "void") {
    return yield* fail(["the answer holds no record"])
  }
  return mapped.success
})
