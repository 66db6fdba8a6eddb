/**
 * The check of an item that a caller sends, and the JSON Schema of an item as a platform wants it. An item that passes is
 * exactly what a connector's write receives.
 */
import * as Result from "effect/Result"
import { type Field, type Fields, text as plainText } from "./Field.ts"
import * as Iso from "./Iso.ts"
import * as Nearest from "./Nearest.ts"
import { isStorable, type WriteModel } from "./WriteModel.ts"

/** Something that is wrong with an item of a write: the member, and in a sentence what. */
export interface ItemIssue {
  /** Where in the item: `line_items[0].quantity`; empty when the item itself is at fault. */
  readonly field: string
  /** In a sentence for whoever sent the item. */
  readonly message: string
  /** As the interface tells it: something is missing, wrong, or has no place at the platform. */
  readonly code: "missing-params" | "invalid-params" | "unsupported"
}

/** How many faults of an item are told: more would say nothing new, and whoever sends millions is not to be given as many. */
export const mostIssues = 100
/** Of how many the nearest name is looked for, which costs more than all the rest of a check: nobody mistypes more. */
const mostHints = 10

/** What a platform adds to the interface; `line_items.account_id` means the member of every line. */
export interface PlatformRules {
  /** Members that the platform cannot do without, by their path. */
  readonly requires?: ReadonlyArray<string>
  /** Members that the platform has no place for, by their path. */
  readonly unsupported?: ReadonlyArray<string>
}

/**
 * Checks one item of a write. Every fault is reported, not only the first, up to {@link mostIssues}: from then on nothing
 * more is looked at. Nothing is converted: the answer holds the caller's values, without members that are undefined.
 */
export const checkItem = (
  write: Pick<WriteModel, "fields" | "requires">,
  item: unknown,
  rules: PlatformRules = {}
): Result.Result<Readonly<Record<string, unknown>>, ReadonlyArray<ItemIssue>> => {
  const issues: Array<ItemIssue> = []
  const checked = checkMembers(write.fields, item, "", issues)
  if (isRecord(checked)) {
    for (const path of [...write.requires, ...(rules.requires ?? [])]) requireAt(checked, path.split("."), "", issues)
    for (const path of rules.unsupported ?? []) refuseAt(checked, path.split("."), "", issues)
  }
  return issues.length === 0 ? Result.succeed(checked as Readonly<Record<string, unknown>>) : Result.fail(issues)
}

