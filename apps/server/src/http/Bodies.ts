/**
 * What every body and query must be before anything looks at its members: JSON in UTF-8, of a bearable size and depth,
 * with numbers that lose nothing and text that can be stored.
 */
import { WriteModel } from "@svc/core"
import { type Access, ApiError } from "@svc/core/api"
import { Json } from "@svc/core/runtime"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"
import { atMost, type Limit, type Limits, tooMany, tooManyBytes } from "../Limits.ts"
import * as Gathered from "./Gathered.ts"
import { pathOf } from "./Issues.ts"
import * as Repeated from "./Repeated.ts"
import * as RequestInfo from "./RequestInfo.ts"
import { type Shared, SMALL } from "./Room.ts"
import * as Turns from "./Turns.ts"
import { createHash } from "node:crypto"

/** The body of the request under way, parsed; undefined when it has none. */
export class ParsedBody extends Context.Service<ParsedBody, { readonly value: unknown }>()(
  "@svc/server/http/ParsedBody"
) {}
/** Of a request whose endpoint takes a body. */
export const parsed: Effect.Effect<unknown> = Effect.map(Effect.serviceOption(ParsedBody), (found) =>
  found._tag === "Some" ? found.value.value : undefined
)

/** How much a body may hold. */
export interface Rules {
  readonly bytes: Limit
  readonly depth: Limit
  readonly values: Limit
  readonly listItems: Limit
  readonly textLength: Limit
  readonly nameLength: Limit
  /** The length of `data` is looked at elsewhere: the items of a write have a limit of their own. */
  readonly isBatch: boolean
  /** `data.data` is the platform's to judge: only its depth and the number of its values are looked at. */
  readonly isForwarded: boolean
  /** The interface decodes the body once more, by its schema; others are taken as they were parsed. */
  readonly isDecoded: boolean
  /** It is a file, and no JSON: taken as it is. */
  readonly isFile: boolean
}

/** The rules for each kind of body. */
export const rulesOf = (limits: Limits): Readonly<Record<Access.BodyKind["Service"], Rules>> => {
  const management: Rules = {
    bytes: limits.managementBodyBytes,
    depth: limits.bodyDepth,
    values: limits.bodyValues,
    listItems: limits.listItems,
    textLength: limits.textLength,
    nameLength: limits.nameLength,
    isBatch: false,
    isForwarded: false,
    isDecoded: true,
    isFile: false
  }
  return {
    management,
    write: { ...management, bytes: limits.bodyBytes, isBatch: true, isDecoded: false },
    passthrough: { ...management, bytes: limits.bodyBytes, isForwarded: true, isDecoded: false },
    bytes: { ...management, bytes: limits.documentBytes, isDecoded: false, isFile: true }
  }
}

/** Deeper than this, reading it would take more time and memory than saying where it is too deep is worth. */
const ABSURD_DEPTH = 6400

const isJson = (type: string): boolean => {
  const [media, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase())
  if (media !== "application/json" && !/^application\/[\w.+-]+\+json$/.test(media ?? "")) return false
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

/** The exact bytes of a body, refused when there are more than `limit`, or more than `room` has place for. */
export const bytes = (
  request: HttpServerRequest.HttpServerRequest,
  limit: Limit,
  room: Shared
): Effect.Effect<Uint8Array, ApiError.ApiError> => {
  const announced = Number(request.headers["content-length"] ?? Number.NaN)
  if (announced > limit.most) return Effect.fail(tooManyBytes("The body", limit))
  // How long it takes to arrive is its sender's affair.
  return announced <= SMALL
    ? Turns.away(whole(request, limit))
    : Effect.tap(Turns.away(counted(request, limit, room)), ({ length }) =>
        length > SMALL ? Turns.enlarge : Effect.void
      )
}

const unreadable = () => ApiError.make("invalid-params", "The body could not be read.")

const whole = (request: HttpServerRequest.HttpServerRequest, limit: Limit) =>
  request.arrayBuffer.pipe(
    Effect.map((buffer) => new Uint8Array(buffer)),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limit.most)),
    Effect.mapError((error) =>
      error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
        ? tooManyBytes("The body", limit)
        : unreadable()
    )
  )

