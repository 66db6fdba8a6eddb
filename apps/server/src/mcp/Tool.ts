/**
 * What a tool is, and its arguments: one table for each, from which come the schema that a model reads and the check of what
 * it sends. A model often writes a number as a text or one word where a list is meant, so that is taken as it is meant.
 */
import { Models, Nearest } from "@svc/core"
import type { Access } from "@svc/core/api"
import * as Effect from "effect/Effect"
import { isRow, type Row } from "../http/Members.ts"
import { type Ask, ToolFailure } from "./Inside.ts"

export type Kind = "text" | "integer" | "boolean" | "texts" | "object" | "items" | "json"

export interface Argument {
  readonly kind: Kind
  readonly description?: string
  readonly required?: true
  readonly values?: ReadonlyArray<string>
}
export type Arguments = Readonly<Record<string, Argument>>

/** What a tool has to work with. */
export interface Work {
  readonly ask: Ask
  /** Characters that the answer may have. */
  readonly most: number
}
export interface Result {
  readonly text: string
  /** The same as a value, where the tool says what shape it has. */
  readonly structured?: Row
  readonly isError?: boolean
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What a key must be allowed for it. */
  readonly scope: Access.Scope
  readonly arguments: Arguments
  /** `read` changes nothing; `write` may change or delete, and does so once however often it is called with its key. */
  readonly effect: "read" | "write" | "foreign"
  readonly outputSchema?: Row
  readonly run: (given: any, work: Work) => Effect.Effect<Result, ToolFailure>
}

const types: Readonly<Record<Kind, Row>> = {
  text: { type: "string" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  object: { type: "object" },
  items: { type: "array", items: { type: "object" } },
  // A schema that says nothing, or a list of types, is none for some clients.
  json: { anyOf: ["object", "array", "string", "number", "boolean", "null"].map((type) => ({ type })) }
}

const hints: Readonly<Record<Tool["effect"], Row>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  foreign: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
}

/** The tool as `tools/list` shows it. */
export const shown = ({ arguments: all, description, effect, name, outputSchema, title }: Tool): Row => {
  const required = Object.keys(all).filter((one) => all[one]!.required)
  return {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(all).map(([one, { description, kind, values }]) => [
          one,
          {
            ...types[kind],
            ...(values === undefined ? {} : { enum: values }),
            ...(description === undefined ? {} : { description })
          }
        ])
      ),
      ...(required.length === 0 ? {} : { required })
    },
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: hints[effect]
  }
}

export const refuse = (message: string): Effect.Effect<never, ToolFailure> =>
  Effect.fail(new ToolFailure({ message, status: null }))

const expected: Readonly<Record<Kind, string>> = {
  text: "a text",
  integer: "a whole number",
  boolean: "true or false",
  texts: "a list of texts",
  object: "an object",
  items: "a list of objects",
  json: "a value"
}

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value that is meant; undefined for one that means nothing of the kind. */
const meant = (kind: Kind, value: unknown): unknown => {
  const parsed = typeof value === "string" && kind !== "text" ? (fromJson(value) ?? value) : value
  switch (kind) {
    case "text":
      return typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined
    case "integer":
      return Number.isSafeInteger(parsed) ? parsed : undefined
    case "boolean":
      return typeof parsed === "boolean" ? parsed : undefined
    case "texts":
      if (typeof parsed === "string") return parsed.split(",").map((part) => part.trim())
      return Array.isArray(parsed) && parsed.every((one) => typeof one === "string") ? parsed : undefined
    case "json":
      return value
    case "object":
      return isRow(parsed) ? parsed : undefined
    case "items":
      if (isRow(parsed)) return [parsed]
      return Array.isArray(parsed) && parsed.every(isRow) ? parsed : undefined
  }
}

/** How many faults are told at once. */
const mostFaults = 10

/** The arguments of a call as they are meant; fails with everything that is wrong with them. */
export const check = (all: Arguments, given: Row): Effect.Effect<Row, ToolFailure> => {
  const faults: Array<string> = []
  const names = Object.keys(all)
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(all, name)) continue
    // What is not told needs no hint.
    if (faults.length === mostFaults) break
    faults.push(`There is no argument "${name.slice(0, 100)}"${Nearest.hint(name, names) || "."}`)
  }
  const taken = names.flatMap((name): ReadonlyArray<readonly [string, unknown]> => {
    const { kind, required, values } = all[name]!
    const value = given[name]
    // Models write what they leave out as null or as an empty text.
    if (value === undefined || value === null || value === "") {
      if (required) faults.push(`"${name}" is required: ${values?.join(", ") ?? expected[kind]}.`)
      return []
    }
    const own = meant(kind, value)
    if (own === undefined) faults.push(`"${name}" must be ${expected[kind]}.`)
    else if (values !== undefined && !values.includes(own as string)) {
      faults.push(`"${name}" must be one of ${values.join(", ")}.`)
    }
    return [[name, own]]
  })
  if (faults.length === 0) return Effect.succeed(Object.fromEntries(taken))
  return refuse([...faults.slice(0, mostFaults), `The arguments are ${names.join(", ")}.`].join("\n"))
}

/** The data model that a text names, in any letter case and with blanks or hyphens. */
export const modelOf = (name: string): Effect.Effect<Models.ModelId, ToolFailure> => {
  const wanted = name
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, "_")
  const known: ReadonlyArray<string> = Models.modelIds
  if (known.includes(wanted)) return Effect.succeed(wanted as Models.ModelId)
  const hint = Nearest.hint(wanted, known) || "."
  return refuse(`There is no data model "${name.slice(0, 100)}"${hint} describe_model without data_model lists them.`)
}

/** An answer as JSON. */
export const json = (value: unknown): Result => ({ text: JSON.stringify(value) })
