/**
 * The query of the record lists. The server reads it itself, because every fault is to be named, so its schema only says
 * what it may look like; the parameters of each list in OpenAPI are made from the model.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { type Field, isScalar, type ScalarKind } from "../Field.ts"
import type { AnyModel } from "../Model.ts"

/** What a filter can say of a field. */
export const operators = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "nin",
  "contains",
  "starts_with",
  "ends_with",
  "is_null"
] as const
export type Operator = (typeof operators)[number]

/** A list's query, as a caller of the typed client writes it. */
export interface ListQuery {
  readonly limit?: number | undefined
  readonly next?: string | undefined
  readonly prev?: string | undefined
  readonly select?: string | undefined
  readonly expand?: string | undefined
  readonly include_deleted_records?: boolean | undefined
  readonly return_count?: boolean | undefined
  readonly [sort: `sort[${string}]`]: "ASC" | "DESC" | undefined
  readonly [filter: `${string}[${Operator}]`]: string | number | boolean | undefined
}

const One = Schema.Union([Schema.String, Schema.Array(Schema.String)])
export const ListQuery: Schema.Codec<
  ListQuery,
  Readonly<Record<string, string | ReadonlyArray<string>>>
> = Schema.Record(Schema.String, One).pipe(
  Schema.decodeTo(
    Schema.declare((value): value is ListQuery => typeof value === "object" && value !== null),
    {
      decode: SchemaGetter.passthrough({ strict: false }),
      encode: SchemaGetter.transform((query: ListQuery) =>
        Object.fromEntries(
          Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
        )
      )
    }
  )
) as never

/** The scalar fields of a record: what a list filters and sorts by. */
export const scalarFields = (
  model: AnyModel
): ReadonlyArray<readonly [name: string, kind: ScalarKind, field?: Field]> => [
  ["svc_id", "number"],
  ["svc_created_at", "dateTime"],
  ["svc_updated_at", "dateTime"],
  ["svc_company_id", "number"],
  ["svc_deleted_at", "dateTime"],
  ["platform_id", "text"],
  ["platform_unique_id", "text"],
  ...Object.entries(model.fields)
    .filter(([, field]) => isScalar(field))
    .map(([name, field]) => [name, field.kind as ScalarKind, field] as const),
  ...("updated_at" in model.fields ? [] : ([["updated_at", "dateTime"]] as const))
]

type JsonSchema = Record<string, unknown>
const integers = new Set(["svc_id", "svc_company_id"])

const valueOf = (name: string, kind: ScalarKind, field: Field | undefined): JsonSchema => {
  if (kind === "number") return { type: integers.has(name) ? "integer" : "number" }
  if (kind === "boolean") return { type: "boolean" }
  if (kind === "dateTime") return { type: "string", description: "ISO 8601 date-time or date" }
  if (kind === "date") return { type: "string", format: "date" }
  return { type: "string", ...(field?.values === undefined ? {} : { enum: field.values }) }
}

/** The operators of a kind. */
export const operatorsOf = (kind: ScalarKind): ReadonlyArray<Operator> => {
  if (kind === "text") return operators
  if (kind === "boolean") return ["eq", "neq", "in", "nin", "is_null"]
  return ["eq", "neq", "gt", "gte", "lt", "lte", "in", "nin", "is_null"]
}

const operatorSchema = (operator: Operator, value: JsonSchema): JsonSchema => {
  if (operator === "is_null") return { type: "boolean" }
  if (operator === "in" || operator === "nin") return { type: "string", description: "Comma separated values" }
  if (operator === "contains" || operator === "starts_with" || operator === "ends_with") return { type: "string" }
  return value
}

const deepObject = (name: string, description: string, properties: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  style: "deepObject",
  explode: true,
  required: false,
  description,
  schema: { type: "object", properties, additionalProperties: false }
})
const plain = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  required: false,
  description,
  schema
})
const names = (values: ReadonlyArray<string>): JsonSchema => ({
  type: "string",
  pattern: `^(${values.join("|")})(,(${values.join("|")}))*$`,
  examples: [values.slice(0, 2).join(",")]
})
const flag = { type: "string", enum: ["true", "false"] }

/** `select` and `expand`, which single records take as well. */
export const shapeParameters = (model: AnyModel): ReadonlyArray<JsonSchema> => {
  const relations = Object.keys(model.relations)
  return [
    plain("select", "Members to show in addition, comma separated.", names(["raw_data", "data_hash"])),
    ...(relations.length === 0 ? [] : [plain("expand", "Related records to embed, comma separated.", names(relations))])
  ]
}

/** The query parameters of a model's list, for OpenAPI. */
export const listParameters = (model: AnyModel): ReadonlyArray<JsonSchema> => {
  const fields = scalarFields(model)
  return [
    plain("limit", "Records on a page.", { type: "integer", minimum: 1, maximum: 1000, default: 100 }),
    plain("next", "Cursor of the next page, from the answer before.", { type: "string" }),
    plain("prev", "Cursor of the previous page, from the answer before.", { type: "string" }),
    ...shapeParameters(model),
    plain("include_deleted_records", "Also show deleted records.", flag),
    plain("return_count", "Fill total_count.", flag),
    deepObject(
      "sort",
      "Order: `sort[field]=ASC` or `DESC`; several keep their order, svc_id breaks ties.",
      Object.fromEntries(fields.map(([name]) => [name, { type: "string", enum: ["ASC", "DESC"] }]))
    ),
    ...fields.map(([name, kind, field]) => {
      const value = valueOf(name, kind, field)
      return deepObject(
        name,
        field?.description ?? `Filter by ${name}: \`${name}[operator]=value\`.`,
        Object.fromEntries(operatorsOf(kind).map((operator) => [operator, operatorSchema(operator, value)]))
      )
    })
  ]
}
