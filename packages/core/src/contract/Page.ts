/**
 * Paging strategies. A strategy is a value: where it starts, what it adds to the call for a state, and the state after a
 * page. States are JSON, because a checkpoint stores them and a killed run resumes from them.
 */
import { at, type Call, type Headers, isEncodedBody, merge, type Patch, type Query } from "./Call.ts"
import * as Normalize from "./Normalize.ts"

/** An answer to the call for a page. */
export interface PageAnswer {
  /** The JSON value. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Headers
  /** The raw items of this page. */
  readonly items: ReadonlyArray<unknown>
  /** Origins that are the platform's: of the address that was asked, and of the one that an operator's stands for. */
  readonly origins?: ReadonlySet<string>
}
/** What is known when a listing begins. */
export interface PageStart {
  /** The moment the run began, ISO 8601. */
  readonly now: string
  /** The oldest moment of interest: since the last run, or the day of `sync_from`; null for everything. */
  readonly from: string | null
  /** The listing is restricted to what changed after a place in the platform's count (`Read.sequence`). */
  readonly isChanges?: boolean
}
/** How a listing goes on from page to page: a state, what it adds to a call, and what follows from an answer. */
export interface Page<S = any> {
  /** The state of the first page. */
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
  /**
   * Where the platform refused a page because it holds too much: what is asked for instead, which must be less. Null for
   * a refusal that means something else, and where there is no less.
   */
  readonly narrow?: (state: S, failure: Refused) => S | null
  /** Whether the platform refused a page because nothing is on it. */
  readonly isEmpty?: (failure: Refused) => boolean
  /** What changed last comes first, and the pages end where what is older than `from` begins. */
  readonly isNewestFirst?: boolean
  /** Why pages that begin after a key come in its order, where the call does not ask for it. */
  readonly sorted?: string
  /** The platform may not heed which page is asked for: a second page that is the first again is the end. */
  readonly mayIgnore?: boolean
}

/** What a platform refused a page with. */
export interface Refused {
  /** HTTP status; undefined where there was none. */
  readonly status?: number | undefined
  /** The platform's own words; undefined where it said nothing. */
  readonly message?: string | undefined
  /** The JSON value of the answer. */
  readonly body?: unknown
}

/** Where a strategy writes what a page is asked with. */
export interface Placed {
  /**
   * Query parameters when absent. In the body, parameters are dotted paths of its members, through lists as well:
   * `variables.page`, `params.args.6.offset`.
   */
  readonly in?: "query" | "body"
}
const laid = ({ in: place }: Placed, params: Query, call: Call): Patch =>
  place === "body"
    ? { body: Object.entries(params).reduce((body, [path, value]) => put(body, path.split("."), value), call.body) }
    : { query: params }
/** A copy of a body with a value at a path; what is not there yet is an object. */
const put = (body: unknown, [step = "", ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  const inner = (own: unknown): unknown => (rest.length === 0 ? value : put(own, rest, value))
  if (Array.isArray(body)) {
    if (!(Number(step) < body.length)) throw new Error(`the body has no element ${step} to page by`)
    return body.with(Number(step), inner(body[Number(step)]))
  }
  if ((typeof body !== "object" && body !== undefined) || isEncodedBody(body)) {
    throw new Error(`the body has no member ${step} to page by`)
  }
  return { ...body, [step]: inner((body as Readonly<Record<string, unknown>> | null | undefined)?.[step]) }
}

/** The parameters of a link's query; one that is there several times is a list. */
const queryOf = (link: string): Query => {
  const params = new URLSearchParams(link)
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, sole(params.getAll(name))]))
}
const sole = (values: ReadonlyArray<string>): string | ReadonlyArray<string> =>
  values.length === 1 ? values[0]! : values
/** A call's own parameters, taken away. */
const without = (query: Query | undefined): Query =>
  Object.fromEntries(Object.keys(query ?? {}).map((name) => [name, undefined]))

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
 * For platforms that refuse a page of which they have nothing, such as the first of an empty list and the one behind the last:
 * a refusal that `isEmpty` tells from others is a page without items. Every other one, such as the 404 of a list that is not
 * there, ends the run.
 */
export const emptyWhere = <S>(isEmpty: (failure: Refused) => boolean, page: Page<S>): Page<S> => ({ ...page, isEmpty })

/** For lists of which some answer everything whatever page is asked for. */
export interface Ignorable {
  /**
   * The platform may answer everything at once: a page longer than `size` is all, and so is a second page that is the
   * first again. After such an end nothing that is lacking is taken for deleted.
   */
  readonly mayIgnore?: boolean
}
const ignorable = ({ mayIgnore }: Ignorable) => (mayIgnore === true ? { mayIgnore } : {})

