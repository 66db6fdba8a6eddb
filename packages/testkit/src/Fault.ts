/**
 * What a fake platform can be made to do wrong on purpose. A fault says which calls it hits and what they get instead of
 * their answer; everything else goes on as written.
 */
import { Call } from "@svc/core"
import { parsed } from "./Json.ts"

/** What a platform was asked. */
export interface Asked {
  /** Such as `GET`. */
  readonly method: string
  /** The whole address, with its parameters. */
  readonly url: URL
  /** As they came. */
  readonly headers: Headers
  /** The JSON value, the text where it is none, undefined without a body. */
  readonly body: unknown
  /** The body as it came; empty without one. */
  readonly text: string
  /** When it came, on the platform's clock, milliseconds since the epoch. */
  readonly at: number
}
/** An answer as it travels. */
export interface Reply {
  /** HTTP status. */
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty without one. */
  readonly text: string
  /** The body where it is no text; `text` is what it would be as one. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}
/** A call that a fault may hit. */
export interface Moment {
  /** What is asked. */
  readonly call: Asked
  /** How many calls came before, whatever they asked for. */
  readonly index: number
  /** How often the same call came before: same method, address and body. */
  readonly repeat: number
  /** The answers to earlier calls of the same method and path, in their order. */
  readonly before: ReadonlyArray<Reply>
  /** What the platform would answer: it is carried out, and what is written down counts as asked for. */
  readonly written: () => Reply | Promise<Reply>
  /** Waits on the platform's clock; ends early when the caller gives up. */
  readonly wait: (seconds: number) => Promise<void>
}
/** The calls a fault hits: that with an index from 0, every call, every call the first time, or those a function chooses. */
export type When = number | "every call" | "every call once" | ((moment: Moment) => boolean)

/** A way in which a platform misbehaves, and when. */
export interface Fault {
  /** What the platform does wrong, in the words that a failed check tells it with. */
  readonly name: string
  /** Which calls it hits. */
  readonly when: When
  /** The answer instead; throws as `fetch` does when there is none. */
  readonly answer: (moment: Moment) => Reply | Promise<Reply>
}

/** Whether a fault hits a call. */
export const hits = ({ when }: Fault, moment: Moment): boolean =>
  typeof when === "function"
    ? when(moment)
    : when === "every call" || (when === "every call once" ? moment.repeat === 0 : when === moment.index)

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  text: JSON.stringify(body)
})

/** A reply with other items in the list at a dotted path; the same reply where there is none. */
const edited = (
  reply: Reply,
  list: string,
  change: (items: ReadonlyArray<unknown>) => ReadonlyArray<unknown>
): Reply => {
  const body = parsed(reply.text)
  const items = Call.at(body, list)
  if (!Array.isArray(items)) return reply
  items.splice(0, items.length, ...change([...items]))
  return { ...reply, text: JSON.stringify(body) }
}
/** An item with a member changed; the same item where the member is not there. */
const withMember = (item: unknown, member: string, change: (value: unknown) => unknown): unknown =>
  typeof item === "object" && item !== null && member in item
    ? { ...item, [member]: change((item as Readonly<Record<string, unknown>>)[member]) }
    : item

/** Any other answer. */
export const answering = (
  when: When,
  response: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
): Fault => ({
  name: `answers ${response.status ?? 200}`,
  when,
  answer: () => json(response.status ?? 200, response.body ?? {}, response.headers)
})

/** 429, with the seconds of a Retry-After or without one. */
export const tooManyRequests = (when: When, retryAfter?: number): Fault => ({
  name: retryAfter === undefined ? "429 without Retry-After" : "429 with Retry-After",
  when,
  answer: () =>
    json(429, { message: "Too many requests" }, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) })
})

/** 401. */
export const unauthorized = (when: When): Fault => ({
  name: "401",
  when,
  answer: () => json(401, { message: "Unauthorized" })
})

