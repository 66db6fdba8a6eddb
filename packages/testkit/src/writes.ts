/** What every write is held to: exactly these requests, one result for each item in their order, faults kept apart. */
import assert from "node:assert/strict"
import { Call, type Field, type Models, Write, Writes } from "@svc/core"
import { Writing } from "@svc/core/runtime"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Case } from "./Case.ts"
import { assertSigns, writtenBalance } from "./balance.ts"
import * as FakePlatform from "./FakePlatform.ts"
import * as Fault from "./Fault.ts"
import { keptAsSent } from "./kept.ts"
import { writeLeaks } from "./leaks.ts"
import { complete } from "./reads.ts"
import { assertAsked, assertNoSecret, spelled } from "./asserts.ts"
import { changesIn, ownMark, stepChecks, stepMark, withMarks } from "./steps.ts"
import { type Check, fakeOf, persistent, type Staged, type Subject, withClient } from "./Subject.ts"

export const writeChecks = (
  subject: Subject,
  model: Writes.WriteId,
  operation: Writes.Operation,
  own: Case
): ReadonlyArray<Check> => {
  const write: Write.Write = subject.connector.writes[model][operation]
  const idempotency = Write.idempotencyOf(write, subject.settings)
  const input = frozen(own.input ?? [])
  const send = (fake: Staged, items: ReadonlyArray<unknown>) =>
    withClient(subject, fake, (client) => client.write(model, operation, items, { key: "suite" }))
  let sent: Promise<{ readonly fake: Staged; readonly results: ReadonlyArray<Writing.WriteResult> }> | undefined
  /** The write in which nothing goes wrong, made once. */
  const straightWrite = () => (sent ??= sentTo(fakeOf(subject, own.exchanges)))
  const sentTo = async (fake: Staged) => ({ fake, results: await send(fake, input) })
  return [
    {
      name: `${operation} ${model}: exactly these requests, and one result for each item in order`,
      run: async () => {
        const { fake, results } = await straightWrite()
        // Compared before the calls, because a body that differs shows best as the difference of two bodies.
        assertBodies(fake, own)
        assertAsked(subject, fake, own.exchanges)
        assert.equal(results.length, input.length, "one result for each item")
        for (const [index, result] of results.entries()) assertResult(model, result, own.results?.[index], index)
      }
    },
    {
      name: `${operation} ${model}: the case shows a success and a failure`,
      run: async () => {
        assert.equal(own.results?.length, input.length, "the case has one result for each item")
        assert.ok(
          own.results?.some((result) => "record" in result || "gone" in result),
          "no item of the case succeeds"
        )
        assert.ok(
          own.results?.some((result) => "error" in result),
          "no item of the case fails"
        )
      }
    },
    {
      name: `${operation} ${model}: calls that change something carry the platform's idempotency key`,
      run: async () => {
        const fake = fakeOf(subject, own.exchanges)
        await withClient(withMarks(subject, write, input), fake, (client) =>
          client.write(model, operation, input, { key: "suite" })
        )
        const changing = changesIn(fake).filter(
          ({ headers, method }) => method !== "GET" && method !== "HEAD" && !headers.has(ownMark)
        )
        assert.ok(changesIn(fake).length > 0)
        const place = Write.placeOf(idempotency)
        if (place === undefined) return
        assert.ok(changing.length > 0)
        // A key in a body or an address is that of a record that is made there: the first call of an item makes it.
        const isOwn = place.in === "body" || place.in === "path"
        const firsts = new Set(changing.map(({ step }) => step.split("/")[0]))
        const due = isOwn ? [...firsts].map((at) => changing.find(({ step }) => step.startsWith(`${at}/`))!) : changing
        const keys = due.map((call) => keyIn(call, place))
        for (const key of keys) assert.match(key ?? "", forms[place.form ?? "any"])
        assert.equal(new Set(keys).size, keys.length, "each call has a key of its own")
      }
    },
    { name: `${operation} ${model}: amounts are sent as they are`, run: () => signs(subject, write, own, input) },
    {
      name: `${operation} ${model}: amounts of what comes of it sum up`,
      run: async () => writtenBalance(model, own)
    },
    {
      name: `${operation} ${model}: what comes of it is what was sent`,
      run: async () => keptAsSent(model, operation, own)
    },
    ...(named(Write.placeOf(idempotency)) === null
      ? []
      : [
          {
            name: `${operation} ${model}: the case shows the platform's idempotency key`,
            run: async () => keyShown(named(Write.placeOf(idempotency))!, own)
          }
        ]),
    ...(idempotency._tag !== "Lookup"
      ? []
      : [
          {
            name: `${operation} ${model}: what is looked for is the item's own`,
            run: async () => ownLook(subject, idempotency, own, input)
          }
        ]),
    ...(operation === "create"
      ? [
          {
            name: `${operation} ${model}: it is said how a repeat makes nothing twice`,
            run: async () => {
              const isSaid = idempotency._tag === "Natural" || idempotency._tag === "None" ? idempotency._tag : "said"
              assert.equal(isSaid, "said", "a creation needs `Write.key`, `Write.unique` or `Write.lookup`")
            }
          }
        ]
      : []),
    {
      name: `${operation} ${model}: what the platform requires and what it has no place for is refused unsent`,
      run: async () => {
        // What is unsupported follows from a table, in an order of its own.
        const sorted = ({ requires = [], unsupported = [] }: Pick<Case, "requires" | "unsupported">) => [
          requires.toSorted(),
          unsupported.toSorted()
        ]
        assert.deepEqual(sorted(write), sorted(own))
        for (const member of [...write.requires, ...write.unsupported]) {
          const fake = fakeOf(subject, own.exchanges)
          const required = write.requires.includes(member)
          const [result] = await send(fake, [
            changed(
              fieldsOf(model, operation),
              input[0] ?? {},
              member.split("."),
              required ? undefined : filler(model, operation, member)
            )
          ])
          assert.equal(result?.error?.code, required ? "missing-params" : "unsupported", member)
          assert.deepEqual(fake.calls, [], `${member}: nothing is sent`)
        }
      }
    },
    {
      name: `${operation} ${model}: an item that cannot be sent fails alone`,
      run: async () => {
        const { results: straight } = await straightWrite()
        const broken = [null, "text", { [`no_member_of_${model.toLowerCase()}`]: 1 }]
        const fake = fakeOf(subject, own.exchanges)
        const results = await send(fake, [...input, ...broken])
        assertAsked(subject, fake, own.exchanges)
        assert.deepEqual(results.slice(0, input.length), straight)
        assert.deepEqual(
          results.slice(input.length).map(({ status }) => status),
          broken.map(() => "failed")
        )
      }
    },
    ...(write.steps === undefined
      ? [
          {
            name: `${operation} ${model}: a call whose connection breaks is repeated without harm, or its outcome is unknown`,
            run: () => breaks(subject, write, own, input)
          },
          {
            name: `${operation} ${model}: after a crash nothing is sent twice that would be done twice`,
            run: () => crashes(subject, write, own, input)
          }
        ]
      : []),
    ...stepChecks(subject, model, operation, own, (results, expected) => {
      assert.equal(results.length, expected.length, "one result for each item")
      for (const [index, result] of results.entries()) assertResult(model, result, expected[index], index)
    }),
    ...(own.repeated === undefined && idempotency._tag !== "Lookup" && idempotency._tag !== "Unique"
      ? []
      : [
          {
            name: `${operation} ${model}: before a repeat, what is there already is looked for`,
            run: () => looks(subject, write, own, input)
          }
        ]),
    ...(operation === "delete"
      ? [
          {
            name: `${operation} ${model}: what the platform does not know is gone`,
            run: async () => {
              const taken = input.filter((_, index) => !("error" in (own.results?.[index] ?? { error: null })))
              const unknown = Fault.answering(({ call }) => call.headers.has(stepMark), { status: 404 })
              const fake = fakeOf(subject, own.exchanges, { faults: [unknown] })
              const results = await withClient(withMarks(subject, write, taken), fake, (client) =>
                client.write(model, operation, taken, { key: "suite" })
              )
              assert.deepEqual(
                results.map(({ error }) => error),
                taken.map(() => null)
              )
            }
          }
        ]
      : []),
    writeLeaks(subject, model, operation, own),
    {
      name: `${operation} ${model}: errors show no secret`,
      run: async () => {
        for (const status of [400, 401, 403, 429, 500]) {
          const exchanges = own.exchanges.map(({ request }) => ({
            request,
            response: { status, body: { message: `seen ${Object.values(subject.credentials).join(" ")}` } }
          }))
          const results = await send(fakeOf(subject, exchanges), input)
          assert.ok(
            results.every((result) => result.status === "failed"),
            `${status} fails every item`
          )
          assertNoSecret(subject, results)
        }
      }
    }
  ]
}

