/**
 * Paging strategies. A strategy is a value: where it starts, what it adds to the call for a state, and the state after a
 * page. States are JSON, because a checkpoint stores them and a killed run resumes from them.
 */
import { at, type Call, type Headers, merge, type Patch } from "./Call.ts"

export interface PageAnswer {
  readonly body: unknown
  readonly headers: Headers
  /** The raw items of this page. */
  readonly items: ReadonlyArray<unknown>
}
export interface PageStart {
  /** The moment the run began, ISO 8601. */
  readonly now: string
  /** The oldest moment of interest: since the last run, or the day of `sync_from`; null for everything. */
  readonly from: string | null
  /** The listing is restricted to what changed after a place in the platform's count (`Read.sequence`). */
  readonly isChanges?: boolean
}
export interface Page<S = any> {
  readonly start: (options: PageStart) => S
  /** `call` is what the page is laid over, for platforms that page inside a query of their own language. */
  readonly apply: (state: S, call: Call) => Patch
  /**
   * Null when there is no further page. Throws where the answer does not say, or says that there is more and not where:
   * taken for the end, what was not read would look deleted. That pages do not go in circles is core's affair.
   */
  readonly next: (state: S, answer: PageAnswer) => S | null
  /** For a walk over several lists, or over parts of the calendar: which of them a state is in. */
  readonly part?: (state: S) => string | number
  /** Two parts may look the same, as the statements of two months do. */
  readonly isRepeating?: boolean
}

const circularBrand = Symbol.for("@svc/core/Circular")
/** Thrown where pages go in circles: a page that comes twice stands in the place of one that did not come. */
export class Circular extends Error {
  readonly [circularBrand] = true
}
/** Recognises `Circular` of any copy of core. */
export const isCircular = (error: unknown): boolean =>
  typeof error === "object" && error !== null && circularBrand in error

/** Whether an answer says at a dotted path that there is more; null where it does not say. */
const saysMore = (body: unknown, path: string): boolean | null => {
  const said = at(body, path)
  if (said === undefined || said === null || said === "") return null
  if (said === true || said === "true" || said === 1) return true
  if (said === false || said === "false" || said === 0) return false
  throw new Error(`${path} does not say whether there is more`)
}
/** The same for an answer that must say it. */
export const hasMore = (body: unknown, path: string): boolean => {
  const said = saysMore(body, path)
  if (said === null) throw new Error(`${path} does not say whether there is more`)
  return said
}
/** A count that a platform tells; null where it tells none. */
const countAt = (body: unknown, path: string): number | null => {
  const said = at(body, path)
  const count = typeof said === "string" && said.trim() !== "" ? Number(said) : said
  return typeof count === "number" && Number.isFinite(count) && count >= 0 ? count : null
}

/** The whole list is one answer. */
export const single: Page<null> = { start: () => null, apply: () => ({}), next: () => null }

/**
 * `page=1, 2, …`. Ends at a page shorter than `size`, or where `pageCountAt` says so; on platforms that may answer short
 * pages in the middle, give `until: "empty"`.
 */
export const numbered = (options: {
  readonly size: number
  readonly param?: string
  readonly sizeParam?: string
  readonly first?: number
  readonly pageCountAt?: string
  readonly until?: "short" | "empty"
}): Page<number> => ({
  start: () => options.first ?? 1,
  apply: (page) => ({
    query: { [options.param ?? "page"]: page, ...(options.sizeParam ? { [options.sizeParam]: options.size } : {}) }
  }),
  next: (page, { body, items }) => {
    const count = options.pageCountAt === undefined ? null : countAt(body, options.pageCountAt)
    if (count !== null) return page - (options.first ?? 1) + 1 < count ? page + 1 : null
    return items.length < (options.until === "empty" ? 1 : options.size) ? null : page + 1
  }
})

/** `offset=0, 100, …`, moved by the number of items that came. */
export const offset = (options: {
  readonly param: string
  readonly size: number
  readonly sizeParam: string
}): Page<number> => ({
  start: () => 0,
  apply: (from) => ({ query: { [options.param]: from, [options.sizeParam]: options.size } }),
  next: (from, { items }) => (items.length < options.size ? null : from + items.length)
})

