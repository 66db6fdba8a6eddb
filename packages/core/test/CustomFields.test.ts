/** Custom fields: the shapes in which platforms keep them, paths as texts, values that are what they are to be or nothing. */
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import { connect, customFields, customFieldsOf } from "../src/connect/index.ts"
import * as CustomFields from "../src/runtime/CustomFields.ts"
import { ledger, world } from "./Rotating.ts"

const valueOf = (path: string, type: CustomFields.Type, raw: unknown) => {
  const { values, warnings } = CustomFields.read(CustomFields.compile([{ name: "it", path, type }]), raw)
  const value = values["it"] ?? null
  return warnings.length === 0 ? value : [value, ...warnings.map(({ message }) => message)]
}

describe("the shapes of platforms", () => {
  it.each([
    [
      "a name and a typed value",
      "CustomField[Name=Region].StringValue",
      "North",
      {
        CustomField: [
          { DefinitionId: "1", Name: "Crew", StringValue: "B" },
          { DefinitionId: "2", Name: "Region", StringValue: "North" }
        ]
      }
    ],
    [
      "by the number of its definition",
      "CustomField[DefinitionId=2].StringValue",
      "North",
      {
        CustomField: [{ DefinitionId: 2, StringValue: "North" }]
      }
    ],
    ["an object of properties", "properties.region", "North", { properties: { region: "North" } }],
    ["a member with a mark", "Region__c", "North", { Region__c: "North" }],
    ["a member of its own", "custbody_region", "North", { custbody_region: "North" }],
    [
      "by a space of names and a key",
      "metafields[namespace=custom&key=region].value",
      "North",
      {
        metafields: [
          { namespace: "other", key: "region", value: "South" },
          { namespace: "custom", key: "region", value: "North" }
        ]
      }
    ],
    [
      "a key and a value",
      "meta_data[key=_region].value",
      "North",
      { meta_data: [{ id: 1, key: "_region", value: "North" }] }
    ],
    [
      "by the name of the interface",
      "custom_fields[api_name=cf_region].value",
      "North",
      {
        custom_fields: [{ api_name: "cf_region", label: "Region", value: "North" }]
      }
    ],
    [
      "a key that is a hash",
      "dcf558aac1ae4e8c4f849ba5e668430d8df9be12",
      "North",
      {
        dcf558aac1ae4e8c4f849ba5e668430d8df9be12: "North"
      }
    ],
    [
      "words of a list",
      'fields[name="Sales region [new]"].value',
      "North",
      {
        fields: [{ name: "Sales region [new]", value: "North" }]
      }
    ],
    ["a name with a dot", '["sales.region"]', "North", { "sales.region": "North" }],
    ["an element", "parts[1][0]", "North", { parts: ["South", ["North"]] }]
  ])("%s", (_, path, value, raw) => {
    expect(valueOf(path, "text", raw)).toBe(value)
  })
})

describe("a path", () => {
  it.each([
    "",
    ".",
    "a.",
    "a..b",
    "[",
    "[]",
    "[a]",
    "[-1]",
    "[12345]",
    "a[b=]",
    "a[=b]",
    "a[b=c",
    "a[b=c&]",
    "a b ",
    '["a',
    "a]"
  ])("is refused: %j", (path) => {
    expect(() => CustomFields.parse(path)).toThrow(CustomFields.PathFault)
    expect(CustomFields.faultOf({ name: "it", path, type: "text" })).toMatchObject({ field: "path" })
  })

  it("is bounded", () => {
    expect(() => CustomFields.parse("a".repeat(501))).toThrow(/at most 500 characters/)
    expect(() => CustomFields.parse(Array.from({ length: 17 }, () => "a").join("."))).toThrow(/at most 16 steps/)
  })

  it("sees what the item itself holds, and nothing that it inherits", () => {
    for (const path of ["constructor", "__proto__", "toString.name", "a.length", "b.length"]) {
      expect(valueOf(path, "text", { a: "text", b: ["x"] })).toBeNull()
    }
  })

  // Names of every kind: those that can be written bare, and those with what a path is made of.
  const Name = Schema.Union([
    Schema.NonEmptyString,
    Schema.Literals(["a.b", "[0]", "a=b", "a&b", '"', "\\", " a ", "0", "é"])
  ])
  const Step = Schema.Union([
    Schema.Struct({ _tag: Schema.tag("Member"), name: Name }),
    Schema.Struct({ _tag: Schema.tag("Index"), at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })) }),
    Schema.Struct({ _tag: Schema.tag("Where"), members: Schema.NonEmptyArray(Schema.Tuple([Name, Name])) })
  ])
  const Path = Schema.Array(Step).check(Schema.isMinLength(1), Schema.isMaxLength(5))

  /** An item that holds a value at a path and nothing else, made from its end. */
  const holding = (path: CustomFields.Path, value: unknown): unknown =>
    path.reduceRight<unknown>((inner, step) => {
      if (step._tag === "Member") return Object.defineProperty({}, step.name, { value: inner, enumerable: true })
      return step._tag === "Index" ? [...Array.from({ length: step.at }, () => null), inner] : [inner]
    }, value)

  const holds = async <A>(values: Arbitrary.Arbitrary<A>, law: (value: A) => boolean) =>
    expect(Arbitrary.formatCheckFailure(await Effect.runPromise(Arbitrary.checkEffect(values, law)))).toBeUndefined()

  it("reads as what it was written from, and finds what was put there", () =>
    holds(Arbitrary.schema(Path), (path) => {
      const text = CustomFields.format(path)
      if (text.length > CustomFields.bounds.path) return true
      const again = CustomFields.parse(text)
      // An element that is told by its members is an object that holds them besides.
      const isPlain = path.every((step) => step._tag !== "Where")
      return (
        JSON.stringify(again) === JSON.stringify(path) &&
        (!isPlain || CustomFields.at(again, holding(path, "found")) === "found")
      )
    }))

  it("takes any text and any item without harm", () =>
    holds(Arbitrary.schema(Schema.Tuple([Schema.String, Schema.Json])), ([text, item]) => {
      try {
        CustomFields.at(CustomFields.parse(text), item)
        return true
      } catch (error) {
        return error instanceof CustomFields.PathFault
      }
    }))
})