/**
 * `page=1, 2, …`. Ends at a page shorter than `size`, or where `pageCountAt` says so; on platforms that may answer short
 * pages in the middle, give `until: "empty"`.
 */
export const numbered = (
  options: Placed &
    Ignorable & {
      readonly size: number
      readonly param?: string
      readonly sizeParam?: string
      readonly first?: number
      readonly pageCountAt?: string
      readonly until?: "short" | "empty"
    }
): Page<number> => ({
  start: () => options.first ?? 1,
  apply: (page, call) => {
    const params = { [options.param ?? "page"]: page }
    return laid(options, options.sizeParam ? { ...params, [options.sizeParam]: options.size } : params, call)
  },
  next: (page, { body, items }) => {
    if (options.mayIgnore === true && items.length > options.size) return null
    const count = options.pageCountAt === undefined ? null : countAt(body, options.pageCountAt)
    if (count !== null) return page - (options.first ?? 1) + 1 < count ? page + 1 : null
    return items.length < (options.until === "empty" ? 1 : options.size) ? null : page + 1
  },
  ...ignorable(options)
})

/** `offset=0, 100, …`, moved by the number of items that came. */
export const offset = (
  options: Placed & Ignorable & { readonly param: string; readonly size: number; readonly sizeParam: string }
): Page<number> => ({
  start: () => 0,
  apply: (from, call) => laid(options, { [options.param]: from, [options.sizeParam]: options.size }, call),
  next: (from, { items }) =>
    items.length < options.size || (options.mayIgnore === true && items.length > options.size)
      ? null
      : from + items.length,
  ...ignorable(options)
})

/** What the next page is asked with, beside how many items it is to have; nothing of either for a first page without a size. */
const begun = (
  options: { readonly param: string; readonly size?: number; readonly sizeParam?: string },
  state: string | number | null
): Query => ({
  ...(state === null ? {} : { [options.param]: state }),
  ...(options.sizeParam ? { [options.sizeParam]: options.size } : {})
})

