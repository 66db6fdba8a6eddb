/**
 * What is read of an item in spite of what cannot be read of it, and how it is refused. Nearly all items can be read in full, so this
 * is loaded by the first that cannot.
 */
import * as Result from "effect/Result"
import * as Bounds from "../contract/Bounds.ts"
import { hashInput } from "../contract/Canonical.ts"
import { withHint } from "../contract/Issue.ts"
import { get as modelOf } from "../contract/Known.ts"
import type { MapContext, Read } from "../contract/Read.ts"
import * as Unread from "../contract/Unread.ts"
import {
  answersIn,
  cutWarnings,
  Faulty,
  type Followed,
  type followCalls,
  issuesOf,
  type Item,
  mapWhole,
  pass,
  type Refusal,
  type Sole,
  toldOf,
  withKept
} from "./Reading.ts"

/** The members of a record that it would be wrong without. */
export const essentials = (model: string): ReadonlyArray<string> => [
  "platform_id",
  "platform_unique_id",
  ...Object.entries(modelOf(model).fields).flatMap(([name, field]) => (field.essential === true ? [name] : []))
]

/** An item that could not be read, with as much of it as can be kept. */
export const refusalOf = (raw: unknown, issues: ReadonlyArray<string>): Refusal => ({
  platform_id: idLike(raw),
  issues: issues.slice(0, Bounds.faults).map((issue) => Bounds.cut(issue)),
  raw: Bounds.faultOf(raw) === null ? raw : Bounds.extractOf(raw)
})

const idLike = (raw: unknown): string | null => {
  if (typeof raw !== "object" || raw === null) return null
  const found = Object.entries(raw).find(
    ([name, value]) => /id$/i.test(name) && (typeof value === "string" || typeof value === "number")
  )
  return found === undefined ? null : Bounds.cutId(String(found[1]))
}

/**
 * Maps an item of which something cannot be read. What becomes of that is traced to the members it would have made; and
 * since a mapping may also have decided by it, members that are others where it is absent, or another yes or no, are not
 * known either.
 */
const mapUnread = (read: Read, raw: unknown, context: Sole, bounds?: Bounds.Bounded): Item => {
  const as = (sight: Unread.Sight) =>
    Unread.reading(sight, (own) => ({ ...pass(read, raw, context, bounds, own), own }))
  const first = as("traced")
  const { faults, hasYesOrNo } = first.own
  const warnings = [...first.warnings]
  const why = faults.map(({ message }) => message).join("; ")
  const records = first.item.records.map((record) => ({ ...record }))
  for (const sight of hasYesOrNo ? (["absent", true, false] as const) : (["absent"] as const)) {
    const other = Result.try(() => as(sight))
    // A mapping need not be able to do without, such as to read an amount without its currency.
    if (Result.isFailure(other) && sight === "absent") continue
    const { item } = Result.getOrThrowWith(other, (error) => error)
    if (
      item.deleted !== first.item.deleted ||
      item.owner !== first.item.owner ||
      item.records.length !== records.length
    ) {
      throw faults[0]
    }
    for (const [index, record] of records.entries()) {
      const other = item.records[index]!
      for (const name of differing(record, other)) {
        const parts = partsWithout(read.model, name, record[name], other[name])
        if (parts === null && essentials(read.model).includes(name)) throw faults[0]
        record[name] = parts?.rows ?? (Array.isArray(record[name]) ? [] : null)
        for (const field of parts?.fields ?? [name]) {
          if (!warnings.some((own) => own.field === field)) warnings.push({ field, message: why })
        }
      }
    }
  }
  const told = new Set(warnings.map(({ message }) => message))
  for (const { message } of faults) if (!told.has(message) && !told.has(why)) warnings.push({ field: null, message })
  return { ...first.item, records, warnings }
}
type Row = Readonly<Record<string, unknown>>
const differing = (one: Row, other: Row): ReadonlyArray<string> =>
  Object.keys(one).filter((name) => hashInput(one[name]) !== hashInput(other[name]))

/**
 * Sub-records without those of their members that come out otherwise, and which those are; null where it is not known which
 * sub-records there are, or where one would be wrong without a member.
 */
const partsWithout = (model: string, name: string, one: unknown, other: unknown) => {
  const members = modelOf(model).fields[name]?.of?.fields
  if (members === undefined || !Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return null
  const fields: Array<string> = []
  const rows: Array<Row> = []
  for (const [index, row] of (one as ReadonlyArray<Row>).entries()) {
    const odd = differing(row, (other as ReadonlyArray<Row>)[index]!)
    if (odd.some((own) => own === "platform_id" || members[own]?.essential === true)) return null
    for (const own of odd) fields.push(`${name}[${index}].${own}`)
    rows.push({ ...row, ...Object.fromEntries(odd.map((own) => [own, Array.isArray(row[own]) ? [] : null])) })
  }
  return { fields, rows }
}

/**
 * What an item becomes that could not be read in full, and why it could not: what of it a record can be without
 * (`Field.essential`) is null there and told as a warning; where it cannot be without, it is refused.
 */
export const mapped = (
  read: Read,
  raw: unknown,
  context: Sole,
  bounds: Bounds.Bounded | undefined,
  error: unknown
): Result.Result<Item, Refusal> => {
  const refuse = (own: unknown) =>
    Result.fail(refusalOf(raw, own instanceof Faulty ? own.issues.map(withHint).map(toldOf) : issuesOf(own)))
  if (!Unread.isFault(error)) return refuse(error)
  try {
    const item = mapUnread(read, raw, context, bounds)
    return Result.succeed({ ...item, warnings: cutWarnings(item.warnings ?? []) })
  } catch (without) {
    return refuse(without)
  }
}

/**
 * Decodes, maps and checks one raw item. Never throws: what a mapping throws is a refusal. An item that comes alone has no
 * companions.
 */
export const mapItem = (
  read: Read,
  raw: unknown,
  context: Sole,
  bounds?: Bounds.Bounded
): Result.Result<Item, Refusal> => {
  const whole = mapWhole(read, raw, context, bounds)
  return Result.isSuccess(whole) ? Result.succeed(whole.success) : mapped(read, raw, context, bounds, whole.failure)
}

/** Maps an item with what its further calls were answered. */
export const withFollowed = (
  read: Read,
  raw: unknown,
  calls: ReturnType<typeof followCalls>,
  kept: ReadonlyArray<Followed>,
  context: Omit<MapContext, "followed">,
  bounds: Bounds.Bounded | undefined
): Result.Result<Item, Refusal> => {
  if (Result.isFailure(calls)) {
    return Result.fail(refusalOf(raw, issuesOf(calls.failure)))
  }
  const own = mapItem(read, raw, { ...context, followed: answersIn(kept) }, bounds)
  return Result.isSuccess(own) ? Result.succeed(withKept(own.success, kept)) : Result.fail(withKept(own.failure, kept))
}