/** A cursor in the answer's body, sent back as a query parameter or, with `in: "body"`, as a member of the body. */
export const cursor = (options: {
  readonly param: string
  /** Dotted path of the next cursor. */
  readonly at: string
  /** Dotted path of a boolean that says whether there is more; without it the cursor's absence ends the walk. */
  readonly moreAt?: string
  readonly size?: number
  readonly sizeParam?: string
  readonly in?: "query" | "body"
}): Page<string | null> => ({
  start: () => null,
  apply: (state) => {
    const params = {
      ...(state === null ? {} : { [options.param]: state }),
      ...(options.sizeParam ? { [options.sizeParam]: options.size } : {})
    }
    return options.in === "body" ? { body: params } : { query: params }
  },
  next: (state, { body }) => {
    const isMore = options.moreAt === undefined ? null : saysMore(body, options.moreAt)
    if (isMore === false) return null
    const next = at(body, options.at)
    const text = typeof next === "number" ? String(next) : next
    if (text === undefined || text === null || text === "" || text === false) {
      if (isMore === true) throw new Error(`there is more, and ${options.at} does not say where it begins`)
      return null
    }
    if (typeof text !== "string") throw new Error(`${options.at} is no cursor`)
    if (text === state) throw new Circular(`${options.at} is the page that was just read`)
    return text
  }
})

/**
 * The next page is an address below the connection's own, given as a path in the answer's body: Salesforce's
 * `nextRecordsUrl`. It takes the place of the call's path and query; the host stays the connection's.
 */