/** A cursor in the answer's body, sent back as a query parameter or, with `in: "body"`, as a member of the body. */
export const cursor = (
  options: Placed & {
    readonly param: string
    /** Dotted path of the next cursor. */
    readonly at: string
    /** Dotted path of a boolean that says whether there is more; without it the cursor's absence ends the walk. */
    readonly moreAt?: string
    readonly size?: number
    readonly sizeParam?: string
  }
): Page<string | null> => ({
  start: () => null,
  apply: (state, call) => laid(options, begun(options, state), call),
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
    const { pathname, search } = new URL(state, "http://relative")
    return { path: pathname, query: { ...without(call.query), ...queryOf(search) } }
  },
  next: (state, { body }) => {
    const next = at(body, options.at)
    if (next === undefined || next === null || next === "") return null
    if (typeof next !== "string" || !/^\/(?!\/)[^\\#]*$/.test(next)) throw new Error(`${options.at} is not a path`)
    if (next === state) throw new Circular(`${options.at} is the page that was just read`)
    return next
  }
})

/**
 * A link to the next page in the answer's body, absolute or relative: OData's `@odata.nextLink`, `next` of many others.
 * Its query takes the place of the call's own; path and host stay the connection's, and a link to another host is an
 * error. The absence of a link ends the walk.
 */
export const nextLink = (options: {
  /** Where the link is: a dotted path whose names hold no dots, or a function that finds it in the body. */
  readonly at: string | ((body: unknown) => unknown)
}): Page<string | null> => {
  const { at: place } = options
  const name = typeof place === "string" ? place : "the link of the next page"
  return {
    start: () => null,
    apply: (state, call) => (state === null ? {} : { query: { ...without(call.query), ...queryOf(state) } }),
    next: (state, { body, origins }) => {
      const next = typeof place === "string" ? at(body, place) : place(body)
      if (next === undefined || next === null || next === "" || next === false) return null
      if (typeof next !== "string" || !URL.canParse(next, relative)) throw new Error(`${name} is no address`)
      const { origin, search } = new URL(next, relative)
      if (origin !== relative && origins?.has(origin) !== true) throw new Error(`${name} leads to another host`)
      const query = search.slice(1)
      if (query === "") throw new Error(`${name} does not say where the next page begins`)
      if (query === state) throw new Circular(`${name} is the page that was just read`)
      return query
    }
  }
}
const relative = "http://relative"

/** Where a walk over a connection is: after which cursor, how many items it has seen, and beyond which key it began anew. */
export interface RelayState {
  /** The cursor of the last page; null before the first. */
  readonly after: string | null
  /** Items since it began anew. */
  readonly seen: number
  /** The key of the item that it began anew after; null where it has not. */
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
    query: state === null ? (options.sizeParam ? { [options.sizeParam]: options.size } : {}) : queryOf(state)
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
 * says that there is more. Where the key is no parameter but part of a query of the platform's own, `after` lays it over
 * the call, as in `windows`.
 */
export const lastKey = (
  options: Placed & {
    readonly key: (item: any) => string | number
    /** Dotted path of a boolean that says whether there is more. */
    readonly moreAt?: string
    readonly size?: number
    readonly sizeParam?: string
    /** Why the list comes in the key's order, where the call does not ask for one: it is the platform's only one, say. */
    readonly sorted?: string
  } & (
      | { readonly param: string; readonly after?: never }
      | { readonly param?: never; readonly after: (key: string | number, call: Call) => Patch }
    )
): Page<string | number | null> => ({
  start: () => null,
  apply: (state, call) => {
    const { after, param } = options
    if (after === undefined) return laid(options, begun({ ...options, param }, state), call)
    const sized = laid(options, begun({ ...options, param: "" }, null), call)
    return state === null ? sized : merge(sized as Call, after(state, merge(call, sized)))
  },
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
  },
  ...(options.sorted === undefined ? {} : { sorted: options.sorted })
})

/** Where a listing by windows of time is. */
export interface WindowState<S> {
  /** The key that the window begins after; null for the first. */
  readonly after: string | number | null
  /** Items of the window's pages so far. */
  readonly seen: number
  /** State of the first page of any window. */
  readonly first: S
  /** State of the page in this window. */
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

/** Where a listing of several lists, one after the other, is. */
export interface EachState<S> {
  /** Which of the lists. */
  readonly list: number
  /** State of the page in this list. */
  readonly page: S
  /** State of the first page of any list. */
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
  isRepeating: page.isRepeating === true,
  ...(page.isEmpty === undefined ? {} : { isEmpty: page.isEmpty }),
  ...(page.narrow === undefined
    ? {}
    : {
        narrow: (state: EachState<S>, failure: Refused) => {
          const less = page.narrow!(state.page, failure)
          return less === null ? null : { ...state, page: less }
        }
      })
})

/** Where a listing of several lists, in turn, is. */
export interface TurnState {
  /** Which of the walks. */
  readonly turn: number
  /** State of the page in this walk. */
  readonly page: unknown
  /** What was known when the listing began: the next walk begins with it. */
  readonly given: PageStart
}
/** Several walks as one, one after the other: lists that are paged in different ways, or go back to different days. */
export const inTurn = (walks: readonly [Page, Page, ...ReadonlyArray<Page>]): Page<TurnState> => {
  const of = ({ turn }: TurnState): Page => walks[turn] ?? walks[0]
  const begun = (turn: number, given: PageStart): TurnState | null => {
    const page = walks[turn]?.start(given)
    return turn < walks.length ? { turn, page, given } : null
  }
  return {
    start: (given) => begun(0, given)!,
    apply: (state, call) => of(state).apply(state.page, call),
    next: (state, answer) => {
      const page = of(state).next(state.page, answer)
      return page === null ? begun(state.turn + 1, state.given) : { ...state, page }
    },
    part: (state) => `${state.turn} ${of(state).part?.(state.page) ?? ""}`,
    isRepeating: true,
    ...(walks.every(({ isEmpty }) => isEmpty === undefined)
      ? {}
      : { isEmpty: (failure: Refused) => walks.some(({ isEmpty }) => isEmpty?.(failure) === true) }),
    ...(walks.every(({ narrow }) => narrow === undefined)
      ? {}
      : {
          narrow: (state: TurnState, failure: Refused) => {
            const page = of(state).narrow?.(state.page, failure) ?? null
            return page === null ? null : { ...state, page }
          }
        })
  }
}

/**
 * As the `sincePage` of a read: the pages of a run since a moment begin so many days before it. For lists that know only when
 * a record was made, of records that go on changing for a while.
 */
export const earlier = <S>(days: number, page: Page<S>): Page<S> => ({
  ...page,
  start: ({ from, ...given }) =>
    page.start({ ...given, from: from === null ? null : Normalize.before(from, days * 86_400) })
})

/** A calendar month, first and last day, `YYYY-MM-DD`. */
export interface Month {
  /** Its first day. */
  readonly start: string
  /** Its last day. */
  readonly end: string
}

const monthOf = (year: number, month: number): Month => ({
  start: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
  end: new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10)
})

/** Where a listing by months is. */
export interface MonthState {
  /** The month of the page, `YYYY-MM`. */
  readonly month: string
  /** The last month, `YYYY-MM`. */
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
  /** The first of them. */
  readonly start: string
  /** The last of them. */
  readonly end: string
}
/** Where a listing by days is. */
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

