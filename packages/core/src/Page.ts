/**
 * Paging strategies. A strategy is a value: where it starts, what it adds to the call for a state, and the state after a
 * page. States are JSON, because a checkpoint stores them and a killed run resumes from them.
 */
import { at, type Call, type Headers, type Patch } from "./Call.ts"

export interface PageAnswer {
  readonly body: unknown
  readonly headers: Headers
  /** The raw items of this page. */
  readonly items: ReadonlyArray<unknown>
}
export interface PageStart {
  /** The moment the run began, ISO 8601. */
  readonly now: string
  /** The oldest moment of interest: since the last run, or the sync configuration's `sync_from`. */
  readonly from: string
  /** The listing is restricted to what changed after a place in the platform's count (`Read.sequence`). */
  readonly isChanges?: boolean
}
export interface Page<S = any> {
  readonly start: (options: PageStart) => S
  /** `call` is what the page is laid over, for platforms that page inside a query of their own language. */
  readonly apply: (state: S, call: Call) => Patch
  /** Null when there is no further page. */
  readonly next: (state: S, answer: PageAnswer) => S | null
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
    const count = options.pageCountAt ? Number(at(body, options.pageCountAt)) : Number.NaN
    if (!Number.isNaN(count)) return page - (options.first ?? 1) + 1 < count && items.length > 0 ? page + 1 : null
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
    if (options.moreAt !== undefined && at(body, options.moreAt) !== true) return null
    const next = at(body, options.at)
    const text = typeof next === "number" ? String(next) : next
    return typeof text === "string" && text !== "" && text !== state ? text : null
  }
})

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
    const next = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(headers["link"] ?? "")?.[1]
    return next === undefined ? null : new URL(next, "http://relative").search.slice(1)
  }
})

/** The key of the last item is where the next page begins; ends where `moreAt` says so, without it at an empty page. */
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
    if (items.length === 0 || (options.moreAt !== undefined && at(body, options.moreAt) !== true)) return null
    const key: unknown = options.key(items.at(-1))
    if (typeof key !== "string" && typeof key !== "number") {
      throw new Error("the last item does not say where the next page begins")
    }
    return key === state ? null : key
  }
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

/** One call for each calendar month from the month of `from` to that of `now`: financial statements. */
export const months = (query: (month: Month) => Patch): Page<MonthState> => ({
  start: ({ from, now }) => ({ month: from.slice(0, 7), last: now.slice(0, 7) }),
  apply: (state) => query(monthIn(state)),
  next: ({ month, last }) =>
    month >= last
      ? null
      : { month: monthOf(Number(month.slice(0, 4)), Number(month.slice(5, 7))).start.slice(0, 7), last }
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
 * For platforms without pages: one call for each window of `days` days from the day of `from` to today, and one for the
 * `ahead` days after it, since documents may bear a date to come. A run that is restricted to changes reads few records
 * of any date: it asks once, from the day `first` on.
 */
export const windows = (options: {
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
        : from(min(oldest.slice(0, 10), last), today, last)
    },
    apply: ({ end, start }) => options.call({ start, end }),
    next: ({ end, last }) => (end >= last ? null : from(dayAfter(end, 1), dayAfter(last, -options.ahead), last))
  }
}