/** 401 from the call of this index on for everything that carries a token, until another token comes. */
export const expiredToken = (from: number, token: string): Fault =>
  unauthorized(
    ({ call, index }) => index >= from && `${call.url.href}\n${[...call.headers.values()].join("\n")}`.includes(token)
  )

/** 503, or another status of the platform's own trouble. */
export const unavailable = (when: When, status = 503): Fault => ({
  name: String(status),
  when,
  answer: () => json(status, { message: "Try again later" })
})

/** The status of the answer, and half of its body. */
export const cutShort = (when: When): Fault => ({
  name: "a body cut in half",
  when,
  answer: async ({ written }) => {
    const reply = await written()
    return { ...reply, text: reply.text.slice(0, Math.floor(reply.text.length / 2)) }
  }
})

/** A page for people, with 200: a login form, a proxy's notice. */
export const html = (when: When): Fault => ({
  name: "HTML with 200",
  when,
  answer: () => ({
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    text: "<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>"
  })
})

/** The page before once more, in place of the one that was asked for. */
export const repeatedPage = (when: When): Fault => ({
  name: "a repeated page",
  when,
  answer: ({ before, written }) => before.at(-1) ?? written()
})

/** What the platform has answered to another call. */
export const otherAnswer = (when: When, reply: Reply): Fault => ({
  name: "the answer of another call",
  when,
  answer: () => reply
})

/**
 * A page that begins with the last item of the page before, as when a record was inserted between the two calls. `list`
 * is the dotted path of the items. `page` is the page before where other calls have the same address: its last answer
 * otherwise.
 */
export const shiftedPage = (when: When, list: string, page?: Reply): Fault => ({
  name: "a shifted page",
  when,
  answer: async ({ before, written }) => {
    const earlier = Call.at(parsed((page ?? before.at(-1))?.text ?? ""), list)
    const reply = await written()
    const last = Array.isArray(earlier) ? earlier.slice(-1) : []
    return edited(reply, list, (items) => [...last, ...items])
  }
})

/** Every item of a page twice. */
export const doubledItems = (when: When, list: string): Fault => ({
  name: "doubled items",
  when,
  answer: async ({ written }) => edited(await written(), list, (items) => [...items, ...items])
})

/** Items in which one member has another type than documented: an object instead of what is there. */
export const wrongTypes = (when: When, list: string, member: string): Fault => ({
  name: "wrong types",
  when,
  answer: async ({ written }) =>
    edited(await written(), list, (items) =>
      items.map((item) => withMember(item, member, () => ({ not: "documented" })))
    )
})

/** Items whose times (ISO 8601) are wrong by so many seconds, as from a machine whose clock is. */
export const skewedTimes = (when: When, list: string, member: string, seconds: number): Fault => ({
  name: "skewed times",
  when,
  answer: async ({ written }) =>
    edited(await written(), list, (items) =>
      items.map((item) =>
        withMember(item, member, (time) =>
          typeof time === "string" ? new Date(Date.parse(time) + seconds * 1000).toISOString() : time
        )
      )
    )
})

/** A cursor that the platform does not know any more: 410, or the status it answers then. */
export const expiredCursor = (when: When, status = 410): Fault => ({
  name: "an expired cursor",
  when,
  answer: () => json(status, { message: "The cursor has expired" })
})

/** The connection breaks after the call was sent. */
export const brokenConnection = (when: When): Fault => ({
  name: "a broken connection",
  when,
  answer: () => {
    throw new TypeError("fetch failed", {
      cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
    })
  }
})

/** The call is carried out, and the connection breaks before its answer. */
export const lostAnswer = (when: When): Fault => {
  const { answer } = brokenConnection(when)
  return { name: "a lost answer", when, answer: async (moment) => (await moment.written(), answer(moment)) }
}

/** The answer comes after so many seconds on the platform's clock. */
export const slow = (when: When, seconds: number): Fault => ({
  name: "a slow answer",
  when,
  answer: async ({ wait, written }) => {
    await wait(seconds)
    return written()
  }
})
