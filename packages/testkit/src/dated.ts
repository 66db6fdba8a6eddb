/** How reads of dated records are held to begin at a date: asked so of the platform, exact in what they hand out. */
import assert from "node:assert/strict"
import { Connector, Models, Read } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import { assertIdentified } from "./asserts.ts"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import type * as Fault from "./Fault.ts"
import { holds } from "./holding.ts"
import { difference, firstCall, walkingOf } from "./since.ts"
import { type Check, fakeOf, fits, type Staged, type Subject, withClient } from "./Subject.ts"
import { fromOf, nowOf, walk, type Walked, type Walking, sourceRun } from "./Walk.ts"

export const datedChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const sources = Connector.sourcesOf(subject.connector, model)
  if (Models.get(model).date === null && own.dated === undefined && sources.every(({ from }) => from === undefined)) {
    return []
  }
  return [
    { name: `${model}: a listing from a date on is asked for as documented`, run: () => asks(subject, sources, own) },
    {
      name: `${model}: a listing from a date on hands out all that is not older, and nothing else`,
      run: () => handsOut(subject, sources, own)
    },
    ...(sources.some(Read.isIncremental)
      ? [
          {
            name: `${model}: a run since a moment hands out what is not older than a date`,
            run: () => handsOutChanged(subject, sources, own)
          }
        ]
      : [])
  ]
}

interface Listed {
  readonly fake: Staged
  readonly walked: Walked
  /** The calls that asked for pages, not those for more about what came. */
  readonly calls: ReadonlyArray<FakePlatform.Asked>
}

/** Lists a source; a call of a page that the case does not know is answered as `before` was at that page. */
const list = async (
  subject: Subject,
  read: Read.Read,
  own: Case,
  from: string | null,
  before?: Listed,
  changed: Walking = {}
) => {
  let page = 0
  const known = new Set(before?.fake.calls.map(FakePlatform.describe))
  const again: Fault.Fault = {
    name: "as the listing of everything was answered",
    when: ({ call }) => before?.walked.steps[page] !== undefined && !known.has(FakePlatform.describe(call)),
    answer: () => before!.fake.replies[before!.walked.steps[page]!.call]!
  }
  const isStraight = before === undefined && from === fromOf(read, own)
  if (isStraight) {
    const { fake, walked } = await sourceRun(subject, read, own)
    return { fake, walked, calls: callsIn(fake, walked) }
  }
  const fake = fakeOf(subject, own.exchanges, { now: nowOf(own), faults: before === undefined ? [] : [again] })
  const walked = await withClient(subject, fake, (client) =>
    walk(client, fake, read, own, { ...changed, from, onStep: () => void page++ })
  )
  return { fake, walked, calls: callsIn(fake, walked) } satisfies Listed
}

const callsIn = (fake: Staged, { steps }: Walked) => steps.map(({ call }) => fake.calls[call]!)
/** What a call asks for, without its credentials. */
const asked = (calls: ReadonlyArray<FakePlatform.Asked>) => calls.map(FakePlatform.describe)
/** What calls ask for that others do not, headers included. */
const differences = (whole: ReadonlyArray<FakePlatform.Asked>, calls: ReadonlyArray<FakePlatform.Asked>) =>
  whole.length === calls.length
    ? whole.flatMap((own, index) => difference(own, calls[index]!))
    : [`${calls.length} pages instead of ${whole.length}`]

const asks = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const queried = sources.filter(({ from }) => typeof from === "function")
  const requests = own.dated?.requests ?? []
  assert.equal(
    requests.length,
    queried.length,
    "`dated` shows the first request from a date on for each source that asks the platform for it"
  )
  for (const read of sources) {
    if (Models.get(read.model).date === null) {
      assert.equal(read.from, undefined, `${read.model} is master data and read whole: ${read.source} begins at a date`)
      continue
    }
    assert.ok(read.from, `${read.source} does not say how it begins at a date: give \`from\``)
    const whole = await list(subject, read, own, fromOf(read, own))
    if (read.from === "page") {
      const earlier = await list(subject, read, own, "2025-07-20T00:00:00.000Z", whole).catch(() => null)
      assert.ok(
        earlier === null || asked(earlier.calls)[0] !== asked(whole.calls)[0],
        `the pages of ${read.source} begin where they like`
      )
      continue
    }
    const from = own.dated?.from ?? "2026-03-10T12:00:00.000Z"
    const { calls } = await list(subject, read, own, from, whole)
    if (typeof read.from !== "function") {
      assert.ok(
        read.from._tag === "Mapping" && read.from.why?.trim(),
        `a listing of ${read.source} lists everything: say what keeps the platform from a date with \`Read.byMapping("…")\``
      )
      assert.deepEqual(differences(whole.calls, calls), [], `${read.source} asks for a date, and says that it cannot`)
      continue
    }
    assert.ok(
      !Read.isProvenByListing(read) || read.get !== undefined,
      `what a listing of ${read.source} from a date on lacks may be older now: without \`get\` nobody knows that it is gone`
    )
    const request = requests[queried.indexOf(read)]!
    const [first] = calls
    assert.ok(
      fits(subject, request, first!),
      `${read.source} asks ${asked([first!])[0]}, and the case shows ${JSON.stringify(request)}`
    )
    for (const [index, call] of calls.entries()) {
      assertIdentified(subject, call)
      assert.ok(holds(whole.calls[index]!, call), `${read.source} lets go of what it asks for without a date`)
    }
    assert.ok(difference(whole.calls[0]!, first!).length > 0, `${read.source} ignores the date`)
  }
}

