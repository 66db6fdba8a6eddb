/**
 * What every walk over pages is held to when its platform goes in circles: a page that comes twice, and cursors that lead
 * back. Whatever the strategy, the walk ends with an error, and nothing is taken for gone.
 */
import assert from "node:assert/strict"
import { Connector, ConnectorError, type Models, Read } from "@svc/core"
import type { Platform } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { Case } from "./Case.ts"
import * as Fault from "./Fault.ts"
import { canonical } from "./Json.ts"
import { type Check, fakeOf, type Staged, type Subject, withClient } from "./Subject.ts"
import { nowOf, once, type Step, walk } from "./Walk.ts"
import type { Asked } from "./Unruly.ts"

export const circleChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => [
  {
    name: `${model}: a page that comes twice ends the run, or nothing is missing`,
    run: () => eachWalk(subject, model, own, twice)
  },
  {
    name: `${model}: pages that go in a circle end the run`,
    run: () => eachWalk(subject, model, own, circle)
  }
]

/** One walk over pages, which can be done again with faults. */
interface Walking {
  readonly what: string
  readonly exchanges: Case["exchanges"]
  /** The list may have one page only, whatever page is asked for (`Page.mayIgnore`). */
  readonly mayIgnore?: boolean
  readonly walk: (
    client: Platform.Client,
    fake: Staged,
    found: Found
  ) => Effect.Effect<unknown, ConnectorError.ConnectorError>
}
/** What came of it, also of what broke off. */
interface Found {
  readonly ids: Set<string>
  readonly gone: Array<string>
  /** Indexes of the calls that asked for its pages. */
  readonly pages: Array<number>
}

const eachWalk = async (
  subject: Subject,
  model: Models.ModelId,
  own: Case,
  prove: (subject: Subject, own: Case, walking: Walking) => Promise<void>
) => {
  for (const walking of walksOf(Connector.sourcesOf(subject.connector, model), own)) await prove(subject, own, walking)
}

const walksOf = (sources: ReadonlyArray<Read.Read>, own: Case): ReadonlyArray<Walking> => {
  const now = nowOf(own)
  const { changes, deletes, exchanges } = own
  return sources.flatMap((read) => [
    // Two months may look the same, and there are only so many.
    ...(read.page.isRepeating === true ? [] : [listing(read, own, exchanges, null)]),
    ...(changes === undefined || read.changes === undefined
      ? []
      : [listing(read, own, changes.exchanges, changes.since)]),
    ...(deletes === undefined || (read.deletes._tag !== "Feed" && read.deletes._tag !== "IdListing")
      ? []
      : [
          {
            what: `the ids of ${read.source}`,
            exchanges: deletes.exchanges,
            walk: (client, fake, found) => {
              const since = deletes.since ?? now
              const first = fake.calls.length
              return Effect.map(
                Effect.ensuring(
                  client.ids(read, { now, since }),
                  Effect.sync(() => {
                    for (let call = first; call < fake.calls.length; call++) found.pages.push(call)
                  })
                ),
                (ids) => ids.forEach((id) => found.ids.add(id))
              )
            }
          } satisfies Walking
        ])
  ])
}

/** The pages of a listing, or, since a moment, those of the feed that follows it. */
const listing = (read: Read.Read, own: Case, exchanges: Case["exchanges"], since: string | null): Walking => ({
  what: `${read.source}${since === null ? "" : " since a moment"}`,
  exchanges,
  mayIgnore: since === null && read.page.mayIgnore === true,
  walk: (client, fake, found) => {
    const onStep = ({ call, page, state }: Step) => {
      for (const { owner, records } of page.items) {
        for (const id of owner === null ? records.map((one) => one.platform_id) : [owner]) found.ids.add(id)
      }
      found.gone.push(...page.gone)
      const isFeed = read.since === undefined || (typeof state === "object" && state !== null && "changes" in state)
      if (since === null || isFeed) found.pages.push(call)
    }
    return walk(client, fake, read, own, { since, onStep })
  }
})

const attempt = async (
  subject: Subject,
  own: Case,
  { exchanges, walk }: Walking,
  faults: ReadonlyArray<Fault.Fault>
) => {
  const fake = fakeOf(subject, exchanges, { now: nowOf(own), faults, patience: 60 + 12 * exchanges.length })
  const found: Found = { ids: new Set(), gone: [], pages: [] }
  const result = await withClient(subject, fake, (client) => Effect.result(walk(client, fake, found)))
  assert.ok(!fake.isWornOut(), "pages are asked for without end")
  const error = result._tag === "Failure" ? result.failure : null
  assert.ok(error === null || ConnectorError.isConnectorError(error))
  return { error, fake, found }
}
/** Walks in which nothing goes wrong, by what is walked: both checks compare with them. */
const straights = once<Awaited<ReturnType<typeof attempt>>>()
const straightOf = async (subject: Subject, own: Case, walking: Walking) => {
  const straight = await straights(subject, own, walking.what, () => attempt(subject, own, walking, []))
  if (straight.error !== null) throw straight.error
  return straight
}

const twice = async (subject: Subject, own: Case, walking: Walking) => {
  const { fake, found: straight } = await straightOf(subject, own, walking)
  for (const [index, call] of straight.pages.entries()) {
    if (index === 0 || (index === 1 && walking.mayIgnore)) continue
    const before = fake.replies[straight.pages[index - 1]!]!
    const { error, found } = await attempt(subject, own, walking, [Fault.otherAnswer(call, before)])
    const what = `${walking.what}: page ${index} comes twice`
    assert.deepEqual(found.gone, straight.gone.slice(0, found.gone.length), `${what}: ids that are taken for gone`)
    if (error === null)
      assert.deepEqual(found.ids, straight.ids, `${what}, and the run is over without what is missing`)
    else assert.equal(error.reason._tag, "Undecodable", what)
  }
}

/** In the place of the last page, and of all that come after it, the platform answers the first, which says that there is more. */
const circle = async (subject: Subject, own: Case, walking: Walking) => {
  const { fake, found: straight } = await straightOf(subject, own, walking)
  const [first, last] = [straight.pages[0], straight.pages.at(-1)]
  if (first === undefined || last === undefined || first === last) return
  // The first page again is the end of a list that has one only; nothing is taken for deleted after it.
  if (walking.mayIgnore && last === straight.pages[1]) return
  const { calls, replies } = fake
  const fault: Fault.Fault = {
    name: "pages in a circle",
    when: ({ index }) => index >= last,
    answer: async ({ call, written }) => {
      const reply = await written()
      return reply.status === 599 || isSame(call, calls[last]!) ? replies[first]! : reply
    }
  }
  const { error, found } = await attempt(subject, own, walking, [fault])
  const what = `${walking.what}: pages in a circle`
  assert.ok(error !== null, `${what} are taken for a list that is over`)
  assert.equal(error.reason._tag, "Undecodable", `${what}: ${error.message}`)
  assert.deepEqual(found.gone, straight.gone.slice(0, found.gone.length), `${what}: ids that are taken for gone`)
}
const isSame = (one: Asked, other: Asked): boolean =>
  canonical([one.method, one.url.href, one.body]) === canonical([other.method, other.url.href, other.body])
