/** Sends one request to the service: the key, a time limit for each attempt, repeats where they do no harm, and errors. */
import { type ErrorCode, own, SvcError } from "./SvcError.ts"

export interface ClientOptions {
  /** Where the service is, such as `https://svc.example.com`. */
  readonly url: string
  readonly apiKey: string
  readonly fetch?: typeof globalThis.fetch
  /** Longest time for one attempt, milliseconds; 60 000 when absent. A write may wait 30 seconds for its job. */
  readonly timeout?: number
  /** Attempts after the first, for requests that may be repeated; 3 when absent. */
  readonly retries?: number
  /** Longest wait for a Retry-After, milliseconds; 30 000 when absent. What asks for longer is an error at once. */
  readonly patience?: number
}
/** Of one call. */
export interface CallOptions {
  /** Ends the call; what it rejects with is the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Another time limit for each attempt, milliseconds. */
  readonly timeout?: number | undefined
}
export interface Request extends CallOptions {
  readonly method: string
  readonly path: string
  readonly query?: URLSearchParams
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Repeating it leaves the same state: reads, and writes with an idempotency key. */
  readonly isRepeatable: boolean
}
export type Send = (request: Request) => Promise<any>

/** First pause between attempts, milliseconds; doubled each time, with up to a fifth more. */
const pause = 300

/** Resolves after a time, or rejects with the signal's reason. */
export const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, milliseconds)
    signal?.addEventListener("abort", end, { once: true })
  })

/** Seconds, or an HTTP date; null when absent or unreadable. */
const retryAfterOf = (headers: Headers): number | null => {
  const value = headers.get("retry-after")
  if (value === null) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}

/** What a status means that something on the way answered: a proxy, a gateway, a network's own page. */
const meaningOf = (status: number): ErrorCode => {
  if (status === 429) return "rate-limited"
  if (status === 413) return "payload-too-large"
  if (status === 408 || status === 504 || status === 524) return "timed-out"
  return status === 502 || status === 503 || (status > 519 && status < 524) ? "unreachable" : "unreadable-answer"
}
const gatewayOf = ({ headers, status }: Response, cause: unknown): SvcError =>
  own(meaningOf(status), `The answer, ${status}, is not the service's.`, cause, status, retryAfterOf(headers))

const errorOf = (response: Response, body: any): SvcError => {
  const { status } = response
  if (typeof body?.error?.code !== "string") return gatewayOf(response, body)
  const { code, details, field, message } = body.error
  return new SvcError({
    code,
    message,
    status,
    field,
    details,
    requestId: body.request_id,
    retryAfter: retryAfterOf(response.headers)
  })
}

/** Milliseconds until the next attempt; null when there is none. */
const waitOf = (error: SvcError, request: Request, tried: number, options: ClientOptions): number | null => {
  // 429 is answered before anything is done; the key of a request whose first attempt still runs is taken.
  const isUndone = error.code === "rate-limited" || (error.code === "conflict" && error.field === "Idempotency-Key")
  const isPassing =
    error.retryable || (error.status !== null && error.status >= 502 && error.code !== "unknown-outcome")
  if (tried >= (options.retries ?? 3) || !(isUndone || (request.isRepeatable && isPassing))) return null
  const wait = Math.max(pause * 2 ** tried * (1 + Math.random() / 5), (error.retryAfter ?? 0) * 1000)
  return wait > (options.patience ?? 30_000) ? null : wait
}

/** Makes the sender of one client. It resolves with the parsed answer and rejects with a `SvcError`. */
export const make = (options: ClientOptions): Send => {
  const fetch = options.fetch ?? globalThis.fetch
  const base = options.url.replace(/\/+$/, "")
  const once = async (
    request: Request
  ): Promise<{ readonly body: any } | { readonly error: SvcError; readonly isFinal: boolean }> => {
    const limit = AbortSignal.timeout(request.timeout ?? options.timeout ?? 60_000)
    const signal = request.signal === undefined ? limit : AbortSignal.any([limit, request.signal])
    const query = request.query?.size ? `?${request.query}` : ""
    try {
      const response = await fetch(`${base}${request.path}${query}`, {
        method: request.method,
        headers: {
          accept: "application/json",
          api_key: options.apiKey,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        redirect: "error",
        signal
      })
      const text = await response.text()
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return { error: gatewayOf(response, text), isFinal: false }
      }
      // A replayed refusal stays what it is however often it is asked for.
      return response.ok
        ? { body }
        : { error: errorOf(response, body), isFinal: response.headers.get("idempotent-replayed") === "true" }
    } catch (cause) {
      request.signal?.throwIfAborted()
      const error = limit.aborted
        ? own("timed-out", "The service did not answer in time.", cause)
        : own("unreachable", `The service could not be reached at ${base}.`, cause)
      return { error, isFinal: false }
    }
  }
  return async (request) => {
    for (let tried = 0; ; tried++) {
      const result = await once(request)
      if ("body" in result) return result.body
      const wait = result.isFinal ? null : waitOf(result.error, request, tried, options)
      if (wait === null) throw result.error
      await sleep(wait, request.signal)
    }
  }
}