/** A span of time, ISO 8601 in UTC. */
export interface Span {
  /** Where it begins. */
  readonly start: string
  /** Where it ends. */
  readonly end: string
}
/** Where a listing by spans that may be narrowed is. */
export interface SpanState<S> extends Span {
  /** Where the last span ends: the same through the run, whatever comes in meanwhile. */
  readonly last: string
  /** How long a span is for now, in seconds. */
  readonly seconds: number
  /** State of the first page of any span. */
  readonly first: S
  /** State of the page in this span. */
  readonly page: S
}
/**
 * For platforms that answer no more than so many days at once, in pages: spans of `days` days from `from` (from `first`, for
 * everything) to `end`, each walked to its end by `page`. A span ends where the next begins, so what bears that very moment
 * may come twice. Where the platform refuses a span because it holds too much, half of it is asked for, down to a second.
 */
export const spans = <S>(options: {
  /** Longest span that the platform answers. */
  readonly days: number
  readonly page: Page<S>
  /** What asks for a span. */
  readonly call: (span: Span, call: Call) => Patch
  /** The earliest moment that there is anything of, given the moment the run began. */
  readonly first: string | ((now: string) => string)
  /** Where the last span ends, where that is not now: a platform may show what happens hours later only. */
  readonly end?: (now: string) => string
  /** Whether the platform refused a span because it holds too much. */
  readonly narrow?: (failure: Refused) => boolean
}): Page<SpanState<S>> => {
  const longest = options.days * 86_400
  const span = (start: string, seconds: number, last: string, first: S): SpanState<S> => {
    const end = Normalize.before(start, -seconds)
    return { start, end: end < last ? end : last, last, seconds, first, page: first }
  }
  return {
    start: (given) => {
      const { now } = given
      const last = options.end?.(now) ?? now
      const first = typeof options.first === "function" ? options.first(now) : options.first
      const from = given.from !== null && given.from > first ? given.from : first
      const latest = Normalize.before(last, 1)
      return span(from < latest ? from : latest, longest, last, options.page.start(given))
    },
    apply: ({ end, page, start }, call) => {
      const own = options.call({ start, end }, call)
      return merge(own as Call, options.page.apply(page, merge(call, own)))
    },
    next: (state, answer) => {
      const page = options.page.next(state.page, answer)
      if (page !== null) return { ...state, page }
      const { end, first, last, seconds } = state
      return end >= last ? null : span(end, Math.min(seconds * 2, longest), last, first)
    },
    part: ({ end, start }) => `${start} ${end}`,
    isRepeating: true,
    ...(options.narrow === undefined
      ? {}
      : {
          narrow: ({ end, first, last, start }, failure) => {
            const half = Math.floor((Date.parse(end) - Date.parse(start)) / 2000)
            return half < 1 || options.narrow?.(failure) !== true ? null : span(start, half, last, first)
          }
        })
  }
}

/** Where a listing from the newest on is. */
export interface NewestState<S> {
  /** The oldest moment of interest, ISO 8601; null for everything. */
  readonly from: string | null
  /** State of the page. */
  readonly page: S
}
/**
 * For platforms that cannot be asked for changes and list what changed last first: the pages end where what is older than
 * `from` begins. As the `sincePage` of a read, it makes the read one that knows changes, with or without `since`. A page
 * that is not sorted so is an error: what lies behind it would be missed.
 */
export const newestFirst = <S>(options: {
  /** When an item changed: a dotted path of a moment in ISO 8601, or a function that answers one. */
  readonly at: string | ((item: any) => string | null)
  readonly page: Page<S>
}): Page<NewestState<S>> => {
  const { at: place, page } = options
  const changed = (item: unknown): number | null => {
    try {
      const said = typeof place === "string" ? at(item, place) : place(item)
      const moment = Normalize.instant(said)
      return moment === null ? null : Date.parse(moment)
    } catch {
      // The item is refused when it is mapped; others say where the page stands.
      return null
    }
  }
  return {
    start: (given) => ({ from: given.from, page: page.start(given) }),
    apply: (state, call) => page.apply(state.page, call),
    next: ({ from, page: own }, answer) => {
      const moments = answer.items.map(changed).filter((moment) => moment !== null)
      const [newest, oldest] = [moments[0], moments.at(-1)]
      if (newest !== undefined && oldest !== undefined && newest < oldest) {
        throw new Error("the page does not begin with what changed last")
      }
      if (from !== null && oldest !== undefined && oldest < Date.parse(from)) return null
      const next = page.next(own, answer)
      return next === null ? null : { from, page: next }
    },
    ...(page.part === undefined ? {} : { part: (state: NewestState<S>) => page.part!(state.page) }),
    isRepeating: page.isRepeating === true,
    isNewestFirst: true
  }
}
