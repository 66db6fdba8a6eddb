/** How each way of knowing what is gone is held to its word: nothing is deleted but what the platform showed to be gone. */
import assert from "node:assert/strict"
import { Connector, type Models, Read } from "@svc/core"
import * as Effect from "effect/Effect"
import { assertAsked, assertIdentified, assertNoSecret } from "./asserts.ts"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import * as Fault from "./Fault.ts"
import { assertPrefix } from "./faults.ts"
import { conditionsIn } from "./holding.ts"
import { type Seen, watched } from "./hostile.ts"
import { same } from "./Json.ts"
import { firstCall, withoutPages } from "./since.ts"
import { fakeOf, persistent, type Check, type Opening, type Subject, withClient } from "./Subject.ts"
import type { Asked } from "./Unruly.ts"
import { fromOf, nowOf, sourceRun, type Step, straightRun, walkAll } from "./Walk.ts"

/** Answers that come with 200 and hold no list, whatever the platform. */
const listless: ReadonlyArray<unknown> = [{}, { message: "Maintenance" }, { errors: [{ message: "No" }] }, null, ""]

export const deleteChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const sources = Connector.sourcesOf(subject.connector, model)
  const by = (...tags: ReadonlyArray<Read.Deletes["_tag"]>) =>
    sources.filter(({ deletes }) => tags.includes(deletes._tag))
  const named = by("Feed", "IdListing")
  return [
    { name: `${model}: it is said why nothing tells of a deletion`, run: async () => said(subject, sources) },
    ...(by("IdListing").length === 0
      ? []
      : [
          {
            name: `${model}: the listing of ids is restricted as the records are`,
            run: () => restricted(subject, by("IdListing"), own)
          }
        ]),
    {
      name: `${model}: nothing is taken for deleted after an incomplete run`,
      run: () => incomplete(subject, model, own)
    },
    ...(!sources.some(({ derived }) => derived === true)
      ? []
      : [
          {
            name: `${model}: what is derived of other items is never taken for deleted`,
            run: async () => derived(sources)
          }
        ]),
    ...(!sources.some(Read.isMarking) && (own.deleted ?? []).length === 0
      ? []
      : [
          {
            name: `${model}: the case shows a record that is marked as deleted`,
            run: async () => flagged(sources, own)
          }
        ]),
    ...(named.length === 0 && own.deletes === undefined
      ? []
      : [
          { name: `${model}: the ids that show what is gone are exactly these`, run: () => ids(subject, named, own) },
          {
            name: `${model}: a list of ids that breaks off or is none shows nothing`,
            run: () => brokenIds(subject, named, own)
          }
        ]),
    ...(by("Feed").length === 0
      ? []
      : [
          {
            name: `${model}: the feed of deletes is asked since a moment`,
            run: () => feedSince(subject, by("Feed"), own)
          }
        ]),
    ...(by("FullListing").length === 0
      ? []
      : [
          {
            name: `${model}: an answer without a list is not an empty listing`,
            run: async () => emptied(by("FullListing"), own)
          }
        ]),
    ...(by("Events").length === 0
      ? []
      : [{ name: `${model}: a webhook tells of deletes`, run: async () => told(subject, model) }])
  ]
}

/** Any call may be the one that fails: the run says so, and what it had read until then is right. */
const incomplete = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const straight = await straightRun(subject, model, own)
  for (const { emptyStatuses, source } of Connector.sourcesOf(subject.connector, model)) {
    const trouble = emptyStatuses.filter((status) => [401, 408, 425, 429].includes(status) || status >= 500)
    assert.deepEqual(trouble, [], `statuses of trouble that ${source} takes for an empty list`)
  }
  for (const [index, reply] of straight.fake.replies.entries()) {
    if (reply === undefined || reply.status >= 300) continue
    const fake = fakeOf(subject, own.exchanges, { now: nowOf(own), faults: [Fault.unavailable(index)] })
    const steps: Array<Step> = []
    const walking = { onStep: (step: Step) => void steps.push(step) }
    const result = await withClient(subject, fake, (client) =>
      Effect.result(walkAll(subject, fake, model, own, walking)(client))
    )
    assert.equal(result._tag, "Failure", `the run is over in spite of 503 in its call ${index}`)
    assertPrefix(steps, straight.walked.steps)
  }
}

/** A deletion that nobody hears of leaves a record for ever: that it must be so is said. */
const said = ({ cases, connector }: Subject, sources: ReadonlyArray<Read.Read>) => {
  for (const read of sources) {
    const { changes, deletes, model, source } = read
    if (deletes._tag === "None") {
      assert.ok(deletes.why?.trim(), `nothing of ${source} is ever known to be gone: say why with \`Read.never("…")\``)
      if (read.derived === true) continue
      const isTold = connector.inbound !== undefined && deletedIn(cases, model)
      assert.ok(!isTold, `${source} says that nobody tells of deletions, and a webhook of the case \`inbound\` does`)
    }
    // A record that a feed of changes names and nobody finds is gone; one that is marked is seen.
    if (deletes._tag === "FullListing" && Read.isIncremental(read) && changes === undefined && !Read.isMarking(read)) {
      assert.ok(
        deletes.why?.trim() || deletedIn(cases, model),
        `runs since a moment see no deletion of ${source}: say with \`Read.byFullListing("…")\` why the platform tells of none, or how it does`
      )
    }
  }
}
/** Whether a webhook of the case `inbound` tells of a deleted record. */
const deletedIn = (cases: Subject["cases"], model: Models.ModelId): boolean =>
  (cases["inbound"]?.requests ?? [])
    .flatMap(({ events }) => events as ReadonlyArray<{ readonly model?: string; readonly deleted?: boolean }>)
    .some((event) => event.model === model && event.deleted === true)

