/** What every read is held to: its records, its pages, its calls, its errors, and its calm with hostile answers. */
import assert from "node:assert/strict"
import { Check as Checked, Connector, type Models, Normalize, type Page, Read } from "@svc/core"
import { InSpite, Kept, Reading, Unchanged } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { assertAsked, assertIdentified, assertNoSecret, spelled } from "./asserts.ts"
import type { Case } from "./Case.ts"
import { hostileBodies, type Seen, type Variant, variants, watched } from "./hostile.ts"
import { same } from "./Json.ts"
import { authOf, type Check, failureOf, fakeOf, type Subject, withClient } from "./Subject.ts"
import { firstCall } from "./since.ts"
import { companionsOf, foundOf, fullRun, nowOf, sourceRun, straightRun, walk, type Walking } from "./Walk.ts"

/** Each status a platform may answer with, and what it means unless the connector's own reading of the body differs. */
const meanings = [
  [400, "Rejected"],
  [401, "AuthExpired"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [409, "Conflict"],
  [422, "Rejected"],
  [429, "RateLimited"],
  [500, "Unavailable"],
  [503, "Unavailable"]
] as const

export const readChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const sources = Connector.sourcesOf(subject.connector, model)
  return [
    { name: `${model}: all pages are read once, to exactly these records`, run: () => straight(subject, model, own) },
    ...(sources.some(Read.isIncremental)
      ? [
          {
            name: `${model}: a run since a moment says so to the platform`,
            run: () => incremental(subject, sources, own)
          }
        ]
      : []),
    ...(sources.some((read) => read.unchanged !== undefined)
      ? [
          {
            name: `${model}: an item that is as it was stored is not asked about again`,
            run: () => unchanged(subject, sources, own)
          }
        ]
      : []),
    ...(sources.some(isNewestFirst)
      ? [
          {
            name: `${model}: a run since a moment ends where what is older begins`,
            run: () => newestFirst(subject, sources, own)
          }
        ]
      : []),
    ...(sources.some((read) => pagesOf(read).some(({ narrow }) => narrow !== undefined))
      ? [
          {
            name: `${model}: what is too much at once is asked for in parts`,
            run: () => narrowed(subject, model, own)
          }
        ]
      : []),
    ...(own.position !== undefined || sources.some(({ sequence }) => sequence !== undefined)
      ? [{ name: `${model}: where the count of changes stands is read`, run: () => position(subject, sources, own) }]
      : []),
    ...(own.changes !== undefined || sources.some(({ changes }) => changes !== undefined)
      ? [{ name: `${model}: what a feed names is asked for anew`, run: () => changes(subject, sources, own) }]
      : []),
    ...(own.get !== undefined || sources.some(({ get }) => get !== undefined)
      ? [{ name: `${model}: a record is found by its id`, run: () => byId(subject, model, own) }]
      : []),
    ...meanings.map(([status, reason]) => ({
      name: `${model}: ${status} is ${reason} and shows no secret`,
      run: () => status_(subject, sources[0]!, own, status, reason)
    })),
    { name: `${model}: hostile answers are refused or read, never a crash`, run: () => hostile(subject, sources, own) },
    { name: `${model}: stored items map again without the platform`, run: () => mapsAgain(subject, sources, own) },
    { name: `${model}: two runs ask for the same`, run: () => repeated(subject, model, own) }
  ]
}

/** Items that were stored, with what their mapping saw, become the same records without the platform. */
const mapsAgain = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const { settings } = subject
  // What was asked for a whole page together is kept where it is said whose each part is.
  const isKept = ({ companions }: Read.Read) => Object.values(companions).every(({ part }) => part !== undefined)
  for (const read of sources.filter(isKept)) {
    const {
      asked: { answers, found },
      walked
    } = await sourceRun(subject, read, own)
    const kept = JSON.parse(JSON.stringify({ answers, items: walked.items }))
    const lookups = Kept.lookupsIn(read, kept.answers, settings)
    assert.deepEqual(lookups, found, "the lookups find in kept answers what they found in fresh ones")
    for (const [index, { followed = [], raw }] of kept.items.entries()) {
      const mapped = Kept.map(read, raw, followed, { settings, lookups: lookups! })
      assert.ok(mapped !== null && Result.isSuccess(mapped), "a stored item maps again")
      const { deleted, owner, records } = JSON.parse(JSON.stringify(mapped.success))
      const before = kept.items[index]
      assert.deepEqual(
        { deleted, owner, records },
        { deleted: before.deleted, owner: before.owner, records: before.records }
      )
    }
  }
}