export const nextPath = (options: {
  /** Dotted path of the address. */
  readonly at: string
}): Page<string | null> => ({
  start: () => null,
  apply: (state, call) => {
    if (state === null) return {}
    const { pathname, searchParams } = new URL(state, "http://relative")
    const dropped = Object.keys(call.query ?? {}).map((name) => [name, undefined])
    return { path: pathname, query: { ...Object.fromEntries(dropped), ...Object.fromEntries(searchParams) } }
  },
  next: (state, { body }) => {
    const next = at(body, options.at)
    if (next === undefined || next === null || next === "") return null
    if (typeof next !== "string" || !/^\/(?!\/)[^\\#]*$/.test(next)) throw new Error(`${options.at} is not a path`)
    if (next === state) throw new Circular(`${options.at} is the page that was just read`)
    return next
  }
})

/** Where a walk over a connection is: after which cursor, how many items it has seen, and beyond which key it began anew. */
export interface RelayState {
  readonly after: string | null
  readonly seen: number
  readonly beyond: string | null
}
/**
 * A GraphQL connection of the Relay specification: `pageInfo { hasNextPage endCursor }`, the cursor sent back as a
 * variable. A platform that lets nobody page deeper than so many items is asked anew, for what lies `beyond` the last.
 */
export const relay = (options: {
  /** Dotted path of the connection in the body: `data.orders`. */
  readonly at: string
  /** The variable that takes the cursor; `after` when absent. */
  readonly variable?: string
  readonly restart?: {
    /** Items after which the walk begins anew. */
    readonly every: number
    /** What the list is sorted by. */
    readonly key: (item: any) => string
    /** Leaves only what comes after the key. */
    readonly beyond: (key: string, call: Call) => Patch
  }
}): Page<RelayState> => ({
  start: () => ({ after: null, seen: 0, beyond: null }),
  apply: ({ after, beyond }, call) => {
    const cursor: Patch = after === null ? {} : { body: { variables: { [options.variable ?? "after"]: after } } }
    return beyond === null || options.restart === undefined
      ? cursor
      : merge({ path: call.path, ...options.restart.beyond(beyond, call) }, cursor)
  },
  next: (state, { body, items }) => {
    const hasNextPage = at(body, `${options.at}.pageInfo.hasNextPage`)
    if (hasNextPage === false) return null
    // An end that nobody told of would make what was not read look deleted.
    if (hasNextPage !== true) throw new Error("the answer does not say whether there is more")
    const seen = state.seen + items.length
    const { restart } = options
    if (restart !== undefined && seen >= restart.every && items.length > 0) {
      const beyond = restart.key(items.at(-1))
      if (beyond === state.beyond) throw new Circular("the list begins anew where it has begun before")
      return { after: null, seen: 0, beyond }
    }
    const after = at(body, `${options.at}.pageInfo.endCursor`)
    if (typeof after !== "string" || after === "") {
      throw new Error("there is more, and the answer does not say where it begins")
    }
    if (after === state.after) throw new Circular("there is more, and it begins where the page that was just read did")
    return { ...state, after, seen }
  }
})

/** The address of a link whose relations, of which there may be several, name the next page. */
const relNext = /<([^>]*)>\s*;[^<]*?\brel\s*=\s*(?:"(?:[^"<>]*\s)?next(?:\s[^"<>]*)?"|next(?![^\s;,]))/i

/** RFC 8288 `Link: <…>; rel="next"`; only the query of the link is used, the host stays the connection's. */
export const link = (options: { readonly size?: number; readonly sizeParam?: string } = {}): Page<string | null> => ({
  start: () => null,
  apply: (state) => ({
    query:
      state === null
        ? options.sizeParam
          ? { [options.sizeParam]: options.size }
          : {}
        : Object.fromEntries(new URLSearchParams(state))
  }),
  next: (_, { headers }) => {
    const next = relNext.exec(headers["link"] ?? "")?.[1]
    if (next === undefined) return null
    if (!URL.canParse(next, "http://relative")) throw new Error("the link of the next page is no address")
    return new URL(next, "http://relative").search.slice(1)
  }
})

/**
 * The key of the last item is where the next page begins; ends where `moreAt` says so, and at an empty page where nothing
 * says that there is more.
 */
export const lastKey = (options: {
  readonly param: string
  readonly key: (item: any) => string | number
  /** Dotted path of a boolean that says whether there is more. */
  readonly moreAt?: string
  readonly size?: number
  readonly sizeParam?: string
}): Page<string | number | null> => ({
  start: () => null,
  apply: (state) => ({
    query: {
      ...(state === null ? {} : { [options.param]: state }),
      ...(options.sizeParam ? { [options.sizeParam]: options.size } : {})
    }
  }),
  next: (state, { body, items }) => {
    const isMore = options.moreAt === undefined ? null : saysMore(body, options.moreAt)
    if (isMore === false || (isMore === null && items.length === 0)) return null
    if (items.length === 0) throw new Error("there is more, and no item says where it begins")
    const key: unknown = options.key(items.at(-1))
    if (typeof key !== "string" && typeof key !== "number") {
      throw new Error("the last item does not say where the next page begins")
    }
    if (key === state) throw new Circular("the last item is that of the page before")
    return key
  }
})

export interface WindowState<S> {
  /** The key that the window begins after; null for the first. */
  readonly after: string | number | null
  /** Items of the window's pages so far. */
  readonly seen: number
  readonly first: S
  readonly page: S
}
/**
 * For a search that shows no more than its first `limit` results, sorted by a key that no two items share: `page` walks
 * a window, and before its end a new one begins after the key of the last item.
 */
export const windows = <S>(options: {
  readonly page: Page<S>
  readonly limit: number
  /** Greatest number of items in one page. */
  readonly size: number
  readonly key: (item: any) => string | number | null | undefined
  /** Restricts the search to items whose key comes after. */
  readonly after: (key: string | number, call: Call) => Patch
}): Page<WindowState<S>> => ({
  start: (from) => {
    const first = options.page.start(from)
    return { after: null, seen: 0, first, page: first }
  },
  apply: ({ after, page }, call) => {
    const within = after === null ? {} : options.after(after, call)
    return merge(within as Call, options.page.apply(page, merge(call, within)))
  },
  next: (state, answer) => {
    const page = options.page.next(state.page, answer)
    if (page === null) return null
    const seen = state.seen + answer.items.length
    if (seen + options.size <= options.limit) return { ...state, seen, page }
    const after = options.key(answer.items.at(-1))
    if (after === null || after === undefined) {
      throw new Error("the last item does not say where the next window begins")
    }
    if (after === state.after) throw new Circular("the next window begins where this one did")
    return { after, seen: 0, first: state.first, page: state.first }
  },
  ...(options.page.part === undefined ? {} : { part: ({ page }) => options.page.part!(page) }),
  isRepeating: options.page.isRepeating === true
})

export interface EachState<S> {
  /** Which of the lists. */
  readonly list: number
  readonly page: S
  readonly first: S
}
/** Several lists as one, each walked to its end by `page`: what is in use, then what is put away. */
export const each = <S>(lists: ReadonlyArray<Patch>, page: Page<S>): Page<EachState<S>> => ({
  start: (from) => {
    const first = page.start(from)
    return { list: 0, page: first, first }
  },
  apply: (state, call) => {
    const own = lists[state.list] ?? {}
    return merge(own as Call, page.apply(state.page, merge(call, own)))
  },
  next: (state, answer) => {
    const next = page.next(state.page, answer)
    if (next !== null) return { ...state, page: next }
    return state.list + 1 < lists.length ? { list: state.list + 1, page: state.first, first: state.first } : null
  },
  part: ({ list, page: own }) => (page.part === undefined ? list : `${list} ${page.part(own)}`),
  isRepeating: page.isRepeating === true
})

/** A calendar month, first and last day, `YYYY-MM-DD`. */
export interface Month {
  readonly start: string
  readonly end: string
}

const monthOf = (year: number, month: number): Month => ({
  start: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
  end: new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
})

export interface MonthState {
  readonly month: string
  readonly last: string
}
/** The month a page of `months` is for. */
export const monthIn = ({ month }: MonthState): Month =>
  monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1)

/**
 * One call for each calendar month from the month of `from` to that of `now`: financial statements. There is one for any
 * month that ever was: without `from`, those of the last two years.
 */
export const months = (query: (month: Month) => Patch): Page<MonthState> => ({
  start: ({ from, now }) => {
    const last = now.slice(0, 7)
    const first = from?.slice(0, 7) ?? `${Number(last.slice(0, 4)) - 2}${last.slice(4)}`
    return { month: first, last }
  },
  apply: (state) => query(monthIn(state)),
  next: ({ month, last }) =>
    month >= last
      ? null
      : { month: monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7))).start.slice(0, 7), last },
  part: ({ month }) => month,
  isRepeating: true
})