/** A key in a header or a parameter, which the requests of a case show only where they name it. */
const named = (place: Write.KeyPlace | undefined): Write.KeyPlace | null =>
  place?.in === "header" || place?.in === "query" ? place : null
/** Who documents a key has read of it: a header that the platform does not know is no key. */
const keyShown = ({ in: where, name }: Write.KeyPlace, { exchanges }: Case) => {
  const isShown = exchanges.some(({ request: { headers = {}, query = {} } }) =>
    Object.keys(where === "header" ? headers : query).some((own) => own.toLowerCase() === name.toLowerCase())
  )
  assert.ok(
    isShown,
    `no exchange of the case shows the key: give a request its ${where} ${name}, as the platform documents it`
  )
}

/** An item that is another and has another key is not found by the same question and the same answer. */
const ownLook = (
  { settings }: Subject,
  { call, find }: Extract<Write.Idempotency, { readonly _tag: "Lookup" }>,
  own: Case,
  input: ReadonlyArray<unknown>
) => {
  const since = "2026-03-01T00:00:00.000Z"
  const bodies = (own.repeated?.exchanges ?? []).map(({ response }) => response.body)
  for (const [index, item] of input.entries()) {
    const [mine, its] = [
      { settings, since, began: since, key: `suite:${index}` },
      { settings, since, began: since, key: "suite:99" }
    ]
    const other = readableOther(item, (one) => call(one, its))
    const [asked, askedOther] = [call(item, mine), call(other, its)]
    if (asked === null || JSON.stringify(asked) !== JSON.stringify(askedOther)) continue
    for (const body of bodies) {
      const isFound = (one: unknown, context: typeof mine): boolean => {
        try {
          return find(body, one, context) !== undefined
        } catch {
          return false
        }
      }
      assert.ok(
        !(isFound(item, mine) && isFound(other, its)),
        `item ${index}: any other item is found by the same question and answer: ask for, or compare, what tells it from others`
      )
    }
  }
}
/** The same item with every member another that may be: words of the interface are none but its own. */
const readableOther = (item: unknown, ask: (one: unknown) => unknown): unknown =>
  Object.entries(item as object).reduce<object>((found, [name, value]) => {
    const changed = { ...found, [name]: otherThan(value) }
    try {
      ask(changed)
      return changed
    } catch {
      return found
    }
  }, item as object)