const straight = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const { fake, walked } = await straightRun(subject, model, own)
  const { items, refusals } = walked
  assert.deepEqual(refusals, [], "no item is refused")
  // An item that becomes no record may say why.
  const warnings = items.flatMap((item) => (item.records.length > 0 ? (item.warnings ?? []) : []))
  assert.deepEqual(warnings, [], "every member is read")
  assertAsked(subject, fake, own.exchanges)
  const records = items.flatMap((item) => item.records)
  assert.deepEqual(
    records,
    (own.unified ?? []).map((record) => complete(model, record))
  )
  const count = new Set(records.map((record) => record.platform_id)).size
  if (Connector.sourcesOf(subject.connector, model).some(({ derived }) => derived === true)) {
    assert.ok(count < records.length, "what is derived comes several times: the case shows two items of one record")
  } else assert.equal(count, records.length, "platform ids are unique")
  assert.deepEqual(
    items.filter((item) => item.deleted).flatMap((item) => item.records.map((record) => record.platform_id)),
    own.deleted ?? [],
    "records marked as deleted"
  )
  for (const item of items) {
    if (item.records.length > 1) assert.notEqual(item.owner, null, "several records of one item need an owner")
  }
}

const position = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const { exchanges, is } =
    own.position ?? assert.fail("no case shows where the count of changes stands: give `position`")
  const counted = sources.filter((read) => read.sequence !== undefined)
  assert.ok(counted.length > 0, "the case has a count of changes, and no source is told of one")
  for (const read of counted) {
    const fake = fakeOf(subject, exchanges, { now: nowOf(own) })
    assert.deepEqual(await withClient(subject, fake, (client) => client.position(read, { now: nowOf(own) })), is)
    assertAsked(subject, fake, exchanges)
  }
}

/** A connector is a value: what it asks for depends on nothing but what it is given. */
const repeated = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const asked = async (run: typeof fullRun) => {
    const { fake } = await run(subject, model, own)
    const calls = fake.calls.map((call) => spelled(subject, call))
    // While one call of a page is signed, another may go first.
    return authOf(subject)._tag === "Signed" ? calls.toSorted() : calls
  }
  assert.deepEqual(await asked(straightRun), await asked(fullRun), "two runs ask differently")
}

const changes = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const { exchanges, gone = [], since, unified = [] } = own.changes ?? assert.fail("no case shows the feed of changes")
  const told = sources.filter((read) => read.changes !== undefined)
  assert.ok(told.length > 0, "the case has changes, and no source is told of them")
  const fake = fakeOf(subject, exchanges)
  const walked = await withClient(subject, fake, (client) =>
    Effect.forEach(told, (read) => walk(client, fake, read, own, { since }))
  )
  assertAsked(subject, fake, exchanges)
  const records = walked.flatMap(({ items }) => items.flatMap((item) => item.records))
  assert.deepEqual(
    records,
    unified.map((record) => complete(sources[0]!.model, record))
  )
  assert.deepEqual(
    walked.flatMap((one) => one.gone),
    gone
  )
}
const byId = async (subject: Subject, model: Models.ModelId, own: Case) => {
  const able = Connector.sourcesOf(subject.connector, model).filter(({ get }) => get !== undefined)
  assert.ok(able.length > 0, "the case asks by id, and no source can")
  assert.ok(
    (own.get ?? []).length >= able.length,
    `${able.length} sources can be asked by id: the case shows it for each`
  )
  for (const { exchanges, id, record } of own.get ?? []) {
    const fake = fakeOf(subject, exchanges)
    const item = await withClient(subject, fake, (client) => client.get(model, id))
    assertAsked(subject, fake, exchanges)
    const named = item?.records.find(({ platform_id }) => platform_id === id) ?? item?.records[0] ?? null
    assert.deepEqual(named, record === null ? null : complete(model, record))
    if (item !== null && item.owner !== null && item.owner !== id) await withoutPart(subject, model, id, exchanges)
  }
}

/** The id of a part that its item has no more names nothing, whatever else the item has. */
const withoutPart = async (subject: Subject, model: Models.ModelId, id: string, exchanges: Case["exchanges"]) => {
  const { connector } = subject
  const lacking = Connector.sourcesOf(connector, model).map((read) => ({
    ...read,
    map: (raw: never, context: never) => {
      const mapped: unknown = read.map(raw, context)
      const isOther = (one: any): boolean => one?.platform_id !== id
      return Array.isArray(mapped) ? mapped.filter(isOther) : isOther(mapped) ? mapped : []
    }
  }))
  const without = { ...subject, connector: { ...connector, reads: { ...connector.reads, [model]: lacking } } }
  const fake = fakeOf(subject, exchanges)
  const found = await withClient(without as Subject, fake, (client) => client.get(model, id)).catch(
    (error: unknown) => {
      // A later source is asked then, of which the case shows nothing.
      if (fake.strays().length === 0) throw error
      return null
    }
  )
  assert.equal(found, null, `${id} is no part of its item any more, and is found by its id`)
}

