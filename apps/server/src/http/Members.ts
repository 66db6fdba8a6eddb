/** Checks the members of a request body by hand where a schema would say too little: every fault at once, each named. */
import { Nearest } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"

export type Row = Readonly<Record<string, unknown>>
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A kind of member: what it must be, in words, and whether a value is that. */
export interface Kind {
  readonly expected: string
  readonly is: (value: unknown) => boolean
}
export const integer: Kind = { expected: "a whole number", is: (value) => Number.isSafeInteger(value) }
export const text: Kind = { expected: "a text", is: (value) => typeof value === "string" }
export const object: Kind = { expected: "an object", is: isRow }
export const list: Kind = { expected: "a list", is: Array.isArray }
export const anything: Kind = { expected: "a value", is: () => true }

export interface Member {
  readonly kind: Kind
  readonly required?: boolean
}

/** Every fault of a body's members, as far as an answer names them; `path` is put before the names. */
export const faults = (
  body: unknown,
  members: Readonly<Record<string, Member>>,
  path = ""
): ReadonlyArray<ApiError.ErrorDetail> => {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  if (!isRow(body)) {
    return [
      {
        code: "invalid-params",
        message: `${path === "" ? "The body" : `"${path}"`} must be an object.`,
        field: path || null
      }
    ]
  }
  const found: Array<ApiError.ErrorDetail> = []
  for (const name of Object.keys(body)) {
    if (Object.hasOwn(members, name)) continue
    if (found.length === ApiError.maxDetails) return found
    const message = `Unknown member "${at(name)}"${Nearest.hint(name, Object.keys(members)) || "."}`
    found.push({ code: "invalid-params", message, field: at(name) })
  }
  for (const [name, { kind, required }] of Object.entries(members)) {
    const value = body[name]
    if (value === undefined || value === null) {
      if (required) found.push({ code: "missing-params", message: `"${at(name)}" is required.`, field: at(name) })
    } else if (!kind.is(value)) {
      found.push({ code: "invalid-params", message: `"${at(name)}" must be ${kind.expected}.`, field: at(name) })
    }
  }
  return found
}

/** Fails with all faults, if there are any. */
export const refuse = (found: ReadonlyArray<ApiError.ErrorDetail>): Effect.Effect<void, ApiError.ApiError> =>
  found[0] === undefined ? Effect.void : Effect.fail(ApiError.many([found[0], ...found.slice(1)]))
