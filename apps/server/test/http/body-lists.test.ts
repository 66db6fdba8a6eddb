/**
 * Lists, objects and texts that are too long are found before a body is read. Held against what is seen of the body once it was:
 * each of them, by its place, in the order of the body, and nothing of what is within one.
 */
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Config from "../../src/Config.ts"
import * as Bodies from "../../src/http/Bodies.ts"
import { sharedOf } from "../../src/http/Room.ts"
import * as Effort from "../support/Effort.ts"

const most = 3
const { limits } = Config.read({}, []).config
const longest = 6
const rules = Bodies.rulesOf({
  ...limits,
  listItems: { setting: "SVC_MAX_LIST_ITEMS", most },
  textLength: { setting: "SVC_MAX_TEXT_LENGTH", most: longest }
})
const room = sharedOf(limits.bodiesBytes, limits.bodiesBytes)

const faultsOf = async (text: string, kind: keyof typeof rules): Promise<ReadonlyArray<unknown>> => {
  const headers = { "content-type": "application/json" }
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/", { method: "POST", headers, body: text }))
  const read = await Effect.runPromise(Effect.result(Bodies.read(request, rules[kind], room)))
  return Result.isSuccess(read)
    ? []
    : (read.failure as ApiError.ApiError).details!.map(({ field, message }) => ({ field, message }))
}

/** The same of what JSON.parse makes of it. */
const expected = (
  value: unknown,
  kind: keyof typeof rules,
  path: ReadonlyArray<string | number> = []
): Array<unknown> => {
  const isForeign = kind === "passthrough" && path[0] === "data" && path[1] === "data"
  const fault = (what: string, limit: string) => {
    const field = path.reduce<string>(
      (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`),
      ""
    )
    return [
      {
        field: field || null,
        message: `${field === "" ? "The body" : `"${field}"`} holds ${what}; at most ${limit} are taken.`
      }
    ]
  }
  if (typeof value === "string" && value.length > longest && !isForeign)
    return fault(`${value.length} characters`, `${longest} (SVC_MAX_TEXT_LENGTH)`)
  if (typeof value !== "object" || value === null) return []
  const isBatch = kind === "write" && Array.isArray(value) && path.length === 1 && path[0] === "data"
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value as Record<string, unknown>)
  if (entries.length > most && !isForeign && !isBatch) {
    return fault(`${entries.length} ${Array.isArray(value) ? "elements" : "members"}`, `${most} (SVC_MAX_LIST_ITEMS)`)
  }
  return entries.flatMap(([key, one]) => expected(one, kind, [...path, key]))
}

/** Names and texts with all that looks like something else. */
const text = fc.oneof(
  fc.constantFrom("data", "a", "b", "", ',"', "[1,2,3,4,5]", '{"a":', "\\", '\\"', "]}", "é", "😀", "line\n", ":", "e"),
  fc.string({ maxLength: 8, unit: "grapheme" }).filter((one) => one.isWellFormed() && !one.includes("\0"))
)
// In their order whatever they are called: numbers would go before all others.
const name = text.filter((one) => !/^\d/.test(one) && one !== "__proto__")
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("tree"), { maxLength: 6 }),
    fc.dictionary(name, tie("tree"), { maxKeys: 6, noNullPrototype: true })
  )
}))
const root = fc.oneof(
  tree,
  tree.map((data) => ({ data })),
  tree.map((data) => ({ before: [1, 2, 3, 4], data: { data, after: [1, 2, 3, 4] } }))
)

it("are told by their place, each once", async () => {
  await fc.assert(
    fc.asyncProperty(
      root,
      fc.constantFrom("management", "write", "passthrough"),
      fc.constantFrom(0, 2),
      async (value, kind, indent) => {
        const wanted = expected(value, kind).slice(0, ApiError.maxDetails)
        expect(await faultsOf(JSON.stringify(value, null, indent), kind)).toEqual(wanted)
      }
    ),
    { numRuns: Effort.times(2000) }
  )
})

it("are told without the names that nobody reads, and are no reason to read the rest", async () => {
  const words = (count: number) => `[${Array.from({ length: count }, (_, at) => `"${at}"`).join()}]`
  const long = "x".repeat(limits.nameLength.most + 1)
  const [first] = await faultsOf(`{"${long}":${words(9)}}`, "management")
  expect((first as { message: string }).message).toContain("SVC_MAX_NAME_LENGTH")
  // What comes behind is not even JSON.
  expect(await faultsOf(`{"a":${words(9)},"b":nothing}`, "management")).toEqual([
    { field: "a", message: '"a" holds 9 elements; at most 3 (SVC_MAX_LIST_ITEMS) are taken.' }
  ])
})
