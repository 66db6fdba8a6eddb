/**
 * The one check between a connector's mapping and everything that stores or serves records. It runs for every record of
 * every sync, so each model is compiled once into plain functions instead of being decoded through its schema.
 */
import * as Result from "effect/Result"
import * as Bounds from "./Bounds.ts"
import type { Field, Fields, Nested } from "./Field.ts"
import * as Iso from "./Iso.ts"
import * as Known from "./Known.ts"
import type * as Models from "./Models.ts"
import { type Issue, withHint } from "./Issue.ts"
import * as Unread from "./Unread.ts"

export type { Issue } from "./Issue.ts"

/** How many issues of a record are told; one is enough to refuse it. */
export const mostIssues = Bounds.faults

/** A checked record: every member of its model, in the model's order, and nothing else. */
export type Checked = Readonly<Record<string, unknown>> & {
  /** The platform's own id of the record. */
  readonly platform_id: string
}

/**
 * Checks what a mapping answered and completes it: absent members become null (lists `[]`), an empty text is null,
 * moments become `YYYY-MM-DDTHH:mm:ss.sssZ`, characters that cannot be stored become U+FFFD, `platform_unique_id` falls
 * back to the natural key and to `platform_id`, and sub-records get an id (`<parent platform_id>:<field>:<position>`, from 0) and their
 * parent's type and id. Members that a model does not have, words outside an enumeration, numbers that are not finite
 * and texts that are no ISO 8601 moment are issues.
 */
export const check = (
  modelId: Models.ModelId,
  mapped: unknown,
  bounds: Bounds.Bounded = Bounds.bounded
): Result.Result<Checked, ReadonlyArray<Issue>> => {
  const { issues, record, warnings } = attempt(modelId, mapped, bounds)
  const all = [...issues.map(withHint), ...warnings]
  return all.length === 0 ? Result.succeed(record) : Result.fail(all)
}

/** What a check came to. */
export interface Attempt {
  /** The record, complete: to be used where there are no issues. */
  readonly record: Checked
  /** Why the record cannot be; empty for one that can. */
  readonly issues: ReadonlyArray<Issue>
  /** What is null (a list empty) in the record because it could not be read: it can be without (`Field.essential`). */
  readonly warnings: ReadonlyArray<Issue>
}
/**
 * As `check`, but of a record that can be without what is at fault in it: the record without that, and what it is. Hints are for who
 * tells of the issues (`Issue.withHint`).
 */
export const attempt = (modelId: Models.ModelId, mapped: unknown, bounds: Bounds.Bounded = Bounds.bounded): Attempt => {
  const issues: Issues = { told: [], warned: [], bounds, isEssential: true }
  const record = checkerOf(modelId)(mapped, issues)
  return { record, issues: issues.told, warnings: issues.warned }
}
/** What is found on the way through a record, and how much of it may be there. */
interface Issues {
  readonly told: Array<Issue>
  readonly warned: Array<Issue>
  readonly bounds: Bounds.Bounded
  /** Whether the record would be wrong without the member that is looked at. */
  isEssential: boolean
}
type Row = Record<string, unknown>
type CheckValue = (value: unknown, path: string, issues: Issues) => unknown
interface Member {
  readonly name: string
  readonly isEssential: boolean
  readonly check: CheckValue
}
interface Parent {
  readonly model: string
  readonly id: string
}

const checkers = new Map<string, (mapped: unknown, issues: Issues) => Checked>()
const checkerOf = (modelId: Models.ModelId) => {
  const known = checkers.get(modelId)
  if (known !== undefined) return known
  const compiled = compile(modelId)
  checkers.set(modelId, compiled)
  return compiled
}

const compile = (modelId: Models.ModelId) => {
  const { fields, natural } = Known.get(modelId)
  const members = compileMembers(fields)
  const lists = Object.entries(fields)
    .filter(([, field]) => field.of !== undefined)
    .map(([name, field]) => ({
      name,
      isEssential: field.essential === true,
      check: compileList(modelId, name, field.of!)
    }))
  const isKnown = new Set(["platform_id", "platform_unique_id", ...Object.keys(fields), "updated_at"])
  return (mapped: unknown, issues: Issues): Checked => {
    const row: Row = { platform_id: "", platform_unique_id: "" }
    if (!isRow(mapped)) {
      report(issues, "", "a record", mapped)
      return row as Checked
    }
    refuseUnknown(mapped, isKnown, "", issues)
    const platformId = text(mapped["platform_id"] ?? "", "platform_id", issues)
    if ((mapped["platform_id"] ?? "") === "") add(issues, { field: "platform_id", message: "is missing" })
    demandShort(platformId, "platform_id", issues)
    row["platform_id"] = platformId
    const own = text(mapped["platform_unique_id"], "platform_unique_id", issues)
    demandShort(own, "platform_unique_id", issues)
    for (const member of members) row[member.name] = take(member, mapped[member.name], member.name, issues)
    row["platform_unique_id"] = own ?? keyIn(natural === null ? null : row[natural], issues) ?? platformId
    for (const list of lists) {
      issues.isEssential = list.isEssential
      row[list.name] = list.check(mapped[list.name], platformId as string, issues)
    }
    issues.isEssential = false
    row["updated_at"] = moment(mapped["updated_at"], "updated_at", issues)
    return row as Checked
  }
}

