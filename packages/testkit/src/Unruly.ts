/**
 * Any platform behind faults: it answers as it would, misbehaves where it is told to, and remembers what it was asked. What
 * it would answer is a function, so it can stand on written exchanges (`FakePlatform`) or on a simulator with a state of its
 * own. It runs wherever `fetch` does.
 */
import { type Asked, type Fault, hits, type Moment, type Reply } from "./Fault.ts"
import { canonical, parsed } from "./Json.ts"

export type { Asked } from "./Fault.ts"

export interface Unruly {
  /** To be passed wherever a `fetch` is taken. */
  readonly fetch: typeof globalThis.fetch
  readonly calls: ReadonlyArray<Asked>
  /** What each call was answered; undefined where it was not. */
  readonly replies: ReadonlyArray<Reply | undefined>
  /** The greatest number of calls that were under way at once. */
  readonly peak: () => number
}
export interface Options {
  /** What goes wrong; the first fault that hits a call is what it gets. The list may change meanwhile. */
  readonly faults?: ReadonlyArray<Fault>
  /** The platform's clock, milliseconds since the epoch; the machine's when absent. */
  readonly now?: () => number
  /** How the platform waits on that clock. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>
}

/** Puts faults before what a platform answers. */
export const make = (answers: (call: Asked) => Reply | Promise<Reply>, options: Options = {}): Unruly => {
  const { faults = [], now = Date.now, wait = waitReally } = options
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
    const key = canonical([call.method, call.url.href, call.body])
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
      const request = new Request(input, init)
      underWay++
      peak = Math.max(peak, underWay)
      try {
        const { headers, method, signal, url } = request
        const body = await request.text()
        const call = { method, url: new URL(url), headers, body: parsed(body), text: body, at: now() }
        const { bytes, headers: given, status, text } = await reply(call, signal)
        return new Response(text === "" ? null : (bytes ?? text), { status, headers: given })
      } finally {
        underWay--
      }
    }
  }
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
