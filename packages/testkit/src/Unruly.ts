/**
 * Any platform behind faults: it answers as it would, misbehaves where it is told to, and remembers what it was asked. What
 * it would answer is a function, so it can stand on written exchanges (`FakePlatform`) or on a simulator with a state of its
 * own. It runs wherever `fetch` does.
 */
import { type Asked, type Fault, hits, type Moment, type Reply } from "./Fault.ts"
import { canonical, parsed } from "./Json.ts"

export type { Asked } from "./Fault.ts"

/** A platform that misbehaves on purpose. */
export interface Unruly {
  /** To be passed wherever a `fetch` is taken. */
  readonly fetch: typeof globalThis.fetch
  /** What was asked so far, in order. */
  readonly calls: ReadonlyArray<Asked>
  /** What each call was answered; undefined where it was not. */
  readonly replies: ReadonlyArray<Reply | undefined>
  /** The greatest number of calls that were under way at once. */
  readonly peak: () => number
}
/** How it misbehaves. */
export interface Options {
  /** What goes wrong; the first fault that hits a call is what it gets. The list may change meanwhile. */
  readonly faults?: ReadonlyArray<Fault>
  /** The platform's clock, milliseconds since the epoch; the machine's when absent. */
  readonly now?: () => number
  /** Headers by which calls are others that are alike in all else. */
  readonly telling?: ReadonlyArray<string>
  /** How the platform waits on that clock. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** Puts faults before what a platform answers. */
export const make = (answers: (call: Asked) => Reply | Promise<Reply>, options: Options = {}): Unruly => {
  const { faults = [], now = Date.now, telling = [], wait = waitReally } = options
  const calls: Array<Asked> = []
  const replies: Array<Reply | undefined> = []
  const seen = new Map<string, number>()
  const answered = new Map<string, Array<Reply>>()
  let underWay = 0
  let peak = 0
  const reply = async (call: Asked, signal: AbortSignal): Promise<Reply> => {
    const index = calls.length
    calls.push(call)
    replies.push(undefined)
    const key = canonical([call.method, call.url.href, call.body, telling.map((name) => call.headers.get(name))])
    const repeat = seen.get(key) ?? 0
    seen.set(key, repeat + 1)
    const place = `${call.method} ${call.url.pathname}`
    const before = answered.get(place) ?? []
    answered.set(place, before)
    const moment: Moment = {
      call,
      index,
      repeat,
      before,
      written: () => answers(call),
      wait: (seconds) => wait(seconds, signal)
    }
    const given = await (faults.find((fault) => hits(fault, moment))?.answer(moment) ?? moment.written())
    before.push(given)
    replies[index] = given
    return given
  }
  return {
    calls,
    replies,
    peak: () => peak,
    fetch: async (input, init) => {
      underWay++
      peak = Math.max(peak, underWay)
      try {
        const { headers, method, signal, text: body, url } = await sentBy(input, init)
        const call = { method, url, headers, body: parsed(body), text: body, at: now() }
        const { bytes, headers: given, status, text } = await reply(call, signal)
        return new Response(text === "" ? null : (bytes ?? text), { status, headers: given })
      } finally {
        underWay--
      }
    }
  }
}

interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly text: string
  readonly signal: AbortSignal
}
const utf8 = new TextDecoder()
const never = new AbortController().signal
/** What `fetch` is asked to send. A `Request` is made only of what nothing simpler reads: it is the costliest part of a call. */
const sentBy = async (input: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1] = {}): Promise<Sent> => {
  const { body, headers, method = "GET", signal } = init
  const isPlain = body === undefined || body === null || typeof body === "string" || body instanceof Uint8Array
  if ((typeof input === "string" || input instanceof URL) && isPlain) {
    signal?.throwIfAborted()
    const text = body === undefined || body === null ? "" : typeof body === "string" ? body : utf8.decode(body)
    return {
      method: method.toUpperCase(),
      url: new URL(input),
      headers: new Headers(headers),
      text,
      signal: signal ?? never
    }
  }
  const request = new Request(input, init)
  const url = new URL(request.url)
  return { headers: request.headers, method: request.method, signal: request.signal, url, text: await request.text() }
}

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