/** A number or code that can be a key. */
const keyIn = (value: unknown, { bounds }: Issues): string | null =>
  typeof value === "string" && value !== "" && value.length <= bounds.id ? value : null

const compileMembers = (fields: Fields): ReadonlyArray<Member> =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    isEssential: field.essential === true,
    check: compileField(field)
  }))
/** Checks one member; inside of it the word is its own on whether the record can be without. */
const take = ({ check, isEssential }: Member, value: unknown, path: string, issues: Issues): unknown => {
  const { isEssential: before } = issues
  issues.isEssential = isEssential
  const checked = check(value, path, issues)
  issues.isEssential = before
  return checked
}

const compileField = (field: Field): CheckValue => {
  switch (field.kind) {
    case "text":
      return field.values === undefined ? text : word(field.values)
    case "number":
      return field.isRate === true ? rate : number
    case "boolean":
      return boolean
    case "dateTime":
      return moment
    case "date":
      return day
    case "texts":
      return texts
    case "object":
      return compileObject(field.members ?? {})
    case "rows":
      return compileRows(field)
    case "records":
      // Holds the list's place among the members; the list itself needs the parent's id and comes after.
      return () => none
  }
}
const none: ReadonlyArray<never> = []

/** The elements, each checked; none where one cannot be read: the others would be another list. */
const allOf = <A>(
  list: ReadonlyArray<unknown>,
  check: (element: unknown, index: number) => A | null
): ReadonlyArray<A> => {
  const kept: Array<A> = []
  for (const [index, element] of list.entries()) {
    const checked = check(element, index)
    if (checked === null) return []
    kept.push(checked)
  }
  return kept
}

/** Rows of a statement hold rows again: what is being compiled refers to itself. */
const rowCheckers = new WeakMap<Fields, CheckValue>()
const compileRows = (field: Field): CheckValue => {
  const fields = field.members ?? {}
  const found = rowCheckers.get(fields)
  if (found !== undefined) return found
  let checkRow: CheckValue = () => null
  const checkRows: CheckValue = (value, path, issues) => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return report(issues, path, "a list", value) ?? []
    if (isLong(value, path, issues)) return []
    return allOf(value, (row, index) => {
      const at = `${path}[${index}]`
      return row === null || row === undefined ? report(issues, at, "an object", row) : checkRow(row, at, issues)
    })
  }
  rowCheckers.set(fields, checkRows)
  checkRow = compileObject(fields)
  return checkRows
}

const compileObject = (fields: Fields): CheckValue => {
  const members = compileMembers(fields)
  const isKnown = new Set(Object.keys(fields))
  return (value, path, issues) => {
    if (value === undefined || value === null) return null
    if (!isRow(value)) return report(issues, path, "an object", value)
    refuseUnknown(value, isKnown, path, issues)
    const row: Row = {}
    for (const member of members) row[member.name] = take(member, value[member.name], `${path}.${member.name}`, issues)
    return row
  }
}

const compileList = (model: string, name: string, sub: Nested) => {
  const checkRecord = compileSub(sub)
  return (value: unknown, platformId: string, issues: Issues): unknown => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return report(issues, name, "a list", value) ?? []
    if (isLong(value, name, issues)) return []
    const parent: Parent = { model, id: platformId }
    const elements = sub.split === undefined ? value : value.flatMap((one) => (isRow(one) ? sub.split!(one) : one))
    const rows = allOf(elements, (element, index) => checkRecord(element, parent, name, index, issues))
    if (rows.length > 1) separate(rows)
    return rows
  }
}

const updatedAt: Member = { name: "updated_at", isEssential: false, check: (...of) => moment(...of) }
const compileSub = (sub: Nested) => {
  const { type, id } = sub.parent
  const members = compileMembers(sub.fields)
  const isKnown = new Set(["platform_id", ...Object.keys(sub.fields), ...(sub.hasUpdatedAt ? ["updated_at"] : [])])
  return (value: unknown, parent: Parent, list: string, position: number, issues: Issues): Row | null => {
    const path = `${list}[${position}]`
    const row: Row = { platform_id: "" }
    if (!isRow(value)) return report(issues, path, "an object", value)
    refuseUnknown(value, isKnown, path, issues)
    const own = identity(value["platform_id"], `${path}.platform_id`, issues)
    demandShort(own, `${path}.platform_id`, issues)
    row["platform_id"] = own ?? `${parent.id}:${list}:${position}`
    for (const member of members) {
      const { name } = member
      row[name] =
        name === type ? parent.model : name === id ? parent.id : take(member, value[name], `${path}.${name}`, issues)
    }
    if (sub.hasUpdatedAt) row["updated_at"] = take(updatedAt, value["updated_at"], `${path}.updated_at`, issues)
    return row
  }
}

