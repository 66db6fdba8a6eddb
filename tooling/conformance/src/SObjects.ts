/**
 * Salesforce's describe answers: what fields an object has, what a statement may ask, and records made of the fields. The
 * answers of several orgs are laid together: each shows what its features and its users' rights allow.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Json } from "./JsonSchemas.ts"
import type { Comparison, Statement } from "./Soql.ts"

export interface Field {
  readonly name: string
  readonly type: string
  readonly filterable: boolean
  readonly sortable: boolean
  /** Absent where the answer does not say. */
  readonly createable?: boolean
  readonly updateable?: boolean
  readonly relationshipName: string | null
  readonly referenceTo: ReadonlyArray<string>
  readonly picklistValues: ReadonlyArray<{ readonly value: string }>
}
export interface SObject {
  readonly name: string
  readonly fields: ReadonlyMap<string, Field>
  /** Objects by the name of the relationship that leads to them. */
  readonly children: ReadonlyMap<string, string>
  /** A describe answer as it is; null for an object that was put together by us. */
  readonly answer: Json | null
}
export type SObjects = ReadonlyMap<string, SObject>

interface Answer {
  readonly name: string
  readonly fields: ReadonlyArray<Field>
  readonly childRelationships: ReadonlyArray<{
    readonly childSObject: string
    readonly relationshipName: string | null
  }>
}

/** Lays together the answers in some folders; the first that describes a field decides. */
export const load = (folders: ReadonlyArray<string>, ...further: ReadonlyArray<SObject>): SObjects => {
  const found = new Map(further.map((own) => [own.name, own]))
  for (const folder of folders.filter((one) => existsSync(one))) {
    for (const file of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
      const answer = JSON.parse(readFileSync(join(folder, file), "utf8")) as Answer
      const known = found.get(answer.name)
      const children = answer.childRelationships.flatMap(({ childSObject, relationshipName }) =>
        relationshipName === null ? [] : [[relationshipName, childSObject] as const]
      )
      found.set(answer.name, {
        name: answer.name,
        fields: new Map([...answer.fields.map((field) => [field.name, field] as const), ...(known?.fields ?? [])]),
        children: new Map([...children, ...(known?.children ?? [])]),
        answer: known?.answer ?? (answer as unknown as Json)
      })
    }
  }
  return found
}

/** Forms of values in conditions, by the type of the field; of all others a quoted text. */
const forms: Readonly<Record<string, RegExp>> = {
  boolean: /^(true|false)$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT/,
  ...Object.fromEntries(["int", "long", "double", "currency", "percent"].map((type) => [type, /^-?\d/]))
}

/** What of a record that is made or changed its describe does not allow. */
export const recordFaults = (objects: SObjects, record: unknown, isNew: boolean): ReadonlyArray<string> => {
  const { attributes, id, ...members } = record as Readonly<Record<string, unknown>>
  const type = String((attributes as { readonly type?: unknown } | undefined)?.type)
  const object = objects.get(type)
  if (object === undefined) return [`there is no object ${type}`]
  return [
    ...(isNew === (id === undefined)
      ? []
      : [`${type}: a record that is ${isNew ? "made has no" : "changed has an"} id`]),
    ...Object.keys(members).flatMap((name) => {
      const field = object.fields.get(name)
      if (field === undefined) return [`${type} has no field ${name}`]
      return (isNew ? field.createable : field.updateable) === false ? [`${type}.${name} cannot be written`] : []
    })
  ]
}

/** Everything in a statement that the describes do not allow. */
export const faults = (objects: SObjects, statement: Statement, from = statement.from): ReadonlyArray<string> => {
  const object = objects.get(from)
  if (object === undefined) return [`there is no object ${from}`]
  /** Follows a dotted path over relationships; a text says what is missing. */
  const resolve = (path: string): Field | string => {
    const [first = "", ...rest] = path.split(".")
    if (rest.length === 0) return object.fields.get(first) ?? `${from} has no field ${first}`
    const reference = [...object.fields.values()].find(({ relationshipName }) => relationshipName === first)
    const parent = objects.get(reference?.referenceTo[0] ?? "")
    if (reference === undefined || parent === undefined) return `${from} has no relationship ${first}`
    return parent.fields.get(rest.join(".")) ?? `${parent.name} has no field ${rest.join(".")}`
  }
  const use = (path: string, what: "filterable" | "sortable"): ReadonlyArray<string> => {
    const field = resolve(path)
    return typeof field === "string" ? [field] : field[what] ? [] : [`${from}.${path} is not ${what}`]
  }
  const compared = ({ field: path, values }: Comparison): ReadonlyArray<string> => {
    const field = resolve(path)
    if (typeof field === "string") return [field]
    const form = forms[field.type] ?? /^'/
    const wrong = values.filter((value) => value.toLowerCase() !== "null" && !form.test(value))
    return [...use(path, "filterable"), ...wrong.map((value) => `${from}.${path} is compared with ${value}`)]
  }
  const twice = statement.fields.filter((field, index) => statement.fields.indexOf(field) !== index)
  return [
    ...statement.fields.flatMap((path) => [resolve(path)].filter((field) => typeof field === "string")),
    ...twice.map((field) => `${from}.${field} is asked for twice`),
    ...statement.conditions.flatMap(compared),
    ...statement.order.flatMap((path) => use(path, "sortable")),
    ...statement.children.flatMap((child) => {
      const own = object.children.get(child.from)
      return own === undefined ? [`${from} has no children ${child.from}`] : faults(objects, child, own)
    })
  ]
}