/** Where a call goes: platforms with one address name in the body what is asked for. */
const placeOf = ({ body, method, url }: Asked): string => {
  const named = (body as { readonly method?: unknown } | null | undefined)?.method
  return `${method} ${url.pathname} ${typeof named === "string" ? named : ""}`
}

/** Ids of another kind keep a record that is gone; ids that lack a kind delete what is there. */
const restricted = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const differing: Array<string> = []
  for (const read of sources) {
    const { deletes } = read
    if (deletes._tag !== "IdListing") continue
    const whole = await firstCall(subject, withoutPages(read), own)
    const fake = fakeOf(subject, own.deletes?.exchanges ?? [], { now: nowOf(own) })
    const bare = { ...read, deletes: { ...deletes, page: withoutPages(read).page } }
    await withClient(subject, fake, (client) => Effect.exit(client.ids(bare, { now: nowOf(own), since: moment })))
    const [call] = fake.calls
    if (call === undefined) continue
    // At another address, or by another method of a platform with one, the kind of record may be said by that; what restricts
    // the ids is seen all the same.
    const isElsewhere = placeOf(call) !== placeOf(whole)
    const restricting = (own: Asked) =>
      conditionsIn(own).filter((condition) => !isElsewhere || !condition.startsWith("method = "))
    const [records, ids] = [restricting(whole), restricting(call)]
    const lost = isElsewhere ? [] : records.filter((condition) => !ids.includes(condition))
    // A platform without pages is asked for its ids in parts, which restrict them.
    const more = typeof call.body === "string" ? [] : ids.filter((condition) => !records.includes(condition))
    if (lost.length + more.length > 0) {
      const where = (all: ReadonlyArray<string>) => all.join(" and ") || "nothing restricts them"
      differing.push(`${read.source} lists records where ${where(records)}, and ids where ${where(ids)}`)
    }
  }
  assertShown(own, "restricted", differing[0] ?? null)
}

/** An item that is gone or has changed says nothing of a record that others show as well. */
const derived = (sources: ReadonlyArray<Read.Read>) => {
  for (const read of sources.filter((own) => own.derived === true)) {
    assert.equal(read.deletes._tag, "None", `${read.source} says when its records are gone`)
    assert.ok(!Read.isMarking(read), `${read.source} marks its records as deleted`)
    assert.equal(read.owner, undefined, `the items of ${read.source} own their records`)
  }
}

const flagged = (sources: ReadonlyArray<Read.Read>, own: Case) => {
  assert.ok(sources.some(Read.isMarking), "the case has `deleted`, and no source marks records")
  assert.ok((own.deleted ?? []).length > 0, "no record of the case is marked: give `deleted` and an item for it")
}

const moment = "2026-03-01T00:00:00.000Z"
/** Asks each source for its ids, over the exchanges of the case's `deletes`. */
const listIds = async (
  subject: Subject,
  sources: ReadonlyArray<Read.Read>,
  own: Case,
  options: {
    readonly faults?: ReadonlyArray<Fault.Fault>
    readonly opening?: Opening
    readonly since?: string
  } = {}
) => {
  const { deletes } = own
  const fake = fakeOf(subject, deletes?.exchanges ?? [], {
    now: nowOf(own),
    ...(options.faults === undefined ? {} : { faults: options.faults })
  })
  const since = options.since ?? deletes?.since ?? moment
  const now = nowOf(own)
  const result = await withClient(
    subject,
    fake,
    (client) => Effect.result(Effect.forEach(sources, (read) => client.ids(read, { now, since }))),
    options.opening
  )
  return { fake, result }
}

const ids = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  assert.ok(sources.length > 0, "the case has `deletes`, and no source names ids")
  assert.ok(own.deletes, "no case shows how the ids are asked for: give `deletes` with its exchanges and ids")
  const { fake, result } = await listIds(subject, sources, own)
  if (result._tag === "Failure") throw result.failure
  assertAsked(subject, fake, own.deletes.exchanges)
  const found = result.success
  assert.deepEqual(found.flat(), own.deletes.ids)
  for (const [index, read] of sources.entries()) {
    if (read.deletes._tag !== "IdListing") continue
    const listed: ReadonlySet<string> = new Set(found[index])
    const lacking: ReadonlyArray<string> = (await itemIds(subject, read, own)).filter((id) => !listed.has(id))
    assert.deepEqual(lacking, [], `records of ${read.source} whose ids the listing lacks: they would be deleted`)
  }
  const again = await listIds(subject, sources, own, {
    faults: [Fault.unavailable("every call once")],
    opening: { policy: persistent }
  })
  assert.deepEqual(again.result, result, "the ids after trouble that passes")
}

