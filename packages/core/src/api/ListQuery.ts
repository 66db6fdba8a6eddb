/**
 * The query of the record lists. The server reads it itself, because every fault is to be named, so its schema only says
 * what it may look like; the parameters of each list in OpenAPI are made from the model.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as OpenApi from "effect/http-api/OpenApi"
import { type Field, isScalar, type ScalarKind } from "../contract/Field.ts"
import type { AnyModel } from "../contract/Model.ts"
import * as Models from "../contract/Models.ts"
import * as Descriptions from "../models/descriptions.ts"
import { schemaName } from "./RecordSchema.ts"

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
  "icontains",
  "starts_with",
  "ends_with",
  "is_null"
] as const
export type Operator = (typeof operators)[number]
/** What a filter can say of an object, of a list of objects and of `raw_data`. */
export const containerOperators = ["is_null"] as const satisfies ReadonlyArray<Operator>
/** What it can say of a list of texts, which contains one of them or not. */
export const listOperators = ["contains", "is_null"] as const satisfies ReadonlyArray<Operator>

/** What a filter says of a field; all of it must hold. */
type Comparison<A> = {
  readonly eq?: A
  readonly neq?: A
  readonly in?: ReadonlyArray<A>
  readonly nin?: ReadonlyArray<A>
  readonly is_null?: boolean
} & (A extends boolean ? {} : { readonly gt?: A; readonly gte?: A; readonly lt?: A; readonly lte?: A }) &
  (A extends string
    ? {
        readonly contains?: string
        /** The same in any letter case. */
        readonly icontains?: string
        readonly starts_with?: string
        readonly ends_with?: string
      }
    : {})
/** One condition for the whole type of a field, not one for each of its words. */
export type Condition<A> = [A] extends [boolean]
  ? Comparison<boolean>
  : [A] extends [string]
    ? TextCondition<A>
    : Comparison<A>
type TextCondition<A extends string> = Omit<Comparison<string>, "eq" | "neq" | "in" | "nin"> & {
  readonly eq?: A
  readonly neq?: A
  readonly in?: ReadonlyArray<A>
  readonly nin?: ReadonlyArray<A>
}

/** A list's query, as a caller of the typed client writes it. */
export interface ListQuery {
  readonly limit?: number | undefined
  readonly next?: string | undefined
  readonly prev?: string | undefined
  readonly select?: string | undefined
  readonly expand?: string | undefined
  readonly fields?: string | undefined
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
    .filter(([name, field]) => name !== "updated_at" && isScalar(field))
    .map(([name, field]) => [name, field.kind as ScalarKind, field] as const),
  ["updated_at", "dateTime"],
  ["data_hash", "text"]
]

/** The scalar members of an object or of the elements of a list, which a filter names by a dot. */
export const nestedFields = (
  field: Field
): ReadonlyArray<readonly [name: string, kind: ScalarKind, values?: ReadonlyArray<string>]> => {
  const own = Object.entries(field.of?.fields ?? field.members ?? {}).flatMap(([name, { kind, values }]) =>
    kind === "texts" || kind === "records" || kind === "rows" || kind === "object" || name === "updated_at"
      ? []
      : [values === undefined ? ([name, kind] as const) : ([name, kind, values] as const)]
  )
  if (field.of === undefined) return own
  return [
    ["svc_id", "number"],
    ["platform_id", "text"],
    ...own,
    ...(field.of.hasUpdatedAt ? [["updated_at", "dateTime"] as const] : [])
  ]
}

/** The members of the elements of a list that are lists of texts, which a filter names by a dot. */
export const nestedTexts = ({ of }: Field): ReadonlyArray<string> =>
  Object.entries(of?.fields ?? {}).flatMap(([name, { kind }]) => (kind === "texts" ? [name] : []))

type JsonSchema = Record<string, unknown>
/** What is filtered is a whole number, or what a field is. */
export type FilterKind = ScalarKind | "integer"
const integers = new Set(["svc_id", "svc_company_id"])

/** Operators whose value is a part of the member's text. */
const partial: ReadonlySet<Operator> = new Set(["contains", "icontains", "starts_with", "ends_with"])

/** What each operator keeps. */
const operatorTexts: Readonly<Record<Operator, string>> = {
  eq: "Equal to the value.",
  neq: "Not equal to the value; what is null is kept as well.",
  gt: "Greater than the value, or later.",
  gte: "Greater than or equal to the value, or not earlier.",
  lt: "Less than the value, or earlier.",
  lte: "Less than or equal to the value, or not later.",
  in: "One of the values, comma separated.",
  nin: "None of the values, comma separated; what is null is kept as well.",
  contains: "Has the value as a part, in the same case of letters.",
  icontains: "Has the value as a part, in any case of letters.",
  starts_with: "Begins with the value.",
  ends_with: "Ends with the value.",
  is_null: "`true` for what is null, `false` for what is not."
}
const filter = (value: JsonSchema, description: string): JsonSchema => ({
  type: "object",
  description,
  properties: Object.fromEntries(
    operators.map((operator) => {
      const description = operatorTexts[operator]
      if (operator === "is_null") return [operator, { description, type: "boolean" }]
      if (operator === "in" || operator === "nin") return [operator, { description, type: "string" }]
      return [operator, { ...(partial.has(operator) ? { type: "string", minLength: 1 } : value), description }]
    })
  ),
  additionalProperties: false
})