const handsOut = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const { date } = Models.get(read.model)
    if (date === null) continue
    const whole = await list(subject, read, own, fromOf(read, own))
    const chosen = chosenIn(whole, date)
    for (const [index, day] of chosen.entries()) {
      if (read.from === "page" && index > 0) continue
      assertDivided(await list(subject, read, own, endOf(day), whole), whole, date, day, read.source)
    }
  }
}

const daysOf = ({ records }: Reading.Item, date: string) =>
  records.map((record) => (record[date] as string | null)?.slice(0, 10) ?? null)
/** Days to list from: the first that a record bears, one in the middle, the last, and one behind all. */
const chosenIn = ({ walked }: Listed, date: string): ReadonlyArray<string> => {
  const days = [...new Set(walked.items.flatMap((item) => daysOf(item, date)))].filter((day) => day !== null).toSorted()
  const chosen = [days[0], days[Math.floor(days.length / 2)], days.at(-1), "2999-12-31"]
  return [...new Set(chosen)].filter((day) => day !== undefined)
}
/** The whole day counts, however late it was said. */
const endOf = (day: string) => `${day}T23:59:59.999Z`
/** What a listing from a day on hands out, and what it tells as older, is what one without a day hands out. */
const assertDivided = (dated: Listed, whole: Listed, date: string, day: string, what: string) => {
  const isOlder = (item: Reading.Item) =>
    item.records.length > 0 && daysOf(item, date).every((own) => own !== null && own < day)
  const idsOf = (items: ReadonlyArray<Reading.Item>) =>
    items.map(({ records }) => records.map((record) => record.platform_id))
  const { items } = whole.walked
  assert.deepEqual(
    idsOf(dated.walked.items),
    idsOf(items.filter((item) => !isOlder(item))),
    `the records from ${day} on, of ${what}`
  )
  assert.deepEqual(
    idsOf(dated.walked.steps.flatMap(({ page }) => page.older)),
    idsOf(items.filter(isOlder)),
    `what is older, and still there, from ${day} on, of ${what}`
  )
}

/** The same of runs since a moment, whose pages are answered as those of the full listing, or as the case's feed is. */
const handsOutChanged = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const { date } = Models.get(read.model)
    if (date === null || !Read.isIncremental(read)) continue
    const { exchanges, since } = read.changes === undefined ? {} : (own.changes ?? {})
    const changing = exchanges === undefined ? own : { ...own, exchanges }
    const changed = since === undefined ? walkingOf(read, own.since ?? {}) : { since }
    const first = await list(subject, read, own, fromOf(read, own))
    const listed = (from: string | null) => list(subject, read, changing, from, first, changed)
    const message = `what has changed in ${read.source} is asked for by a date: what was moved before it would not be seen`
    const whole = await listed(null).catch(() => null)
    // The case does not show how a run since a moment is answered where that is otherwise than a full one.
    if (whole === null) {
      const [all, dated] = await Promise.all(
        [null, endOf("2026-03-10")].map((from) => firstCall(subject, read, changing, { ...changed, from }))
      )
      assert.deepEqual(difference(all!, dated!), [], message)
      continue
    }
    for (const day of chosenIn(whole, date)) {
      const dated = await listed(endOf(day))
      // Pages of what a count names may begin there, as those of the full listing do.
      if (read.sequence === undefined) assert.deepEqual(differences(whole.calls, dated.calls), [], message)
      assertDivided(dated, whole, date, day, `what has changed in ${read.source}`)
    }
  }
}
