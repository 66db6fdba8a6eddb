/** What a connector says of its platform's limits, and that its calls then keep to them: by a clock that costs no time. */
import assert from "node:assert/strict"
import { Call, Connector } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Fault from "./Fault.ts"
import { hostileBodies } from "./hostile.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"

export const limitChecks = (subject: Subject): ReadonlyArray<Check> => {
  const { limits } = subject.connector.http
  return [
    { name: "limits: are declared so that calls can be made", run: async () => declared(subject) },
    { name: "limits: calls keep to the windows and to the number at once", run: () => kept(subject) },
    { name: "limits: Retry-After keeps all calls of the connection away", run: () => awaited(subject) },
    ...(limits.remaining === undefined
      ? []
      : [{ name: "limits: what an answer says is left is read", run: async () => remaining(subject) }]),
    { name: "errors: no body is a crash", run: async () => errors(subject) },
    { name: "answers: every digit of a number is kept", run: async () => digits(subject) }
  ]
}

const declared = ({ cases, connector, settings }: Subject) => {
  const { apart, concurrent, cost, unlimited, weighed, windows } = Connector.limitsOf(connector, settings)
  const isLimited = windows.length > 0 || [apart, concurrent, cost, weighed].some((own) => own !== undefined)
  assert.ok(
    isLimited || unlimited?.trim(),
    "no limit is declared: give `windows`, `concurrent`, `weighed` or `cost` as the platform documents them, or say in `unlimited` why there is none"
  )
  assert.ok(!isLimited || unlimited === undefined, "`unlimited` is needless: a limit is declared")
  assert.ok(concurrent === undefined || (Number.isInteger(concurrent) && concurrent > 0), `concurrent: ${concurrent}`)
  for (const { max, seconds } of [...windows, ...(weighed?.windows ?? [])]) {
    assert.ok(Number.isInteger(max) && max > 0 && seconds > 0, `a window of ${max} calls in ${seconds} seconds`)
  }
  const lengths = windows.map(({ seconds }) => seconds)
  assert.equal(new Set(lengths).size, lengths.length, "two windows have one length")
  if (weighed === undefined) return
  for (const { request } of Object.values(cases).flatMap(({ exchanges }) => exchanges)) {
    const { body, method = "GET", path } = request
    const weight = weighed.weigh({ method: method as "GET", path, body })
    assert.ok(Number.isInteger(weight) && weight >= 0, `${method} ${path} weighs ${weight}: say a whole number`)
    for (const { max, seconds } of weighed.windows) {
      assert.ok(weight <= max, `${method} ${path} weighs ${weight}, more than the ${max} of ${seconds} seconds`)
    }
  }
}

/** Windows of more calls than this are not filled: it is the same rule, and would take long. */
const most = 150

const kept = async (subject: Subject) => {
  const { concurrent = 4, windows } = Connector.limitsOf(subject.connector, subject.settings)
  const filled = windows.filter(({ max }) => max <= most)
  const count = Math.max(3 * concurrent, ...filled.map(({ max }) => Math.ceil(max * 1.5) + 1))
  const fake = fakeOf(subject, [{ request: { path: "/anything" }, response: { body: {} } }], {
    faults: [Fault.slow("every call", 0.05)],
    patience: count
  })
  await withClient(subject, fake, (client) =>
    Effect.forEach(Array.from({ length: count }), () => client.call({ path: "/anything" }), {
      concurrency: "unbounded"
    })
  )
  assert.equal(fake.calls.length, count)
  assert.ok(fake.peak() <= concurrent, `${fake.peak()} calls at once, allowed are ${concurrent}`)
  const times = fake.calls.map(({ at }) => at)
  for (const { max, seconds } of filled) {
    for (const [first, from] of times.entries()) {
      const within = times.filter((at, index) => index >= first && at - from < seconds * 1000).length
      assert.ok(within <= max, `${within} calls in ${seconds} s, allowed are ${max}`)
    }
  }
}

const awaited = async (subject: Subject) => {
  const fake = fakeOf(subject, [], { faults: [Fault.tooManyRequests(0, 30), Fault.answering("every call", {})] })
  await withClient(subject, fake, (client) =>
    Effect.andThen(client.call({ path: "/anything" }), client.call({ path: "/other" }))
  )
  const [first, second] = fake.calls
  assert.ok(second!.at - first!.at >= 30_000, `the next call comes after ${second!.at - first!.at} ms`)
}

/** How platforms write what is left, where the case does not say it. */
const writings: ReadonlyArray<string> = ["3", "3/40", "usage=3/40", "api-usage=3/40", "3;w=60", "limit=40, remaining=3"]

const remaining = ({ connector, left, settings }: Subject) => {
  const limits = Connector.limitsOf(connector, settings)
  const lengths = new Set(limits.windows.map(({ seconds }) => seconds))
  const always = (value: string) => new Proxy({}, { get: () => value, has: () => true })
  assert.deepEqual(limits.remaining!({}), [], "an answer that says nothing")
  const found = (left === undefined ? writings.map(always) : [left]).flatMap((headers) => limits.remaining!(headers))
  assert.ok(found.length > 0, "no header is read: give in `left` those of an answer that says what is left")
  for (const { remaining: calls, seconds } of found) {
    const advice = left === undefined ? "; give in `left` the headers of an answer as the platform sends them" : ""
    assert.ok(lengths.has(seconds), `no window of ${seconds} seconds is declared${advice}`)
    assert.ok(Number.isFinite(calls), `${calls} calls are left of the window of ${seconds} seconds`)
  }
  for (const value of ["", "unknown", "-1", "1e99", "/"]) limits.remaining!(always(value))
}

/** More digits than a double holds. */
const long = "90071992547409930001"

const digits = ({ connector }: Subject) => {
  let body: unknown
  try {
    body = connector.http.parse?.(`{"id":${long}}`, () => ({ id: long }))
  } catch {
    // What the platform speaks is not JSON.
    return
  }
  const id = Call.at(body, "id")
  assert.notEqual(typeof id, "number", `an id of ${long} is read as ${String(id)}: read JSON with the second argument`)
}

const errors = ({ connector }: Subject) => {
  const { failure, failureInside } = connector.http
  const nested = ["error", "errors", "fault", "Fault", "message", "detail", "Elements", "problem"].flatMap((name) =>
    [null, "text", 7, [], [null], {}, { message: null }, { code: {} }, [{ message: 7 }]].map((value) => ({
      [name]: value
    }))
  )
  for (const body of [...hostileBodies, ...nested, "<html></html>"]) {
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) failure?.({ status, body, headers: {} })
    failureInside?.({ body, headers: {} })
  }
}
