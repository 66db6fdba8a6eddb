/**
 * Where the members of a record came from. A mapping is code, and code is asked: the item is mapped with each of its values
 * changed in turn, and whatever of the record is another then is made of that value.
 */
import * as Result from "effect/Result"
import type { Bounded } from "../contract/Bounds.ts"
import type { Read } from "../contract/Read.ts"
import * as Kept from "./Kept.ts"
import type { Followed } from "./Reading.ts"

/** A member of a record, such as `line_items[0].quantity`, and the places of the item that it is made of. */
export interface Origin {
  readonly member: string
  readonly from: ReadonlyArray<string>
}
export interface Origins {
  readonly members: ReadonlyArray<Origin>
  /** Whether every place was tried. */
  readonly isComplete: boolean
}

type Step = string | number
interface Leaf {
  readonly path: ReadonlyArray<Step>
  readonly value: unknown
}
/** Entries of a list that are tried: those after them are mapped as these are. */
const entries = 3

/** Every single value of an item, and lists and objects without any. */
const leavesOf = (value: unknown, path: ReadonlyArray<Step> = []): ReadonlyArray<Leaf> => {
  if (typeof value !== "object" || value === null) return [{ path, value }]
  const inside = Array.isArray(value)
    ? value.slice(0, entries).flatMap((item, at) => leavesOf(item, [...path, at]))
    : Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...path, name]))
  return inside.length === 0 ? [{ path, value }] : inside
}
const hasLongList = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  return (Array.isArray(value) && value.length > entries) || Object.values(value).some(hasLongList)
}

/** Such as `Line[0].Amount`. */
const placeOf = (path: ReadonlyArray<Step>): string =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("")

/** The same with another value at a place, or without the place where that is `undefined`. */
const changed = (value: unknown, [step, ...rest]: ReadonlyArray<Step>, to: unknown): unknown => {
  if (step === undefined) return to
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (at === step ? changed(item, rest, to) : item))
  }
  const { [step]: inner, ...others } = value as Record<string, unknown>
  if (rest.length === 0 && to === undefined) return others
  // In the order it had: what is read first of several members may depend on it.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, name === step ? changed(inner, rest, to) : item])
  )
}

/** Other values that a platform might have said in place of one, the likeliest to be read first; and none at all. */
const othersOf = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value === "boolean") return [!value, undefined]
  if (typeof value === "number") return [value + 1, undefined]
  if (typeof value !== "string") return [undefined]
  const day = /^(\d{4})(-\d\d-\d\d.*)$/s.exec(value)
  const amount = /^-?\d+(\.\d+)?$/.test(value)
    ? [value.replace(/\d/, (digit) => (digit === "9" ? "8" : String(Number(digit) + 1)))]
    : []
  return [...(day === null ? amount : [`${Number(day[1]) - 1}${day[2]}`]), `${value}x`, undefined]
}

type Members = ReadonlyMap<string, unknown>
/** A record member by member: what lists and objects hold has a place of its own. */
const membersOf = (record: object): Members =>
  new Map(leavesOf(record).map(({ path, value }) => [placeOf(path), value]))

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other))
/** Members that both have and that differ, and those that one has alone. */
const differing = (one: Members, other: Members): ReadonlyArray<string> =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => one.has(name) !== other.has(name) || !isSame(one.get(name), other.get(name))
  )

/**
 * Where the members of one record of a stored item came from; null where the item does not become that record, or what was
 * asked for it is not kept. It takes as long as `patience` says at most, in milliseconds, however large the item is.
 */
export const originsOf = (
  read: Read,
  raw: unknown,
  kept: ReadonlyArray<Followed>,
  context: Parameters<typeof Kept.map>[3],
  platformId: string,
  now: () => number,
  bounds?: Bounded,
  patience = 250
): Origins | null => {
  const recordOf = (item: unknown, own: ReadonlyArray<Followed>): Members | null | undefined => {
    const mapped = Kept.map(read, item, own, context, bounds)
    if (mapped === null || Result.isFailure(mapped)) return undefined
    const found = mapped.success.records.find(({ platform_id }) => platform_id === platformId)
    return found === undefined ? null : membersOf(found)
  }
  const record = recordOf(raw, kept)
  if (record === undefined || record === null) return null

  const from = new Map<string, Array<string>>()
  const note = (members: ReadonlyArray<string>, place: string) => {
    for (const member of members) {
      // Of a list that is another as a whole its entries are told.
      if (!record.has(member)) continue
      const places = from.get(member)
      if (places === undefined) from.set(member, [place])
      else if (!places.includes(place)) places.push(place)
    }
  }
  const end = now() + patience
  let isComplete = !hasLongList(raw) && !kept.some(({ body }) => hasLongList(body))
  const tryAll = (root: unknown, prefix: string, mapped: (changed: unknown) => Members | null | undefined) => {
    for (const { path, value } of leavesOf(root)) {
      if (now() > end) {
        isComplete = false
        return
      }
      const place = `${prefix}${prefix === "" || typeof path[0] === "number" || path.length === 0 ? "" : "."}${placeOf(path)}`
      for (const other of othersOf(value)) {
        const result = mapped(changed(root, path, other))
        // Without its id it is another record: what else would be another is not told by that.
        if (result === null) note(["platform_id"], place)
        else if (result !== undefined) note(differing(record, result), place)
      }
    }
  }
  tryAll(raw, "", (item) => recordOf(item, kept))
  for (const [at, own] of kept.entries()) {
    tryAll(own.body, `followed[${at}]`, (body) =>
      recordOf(
        raw,
        kept.map((one, index) => (index === at ? { ...one, body } : one))
      )
    )
  }
  return {
    members: [...record.keys()].flatMap((member) => {
      const places = from.get(member)
      return places === undefined ? [] : [{ member, from: places }]
    }),
    isComplete
  }
}
