/**
 * What platforms' items hold, for who wants to map it to custom fields: the places that were seen in the latest stored items
 * of a data model. Whether the unified record reads a place already is found out by taking what is there away from an item
 * and mapping it again. All of it is bounded, whatever the items are.
 */
import { Iso, type Read } from "@svc/core"
import { CustomFields, Kept, Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

/** Items that are looked at, and bytes of them; places that are remembered, and of which it is tried whether they are read. */
export const most = { items: 200, bytes: 8_000_000, places: 1000, tried: 400 } as const
/** Steps into an item, and members of one object that are looked at. */
const depth = 6
const members = 500
/** Characters of an example. */
const shown = 60

export type Kind = "text" | "number" | "boolean" | "list" | "object"
export interface Found {
  readonly path: string
  readonly types: ReadonlyArray<Kind>
  readonly count: number
  readonly example: string | null
  readonly suggested_type: CustomFields.Type | null
  readonly is_read: boolean | null
}
/** A stored item. */
export interface Sample {
  readonly source: string
  readonly raw: unknown
  readonly followed: ReadonlyArray<Reading.Followed>
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const kindOf = (value: unknown): Kind | null => {
  if (value === null || value === undefined || value === "") return null
  if (typeof value === "string") return "text"
  if (typeof value === "number" || typeof value === "boolean") return typeof value as "number" | "boolean"
  return Array.isArray(value) ? "list" : "object"
}

/** By which member platforms tell their custom fields from each other, the one that says most first. */
const names = [
  "key",
  "api_name",
  "name",
  "Name",
  "label",
  "title",
  "code",
  "id",
  "Id",
  "DefinitionId",
  "customfield_id"
]
/** What tells keys of different makers from each other. */
const spaces = ["namespace"]
const isValue = (name: string): boolean => /value/i.test(name)
type Named = ReadonlyArray<readonly [element: Json, step: CustomFields.Step]>
/** The elements of a list of names and values, each with the step that finds it; null for any other list. */
const namedIn = (list: ReadonlyArray<unknown>): Named | null => {
  if (list.length === 0 || list.length > members || !list.every(isObject)) return null
  const elements = list as ReadonlyArray<Json>
  if (!elements.every((element) => Object.keys(element).some(isValue))) return null
  for (const name of names) {
    const own = [...spaces.filter((space) => elements.every((element) => typeof element[space] === "string")), name]
    const steps = elements.map((element): CustomFields.Step | null => {
      const pairs = own.map((one) => [one, element[one]] as const)
      const isNamed = pairs.every(
        ([, value]) => (typeof value === "string" && value !== "" && value.length <= 100) || typeof value === "number"
      )
      return isNamed ? { _tag: "Where", members: pairs.map(([key, value]) => [key, String(value)]) } : null
    })
    const texts = new Set(steps.map((step) => JSON.stringify(step)))
    if (!steps.includes(null) && texts.size === elements.length) {
      return elements.map((element, index) => [element, steps[index]!])
    }
  }
  return null
}

/** Calls `see` for each place of an item that holds something. */
const walk = (
  value: unknown,
  path: CustomFields.Path,
  see: (path: CustomFields.Path, value: unknown) => void
): void => {
  const kind = kindOf(value)
  if (kind === null) return
  if (kind === "list") {
    const named = path.length < depth ? namedIn(value as ReadonlyArray<unknown>) : null
    if (named === null) return see(path, value)
    for (const [element, step] of named) {
      for (const [name, own] of Object.entries(element)) {
        if (isValue(name)) walk(own, [...path, step, { _tag: "Member", name }], see)
      }
    }
    return
  }
  if (kind !== "object" || path.length >= depth) return see(path, value)
  for (const [name, own] of Object.entries(value as Json).slice(0, members)) {
    walk(own, [...path, { _tag: "Member", name }], see)
  }
}

const exampleOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > shown ? `${text.slice(0, shown).toWellFormed()}…` : text.toWellFormed()
}

/** The types under which all that was seen can be read, the narrowest first. */
const fits: ReadonlyArray<readonly [CustomFields.Type, (value: unknown) => boolean]> = [
  ["boolean", (value) => typeof value === "boolean"],
  ["number", (value) => typeof value === "number"],
  ["date", (value) => typeof value === "string" && Iso.isDate(value)],
  ["datetime", (value) => typeof value === "string" && !Iso.isDate(value) && Iso.instant(value) !== undefined],
  ["text", (value) => typeof value !== "object"],
  [
    "texts",
    (value) => Array.isArray(value) && value.every((element) => typeof element !== "object" || element === null)
  ]
]

interface Place {
  readonly path: CustomFields.Path
  readonly types: Set<Kind>
  count: number
  readonly first: unknown
  readonly in: Sample
  readonly types_left: Set<CustomFields.Type>
}

/** The item without what is at a path. */
const without = (value: unknown, path: CustomFields.Path): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return undefined
  if (step._tag === "Member") {
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, own]) => {
        if (name !== step.name) return [[name, own]]
        return rest.length === 0 ? [] : [[name, without(own, rest)]]
      })
    )
  }
  if (!Array.isArray(value)) return value
  const found = CustomFields.at([step], value)
  return value.map((element: unknown) => (element === found ? without(element, rest) : element))
}