/** A value with every text, number and date another. */
const otherThan = (value: unknown): unknown => {
  if (typeof value === "string") return /^\d{4}-\d\d-\d\d/.test(value) ? `2031${value.slice(4)}` : `${value}9`
  if (typeof value === "number") return value + 9
  if (Array.isArray(value)) return value.map(otherThan)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, otherThan(own)]))
}

const signs = async (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) => {
  const fake = fakeOf(subject, own.exchanges)
  await withClient(withMarks(subject, write, input), fake, (client) =>
    client.write(write.model, write.operation, input, { key: "suite" })
  )
  assertSigns(own, changesIn(fake), input)
}

const forms = {
  any: /^suite:/,
  plain: /^[0-9a-f]{32}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
}
/** The key that a call carries. */
const keyIn = ({ body, headers, url }: FakePlatform.Asked, { in: where, name }: Write.KeyPlace): string | null => {
  switch (where) {
    case "header":
      return headers.get(name)
    case "query":
      return url.searchParams.get(name)
    case "body": {
      const found = Call.at(body, name)
      // A body that is no JSON is one text.
      return typeof body === "string"
        ? (/suite:[\d:-]+/.exec(body)?.[0] ?? null)
        : typeof found === "string"
          ? found
          : null
    }
    case "path":
      return decodeURIComponent(/suite%3A[^/]*|[0-9a-f-]{32,36}/.exec(url.pathname)?.[0] ?? "")
  }
}

/** Whether the platform itself makes a repeat harmless. */
const isRepeatable = (subject: Subject, write: Write.Write): boolean =>
  Write.isRepeatable(Write.idempotencyOf(write, subject.settings))
