/**
 * What every body and query must be before anything looks at its members: JSON in UTF-8, of a bearable size and depth,
 * with numbers that lose nothing and text that can be stored.
 */
import { WriteModel } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Json } from "@svc/core/runtime"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { pathOf } from "./Issues.ts"
import * as Repeated from "./Repeated.ts"

/** The body of the request under way, parsed; undefined when it has none. */
export class ParsedBody extends Context.Service<ParsedBody, { readonly value: unknown }>()(
  "@svc/server/http/ParsedBody"
) {}
/** Of a request whose endpoint takes a body. */
export const parsed: Effect.Effect<unknown> = Effect.map(Effect.serviceOption(ParsedBody), (found) =>
  found._tag === "Some" ? found.value.value : undefined
)

const MAX_DEPTH = 64
/** Deeper than this, reading it would take more time and memory than saying where it is too deep is worth. */
const ABSURD_DEPTH = 100 * MAX_DEPTH

const isJson = (type: string): boolean => {
  const [media, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase())
  if (media !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(media ?? "")) return false
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

/** The exact bytes of a body, refused when there are more than `limit`. */
export const bytes = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array, ApiError.ApiError> => {
  const tooLarge = () => ApiError.make("payload-too-large", `The body is larger than ${limit} bytes.`)
  if (Number(request.headers["content-length"] ?? 0) > limit) return Effect.fail(tooLarge())
  return request.arrayBuffer.pipe(
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit)),
    Effect.mapError((error) =>
      error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
        ? tooLarge()
        : ApiError.make("invalid-params", "The body could not be read.")
    )
  )
}

/** Bytes as text; refused when they are not UTF-8. */
export const utf8 = (body: Uint8Array): Effect.Effect<string, ApiError.ApiError> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body),
    catch: () => ApiError.make("invalid-params", "The body is not UTF-8 text.")
  })

/** Reads, parses and checks the JSON body of a request. */
export const read = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.fn.Return<unknown, ApiError.ApiError> {
  const type = request.headers["content-type"]
  const body = yield* bytes(request, limit)
  if (body.length === 0) return undefined
  const encoding = request.headers["content-encoding"]
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    return yield* ApiError.make(
      "unsupported-media-type",
      `Send the body as it is, not with Content-Encoding ${JSON.stringify(encoding.slice(0, 100))}.`
    )
  }
  if (type !== undefined && !isJson(type)) {
    return yield* ApiError.make(
      "unsupported-media-type",
      `Send the body as application/json in UTF-8, not ${JSON.stringify(type.slice(0, 100))}.`
    )
  }
  const members = countMembers(body)
  if (members === null) {
    return yield* ApiError.make("invalid-params", `The body is nested more than ${ABSURD_DEPTH} levels deep.`)
  }
  return yield* parse(yield* utf8(body), members)
})

/** How many members all objects name, found without reading them; null when they are nested beyond all measure. */
const countMembers = (body: Uint8Array): number | null => {
  let depth = 0
  let members = 0
  for (let at = 0; at < body.length; at++) {
    switch (body[at]) {
      case 0x22:
        // Within a text nothing counts; a backslash hides what follows.
        for (at++; at < body.length && body[at] !== 0x22; at++) if (body[at] === 0x5c) at++
        break
      case 0x5b:
      case 0x7b:
        if (++depth > ABSURD_DEPTH) return null
        break
      case 0x5d:
      case 0x7d:
        depth--
        break
      case 0x3a:
        members++
    }
  }
  return members
}

