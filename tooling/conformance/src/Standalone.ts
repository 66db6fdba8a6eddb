/**
 * One operation of an OpenAPI or Swagger document as a document of its own, for validators that are not ours: with all that
 * its request refers to, without its answers, and without who may send it, which no description says completely.
 */
import { isObject, type Json, resolver } from "./JsonSchemas.ts"

export interface Described {
  readonly document: Json
  /** What the operation's path has, parameters of all its operations for one. */
  readonly item: Json
  readonly operation: Json
  readonly method: string
  /** The whole path, that of the server before it. */
  readonly path: string
}

/** The words of a schema that other readers take as they are. */
const answers = { 200: { description: "Not looked at" } }

export const standalone = ({ document, item, method, operation, path }: Described): Json => {
  const resolve = resolver(document)
  const parts: Record<string, unknown> = {}
  const names = new Map<string, string>()
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed)
    if (!isObject(value)) return value
    const ref = value["$ref"]
    if (typeof ref !== "string") {
      return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, placed(own)]))
    }
    const known = names.get(ref)
    if (known !== undefined) return { $ref: `#/x-parts/${known}` }
    const name = `p${names.size}`
    names.set(ref, name)
    parts[name] = placed(targetOf(value))
    return { $ref: `#/x-parts/${name}` }
  }
  // Real documents refer to what is not there: nothing is then said of it.
  const targetOf = (value: Json): unknown => {
    try {
      return resolve(value)
    } catch {
      return {}
    }
  }
  const { parameters, requestBody } = operation
  const own = {
    parameters: placed([...listIn(item["parameters"]), ...listIn(parameters)]),
    ...(requestBody === undefined ? {} : { requestBody: placed(requestBody) }),
    consumes: operation["consumes"] ?? document["consumes"],
    responses: answers
  }
  return {
    ...(document["swagger"] === undefined ? { openapi: document["openapi"] } : { swagger: document["swagger"] }),
    info: { title: "One operation", version: "1" },
    paths: { [path]: { [method]: own } },
    "x-parts": parts
  }
}
const listIn = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