const tagOf = (subject: Subject, write: Write.Write) => Write.idempotencyOf(write, subject.settings)._tag
const isLooked = (subject: Subject, write: Write.Write): boolean => tagOf(subject, write) === "Lookup"

const mark = "x-suite-write"
const lookMark = "x-suite-look"
/**
 * The subject, with the calls that write carrying a mark, and those that look for what is there another: what else they
 * ask for may be asked again at any time.
 */
const marked = (subject: Subject, { model, operation }: Write.Write): Subject => {
  const { connector } = subject
  const write: Write.Write = connector.writes[model][operation]
  const call: Write.Write["call"] = (items, context) =>
    Call.merge(write.call(items, context), { headers: { [mark]: "1" } })
  const own = Write.idempotencyOf(write, subject.settings)
  const look = (input: unknown, context: Write.LookContext) => {
    const asked = own._tag === "Lookup" ? own.call(input, context) : null
    return asked === null ? null : Call.merge(asked, { headers: { [lookMark]: "1" } })
  }
  const idempotency = own._tag === "Lookup" ? { ...own, call: look } : own
  const one = { ...write, call, idempotency }
  const writes = { ...connector.writes, [model]: { ...connector.writes[model], [operation]: one } }
  return { ...subject, connector: { ...connector, writes } }
}
/** The platform cannot be asked what is there. Where a case's exchanges answer that, they would say it is not sent yet. */
const unlooked = Fault.unavailable(({ call }) => call.headers.has(lookMark))
const markedIn = (subject: Subject, fake: Staged): ReadonlyArray<string> =>
  fake.calls.filter(({ headers }) => headers.has(mark)).map((call) => spelled(subject, call))

/** What was a success is one again, or nobody claims to know. */
const assertKnownOrNot = (
  isLookedFor: boolean,
  results: ReadonlyArray<Writing.WriteResult>,
  straight: ReadonlyArray<Writing.WriteResult>
) => {
  assert.equal(results.length, straight.length)
  for (const [index, result] of results.entries()) {
    if (straight[index]!.status !== "success") continue
    const said = `item ${index}: ${JSON.stringify(result.error)}`
    if (isLookedFor && result.error?.code === "platform-unavailable") continue
    assert.equal(result.error?.code, "unknown-outcome", said)
  }
}

const breaks = async (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) => {
  const send = (fake: Staged) =>
    withClient(
      marked(subject, write),
      fake,
      (client) => client.write(write.model, write.operation, input, { key: "suite" }),
      { policy: persistent }
    )
  const calm = fakeOf(subject, own.exchanges)
  const straight = await send(calm)
  const once = markedIn(subject, calm)
  const fake = fakeOf(subject, own.exchanges, {
    faults: [Fault.brokenConnection(({ call, repeat }) => call.headers.has(mark) && repeat === 0), unlooked]
  })
  const results = await send(fake)
  if (isRepeatable(subject, write)) {
    assert.deepEqual(results, straight)
    assert.deepEqual(
      markedIn(subject, fake),
      once.flatMap((call) => [call, call]),
      "the same call, with the same key, twice"
    )
    return
  }
  assertKnownOrNot(isLooked(subject, write), results, straight)
  assert.ok(markedIn(subject, fake).length <= once.length, "a call is made again that may have been carried out")
}

/** Sends the input as a process does that may find a chunk half done by another. */
const sendChunks = (
  subject: Subject,
  write: Write.Write,
  fake: Staged,
  input: ReadonlyArray<unknown>,
  repeated: boolean
) =>
  withClient(marked(subject, write), fake, (client) =>
    Effect.gen(function* () {
      const entries = input.map((item, position) => ({ position, input: item }))
      const chunks = yield* client.chunks(write.model, write.operation, entries)
      // All chunks of a write know when it began, however long one of them waits.
      const begun = new Date(yield* Clock.currentTimeMillis).toISOString()
      const results = yield* Effect.forEach(chunks, (chunk) =>
        client.chunk(write.model, write.operation, chunk, { key: "suite", repeated, begun })
      )
      return Writing.inOrder(chunks, results)
    })
  )

