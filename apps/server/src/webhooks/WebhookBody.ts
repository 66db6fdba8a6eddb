/**
 * Checks what a caller asks of a webhook: every fault of the body is found, each with its place and, for a wrong name,
 * the nearest right one.
 */
import { Iso, Models, Nearest, WriteModel } from "@svc/core"
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Members from "../http/Members.ts"
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

const name: Members.Kind = {
  expected: "a text of 1 to 255 characters",
  is: (value) => typeof value === "string" && value.trim() !== "" && value.length <= 255 && WriteModel.isStorable(value)
}
const type: Members.Kind = {
  expected: `one of ${eventTypes.join(", ")}`,
  is: (value) => eventTypes.some((known) => known === value)
}
const yesNo: Members.Kind = { expected: "true or false", is: (value) => typeof value === "boolean" }
const members = (isWhole: boolean) => ({
  name: { kind: name, required: isWhole },
  type: { kind: type, required: isWhole },
  url: { kind: Members.text, required: isWhole },
  headers: { kind: Members.object },
  operations: { kind: Members.list },
  data_models: { kind: Members.list },
  is_disabled: { kind: yesNo }
})

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
  const faults = [...Members.faults(body, members(isWhole))]
  const fault = (field: string, message: string) => void faults.push({ code: "invalid-params", message, field })
  const given: Members.Row = Members.isRow(body) ? body : {}
  const { data_models, headers, operations: asked, url } = given
  if (typeof url === "string") Option.map(refuse(url), (message) => fault("url", message))
  if (Members.isRow(headers)) checkHeaders(headers, fault)
  if (Array.isArray(asked)) checkWords("operations", asked, operations, fault)
  if (Array.isArray(data_models)) checkWords("data_models", data_models, Models.modelIds, fault)
  return Effect.map(Members.refuse(faults), () => {
    const sent = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
    return Object.fromEntries(
      sent.map(([key, value]) => [key, Array.isArray(value) ? [...new Set(value)] : value])
    ) as WebhookBody
  })
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

/** The span of a replay: from (included) to (not included). */
export interface Replay {
  readonly from: Date
  readonly to: Date
}
export const readReplay = (body: unknown): Effect.Effect<Replay, ApiError.ApiError> => {
  const moment: Members.Kind = {
    expected: "an ISO 8601 date-time",
    is: (value) => typeof value === "string" && Iso.millis(value) !== undefined
  }
  const faults = [
    ...Members.faults(body, { from: { kind: moment, required: true }, to: { kind: moment, required: true } })
  ]
  const { from, to } = (Members.isRow(body) ? body : {}) as { from: string; to: string }
  const span = faults.length > 0 ? [0, 1] : [Iso.millis(from)!, Iso.millis(to)!]
  if (span[0]! >= span[1]!) {
    faults.push({ code: "invalid-params", message: `"from" must be before "to".`, field: "from" })
  }
  return Effect.map(Members.refuse(faults), () => ({ from: new Date(span[0]!), to: new Date(span[1]!) }))
}

type Fault = (field: string, message: string) => void

const checkHeaders = (headers: Members.Row, fault: Fault): void => {
  const entries = Object.entries(headers)
  if (entries.length > MOST_HEADERS) return fault("headers", `"headers" holds more than ${MOST_HEADERS} headers.`)
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
    } else if (text.length > LONGEST_VALUE) {
      fault(place, `The value of a header has at most ${LONGEST_VALUE} characters.`)
    }
  }
}

const checkWords = (name: string, values: ReadonlyArray<unknown>, words: ReadonlyArray<string>, fault: Fault): void => {
  const expected = words.length <= 5 ? `one of ${words.join(", ")}` : "the identifier of a data model"
  let found = 0
  for (const [index, value] of values.entries()) {
    if (words.some((word) => word === value)) continue
    // What is not told needs no hint.
    if (++found > ApiError.maxDetails) return
    const hint = typeof value === "string" ? Nearest.hint(value, words) : ""
    fault(`${name}[${index}]`, `"${name}[${index}]" must be ${expected}${hint}.`)
  }
}
