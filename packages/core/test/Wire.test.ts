import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Normalize from "../src/contract/Normalize.ts"
import * as Wire from "../src/contract/Wire.ts"

const Invoice = Wire.struct({
  id: Wire.required(Wire.id),
  reference: Wire.text,
  total: Wire.number,
  sent: Wire.boolean,
  modified: Wire.read(Normalize.dotNetDate),
  lines: Wire.list(Wire.struct({ amount: Wire.number, tax: Wire.struct({ code: Wire.text }) })),
  totals: Wire.record(Wire.number),
  extra: Wire.unknown
})
const decode = (raw: unknown) => Result.try({ try: () => Wire.decode(Invoice, raw), catch: (error) => error as Error })
const message = (raw: unknown) =>
  Result.match(decode(raw), { onSuccess: () => "", onFailure: (error) => error.message })

describe("a raw item", () => {
  it("has members that are read alike named in one place, each with its own place in what is told", () => {
    const Address = Wire.struct({
      ...Wire.all(Wire.text, "street", "city"),
      ...Wire.all(Wire.required(Wire.id), "id", "of")
    })
    const read: { readonly street?: string | null | undefined; readonly id: string } = Wire.decode(Address, {
      id: 4,
      of: "7",
      street: "1 Quay",
      more: true
    })
    expect(read).toEqual({ id: "4", of: "7", street: "1 Quay" })
    expect(() => Wire.decode(Address, { id: 4, of: null })).toThrow(/\bof\b/)
    expect(() => Wire.decode(Address, { id: 4, of: 5, city: {} })).toThrow(/city/)
  })

  it("is read in spite of the usual slips, and nothing else of it is looked at", () => {
    const raw = {
      id: 12,
      reference: 5,
      total: "12.50",
      sent: "Yes",
      modified: "/Date(1573755038314+0000)/",
      lines: [{ amount: 1, tax: null, junk: { deep: [1] } }, { tax: { code: "V" } }],
      totals: { EUR: "1" },
      extra: { any: "thing" },
      more: "unseen"
    }
    expect(Result.getOrThrow(decode(raw))).toEqual({
      id: "12",
      reference: "5",
      total: 12.5,
      sent: true,
      modified: "2019-11-14T18:10:38.314Z",
      lines: [{ amount: 1, tax: null }, { tax: { code: "V" } }],
      totals: { EUR: 1 },
      extra: { any: "thing" }
    })
  })

  it("may lack all that is not required, or have null or blank there", () => {
    expect(Result.getOrThrow(decode({ id: "1" }))).toEqual({ id: "1" })
    const nothing = { reference: null, total: null, sent: null, modified: null, lines: null, totals: null }
    expect(Result.getOrThrow(decode({ id: "1", ...nothing }))).toEqual({ id: "1", ...nothing })
    expect(Result.getOrThrow(decode({ id: "1", total: "", sent: "", modified: "" }))).toEqual({
      id: "1",
      total: null,
      sent: null,
      modified: null
    })
  })

  it.each([
    [{}, "id: expected"],
    [{ id: null }, "id: expected"],
    [{ id: "" }, "id: expected"],
    [{ id: 2 ** 60 }, "id: expected an id, got 1152921504606847000"],
    [{ id: "1", total: "12,50" }, `total: expected a number, got "12,50"`],
    [{ id: "1", reference: {} }, "reference: expected a text, got an object"],
    [{ id: "1", sent: "perhaps" }, `sent: expected true or false, got "perhaps"`],
    [{ id: "1", lines: {} }, "lines: expected a list, got an object"],
    [{ id: "1", lines: [null] }, "lines[0]: expected an object, got null"],
    [{ id: "1", lines: [{ amount: "x" }] }, "lines[0].amount: expected a number"],
    [{ id: "1", totals: { EUR: "x" } }, "totals.EUR: expected a number"],
    [{ id: "1", modified: "x" }, "modified: expected"],
    [null, "expected an object"],
    ["text", "expected an object"]
  ])("names the place that cannot be read: %j", (raw, expected) => expect(message(raw)).toContain(expected))

  it("has none where the platform writes a value of its own for it", () => {
    const text = Wire.nullAs(false, Wire.text)
    const Partner = Wire.struct({
      id: Wire.required(Wire.nullAs(false, Wire.id)),
      ref: text,
      country: Wire.nullAs(false, Wire.list(Wire.text)),
      active: Wire.boolean
    })
    const none = { id: 7, ref: false, country: false, active: false }
    expect(Wire.decode(Partner, none)).toEqual({ id: "7", ref: null, country: null, active: false })
    expect(Wire.decode(Partner, { ...none, ref: "A", country: [3, "Peru"] })).toMatchObject({
      ref: "A",
      country: ["3", "Peru"]
    })
    expect(Wire.decode(Wire.list(text), [false, null, "x"])).toEqual([null, null, "x"])
    expect(() => Wire.decode(Partner, { ...none, id: false })).toThrow("id: expected a value that is not null")
    expect(() => Wire.decode(Partner, { ...none, ref: {} })).toThrow("ref: expected a text, got an object")
  })

  it("reads days as they are written, and moments in UTC", () => {
    const Dated = Wire.struct({ day: Wire.day, at: Wire.instant })
    expect(Wire.decode(Dated, { day: "2025-05-29T00:00:00+05:30", at: "2025-05-29T00:00:00+05:30" })).toEqual({
      day: "2025-05-29",
      at: "2025-05-28T18:30:00.000Z"
    })
    expect(Wire.decode(Dated, { day: "", at: "0001-01-01T00:00:00" })).toEqual({ day: null, at: null })
    expect(() => Wire.decode(Dated, { day: "tomorrow" })).toThrow("day: expected an ISO 8601 date")
  })

  it("reads a yes or no however it is written", () => {
    for (const [yes, no] of [
      [true, false],
      ["T", "F"],
      ["Yes", "No"],
      [1, 0],
      ["true", "false"]
    ]) {
      expect([Wire.decode(Wire.boolean, yes), Wire.decode(Wire.boolean, no)]).toEqual([true, false])
    }
  })

  it("has a type in which only what is required is certain", () => {
    const item: (typeof Invoice)["Type"] = { id: "1" }
    const total: number | null | undefined = item.total
    // @ts-expect-error: may be absent
    const certain: number = item.total
    expect([item.id satisfies string, total, certain]).toEqual(["1", undefined, undefined])
  })
})
