/**
 * The query parameters of a list and of a single record: parsed and checked in one go, every fault reported at once.
 * Nothing unknown is passed over.
 */
import { Models, Nearest } from "@svc/core"
import { ApiError, ListQuery } from "@svc/core/api"
import * as Result from "effect/Result"
import { atMost, type Limits } from "../Limits.ts"
import { type Column, columnsOf } from "./Columns.ts"
import * as Custom from "./Custom.ts"
import * as Expand from "./Expand.ts"
import * as Fields from "./Fields.ts"
import * as Filters from "./Filters.ts"
import { type Target, targetsOf } from "./Targets.ts"

export const defaultLimit = 100
export const maxLimit = 1000

export interface SortKey {
  readonly column: Column
  readonly direction: "ASC" | "DESC"
}

/** What is wanted of each record. */
export interface Shape {
  readonly raw: boolean
  readonly hash: boolean
  /** Relations in the order of the model. */
  readonly expand: Expand.Relations
  readonly includeDeleted: boolean
  /** Null for the whole record. */
  readonly fields: Fields.Selection | null
}

/** Which page is asked for, and of which entries. */
export interface Asked {
  readonly limit: number
  readonly cursor: { readonly at: "next" | "prev"; readonly text: string } | null
  readonly returnCount: boolean
  /** Null when the request does not say. */
  readonly sort: ReadonlyArray<SortKey> | null
  readonly filters: ReadonlyArray<Filters.Filter>
}

export interface ListQuery extends Shape, Asked {}

/** A list as its parameters are checked: what its entries are called, and what they are filtered and sorted by. */
export interface Subject {
  readonly name: string
  readonly targets: ReadonlyMap<string, Target>
  readonly columns: ReadonlyMap<string, Column>
  /** Parameters that stand for `[eq]` of a member. */
  readonly short?: ReadonlyMap<string, string>
}

type Faults = Array<ApiError.ErrorDetail>
type Single = Readonly<Record<string, string | null>>
type Taken = Pick<Limits, "filters" | "filterValues" | "sorts">

const selectable = ["raw_data", "data_hash"]
const shapeParameters = ["select", "expand", "fields", "include_deleted_records"]
const pageParameters = ["limit", "next", "prev", "return_count"]
/** An export has no end of its own, and one order. */
const exportParameters = ["limit", "next"]

