/**
 * One sandbox company: its tables over the shared seed, its kept answers for idempotency keys, and the queue that lets one
 * change at a time through. A change is journalled before it takes effect and before it is answered.
 */
import { Failure } from "./Failure.ts"
import type { Lookup, Resource, Transaction } from "./Resource.ts"
import type { Store } from "./Store.ts"
import type { Change, Tables, Write } from "./Tables.ts"
import { makeTables } from "./Tables.ts"
import { begin, makeLookup } from "./Transaction.ts"

const keptFor = 24 * 3_600_000

/** A body and status that are given again to a repeated request. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}
/** The caller's key for a request that must not happen twice, with a print of the request. */
export interface Once {
  readonly key: string
  readonly print: string
}
interface Kept extends Once {
  readonly answer: Answer
  readonly at: number
}
/** One line of the journal. */
export interface JournalLine {
  readonly tenant: string
  readonly at: number
  readonly writes: ReadonlyArray<Write>
  readonly kept?: Kept
}
export interface Outcome extends Answer {
  readonly replayed: boolean
  readonly changes: ReadonlyArray<Change>
}

export interface Tenant {
  readonly name: string
  readonly tables: Tables
  readonly lookup: Lookup
  /** Runs a change alone. With `once`, a repeated request gets the first answer and changes nothing. */
  readonly change: (at: number, once: Once | null, run: (tx: Transaction) => Answer) => Promise<Outcome>
  readonly replay: (line: JournalLine) => void
}

export const makeTenant = (
  name: string,
  resources: ReadonlyMap<string, Resource>,
  seed: Tables,
  store: Store
): Tenant => {
  const tables = makeTables(resources, seed)
  const kept = new Map<string, Kept>()
  let queue: Promise<unknown> = Promise.resolve()
  let latest = seed.change(seed.latest())?.at ?? 0

  const repeated = (once: Once, at: number): Outcome | undefined => {
    const earlier = kept.get(once.key)
    if (earlier === undefined || earlier.at + keptFor < at) return undefined
    if (earlier.print !== once.print) {
      throw new Failure(
        "idempotency_mismatch",
        "This Idempotency-Key came with another request before.",
        "Idempotency-Key"
      )
    }
    return { ...earlier.answer, replayed: true, changes: [] }
  }

  const apply = (line: JournalLine) => {
    latest = Math.max(latest, line.at)
    for (const [key, { at }] of kept) {
      if (at + keptFor >= latest) break
      kept.delete(key)
    }
    if (line.kept !== undefined) kept.set(line.kept.key, line.kept)
    return tables.commit(line.writes)
  }

  const run = async (now: number, once: Once | null, body: (tx: Transaction) => Answer): Promise<Outcome> => {
    // The feed and modifiedSince need times that never go back, whatever the host's clock does.
    const at = Math.max(now, latest)
    const replayed = once === null ? undefined : repeated(once, at)
    if (replayed !== undefined) return replayed
    const tx = begin(tables, at)
    const answer = body(tx)
    const line: JournalLine = { tenant: name, at, writes: tx.writes(), ...(once && { kept: { ...once, answer, at } }) }
    try {
      await store.append(JSON.stringify(line))
    } catch (cause) {
      throw new Failure("storage_unavailable", "The change could not be kept, nothing was changed.", null, { cause })
    }
    return { ...answer, replayed: false, changes: apply(line) }
  }

  return {
    name,
    tables,
    lookup: makeLookup(tables),
    change: (at, once, body) => {
      const outcome = queue.then(() => run(at, once, body))
      queue = outcome.catch(() => {})
      return outcome
    },
    replay: apply
  }
}