/** Two sub-records of one list with the same id: the later one's position is added, so that each keeps its own identity. */
const separate = (rows: ReadonlyArray<Row>): void => {
  const seen = new Set<unknown>()
  for (const [position, row] of rows.entries()) {
    let id = row["platform_id"]
    while (seen.has(id)) id = `${String(id)}:${position}`
    row["platform_id"] = id
    seen.add(id)
  }
}

/** So many faults say enough. */
const add = (issues: Issues, issue: Issue): void => {
  if (issues.told.length < Bounds.faults) issues.told.push(issue)
}
const demandShort = (id: unknown, field: string, issues: Issues): void => {
  const { bounds } = issues
  if (typeof id === "string" && id.length > bounds.id) {
    add(issues, { field, message: `is longer than ${Bounds.told(bounds, "id")}` })
  }
}
const isLong = (list: ReadonlyArray<unknown>, field: string, issues: Issues): boolean => {
  const { bounds } = issues
  if (list.length <= bounds.elements) return false
  add(issues, {
    field,
    message: `is a list of ${list.length}, more than ${Bounds.told(bounds, "elements", "elements")}`
  })
  return true
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value)

const refuseUnknown = (value: Row, isKnown: ReadonlySet<string>, path: string, issues: Issues): void => {
  for (const name in value) {
    if (!isKnown.has(name)) {
      add(issues, {
        field: path === "" ? name : `${path}.${name}`,
        message: "is not a member of the model",
        strange: { name, known: isKnown }
      })
    }
  }
}

const report = (issues: Issues, field: string, expected: string, value: unknown): null => {
  const issue = { field, message: Unread.faultOf(value)?.message ?? `expected ${expected}, got ${nameOf(value)}` }
  if (issues.isEssential) add(issues, issue)
  else if (issues.warned.length < Bounds.faults) issues.warned.push(issue)
  return null
}
const nameOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "string") {
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "object" ? "an object" : typeof value
}

/** An id is never left out. */
const identity: CheckValue = (value, path, issues) =>
  take({ name: "", isEssential: true, check: text }, value, path, issues)
const storable = (value: string): string =>
  value.isWellFormed() && !value.includes("\u0000") ? value : value.toWellFormed().replaceAll("\u0000", "\uFFFD")

const text: CheckValue = (value, path, issues) => {
  if (typeof value === "string") return value === "" ? null : storable(value)
  return value === undefined || value === null ? null : report(issues, path, "a text", value)
}

const word = (values: ReadonlyArray<string>): CheckValue => {
  const isKnown = new Set<unknown>(values)
  return (value, path, issues) => {
    if (isKnown.has(value)) return value
    return value === undefined || value === null || value === ""
      ? null
      : report(issues, path, `one of ${values.join(", ")}`, value)
  }
}

const number: CheckValue = (value, path, issues) => {
  if (typeof value === "number" && Number.isFinite(value)) return value === 0 ? 0 : value
  return value === undefined || value === null ? null : report(issues, path, "a number", value)
}

/** Platforms write zero where they know no rate. */
const rate: CheckValue = (value, path, issues) => {
  const read = number(value, path, issues)
  return read === 0 ? null : read
}

const boolean: CheckValue = (value, path, issues) => {
  if (typeof value === "boolean") return value
  return value === undefined || value === null ? null : report(issues, path, "true or false", value)
}

const moment: CheckValue = (value, path, issues) => {
  if (value === undefined || value === null || value === "") return null
  const canonical = typeof value === "string" ? Iso.instant(value) : undefined
  return canonical ?? report(issues, path, "an ISO 8601 date-time", value)
}

const day: CheckValue = (value, path, issues) => {
  if (value === undefined || value === null || value === "") return null
  const canonical = typeof value === "string" ? Iso.day(value) : undefined
  return canonical ?? report(issues, path, "a date as YYYY-MM-DD", value)
}

/** What is absent in a list of texts is left out; as in other lists, one that cannot be read leaves none. */
const texts: CheckValue = (value, path, issues) => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return report(issues, path, "a list", value) ?? []
  if (isLong(value, path, issues)) return []
  const kept: Array<unknown> = []
  for (const [index, element] of value.entries()) {
    const checked = text(element, `${path}[${index}]`, issues)
    if (checked !== null) kept.push(checked)
    else if (element !== undefined && element !== null && element !== "") return []
  }
  return kept
}
