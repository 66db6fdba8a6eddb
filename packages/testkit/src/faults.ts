/** What every read is held to when its platform misbehaves: trouble that passes costs time, all other ends the run. */
import assert from "node:assert/strict"
import { type Auth, Call, Connector, ConnectorError, Lookup, type Models, Read } from "@svc/core"
import { Tokens } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import { assertNoSecret } from "./asserts.ts"
import type { Case } from "./Case.ts"
import type * as FakePlatform from "./FakePlatform.ts"
import * as Fault from "./Fault.ts"
import { parsed } from "./Json.ts"
import { authOf, fakeOf, persistent, type Check, type Opening, type Subject, withClient } from "./Subject.ts"
import { fullRun, nowOf, type Step, straightRun, walkAll, type Walked } from "./Walk.ts"

/** Trouble that passes; `least` is how many seconds each call must at least have waited before it was made again. */
const passing: ReadonlyArray<{ readonly name: string; readonly fault: Fault.Fault; readonly least: number }> = [
  { name: "429 with Retry-After is waited out", fault: Fault.tooManyRequests("every call once", 7), least: 7 },
  { name: "429 without Retry-After is waited out", fault: Fault.tooManyRequests("every call once"), least: 1 },
  { name: "503 is asked again", fault: Fault.unavailable("every call once"), least: 1 },
  { name: "a broken connection is asked again", fault: Fault.brokenConnection("every call once"), least: 1 },
  { name: "an answer that does not come is asked for again", fault: Fault.slow("every call once", 600), least: 61 }
]

export const faultChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => [
  ...passing.map(({ fault, least, name }) => ({
    name: `${model}: ${name}, and the records are the same`,
    run: () => passes(subject, model, own, fault, least)
  })),
  {
    name: `${model}: 401 in the middle renews the token once, or ends the run`,
    run: () => renews(subject, model, own)
  },
  {
    name: `${model}: a body cut in half ends the run or is refused`,
    run: () => ends(subject, model, own, Fault.cutShort)
  },
  {
    name: `${model}: HTML with 200 ends the run or is refused`,
    run: () => ends(subject, model, own, Fault.html)
  },
  {
    name: `${model}: an expired cursor ends the run`,
    run: () => cursorEnds(subject, model, own)
  },
  {
    name: `${model}: a shifted page loses no record`,
    run: () => shifts(subject, model, own)
  }
]

const passes = async (subject: Subject, model: Models.ModelId, own: Case, fault: Fault.Fault, least: number) => {
  const straight = await straightRun(subject, model, own)
  const { fake, walked } = await fullRun(subject, model, own, {
    faults: [fault],
    patience: 20 + 10 * own.exchanges.length,
    opening: { policy: persistent }
  })
  assertSameItems(walked, straight.walked)
  const keyOf = ({ body, method, url }: FakePlatform.Asked) => JSON.stringify([method, url.href, body])
  // What several items need is asked for several times without trouble too.
  const due = new Map<string, number>()
  for (const call of straight.fake.calls) due.set(keyOf(call), (due.get(keyOf(call)) ?? 0) + 1)
  const first = new Map<string, number>()
  for (const call of fake.calls) {
    const key = keyOf(call)
    const earlier = first.get(key) ?? call.at
    first.set(key, earlier)
    const left = due.get(key) ?? 0
    due.set(key, left - 1)
    const waited = call.at - earlier
    assert.ok(left > 0 || waited >= least * 1000, `${call.url.href} is asked again after ${waited} ms`)
  }
}

const assertSameItems = (walked: Walked, straight: Walked) => {
  assert.deepEqual(walked.items, straight.items)
  assert.deepEqual(walked.refusals, straight.refusals)
}

