/**
 * Checks what a caller asks of a webhook: every fault of the body is found, each with its place and, for a wrong name,
 * the nearest right one.
 */
import { Iso, Models, Nearest, WriteModel } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type EventType, type Operation, eventTypes, operations } from "./Events.ts"

/** The members a caller may set; those that were not sent are absent. */
export interface WebhookBody {
  readonly name?: string
  readonly type?: EventType
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly operations?: ReadonlyArray<Operation>
  readonly data_models?: ReadonlyArray<Models.ModelId>
  readonly is_disabled?: boolean
}
type Draft = { -readonly [K in keyof WebhookBody]: WebhookBody[K] | undefined }

const members = ["name", "type", "url", "headers", "operations", "data_models", "is_disabled"] as const
const required = ["name", "type", "url"] as const

/** Headers that the delivery itself sets, or that belong to the connection. */
const reserved = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])
const isReserved = (name: string): boolean => reserved.has(name) || /^(webhook|proxy|sec)-/.test(name)
const MOST_HEADERS = 32
const LONGEST_NAME = 128
const LONGEST_VALUE = 4_096

/**
 * Reads a body; `isWhole` when it describes a new webhook, which needs name, type and url. A member that is null counts
 * as not sent. `refuse` says why a URL may not be delivered to.
 */
export const read = (
  body: unknown,
  isWhole: boolean,
  refuse: (url: string) => Option.Option<string>
): Effect.Effect<WebhookBody, ApiError.ApiError> => {
  const faults: Array<ApiError.ErrorDetail> = []
  const fault = (field: string, message: string, code: ApiError.ErrorCode = "invalid-params") =>
    void faults.push({ code, message, field })
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return Effect.fail(ApiError.make("invalid-params", "The body must be an object."))
  }
  const given = body as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given)) {
    if (!members.some((member) => member === name)) {
      fault(name, `Unknown member "${name}"${Nearest.hint(name, members)}.`)
    }
  }
  const read: Draft = {}
  for (const name of required) {
    if (isWhole && (given[name] ?? null) === null) fault(name, `"${name}" is required.`, "missing-params")
  }

  const name = given["name"] ?? undefined
  if (typeof name === "string" && name.trim() !== "" && name.length <= 255 && WriteModel.isStorable(name))
    read.name = name
  else if (name !== undefined) fault("name", `"name" must be a text of 1 to 255 characters.`)

  const type = given["type"] ?? undefined
  const knownType = eventTypes.find((known) => known === type)
  if (knownType !== undefined) read.type = knownType
  else if (type !== undefined) fault("type", `"type" must be one of ${eventTypes.join(", ")}${hint(type, eventTypes)}.`)

  const url = given["url"] ?? undefined
  if (typeof url === "string") {
    const refused = refuse(url)
    if (Option.isSome(refused)) fault("url", refused.value)
    else read.url = url
  } else if (url !== undefined) fault("url", `"url" must be a text.`)

  const headers = given["headers"] ?? undefined
  if (headers !== undefined) read.headers = readHeaders(headers, fault)

  read.operations = readList("operations", given, operations, fault)
  read.data_models = readList("data_models", given, Models.modelIds, fault)

  const isDisabled = given["is_disabled"] ?? undefined
  if (typeof isDisabled === "boolean") read.is_disabled = isDisabled
  else if (isDisabled !== undefined) fault("is_disabled", `"is_disabled" must be true or false.`)

  const [first, ...others] = faults
  return first === undefined ? Effect.succeed(present(read)) : Effect.fail(ApiError.many([first, ...others]))
}

/**
 * Whether the members fit each other: data models and their operations mean nothing for other types, and silence about
 * that would look like a filter.
 */
export const fits = (webhook: {
  readonly type: string
  readonly operations: ReadonlyArray<string>
  readonly data_models: ReadonlyArray<string>
}): Effect.Effect<void, ApiError.ApiError> =>
  webhook.type !== "DATA_MODEL_CHANGES" && webhook.data_models.length > 0
    ? Effect.fail(
        ApiError.make(
          "invalid-params",
          `"data_models" narrows webhooks of the type DATA_MODEL_CHANGES only; this one is of the type ${webhook.type}.`,
          "data_models"
        )
      )
    : Effect.void