/** Ids of the items that a source's listing shows. */
const itemIds = async (subject: Subject, read: Read.Read, own: Case): Promise<ReadonlyArray<string>> => {
  const { walked } = await sourceRun(subject, read, own)
  return walked.items.flatMap(({ deleted, owner, records }) =>
    deleted || records.length === 0 ? [] : owner !== null ? [owner] : records.map((record) => record.platform_id)
  )
}

const brokenIds = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const count = own.deletes?.exchanges.length ?? 0
  for (let index = 0; index < count; index++) {
    const { body, text } = own.deletes!.exchanges[index]!.response
    // An answer without a body, such as 204, has nothing that could be cut.
    const cut = body === undefined && text === undefined ? [] : [Fault.cutShort(index)]
    for (const fault of [Fault.unavailable(index), ...cut, Fault.html(index)]) {
      const { result } = await listIds(subject, sources, own, { faults: [fault] })
      assert.equal(result._tag, "Failure", `ids in spite of ${fault.name} in call ${index}`)
      if (result._tag === "Failure") assertNoSecret(subject, result.failure)
    }
  }
  withoutId(sources, own)
  for (const read of sources) {
    for (const body of listless) {
      const { deletes } = read
      // What a feed does not name stays; what a listing of all ids does not name is deleted.
      if (deletes._tag !== "IdListing") continue
      let found: unknown
      try {
        found = deletes.ids(body)
      } catch {
        continue
      }
      assert.fail(
        `${JSON.stringify(body)} is read as a list of ids, ${JSON.stringify(found)}: all records would be deleted`
      )
    }
  }
}

/**
 * A row that does not say its id may be any record: taken for another, or left out, what is there is deleted, or what is gone
 * stays for ever.
 */
const withoutId = (sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const { deletes, source } of sources) {
    if (deletes._tag !== "Feed" && deletes._tag !== "IdListing") continue
    const idsIn = (body: unknown): ReadonlyArray<string> | null => {
      try {
        return deletes.ids(body)
      } catch {
        return null
      }
    }
    for (const { response } of own.deletes?.exchanges ?? []) {
      const seen = new Map<object, Set<string>>()
      const whole = idsIn(response.body) ?? []
      const isWatched = same(idsIn(watched(response.body, seen)) ?? [], whole)
      for (const { absent, body, place } of withoutOne(response.body, isWatched ? seen : undefined)) {
        const named = whole.filter((id) => id.includes(absent) || absent.includes(id))
        const found = named.length === 0 ? null : idsIn(body)
        assert.ok(
          found === null || named.every((id) => found.includes(id)),
          `without ${place}, the ids of ${source} are ${JSON.stringify(found)}: a row without an id is none`
        )
      }
    }
  }
}
/** A body without one of its values, of those that somebody looks at: null in its place, or no such member. */
function* withoutOne(
  value: unknown,
  seen?: Seen,
  place = "$"
): Generator<{ readonly place: string; readonly absent: string; readonly body: unknown }> {
  if (typeof value !== "object" || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (seen !== undefined && seen.get(value)?.has(name) !== true) continue
    const within = (inner: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner }
    const own = { place: `${place}.${name}`, absent: String(member) }
    if (typeof member === "object") {
      for (const inner of withoutOne(member, seen, own.place)) yield { ...inner, body: within(inner.body) }
    } else for (const body of [within(null), within(undefined)]) yield { ...own, body }
  }
}

const feedSince = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const asked = async (since: string) => {
      const { fake } = await listIds(subject, [read], own, { since })
      for (const call of fake.calls) assertIdentified(subject, call)
      return fake.calls.map((call) => JSON.stringify([call.url.href, [...call.headers], call.body]))
    }
    const first = await asked("2026-01-02T03:04:05.000Z")
    const second = await asked("2026-02-03T04:05:06.000Z")
    const isSince = first.some((call, index) => call !== second[index])
    // Some platforms name all that was ever deleted: their cases give no moment.
    if (own.deletes?.since === undefined) assert.ok(!isSince, `the case gives no \`since\` for ${read.source}`)
    else assert.ok(isSince, `the feed of ${read.source} ignores since`)
  }
}

/** Of a complete listing, what it lacks is gone: an answer without a list must not pass for one. */
const emptied = (sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const state: unknown = read.page.start({ now: nowOf(own), from: fromOf(read, own) })
    for (const body of listless) {
      try {
        const found = read.items(body, state)
        // Core knows the list that stands for an absent one, and takes nothing for deleted after it.
        assert.ok(found === Read.noList, `${JSON.stringify(body)} is read as a listing of ${found.length} items`)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
      }
    }
  }
}

const told = ({ cases, connector }: Subject, model: Models.ModelId) => {
  assert.ok(connector.inbound, "only webhooks tell of deletes, and the connector receives none")
  assert.ok(deletedIn(cases, model), "no webhook of the case `inbound` tells of a deleted record")
}