/** The first half of the calls is let through with the old token; who is refused asks once more, with the new one. */
const renews = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const straight = await straightRun(subject, model, own)
  const from = Math.floor(straight.fake.calls.length / 2)
  const auth = authOf(subject)
  if (auth._tag !== "OAuth2" && auth._tag !== "ClientCredentials") {
    const refused = Fault.unauthorized(({ index }) => index >= from)
    const { error, fake } = await failing(subject, model, own, refused, { policy: persistent })
    assert.equal(error.reason._tag, "AuthExpired")
    const { concurrent = 4 } = subject.connector.http.limits
    const more = fake.calls.length - from
    assert.ok(more <= concurrent, `${more} calls with credentials that were refused`)
    return
  }
  const { expires_at: _, ...old } = subject.credentials
  let current: Auth.Credentials = old
  let renewals = 0
  const tokens = Tokens.make({
    load: Effect.sync(() => current),
    refresh: (replaced) =>
      Effect.sync(() => {
        renewals++
        return { ...replaced, access_token: "another-token" }
      }),
    store: (fresh) => Effect.sync(() => (current = fresh))
  })
  const { fake, walked } = await fullRun(subject, model, own, {
    faults: [Fault.expiredToken(from, old["access_token"] ?? "")],
    opening: { policy: persistent, credentials: tokens.credentials, renew: tokens.renew }
  })
  assert.equal(renewals, 1, "renewals")
  assertSameItems(walked, straight.walked)
  const refusals = fake.replies.filter((reply) => reply?.status === 401).length
  assert.equal(fake.calls.length, straight.fake.calls.length + refusals, "calls")
}

/** A full run with a fault: how it failed, if it did, and the pages it had read until then. */
const attempt = async (subject: Subject, model: Models.ModelId, own: Case, fault: Fault.Fault, opening?: Opening) => {
  const fake = fakeOf(subject, own.exchanges, { now: nowOf(own), faults: [fault] })
  const steps: Array<Step> = []
  const walking = { onStep: (step: Step) => void steps.push(step) }
  const result = await withClient(
    subject,
    fake,
    (client) => Effect.result(walkAll(subject, fake, model, own, walking)(client)),
    opening
  )
  const error = result._tag === "Failure" ? result.failure : null
  assert.ok(error === null || ConnectorError.isConnectorError(error))
  assertNoSecret(subject, error)
  return { error, fake, steps }
}

/** The same for a fault that no run must survive. */
const failing = async (...args: Parameters<typeof attempt>) => {
  const { error, ...rest } = await attempt(...args)
  if (error !== null) return { error, ...rest }
  const [, , , { name, when }] = args
  const where = typeof when === "number" ? `, in its call ${when}` : ""
  throw new assert.AssertionError({ message: `the run goes on in spite of ${name}${where}` })
}

/** A fault in any one of the calls fails the run there, or the items that cannot be read for it are refused. */
const ends = async (subject: Subject, model: Models.ModelId, own: Case, faultAt: (index: number) => Fault.Fault) => {
  const straight = await straightRun(subject, model, own)
  const known = new Set(straight.walked.items.map((item) => JSON.stringify(item)))
  for (const [index, reply] of straight.fake.replies.entries()) {
    // Of a text that is anybody's words nobody can say whether it is whole.
    if (reply === undefined || reply.status >= 300 || reply.text.length < 2 || isWords(reply)) continue
    const fault = faultAt(index)
    const { error, steps } = await attempt(subject, model, own, fault)
    const made = steps.flatMap(({ page }) => page.items).filter((item) => !known.has(JSON.stringify(item)))
    assert.deepEqual(made, [], `items that came of ${fault.name} in call ${index}`)
    if (error === null) {
      const refusals = steps.flatMap(({ page }) => page.refusals)
      assert.ok(refusals.length > 0, `the run goes on in spite of ${fault.name} in its call ${index}`)
    } else {
      assert.equal(error.reason._tag, "Undecodable", `call ${index}`)
      assertPrefix(steps, straight.walked.steps)
    }
  }
}
const isWords = ({ headers, text }: Fault.Reply): boolean =>
  (headers["content-type"] ?? "").startsWith("text/plain") ||
  (typeof parsed(text) === "string" && !text.startsWith("<"))

/** What a run has read until it broke off is what a whole run reads first. */
export const assertPrefix = (steps: ReadonlyArray<Step>, straight: ReadonlyArray<Step>) => {
  assert.ok(steps.length < straight.length, "a run that breaks off has not read all pages")
  for (const [index, { page }] of steps.entries()) {
    assert.deepEqual(page.items, straight[index]!.page.items)
    assert.deepEqual(page.gone, straight[index]!.page.gone)
  }
}

