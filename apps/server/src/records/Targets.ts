/**
 * What a filter names: a scalar field, a list or an object of the record, a member of either by a dot, a member of a related
 * record, or the item as the platform gave it. Of several, lines or related records, it is enough that one meets the filter.
 */
import { Field, Model, Models } from "@svc/core"
import { ListQuery } from "@svc/core/api"
import { type Column, columnsOf, member } from "./Columns.ts"
import * as Custom from "./Custom.ts"
import * as RawItems from "./RawItems.ts"
import { partition } from "./RecordRows.ts"

export interface Target extends Column {
  /** Absent where all operators are taken. */
  readonly operators?: ReadonlyArray<ListQuery.Operator>
  /** SQL that is true where there is nothing, for what is more than a value. */
  readonly absent?: string
  /** How many values are looked at in each record; 1 when it does not say. */
  readonly looks?: number
  /** SQL of a list of texts, which contains one or not. */
  readonly texts?: string
  /** Puts a condition on what is in a line or a related record to where they are; `whose` is that of records that the caller may see. */
  readonly around?: (condition: string, whose: string) => string
}

/** What is looked at in a record for one of its lines, and for a related record. */
const LINES = 2
const RELATED = 4

const whole = (name: string, operators: ReadonlyArray<ListQuery.Operator>, absent: string): Target => ({
  name,
  kind: "text",
  value: "null::text",
  shown: "null::text",
  order: "null::text",
  type: "text",
  isNullable: false,
  operators,
  absent
})

/** The elements of a list; one that is stored as anything else would be a fault of ours, and has none. */
const elements = (list: string): string => `(case when json_typeof(${list}) = 'array' then ${list} else '[]' end)`

/** A list of texts: whether one of them is a text, and whether there are none. */
const textsOf = (name: string, list: string): Target => ({
  ...whole(name, ListQuery.listOperators, `(json_array_length(${elements(list)}) = 0)`),
  texts: list
})

/** A list or an object as a whole; `body` is the record's. */
const containerOf = (name: string, { kind }: Field.Field): Target => {
  const list = `r.body -> '${name}'`
  if (kind === "texts") return textsOf(name, list)
  const absent = kind === "object" ? `((r.body ->> '${name}') is null)` : `(json_array_length(${elements(list)}) = 0)`
  return whole(name, ListQuery.containerOperators, absent)
}

/** Members of an object, or of the elements of a list. */
const membersOf = (name: string, field: Field.Field): ReadonlyArray<Target> => {
  if (field.kind === "object") {
    return ListQuery.nestedFields(field).map(([own, kind, values]) =>
      member(`${name}.${own}`, kind, values, `r.body -> '${name}' ->> '${own}'`)
    )
  }
  return [
    ...ListQuery.nestedFields(field).map(([own, kind, values]) =>
      member(`${name}.${own}`, kind, values, `line.value ->> '${own}'`)
    ),
    ...ListQuery.nestedTexts(field).map((own) => textsOf(`${name}.${own}`, `line.value -> '${own}'`))
  ].map((target) => ({
    ...target,
    looks: LINES,
    around: (condition) =>
      `exists (select 1 from json_array_elements(${elements(`r.body -> '${name}'`)}) line where ${condition})`
  }))
}

/**
 * Members of related records, which are those that `expand` embeds. In the condition `r` is the related record; without
 * the offset the planner may read its whole partition for each, and without the company it may be on any node.
 */
const relatedOf = (model: Models.ModelId, name: string, relation: Model.Relation): ReadonlyArray<Target> => {
  if (relation._tag === "Records") return []
  const own = relation._tag === "One" ? `r.body ->> '${relation.by}'` : "r.platform_id"
  const type =
    relation._tag === "One" || relation.type === undefined ? "" : ` and r.body ->> '${relation.type}' = '${model}'`
  const which =
    relation._tag === "One"
      ? "r.platform_id = o.id and r.parent_id = 0"
      : `(r.body ->> '${relation.by}') = o.id and r.deleted_at is null${type}`
  const target = relation.model as Models.ModelId
  const fields: Field.Fields = Models.get(target).fields
  const lists = Object.entries(fields).flatMap(([list, field]) =>
    field.kind === "texts" ? containerOf(list, field) : []
  )
  return [...columnsOf(target).values(), ...lists].map((found: Target) => ({
    ...found,
    name: `${name}.${found.name}`,
    looks: RELATED,
    around: (condition, whose) =>
      `exists (select 1 from (select r.company_id as company, r.connection_id as connection, ${own} as id) o cross join lateral (
         select 1 from ${partition(target)} r where r.company_id = o.company
           and r.connection_id = o.connection and ${which} and ${whose} and ${condition} offset 0) found)`
  }))
}

/** All custom fields, and one that is a list of texts. */
const customFields: Target = whole(
  "custom_fields",
  ListQuery.containerOperators,
  "((r.body ->> 'custom_fields') is null)"
)
const customTexts = (field: Custom.Field): Target => ({
  ...textsOf(`${Custom.prefix}${field.name}`, Custom.listOf(field)),
  looks: LINES
})

const rawDataOf = (model: Models.ModelId): Target => {
  const isNull = whole("raw_data", ListQuery.containerOperators, `(${RawItems.sqlOf(model, (item) => item)} is null)`)
  return Models.get(model).isSub ? { ...isNull, looks: RELATED } : isNull
}

const known = new Map<Models.ModelId, ReadonlyMap<string, Target>>()

/** All that a list of a data model is filtered by, by name. */
export const targetsOf = (model: Models.ModelId, custom: Custom.Fields = Custom.none): ReadonlyMap<string, Target> => {
  if (custom.length > 0) {
    const lists = custom.filter(({ type }) => type === "texts").map(customTexts)
    return new Map([
      ...targetsOf(model),
      ...columnsOf(model, custom),
      ...lists.map((target) => [target.name, target] as const)
    ])
  }
  const found = known.get(model)
  if (found !== undefined) return found
  const { fields, relations }: { readonly fields: Field.Fields; readonly relations: Model.Relations } =
    Models.get(model)
  const containers = Object.entries(fields).filter(([, field]) => !Field.isScalar(field))
  const targets = new Map<string, Target>(
    [
      ...columnsOf(model).values(),
      ...containers.map(([name, field]) => containerOf(name, field)),
      customFields,
      rawDataOf(model),
      ...Object.entries(relations).flatMap(([name, relation]) => relatedOf(model, name, relation)),
      ...containers.flatMap(([name, field]) => membersOf(name, field))
    ].map((target) => [target.name, target])
  )
  known.set(model, targets)
  return targets
}
