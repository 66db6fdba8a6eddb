/**
 * What a platform is believed at most. A platform is another's machine: what it says of waits, ends of tokens, pages, ids and
 * the shape of its answers is cut to these bounds or refused by them, so that no answer can stop a process, a connection or
 * a data model for good. Connectors need not check any of it.
 */

// --- Time, in seconds ---

/**
 * Longest wait that is believed: of a Retry-After, of the reset of a limit, of points that come back. Quotas by the day begin
 * anew within a day, and an hour more where clocks are put back.
 */
export const wait = 25 * 3600
/** Longest life of a token that is believed: its end is kept as a date. No setting, since what ends sooner is renewed. */
export const lifetime = 10 * 365 * 86_400

/** A wait as it is believed, in seconds: never below zero nor above the bound; undefined for what is no number. */
export const waitOf = (seconds: number | undefined, longest: number = wait): number | undefined =>
  seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(longest, Math.max(0, seconds))

/** The end of what lives for so many seconds from a moment on, ISO 8601; undefined where they are no time to come. */
export const endOf = (seconds: number | undefined, now: number): string | undefined =>
  seconds === undefined || !(seconds > 0) ? undefined : new Date(now + Math.min(lifetime, seconds) * 1000).toISOString()

// --- Pages ---

/** So many pages in a row without an item are no walk that gets on. */
export const emptyPages = 1000
/** So many pages are more than any list has. */
export const pages = 1_000_000
/** Characters of what a page is asked with, such as a cursor. */
export const state = 4_000_000

// --- Shapes ---

/** Lists and objects inside one another, of an item as of an answer. */
export const depth = 100
/** As deep as it may be moved to: what walks over values uses the stack, and databases theirs. */
export const deepest = 1000
/** Characters of all texts of an item, member names among them. */
export const item = 4_000_000
/** Characters of an id: databases keep them in indexes, which hold some 2 700 bytes. */
export const id = 500
/** As long as it may be moved to: such an id is in 2400 bytes, and what stands beside it in the index has the rest. */
export const longestId = 800
/** Lines of a record, and elements of its other lists. */
export const elements = 20_000
/** Characters of a setting that a platform tells. Part of what a connector's settings are checked by, and so no setting itself. */
export const setting = 2000
/** Bytes of an answer, where core reads them itself; who hands it an HTTP client bounds them there. */
export const answer = 64_000_000
/** Characters of an answer of a token service. No setting: there are no tokens as long. */
export const tokens = 1_000_000

/**
 * Those that whoever runs core may move (`bounds` of `connect`, `Request.Believed` of a layer), because platforms differ in
 * how they page, how long they make others wait and how large their own records are.
 */
export interface Movable {
  /** Seconds of a wait; a longer one is cut. */
  readonly wait: number
  /** Pages of a list. */
  readonly pages: number
  /** Pages in a row without an item. */
  readonly emptyPages: number
  /** Characters of what a page is asked with, such as a cursor. */
  readonly state: number
  /** Lists and objects inside one another, of an item as of an answer; 1000 at most. */
  readonly depth: number
  /** Characters of all texts of an item, member names among them. */
  readonly item: number
  /** Characters of an id; 800 at most. */
  readonly id: number
  /** Lines of a record, and elements of its other lists. */
  readonly elements: number
}
/** What a refusal calls each of them, for who would move it. */
export type Names = Readonly<Partial<Record<keyof Movable, string>>>
/** Bounds as they are in force. */
export interface Bounded extends Movable {
  /** What a refusal calls the bounds; `bounds.item` and the like, as `connect` has them, where it does not say. */
  readonly names: Names
}
/** The bounds of what a platform may answer, where nothing else is said. */
export const bounded: Bounded = { wait, pages, emptyPages, state, depth, item, id, elements, names: {} }
/** The bounds with some of them moved. */
export const moved = (to: Partial<Movable> = {}, from: Bounded = bounded): Bounded => {
  const own: { -readonly [K in keyof Bounded]: Bounded[K] } & Record<string, unknown> = { ...from }
  for (const name in to) own[name] = to[name as keyof Movable] ?? own[name]
  own.depth = Math.min(own.depth, deepest)
  return own
}
/** `500 characters (bounds.id)`: a bound as a refusal says it, which names it. */
export const told = (own: Bounded, bound: keyof Movable, of = "characters"): string =>
  `${own[bound]} ${of} (${own.names[bound] ?? `bounds.${bound}`})`

// --- What is said of faults: for people to read, so no settings ---

/** Characters of a message, and of a place in an answer. */
export const message = 2000
/** Faults that are told of one item. */
export const faults = 100
/** Characters of an answer that an error carries; of a longer one it carries an extract. */
export const evidence = 100_000

/** A text as it is said in an error: of a length that people read, without what cannot be stored. */
export const cut = (text: string, length: number = message): string =>
  (text.length <= length ? text : `${text.slice(0, length)}…`).toWellFormed().replaceAll("\u0000", "\uFFFD")

/** An id that people are to know an item by, though it may be too long to be one. */
export const cutId = (own: string): string => cut(own, id - 1)

const stepOf = (name: string | number): string => (typeof name === "number" ? `[${name}]` : `.${cut(name, 60)}`)

/**
 * What is wrong with the shape of a value, such as an item, with its place; null where it is within the bounds, or within a size
 * of its own. Never exhausts the stack.
 */
export const faultOf = (value: unknown, own: Bounded = bounded, size: number = own.item): string | null => {
  let left = size
  let isDeep = false
  /** The place of the fault, from inside to outside; null where there is none. */
  const look = (inner: unknown, levels: number): string | null => {
    if (typeof inner === "string") left -= inner.length
    else if (typeof inner !== "object" || inner === null) left -= 4
    else if (levels === 0) {
      isDeep = true
      return ""
    } else if (Array.isArray(inner)) {
      for (let index = 0; index < inner.length; index++) {
        const at = look(inner[index], levels - 1)
        if (at !== null) return stepOf(index) + at
      }
    } else {
      for (const name in inner) {
        left -= name.length
        const at = look((inner as Readonly<Record<string, unknown>>)[name], levels - 1)
        if (at !== null) return stepOf(name) + at
      }
    }
    return left < 0 ? "" : null
  }
  const at = look(value, own.depth)
  if (at === null) return null
  // What is too long is so as a whole, wherever the bound was met.
  return isDeep
    ? `${cut(at.replace(/^\./, ""), 200)}: is nested deeper than ${told(own, "depth", "levels")}`
    : `is longer than ${told(own, "item")}`
}

/** As much of a value as can be shown, kept and logged whatever it is: cut where it is deep, long or has many members. */
export const extractOf = (value: unknown): unknown => {
  let nodes = 2000
  const copy = (inner: unknown, levels: number): unknown => {
    if (typeof inner === "string") return cut(inner, 1000)
    if (typeof inner !== "object" || inner === null) return inner
    if (levels === 0) return "…"
    const kept: Array<[string, unknown]> = []
    for (const name of Object.keys(inner)) {
      if (nodes-- <= 0) break
      kept.push([cut(name, 200), copy((inner as Readonly<Record<string, unknown>>)[name], levels - 1)])
    }
    return Array.isArray(inner) ? kept.map(([, one]) => one) : Object.fromEntries(kept)
  }
  return copy(value, 10)
}

/** What an error carries of an answer. */
export const evidenceOf = (body: unknown): unknown =>
  faultOf(body, bounded, evidence) === null ? body : extractOf(body)
