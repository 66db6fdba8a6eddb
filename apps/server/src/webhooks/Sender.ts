/**
 * One attempt of one delivery: a signed POST through the guard, and what is to be thought of the answer. It never
 * fails; whatever goes wrong is an outcome, in words that may be shown and hold no secret.
 */
import Undici, { type Dispatcher } from "@effect/platform-node/Undici"
import { Redact } from "@svc/core/runtime"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { cleanText } from "../database/CleanJson.ts"
import { refusal } from "../outbound/Guard.ts"
import { sign } from "./Signature.ts"

/** Where deliveries of a webhook go and how they are signed. */
export interface Target {
  /** Null for a text that is none: it did not come in by our own door. */
  readonly url: URL | null
  /** The webhook's own headers; their values may be secrets. */
  readonly headers: Readonly<Record<string, string>>
  readonly keys: ReadonlyArray<Redacted.Redacted<Uint8Array>>
}

export interface Outcome {
  readonly ok: boolean
  /** Null when there was no answer. */
  readonly status: number | null
  /** Why it failed; null for a success. */
  readonly error: string | null
  /** What it answered beside the status, as far as it is shown; null for nothing. */
  readonly answer: string | null
  /** The endpoint says that it is gone for good. */
  readonly gone: boolean
  /** Seconds the endpoint asks to be left alone; null when it does not. */
  readonly retryAfter: number | null
}

/** As much of an answer as is read, and shown, in bytes and in letters. */
const READ = 4_096
const SHOWN = 300
/** Milliseconds for the rest of an answer whose status is known. */
const REST = 1_000

/**
 * Sends a body; `timestamp` in seconds since 1970. While the attempt is under way, `underWay` holds what cuts it short.
 * The transport is driven by its own events: streams and signals around them would double what a delivery costs.
 */
export const send = (
  dispatcher: Dispatcher,
  target: Target,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  timeout: number,
  underWay?: Set<() => void>
): Promise<Outcome> =>
  new Promise((resolve) => {
    const { url } = target
    if (url === null) {
      return resolve(unanswered("The webhook has no valid URL."))
    }
    let controller: Dispatcher.DispatchController | null = null
    let ended: Error | null = null
    let answer: { readonly status: number; readonly retryAfter: number | null } | null = null
    let size = 0
    const said: Array<Buffer> = []

    const end = (why: Error) => {
      ended ??= why
      controller?.abort(ended)
    }
    const endAfter = (time: number) => setTimeout(() => end(new TimedOut(time)), time)
    const cut = () => end(new Error("The service is shutting down."))
    let timer = endAfter(timeout)
    underWay?.add(cut)
    const settle = (error: unknown) => {
      clearTimeout(timer)
      underWay?.delete(cut)
      if (answer === null) return resolve(unanswered(reason(error)))
      const { retryAfter, status } = answer
      const ok = isSuccess(status)
      const text = shownOf(Buffer.concat(said).subarray(0, READ).toString("utf8"), target)
      const words = ok ? null : `The endpoint answered ${status}${text === null ? "." : `: ${text}`}`
      resolve({ ok, status, error: words, answer: text, gone: status === 410, retryAfter: ok ? null : retryAfter })
    }
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: "POST",
          headers: {
            ...(Object.keys(target.headers).some((name) => name.toLowerCase() === "user-agent")
              ? {}
              : { "user-agent": "svc-webhooks/1" }),
            ...target.headers,
            "content-type": "application/json",
            "webhook-id": message.id,
            "webhook-timestamp": String(message.timestamp),
            "webhook-signature": sign(target.keys, message.id, message.timestamp, message.body)
          },
          body: message.body
        },
        {
          onRequestStart: (started) => {
            controller = started
            if (ended !== null) started.abort(ended)
          },
          onResponseStart: (_, status, headers) => {
            // An answer before the answer, such as 103.
            if (status < 200) return
            answer = { status, retryAfter: retryAfter(headers) }
            // The status is what counts; what follows only decides whether the connection can be used again.
            clearTimeout(timer)
            timer = endAfter(REST)
          },
          // What is longer, or too slow, is cut off with its connection.
          onResponseData: (_, piece) => {
            size += piece.length
            said.push(piece)
            if (size > READ) end(new Error("Enough was read."))
          },
          onResponseEnd: () => settle(null),
          onResponseError: (_, error) => settle(ended ?? error)
        }
      )
    } catch (error) {
      settle(error)
    }
  })

