/**
 * GraphQL over HTTP: its answers tell of failures with a success status, as `errors` beside the data, and of refused
 * mutations as `userErrors` inside it. Bodies are made by `Call.graphql`, connections are walked by `Page.relay`.
 */
import { at } from "./Call.ts"
import type { Http } from "./Connector.ts"
import type { PlatformFailure } from "./ConnectorError.ts"
import * as Normalize from "./Normalize.ts"

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? (Normalize.text(value) ?? undefined) : undefined

const placeOf = (path: unknown): string | undefined =>
  textOf(Array.isArray(path) ? path.filter((part) => typeof part !== "object").join(".") : path)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The messages that are there, each once. */
const said = (messages: ReadonlyArray<unknown>): string | undefined =>
  textOf([...new Set(messages.flatMap((message) => textOf(message) ?? []))].join("; "))

/** `errors` as a list, a text, or an object of lists by member, as gateways before a GraphQL server write them. */
const errorsIn = (body: unknown): ReadonlyArray<unknown> => {
  const errors = at(body, "errors")
  if (errors === undefined || errors === null) return []
  if (Array.isArray(errors)) return errors
  return isObject(errors) && !("message" in errors)
    ? Object.entries(errors).map(([name, value]) => ({
        message: said(Array.isArray(value) ? value : [value]),
        path: [name]
      }))
    : [errors]
}

/** What an answer's `errors` say; null when there is none. `reasons` are by `extensions.code`, in upper case. */
export const errors = (
  body: unknown,
  reasons: Readonly<Record<string, PlatformFailure["reason"]>> = {}
): PlatformFailure | null => {
  const list = errorsIn(body)
  if (list.length === 0) return null
  const codes = list.flatMap((error) => textOf(at(error, "extensions.code"))?.toUpperCase() ?? [])
  const known = codes.find((code) => reasons[code] !== undefined)
  return {
    message: said(list.map((error) => (isObject(error) ? at(error, "message") : error))) ?? codes[0],
    field: list.map((error) => placeOf(at(error, "path"))).find((place) => place !== undefined),
    reason: known === undefined ? undefined : reasons[known]
  }
}

/** What the `userErrors` of an answer's mutations say; null when there is none. */
export const userErrors = (body: unknown): PlatformFailure | null => {
  const data = at(body, "data")
  const list = Object.values(isObject(data) ? data : {}).flatMap((payload) => {
    const own = at(payload, "userErrors")
    return Array.isArray(own) ? (own as ReadonlyArray<unknown>) : []
  })
  return list.length === 0
    ? null
    : {
        message: said(list.map((error) => at(error, "message"))),
        field: list.map((error) => placeOf(at(error, "field"))).find((place) => place !== undefined),
        reason: "Rejected"
      }
}

/** Reads failures inside answers of success: the `failureInside` of a GraphQL platform. */
export const failureInside =
  (reasons: Readonly<Record<string, PlatformFailure["reason"]>>): NonNullable<Http<unknown>["failureInside"]> =>
  ({ body }) =>
    errors(body, reasons) ?? userErrors(body)