/** A body that may be large takes room as it arrives, until its request is over. */
const counted = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  limit: Limit,
  room: Shared
): Effect.fn.Return<Uint8Array, ApiError.ApiError> {
  const gathered = Gathered.make()
  let taken = 0
  const { organisation } = yield* RequestInfo.current
  yield* RequestInfo.atEnd(() => {
    room.free(taken, organisation)
    taken = 0
  })
  yield* Stream.runForEach(request.stream, (chunk) => {
    const size = gathered.size() + chunk.length
    if (size > limit.most) return Effect.fail(tooManyBytes("The body", limit))
    const more = Math.max(0, size - SMALL) - taken
    if (more > 0) {
      const broken = room.take(more, organisation)
      if (broken !== null) return Effect.fail(full(broken))
      taken += more
    }
    gathered.add(chunk)
    return Effect.void
  }).pipe(Effect.mapError((error) => (error instanceof ApiError.ApiError ? error : unreadable())))
  return Buffer.from(gathered.whole())
})

const full = ({ most, setting }: Limit) =>
  ApiError.later(
    "platform-unavailable",
    `The bodies that are under way here take up all ${most} bytes there are for them (${setting}).`,
    1
  )

/** Bytes as text; refused when they are not UTF-8. */
export const utf8 = (body: Uint8Array): Effect.Effect<string, ApiError.ApiError> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body),
    catch: () => ApiError.make("invalid-params", "The body is not UTF-8 text.")
  })

/** A body as it was parsed, and the request for what comes behind: it may read the body again where `isDecoded` says so. */
export interface Read {
  readonly value: unknown
  readonly request: HttpServerRequest.HttpServerRequest
}

/** Reads, parses and checks the JSON body of a request. */
export const read = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  rules: Rules,
  room: Shared
): Effect.fn.Return<Read, ApiError.ApiError> {
  const body = yield* bytes(request, rules.bytes, room)
  const value = yield* valueOf(request, body, rules)
  // What was parsed is read no more. Only a large body has a buffer of its own.
  if (!rules.isDecoded && !rules.isFile && body.length > SMALL) (body.buffer as ArrayBuffer).transfer(0)
  return { value, request: rules.isDecoded ? withBody(request, body) : request }
})

/** The request with what was read of it: a body that came as a stream comes once. */
const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  body: Uint8Array
): HttpServerRequest.HttpServerRequest =>
  Object.create(request, {
    arrayBuffer: { value: Effect.sync(() => new Uint8Array(body).buffer) },
    text: { value: Effect.sync(() => new TextDecoder().decode(body)) }
  })

const valueOf = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  body: Uint8Array,
  rules: Rules
): Effect.fn.Return<unknown, ApiError.ApiError> {
  const type = request.headers["content-type"]
  if (body.length === 0) return undefined
  const encoding = request.headers["content-encoding"]
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity") {
    return yield* ApiError.make(
      "unsupported-media-type",
      `Send the body as it is, not with Content-Encoding ${JSON.stringify(encoding.slice(0, 100))}.`
    )
  }
  if (rules.isFile) return fileOf(request, body)
  if (type !== undefined && !isJson(type)) {
    return yield* ApiError.make(
      "unsupported-media-type",
      `Send the body as application/json in UTF-8, not ${JSON.stringify(type.slice(0, 100))}.`
    )
  }
  const measured = yield* Turns.piece(Effect.sync(() => measure(body, rules)))
  if (typeof measured === "string") return yield* ApiError.make("invalid-params", measured)
  const [first, ...rest] = measured.long.toSorted((a, b) => a.from - b.from).map(({ fault }) => fault)
  if (first !== undefined) return yield* Effect.fail(ApiError.many([first, ...rest]))
  const text = yield* Turns.piece(utf8(body))
  const value = yield* Turns.piece(parse(text, measured))
  yield* Turns.piece(check(value, text, measured, rules))
  return value
})