const isFull = (issues: ReadonlyArray<ItemIssue>): boolean => issues.length >= mostIssues

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`)
const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0)

const checkMembers = (fields: Fields, value: unknown, path: string, issues: Array<ItemIssue>): unknown => {
  const invalid = (field: string, message: string) => issues.push({ field, message, code: "invalid-params" })
  if (!isRecord(value)) {
    invalid(path, `expected an object, got ${nameOf(value)}`)
    return undefined
  }
  const checked: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    if (isFull(issues)) break
    const member = value[name]
    if (!Object.hasOwn(fields, name)) {
      const place = join(path, shorten(name))
      const hint = issues.length < mostHints ? Nearest.hint(name, Object.keys(fields)) : ""
      invalid(place, `unknown member "${shorten(name)}"${hint}`)
    } else if (member === null) {
      checked[name] = null
    } else if (member !== undefined) {
      checked[name] = checkValue(fields[name]!, member, join(path, name), issues)
    }
  }
  return checked
}

const checkValue = (field: Field, value: unknown, path: string, issues: Array<ItemIssue>): unknown => {
  const expected = (what: string) => {
    issues.push({ field: path, message: `expected ${what}, got ${nameOf(value)}`, code: "invalid-params" })
    return undefined
  }
  if (field.kind === "object") return checkMembers(field.members ?? {}, value, path, issues)
  if (field.kind === "rows" || field.kind === "texts" || field.kind === "records") {
    if (!Array.isArray(value)) return expected("a list")
    const checked: Array<unknown> = []
    for (let index = 0; index < value.length && !isFull(issues); index++) {
      const at = `${path}[${index}]`
      checked.push(
        field.members === undefined
          ? checkValue(plainText, value[index], at, issues)
          : checkMembers(field.members, value[index], at, issues)
      )
    }
    return checked
  }
  if (field.kind === "number") {
    return typeof value === "number" && Number.isFinite(value) ? value : expected("a number")
  }
  if (field.kind === "boolean") return typeof value === "boolean" ? value : expected("true or false")
  if (typeof value !== "string") return expected("a text")
  if (field.kind !== "text") return Iso.instant(value) === undefined ? expected("an ISO 8601 date or date-time") : value
  if (field.values !== undefined) {
    return field.values.includes(value) ? value : expected(`one of ${field.values.join(", ")}`)
  }
  return isStorable(value) ? value : expected("text without NUL and lone surrogates")
}

const nameOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string")
    return isStorable(value) ? JSON.stringify(shorten(value)) : "a text with such characters"
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "object" ? "an object" : typeof value
}
const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)

const requireAt = (value: unknown, path: ReadonlyArray<string>, at: string, issues: Array<ItemIssue>): void => {
  const [name, ...rest] = path
  if (name === undefined || !isRecord(value) || isFull(issues)) return
  const field = join(at, name)
  const member = value[name]
  if (rest.length === 0) {
    if (isBlank(member) && !issues.some((issue) => issue.field === field)) {
      issues.push({ field, message: `"${name}" is required`, code: "missing-params" })
    }
  } else if (Array.isArray(member)) {
    for (const [index, element] of member.entries()) requireAt(element, rest, `${field}[${index}]`, issues)
  } else requireAt(member, rest, field, issues)
}

const refuseAt = (value: unknown, path: ReadonlyArray<string>, at: string, issues: Array<ItemIssue>): void => {
  const [name, ...rest] = path
  if (name === undefined || !isRecord(value) || isFull(issues)) return
  const field = join(at, name)
  const member = value[name]
  if (rest.length === 0) {
    if (!isBlank(member)) {
      issues.push({ field, message: `this platform has no place for "${name}"`, code: "unsupported" })
    }
  } else if (Array.isArray(member)) {
    for (const [index, element] of member.entries()) refuseAt(element, rest, `${field}[${index}]`, issues)
  } else refuseAt(member, rest, field, issues)
}

/** A schema of JSON, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The JSON Schema (2020-12) of one item, with what a platform requires and without what it has no place for. With `byId` it is
 * that of the service, where records may be named by `svc_id`.
 */
export const jsonSchema = (write: WriteModel, rules: PlatformRules = {}, byId = false): JsonSchema => {
  const schema = objectSchema(
    write.fields,
    [...write.requires, ...(rules.requires ?? [])],
    rules.unsupported ?? [],
    byId
  )
  const head = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `${write.model} ${write.operation}`
  }
  if (!byId || write.operation === "create") return { ...head, ...schema }
  const { properties, required, ...rest } = schema as {
    readonly properties: object
    readonly required: ReadonlyArray<string>
  }
  const others = required.filter((name) => name !== "platform_id")
  return {
    ...head,
    ...rest,
    properties: { svc_id: svcId, ...properties },
    ...(others.length === 0 ? {} : { required: others }),
    oneOf: [{ required: ["svc_id"] }, { required: ["platform_id"] }]
  }
}
const svcId: JsonSchema = { type: "integer", minimum: 1 }

const objectSchema = (
  fields: Fields,
  requires: ReadonlyArray<string>,
  unsupported: ReadonlyArray<string>,
  byId: boolean
): JsonSchema => {
  const required = [...new Set(requires.filter((path) => !path.includes(".")))]
  const below = (paths: ReadonlyArray<string>, name: string) =>
    paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
  const properties = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !unsupported.includes(name))
      .map(([name, field]) => [
        name,
        valueSchema(field, required.includes(name), below(requires, name), below(unsupported, name), byId)
      ])
  )
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}

const named: JsonSchema = {
  type: "object",
  properties: { svc_id: svcId },
  required: ["svc_id"],
  additionalProperties: false
}
const valueSchema = (
  field: Field,
  isRequired: boolean,
  requires: ReadonlyArray<string>,
  unsupported: ReadonlyArray<string>,
  byId: boolean
): JsonSchema => {
  const described = field.description === undefined ? {} : { description: field.description }
  const type = (name: string) => ({ ...described, type: isRequired ? name : [name, "null"] })
  if (field.kind === "object" || field.kind === "rows" || field.kind === "records") {
    const inner = objectSchema(field.members ?? {}, requires, unsupported, byId)
    if (field.kind === "object") return { ...inner, ...type("object") }
    return { ...type("array"), items: inner, ...(isRequired ? { minItems: 1 } : {}) }
  }
  const text = { type: "string", ...(isRequired ? { minLength: 1 } : {}) }
  const isById = byId && field.to !== undefined
  if (field.kind === "texts") {
    const items = isById ? { anyOf: [{ type: "string" }, named] } : { type: "string" }
    return { ...type("array"), items, ...(isRequired ? { minItems: 1 } : {}) }
  }
  if (field.kind === "number" || field.kind === "boolean") return type(field.kind)
  if (field.kind !== "text") {
    return { ...type("string"), anyOf: dateFormats(isRequired) }
  }
  if (isById) return { ...described, anyOf: [text, named, ...(isRequired ? [] : [{ type: "null" }])] }
  if (field.values !== undefined)
    return { ...type("string"), enum: isRequired ? field.values : [...field.values, null] }
  return { ...type("string"), ...(isRequired ? { minLength: 1 } : {}) }
}
const dateFormats = (isRequired: boolean): ReadonlyArray<JsonSchema> => [
  { format: "date-time" },
  { format: "date" },
  ...(isRequired ? [] : [{ type: "null" }])
]
