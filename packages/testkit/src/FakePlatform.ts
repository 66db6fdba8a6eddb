/**
 * A platform that answers from written exchanges, misbehaves where it is told to, and remembers what it was asked. Whatever
 * it was not told of it answers with 599 and a sentence that says what came, so that a test shows the difference rather
 * than a timeout. It runs wherever `fetch` does.
 */
import type { Fault, Reply } from "./Fault.ts"
import { canonical } from "./Json.ts"
import * as Unruly from "./Unruly.ts"

/** A request as the fake platform was asked. */
export type Asked = Unruly.Asked

/** A request that is expected, and what is answered to it. */
export interface Exchange {
  /** What is asked, by what the asking is known. */
  readonly request: {
    /** GET when absent. */
    readonly method?: string
    /** Path below the base address. */
    readonly path: string
    /** Name of another base than the connector's first. */
    readonly base?: string
    /** An origin that the platform itself names, such as one where files are; asked without credentials. */
    readonly origin?: string
    /** All query parameters; a list where one is there several times. */
    readonly query?: Readonly<Record<string, QueryValue | ReadonlyArray<QueryValue>>>
    /** Those headers that matter here. */
    readonly headers?: Readonly<Record<string, string>>
    /** The whole JSON body; any body when absent. */
    readonly body?: unknown
    /** The whole body where it is no JSON, its lines put together without breaks. */
    readonly text?: ReadonlyArray<string>
  }
  /** What is answered. */
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
/** A platform that answers from exchanges, and notes what it was asked. */
export interface FakePlatform extends Unruly.Unruly {
  /** Exchanges that nothing has asked for yet. */
  readonly unasked: () => ReadonlyArray<Exchange>
  /** Calls that no exchange answers, one line each. */
  readonly strays: () => ReadonlyArray<string>
  /** Whether the calls went on so long that the platform would not answer any more. */
  readonly isWornOut: () => boolean
}
/** How the fake platform misbehaves, and who is let in. */
export interface Options extends Unruly.Options {
  /** After so many calls none is answered any more: a connector that never ends must not keep a test waiting. */
  readonly patience?: number
  /** Parameters that a signature is made of: they are others with every call, and no exchange says them. */
  readonly signed?: ReadonlyArray<string>
}

/** `bases` are the addresses of the exchanges' bases by name, that of the connector's own under `""`. */
export const make = (
  exchanges: ReadonlyArray<Exchange>,
  bases: Readonly<Record<string, string>> = {},
  options: Options = {}
): FakePlatform => {
  const { patience = 20 + 5 * exchanges.length, signed } = options
  const asked = new Set<Exchange>()
  const strays: Array<string> = []
  const written = (call: Asked): Reply => {
    const sought = soughtOf(call, signed)
    const fitting = exchanges.filter(({ request }) => isSought(request, sought, bases))
    // Asked again, the last answer is given again: the calls are what tells.
    const exchange = fitting.find((own) => !asked.has(own)) ?? fitting.at(-1)
    if (exchange === undefined) {
      strays.push(describe(call))
      return unknown(describe(call))
    }
    asked.add(exchange)
    return replyOf(exchange)
  }
  const wornOut: Fault = {
    name: "patience is over",
    when: ({ index }) => index >= patience,
    answer: () => unknown("called again and again")
  }
  const telling = options.telling ?? tellingOf(exchanges)
  const unruly = Unruly.make(written, { ...options, telling, faults: [wornOut, ...(options.faults ?? [])] })
  return {
    ...unruly,
    unasked: () => exchanges.filter((exchange) => !asked.has(exchange)),
    strays: () => strays,
    isWornOut: () => unruly.calls.length > patience
  }
}

/** Headers, in lower case, in which exchanges differ that are alike in all else: a platform may be asked for everything in them. */
export const tellingOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> => {
  const alike = Map.groupBy(exchanges, ({ request }) => {
    const { body, query } = dueOf(request)
    return canonical([request.method ?? "GET", request.origin ?? request.base ?? "", request.path, query, body])
  })
  const names = [...alike.values()].flatMap((all) =>
    [...new Set(all.flatMap(({ request }) => Object.keys(request.headers ?? {})))].filter(
      (name) => new Set(all.map(({ request }) => request.headers?.[name])).size > 1
    )
  )
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

/** One line that tells a call from another, for messages. */
export const describe = ({ body, method, url }: Pick<Asked, "body" | "method" | "url">): string =>
  `${method} ${url.href}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`

/** Whether a call is what an exchange expects, whatever is in parameters that are `signed`. */
export const fits = (
  request: Exchange["request"],
  call: Asked,
  bases: Readonly<Record<string, string>>,
  signed?: ReadonlyArray<string>
): boolean => isSought(request, soughtOf(call, signed), bases)

/** A call with its query and its body as texts that compare. */
interface Sought {
  readonly call: Asked
  readonly query: string
  readonly body: () => string
}
const soughtOf = (call: Asked, signed: ReadonlyArray<string> = []): Sought => {
  let body: string | undefined
  const params = [...call.url.searchParams].filter(([name]) => !signed.includes(name))
  return { call, query: queryOf(params), body: () => (body ??= canonical(call.body)) }
}
const isSought = (
  request: Exchange["request"],
  { body, call, query }: Sought,
  bases: Readonly<Record<string, string>>
): boolean => {
  if ((request.method ?? "GET") !== call.method || !addressFits(request, call.url, bases)) return false
  const due = dueOf(request)
  return (
    due.query === query &&
    Object.entries(request.headers ?? {}).every(([name, value]) => call.headers.get(name) === value) &&
    (due.body === undefined || due.body === body())
  )
}
/** What exchanges expect, as such texts: they are asked for again and again. */
const dues = new WeakMap<Exchange["request"], { readonly query: string; readonly body: string | undefined }>()
const dueOf = (request: Exchange["request"]) => {
  const known = dues.get(request)
  if (known !== undefined) return known
  const body = bodyOf(request)
  const due = {
    query: queryOf(Object.entries(request.query ?? {})),
    body: body === undefined ? undefined : canonical(body)
  }
  dues.set(request, due)
  return due
}

const texts = new WeakMap<Exchange["response"], string>()
const textOf = (response: Exchange["response"]): string => {
  const { body, text } = response
  const known = texts.get(response) ?? text?.join("") ?? (body === undefined ? "" : JSON.stringify(body))
  texts.set(response, known)
  return known
}
const replyOf = ({ response }: Exchange): Reply => {
  const { headers, status = 200, text } = response
  return {
    status,
    headers: { "content-type": text === undefined ? "application/json" : "text/plain", ...headers },
    text: textOf(response)
  }
}
const unknown = (what: string): Reply => ({
  status: 599,
  headers: { "content-type": "application/json" },
  text: JSON.stringify({ unknown: what })
})

const addressFits = (request: Exchange["request"], url: URL, bases: Readonly<Record<string, string>>): boolean => {
  const base = request.origin ?? bases[request.base ?? ""]
  return base === undefined
    ? url.pathname.endsWith(request.path)
    : `${url.origin}${url.pathname}` === `${base.replace(/\/+$/, "")}${request.path}`
}
type QueryValue = string | number | boolean
const queryOf = (entries: Iterable<readonly [string, QueryValue | ReadonlyArray<QueryValue>]>): string =>
  JSON.stringify([...entries].flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`)).toSorted())
