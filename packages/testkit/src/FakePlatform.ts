/**
 * A platform that answers from written exchanges, misbehaves where it is told to, and remembers what it was asked. Whatever
 * it was not told of it answers with 599 and a sentence that says what came, so that a test shows the difference rather
 * than a timeout. It runs wherever `fetch` does.
 */
import { type Fault, hits, type Moment, type Reply } from "./Fault.ts"
import { canonical, parsed, same } from "./Json.ts"

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
    /** A JSON value. */
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
  /** When it came, on the platform's clock, milliseconds since the epoch. */
  readonly at: number
}
export interface FakePlatform {
  /** To be passed wherever a `fetch` is taken. */
  readonly fetch: typeof globalThis.fetch
  readonly calls: ReadonlyArray<Asked>
  /** What each call was answered; undefined where it was not. */
  readonly replies: ReadonlyArray<Reply | undefined>
  /** Exchanges that nothing has asked for yet. */
  readonly unasked: () => ReadonlyArray<Exchange>
  /** Calls that no exchange answers, one line each. */
  readonly strays: () => ReadonlyArray<string>
  /** The greatest number of calls that were under way at once. */
  readonly peak: () => number
  /** Whether the calls went on so long that the platform would not answer any more. */
  readonly isWornOut: () => boolean
}
export interface Options {
  /** What goes wrong; the first fault that hits a call is what it gets. */
  readonly faults?: ReadonlyArray<Fault>
  /** The platform's clock, milliseconds since the epoch; the machine's when absent. */
  readonly now?: () => number
  /** How the platform waits on that clock. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>
  /** After so many calls none is answered any more: a connector that never ends must not keep a test waiting. */
  readonly patience?: number
}

/** `bases` are the addresses of the exchanges' bases by name, that of the connector's own under `""`. */
export const make = (
  exchanges: ReadonlyArray<Exchange>,
  bases: Readonly<Record<string, string>> = {},
  options: Options = {}
): FakePlatform => {
  const { faults = [], now = Date.now, patience = 20 + 5 * exchanges.length, wait = waitReally } = options
  const calls: Array<Asked> = []
  const replies: Array<Reply | undefined> = []
  const asked = new Set<Exchange>()
  const seen = new Map<string, number>()
  const answered = new Map<string, Array<Reply>>()
  const strays: Array<string> = []
  let underWay = 0
  let peak = 0
  const written = (call: Asked) => (): Reply => {
    const fitting = exchanges.filter(({ request }) => fits(request, call, bases))
    // Asked again, the last answer is given again: the calls are what tells.
    const exchange = fitting.find((own) => !asked.has(own)) ?? fitting.at(-1)
    if (exchange === undefined) {
      strays.push(describe(call))
      return unknown(describe(call))
    }
    asked.add(exchange)
    return replyOf(exchange)
  }
  const reply = async (call: Asked, signal: AbortSignal): Promise<Reply> => {
    const index = calls.length
    calls.push(call)
    replies.push(undefined)
    if (calls.length > patience) return unknown("called again and again")
    const key = canonical([call.method, call.url.href, call.body])
    const repeat = seen.get(key) ?? 0
    seen.set(key, repeat + 1)
    const before = answered.get(call.url.pathname) ?? []
    const moment: Moment = {
      call,
      index,
      repeat,
      before,
      written: written(call),
      wait: (seconds) => wait(seconds, signal)
    }
    const given = await (faults.find((fault) => hits(fault, moment))?.answer(moment) ?? moment.written())
    answered.set(call.url.pathname, [...(answered.get(call.url.pathname) ?? []), given])
    replies[index] = given
    return given
  }
  return {
    calls,
    replies,
    unasked: () => exchanges.filter((exchange) => !asked.has(exchange)),
    strays: () => strays,
    peak: () => peak,
    isWornOut: () => calls.length > patience,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      underWay++
      peak = Math.max(peak, underWay)
      try {
        const { headers, method, signal, url } = request
        const call = { method, url: new URL(url), headers, body: parsed(await request.text()), at: now() }
        const { headers: given, status, text } = await reply(call, signal)
        return new Response(text === "" ? null : text, { status, headers: given })
      } finally {
        underWay--
      }
    }
  }
}

/** One line that tells a call from another, for messages. */
export const describe = ({ body, method, url }: Pick<Asked, "body" | "method" | "url">): string =>
  `${method} ${url.href}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`

const fits = (request: Exchange["request"], call: Asked, bases: Readonly<Record<string, string>>): boolean =>
  (request.method ?? "GET") === call.method &&
  addressFits(request, call.url, bases) &&
  same(queryOf(Object.entries(request.query ?? {})), queryOf(call.url.searchParams)) &&
  Object.entries(request.headers ?? {}).every(([name, value]) => call.headers.get(name) === value) &&
  (bodyOf(request) === undefined || same(bodyOf(request), call.body))

const replyOf = ({ response: { body, headers, status = 200, text } }: Exchange): Reply => ({
  status,
  headers: { "content-type": text === undefined ? "application/json" : "text/plain", ...headers },
  text: text?.join("") ?? (body === undefined ? "" : JSON.stringify(body))
})
const unknown = (what: string): Reply => ({
  status: 599,
  headers: { "content-type": "application/json" },
  text: JSON.stringify({ unknown: what })
})

const addressFits = (request: Exchange["request"], url: URL, bases: Readonly<Record<string, string>>): boolean => {
  const base = bases[request.base ?? ""]
  return base === undefined
    ? url.pathname.endsWith(request.path)
    : `${url.origin}${url.pathname}` === `${base.replace(/\/+$/, "")}${request.path}`
}
const queryOf = (entries: Iterable<readonly [string, string | number | boolean]>): ReadonlyArray<string> =>
  [...entries].map(([name, value]) => `${name}=${value}`).toSorted()

const waitReally = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, seconds * 1000)
    const giveUp = () => {
      clearTimeout(timer)
      fail(signal.reason)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener("abort", giveUp)
  })