/** Pages that are not the first of their source. */
const laterPages = ({ steps }: Walked) => steps.filter(({ state }) => state !== undefined)

const cursorEnds = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const straight = await straightRun(subject, model, own)
  for (const { call } of laterPages(straight.walked)) {
    for (const status of [400, 404, 410]) {
      const { steps } = await failing(subject, model, own, Fault.expiredCursor(call, status))
      assertPrefix(steps, straight.walked.steps)
    }
  }
}

const shifts = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const watched = withCompanionMarks(subject, model)
  const straight = await fullRun(watched, model, own)
  const sources = Connector.sourcesOf(subject.connector, model)
  const { calls, replies } = straight.fake
  for (const [index, { call, state }] of straight.walked.steps.entries()) {
    if (state === undefined) continue
    const list = listOf(sources, replies[call]!.text)
    // Beyond the end there is no page that anything could slip to.
    if (list === null || isEmptyAt(replies[call]!.text, list)) continue
    const from = call
    const before = replies[straight.walked.steps[index - 1]!.call]!
    // What is asked for the items of the page together names one more of them: it is answered as without it.
    const beside: Fault.Fault = {
      name: "the answer to the page's companion",
      when: ({ call, index: at }) => at > from && call.headers.has(companionMark),
      answer: async ({ call, written }) => {
        const reply = await written()
        if (reply.status !== 599) return reply
        const name = call.headers.get(companionMark)
        const found = calls.findIndex((one, at) => at > from && one.headers.get(companionMark) === name)
        return replies[found] ?? reply
      }
    }
    const { walked } = await fullRun(watched, model, own, { faults: [Fault.shiftedPage(call, list, before), beside] })
    assert.deepEqual(idsOf(walked), idsOf(straight.walked))
  }
}

const companionMark = "x-suite-companion"
/** The subject, with each call for a page's companions carrying its name: any other may have the same address. */
const withCompanionMarks = (subject: Subject, model: Models.ModelId): Subject => {
  const { connector } = subject
  const mark = (further: Read.Further, name: string): Read.Further =>
    Read.isPages(further)
      ? { ...further, call: Call.merge(further.call, { headers: { [companionMark]: name } }) }
      : Call.merge(further, { headers: { [companionMark]: name } })
  const marked = (read: Read.Read): Read.Read => ({
    ...read,
    companions: Object.fromEntries(
      Object.entries(read.companions).map(([name, own]) => {
        const call: typeof own.call = (context) => {
          const asked = own.call(context)
          if (asked === null) return null
          return Lookup.isSeveral(asked) ? asked.map((one) => mark(one, name)) : mark(asked, name)
        }
        return [name, { ...own, call }]
      })
    )
  })
  const reads = { ...connector.reads, [model]: Connector.sourcesOf(connector, model).map(marked) }
  return { ...subject, connector: { ...connector, reads } }
}
const isEmptyAt = (text: string, list: string): boolean => {
  const items = Call.at(parsed(text), list)
  return Array.isArray(items) && items.length === 0
}
const idsOf = ({ items }: Walked): ReadonlySet<string> =>
  new Set(items.flatMap(({ records }) => records.map((one) => one.platform_id)).toSorted())

/** Dotted path of the list that one of the sources takes its items from; null where they come from several places. */
const listOf = (sources: ReadonlyArray<Read.Read>, text: string): string | null => {
  const body = parsed(text)
  for (const read of sources) {
    try {
      const items = read.items(body, null)
      const found = pathOf(body, items)
      if (found !== null) return found
    } catch {
      // The answer is another source's.
    }
  }
  return null
}
const pathOf = (value: unknown, sought: unknown): string | null => {
  if (value === sought) return ""
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null
  for (const [name, inner] of Object.entries(value)) {
    const found = pathOf(inner, sought)
    if (found !== null) return found === "" ? name : `${name}.${found}`
  }
  return null
}
