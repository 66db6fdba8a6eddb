/** Which JSON is handed on as it came: only what is JSON, and only what nobody would have changed. */
import { Bounds } from "@svc/core"
import { Json, Redact } from "@svc/core/runtime"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { within } from "../../src/passthrough/Verbatim.ts"

const isHandedOn = (text: string): boolean => within(Bounds.depth)(text, Redact.isSecretName)

/** JSON in the ways it is written: with blanks, escapes, exponents. */
const written = fc.json({ maxDepth: 6 }).chain((text) => {
  const value: unknown = JSON.parse(text)
  return fc.constantFrom(text, JSON.stringify(value, null, 2), ` ${text}\n`, `[${text} , ${text}]`, `{"a b":${text}}`)
})
const isParsed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
/** Whether anything in a value would be changed before it is shown. */
const isChanged = (text: string): boolean => {
  const plain = JSON.stringify(JSON.parse(text))
  return (
    JSON.stringify(Json.parse(text)) !== plain ||
    JSON.stringify(Redact.redactor([])(JSON.parse(text))) !== plain ||
    Bounds.faultOf(JSON.parse(text), Bounds.bounded, Infinity) !== null
  )
}

describe("a text is handed on", () => {
  it("when it is JSON that nothing is changed of", () => {
    fc.assert(
      fc.property(written, (text) => {
        if (!isChanged(text) && !/\\u00[0-7]/.test(text)) expect(isHandedOn(text)).toBe(true)
      }),
      { numRuns: 1000 }
    )
  })
  it("never when it is none, or not yet, or not any more, or would be changed", () => {
    const broken = fc.tuple(
      written,
      fc.nat(),
      fc.constantFrom("", ",", "]", "}", "{", '"', "\\", "\t", "-", "01", "x", ":")
    )
    fc.assert(
      fc.property(broken, ([text, place, put]) => {
        const at = place % (text.length + 1)
        const made = text.slice(0, at) + put + text.slice(at + (put === "" ? 1 : 0))
        if (isHandedOn(made)) {
          expect(isParsed(made), made).toBe(true)
          expect(isChanged(made), made).toBe(false)
        }
      }),
      { numRuns: 5000 }
    )
  })
  it.each([
    ["1", true],
    [" null ", true],
    ['"\\u00fc\\ud83d\\ude00 \\"\\/"', true],
    ["[1e3,-0.5,0,9007199254740992]", true],
    ["[]", true],
    ["[{},[]]", true],
    ["[".repeat(100) + "]".repeat(100), true],
    ["[".repeat(101) + "]".repeat(101), false],
    ["", false],
    ["[1,]", false],
    ["[1 2]", false],
    ['{"a":1,}', false],
    ['{"a" 1}', false],
    ["{1:1}", false],
    ["[01]", false],
    ["[1.]", false],
    ["[+1]", false],
    ["nul", false],
    ["1,2", false],
    ['{"a":1}}', false],
    ['"a\nb"', false],
    ['"\\x"', false],
    ["\u00a01", false],
    // Digits that a number would lose; a name that is taken out; names and secrets that hide behind an escape.
    ["[12345678901234567890]", false],
    ["[1e400]", false],
    ['{"Access_Token":"x"}', false],
    ['{"p\\u0061ssword":"x"}', false]
  ])("%j: %s", (text, isOne) => {
    expect(isHandedOn(text)).toBe(isOne)
  })
})