/** An expected record with what the fixture leaves out. */
export const complete = (model: Models.ModelId, record: unknown) => {
  const checked = Checked.check(model, record)
  if (Result.isFailure(checked)) {
    throw new Error(
      `the fixture's record is no ${model}: ${checked.failure.map((issue) => `${issue.field} ${issue.message}`).join("; ")}`
    )
  }
  return checked.success
}

/**
 * Two moments or places in the count, and none, must make different requests on the first page of every source that can
 * tell changes.
 */
const incremental = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources.filter(Read.isIncremental)) {
    const asked = async (walking: Walking) => {
      // The exchanges are those of a full run: what the platform would answer here does not matter, what it is asked does.
      const call = await firstCall(subject, read, own, walking)
      assertIdentified(subject, call)
      return JSON.stringify([call.url.href, [...call.headers], call.body])
    }
    const [first, second] =
      read.sequence === undefined
        ? [{ since: "2026-01-02T03:04:05.000Z" }, { since: "2026-02-03T04:05:06.000Z" }]
        : [{ after: 101 }, { after: 202 }]
    // What ends where older items begin need not ask otherwise.
    if (read.since === undefined && isNewestFirst(read)) continue
    const restricted = await asked(first)
    for (const other of [await asked(second), await asked({})]) {
      assert.notEqual(
        restricted,
        other,
        `the source ${read.source} ignores ${read.sequence === undefined ? "since" : "where the count stood"}`
      )
    }
  }
}

const pagesOf = (read: Read.Read): ReadonlyArray<Page.Page> =>
  read.sincePage === undefined ? [read.page] : [read.page, read.sincePage]
const isNewestFirst = ({ sincePage }: Read.Read): boolean => sincePage?.isNewestFirst === true

/**
 * With all that a full run has read at hand, the next one asks for the pages alone; and there is a member of an item whose
 * change is seen.
 */
const unchanged = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  for (const read of sources) {
    const { companions, unchanged } = read
    if (unchanged === undefined) continue
    assert.deepEqual(Object.keys(companions), [], `${read.source}: companions may change apart from the item`)
    const run = (walking: Walking) => {
      const fake = fakeOf(subject, own.exchanges, { now: nowOf(own) })
      return withClient(subject, fake, (client) => walk(client, fake, read, own, walking)).then((walked) => ({
        calls: fake.calls,
        walked
      }))
    }
    const before = await sourceRun(subject, read, own)
    const { items } = before.walked
    const kept = items.filter(({ deleted, records }) => !deleted && records.length > 0)
    assert.ok(kept.length > 0, `the case shows no record of ${read.source}`)
    const stored = new Map<string, Unchanged.StoredItem>()
    for (const item of kept) {
      for (const id of Reading.idsOf(item)) stored.set(id, { raw: item.raw, followed: item.followed ?? [] })
    }
    const lookups = await foundOf(subject, read, own)
    const again = await run({ lookups, unchanged: Unchanged.since(() => Effect.succeed(stored)) })
    const { steps } = again.walked
    // What becomes no record is not stored, and asked about each time.
    const isAll = items.every(({ deleted, records }) => deleted || records.length > 0)
    const answered = kept.reduce((sum, { followed = [] }) => sum + followed.length, 0)
    assert.ok(
      again.calls.length <= (isAll ? steps.length : before.fake.calls.length - answered),
      `${read.source} asks more than its pages of items that are as they were`
    )
    const known = steps.flatMap(({ page }) => page.unchanged ?? [])
    assert.deepEqual(
      known,
      kept.map(({ owner, records }) => owner ?? records[0]!.platform_id),
      `${read.source} knows its items by their ids`
    )
    const stampOf = (raw: unknown): string | null => {
      try {
        return unchanged.stamp(read.item.read(raw))
      } catch {
        return null
      }
    }
    assert.ok(
      kept.some(({ raw }) => variants(raw).some(({ value }) => ![null, stampOf(raw)].includes(stampOf(value)))),
      `the stamp of ${read.source} is the same whatever changes`
    )
  }
}

/**
 * Of what changed last first, the pages of a full run show that the items say when they changed: with a moment after all of
 * them the walk is over, with one before all of them it goes on as far as without any.
 */