const looks = async (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) => {
  const isUnique = tagOf(subject, write) === "Unique"
  assert.ok(
    isUnique || isLooked(subject, write),
    "the case shows a repeat that is looked for, and the write looks for none"
  )
  const { exchanges, results: expected } =
    own.repeated ?? assert.fail("no case shows how a repeat is looked for: give `repeated` with exchanges and results")
  const fake = fakeOf(subject, exchanges)
  const results = await sendChunks(subject, write, fake, input, true)
  assertAsked(subject, fake, exchanges)
  assert.equal(results.length, expected.length, "one result for each item")
  for (const [index, result] of results.entries()) assertResult(write.model, result, expected[index], index)
  // A platform that takes an id once is sent the item again, and says that it is there.
  const isThere = isUnique
    ? exchanges.some(({ response }) => (response.status ?? 200) >= 400)
    : markedIn(subject, fake).length < input.length
  assert.ok(isThere, "nothing of the case is there already")
}

const crashes = async (subject: Subject, write: Write.Write, own: Case, input: ReadonlyArray<unknown>) => {
  const before = fakeOf(subject, own.exchanges)
  const straight = await sendChunks(subject, write, before, input, false)
  const after = fakeOf(subject, own.exchanges, { faults: [unlooked] })
  const results = await sendChunks(subject, write, after, input, true)
  if (isRepeatable(subject, write)) {
    assert.deepEqual(results, straight)
    assert.deepEqual(markedIn(subject, after), markedIn(subject, before), "the same calls, with the same keys")
    return
  }
  // The platform cannot be asked for what is there: nobody can know.
  assertKnownOrNot(isLooked(subject, write), results, straight)
  assert.deepEqual(markedIn(subject, after), [], "nothing is sent blindly")
}

/** A value that must not be changed by who is given it. */
const frozen = <A>(value: A): A => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

const assertBodies = (fake: FakePlatform.FakePlatform, own: Case): void => {
  const sent = fake.calls.filter(({ body }) => body !== undefined).map(({ body }) => body)
  const expected = own.exchanges.flatMap(({ request }) => {
    const body = FakePlatform.bodyOf(request)
    return body === undefined || body === null ? [] : [body]
  })
  assert.deepEqual(sent, expected, "bodies sent")
}

const assertResult = (
  model: Models.ModelId,
  result: Writing.WriteResult,
  expected: NonNullable<Case["results"]>[number] | undefined,
  index: number
): void => {
  if (expected !== undefined && !("error" in expected)) {
    assert.deepEqual(result.error, null, `item ${index}`)
    if ("gone" in expected)
      return assert.deepEqual(result.item?.records ?? [], [], `item ${index}: nothing is left of it`)
    assert.deepEqual(result.item?.records, [complete(model, expected.record)], `item ${index}`)
  } else {
    const { code, field, message } = result.error ?? {}
    const shown = {
      code,
      ...(expected?.error.field === undefined ? {} : { field }),
      ...(expected?.error.message === undefined ? {} : { message })
    }
    assert.deepEqual(shown, expected?.error, `item ${index}`)
  }
}

/** The item with a member set or, for undefined, taken out; below lists in every element, of which there is one at least. */
const changed = (fields: Field.Fields, value: unknown, [name, ...rest]: ReadonlyArray<string>, to: unknown): any => {
  if (name === undefined) return to
  if (Array.isArray(value)) {
    return (value.length === 0 ? [{}] : value).map((element) => changed(fields, element, [name, ...rest], to))
  }
  const { [name]: member, ...others } = (value ?? {}) as Record<string, unknown>
  const field = fields[name]
  const inner = member ?? (field?.kind === "rows" ? [] : {})
  const next = rest.length === 0 ? to : changed(field?.members ?? {}, inner, rest, to)
  return next === undefined ? others : { ...others, [name]: next }
}
const fieldsOf = (model: Writes.WriteId, operation: Writes.Operation): Field.Fields =>
  Writes.get(model, operation)?.fields ?? {}
/** Some value of the member's kind. */
const filler = (model: Writes.WriteId, operation: Writes.Operation, member: string): unknown => {
  const path = member.split(".")
  const fields = path
    .slice(0, -1)
    .reduce<Field.Fields>((own, name) => own[name]?.members ?? {}, fieldsOf(model, operation))
  const field = fields[path.at(-1)!]
  switch (field?.kind) {
    case "number":
      return 1
    case "boolean":
      return true
    case "date":
    case "dateTime":
      return "2026-01-31"
    case "texts":
      return ["x"]
    case "object":
      return {}
    case "rows":
      return [{}]
    default:
      return field?.values?.[0] ?? "x"
  }
}
