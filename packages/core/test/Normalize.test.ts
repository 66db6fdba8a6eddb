import * as Arbitrary from "effect/Arbitrary"
import * as BigDecimal from "effect/BigDecimal"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Models from "../src/contract/Models.ts"
import * as Normalize from "../src/contract/Normalize.ts"

const absent = [null, undefined, "", "  "]

describe("what is absent", () => {
  it.each([
    ["text", Normalize.text],
    ["id", Normalize.id],
    ["number", Normalize.number],
    ["money", Normalize.money],
    ["minorUnits", (value: unknown) => Normalize.minorUnits(value, null)],
    ["toMinorUnits", (value: unknown) => Normalize.toMinorUnits(value, "EUR")],
    ["percent", Normalize.percent],
    ["fraction", Normalize.fraction],
    ["inverseRate", Normalize.inverseRate],
    ["absolute", Normalize.absolute],
    ["difference", (value: unknown) => Normalize.difference(1, value)],
    ["product", (value: unknown) => Normalize.product(value, 1)],
    ["sum", (value: unknown) => Normalize.sum([value])],
    ["instant", Normalize.instant],
    ["localTo", Normalize.localTo("+05:30")],
    ["day", Normalize.day],
    ["epochSeconds", Normalize.epochSeconds],
    ["epochMillis", Normalize.epochMillis],
    ["dotNetDate", Normalize.dotNetDate],
    ["rfc2822", Normalize.rfc2822],
    ["localNumber", Normalize.localNumber({ group: ".", decimal: "," })],
    ["dayAs", Normalize.dayAs("dd/mm/yyyy")],
    ["word", Normalize.word({ A: "B" })]
  ])("is null: %s", (_, normalize: (value: unknown) => unknown) => {
    for (const value of absent) expect(normalize(value)).toBeNull()
  })
})

it("translates words by what they mean as by a table of them, and keeps that table for writes", () => {
  const byMeaning = Normalize.meaning({ OPEN: ["new", "On Hold"], CLOSED: ["done", "7"] })
  const byWord = Normalize.word({ new: "OPEN", "On Hold": "OPEN", done: "CLOSED", 7: "CLOSED" })
  expect(["NEW", "on hold", "Done", 7, "else", "", null].map(byMeaning)).toEqual([
    "OPEN",
    "OPEN",
    "CLOSED",
    "CLOSED",
    "UNKNOWN",
    null,
    null
  ])
  expect(byMeaning.words).toEqual(byWord.words)
  const open: "OPEN" | "CLOSED" | null = Normalize.meaning({ OPEN: ["new"], CLOSED: [] }, null)("else")
  expect(open).toBeNull()
})

describe("what cannot be read", () => {
  it.each([
    [
      "number",
      Normalize.number,
      ["12,5", "1,000.00", "$5", "0x10", "NaN", Number.NaN, Infinity, "1e999", {}, [], true]
    ],
    ["number beyond 2^53", Normalize.number, ["9007199254740993", "-9007199254740993", "100000000000.00001"]],
    ["id", Normalize.id, [2 ** 53, 1.5, {}, true]],
    ["text", Normalize.text, [{}, [], Number.NaN]],
    ["instant", Normalize.instant, ["yesterday", "2025-02-30", 5, {}]],
    ["day", Normalize.day, ["29.05.2025", 20250529]],
    ["epochSeconds", Normalize.epochSeconds, [1_700_000_000_000_000, "x"]],
    ["dotNetDate", Normalize.dotNetDate, ["2025-05-29", "/Date(x)/", 5]],
    ["rfc2822", Normalize.rfc2822, ["2025-05-29", "Tue, 31 Feb 2022 10:00:00 GMT", "Tue, 20 Dec 2022 10:00:00 XYZ"]],
    [
      "localNumber",
      Normalize.localNumber({ group: ".", decimal: "," }),
      ["1,000.00", "1.5", "1.000.00.000", "1.2345", "1.000.", "--1", "1 000", "1e3", ".5", "Rp 5", true, {}]
    ],
    ["localNumber beyond 2^53", Normalize.localNumber({ group: ".", decimal: "," }), ["9.007.199.254.740.993"]],
    [
      "dayAs",
      Normalize.dayAs("dd/mm/yyyy"),
      ["31/02/2026", "12/31/2026", "1/2/2026", "01/02/26", "01-02-2026", "2026-02-01", "01/02/2026 10:00", 5, {}]
    ],
    ["rate", Normalize.rate, ["x", {}]],
    ["inverseRate", Normalize.inverseRate, ["x"]],
    ["day of .NET", Normalize.day, ["/Date(x)/", "/Date(1573646400000+9900)/"]],
    ["minorUnits", (value: unknown) => Normalize.minorUnits(value, "EUR"), ["x", 2 ** 60]],
    ["minorUnits without currency", (value: unknown) => Normalize.minorUnits(value, null), [100]],
    ["minorUnits of no currency", (value: unknown) => Normalize.minorUnits(value, "EURO"), [100]],
    ["toMinorUnits", (value: unknown) => Normalize.toMinorUnits(value, "EUR"), [1.234]]
  ])("throws: %s", (_, normalize: (value: unknown) => unknown, values: ReadonlyArray<unknown>) => {
    for (const value of values) expect(() => normalize(value), String(value)).toThrow(Normalize.Unreadable)
  })

  it("says what was seen, and where", () => {
    expect(() => Normalize.number("12,5", "Total")).toThrow(`Total: expected a number, got "12,5"`)
    const error = new Normalize.Unreadable("a number", "x".repeat(500))
    expect(error.message.length).toBeLessThan(100)
    expect(Normalize.isUnreadable(error)).toBe(true)
    expect(Normalize.isUnreadable(new Error("other"))).toBe(false)
  })
})