/** A body that is a file. Two are the same request where its digest, its type and its query are. */
export interface File {
  readonly digest: string
  readonly type: string
  readonly query: string
  readonly content: () => Uint8Array
}
const fileOf = ({ headers, url }: HttpServerRequest.HttpServerRequest, body: Uint8Array): File => ({
  digest: createHash("sha256").update(body).digest("base64"),
  type: headers["content-type"] ?? "application/octet-stream",
  query: url.slice(url.indexOf("?") + 1),
  content: () => body
})

/** Most texts end within so many bytes. Of a longer one, after as many without a backslash the next quote is searched for. */
const PLAIN = 256
/** Where a text ends that begins there. Within it nothing counts; a backslash hides what follows. */
const endOfText = (body: Uint8Array, start: number, found: Measured): number => {
  const soon = Math.min(start + PLAIN, body.length)
  let at = start
  for (; at < soon; at++) {
    if (body[at] === 0x22) return at
    if (body[at] === 0x5c && body[++at] === 0x75) found.hasEscapes = true
  }
  for (let plain = PLAIN; at < body.length;) {
    if (body[at] === 0x22) return at
    if (body[at] === 0x5c) {
      if (body[at + 1] === 0x75) found.hasEscapes = true
      at += 2
      plain = 0
    } else if (plain++ < PLAIN) {
      at++
    } else {
      const quote = body.indexOf(0x22, at)
      if (quote === -1) return body.length
      // What is in front of it is skipped, but for the backslashes right there: these are looked at two by two.
      const from = at
      for (at = quote; at > from && body[at - 1] === 0x5c;) at--
      if (!found.hasEscapes) {
        found.hasEscapes = Buffer.from(body.buffer, body.byteOffset + from, quote - from).includes("\\u")
      }
      plain = 0
    }
  }
  return body.length
}

/** What is found of a body without reading it. */
interface Measured {
  /** How many members all objects name. */
  members: number
  /** Whether characters are written by their numbers. */
  hasEscapes: boolean
  /** Whether there are numbers that may lose digits. */
  hasLongNumbers: boolean
  /** Lists, objects and texts that hold too much. */
  readonly long: Array<Long>
}
interface Long {
  /** Where it begins. */
  readonly from: number
  readonly fault: ApiError.ErrorDetail
}
/** A list or an object that is open. */
interface Level {
  from: number
  isList: boolean
  commas: number
  /** The name of its member that is read, with its quotes. */
  keyFrom: number
  keyTo: number
}

/** The names and places that lead to what these levels are at; null where one of the names is too long to be told. */
const pathTo = (
  body: Uint8Array,
  levels: ReadonlyArray<Level>,
  longest: number
): ReadonlyArray<string | number> | null => {
  const path: Array<string | number> = []
  for (const { commas, isList, keyFrom, keyTo } of levels) {
    // No character takes more than six bytes.
    if (!isList && keyTo - keyFrom > 6 * longest) return null
    try {
      const key = isList ? commas : JSON.parse(Buffer.from(body.subarray(keyFrom, keyTo + 1)).toString())
      if (typeof key === "string" && key.length > longest) return null
      path.push(key)
    } catch {
      return null
    }
  }
  return path
}
const isForeign = ({ isForwarded }: Rules, path: ReadonlyArray<string | number>): boolean =>
  isForwarded && path[0] === "data" && path[1] === "data"

