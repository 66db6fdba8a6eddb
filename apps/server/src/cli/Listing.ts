/** Reads the lists of the interface to their end. */
import * as Effect from "effect/Effect"
import { type CommandFailure, Door } from "./Door.ts"

type Row = Readonly<Record<string, any>>

const most = 1000

/** The latest entries of a list by one of its members, the latest last. */
export const latest = Effect.fn("Listing.latest")(function* (
  path: string,
  by: string,
  count: number
): Effect.fn.Return<ReadonlyArray<Row>, CommandFailure, Door> {
  const door = yield* Door
  const rows: Array<Row> = []
  let next: string | null = null
  do {
    const limit = Math.min(most, Math.max(1, count - rows.length))
    const page: { readonly data: ReadonlyArray<Row>; readonly next: string | null } = yield* door.request(
      "GET",
      `${path}?limit=${limit}&sort[${by}]=DESC${next === null ? "" : `&next=${next}`}`
    )
    rows.push(...page.data)
    next = page.next
  } while (next !== null && rows.length < count)
  return rows.toReversed()
})

/** All entries of a list, page by page. */
export const all = Effect.fn("Listing.all")(function* (
  path: string
): Effect.fn.Return<ReadonlyArray<Row>, CommandFailure, Door> {
  const door = yield* Door
  const rows: Array<Row> = []
  let next: string | null = null
  do {
    const page: { readonly data: ReadonlyArray<Row>; readonly next: string | null } = yield* door.request(
      "GET",
      `${path}?limit=${most}${next === null ? "" : `&next=${next}`}`
    )
    rows.push(...page.data)
    next = page.next
  } while (next !== null)
  return rows
})
