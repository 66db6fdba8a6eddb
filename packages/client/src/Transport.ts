/** Sends one request to the service: the key, a time limit for each attempt, repeats where they do no harm, and errors. */
import { type ErrorCode, own, SvcError } from "./SvcError.ts"

/** What a client is made of. */
export interface ClientOptions {
  /** Where the service is, such as `https://svc.example.com`. */
  readonly url: string
  /** The key of an organisation or of a company. */
  readonly apiKey: string
  /** Sends the requests; the runtime's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** Longest time for one attempt, milliseconds; 60 000 when absent. A write may wait 30 seconds for its job. */
  readonly timeout?: number
  /** Attempts after the first, for requests that may be repeated; 3 when absent. */
  readonly retries?: number
  /** Longest wait for a Retry-After, milliseconds; 30 000 when absent. What asks for longer is an error at once. */
  readonly patience?: number
  /**
   * Called before each attempt. A text that it answers is sent as the attempt's `request-id`, under which the service logs it: up
   * to 128 letters, digits and `._:-`. Without one the service makes one. What it throws is ignored.
   */
  readonly onRequest?: (attempt: Attempt) => string | undefined | void
  /** Called after each attempt, with the id that the service knows it by. What it throws is ignored. */
  readonly onResponse?: (outcome: Outcome) => void
}
/** A request on its way. */
export interface Attempt {
  /** Such as `POST`. */
  readonly method: string
  /** The path without the query, which can hold what people are called. */
  readonly path: string
  /** 1 for the first attempt of a call. */
  readonly attempt: number
  /** The idempotency key, the same over all attempts; null for what carries none. */
  readonly key: string | null
}
/** How an attempt ended. */
export interface Outcome extends Attempt {
  /** What to name to whoever runs the service: of its answer, or else the one that was sent; null without either. */
  readonly requestId: string | null
  /** HTTP status; null when there was no answer. */
  readonly status: number | null
  /** From sending to the end of the answer. */
  readonly milliseconds: number
  /** Whether this is the answer of the first request with this key, given again. */
  readonly isReplayed: boolean
  /** Null when it went well. An error may still be followed by another attempt. */
  readonly error: SvcError | null
}
/** Of one call. */
export interface CallOptions {
  /** Ends the call; what it rejects with is the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Another time limit for each attempt, milliseconds. */
  readonly timeout?: number | undefined
}
/** A request before it is sent. */
export interface Request extends CallOptions {
  /** Such as `POST`. */
  readonly method: string
  /** Begins with a slash. */
  readonly path: string
  /** Parameters of the address; none when absent. */
  readonly query?: URLSearchParams
  /** Sent as JSON; no body when absent. */
  readonly body?: unknown
  /** A file instead of a body of JSON. */
  readonly file?: { readonly content: Uint8Array; readonly type: string }
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>
  /** It resolves with the bytes of the answer as they come, an `Incoming`, when its head is there. */
  readonly isStreamed?: boolean
  /** Repeating it leaves the same state: reads, and writes with an idempotency key. */
  readonly isRepeatable: boolean
}
/** Bytes of an answer as they come; `next` rejects where they end too early. */
export interface Incoming {
  /** Of the answer. */
  readonly headers: Headers
  /** The next bytes; null at the end. */
  readonly next: () => Promise<Uint8Array | null>
  /** Ends the call, whatever of it is still to come. */
  readonly end: () => void
}
/** Sends a request, again where it may be, and answers what the service did. */
export type Send = (request: Request) => Promise<any>

/** First pause between attempts, milliseconds; doubled each time, with up to a fifth more. */
const pause = 300

/** Milliseconds before an attempt after so many. */
export const pauseOf = (tried: number): number => pause * 2 ** tried * (1 + Math.random() / 5)

/** Whether an error says that the connection failed, so that the same may succeed when it is asked for again. */
export const isPassing = (error: unknown): error is SvcError => error instanceof SvcError && error.retryable

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
    requestId: body.request_id ?? response.headers.get("request-id"),
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
  const wait = Math.max(pauseOf(tried), (error.retryAfter ?? 0) * 1000)
  return wait > (options.patience ?? 30_000) ? null : wait
}

const replayed = ({ headers }: Response): boolean => headers.get("idempotent-replayed") === "true"

