/**
 * The members that a caller names with `fields`: an answer holds exactly these. A dot names a member of an object, of lines
 * or of records that are embedded, of which the rest is left out.
 */
import { type Field, type Model, Models } from "@svc/core"
import { ListQuery } from "@svc/core/api"
import { columnsOf } from "./Columns.ts"
import * as Custom from "./Custom.ts"

/** Members by name; of those that are not whole, theirs. */
export type Selection = ReadonlyMap<string, ReadonlySet<string> | null>

/** What stands in a record of its own model. */
const recordNames = (model: Models.ModelId): ReadonlyArray<string> => [
  ...columnsOf(model).keys(),
  ...Object.keys(Models.get(model).fields),
  "custom_fields"
]

const nestedNames = (field: Field.Field): ReadonlyArray<string> => [
  ...ListQuery.nestedFields(field).map(([name]) => name),
  ...Object.keys(field.of?.fields ?? field.members ?? {})
]

/** What `fields` may name, where these relations are embedded. */
export const namesOf = (
  model: Models.ModelId,
  expand: ReadonlyArray<readonly [name: string, relation: Model.Relation, ...rest: ReadonlyArray<unknown>]>,
  custom: Custom.Fields = Custom.none
): ReadonlySet<string> => {
  const fields: Field.Fields = Models.get(model).fields
  const names = new Set([...recordNames(model), "raw_data"])
  for (const { name } of custom) names.add(`${Custom.prefix}${name}`)
  for (const [name, field] of Object.entries(fields)) {
    for (const nested of nestedNames(field)) names.add(`${name}.${nested}`)
  }
  for (const [name, relation] of expand) {
    if (relation._tag === "Records") {
      for (const own of Object.keys(fields[relation.field]?.of?.relations ?? {})) names.add(`${relation.field}.${own}`)
    } else {
      names.add(name)
      for (const own of recordNames(relation.model as Models.ModelId)) names.add(`${name}.${own}`)
    }
  }
  return names
}

/** `names` without dots are whole, whatever else names members of them. */
export const selectionOf = (names: Iterable<string>): Selection => {
  const selection = new Map<string, Set<string> | null>()
  for (const name of names) {
    const [own, nested] = name.split(".", 2) as [string, string?]
    const known = selection.get(own)
    if (nested === undefined || known === null) selection.set(own, null)
    else selection.set(own, (known ?? new Set<string>()).add(nested))
  }
  return selection
}

type Json = Readonly<Record<string, unknown>>

const pick = (value: unknown, names: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => pick(one, names))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)))
}

/** The record's text with the members of a selection alone, in the order of the record. */
export const project = (selection: Selection, text: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(text) as Json).flatMap(([name, value]) => {
        const names = selection.get(name)
        return names === undefined ? [] : [[name, names === null ? value : pick(value, names)]]
      })
    )
  )