describe("text", () => {
  it("is trimmed, ids keep their digits", () => {
    expect(Normalize.text("  a b ")).toBe("a b")
    expect(Normalize.text(5)).toBe("5")
    expect(Normalize.id(12345678901)).toBe("12345678901")
    expect(Normalize.id(2n ** 60n)).toBe("1152921504606846976")
    expect(Normalize.id(" 007 ")).toBe("007")
    expect(Normalize.fullName(" Ada ", null, "", "Lovelace")).toBe("Ada Lovelace")
    expect(Normalize.fullName(null, undefined)).toBeNull()
    expect(Normalize.street("1 Quay Street", " ", undefined, "Unit 2 ")).toBe("1 Quay Street, Unit 2")
    expect(Normalize.street(null, "")).toBeNull()
  })

  it("is told apart by its kind where ids of several kinds may be the same", () => {
    expect(Normalize.prefixed("vendor", "41")).toBe("vendor-41")
    expect(Normalize.prefixed("plan", "41", ":")).toBe("plan:41")
    expect(Normalize.prefixed("", "41", ":")).toBe("41")
    expect([Normalize.prefixed(null, "41"), Normalize.prefixed("vendor", null), Normalize.prefixed("a", " ")]).toEqual([
      null,
      null,
      null
    ])
    expect(Normalize.unprefixed("vendor", "vendor-41")).toBe("41")
    expect(Normalize.unprefixed("plan", "plan:4:1", ":")).toBe("4:1")
    expect(Normalize.unprefixed("", "41")).toBe("41")
    expect([Normalize.unprefixed("vendor", "customer-41"), Normalize.unprefixed("vendor", "vendor:41")]).toEqual([
      null,
      null
    ])
  })
  it("is there once, of several and of lists of them", () => {
    expect(Normalize.distinct("b", null, undefined, ["a", "", null, "b"], null)).toEqual(["b", "a"])
    expect(Normalize.distinct()).toEqual([])
  })

  it("translates words", () => {
    const status = Normalize.word({ AUTHORISED: "SUBMITTED", paid: "PAID", gone: null })
    expect(["AUTHORISED", "authorised", "Paid", "gone", "other", 5, {}].map(status)).toEqual([
      "SUBMITTED",
      "SUBMITTED",
      "PAID",
      null,
      "UNKNOWN",
      "UNKNOWN",
      "UNKNOWN"
    ])
    expect(Normalize.word({ a: "X" }, null)("b")).toBeNull()
    expect(Normalize.word({ a: "X" })("constructor")).toBe("UNKNOWN")
    const typed: Models.Unified<"INVOICES">["status"] = status("paid")
    const order: Models.Unified<"PAYMENT_ORDERS">["status"] = Normalize.word({ paid: "PAID" }, null)("paid")
    // @ts-expect-error: this enumeration has no UNKNOWN
    const wrong: Models.Unified<"PAYMENT_ORDERS">["status"] = Normalize.word({ paid: "PAID" })("paid")
    expect([typed, order, wrong]).toEqual(["PAID", "PAID", "PAID"])
  })
})

