import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Iso from "../src/contract/Iso.ts"

describe("instant", () => {
  it.each([
    ["2025-05-29", "2025-05-29T00:00:00.000Z"],
    ["2025-05-29T10:15:30.123Z", "2025-05-29T10:15:30.123Z"],
    ["2025-05-29T10:15:30.123456Z", "2025-05-29T10:15:30.123Z"],
    ["2025-05-29T10:15:30.1Z", "2025-05-29T10:15:30.100Z"],
    ["2025-05-29T10:15:30,5z", "2025-05-29T10:15:30.500Z"],
    ["2025-05-29T10:15Z", "2025-05-29T10:15:00.000Z"],
    ["2025-05-29T10:15:30", "2025-05-29T10:15:30.000Z"],
    ["2025-05-29 10:15:30", "2025-05-29T10:15:30.000Z"],
    ["2025-05-29 10:15:30 +0530", "2025-05-29T04:45:30.000Z"],
    ["2025-05-29T00:00:00+05:30", "2025-05-28T18:30:00.000Z"],
    ["2025-05-29T10:15:30+02", "2025-05-29T08:15:30.000Z"],
    ["2025-05-29T24:00:00Z", "2025-05-30T00:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["0099-03-01", "0099-03-01T00:00:00.000Z"],
    ["20250529", "2025-05-29T00:00:00.000Z"],
    ["20250529T101530Z", "2025-05-29T10:15:30.000Z"]
  ])("reads %s", (text, canonical) => expect(Iso.instant(text)).toBe(canonical))

  it.each([
    "",
    "2025",
    "2025-05",
    "2025-5-29",
    "29/05/2025",
    "1 June 2025",
    "2025-02-30",
    "2025-02-30T00:00:00.000Z",
    "2023-02-29",
    "1900-02-29",
    "2025-00-10",
    "2025-13-01",
    "2025-05-29T25:00:00Z",
    "2025-05-29T24:00:01Z",
    "2025-05-29T24:00:00.000Z ",
    "2025-05-29T10:60:00Z",
    "2025-05-29T10:15:30+99:00",
    "2025-05-29Z",
    "9999-12-31T23:59:59-05:00",
    "+012025-05-29T00:00:00Z",
    "1732000000"
  ])("refuses %j", (text) => expect(Iso.instant(text)).toBeUndefined())

  it("agrees with Date on every moment it can write", async () => {
    const moments = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -62e12, maximum: 253e12 })))
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(moments, (moment) => {
        const text = new Date(moment).toISOString()
        return Iso.instant(text) === text && Iso.millis(text) === moment && Iso.fromMillis(moment) === text
      })
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
})

describe("day", () => {
  it("is the day as written, whatever the offset", () => {
    expect(Iso.day("2025-05-29T00:00:00+05:30")).toBe("2025-05-29")
    expect(Iso.day("2025-05-29T23:30:00-08:00")).toBe("2025-05-29")
    expect(Iso.day("20250529T101530Z")).toBe("2025-05-29")
    expect(Iso.day("2025-02-30")).toBeUndefined()
  })
})