/** The span of a replay: from (included) to (not included), both as milliseconds. */
export const readReplay = (
  body: unknown
): Effect.Effect<{ readonly from: Date; readonly to: Date }, ApiError.ApiError> => {
  const faults: Array<ApiError.ErrorDetail> = []
  const given: Readonly<Record<string, unknown>> =
    typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  for (const name of Object.keys(given)) {
    if (name === "from" || name === "to") continue
    faults.push({
      code: "invalid-params",
      message: `Unknown member "${name}"${Nearest.hint(name, ["from", "to"])}.`,
      field: name
    })
  }
  const moment = (name: "from" | "to"): number => {
    const value = given[name] ?? undefined
    if (value === undefined) {
      faults.push({ code: "missing-params", message: `"${name}" is required.`, field: name })
      return Number.NaN
    }
    const millis = typeof value === "string" ? Iso.millis(value) : undefined
    if (millis !== undefined) return millis
    faults.push({ code: "invalid-params", message: `"${name}" must be an ISO 8601 date-time.`, field: name })
    return Number.NaN
  }
  const [from, to] = [moment("from"), moment("to")]
  if (from >= to) faults.push({ code: "invalid-params", message: `"from" must be before "to".`, field: "from" })
  const [first, ...others] = faults
  return first === undefined
    ? Effect.succeed({ from: new Date(from), to: new Date(to) })
    : Effect.fail(ApiError.many([first, ...others]))
}

type Fault = (field: string, message: string) => void

const readHeaders = (value: unknown, fault: Fault): Readonly<Record<string, string>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fault("headers", `"headers" must be an object of names and texts.`)
    return {}
  }
  const entries = Object.entries(value)
  if (entries.length > MOST_HEADERS) fault("headers", `"headers" holds more than ${MOST_HEADERS} headers.`)
  const seen = new Set<string>()
  for (const [name, text] of entries) {
    const place = `headers.${name.slice(0, LONGEST_NAME)}`
    const lower = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || name.length > LONGEST_NAME)
      fault(place, "This is not the name of a header.")
    else if (isReserved(lower)) fault(place, `The header ${name} is set by the delivery itself.`)
    else if (seen.has(lower)) fault(place, `The header ${name} is there twice.`)
    seen.add(lower)
    // The value is not repeated in the message: it may be a secret.
    if (typeof text !== "string" || !/^[\t\x20-\x7e]*$/.test(text) || text !== text.trim()) {
      fault(place, "The value of a header must be a text of printable ASCII characters, without spaces at its ends.")
    } else if (text.length > LONGEST_VALUE)
      fault(place, `The value of a header has at most ${LONGEST_VALUE} characters.`)
  }
  return Object.fromEntries(entries) as Readonly<Record<string, string>>
}

const readList = <const W extends string>(
  name: string,
  given: Readonly<Record<string, unknown>>,
  words: ReadonlyArray<W>,
  fault: Fault
): ReadonlyArray<W> | undefined => {
  const value = given[name] ?? undefined
  if (value === undefined) return undefined
  if (!Array.isArray(value)) {
    fault(name, `"${name}" must be a list.`)
    return []
  }
  const found = new Set<W>()
  value.forEach((entry: unknown, index) => {
    const word = words.find((known) => known === entry)
    if (word !== undefined) found.add(word)
    else {
      const expected = words.length <= 5 ? `one of ${words.join(", ")}` : "the identifier of a data model"
      fault(`${name}[${index}]`, `"${name}[${index}]" must be ${expected}${hint(entry, words)}.`)
    }
  })
  return [...found]
}

const hint = (value: unknown, words: ReadonlyArray<string>): string =>
  typeof value === "string" ? Nearest.hint(value, words) : ""

const present = (draft: Draft): WebhookBody =>
  Object.fromEntries(Object.entries(draft).filter(([, member]) => member !== undefined))