const newestFirst = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const now = nowOf(own)
  for (const read of sources.filter(isNewestFirst)) {
    const page = read.sincePage!
    const { walked } = await sourceRun(subject, read, own)
    const shown = walked.steps[0]!.page
    const items = [...shown.items, ...shown.older].map(({ raw }) => raw)
    assert.ok(items.length > 0, `the first page of ${read.source} shows an item, which says when it changed`)
    /** What comes after the page; whether the platform's answer said so is not the question here. */
    const next = (from: string | null): unknown => {
      try {
        return page.next(page.start({ now, from }), { body: {}, headers: {}, items }) === null ? "end" : "more"
      } catch (error) {
        return String(error)
      }
    }
    assert.equal(next("2999-01-01T00:00:00.000Z"), "end", `${read.source} goes on behind what is older`)
    const [before, all] = [next("1900-01-01T00:00:00.000Z"), next(null)]
    assert.equal(before, all, `${read.source} ends before what is older begins`)
  }
}

/** The case shows a refusal of too much, and what is read in spite of it is all there is. */
const narrowed = async (subject: Subject, model: Models.ModelId, own: Case) => {
  assert.ok(
    own.exchanges.some(({ response }) => (response.status ?? 200) >= 400),
    "the exchanges show how the platform refuses what is too much, and the smaller parts after it"
  )
  await straight(subject, model, own)
}

const status_ = async (subject: Subject, read: Read.Read, own: Case, status: number, reason: string) => {
  if (read.emptyStatuses.includes(status)) return
  const expected = read.unofferedStatuses.includes(status) ? "Unsupported" : reason
  const { access_token, ...others } = subject.credentials
  const echo = { message: `seen ${access_token ?? ""} ${Object.values(others).join(" ")}` }
  const exchanges = own.exchanges.map(({ request }) => ({
    request,
    response: { status, headers: { "retry-after": "7" }, body: echo }
  }))
  // Where a lookup takes the status for an answer, the listing alone meets it.
  const isTaken = Object.values(read.lookups).some(({ emptyStatuses }) => emptyStatuses?.includes(status) === true)
  const walking = isTaken ? { lookups: await foundOf(subject, read, own) } : {}
  const fake = fakeOf(subject, exchanges)
  const error = await failureOf(subject, fake, (client) => walk(client, fake, read, own, walking))
  assert.equal(error.reason._tag, expected)
  if (error.reason._tag === "RateLimited") assert.equal(error.reason.retryAfter, 7, "Retry-After is heard")
  assertNoSecret(subject, error)
}

const hostile = async (subject: Subject, sources: ReadonlyArray<Read.Read>, own: Case) => {
  const { walked } = await straightRun(subject, sources[0]!.model, own)
  for (const read of sources) {
    const lookups = await foundOf(subject, read, own)
    const beside = await companionsOf(subject, read, own)
    const items = walked.steps
      .filter(({ source }) => source === read.source)
      .flatMap(({ page }, step) => page.items.map((item) => ({ ...item, companions: beside[step]! })))
    withoutTraces(() => {
      for (const { companions, followed: kept = [], raw } of items) {
        const followed = Reading.answersIn(kept)
        const context = { settings: subject.settings, lookups, companions, followed }
        const whole = Option.getOrNull(Result.getSuccess(InSpite.mapItem(read, raw, context)))
        const known = isReadInFull(read, raw) ? new Set<string>() : undefined
        for (const variant of variants(raw, seenBy(read, raw, context, whole))) {
          judge(read, variant, context, whole, known)
        }
      }
    })
    for (const body of hostileBodies) {
      try {
        const list: unknown = read.items(body, null)
        assert.ok(Array.isArray(list), "items answers a list")
      } catch (error) {
        // Not what the platform documents: said so, and not a crash of the connector's own.
        assert.ok(!(error instanceof assert.AssertionError), String(error))
      }
    }
  }
}

/** What a read looks at of an item; undefined where it is not the same item to it that is watched. */
const seenBy = (
  read: Read.Read,
  raw: unknown,
  context: Read.MapContext,
  whole: Reading.Item | null
): Seen | undefined => {
  const seen = new Map<object, Set<string>>()
  const shown = watched(raw, seen)
  const own: Read.Read = { ...read, item: { ...read.item, read: () => read.item.read(shown) } }
  try {
    const decoded = own.item.read(raw)
    read.owner?.(decoded)
    read.follow?.(decoded, context)
    const mapped = Option.getOrNull(Result.getSuccess(InSpite.mapItem(own, raw, context)))
    return whole !== null && same(mapped?.records, whole.records) && same(mapped?.warnings, whole.warnings)
      ? seen
      : undefined
  } catch {
    return undefined
  }
}