describe("a value", () => {
  it.each<[CustomFields.Type, unknown, unknown]>([
    ["text", " North ", "North"],
    ["text", 5, "5"],
    ["text", true, "true"],
    ["text", "  ", null],
    ["text", null, null],
    ["number", 12.5, 12.5],
    ["number", "12.50", 12.5],
    ["number", "", null],
    ["boolean", true, true],
    ["boolean", "T", true],
    ["boolean", "No", false],
    ["boolean", 0, false],
    ["boolean", "", null],
    ["date", "2026-01-31", "2026-01-31"],
    ["date", "2026-01-31T23:00:00-08:00", "2026-01-31"],
    ["datetime", "2026-01-31T08:00:00+02:00", "2026-01-31T06:00:00.000Z"],
    ["texts", ["a", 5, null, " "], ["a", "5"]],
    ["texts", [], []]
  ])("%s of %j", (type, value, expected) => {
    expect(valueOf("it", type, { it: value })).toEqual(expected)
  })

  it.each<[CustomFields.Type, unknown]>([
    ["text", { a: 1 }],
    ["text", ["a"]],
    ["number", "12,50"],
    ["number", true],
    ["number", "9007199254740993"],
    ["boolean", "perhaps"],
    ["boolean", 2],
    ["date", "31/01/2026"],
    ["date", 20260131],
    ["datetime", "2026-01-31"],
    ["datetime", 1_700_000_000],
    ["texts", "a;b"],
    ["texts", [{ a: 1 }]]
  ])("%s of %j is nothing, and a warning", (type, value) => {
    const [read, warning] = valueOf("it", type, { it: value }) as [unknown, string]
    expect(read).toBeNull()
    expect(warning).toMatch(/^it: expected /)
    expect(warning.length).toBeLessThan(200)
  })

  it("is nothing where it is larger than a field may be", () => {
    expect(valueOf("it", "text", { it: "x".repeat(10_001) })).toEqual([null, expect.stringMatching(/10000 characters/)])
    expect(valueOf("it", "texts", { it: Array.from({ length: 201 }, () => "a") })).toEqual([
      null,
      expect.stringMatching(/200 elements/)
    ])
  })

  it("is null where nothing is, without a warning", () => {
    for (const type of CustomFields.types) expect(valueOf("a.b", type, { a: {} })).toBeNull()
  })
})

describe("both doors of an embedder", () => {
  const fields = customFields({ CONTACTS: [{ name: "vat", path: "attributes[key=vat].value", type: "text" }] })
  const withAttributes =
    (platform: ReturnType<typeof world>): typeof fetch =>
    async (input, init) => {
      const answer = await platform.fetch(input, init)
      const body = (await answer.json()) as any
      for (const list of Object.values(body)) {
        for (const item of Array.isArray(list) ? list : []) {
          if (typeof item === "object" && item !== null) item.attributes = [{ key: "vat", value: `vat of ${item.id}` }]
        }
      }
      return Response.json(body, { status: answer.status, headers: { "content-type": "application/json" } })
    }

  it("show them in each record", async () => {
    const platform = world()
    const options = { credentials: { access_token: "access-0" }, settings: {}, customFields: fields } as const
    const fetch = withAttributes(platform)
    const found: Array<unknown> = []
    for await (const record of connect(ledger, { ...options, fetch }).list("CONTACTS"))
      found.push(customFieldsOf(record))
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(found.map((_, index) => ({ vat: `vat of c-${index + 1}` })))
    const streamed = await Effect.runPromise(
      Effect.gen(function* () {
        const books = yield* InEffect.connect(ledger, options)
        return yield* Stream.runCollect(books.list("CONTACTS"))
      }).pipe(Effect.provide(InEffect.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))
    )
    expect([...streamed].map((record) => customFieldsOf(record))).toEqual(found)
    const plain: Array<object> = []
    for await (const record of connect(ledger, { ...options, customFields: customFields({}), fetch }).list("CONTACTS"))
      plain.push(record)
    expect(plain.some((record) => "custom_fields" in record)).toBe(false)
  })

  it("say which definition is none", () => {
    const make =
      (name: string, path = "a") =>
      () =>
        customFields({ CONTACTS: [{ name, path, type: "text" }] })
    expect(make("1st")).toThrow(/letters, digits and underscores/)
    expect(make("a", "a[")).toThrow(/CONTACTS\[0\]: "path" cannot be read/)
    expect(make("platform_id")).not.toThrow()
    expect(() =>
      customFields({
        CONTACTS: [
          { name: "a", path: "a", type: "text" },
          { name: "a", path: "b", type: "text" }
        ]
      })
    ).toThrow(/is taken/)
  })
})
