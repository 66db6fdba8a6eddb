/**
 * Custom fields: members of a caller's own naming, read out of the platform's item. A mapping says where the value is (a
 * path of a small, safe kind) and what it is to be; what is not there is left out, and what is there and is something else is
 * left out with a warning. Pure: the same for a server that stores records and for a program that embeds a connector.
 */
import * as Effect from "effect/Effect"
import * as Bounds from "../contract/Bounds.ts"
import * as Iso from "../contract/Iso.ts"
import * as Models from "../contract/Models.ts"
import * as Normalize from "../contract/Normalize.ts"
import type { Client } from "./Client.ts"
import type { Item, Warning } from "./Reading.ts"

/** What a custom field can hold: `date` is a day, `datetime` a moment in UTC, `texts` a list of texts. */
export const types = ["text", "number", "boolean", "date", "datetime", "texts"] as const
export type Type = (typeof types)[number]
export type Value = string | number | boolean | ReadonlyArray<string>
/** Custom fields of a record by name, those of which there is something. */
export type Values = Readonly<Record<string, Value>>

/** Where a value is in the platform's item, what it is, and what it is called in the record. */
export interface Definition {
  /** Letters, digits and underscores, beginning with a letter. */
  readonly name: string
  /**
   * Members by dots, elements in brackets: `properties.region`, `lines[0].sku`, `CustomField[Name=Region].StringValue`,
   * `metafields[namespace=custom&key="vat id"].value`, `["odd.name"]`.
   */
  readonly path: string
  readonly type: Type
}

/** Characters of a path and of a name, steps of a path, and what a value may have at most, whatever is mapped. */
export const bounds = { path: 500, name: 64, steps: 16, characters: 10_000, elements: 200 } as const

// --- Paths ---

/** One step into a value: a member, an element by its place, or the first element whose members are as said. */
export type Step =
  | { readonly _tag: "Member"; readonly name: string }
  | { readonly _tag: "Index"; readonly at: number }
  | { readonly _tag: "Where"; readonly members: ReadonlyArray<readonly [name: string, value: string]> }
export type Path = ReadonlyArray<Step>

const bare = /[^.[\]"=&\s](?:[^.[\]"=&]*[^.[\]"=&\s])?/y
const quoted = /"(?:[^"\\]|\\["\\])*"/y
const position = /\d{1,4}(?=\])/y

/** What is wrong with a path, and where it begins. */
export class PathFault extends Error {
  override readonly name = "PathFault"
}

/** Reads a path; throws a `PathFault` that says what was expected, and where. */
export const parse = (text: string): Path => {
  let at = 0
  const fail = (expected: string): never => {
    const where = at >= text.length ? "at its end" : `at ${JSON.stringify(text.slice(at, at + 20))}`
    throw new PathFault(`expected ${expected} ${where}`)
  }
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return null
    at += found[0].length
    return found[0]
  }
  const is = (character: string): boolean => {
    if (text[at] !== character) return false
    at++
    return true
  }
  const word = (expected: string): string => {
    const literal = take(quoted)
    if (literal !== null) return literal.slice(1, -1).replace(/\\(.)/g, "$1")
    return take(bare) ?? fail(expected)
  }
  if (text.length > bounds.path) throw new PathFault(`expected at most ${bounds.path} characters`)
  const steps: Array<Step> = []
  while (at < text.length || steps.length === 0) {
    if (steps.length === bounds.steps) throw new PathFault(`expected at most ${bounds.steps} steps`)
    if (is("[")) {
      const index = take(position)
      if (index !== null) steps.push({ _tag: "Index", at: Number(index) })
      else {
        const isQuoted = text[at] === '"'
        const name = word("a name, a position, or a name and a value")
        if (is("=")) {
          const members: Array<readonly [string, string]> = [[name, word("a value")]]
          while (is("&")) {
            const next = word("a name")
            if (!is("=")) fail('"="')
            members.push([next, word("a value")])
          }
          steps.push({ _tag: "Where", members })
        } else if (isQuoted) steps.push({ _tag: "Member", name })
        else fail('"="')
      }
      if (!is("]")) fail('"]"')
    } else {
      if (steps.length > 0 && !is(".")) fail('"." or "["')
      steps.push({ _tag: "Member", name: word("a name") })
    }
  }
  return steps
}