/** What is wrong with a list or an object of so many elements; null where its length is looked at elsewhere, or nowhere. */
const lengthFault = (body: Uint8Array, levels: ReadonlyArray<Level>, rules: Rules): ApiError.ErrorDetail | null => {
  const path = pathTo(body, levels.slice(0, -1), rules.nameLength.most)
  if (path === null || isForeign(rules, path)) return null
  const { commas, isList } = levels.at(-1)!
  if (rules.isBatch && isList && path.length === 1 && path[0] === "data") return null
  return tooMany(pathOf(path), `${commas + 1} ${isList ? "elements" : "members"}`, rules.listItems)
}

/** How many characters a text has, between its quotes. */
const charactersOf = (body: Uint8Array, from: number, to: number): number => {
  let count = 0
  for (let at = from + 1; at < to; at++) {
    const byte = body[at]!
    // Of those of several bytes the first counts; twice where it takes two in UTF-16.
    if (byte >= 0x80) count += byte >= 0xf0 ? 2 : byte >= 0xc0 ? 1 : 0
    else {
      count++
      if (byte === 0x5c && body[++at] === 0x75) at += 4
    }
  }
  return count
}
/** The same of a text. */
const textFault = (
  body: Uint8Array,
  levels: ReadonlyArray<Level>,
  from: number,
  to: number,
  rules: Rules
): ApiError.ErrorDetail | null => {
  const path = pathTo(body, levels, rules.nameLength.most)
  if (path === null || isForeign(rules, path)) return null
  const characters = charactersOf(body, from, to)
  return characters > rules.textLength.most ? tooMany(pathOf(path), `${characters} characters`, rules.textLength) : null
}

/**
 * Measures a body in one pass; or says what is beyond all measure. Lists and texts that are too long are found here, and not
 * where the body was read: what a hundred thousand empty objects take is not to be had for asking.
 */
const measure = (body: Uint8Array, rules: Rules): Measured | string => {
  const { depth: deepest, listItems, textLength, values: most } = rules
  const found: Measured = { members: 0, hasEscapes: false, hasLongNumbers: false, long: [] }
  const levels: Array<Level> = []
  let depth = 0
  let values = 1
  /** Characters of the number under way. */
  let digits = 0
  let textFrom = 0
  let textTo = 0
  /** The last text is long, and not known to be a name. */
  let isLong = false
  const addText = () => {
    isLong = false
    if (found.long.length >= ApiError.maxDetails) return
    const fault = textFault(body, levels.slice(0, depth), textFrom, textTo, rules)
    if (fault !== null) found.long.push({ from: textFrom, fault })
  }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2e) {
      if (++digits === LONG) found.hasLongNumbers = true
      continue
    }
    switch (byte) {
      case 0x22:
        textFrom = at
        at = textTo = endOfText(body, at + 1, found)
        isLong = textTo - textFrom - 1 > textLength.most
        break
      case 0x5b:
      case 0x7b: {
        if (++depth > ABSURD_DEPTH)
          return `The body is nested far more than ${deepest.most} levels deep (${deepest.setting}).`
        if (++values > most.most) return `The body holds more than ${most.most} values (${most.setting}).`
        const level = (levels[depth - 1] ??= { from: 0, isList: false, commas: 0, keyFrom: 0, keyTo: 0 })
        level.from = at
        level.isList = byte === 0x5b
        level.commas = 0
        break
      }
      case 0x5d:
      case 0x7d: {
        if (isLong) addText()
        const level = depth > 0 ? levels[depth - 1]! : undefined
        if (level !== undefined && level.commas >= listItems.most && found.long.length < ApiError.maxDetails) {
          const fault = lengthFault(body, levels.slice(0, depth), rules)
          if (fault !== null) {
            // What is within it is not told as well.
            while (found.long.length > 0 && found.long.at(-1)!.from > level.from) found.long.pop()
            found.long.push({ from: level.from, fault })
          }
        }
        depth--
        break
      }
      case 0x3a: {
        found.members++
        isLong = false
        const level = levels[depth - 1]
        if (level !== undefined) {
          level.keyFrom = textFrom
          level.keyTo = textTo
        }
        break
      }
      case 0x2c:
        if (++values > most.most) return `The body holds more than ${most.most} values (${most.setting}).`
        if (isLong) addText()
        if (depth > 0) levels[depth - 1]!.commas++
        break
      case 0x45:
      case 0x65:
        if (digits > 0) found.hasLongNumbers = true
    }
    digits = 0
  }
  if (isLong) addText()
  return found
}
/** A number of so many characters, or with an exponent, may lose digits. */
const LONG = 16