/** Schemas that the parameters of the lists refer to. */
export const filterSchemas: Readonly<Record<string, JsonSchema>> = {
  IntegerFilter: filter({ type: "integer" }, "Filters by a whole number."),
  NumberFilter: filter({ type: "number" }, "Filters by a number."),
  BooleanFilter: filter({ type: "boolean" }, "Filters by yes or no."),
  DateTimeFilter: filter(
    { type: "string", examples: ["2026-01-31", "-7d"] },
    "Filters by a time: an ISO 8601 date-time or date, or so long before now in minutes, hours, days or weeks, such as `-7d`."
  ),
  DateFilter: filter(
    {
      type: "string",
      pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2}.*|-[0-9]{1,6}[mhdw])$",
      examples: ["2026-01-31", "-4w"]
    },
    "Filters by a date, or by so long before today, such as `-4w`."
  ),
  TextFilter: filter({ type: "string", minLength: 1 }, "Filters by a text."),
  ContainerFilter: {
    type: "object",
    description: "Filters by whether there is something in an object or a list.",
    properties: { is_null: { type: "boolean", description: "Whether there is nothing in it." } },
    additionalProperties: false
  },
  ListFilter: {
    type: "object",
    description: "Filters by the elements of a list of texts.",
    properties: {
      contains: { type: "string", minLength: 1, description: "One of its elements." },
      is_null: { type: "boolean", description: "Whether there is nothing in it." }
    },
    additionalProperties: false
  },
  Direction: {
    type: "string",
    enum: ["ASC", "DESC"],
    description: "ASC: the smallest or earliest first. DESC: the other way round."
  }
}
const names: Record<FilterKind, string> = {
  integer: "IntegerFilter",
  text: "TextFilter",
  number: "NumberFilter",
  boolean: "BooleanFilter",
  dateTime: "DateTimeFilter",
  date: "DateFilter"
}
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const enumFilterName = (model: AnyModel, name: string): string =>
  `${schemaName(model)}${name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Filter`
const fieldFilter = (model: AnyModel, name: string, kind: ScalarKind, field: Field | undefined): JsonSchema => {
  if (integers.has(name)) return ref("IntegerFilter")
  return ref(field?.values === undefined ? names[kind] : enumFilterName(model, name))
}
/** Those of the members that have a closed set of words, of every model. */
export const enumFilterSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Models.modelIds.flatMap((id) => {
      const model = Models.get(id)
      return Object.entries(model.fields).flatMap(([name, { kind, values }]) =>
        values === undefined || kind !== "text"
          ? []
          : [
              [
                enumFilterName(model, name),
                filter({ type: "string", enum: values }, `Filters by \`${name}\` of ${id}.`)
              ]
            ]
      )
    })
  )

const deepObject = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  style: "deepObject",
  explode: true,
  required: false,
  description,
  schema
})
export const plain = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "query",
  required: false,
  description,
  schema
})
/** The parameter that filters by a member. */
export const filterOf = (
  name: string,
  kind: FilterKind,
  words: ReadonlyArray<string> | undefined,
  description: string | undefined
): JsonSchema =>
  deepObject(
    name,
    description ?? `\`${name}[operator]=value\``,
    words === undefined ? ref(names[kind]) : filter({ type: "string", enum: words }, `Filters by \`${name}\`.`)
  )
/** The parameter that sorts by members. */
export const sortedBy = (members: ReadonlyArray<string>, ties: string): JsonSchema =>
  deepObject("sort", `Order: \`sort[field]=ASC\` or \`DESC\`; several keep their order, ${ties}.`, {
    type: "object",
    properties: Object.fromEntries(members.map((name) => [name, ref("Direction")])),
    additionalProperties: false
  })
/** The parameters of every list. */
export const pageParameters = (entries: string): ReadonlyArray<JsonSchema> => [
  plain("limit", `${entries} on a page. A page may hold fewer where they are large; \`next\` leads on.`, {
    type: "integer",
    minimum: 1,
    maximum: 1000,
    default: 100
  }),
  plain("next", "Cursor of the next page, from the answer before.", { type: "string" }),
  plain("prev", "Cursor of the previous page, from the answer before.", { type: "string" }),
  plain("return_count", "`true` counts what the whole list has, in `total_count`. It costs a pass over it.", flag)
]

