/** Which numbers of a platform's JSON stay numbers, and which are kept as they were written. */
import { describe, expect, it } from "vitest"
import { Json } from "../src/runtime/index.ts"

describe("a platform's JSON", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["1e400", "1e400"],
    ["123456789012.1234567891", "123456789012.1234567891"],
    ["90071992547409.91", "90071992547409.91"],
    ["9007199254740992", 9_007_199_254_740_992],
    ["1e308", 1e308],
    ["1.50E2", 150],
    ["100000000000.10", 100_000_000_000.1],
    // A double with all of its digits is that double.
    ["9999999999999.0996", 9_999_999_999_999.1],
    ["0.10000000000000001", 0.1],
    ["0.0909090909090909090909", 0.09090909090909091]
  ])("reads %s as %j", (written, read) => {
    expect(Json.parse(`{"of":[${written}],"text":"${written}"}`)).toEqual({ of: [read], text: written })
  })
  it.each(["%s", " %s", "[1,%s]", "[1,\n\t%s]", "[%s,1]", '{"id":"4e5b0000-c044","of":%s}'])(
    "keeps a number's digits wherever it stands: %s",
    (place) => {
      for (const written of ["-9007199254740993", "9007199254740993", "1e400", "-1.5E400"]) {
        const flat = [Json.parse(place.replace("%s", written))].flat(2)
        const found = flat.flatMap((one) => (typeof one === "object" ? Object.values(one as object) : [one]))
        expect(found).toContain(written)
      }
    }
  )
  it("is looked at closely for its numbers, and not for digits in its texts", () => {
    const ids = { id: "0000c044-4e5b-4000-8000-000000000001", of: ["00000000000000000042", "7e3"] }
    expect(Json.isSuspicious(JSON.stringify(ids))).toBe(false)
  })
  it("is refused where it is none", () => {
    expect(() => Json.parse('{"a":12345678901234567890,}')).toThrow(SyntaxError)
  })
})