const isBare = (text: string): boolean => {
  bare.lastIndex = 0
  return bare.exec(text)?.[0].length === text.length
}
const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`
const written = (text: string): string => (isBare(text) ? text : quote(text))

/** The text of a path, which reads as the same path again. */
export const format = (path: Path): string =>
  path
    .map((step, place) => {
      if (step._tag === "Index") return `[${step.at}]`
      if (step._tag === "Where") return `[${step.members.map((pair) => pair.map(written).join("=")).join("&")}]`
      if (!isBare(step.name)) return `[${quote(step.name)}]`
      return place === 0 ? step.name : `.${step.name}`
    })
    .join("")

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** What is at a path; undefined where there is nothing. Only what the item itself holds is looked at. */
export const at = (path: Path, raw: unknown): unknown => {
  let value = raw
  for (const step of path) {
    if (step._tag === "Member") {
      value = isObject(value) && Object.hasOwn(value, step.name) ? value[step.name] : undefined
    } else if (!Array.isArray(value)) return undefined
    else if (step._tag === "Index") value = (value as ReadonlyArray<unknown>)[step.at]
    else {
      value = (value as ReadonlyArray<unknown>).find(
        (element) =>
          isObject(element) &&
          step.members.every(([name, wanted]) => {
            const own = Object.hasOwn(element, name) ? element[name] : undefined
            return isScalar(own) && String(own) === wanted
          })
      )
    }
    if (value === undefined || value === null) return undefined
  }
  return value
}

// --- Values ---

const expected = (what: string, saw: unknown): never => {
  throw new Normalize.Unreadable(what, saw)
}
const text = (value: unknown): string | null => {
  const read = Normalize.text(value)
  if (read !== null && read.length > bounds.characters) expected(`at most ${bounds.characters} characters`, value)
  return read
}
const truth: Readonly<Record<string, boolean>> = { true: true, t: true, yes: true, y: true, 1: true }
const untruth: Readonly<Record<string, boolean>> = { false: true, f: true, no: true, n: true, 0: true }

const readers: Readonly<Record<Type, (value: unknown) => Value | null>> = {
  text,
  number: (value) => Normalize.number(value),
  boolean: (value) => {
    if (typeof value === "boolean") return value
    const said = isScalar(value) ? String(value).trim().toLowerCase() : expected("yes or no", value)
    if (said === "") return null
    if (Object.hasOwn(truth, said)) return true
    return Object.hasOwn(untruth, said) ? false : expected("yes or no", value)
  },
  date: (value) => Normalize.day(value),
  datetime: (value) => {
    // Of a day alone it is not known which moment it means.
    if (typeof value === "string" && Iso.isDate(value.trim())) expected("an ISO 8601 date-time", value)
    return Normalize.instant(value)
  },
  texts: (value) => {
    if (!Array.isArray(value)) return expected("a list of texts", value)
    if (value.length > bounds.elements) expected(`at most ${bounds.elements} elements`, value)
    return value.flatMap((element: unknown) => text(element) ?? [])
  }
}

/** What is wrong with a definition, with the member it is wrong with; null when nothing is. */
export const faultOf = (
  definition: Definition
): { readonly field: keyof Definition; readonly message: string } | null => {
  const { name, path, type }: Partial<Definition> = isObject(definition) ? definition : {}
  if (typeof name !== "string") return { field: "name", message: '"name" must be a text.' }
  if (typeof path !== "string") return { field: "path", message: '"path" must be a text.' }
  if (!/^[A-Za-z]\w*$/.test(name) || name.length > bounds.name) {
    const message = `"name" must be letters, digits and underscores, beginning with a letter, ${bounds.name} at most.`
    return { field: "name", message }
  }
  if (!types.includes(type!)) return { field: "type", message: `"type" must be one of ${types.join(", ")}.` }
  try {
    parse(path)
    return null
  } catch (error) {
    if (!(error instanceof PathFault)) throw error
    return { field: "path", message: `"path" cannot be read: ${error.message}.` }
  }
}

/** Mappings that are read and ready. */
export interface Compiled {
  readonly fields: ReadonlyArray<{
    readonly name: string
    readonly path: Path
    readonly read: (value: unknown) => Value | null
  }>
}
/** Throws a `PathFault` for a path that is none. */
export const compile = (definitions: ReadonlyArray<Definition>): Compiled => ({
  fields: definitions.map(({ name, path, type }) => ({ name, path: parse(path), read: readers[type] }))
})

/** The custom fields of an item, each by its name, and what was there and could not be read as what it is to be. */
export const read = (
  { fields }: Compiled,
  raw: unknown
): { readonly values: Values; readonly warnings: ReadonlyArray<Warning> } => {
  const values: Record<string, Value> = {}
  const warnings: Array<Warning> = []
  for (const { name, path, read: readValue } of fields) {
    const found = at(path, raw)
    if (found === undefined) continue
    try {
      const value = readValue(found)
      if (value !== null) values[name] = value
    } catch (error) {
      if (!Normalize.isUnreadable(error)) throw error
      warnings.push({ field: `custom_fields.${name}`, message: `${format(path)}: ${error.message}` })
    }
  }
  return { values, warnings }
}

/** An item whose records carry their custom fields. */
export const within = (compiled: Compiled, item: Item): Item => {
  const { values, warnings } = read(compiled, item.raw)
  return {
    ...item,
    records:
      Object.keys(values).length === 0
        ? item.records
        : item.records.map((record) => ({ ...record, custom_fields: values })),
    ...(warnings.length === 0 ? {} : { warnings: [...(item.warnings ?? []), ...warnings].slice(0, Bounds.faults) })
  }
}

// --- For programs that embed a connector ---

/** Definitions by data model, as `connect` takes them. */
export interface CustomFields {
  /** The same client, whose records carry custom fields. */
  readonly of: (client: Client) => Client
}

/** Makes custom fields of definitions by data model; throws a `TypeError` for a definition that is none. */
export const make = (byModel: Readonly<Partial<Record<Models.ModelId, ReadonlyArray<Definition>>>>): CustomFields => {
  if (!isObject(byModel)) throw new TypeError("Custom fields must be definitions by data model.")
  const compiled = new Map<string, Compiled>()
  for (const [model, definitions] of Object.entries(byModel)) {
    if (!Models.modelIds.some((id) => id === model)) throw new TypeError(`${model}: is no data model.`)
    if (!Array.isArray(definitions)) throw new TypeError(`${model}: must be a list of definitions.`)
    const names = new Set(["custom_fields", ...Object.keys(Models.get(model as Models.ModelId).fields)])
    for (const [index, definition] of definitions.entries()) {
      const fault = faultOf(definition)
      if (fault !== null) throw new TypeError(`${model}[${index}]: ${fault.message}`)
      if (names.has(definition.name)) {
        throw new TypeError(`${model}[${index}]: "name" is taken: ${JSON.stringify(definition.name)}.`)
      }
      names.add(definition.name)
    }
    compiled.set(model, compile(definitions))
  }
  const item = <A extends Item | null>(model: string, own: A): A => {
    const fields = compiled.get(model)
    return own === null || fields === undefined ? own : (within(fields, own) as A)
  }
  return {
    of: (client) => ({
      ...client,
      get: (model, id) => Effect.map(client.get(model, id), (found) => item(model, found)),
      pages: (model, options) =>
        Effect.map(client.pages(model, options), (pages) =>
          Effect.map(pages, (step) =>
            step === null ? null : { ...step, items: step.items.map((own) => item(model, own)) }
          )
        ),
      write: (model, operation, items, options) =>
        Effect.map(client.write(model, operation, items, options), (results) =>
          results.map((result) =>
            result.status === "success" ? { ...result, item: item(model, result.item) } : result
          )
        )
    })
  }
}

/** The custom fields of a record; none of a record that has none. */
export const valuesOf = (record: object): Values =>
  isObject(record) && isObject(record["custom_fields"]) ? (record.custom_fields as Values) : {}
