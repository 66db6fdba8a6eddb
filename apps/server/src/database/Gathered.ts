/**
 * What is gathered in memory and written together. Whoever gathers costs no statement and cannot fail; a second later all
 * that came meanwhile is written. While the database cannot be reached it is tried again, and what there is when the process
 * stops is written by its end.
 */
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { randomUUID } from "node:crypto"

/** Entries that fit in memory; what becomes of more is for whoever gathers to say. */
export const most = 20_000
/** Entries of one statement. */
export const batchSize = 1000
/** How long is gathered. */
const every = "1 second"
const pauses = Schedule.spaced("200 millis")

export interface Gathered<E> {
  /** Says that there is something to write. */
  readonly wake: () => void
  /** Writes what was gathered so far; of several at once each waits for the one before. */
  readonly flush: Effect.Effect<void, E>
}

/** Has `write` called a second after it was woken, and at the end of the scope; `what` it writes is said when it fails. */
export const make = Effect.fnUntraced(function* <E>(
  what: string,
  write: Effect.Effect<void, E>
): Effect.fn.Return<Gathered<E>, never, Scope.Scope> {
  const waiting = Latch.makeUnsafe(false)
  const flush = (yield* Semaphore.make(1)).withPermit(write)
  yield* Effect.addFinalizer(() =>
    flush.pipe(
      Effect.retry(pauses),
      Effect.timeout("5 seconds"),
      Effect.catchCause((cause) => Effect.logWarning(`${what} of the last moments could not be written.`, cause))
    )
  )
  let isFailing = false
  yield* Effect.gen(function* () {
    yield* waiting.await
    yield* Effect.sleep(every)
    waiting.closeUnsafe()
    const exit = yield* Effect.exit(flush)
    if (exit._tag === "Failure") {
      waiting.openUnsafe()
      if (!isFailing) yield* Effect.logWarning(`${what} could not be written; it is tried again.`, exit.cause)
    }
    isFailing = exit._tag === "Failure"
  }).pipe(Effect.forever, Effect.forkScoped)
  return { wake: () => waiting.openUnsafe(), flush }
})

/**
 * The part of a statement that says whether a batch is still to be added: `mine` has a row then. Its first two parameters are
 * the writer and the number of the batch; a writer's batch that has been added, and all before it, are let be.
 */
export const mine = `mine as (
  insert into usage_writer as w (id, batch) values ($1::text, $2::bigint)
  on conflict (id) do update set batch = excluded.batch, written_at = now() where w.batch < excluded.batch
  returning 1)`

/**
 * Writes entries in batches that have a number, and takes out what it writes. Whether a batch that failed was stored after all
 * is not known: it is written again as it was, and {@link mine} in the statement of `add` lets what was added be.
 */
export const numbered = <Entry, E>(
  entries: Map<string, Entry>,
  add: (writer: string, batch: number, entries: ReadonlyArray<Entry>) => Effect.Effect<void, E>
): Effect.Effect<void, E> => {
  const writer = randomUUID()
  let batch: { readonly number: number; readonly entries: ReadonlyArray<Entry> } = { number: 0, entries: [] }
  return Effect.gen(function* () {
    for (;;) {
      if (batch.entries.length === 0) {
        const some = [...entries].slice(0, batchSize)
        if (some.length === 0) return
        for (const [key] of some) entries.delete(key)
        batch = { number: batch.number + 1, entries: some.map(([, entry]) => entry) }
      }
      yield* add(writer, batch.number, batch.entries)
      batch = { ...batch, entries: [] }
      yield* Effect.yieldNow
    }
  })
}
