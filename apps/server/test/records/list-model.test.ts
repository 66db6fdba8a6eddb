/**
 * Lists beside a naive evaluator: random records of every data model; random filters, sorts and page sizes, forwards and
 * backwards; and every field of every model with operators in turn, so that none is answered otherwise than its kind.
 */
import { assert, describe, it } from "@effect/vitest"
import { Field, Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { operators } from "../../src/records/Filters.ts"
import * as ListCost from "../../src/records/ListCost.ts"
import { Lists } from "../../src/records/Lists.ts"
import * as Chance from "../support/Chance.ts"
import { both } from "../support/Databases.ts"
import * as Effort from "../support/Effort.ts"
import * as Naive from "../support/NaiveLists.ts"
import * as Stored from "../support/Stored.ts"

/** A run is repeated by its seed. */
const seed = Number(process.env["LISTS_SEED"] ?? 20_261_121)
const cases = Effort.times(250)

/** Those that the long walks are taken through; between them they have every kind of field. */
const walked = ["BILLS", "INCOME_STATEMENT", "CRM_STAGES"] as const
const models = Models.modelIds
/** How many filters each field of each model is tried with. */
const perField = 3
const perModel = 60
const long = "long ".repeat(60)
const texts = [
  "a",
  "A",
  "ab",
  "b%",
  "b_",
  "_",
  "100%",
  "back\\slash",
  'quo"te',
  "o'clock",
  "{x}",
  "é",
  "z",
  "\u{1F600}",
  "\uFFFD",
  "\uE000 x",
  "\u{10FFFF}",
  "e\u0301",
  "\u202Eright to left",
  "\u05E9\u05DC\u05D5\u05DD",
  "\u0001",
  "null",
  "true",
  "12",
  "tab\tnew\nline",
  `${long}1`,
  `${long}2`,
  long.slice(0, 256)
]
const numbers = [
  0,
  1,
  -1,
  12.5,
  0.1,
  0.30000000000000004,
  1e21,
  1e-7,
  -1234.56,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53) + 1,
  5e-324,
  1e308,
  -Number.MAX_VALUE,
  0.1234567891
]
const moments = [
  "2025-01-01T00:00:00.000Z",
  "2025-06-01T12:30:00.001Z",
  "2025-06-01T12:30:00.002Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.998Z"
]
const days = ["2025-01-01", "2025-06-30", "2025-07-01", "0001-01-01", "9999-12-31", "2024-02-29"]

const valueOf = (chance: Chance.Chance, field: Field.Field): unknown => {
  if (chance.some(0.2)) return null
  switch (field.kind) {
    case "text":
      return chance.one(field.values ?? texts)
    case "number":
      return chance.one(numbers)
    case "boolean":
      return chance.some(0.5)
    case "dateTime":
      return chance.one(moments)
    case "date":
      return chance.one(days)
    default:
      return undefined
  }
}

const fill = Effect.fnUntraced(function* (chance: Chance.Chance) {
  const first = yield* Stored.connect()
  const second = yield* Stored.connect({ organisationId: first.organisationId })
  const foreign = yield* Stored.connect()
  const free = [...(yield* Stored.reserve(models.length * perModel))]
  const rows: Array<Stored.Row> = []
  for (const model of models) {
    for (let n = 0; n < perModel; n++) {
      const mapped = Object.fromEntries(
        Object.entries(Models.get(model).fields as Field.Fields).map(([name, field]) => [name, valueOf(chance, field)])
      )
      const target = chance.one([first, first, second, foreign])
      rows.push(
        ...Stored.rowsOf(
          target,
          model,
          {
            ...mapped,
            platform_id: chance.some(0.9) ? `p${n}` : `${chance.one(texts)}${n}`,
            platform_unique_id: chance.one(texts),
            updated_at: chance.one(moments)
          },
          () => free.shift()!,
          {
            createdAt: chance.one(moments),
            updatedAt: chance.one(moments),
            deletedAt: chance.some(0.2) ? chance.one(moments) : null
          }
        )
      )
    }
  }
  yield* Stored.store(rows)
  // Stamps are drawn, and a list shows those that were: the last moment of all is among them.
  const sql = yield* SqlClient.SqlClient
  yield* sql`select setval('svc_stamp', ${String(Date.parse(moments.at(-1)!))}::bigint)`
  return { caller: Stored.callerOf(first), rows: rows.filter(({ target }) => target !== foreign), first, second }
})