const isSuccess = (status: number): boolean => status >= 200 && status < 300
const unanswered = (error: string): Outcome => ({
  ok: false,
  status: null,
  error,
  answer: null,
  gone: false,
  retryAfter: null
})

class TimedOut extends Error {
  constructor(milliseconds: number) {
    super(`The endpoint did not answer within ${milliseconds / 1000} seconds.`)
  }
}

/** Of an address what only an admin sees, as an endpoint may repeat it: whole, or a part that could be a secret. */
const hiddenOf = (url: URL | null): ReadonlyArray<string> => {
  if (url === null) return []
  const parts = url.pathname.split("/").filter((part) => part.length >= 8)
  return [url.pathname + url.search, url.pathname, ...parts, ...url.searchParams.values()]
}

/** By target, since endpoints that say something say it each time. */
const redactors = new WeakMap<Target, (text: string) => string>()
/** Endpoints repeat what they were sent, also the header that was meant to be secret, and where it was sent. */
const redactorOf = (target: Target): ((text: string) => string) => {
  const known = redactors.get(target)
  if (known !== undefined) return known
  const made = Redact.redactor([...Object.values(target.headers), ...hiddenOf(target.url)])
  redactors.set(target, made)
  return made
}

const shownOf = (said: string, target: Target): string | null => {
  if (said === "") return null
  const text = redactorOf(target)(cleanText(said))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[^\P{C} ]/gu, "")
    .trim()
  if (text === "") return null
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
}

const retryAfter = (headers: Readonly<Record<string, string | Array<string> | undefined>>): number | null => {
  const [value] = [headers["retry-after"]].flat()
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  if (Number.isNaN(at)) return null
  // Measured by the endpoint's own clock where it tells it, so that a wrong clock on either side does no harm.
  const [date] = [headers["date"]].flat()
  const now = date === undefined ? Number.NaN : Date.parse(date)
  return Math.max(0, Math.ceil((at - (Number.isNaN(now) ? Date.now() : now)) / 1000))
}

/** Codes of the transport in plain words. Messages of the transport itself may hold what was sent, so none is shown. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The endpoint refused the connection.",
  ECONNRESET: "The endpoint cut the connection.",
  EPIPE: "The endpoint cut the connection.",
  UND_ERR_SOCKET: "The endpoint cut the connection.",
  UND_ERR_CONNECT_TIMEOUT: "The endpoint could not be reached in time.",
  UND_ERR_HEADERS_TIMEOUT: "The endpoint did not answer in time.",
  UND_ERR_BODY_TIMEOUT: "The endpoint did not answer in time.",
  ETIMEDOUT: "The endpoint could not be reached in time.",
  EHOSTUNREACH: "The endpoint cannot be reached.",
  ENETUNREACH: "The endpoint cannot be reached.",
  ENOTFOUND: "The name of the endpoint is not known.",
  EAI_AGAIN: "The name of the endpoint could not be looked up.",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "The answer of the endpoint is too large.",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too large."
}

const reason = (error: unknown): string => {
  const refused = refusal(error)
  if (Option.isSome(refused)) return refused.value.message
  for (let cause = error, depth = 0; depth < 8 && typeof cause === "object" && cause !== null; depth++) {
    if (cause instanceof TimedOut) return cause.message
    if (cause instanceof Undici.errors.HTTPParserError) return "The answer of the endpoint is not HTTP."
    const { code, cause: inner, errors } = cause as { code?: unknown; cause?: unknown; errors?: ReadonlyArray<unknown> }
    if (typeof code === "string") {
      const known = words[code]
      if (known !== undefined) return known
      if (/^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) {
        return `The certificate or encryption of the endpoint is not accepted (${code}).`
      }
    }
    // Several addresses of one name: the first says as much as the others.
    cause = inner ?? errors?.[0]
  }
  return "The request to the endpoint failed."
}