const recordsOf = (mapped: Result.Result<Reading.Item, Reading.Refusal>): string | null =>
  Result.isSuccess(mapped) ? JSON.stringify([mapped.success.records, mapped.success.deleted]) : null

/** The places in items, by path. `map` maps an item as it was stored; null where it cannot. */
export const discover = Effect.fnUntraced(function* (
  samples: ReadonlyArray<Sample>,
  map: (sample: Sample) => Result.Result<Reading.Item, Reading.Refusal> | null
) {
  const places = new Map<string, Place>()
  let isComplete = true
  for (const sample of samples) {
    const inItem = new Set<string>()
    walk(sample.raw, [], (path, value) => {
      const text = CustomFields.format(path)
      if (path.length === 0 || text.length > CustomFields.bounds.path || inItem.has(text)) return
      inItem.add(text)
      let place = places.get(text)
      if (place === undefined) {
        if (places.size >= most.places) {
          isComplete = false
          return
        }
        const types = new Set(fits.map(([type]) => type))
        place = { path, types: new Set(), count: 0, first: value, in: sample, types_left: types }
        places.set(text, place)
      }
      place.count++
      place.types.add(kindOf(value)!)
      for (const [type, fit] of fits) if (!fit(value)) place.types_left.delete(type)
    })
    yield* Effect.yieldNow
  }
  const found: Array<Found> = []
  const whole = new Map<Sample, string | null | undefined>()
  for (const [path, place] of [...places].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { count, first, in: sample, types } = place
    let isRead: boolean | null = null
    if (found.length < most.tried) {
      if (!whole.has(sample)) {
        const mapped = map(sample)
        whole.set(sample, mapped === null ? undefined : recordsOf(mapped))
      }
      const before = whole.get(sample)
      const after = before == null ? null : map({ ...sample, raw: without(sample.raw, place.path) })
      // What cannot be mapped without it is read, too.
      isRead = after === null ? null : recordsOf(after) !== before
      if (found.length % 20 === 0) yield* Effect.yieldNow
    }
    found.push({
      path,
      types: [...types],
      count,
      example: exampleOf(first),
      suggested_type: fits.find(([type]) => place.types_left.has(type))?.[0] ?? null,
      is_read: isRead
    })
  }
  return { fields: found, isComplete }
})

/** What maps the items of a connection as they were stored. */
export const mapper =
  (
    sources: ReadonlyArray<Read.Read>,
    contexts: ReadonlyMap<string, { readonly settings: Readonly<Record<string, string>>; readonly lookups: unknown }>,
    bounds: Parameters<typeof Kept.map>[4]
  ) =>
  ({ followed, raw, source }: Sample): Result.Result<Reading.Item, Reading.Refusal> | null => {
    const read = sources.find((one) => one.source === source)
    const context = contexts.get(source)
    if (read === undefined || context === undefined || context.lookups === null) return null
    return Kept.map(read, raw, followed, context as never, bounds)
  }