const partOf = (chance: Chance.Chance, text: string): string => {
  const letters = [...text]
  const from = chance.int(letters.length)
  return letters.slice(from, from + 1 + chance.int(4)).join("")
}

/** A filter that is likely to meet something: its values are taken from the records. */
const filterOf = (
  chance: Chance.Chance,
  model: Models.ModelId,
  rows: ReadonlyArray<Stored.Row>,
  field = chance.one(Naive.fieldsOf(model)),
  operator = chance.one(operators)
): Naive.NaiveQuery["filters"][number] => {
  const own = rows.filter((row) => row.model === model)
  const present = own.map((row) => Naive.valueOf(row, field)).filter((value) => value !== null)
  const any = () => String(present.length === 0 ? defaultOf(model, field) : chance.one(present))
  const plain = () => {
    for (;;) {
      const value = any()
      if (!value.includes(",")) return value
    }
  }
  switch (operator) {
    case "is_null":
      return [field, operator, chance.one(["true", "false"])]
    case "contains":
    case "starts_with":
    case "ends_with":
      return [field, operator, partOf(chance, any())]
    case "in":
    case "nin":
      return [field, operator, Array.from({ length: 1 + chance.int(4) }, plain).join(",")]
    default:
      return [field, operator, any()]
  }
}
const defaultOf = (model: Models.ModelId, field: string): string => {
  const words = (Models.get(model).fields as Field.Fields)[field]?.values
  if (words !== undefined) return words[0]!
  const kind = Naive.kindOf(model, field)
  return kind === "number"
    ? "1"
    : kind === "boolean"
      ? "true"
      : kind === "text"
        ? "a"
        : kind === "date"
          ? days[0]!
          : moments[0]!
}

interface Envelope {
  readonly data: ReadonlyArray<{ readonly svc_id: number }>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}

