/** Reading a source as a sync does: page by page, with a checkpoint between them that goes through JSON. */
import assert from "node:assert/strict"
import { Connector, type ConnectorError, type Models, Read } from "@svc/core"
import type { Platform, Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { Case } from "./Case.ts"
import { fakeOf, type Opening, type Staged, type Subject, withClient } from "./Subject.ts"

/** A page of a walk: which call asked for it, and from which checkpoint. */
export interface Step {
  /** Index of its call among all calls of the platform. */
  readonly call: number
  /** Name of the source it is a page of. */
  readonly source: string
  /** Undefined for the first page of a source. */
  readonly state: unknown
  /** What came of the page. */
  readonly page: Reading.PageResult
}
/** What a walk over the pages of a listing came to. */
export interface Walked {
  /** The pages in their order. */
  readonly steps: ReadonlyArray<Step>
  /** Items of all pages, with the records they became. */
  readonly items: ReadonlyArray<Reading.Item>
  /** Items that could not be read, and why. */
  readonly refusals: ReadonlyArray<Reading.Refusal>
  /** Platform ids of records that are known to be gone. */
  readonly gone: ReadonlyArray<string>
}
/** How a listing is walked over. */
export interface Walking {
  /** The moment whose changes are read, ISO 8601; null or absent for everything. */
  readonly since?: string | null
  /** The place in the platform's count of changes to read on from. */
  readonly after?: number | null
  /** Only what is dated on this moment's day or later; null for everything, the case's own when absent. */
  readonly from?: string | null
  /** The checkpoint to go on from. */
  readonly state?: unknown
  /** Answers of the read's lookups; they are asked for when absent. */
  readonly lookups?: Readonly<Record<string, unknown>>
  /** Compares with items that are stored, for reads that tell what has not changed. */
  readonly unchanged?: Reading.Unchanged
  /** The first page alone is read. */
  readonly isFirstAlone?: boolean
  /** Told of each page as soon as it is there, so that what a run that breaks off has read can be seen. */
  readonly onStep?: (step: Step) => void
}

/** The moment of a case's run. */
export const nowOf = ({ now }: Case): string => now ?? "2026-03-15T00:00:00.000Z"
/** How far back a run of the case looks: one whose pages begin somewhere begins with the month. */
export const fromOf = (read: Read.Read, { from }: Case): string | null =>
  from ?? (read.from === "page" ? "2026-03-01T00:00:00.000Z" : null)

/** What a read's lookups find. */
export const lookupsOf = (client: Platform.Client, read: Read.Read) =>
  Effect.map(client.lookups(read), ({ found }) => found)

/** Walks one source to its end. */
export const walk = Effect.fnUntraced(function* (
  client: Platform.Client,
  fake: Pick<Staged, "calls" | "isWornOut">,
  read: Read.Read,
  own: Case,
  {
    after = null,
    from = fromOf(read, own),
    isFirstAlone,
    lookups,
    onStep,
    since = null,
    state: first,
    unchanged
  }: Walking = {}
) {
  const steps: Array<Step> = []
  const request = {
    now: nowOf(own),
    from,
    since,
    after,
    lookups: lookups ?? (yield* lookupsOf(client, read)),
    ...(unchanged === undefined ? {} : { unchanged })
  }
  let state = first
  do {
    const call = fake.calls.length
    const page: Reading.PageResult = yield* client.page(read, { ...request, state })
    const step = { call, source: read.source, state, page }
    steps.push(step)
    onStep?.(step)
    state = page.next === null || isFirstAlone === true ? undefined : JSON.parse(JSON.stringify(page.next))
    assert.ok(!fake.isWornOut(), `${read.model} (${read.source}) is asked for page after page, without end`)
  } while (state !== undefined)
  return joined(steps)
})

/** What all steps have found. */
export const joined = (steps: ReadonlyArray<Step>): Walked => ({
  steps,
  items: steps.flatMap(({ page }) => page.items),
  refusals: steps.flatMap(({ page }) => page.refusals),
  gone: steps.flatMap(({ page }) => page.gone)
})

/** Walks all sources of a model, one after the other. */
export const walkAll =
  (subject: Subject, fake: Staged, model: Models.ModelId, own: Case, walking: Walking = {}) =>
  (client: Platform.Client): Effect.Effect<Walked, ConnectorError.ConnectorError> =>
    Effect.map(
      Effect.forEach(Connector.sourcesOf(subject.connector, model), (read) => walk(client, fake, read, own, walking)),
      (walked) => joined(walked.flatMap(({ steps }) => steps))
    )

/**
 * What is made once of a subject, a case and a key, and is the same for whoever asks: a connector is a value, and the
 * platform of a case answers the same again.
 */
export const once = <A>() => {
  const known = new WeakMap<Subject, WeakMap<Case, Map<unknown, Promise<A>>>>()
  return (subject: Subject, own: Case, key: unknown, make: () => Promise<A>): Promise<A> => {
    const cases = known.get(subject) ?? new WeakMap<Case, Map<unknown, Promise<A>>>()
    known.set(subject, cases)
    const made = cases.get(own) ?? new Map<unknown, Promise<A>>()
    cases.set(own, made)
    const before = made.get(key)
    if (before !== undefined) return before
    const fresh = make()
    made.set(key, fresh)
    return fresh
  }
}

const fullRuns = once<FullRun>()
/** What a full run of a read came to. */
export type FullRun = Awaited<ReturnType<typeof fullRun>>
/** The full run in which nothing goes wrong, made once: it is what all others are compared with. */
export const straightRun = (subject: Subject, model: Models.ModelId, own: Case): Promise<FullRun> =>
  fullRuns(subject, own, model, () => fullRun(subject, model, own))

/** The same for one source. */
export interface SourceRun {
  /** The platform that was asked. */
  readonly fake: Staged
  /** What came of it. */
  readonly walked: Walked
  /** What its lookups were answered, and what they found. */
  readonly asked: Reading.LookedUp
}
const sourceRuns = once<SourceRun>()
/** The same of one source, as if the model had no other. */
export const sourceRun = (subject: Subject, read: Read.Read, own: Case): Promise<SourceRun> =>
  sourceRuns(subject, own, read, async () => {
    const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
    const [asked, walked] = await withClient(subject, fake, (client) =>
      Effect.flatMap(client.lookups(read), (asked) =>
        Effect.map(walk(client, fake, read, own, { lookups: asked.found }), (walked) => [asked, walked] as const)
      )
    )
    return { asked, fake, walked }
  })

type Found = Readonly<Record<string, unknown>>
const found = once<Found>()
/** What the lookups of a source find in the exchanges of its case. */
export const foundOf = (subject: Subject, read: Read.Read, own: Case): Promise<Found> =>
  found(subject, own, read.lookups, async () =>
    Object.keys(read.lookups).length === 0
      ? {}
      : withClient(subject, fakeOf(subject, own.exchanges, { now: nowOf(own) }), (client) => lookupsOf(client, read))
  )

const companions = once<ReadonlyArray<Found>>()
/** What the companions of a source find for each of its pages. */
export const companionsOf = (subject: Subject, read: Read.Read, own: Case): Promise<ReadonlyArray<Found>> =>
  companions(subject, own, read, async () => {
    const absent = Read.absentCompanions(read)
    const found: Array<Found> = []
    let seen: Found = absent
    const watched: Read.Read = {
      ...read,
      map: (raw, context) => {
        seen = context.companions
        return read.map(raw, context)
      }
    }
    const onStep = () => {
      found.push(seen)
      seen = absent
    }
    const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
    await withClient(subject, fake, (client) => walk(client, fake, watched, own, { onStep }))
    return found
  })

/** A full run over the case's own exchanges, with what goes wrong in it. */
export const fullRun = async (
  subject: Subject,
  model: Models.ModelId,
  own: Case,
  options: Parameters<typeof fakeOf>[2] & { readonly opening?: Opening; readonly walking?: Walking } = {}
) => {
  const { opening, walking, ...rest } = options
  const fake = fakeOf(subject, own.exchanges, { now: nowOf(own), ...rest })
  const walked = await withClient(subject, fake, walkAll(subject, fake, model, own, walking), opening)
  return { fake, walked }
}