describe("numbers", () => {
  it.each([
    ["12.50", 12.5],
    [" -3 ", -3],
    [".5", 0.5],
    ["1e3", 1000],
    ["-0", 0],
    ["0.333333333333333333333333", 1 / 3],
    ["9007199254740991", 2 ** 53 - 1],
    ["99999999999999.9", 99999999999999.9]
  ])("reads %j", (value, read) => expect(Normalize.number(value)).toBe(read))

  it.each([
    [1250, "USD", 12.5],
    [29, "usd", 0.29],
    ["1999", "EUR", 19.99],
    [0.5, "USD", 0.005],
    [500, "JPY", 500],
    [1234, "KWD", 1.234],
    [12345, "CLF", 1.2345],
    [-1, "EUR", -0.01],
    [1250, 0, 1250]
  ])("%j minor units of %s are %d", (minor, currency, major) => {
    expect(Normalize.minorUnits(minor, currency)).toBe(major)
  })

  it("gives minor units back", async () => {
    const cents = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -1e13, maximum: 1e13 })))
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(cents, (amount) =>
        ["EUR", "JPY", "KWD"].every(
          (currency) => Normalize.toMinorUnits(Normalize.minorUnits(amount, currency), currency) === amount
        )
      )
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    expect(Normalize.toMinorUnits(0.29, "USD")).toBe(29)
    expect(Normalize.toMinorUnits("4.35", "USD")).toBe(435)
  })

  it("rounds as on paper", () => {
    expect([1.005, -1.005, 8.345, 1.255, 0.1 + 0.2, -0.001, 1e21].map((own) => Normalize.rounded(own))).toEqual([
      1.01, -1.01, 8.35, 1.26, 0.3, 0, 1e21
    ])
    expect([Normalize.rounded("2.5", 0), Normalize.rounded(1 / 3, 6), Normalize.rounded(null)]).toEqual([
      3,
      0.333333,
      null
    ])
    expect(() => Normalize.rounded("many", 2, "total")).toThrow("total: expected a number")
  })

  it("reads rates", () => {
    expect(Normalize.percent("18 %")).toBe(18)
    expect(Normalize.percent(7.7)).toBe(7.7)
    expect(Normalize.fraction(0.07)).toBe(7)
    expect(Normalize.fraction("0.29")).toBe(29)
    expect(Normalize.inverseRate(1.25)).toBe(0.8)
    expect(Normalize.inverseRate("3")).toBe(0.3333333333)
  })

  it("adds and multiplies as on paper", async () => {
    expect(Normalize.sum([0.1, "0.2", null])).toBe(0.3)
    expect(Normalize.sum([])).toBeNull()
    expect(Normalize.sum([1, -1])).toBe(0)
    expect(Normalize.difference("100.10", 0.1)).toBe(100)
    expect(Normalize.product(1.1, 1.1)).toBe(1.21)
    expect(Normalize.product(3, "19.99")).toBe(59.97)
    expect(Normalize.absolute("-5")).toBe(5)
    const amounts = Arbitrary.array(
      Arbitrary.map(
        Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: -1e9, maximum: 1e9 }))),
        (cents) => Normalize.minorUnits(cents, "EUR") as number
      ),
      { minLength: 1, maxLength: 20 }
    )
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(amounts, (list) => {
        const exact = list
          .map((amount) => BigDecimal.fromStringUnsafe(String(amount)))
          .reduce((total, amount) => BigDecimal.sum(total, amount))
        return String(Normalize.sum(list)) === BigDecimal.format(exact)
      })
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
})