describe.each(both)("lists beside a naive evaluator, on %s", (_, database) => {
  const layer = Lists.layer.pipe(
    // The embedded database looks through the records of a model in two or three parts.
    Layer.provide(Layer.succeed(ListCost.Part, 120)),
    Layer.provideMerge(Stored.schema),
    Layer.provideMerge(database())
  )
  it.layer(layer, { timeout: "600 seconds", excludeTestServices: true })((test) => {
    test.effect(
      "every field of every data model, its operators in turn, sorted by it both ways",
      () =>
        Effect.gen(function* () {
          const lists = yield* Lists
          const { caller, rows } = yield* fill(Chance.make(seed))
          const turns = new Map<string, number>()
          for (const [place, model] of models.entries()) {
            const chance = Chance.make(seed + place)
            for (const field of Naive.fieldsOf(model)) {
              const kind = Naive.kindOf(model, field)
              for (let n = 0; n < perField; n++) {
                const turn = turns.get(kind) ?? 0
                turns.set(kind, turn + 1)
                const query: Naive.NaiveQuery = {
                  filters: [filterOf(chance, model, rows, field, operators[turn % operators.length]!)],
                  sort: [[field, n % 2 === 0 ? "ASC" : "DESC"]],
                  includeDeleted: chance.some(0.5)
                }
                const [[name, operator, value]] = query.filters as [Naive.NaiveQuery["filters"][number]]
                const params = new URLSearchParams([
                  [`${name}[${operator}]`, value],
                  [`sort[${field}]`, query.sort[0]![1]],
                  ["include_deleted_records", String(query.includeDeleted)]
                ])
                const page = JSON.parse(String(yield* lists.list(caller, model, params))) as Envelope
                assert.deepStrictEqual(
                  page.data.map(({ svc_id }) => svc_id),
                  Naive.evaluate(model, rows, query).map(({ svcId }) => svcId),
                  `seed ${seed}: ${model} ${params}`
                )
              }
            }
            for (const [name, field] of Object.entries(Models.get(model).fields as Field.Fields)) {
              if (Field.isScalar(field)) continue
              const whole = new URLSearchParams([
                [`${name}[is_null]`, "true"],
                ["limit", "1000"],
                ["return_count", "true"]
              ])
              const { data, total_count } = JSON.parse(String(yield* lists.list(caller, model, whole))) as Envelope & {
                readonly total_count: number
              }
              assert.strictEqual(data.length, total_count)
              assert.strictEqual(
                total_count,
                rows.filter((row) => row.model === model && row.deletedAt === null).length,
                `${model} ${name}`
              )
              const error = yield* Effect.flip(
                lists.list(caller, model, new URLSearchParams([[`sort[${name}]`, "ASC"]]))
              )
              assert.strictEqual(error.field, `sort[${name}]`)
              assert.match(error.message, /cannot be sorted/)
            }
          }
          // Each kind of field met each operator.
          for (const turn of turns.values()) assert.isAtLeast(turn, operators.length)
        }),
      300_000
    )

    test.effect(
      `${cases} random queries, walked from end to end and back`,
      () =>
        Effect.gen(function* () {
          const lists = yield* Lists
          const { caller, rows } = yield* fill(Chance.make(seed))
          for (let number = 0; number < cases; number++) {
            const chance = Chance.make(seed + number + 1)
            const model = chance.one(walked)
            const query: Naive.NaiveQuery = {
              filters: Array.from({ length: chance.one([0, 1, 1, 1, 2, 3]) }, () => filterOf(chance, model, rows)),
              sort: [...new Set(Array.from({ length: chance.int(4) }, () => chance.one(Naive.fieldsOf(model))))].map(
                (field) => [field, chance.one(["ASC", "DESC"])] as const
              ),
              includeDeleted: chance.some(0.5)
            }
            const limit = chance.one([1, 2, 3, 7, 20, 60])
            const expected = Naive.evaluate(model, rows, query).map(({ svcId }) => svcId)
            const at = (cursor: Readonly<Record<string, string>>) => {
              const params = new URLSearchParams([
                ...query.filters.map(([field, operator, value]) => [`${field}[${operator}]`, value]),
                ...query.sort.map(([field, direction]) => [`sort[${field}]`, direction]),
                ["limit", String(limit)],
                ["return_count", "true"],
                ["include_deleted_records", String(query.includeDeleted)],
                ...Object.entries(cursor)
              ] as Array<[string, string]>)
              return Effect.map(lists.list(caller, model, params), (text) => JSON.parse(String(text)) as Envelope)
            }
            const said = `case ${number} of seed ${seed}: ${model} ${JSON.stringify(query)} limit ${limit}`
            // Long lists in small pages are walked from a place near their end only.
            const pages = Math.min(4, Math.max(1, Math.ceil(expected.length / limit)))
            let page = yield* at({})
            for (let index = 0; ; index++) {
              assert.deepStrictEqual(
                page.data.map(({ svc_id }) => svc_id),
                expected.slice(index * limit, (index + 1) * limit),
                said
              )
              assert.strictEqual(page.total_count, expected.length, said)
              assert.strictEqual(page.prev === null, index === 0, said)
              assert.strictEqual(page.next === null, (index + 1) * limit >= expected.length, said)
              if (index + 1 === pages) break
              page = yield* at({ next: page.next! })
            }
            for (let index = pages - 2; index >= 0; index--) {
              page = yield* at({ prev: page.prev! })
              assert.deepStrictEqual(
                page.data.map(({ svc_id }) => svc_id),
                expected.slice(index * limit, (index + 1) * limit),
                said
              )
              assert.strictEqual(page.prev === null, index === 0, said)
              assert.isNotNull(page.next, said)
            }
          }
        }),
      Effort.times(600_000)
    )
  })
})
