/**
 * Pages of the management lists (companies, connections, syncs, …): newest last, by ascending key, with opaque cursors
 * both ways. Lists of records have their own, richer cursors.
 */
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"

export interface IdPageRequest {
  /** 1 to 1000. */
  readonly limit: number
  readonly next: string | null
  readonly prev: string | null
}
/** What to fetch: rows strictly after or before a key, `take` of them. With `before`, ordered descending. */
export interface IdRange {
  readonly after: string | null
  readonly before: string | null
  readonly take: number
}
export interface Envelope<A> {
  readonly data: ReadonlyArray<A>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}

const encode = (key: string): string => Buffer.from(JSON.stringify([1, key])).toString("base64url")
const decode = (cursor: string, field: "next" | "prev"): Effect.Effect<string, ApiError.ApiError> =>
  Effect.try({
    try: () => {
      const [version, key] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as [unknown, unknown]
      // Keys are numbers or ids of letters, digits, underscores and hyphens; anything else was not made here.
      if (version !== 1 || typeof key !== "string" || !/^[\w-]{1,64}$/.test(key)) throw new Error("foreign")
      return key
    },
    catch: () => ApiError.make("invalid-params", `"${field}" is not a cursor of this list.`, field)
  })

/** Fetches one page; `key` is the text the rows are ordered by. */
export const idPage = <Row, A, E, R>(
  request: IdPageRequest,
  fetch: (range: IdRange) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  key: (row: Row) => string,
  wire: (row: Row) => A
): Effect.Effect<Envelope<A>, E | ApiError.ApiError, R> =>
  filledPage(request, fetch, key, (rows) => Effect.succeed(rows.map(wire)))

/** The same where what is shown of the rows may be large: `fill` gives it of as many of the first as fit, at least one. */
export const filledPage = Effect.fnUntraced(function* <Row, A, E, R, E2, R2>(
  request: IdPageRequest,
  fetch: (range: IdRange) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  key: (row: Row) => string,
  fill: (rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E2, R2>
) {
  const { limit } = request
  if (request.next !== null && request.prev !== null) {
    return yield* ApiError.make("invalid-params", "Send either next or prev, not both.", "prev")
  }
  const after = request.next === null ? null : yield* decode(request.next, "next")
  const before = request.prev === null ? null : yield* decode(request.prev, "prev")
  const rows = yield* fetch({ after, before, take: limit + 1 })
  const filled = yield* fill(rows.slice(0, limit))
  const more = rows.length > filled.length
  const page = rows.slice(0, filled.length)
  const ordered = before === null ? page : page.toReversed()
  const first = ordered[0]
  const last = ordered.at(-1)
  const hasNext = before === null ? more : last !== undefined
  const hasPrev = before === null ? after !== null && first !== undefined : more
  return {
    data: before === null ? filled : filled.toReversed(),
    prev: hasPrev && first !== undefined ? encode(key(first)) : null,
    next: hasNext && last !== undefined ? encode(key(last)) : null,
    total_count: null
  } satisfies Envelope<A>
})
