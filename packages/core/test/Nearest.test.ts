import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Nearest from "../src/contract/Nearest.ts"

const holds = async <A>(schema: Schema.Codec<A, A>, property: (value: A) => boolean) =>
  expect(
    Arbitrary.formatCheckFailure(await Effect.runPromise(Arbitrary.checkEffect(Arbitrary.schema(schema), property)))
  ).toBeUndefined()

describe("distance", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["total_amonut", "total_amount", 1],
    ["memo", "memo", 0]
  ])("from %j to %j is %d", (a, b, edits) => expect(Nearest.distance(a, b)).toBe(edits))

  it("is a distance", () =>
    holds(Schema.Tuple([Schema.String, Schema.String]), ([a, b]) => {
      const edits = Nearest.distance(a, b)
      return (
        edits === Nearest.distance(b, a) &&
        (edits === 0) === (a === b) &&
        edits >= Math.abs(a.length - b.length) &&
        edits <= Math.max(a.length, b.length)
      )
    }))

  it("is not looked for any more where it is too large", () =>
    holds(Schema.Tuple([Schema.String, Schema.String]), ([a, b]) => {
      const edits = Nearest.distance(a, b)
      return [0, 1, 2, 3, 5].every((most) =>
        edits < most ? Nearest.distance(a, b, most) === edits : Nearest.distance(a, b, most) >= most
      )
    }))
})

describe("nearest", () => {
  const valid = ["total_amount", "sub_total", "memo", "contact_id"]
  it.each([
    ["totalAmount", "total_amount"],
    ["MEMO", "memo"],
    ["contactid", "contact_id"],
    ["zzz", undefined],
    ["x".repeat(5000), undefined]
  ])("of %.20s is %s", (name, found) => expect(Nearest.nearest(name, valid)).toBe(found))

  it("hints only when it has something to say", () => {
    expect(Nearest.hint("mem", valid)).toBe(`; did you mean "memo"?`)
    expect(Nearest.hint("qqqqqqqqqq", valid)).toBe("")
  })
})