/** Stands for a number that JSON.parse would change without a word, until its place is known. */
class Lossy {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}
const unescaped = /\\u(?:0000|[dD][89a-fA-F])/

const parse = (text: string, { hasLongNumbers }: Measured): Effect.Effect<unknown, ApiError.ApiError> =>
  Effect.try({
    try: () => (hasLongNumbers ? JSON.parse(text, watching()) : JSON.parse(text)),
    catch: (error) => {
      const message = error instanceof SyntaxError ? error.message : "it is nested too deeply"
      return ApiError.make("invalid-params", `The body is not valid JSON: ${message.slice(0, 200).toWellFormed()}.`)
    }
  })

const check = (
  value: unknown,
  text: string,
  { hasEscapes, members }: Measured,
  rules: Rules
): Effect.Effect<void, ApiError.ApiError> =>
  Effect.suspend(() => {
    const found: Array<ApiError.ErrorDetail> = []
    const kept = walk(value, hasEscapes && unescaped.test(text), found, rules)
    if (found.length === 0 && kept < members) found.push(fault("is named twice", Repeated.find(text) ?? ""))
    const [first, ...rest] = found
    return first === undefined ? Effect.void : Effect.fail(ApiError.many([first, ...rest]))
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
 * Looks for text that cannot be stored, for nesting that nothing here needs, and for names that are too long; without
 * recursion, which it could exhaust. Answers how many members it came by. Lists and texts were measured before.
 */
const walk = (
  root: unknown,
  hasEscapes: boolean,
  found: Array<ApiError.ErrorDetail>,
  { depth: levels, isForwarded, nameLength }: Rules
): number => {
  let members = 0
  const stack: Array<Visit> = [{ value: root, path: null, depth: 0, isForeign: false }]
  const add = (message: string, path: Path | null) => found.push(fault(message, pathText(path)))
  for (let entry = stack.pop(); entry !== undefined && found.length < ApiError.maxDetails; entry = stack.pop()) {
    const { depth, isForeign, path, value } = entry
    if (typeof value === "string") {
      if (hasEscapes && !WriteModel.isStorable(value)) add("holds NUL or half of a surrogate pair", path)
    } else if (value instanceof Lossy) {
      add(
        `is ${value.source.slice(0, 40)}, which has more digits than a JSON number keeps; send fewer, or a text`,
        path
      )
    } else if (typeof value === "object" && value !== null) {
      if (depth >= levels.most) {
        add(`is nested more than ${levels.most} levels deep (${levels.setting})`, path)
        continue
      }
      const isList = Array.isArray(value)
      const isData = depth === 1 && path?.key === "data"
      const keys = Object.keys(value)
      if (!isList) members += keys.length
      for (const key of keys.toReversed()) {
        const at = { parent: path, key: isList ? Number(key) : key }
        if (hasEscapes && !isList && !WriteModel.isStorable(key))
          add("has a name with NUL or half of a surrogate pair", path)
        else if (!isForeign && key.length > nameLength.most)
          add(`has a name of ${key.length} characters; ${atMost(nameLength)} are taken`, path)
        else
          stack.push({
            value: (value as Record<string, unknown>)[key],
            path: at,
            depth: depth + 1,
            isForeign: isForeign || (isForwarded && isData && key === "data")
          })
      }
    }
  }
  return members
}
interface Visit {
  readonly value: unknown
  readonly path: Path | null
  readonly depth: number
  readonly isForeign: boolean
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
    if (found.length === ApiError.maxDetails) break
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
