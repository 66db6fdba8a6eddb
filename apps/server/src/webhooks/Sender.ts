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
  readonly url: string
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
  /** The endpoint says that it is gone for good. */
  readonly gone: boolean
  /** Seconds the endpoint asks to be left alone; null when it does not. */
  readonly retryAfter: number | null
}

/** As much of a failing answer as is read, and shown. */
const READ = 4_096
const SHOWN = 300
/** Milliseconds for the rest of an answer whose status is known. */
const REST = 1_000

/** Sends a body. `timestamp` in seconds since 1970; the signal ends the attempt with our shutdown. */
export const send = async (
  dispatcher: Dispatcher,
  target: Target,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  timeout: number,
  signal?: AbortSignal
): Promise<Outcome> => {
  const ended = new AbortController()
  const stop = () => ended.abort(new Error("The service is shutting down."))
  if (signal?.aborted === true) stop()
  signal?.addEventListener("abort", stop, { once: true })
  let timer = setTimeout(() => ended.abort(new TimedOut(timeout)), timeout)
  try {
    const answer = await Undici.request(target.url, {
      dispatcher,
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
      body: message.body,
      signal: ended.signal
    })
    const status = answer.statusCode
    const ok = status >= 200 && status < 300
    // The status is the answer; what follows only decides whether the connection can be used again.
    clearTimeout(timer)
    timer = setTimeout(() => ended.abort(new TimedOut(timeout)), REST)
    const said = await rest(answer.body)
    return {
      ok,
      status,
      error: ok ? null : `The endpoint answered ${status}${describe(said, target)}`,
      gone: status === 410,
      retryAfter: ok ? null : retryAfter(answer.headers)
    }
  } catch (error) {
    return { ok: false, status: null, error: reason(error), gone: false, retryAfter: null }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", stop)
  }
}

class TimedOut extends Error {
  constructor(milliseconds: number) {
    super(`The endpoint did not answer within ${milliseconds / 1000} seconds.`)
  }
}

/** The beginning of a body. What is longer, or too slow, is cut off with its connection. */
const rest = async (body: AsyncIterable<Uint8Array> & { readonly destroy: () => unknown }): Promise<string> => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > READ) break
    }
  } catch {
    // What was read is enough.
  }
  return Buffer.concat(pieces).subarray(0, READ).toString("utf8")
}

const describe = (said: string, target: Target): string => {
  // Endpoints repeat what they were sent, also the header that was meant to be secret.
  const text = Redact.redactor(Object.values(target.headers))(cleanText(said))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[^\P{C} ]/gu, "")
    .trim()
  if (text === "") return "."
  return `: ${text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text}`
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
