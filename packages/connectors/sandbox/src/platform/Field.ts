/**
 * What a resource lets its callers write, field by field. A field checks and normalises one member of a body and names the
 * place of a fault; checking a normalised value again gives the same value, so a change can be merged into what is stored.
 */
import { Failure } from "./Failure.ts"
import { parseDecimal, showDecimal } from "./Money.ts"
import type { Id, Lookup } from "./Row.ts"

export interface Field<out A> {
  readonly check: (value: unknown, path: string, lookup: Lookup) => A
  /** What a missing member becomes; a field without it is required. */
  readonly absent?: A
}
export type Fields = { readonly [name: string]: Field<unknown> }
export type Draft<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer A> ? A : never }

const invalid = (path: string, expected: string): never => {
  throw new Failure("invalid_request", `${path} must be ${expected}.`, path)
}
/** Text without control characters, trimmed, not empty. */
export const text = (max = 200): Field<string> => ({
  check: (value, path) => {
    if (typeof value !== "string") return invalid(path, "text")
    const trimmed = value.trim()
    // oxlint-disable-next-line no-control-regex
    if (trimmed.length === 0 || trimmed.length > max || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(trimmed)) {
      return invalid(path, `text of 1 to ${max} characters without control characters`)
    }
    return trimmed
  }
})

const matching = (pattern: RegExp, expected: string): Field<string> => ({
  check: (value, path) => (typeof value === "string" && pattern.test(value) ? value : invalid(path, expected))
})
export const email = matching(/^[^\s@]{1,64}@[^\s@]{1,180}\.[^\s@.]{2,}$/, "an e-mail address")
export const url = matching(/^https?:\/\/[^\s]{3,2000}$/, "an http or https address")
export const country = matching(/^[A-Z]{2}$/, "an ISO 3166 country code")

export const base64 = matching(/^[A-Za-z0-9+/]*={0,2}$/, "bytes in base64")

/** A calendar day, `YYYY-MM-DD`. */
export const day: Field<string> = {
  check: (value, path) => {
    const read = typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : NaN
    return !Number.isNaN(read) && new Date(read).toISOString().slice(0, 10) === value
      ? value
      : invalid(path, "a date, YYYY-MM-DD")
  }
}
/** A moment in seconds since 1970. */
export const epoch: Field<number> = {
  check: (value, path) =>
    typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 1e11
      ? value
      : invalid(path, "seconds since 1970")
}
/** A moment written `YYYY-MM-DD HH:MM:SS`, UTC. */
export const moment: Field<string> = {
  check: (value, path) =>
    typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(`${value.replace(" ", "T")}Z`))
      ? value
      : invalid(path, "a moment, YYYY-MM-DD HH:MM:SS in UTC")
}

export const flag: Field<boolean> = {
  check: (value, path) => (typeof value === "boolean" ? value : invalid(path, "true or false"))
}
export const whole = (low = 0, high = 1e12): Field<number> => ({
  check: (value, path) =>
    typeof value === "number" && Number.isInteger(value) && value >= low && value <= high
      ? value
      : invalid(path, `a whole number from ${low} to ${high}`)
})
export const number = (low = 0, high = 1e12): Field<number> => ({
  check: (value, path) => {
    const read = typeof value === "number" ? parseDecimal(value) : undefined
    return read !== undefined && (value as number) >= low && (value as number) <= high
      ? (value as number)
      : invalid(path, `a number from ${low} to ${high} with at most 6 decimals`)
  }
})
/** A decimal written as text or as a number, kept as text. */
export const amount = (low = 0, least = 2): Field<string> => ({
  check: (value, path) => {
    const read = parseDecimal(value)
    if (read === undefined || read < BigInt(low) * 1_000_000n) {
      return invalid(path, `a decimal of at least ${low} with at most 6 digits after the point`)
    }
    return showDecimal(read, least)
  }
})
export const oneOf = <const A extends string>(...words: ReadonlyArray<A>): Field<A> => ({
  check: (value, path) => words.find((word) => word === value) ?? invalid(path, `one of ${words.join(", ")}`)
})

/** Code of one of the company's currencies. */
export const currency: Field<string> = {
  check: (value, path, lookup) => {
    if (typeof value !== "string") return invalid(path, "an ISO 4217 code")
    if (lookup.find("currencies", (row) => row.code === value) === undefined) {
      throw new Failure("unknown_reference", `${path}: the company has no currency ${value}.`, path)
    }
    return value
  }
}

/** Another record, written `{ "id": … }` or as its bare id; it must exist and not be deleted. */
export const ref = (...resources: ReadonlyArray<string>): Field<Id> => ({
  check: (value, path, lookup) => {
    const id = typeof value === "object" && value !== null ? (value as { readonly id?: unknown }).id : value
    if (typeof id !== "string" && typeof id !== "number") return invalid(path, "an id or an object with an id")
    const row = resources.map((resource) => lookup.get(resource, id)).find((found) => found !== undefined)
    if (row === undefined || row.deleted === true) {
      throw new Failure("unknown_reference", `${path}: there is no ${resources.join(" or ")} record ${id}.`, path)
    }
    return row.id
  }
})

export const optional = <A>(of: Field<A>): Field<A | null> => ({
  check: (value, path, lookup) => (value === null ? null : of.check(value, path, lookup)),
  absent: null
})
export const otherwise = <A>(of: Field<A>, absent: A): Field<A> => ({
  check: (value, path, lookup) => (value === null ? absent : of.check(value, path, lookup)),
  absent
})
export const list = <A>(
  of: Field<A>,
  bounds: { readonly min?: number; readonly max?: number } = {}
): Field<ReadonlyArray<A>> => {
  const { min = 0, max = 200 } = bounds
  const check: Field<ReadonlyArray<A>>["check"] = (value, path, lookup) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return invalid(path, `a list of ${min} to ${max} entries`)
    }
    return value.map((entry, index) => of.check(entry, `${path}[${index}]`, lookup))
  }
  return min === 0 ? { check, absent: [] } : { check }
}
export const object = <const F extends Fields>(fields: F): Field<Draft<F>> => ({
  check: (value, path, lookup) => checkAll(fields, value, path, lookup) as Draft<F>
})

/** Checks a whole body; `partial` leaves out what the body leaves out. */
export const checkAll = (
  fields: Fields,
  input: unknown,
  path: string,
  lookup: Lookup,
  partial = false
): Record<string, unknown> => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return invalid(path === "" ? "body" : path, "an object")
  }
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(fields, name)) throw new Failure("invalid_request", `${at(name)} is not known here.`, at(name))
  }
  const draft: Record<string, unknown> = {}
  for (const [name, of] of Object.entries(fields)) {
    const value = (input as Record<string, unknown>)[name]
    if (value !== undefined) draft[name] = of.check(value, at(name), lookup)
    else if (partial) continue
    else if (Object.hasOwn(of, "absent")) draft[name] = of.absent
    else throw new Failure("invalid_request", `${at(name)} is required.`, at(name))
  }
  return draft
}
