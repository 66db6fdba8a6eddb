/**
 * The members that a caller names with `fields`: an answer holds exactly these. Dots name members of an object, of lines and
 * of records that are embedded, as deep as they are, of which the rest is left out.
 */
import { type Field, Models } from "@svc/core"
import { ListQuery } from "@svc/core/api"
import { columnsOf } from "./Columns.ts"
import * as Custom from "./Custom.ts"
import type { Relations } from "./Expand.ts"

/** Members by name; of those that are not whole, theirs. */
export interface Selection extends ReadonlyMap<string, Selection | null> {}

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

const below = (name: string, names: Iterable<string>): ReadonlyArray<string> =>
  [...names].map((nested) => `${name}.${nested}`)

/** What a record shows, and by dots what there is in that, where these relations are embedded. */
const namesWithin = (model: Models.ModelId, expand: Relations): ReadonlyArray<string> => {
  const fields: Field.Fields = Models.get(model).fields
  return [
    ...recordNames(model),
    ...Object.entries(fields).flatMap(([name, field]) => below(name, nestedNames(field))),
    ...expand.flatMap(([name, relation, within]) =>
      relation._tag === "Records"
        ? within.flatMap((own) => below(relation.field, embeddedNames(own)))
        : embeddedNames([name, relation, within])
    )
  ]
}
const embeddedNames = ([name, relation, within]: Relations[number]): ReadonlyArray<string> =>
  relation._tag === "Records" ? [] : [name, ...below(name, namesWithin(relation.model as Models.ModelId, within))]

/** What `fields` may name, where these relations are embedded. */
export const namesOf = (
  model: Models.ModelId,
  expand: Relations,
  custom: Custom.Fields = Custom.none
): ReadonlySet<string> =>
  new Set([...namesWithin(model, expand), "raw_data", ...custom.map(({ name }) => `${Custom.prefix}${name}`)])

/** `names` that are whole are so, whatever else names members of them. */
export const selectionOf = (names: Iterable<string>): Selection => {
  const selection = new Map<string, Set<string> | null>()
  for (const name of names) {
    const dot = name.indexOf(".")
    const own = dot === -1 ? name : name.slice(0, dot)
    const known = selection.get(own)
    if (dot === -1 || known === null) selection.set(own, null)
    else selection.set(own, (known ?? new Set<string>()).add(name.slice(dot + 1)))
  }
  return new Map([...selection].map(([own, nested]) => [own, nested === null ? null : selectionOf(nested)]))
}

const pick = (value: unknown, selection: Selection): unknown => {
  if (Array.isArray(value)) return value.map((one) => pick(one, selection))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) => {
      const nested = selection.get(name)
      return nested === undefined ? [] : [[name, nested === null ? own : pick(own, nested)]]
    })
  )
}

/** The record's text with the members of a selection alone, in the order of the record. */
export const project = (selection: Selection, text: string): string => JSON.stringify(pick(JSON.parse(text), selection))