/** Stands for a number that JSON.parse would change without a word, until its place is known. */
class Lossy {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
const unescaped = /\\u(?:0000|[dD][89a-fA-F])/

const parse = (text: string, members: number): Effect.Effect<unknown, ApiError.ApiError> =>
  Effect.suspend(() => {
    let value: unknown
    try {
      value = Json.isSuspicious(text) ? JSON.parse(text, watching()) : JSON.parse(text)
    } catch (error) {
      const message = error instanceof SyntaxError ? error.message : "it is nested too deeply"
      return Effect.fail(
        ApiError.make("invalid-params", `The body is not valid JSON: ${message.slice(0, 200).toWellFormed()}.`)
      )
    }
    const found: Array<ApiError.ErrorDetail> = []
    const kept = walk(value, unescaped.test(text), found)
    if (found.length === 0 && kept < members) found.push(fault("is named twice", Repeated.find(text) ?? ""))
    const [first, ...rest] = found
    return first === undefined ? Effect.succeed(value) : Effect.fail(ApiError.many([first, ...rest]))
  })

/** What is told is limited, so that looking at a hundred thousand numbers more would be in vain. */
const watching = () => {
  let left = ApiError.maxDetails
  return (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    if (left === 0 || typeof value !== "number" || context?.source === undefined) return value
    if (Json.isExact(context.source, value)) return value
    left--
    return new Lossy(context.source)
  }
}

const fault = (message: string, field: string): ApiError.ErrorDetail => ({
  code: "invalid-params",
  message: `${field === "" ? "The body" : `"${field}"`} ${message}.`,
  field: field || null
})

/**
 * Looks for text that cannot be stored and for nesting that nothing here needs; without recursion, which it could exhaust.
 * Answers how many members it came by.
 */
const walk = (root: unknown, hasEscapes: boolean, found: Array<ApiError.ErrorDetail>): number => {
  let members = 0
  const stack: Array<{ readonly value: unknown; readonly path: Path | null; readonly depth: number }> = [
    { value: root, path: null, depth: 0 }
  ]
  const add = (message: string, path: Path | null) => found.push(fault(message, pathText(path)))
  for (let entry = stack.pop(); entry !== undefined && found.length < ApiError.maxDetails; entry = stack.pop()) {
    const { depth, path, value } = entry
    if (typeof value === "string") {
      if (hasEscapes && !WriteModel.isStorable(value)) add("holds NUL or half of a surrogate pair", path)
    } else if (value instanceof Lossy) {
      add(
        `is ${value.source.slice(0, 40)}, which has more digits than a JSON number keeps; send fewer, or a text`,
        path
      )
    } else if (typeof value === "object" && value !== null) {
      if (depth >= MAX_DEPTH) {
        add(`is nested more than ${MAX_DEPTH} levels deep`, path)
        continue
      }
      const isList = Array.isArray(value)
      const keys = Object.keys(value)
      if (!isList) members += keys.length
      for (const key of keys.toReversed()) {
        const at = { parent: path, key: isList ? Number(key) : key }
        if (hasEscapes && !isList && !WriteModel.isStorable(key))
          add("has a name with NUL or half of a surrogate pair", path)
        else stack.push({ value: (value as Record<string, unknown>)[key], path: at, depth: depth + 1 })
      }
    }
  }
  return members
}
interface Path {
  readonly parent: Path | null
  readonly key: string | number
}
const pathText = (path: Path | null): string => {
  const keys: Array<string | number> = []
  for (let at = path; at !== null; at = at.parent) keys.unshift(at.key)
  return pathOf(keys)
}

/** The query of a URL, refused when a name or value is not properly encoded UTF-8 without NUL. */
export const query = (url: string): Effect.Effect<URLSearchParams, ApiError.ApiError> => {
  const at = url.indexOf("?")
  const text = at === -1 ? "" : url.slice(at + 1).replace(/#.*$/s, "")
  const found: Array<ApiError.ErrorDetail> = []
  for (const part of text === "" ? [] : text.split("&")) {
    const [name = "", ...rest] = part.split("=")
    const readName = component(name)
    const readValue = component(rest.join("="))
    if (readName === undefined || readValue === undefined) {
      const shown = readName ?? name.slice(0, 100).replaceAll(/[^\w[\].-]/g, "?")
      found.push({
        code: "invalid-params",
        message: `The query parameter "${shown}" is not percent-encoded UTF-8 text without NUL.`,
        field: shown
      })
    }
  }
  const [first, ...rest] = found
  return first === undefined
    ? Effect.sync(() => new URLSearchParams(text))
    : Effect.fail(ApiError.many([first, ...rest]))
}
const component = (text: string): string | undefined => {
  try {
    const read = decodeURIComponent(text.replaceAll("+", " "))
    return WriteModel.isStorable(read) ? read : undefined
  } catch {
    return undefined
  }
}