describe("dates", () => {
  it.each([
    [Normalize.instant, "2025-05-29", "2025-05-29T00:00:00.000Z"],
    [Normalize.instant, " 2025-05-29T10:00:00+02:00 ", "2025-05-29T08:00:00.000Z"],
    [Normalize.instant, "0001-01-01T00:00:00Z", null],
    [Normalize.instant, "0000-00-00 00:00:00", null],
    [Normalize.localTo("+05:30"), "2025-05-29 10:00:00", "2025-05-29T04:30:00.000Z"],
    [Normalize.localTo("-08:00"), "2025-05-29T10:00:00Z", "2025-05-29T10:00:00.000Z"],
    [Normalize.localTo("-08:00"), "2025-05-29", "2025-05-29T00:00:00.000Z"],
    [Normalize.day, "2025-05-29T23:00:00-08:00", "2025-05-29"],
    [Normalize.day, "0001-01-01", null],
    [Normalize.epochSeconds, 1_573_755_038, "2019-11-14T18:10:38.000Z"],
    [Normalize.epochSeconds, "1573755038.5", "2019-11-14T18:10:38.500Z"],
    [Normalize.epochMillis, 1_573_755_038_314, "2019-11-14T18:10:38.314Z"],
    [Normalize.dotNetDate, "/Date(1573755038314+0000)/", "2019-11-14T18:10:38.314Z"],
    [Normalize.dotNetDate, "/Date(1573755038314+1300)/", "2019-11-14T18:10:38.314Z"],
    [Normalize.dotNetDate, "/Date(-1000)/", "1969-12-31T23:59:59.000Z"],
    [Normalize.dotNetDate, "/Date(-62135596800000)/", null],
    [Normalize.rfc2822, "Tue, 20 Dec 2022 10:00:00 +0530", "2022-12-20T04:30:00.000Z"],
    [Normalize.rfc2822, "6 Jan 2022 10:00 GMT", "2022-01-06T10:00:00.000Z"],
    [Normalize.rfc2822, "Tue, 20 Dec 2022 10:00:00 EST", "2022-12-20T15:00:00.000Z"]
  ])("%o reads %j", (normalize: (value: unknown) => unknown, value, read) => expect(normalize(value)).toBe(read))

  it.each([
    ["dd/mm/yyyy", "05/06/2026", "2026-06-05"],
    ["mm/dd/yyyy", "05/06/2026", "2026-05-06"],
    ["d-mmm-yyyy", "5-Jun-2026", "2026-06-05"],
    ["d.m.yyyy", "5.12.2026", "2026-12-05"],
    ["yyyymmdd", "20260605", "2026-06-05"],
    ["dd/mm/yyyy", "00/00/0000", null],
    ["dd/mm/yyyy", "01/01/0001", null]
  ])("as %s reads %j", (form, value, read) => expect(Normalize.dayAs(form)(value)).toBe(read))

  it("knows only forms with a day, a month and a year", () => {
    for (const form of ["dd/mm", "yyyy", "dd/mm/yy", "dd/dd/yyyy", ""]) {
      expect(() => Normalize.dayAs(form), form).toThrow(Normalize.Unreadable)
    }
  })

  it("has moments before others", () => {
    expect(Normalize.before("2026-03-01T00:00:00.000Z", 1)).toBe("2026-02-28T23:59:59.000Z")
    expect(Normalize.before("2026-03-01T02:00:00+02:00", 3600)).toBe("2026-02-28T23:00:00.000Z")
    expect(() => Normalize.before("yesterday", 1)).toThrow(Normalize.Unreadable)
  })

  it("knows only real offsets", () => {
    expect(() => Normalize.localTo("Asia/Kolkata")).toThrow(Normalize.Unreadable)
  })
})

describe("numbers as people of a country write them", () => {
  it.each([
    [".", ",", "- 1.675.205.825,00", -1_675_205_825],
    [".", ",", "\u22125,25", -5.25],
    [".", ",", "1.500", 1500],
    [".", ",", "1500,5", 1500.5],
    [",", ".", "12,34,567.5", 1_234_567.5],
    ["'", ".", "1'000.05", 1000.05],
    [" ", ",", "1\u00a0000,5", 1000.5],
    ["", ",", "1000,5", 1000.5],
    [".", ",", 1.5, 1.5]
  ])("with %j and %j: %j", (group, decimal, value, read) =>
    expect(Normalize.localNumber({ group, decimal })(value)).toBe(read)
  )

  it("have two separators, which are no digits", () => {
    for (const [group, decimal] of [
      [".", "."],
      ["1", ","],
      [".", ""],
      ["..", ","]
    ] as const) {
      expect(() => Normalize.localNumber({ group, decimal })).toThrow(Normalize.Unreadable)
    }
  })
})