/** Replaces the query parameters that a schema cannot say; an annotation of an endpoint. */
export const queryParameters = (shown: ReadonlyArray<JsonSchema>) =>
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      parameters: [...(operation["parameters"] ?? []).filter((one: { in: string }) => one.in !== "query"), ...shown]
    })
  })

/** Some of these words, comma separated. */
const someOf = (words: ReadonlyArray<string>): JsonSchema => ({
  type: "string",
  pattern: `^(${words.join("|").replaceAll(".", "\\.")})(,(${words.join("|").replaceAll(".", "\\.")}))*$`,
  examples: [words.slice(0, 2).join(",")]
})
const flag = { type: "string", enum: ["true", "false"] }

const expansionsOf = (model: AnyModel): ReadonlyArray<string> =>
  Object.entries(model.relations).flatMap(([name, relation]) => {
    const further =
      relation._tag === "Records"
        ? model.fields[relation.field]?.of?.relations
        : Models.get(relation.model as Models.ModelId).relations
    return [
      name,
      ...Object.entries(further ?? {}).flatMap(([own, { _tag }]) => (_tag === "Records" ? [] : [`${name}.${own}`]))
    ]
  })
const expansionsByModel = new WeakMap<AnyModel, ReadonlyArray<string>>()

/** What `expand` may name: relations, and by a dot those of what they embed. */
export const expansions = (model: AnyModel): ReadonlyArray<string> => {
  const known = expansionsByModel.get(model)
  if (known !== undefined) return known
  const made = expansionsOf(model)
  expansionsByModel.set(model, made)
  return made
}

/** What single records take as well: `select`, `expand`, `fields` and `include_deleted_records`. */
export const shapeParameters = (model: AnyModel): ReadonlyArray<JsonSchema> => {
  const relations = expansions(model)
  return [
    plain("select", "Members to show in addition, comma separated.", someOf(["raw_data", "data_hash"])),
    ...(relations.length === 0
      ? []
      : [
          plain(
            "expand",
            "Related records to embed, comma separated, and by a dot what is embedded in those. A list is filtered by their members too, by a dot: `relation.member[operator]=value`.",
            someOf(relations)
          )
        ]),
    plain(
      "fields",
      "The members to answer, comma separated, and no others; dots name those of an object, of lines and of embedded records, as deep as they are. What the answer's schema requires holds without it.",
      { type: "string", minLength: 1, examples: ["svc_id,platform_id"] }
    ),
    plain(
      "include_deleted_records",
      "`true` shows records that are gone at the platform as well, with `svc_deleted_at`.",
      flag
    )
  ]
}

/** The lists and objects of a record, and the item of the platform. */
const containers = (model: AnyModel): ReadonlyArray<readonly [name: string, field: Field | null]> => [
  ...Object.entries(model.fields).filter(([, field]) => !isScalar(field)),
  ["custom_fields", null],
  ["raw_data", null]
]

/** The query parameters of a model's export. Its filters are said by those of the list, which are many. */
export const exportParameters = (model: AnyModel): ReadonlyArray<JsonSchema> => [
  plain("limit", "Records of the whole export; without it, all.", { type: "integer", minimum: 1 }),
  plain("next", "Cursor to go on from: of a cut export, or of a list in the order of svc_id.", { type: "string" }),
  ...shapeParameters(model),
  {
    name: "filter",
    in: "query",
    style: "form",
    explode: true,
    required: false,
    description: "The filters of the list, each a parameter of its own: `field[operator]=value`.",
    schema: { type: "object", additionalProperties: { type: "string" } },
    examples: { changed: { summary: "What changed in a week", value: { "svc_updated_at[gte]": "-7d" } } }
  }
]
const filterText = (model: AnyModel, name: string): string =>
  [`\`${name}[operator]=value\`.`, Descriptions.member(model.id as Models.ModelId, name)].filter(Boolean).join(" ")

/** The query parameters of a model's list, for OpenAPI. */
export const listParameters = (model: AnyModel): ReadonlyArray<JsonSchema> => {
  const fields = scalarFields(model)
  return [
    ...pageParameters("Records"),
    ...shapeParameters(model),
    sortedBy(
      fields.map(([name]) => name),
      "svc_id breaks ties"
    ),
    ...fields.map(([name, kind, field]) =>
      deepObject(name, filterText(model, name), fieldFilter(model, name, kind, field))
    ),
    ...containers(model).map(([name, field]) => {
      const [[nested] = []] = field === null ? [] : nestedFields(field)
      const members =
        name === "custom_fields"
          ? " Each field is filtered and sorted by a dot, by the type of its mapping: `custom_fields.region[operator]=value`, `sort[custom_fields.region]=ASC`."
          : nested === undefined
            ? ""
            : ` Its members are filtered by a dot: \`${name}.${nested}[operator]=value\`.`
      return deepObject(
        name,
        `Whether there is something in \`${name}\`.${members}`,
        ref(field?.kind === "texts" ? "ListFilter" : "ContainerFilter")
      )
    })
  ]
}