/** What a hook answers; one that throws stops nothing. */
const told = <A, B>(hook: ((value: A) => B) | undefined, value: A): B | undefined => {
  try {
    return hook?.(value)
  } catch {
    return undefined
  }
}

/** What came of one attempt. */
interface Result {
  readonly body?: any
  readonly error: SvcError | null
  readonly response: Response | null
}

/** The body of an answer, each part of which may take so long. */
const incomingOf = (
  response: Response,
  limit: Limit,
  request: Request,
  unreachable: (cause: unknown) => SvcError
): Incoming => {
  const reader = response.body?.getReader()
  return {
    headers: response.headers,
    next: async () => {
      if (reader === undefined) return null
      limit.begin()
      try {
        const { value } = await reader.read()
        return value ?? null
      } catch (cause) {
        request.signal?.throwIfAborted()
        throw limit.signal.aborted ? late(cause) : unreachable(cause)
      } finally {
        limit.stop()
      }
    },
    end: () => {
      limit.stop()
      reader?.cancel().catch(() => {})
    }
  }
}
const late = (cause: unknown): SvcError => own("timed-out", "The service did not answer in time.", cause)

/** A limit of time that begins anew. */
interface Limit {
  readonly signal: AbortSignal
  readonly begin: () => void
  readonly stop: () => void
}
const limitOf = (milliseconds: number): Limit => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const begin = () => {
    stop()
    timer = setTimeout(() => controller.abort(new DOMException("It took too long.", "TimeoutError")), milliseconds)
  }
  return { signal: controller.signal, begin, stop }
}

/** Makes the sender of one client. It resolves with the parsed answer and rejects with a `SvcError`. */
export const make = (options: ClientOptions): Send => {
  const fetch = options.fetch ?? globalThis.fetch
  const base = options.url.replace(/\/+$/, "")
  const once = async (request: Request, requestId: string | undefined): Promise<Result> => {
    const limit = limitOf(request.timeout ?? options.timeout ?? 60_000)
    const signal = request.signal === undefined ? limit.signal : AbortSignal.any([limit.signal, request.signal])
    const unreachable = (cause: unknown) => own("unreachable", `The service could not be reached at ${base}.`, cause)
    limit.begin()
    const query = request.query?.size ? `?${request.query}` : ""
    try {
      const response = await fetch(`${base}${request.path}${query}`, {
        method: request.method,
        headers: {
          accept: "application/json",
          api_key: options.apiKey,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...(request.file === undefined ? {} : { "content-type": request.file.type }),
          ...(requestId === undefined ? {} : { "request-id": requestId }),
          ...request.headers
        },
        ...(request.file === undefined
          ? request.body === undefined
            ? {}
            : { body: JSON.stringify(request.body) }
          : { body: request.file.content as Uint8Array<ArrayBuffer> }),
        // Not `error`, which Workers do not have. The key goes nowhere else.
        redirect: "manual",
        signal
      })
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        throw new TypeError("The answer is a redirect, which is not followed.")
      }
      if (request.isStreamed === true && response.ok) {
        return { body: incomingOf(response, limit, request, unreachable), error: null, response }
      }
      const text = await response.text()
      let body: unknown
      try {
        body = JSON.parse(text)
      } catch {
        return { error: gatewayOf(response, text), response }
      }
      return response.ok ? { body, error: null, response } : { error: errorOf(response, body), response }
    } catch (cause) {
      request.signal?.throwIfAborted()
      return { error: limit.signal.aborted ? late(cause) : unreachable(cause), response: null }
    } finally {
      limit.stop()
    }
  }
  return async (request) => {
    for (let tried = 0; ; tried++) {
      const { method, path } = request
      const attempt: Attempt = { method, path, attempt: tried + 1, key: request.headers?.["idempotency-key"] ?? null }
      const sent = told(options.onRequest, attempt) ?? undefined
      const begun = Date.now()
      const { body, error, response } = await once(request, sent)
      const isReplayed = response !== null && replayed(response)
      told(options.onResponse, {
        ...attempt,
        requestId: error?.requestId ?? response?.headers.get("request-id") ?? sent ?? null,
        status: response?.status ?? null,
        milliseconds: Date.now() - begun,
        isReplayed,
        error
      })
      if (error === null) return body
      // A replayed refusal stays what it is however often it is asked for.
      const wait = isReplayed ? null : waitOf(error, request, tried, options)
      if (wait === null) throw error
      await sleep(wait, request.signal)
    }
  }
}
