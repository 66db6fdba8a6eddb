/** Reads the lists of the interface to their end. */
import * as Effect from "effect/Effect"
import { type CommandFailure, Door } from "./Door.ts"

type Row = Readonly<Record<string, any>>

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
      `${path}?limit=1000${next === null ? "" : `&next=${next}`}`
    )
    rows.push(...page.data)
    next = page.next
  } while (next !== null)
  return rows
})