/** Days, first and last, `YYYY-MM-DD`. */
export interface Days {
  readonly start: string
  readonly end: string
}
export interface DaysState extends Days {
  /** Last day of the last window. */
  readonly last: string
}
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * For platforms without pages: one call for each window of `days` days from the day of `from` (of `first`, for everything)
 * to today, and one for the `ahead` days after it, since documents may bear a date to come. A run that is restricted to changes reads few records
 * of any date: it asks once, from the day `first` on.
 */
export const days = (options: {
  readonly days: number
  readonly ahead: number
  readonly first: string
  readonly call: (days: Days) => Patch
}): Page<DaysState> => {
  const from = (start: string, today: string, last: string): DaysState =>
    start > today ? { start, end: last, last } : { start, end: min(dayAfter(start, options.days - 1), today), last }
  const min = (one: string, other: string): string => (one < other ? one : other)
  return {
    start: ({ from: oldest, isChanges, now }) => {
      const today = now.slice(0, 10)
      const last = dayAfter(today, options.ahead)
      return isChanges === true
        ? { start: options.first, end: last, last }
        : from(min(oldest?.slice(0, 10) ?? options.first, last), today, last)
    },
    apply: ({ end, start }) => options.call({ start, end }),
    next: ({ end, last }) => (end >= last ? null : from(dayAfter(end, 1), dayAfter(last, -options.ahead), last)),
    part: ({ start }) => start,
    isRepeating: true
  }
}
