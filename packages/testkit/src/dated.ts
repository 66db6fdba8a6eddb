/** How reads of dated records are held to begin at a date: asked so of the platform, exact in what they hand out. */
import assert from "node:assert/strict"
import { Connector, Models, Read } from "@svc/core"
import type { Reading } from "@svc/core/runtime"
import { assertIdentified } from "./asserts.ts"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import type * as Fault from "./Fault.ts"
import { holds } from "./holding.ts"
import { type Check, fakeOf, fits, type Staged, type Subject, withClient } from "./Subject.ts"
import { fromOf, nowOf, walk, type Walked, sourceRun } from "./Walk.ts"

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
    }
  ]
}

interface Listed {
  readonly fake: Staged
  readonly walked: Walked
  /** The calls that asked for pages, not those for more about what came. */
  readonly calls: ReadonlyArray<FakePlatform.Asked>
}

/** Lists a source; a call of a page that the case does not know is answered as `before` was at that page. */
const list = async (subject: Subject, read: Read.Read, own: Case, from: string | null, before?: Listed) => {
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
    walk(client, fake, read, own, { from, onStep: () => void page++ })
  )
  return { fake, walked, calls: callsIn(fake, walked) } satisfies Listed
}

const callsIn = (fake: Staged, { steps }: Walked) => steps.map(({ call }) => fake.calls[call]!)
/** What a call asks for, without its credentials. */
const asked = (calls: ReadonlyArray<FakePlatform.Asked>) => calls.map(FakePlatform.describe)

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
    if (read.from === "mapping") {
      assert.deepEqual(asked(calls), asked(whole.calls), `${read.source} asks for a date, and says that it cannot`)
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
    assert.notEqual(asked(calls)[0], asked(whole.calls)[0], `${read.source} ignores the date`)
  }
}

const handsOut = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const { date } = Models.get(read.model)
    if (date === null) continue
    const whole = await list(subject, read, own, fromOf(read, own))
    const daysOf = ({ records }: Reading.Item) =>
      records.map((record) => (record[date] as string | null)?.slice(0, 10) ?? null)
    const days = [...new Set(whole.walked.items.flatMap(daysOf))].filter((day) => day !== null).toSorted()
    const chosen = new Set([days[0], days[Math.floor(days.length / 2)], days.at(-1), "2999-12-31"])
    for (const day of chosen) {
      if (day === undefined || (read.from === "page" && day !== days[0])) continue
      // The whole day counts, however late it was said.
      const from = `${day}T23:59:59.999Z`
      const dated = await list(subject, read, own, from, whole)
      const isOlder = (item: Reading.Item) =>
        item.records.length > 0 && daysOf(item).every((own) => own !== null && own < day)
      const idsOf = (items: ReadonlyArray<Reading.Item>) =>
        items.map(({ records }) => records.map((record) => record.platform_id))
      const message = (what: string) => `${what} from ${day} on, of ${read.source}`
      assert.deepEqual(
        idsOf(dated.walked.items),
        idsOf(whole.walked.items.filter((item) => !isOlder(item))),
        message("the records")
      )
      assert.deepEqual(
        idsOf(dated.walked.steps.flatMap(({ page }) => page.older)),
        idsOf(whole.walked.items.filter(isOlder)),
        message("what is older, and still there,")
      )
    }
  }
}