const isReadInFull = (read: Read.Read, raw: unknown): boolean => Result.isSuccess(Result.try(() => read.item.read(raw)))

/** Most variants are refused with errors of which nobody reads where they were made; to find that out is half of their cost. */
const withoutTraces = (use: () => void): void => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    use()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * A variant of an item becomes a record or a refusal that says what is wrong; anything else is a crash. `whole` is what the
 * item becomes as it is: what cannot be read must not make another record of it. `known` is what could not be read of an item
 * that is otherwise read in full: a member that is unread for the same reason once more comes to the same, whatever it holds.
 */
const judge = (
  read: Read.Read,
  { member, name, value: raw }: Variant,
  context: Read.MapContext,
  whole: Reading.Item | null,
  known: Set<string> | undefined
) => {
  const calm = <A>(use: () => A): { readonly is: A } | null => {
    try {
      return { is: use() }
    } catch (error) {
      if (Normalize.isUnreadable(error)) return null
      throw new Error(`${read.model} (${read.source}) crashes with ${name}: ${String(error)}`, { cause: error })
    }
  }
  const isList = name.endsWith(" as a list")
  const first = Result.try({ try: () => read.item.read(raw), catch: (error) => error })
  if (known !== undefined && Result.isFailure(first) && Normalize.isUnreadable(first.failure)) {
    const reason = JSON.stringify([member, first.failure.field, first.failure.expected, isList])
    if (known.has(reason)) return
    known.add(reason)
  }
  const decoded = calm(() => Result.getOrThrowWith(first, (error) => error))
  let crash: unknown = null
  let isRead = false
  let isMapped = decoded === null
  if (decoded !== null) {
    calm(() => read.owner?.(decoded.is))
    calm(() => read.follow?.(decoded.is, context))
  }
  const mapped = InSpite.mapItem(
    {
      ...read,
      item: {
        ...read.item,
        read: (value) => {
          if (isRead) return read.item.read(value)
          // It is read in full first, as it was above.
          isRead = true
          return Result.getOrThrowWith(first, (error) => error)
        }
      },
      map: (item, given) => {
        if (isMapped) return read.map(item, given)
        // Only what is read in full: what is worked out of an unread member may fail in its own way.
        isMapped = true
        try {
          return read.map(item, given)
        } catch (error) {
          crash = error
          throw error
        }
      }
    },
    raw,
    context
  )
  if (crash !== null) {
    calm(() => {
      throw crash
    })
  }
  if (Result.isFailure(mapped)) return assert.ok(mapped.failure.issues.length > 0, `${name}: a refusal says why`)
  // Of a list that is another one, some elements may be read and others not.
  if (whole !== null && !isList) {
    assertUntouched(mapped.success, whole, `${read.model} (${read.source}) with ${name}`)
  }
}

/** What cannot be read of an item, and is told, changes nothing of its records but what is left out. */
const assertUntouched = ({ records, warnings = [] }: Reading.Item, whole: Reading.Item, name: string) => {
  const known = new Set(whole.warnings?.map(({ message }) => message))
  // That an item becomes no record is told as well.
  const fresh = warnings.filter(({ message }) => !known.has(message) && !message.startsWith("becomes no record"))
  if (fresh.length === 0) return
  const ids = (item: Pick<Reading.Item, "records">) => item.records.map(({ platform_id }) => platform_id)
  assert.deepEqual(ids({ records }), ids(whole), `${name}: the records are others, and what makes them cannot be read`)
  for (const [index, record] of records.entries()) {
    const before = whole.records[index]!
    // Without its natural key a record goes by its id.
    const { platform_id, platform_unique_id: key, ...rest } = record
    const other =
      key === platform_id || key === before.platform_unique_id ? otherIn(rest, before) : "platform_unique_id"
    assert.ok(
      other === null,
      `${name}: \`${other}\` is neither as it was nor left out, and what it is made of cannot be read`
    )
  }
}
/** The path of a member that is neither the same nor empty; null where there is none. */
const otherIn = (value: unknown, before: unknown, path = ""): string | null => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  if (typeof value !== "object" || typeof before !== "object" || before === null) return value === before ? null : path
  if (Array.isArray(value) && Array.isArray(before) && value.length !== before.length) return path
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`
    const found = otherIn(inner, (before as Readonly<Record<string, unknown>>)[name], at)
    if (found !== null) return found
  }
  return null
}