/** Reads the parameters of a list, and collects those that are given once. */
const read = (
  subject: Subject,
  parameters: ReadonlyArray<string>,
  params: URLSearchParams,
  limits: Taken,
  now: number,
  faults: Faults
): Asked & { readonly single: Single } => {
  const isSorted = parameters.includes("prev")
  const [most, usual] = isSorted ? [maxLimit, defaultLimit] : [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  const filters: Array<Filters.Filter> = []
  const sort = new Map<string, SortKey>()
  const single: Record<string, string | null> = Object.fromEntries(parameters.map((name) => [name, null]))
  let filterCount = 0
  for (const [name, value] of params) {
    if (name in single && parameters.includes(name)) {
      takeOnce(single, name, value, faults)
      continue
    }
    const meant = subject.short?.get(name)
    const bracketed = /^([^[\]]*)\[([^[\]]*)\]$/.exec(meant === undefined ? name : `${meant}[eq]`)
    if (bracketed === null) {
      fault(faults, name, unknownParameter(name, parameters, subject.targets))
    } else if (bracketed[1] === "sort") {
      if (isSorted) addSort(subject, sort, name, bracketed[2]!, value, faults)
      else fault(faults, name, `An export is in the order of svc_id; ${shown(name)} is not taken.`)
    } else {
      if (++filterCount > limits.filters.most) continue
      const column = subject.targets.get(bracketed[1]!)
      if (column === undefined) {
        fault(faults, name, unknownField(subject, bracketed[1]!, "filtered"))
      } else if (Filters.isOperator(bracketed[2]!)) {
        const checked = Filters.check(column, bracketed[2], value, limits.filterValues, now)
        if (Result.isSuccess(checked)) filters.push(checked.success)
        else fault(faults, name, `${shown(name)}: ${checked.failure}.`)
      } else {
        fault(
          faults,
          name,
          `${shown(bracketed[2]!)} is not an operator${sentence(Nearest.hint(bracketed[2]!, Filters.operators))} ` +
            `The operators are ${Filters.operators.join(", ")}.`
        )
      }
    }
  }
  if (filterCount > limits.filters.most) {
    fault(faults, null, `There are ${filterCount} filters; ${atMost(limits.filters)} are taken.`)
  }
  if (sort.size > limits.sorts.most) {
    const name = [...sort.keys()][limits.sorts.most]
    fault(faults, `sort[${name}]`, `The list is sorted by ${sort.size} fields; ${atMost(limits.sorts)} are taken.`)
  }
  if (single["next"] != null && single["prev"] != null) fault(faults, "prev", "Send either next or prev, not both.")
  return {
    single,
    limit: limitOf(single["limit"] ?? null, most, usual, faults),
    cursor:
      single["next"] != null
        ? { at: "next", text: single["next"] }
        : single["prev"] != null
          ? { at: "prev", text: single["prev"] }
          : null,
    returnCount: flagOf("return_count", single, faults),
    sort: sort.size === 0 ? null : [...sort.values()],
    filters
  }
}

/** Whether a request speaks of single custom fields, of which it is to be asked then what they are. */
export const namesCustom = (params: URLSearchParams): boolean =>
  [...params].some(([name, value]) => Custom.isNamed(name) || (name === "fields" && Custom.isNamed(value)))

/** Reads the parameters of a list of a data model; the error names every fault. */
export const list = (
  model: Models.ModelId,
  params: URLSearchParams,
  limits: Taken,
  now: number,
  custom: Custom.Fields = Custom.none
): Result.Result<ListQuery, ApiError.ApiError> => many(model, pageParameters, params, limits, now, custom)

/** Reads the parameters of an export of a data model. */
export const exported = (
  model: Models.ModelId,
  params: URLSearchParams,
  limits: Taken,
  now: number,
  custom: Custom.Fields = Custom.none
): Result.Result<ListQuery, ApiError.ApiError> => many(model, exportParameters, params, limits, now, custom)

const many = (
  model: Models.ModelId,
  own: ReadonlyArray<string>,
  params: URLSearchParams,
  limits: Taken,
  now: number,
  custom: Custom.Fields
): Result.Result<ListQuery, ApiError.ApiError> => {
  const faults: Faults = []
  const subject: Subject = { name: model, targets: targetsOf(model, custom), columns: columnsOf(model, custom) }
  const { single, ...asked } = read(subject, [...own, ...shapeParameters], params, limits, now, faults)
  return done({ ...shapeOf(model, single, faults, custom), ...asked }, faults)
}

/** Reads the parameters of a management list. */
export const managed = (
  subject: Subject,
  params: URLSearchParams,
  limits: Taken,
  now: number
): Result.Result<Asked, ApiError.ApiError> => {
  const faults: Faults = []
  const { single: _, ...asked } = read(subject, pageParameters, params, limits, now, faults)
  return done(asked, faults)
}

/** Reads the parameters of a single record. */
export const one = (
  model: Models.ModelId,
  params: URLSearchParams,
  custom: Custom.Fields = Custom.none
): Result.Result<Shape, ApiError.ApiError> => {
  const faults: Faults = []
  const single: Record<string, string | null> = Object.fromEntries(shapeParameters.map((name) => [name, null]))
  for (const [name, value] of params) {
    if (shapeParameters.includes(name)) takeOnce(single, name, value, faults)
    else fault(faults, name, unknownParameter(name, shapeParameters))
  }
  return done(shapeOf(model, single, faults, custom), faults)
}

const done = <A>(value: A, faults: Faults): Result.Result<A, ApiError.ApiError> => {
  const [first, ...others] = faults
  return first === undefined ? Result.succeed(value) : Result.fail(ApiError.many([first, ...others]))
}

const shown = (name: string): string => JSON.stringify(clip(name))
const clip = (name: string): string => (name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name)

const fault = (faults: Faults, field: string | null, message: string): void => {
  if (faults.length < ApiError.maxDetails)
    faults.push({ code: "invalid-params", message, field: field === null ? null : clip(field) })
}

const takeOnce = (single: Record<string, string | null>, name: string, value: string, faults: Faults): void => {
  // Clients that write what is absent as nothing mean what they leave out.
  if (value === "") return
  if (single[name] === null) single[name] = value
  else fault(faults, name, `${name} is given more than once.`)
}

const unknownParameter = (
  name: string,
  parameters: ReadonlyArray<string>,
  targets?: ReadonlyMap<string, Target>
): string => {
  if (targets?.has(name) === true) {
    return `${shown(name)} is a field: filter it with an operator, as in "${name}[eq]".`
  }
  return `${shown(name)} is not a parameter here${sentence(Nearest.hint(name, parameters))}`
}

const unknownField = (subject: Subject, name: string, what: "filtered" | "sorted"): string => {
  if (what === "sorted" && subject.targets.has(name)) {
    return `${shown(name)} is no single value of the record, and a list cannot be sorted by it.`
  }
  const names = what === "sorted" ? subject.columns.keys() : subject.targets.keys()
  return `${shown(name)} is not a field of ${subject.name}${sentence(Nearest.hint(name, names))}`
}

/** The end of a sentence about an unknown name. */
const sentence = (hint: string): string => (hint === "" ? "." : hint)

const addSort = (
  subject: Subject,
  sort: Map<string, SortKey>,
  parameter: string,
  name: string,
  value: string,
  faults: Faults
): void => {
  const column = subject.columns.get(name)
  if (column === undefined) fault(faults, parameter, unknownField(subject, name, "sorted"))
  else if (sort.has(name)) fault(faults, parameter, `${shown(parameter)} is given more than once.`)
  else if (value !== "ASC" && value !== "DESC") {
    fault(faults, parameter, `${shown(parameter)}: expected ASC or DESC, got ${shown(value)}.`)
  } else sort.set(name, { column, direction: value })
}

const limitOf = (text: string | null, most: number, usual: number, faults: Faults): number => {
  if (text === null) return usual
  const limit = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= most) return limit
  fault(faults, "limit", `limit: expected a whole number from 1 to ${most}, got ${shown(text)}.`)
  return usual
}

