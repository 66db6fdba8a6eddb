import { assert, describe, it } from "@effect/vitest"
import { cleanJson, cleanJsonText, cleanText } from "../../src/database/CleanJson.ts"

describe("clean JSON", () => {
  it("gives back what needs no cleaning as it is", () => {
    const value = { a: ["ä\u{1F600}", 1, null, { b: "\\u0000" }] }
    assert.strictEqual(cleanJson(value), value)
    assert.strictEqual(cleanText("\u{1F600}"), "\u{1F600}")
  })

  it("does not follow or lose special keys", () => {
    const value: unknown = JSON.parse('{"__proto__": {"x": "\\u0000"}, "constructor": "\\ud800"}')
    assert.strictEqual(JSON.stringify(cleanJson(value)), '{"__proto__":{"x":"\uFFFD"},"constructor":"\uFFFD"}')
  })

  it("reads escapes in text as JSON does", () => {
    const cases: ReadonlyArray<readonly [json: string, clean: string]> = [
      ['"\\u0000"', '"\uFFFD"'],
      ['"\\\\u0000"', '"\\\\u0000"'],
      ['"\\\\\\u0000"', '"\\\\\uFFFD"'],
      ['"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
      ['"\\ud83d\\ud83d\\ude00"', '"\uFFFD\\ud83d\\ude00"'],
      ['"\\uDE00\\uD83D"', '"\uFFFD\uFFFD"'],
      ['"\\u00e4\\u0001"', '"\\u00e4\\u0001"']
    ]
    for (const [json, clean] of cases) {
      assert.strictEqual(cleanJsonText(json), clean)
      assert.deepStrictEqual(JSON.parse(cleanJsonText(json)), cleanJson(JSON.parse(json)))
    }
  })
})
