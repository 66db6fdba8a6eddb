/**
 * A platform that answers from written exchanges and remembers what it was asked. Whatever it was not told of it answers
 * with 599 and a sentence that says what came, so that a test shows the difference rather than a timeout.
 */
import { isDeepStrictEqual } from "node:util"

export interface Exchange {
  readonly request: {
    /** GET when absent. */
    readonly method?: string
    /** Path below the base address. */
    readonly path: string
    /** Name of another base than the connector's first. */
    readonly base?: string
    /** All query parameters. */
    readonly query?: Readonly<Record<string, string | number | boolean>>
    /** Those headers that matter here. */
    readonly headers?: Readonly<Record<string, string>>
    /** The whole JSON body; any body when absent. */
    readonly body?: unknown
    /** The whole body where it is no JSON, its lines put together without breaks. */
    readonly text?: ReadonlyArray<string>
  }
  readonly response: {
    /** 200 when absent. */
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
    /** The body where it is no JSON, its lines put together without breaks; `content-type` says what it is. */
    readonly text?: ReadonlyArray<string>
  }
}
/** The body that an exchange expects; undefined for any. */
export const bodyOf = ({ body, text }: Exchange["request"]): unknown => (text === undefined ? body : text.join(""))
export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** The JSON value, the text where it is none, undefined without a body. */
  readonly body: unknown
}
export interface FakePlatform {
  readonly fetch: typeof globalThis.fetch
  readonly calls: ReadonlyArray<Asked>
  /** Exchanges that nothing has asked for yet. */
  readonly unasked: () => ReadonlyArray<Exchange>
}

/** Far more calls than any check makes of these exchanges. */
const enough = (exchanges: ReadonlyArray<Exchange>): number => 20 + 5 * exchanges.length

/** `bases` are the addresses of the exchanges' bases by name, that of the connector's own under `""`. */
export const make = (
  exchanges: ReadonlyArray<Exchange>,
  bases: Readonly<Record<string, string>> = {}
): FakePlatform => {
  const calls: Array<Asked> = []
  const asked = new Set<Exchange>()
  const fits = ({ request }: Exchange, call: Asked): boolean =>
    (request.method ?? "GET") === call.method &&
    addressFits(request, call.url, bases) &&
    isDeepStrictEqual(queryOf(Object.entries(request.query ?? {})), queryOf(call.url.searchParams)) &&
    Object.entries(request.headers ?? {}).every(([name, value]) => call.headers.get(name) === value) &&
    (bodyOf(request) === undefined || isDeepStrictEqual(bodyOf(request), call.body))
  return {
    calls,
    unasked: () => exchanges.filter((exchange) => !asked.has(exchange)),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const call = {
        method: request.method,
        url: new URL(request.url),
        headers: request.headers,
        body: valueOf(await request.text())
      }
      calls.push(call)
      // A connector that never comes to an end must not keep the suite waiting.
      if (calls.length > enough(exchanges)) return Response.json({ unknown: "called again and again" }, { status: 599 })
      const fitting = exchanges.filter((exchange) => fits(exchange, call))
      // Asked again, the last answer is given again: the calls are what tells.
      const exchange = fitting.find((own) => !asked.has(own)) ?? fitting.at(-1)
      if (exchange === undefined) return Response.json({ unknown: describe(call) }, { status: 599 })
      asked.add(exchange)
      const { body, headers, status = 200, text } = exchange.response
      return new Response(text?.join("") ?? (body === undefined ? null : JSON.stringify(body)), {
        status,
        headers: { "content-type": text === undefined ? "application/json" : "text/plain", ...headers }
      })
    }
  }
}

/** One line that tells a call from another, for messages. */
export const describe = ({ body, method, url }: Asked): string =>
  `${method} ${url.href}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`

const addressFits = (request: Exchange["request"], url: URL, bases: Readonly<Record<string, string>>): boolean => {
  const base = bases[request.base ?? ""]
  return base === undefined
    ? url.pathname.endsWith(request.path)
    : `${url.origin}${url.pathname}` === `${base.replace(/\/+$/, "")}${request.path}`
}
const queryOf = (entries: Iterable<readonly [string, string | number | boolean]>): ReadonlyArray<string> =>
  [...entries].map(([name, value]) => `${name}=${value}`).toSorted()
const valueOf = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