const flagOf = (name: string, single: Single, faults: Faults): boolean => {
  const text = single[name] ?? null
  if (text !== null && text !== "true" && text !== "false") {
    fault(faults, name, `${name}: expected true or false, got ${shown(text)}.`)
  }
  return text === "true"
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(",").map((part) => part.trim()))

const namesOf = (
  name: "select" | "expand",
  single: Single,
  supported: ReadonlyArray<string>,
  faults: Faults
): ReadonlySet<string> => {
  const text = single[name] ?? null
  if (text === null) return new Set()
  const names = wordsOf(text)
  const first = supported.filter((one) => !one.includes("."))
  for (const wanted of names) {
    if (supported.includes(wanted)) continue
    if (faults.length >= ApiError.maxDetails) break
    const all = first.length === 0 ? "Nothing is supported here." : `Supported: ${first.join(", ")}.`
    fault(faults, name, `${name} does not know ${shown(wanted)}${sentence(Nearest.hint(wanted, supported))} ${all}`)
  }
  return names
}

const shapeOf = (model: Models.ModelId, single: Single, faults: Faults, custom: Custom.Fields): Shape => {
  const select = namesOf("select", single, selectable, faults)
  const expand = namesOf("expand", single, ListQuery.expansions(Models.get(model)), faults)
  const embedded = Expand.relationsOf(model, expand)
  const fields = fieldsOf(model, embedded, { text: single["fields"] ?? null, custom }, faults)
  return {
    raw: select.has("raw_data") || fields?.has("raw_data") === true,
    hash: select.has("data_hash") || fields?.has("data_hash") === true,
    expand: embedded,
    fields,
    includeDeleted: flagOf("include_deleted_records", single, faults)
  }
}

/** What is not selected by `select` is by being named here. */
const fieldsOf = (
  model: Models.ModelId,
  expand: Shape["expand"],
  { custom, text }: { readonly text: string | null; readonly custom: Custom.Fields },
  faults: Faults
): Fields.Selection | null => {
  if (text === null) return null
  const known = Fields.namesOf(model, expand, custom)
  let all: ReadonlySet<string> | undefined
  const embeddable = () =>
    (all ??= Fields.namesOf(model, Expand.relationsOf(model, ListQuery.expansions(Models.get(model)))))
  const names = wordsOf(text)
  for (const name of names) {
    if (known.has(name)) continue
    if (faults.length >= ApiError.maxDetails) break
    const what = embeddable().has(name)
      ? `${shown(name)} is there when expand embeds it.`
      : `${shown(name)} is not a member of ${model}${sentence(Nearest.hint(name, known))}`
    fault(faults, "fields", `fields: ${what}`)
  }
  return Fields.selectionOf(names)
}
