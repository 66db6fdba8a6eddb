/** What every write is held to: exactly these requests, one result for each item in their order, faults kept apart. */
import assert from "node:assert/strict"
import { type Field, type Models, Writes } from "@svc/core"
import type { Writing } from "@svc/core/runtime"
import type { Case } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"
import { complete } from "./reads.ts"
import { assertAsked, assertNoSecret, type Check, fakeOf, type Subject, withClient } from "./Subject.ts"

export const writeChecks = (
  subject: Subject,
  model: Writes.WriteId,
  operation: Writes.Operation,
  own: Case
): ReadonlyArray<Check> => {
  const write = subject.connector.writes[model][operation]
  const input = own.input ?? []
  const send = (fake: FakePlatform.FakePlatform, items: typeof input) =>
    withClient(subject, fake, (client) => client.write(model, operation, items, { key: "suite" }))
  return [
    {
      name: `${operation} ${model}: exactly these requests, and one result for each item in order`,
      run: async () => {
        const fake = fakeOf(subject, own.exchanges)
        const results = await send(fake, input)
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
          own.results?.some((result) => "record" in result),
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
        await send(fake, input)
        const changing = fake.calls.filter(({ method }) => method !== "GET" && method !== "HEAD")
        assert.ok(changing.length > 0)
        const { idempotency } = write
        if (idempotency._tag !== "Key") return
        const keys = changing.map(({ headers, url }) =>
          idempotency.in === "header" ? headers.get(idempotency.name) : url.searchParams.get(idempotency.name)
        )
        for (const key of keys) assert.match(key ?? "", /^suite:/)
        assert.equal(new Set(keys).size, keys.length, "each call has a key of its own")
      }
    },
    {
      name: `${operation} ${model}: what the platform requires and what it has no place for is refused unsent`,
      run: async () => {
        assert.deepEqual([write.requires, write.unsupported], [own.requires ?? [], own.unsupported ?? []])
        for (const member of [...write.requires, ...write.unsupported]) {
          const fake = fakeOf(subject, own.exchanges)
          const required = write.requires.includes(member)
          const [result] = await send(fake, [
            changed(input[0] ?? {}, member.split("."), required ? undefined : filler(model, operation, member))
          ])
          assert.equal(result?.error?.code, required ? "missing-params" : "unsupported", member)
          assert.deepEqual(fake.calls, [], `${member}: nothing is sent`)
        }
      }
    },
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

const assertBodies = (fake: FakePlatform.FakePlatform, own: Case): void => {
  const sent = fake.calls.filter(({ body }) => body !== undefined).map(({ body }) => body)
  const expected = own.exchanges.flatMap(({ request }) => FakePlatform.bodyOf(request) ?? [])
  assert.deepEqual(sent, expected, "bodies sent")
}

const assertResult = (
  model: Models.ModelId,
  result: Writing.WriteResult,
  expected: NonNullable<Case["results"]>[number] | undefined,
  index: number
): void => {
  if (expected !== undefined && "record" in expected) {
    assert.deepEqual(result.error, null, `item ${index}`)
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

/** The item with a member set or, for undefined, taken out; below lists in every element. */
const changed = (value: unknown, [name, ...rest]: ReadonlyArray<string>, to: unknown): any => {
  if (name === undefined) return to
  if (Array.isArray(value)) return value.map((element) => changed(element, [name, ...rest], to))
  const { [name]: member, ...others } = value as Record<string, unknown>
  const next = rest.length === 0 ? to : changed(member, rest, to)
  return next === undefined ? others : { ...others, [name]: next }
}
/** Some value of the member's kind. */
const filler = (model: Writes.WriteId, operation: Writes.Operation, member: string): unknown => {
  const path = member.split(".")
  const fields = path
    .slice(0, -1)
    .reduce<Field.Fields>((own, name) => own[name]?.members ?? {}, Writes.get(model, operation)?.fields ?? {})
  const kind = fields[path.at(-1)!]?.kind
  return kind === "number" ? 1 : kind === "texts" ? ["x"] : "x"
}
