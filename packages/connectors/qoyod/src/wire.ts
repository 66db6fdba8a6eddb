/** How Qoyod writes values: days, moments, and objects that may be wrapped in their name. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"

/** Statuses of contacts, items and accounts. */
export const statuses = Normalize.word({ Active: "ACTIVE", Inactive: "ARCHIVED" })

export type Names = readonly [string, ...ReadonlyArray<string>]

/** The list in an answer: wrapped in one of its names, or bare. An answer without one is broken, not empty. */
export const rowsOf =
  (...names: Names) =>
  (body: unknown): ReadonlyArray<unknown> =>
    Array.isArray(body)
      ? body
      : Read.requiredArrayAt(body, names.find((name) => Array.isArray(Call.at(body, name))) ?? names[0])

/** The one record in an answer: wrapped in one of its names, or bare. */
export const itemOf =
  (...names: Names) =>
  (body: unknown): unknown =>
    names.map((name) => Call.at(body, name)).find((found) => typeof found === "object" && found !== null) ?? body

/** The first of several texts that says something. */
export const said = (...texts: ReadonlyArray<string | null | undefined>): string | null => {
  const first = texts.map((text) => Normalize.text(text)).find((text) => text !== null)
  return first ?? null
}
