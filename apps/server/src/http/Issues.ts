/** What a schema found wrong with a request, as the details of an error: every fault, with its place as the wire writes it. */
import { Nearest } from "@svc/core"
import { ApiError } from "@svc/core/api"
import type * as HttpApiError from "effect/http-api/HttpApiError"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

/** `["data", 3, "line_items", 0, "quantity"]` as `data[3].line_items[0].quantity`. */
export const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    ""
  )

type Place = "body" | "query" | "path" | "header"
const nouns: Record<Place, string> = {
  body: "member",
  query: "query parameter",
  path: "path parameter",
  header: "header"
}

const words: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  "a finite number": "a number",
  "an integer": "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
  "a string representing a finite number": "a number",
  "a value with a length of at least 1": "not empty"
}
const plain = (expected: string): string =>
  expected
    .split(" | ")
    .map((part) => words[part] ?? part)
    .join(" or ")

const render = SchemaIssue.makeFormatterStandardSchemaV1()
const expectation = (issue: SchemaIssue.Issue): string => {
  const message = render(issue).issues[0]?.message ?? "Expected a valid value"
  return message.startsWith("Expected ") ? `must be ${plain(message.slice("Expected ".length))}` : message
}

const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** The words of a closed set; none for another schema. */
const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isUnion(ast)
    ? ast.types.flatMap((type) => (SchemaAST.isLiteral(type) && typeof type.literal === "string" ? [type.literal] : []))
    : []

const collect = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  place: Place,
  found: Array<ApiError.ErrorDetail>,
  said?: string
): void => {
  if (found.length >= ApiError.maxDetails) return
  const field = pathOf(path)
  const add = (message: string, code: ApiError.ErrorCode = "invalid-params") => {
    if (!found.some((known) => known.field === field && known.message === message)) {
      found.push({ code, message, field: field === "" ? null : field })
    }
  }
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path], place, found, said)
    case "Encoding":
      return collect(issue.issue, path, place, found, said)
    case "Filter":
      return collect(issue.issue, path, place, found, said ?? expectation(issue))
    case "MissingKey":
      return add(`"${field}" is required.`, "missing-params")
    case "UnexpectedKey": {
      const name = String(path.at(-1) ?? "")
      return add(`Unknown ${nouns[place]} "${field}"${Nearest.hint(name, namesOf(issue.ast)) || "."}`)
    }
    case "Composite":
    case "AnyOf":
      if (issue.issues.length > 0 && said === undefined) {
        for (const one of issue.issues) collect(one, path, place, found)
        return
      }
      if (issue._tag === "AnyOf" && said === undefined && wordsOf(issue.ast).length === issue.ast.types.length) {
        return add(`"${field}" must be one of ${wordsOf(issue.ast).join(", ")}.`)
      }
  }
  add(`${field === "" ? `The ${place}` : `"${field}"`} ${said ?? expectation(issue)}.`)
}

const places: Record<HttpApiError.HttpApiSchemaError["kind"], Place> = {
  Params: "path",
  Headers: "header",
  Query: "query",
  Payload: "body",
  Body: "body",
  ResponseHeaders: "header"
}

/** The details of a request that a schema refused; at least one. */
export const details = (error: HttpApiError.HttpApiSchemaError): ReadonlyArray<ApiError.ErrorDetail> => {
  const found: Array<ApiError.ErrorDetail> = []
  collect(error.cause.issue, [], places[error.kind], found)
  return found
}

export const toApiError = (error: HttpApiError.HttpApiSchemaError): ApiError.ApiError => {
  const [first, ...rest] = details(error)
  return first === undefined
    ? ApiError.make("invalid-params", "The request is not valid.")
    : ApiError.many([first, ...rest])
}
