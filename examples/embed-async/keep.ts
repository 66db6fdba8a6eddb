/** Keeps rows of your own the same as a platform's records. Let a timer call it; two runs at once are one too many. */
import type { Connector, Models } from "@svc/core"
import { type Client, deletionsOf, type Positions, type ReadsOf, type Refused } from "@svc/core/connect"

/** Tables of yours: one row for each item, and one cursor for each connection and data model. */
export interface Rows<M extends Models.ModelId> {
  /** Null before the first run, and whenever everything is to be read again. */
  readonly cursor: () => Promise<Cursor | null>
  /** The ids of all items that are kept. */
  readonly ids: () => Promise<ReadonlyArray<string>>
  /** Puts an item's records in the place of those that are kept under its id. */
  readonly put: (id: string, records: ReadonlyArray<Models.Record<M>>) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Told of what could not be read; the row that is kept, if any, stays as it is. */
  readonly refused: (item: Refused) => Promise<void>
  readonly setCursor: (cursor: Cursor) => Promise<void>
}
export interface Cursor {
  /** When the last run that came to its end began, by your clock. */
  readonly since: string
  /** When the last whole run began. */
  readonly whole: string
  /** Where the platform's count of changes stood, where it counts instead of dating. */
  readonly positions: Positions
}

/** The platform's clock is not yours, and a change may show some minutes after it was made. */
const overlap = 10 * 60_000
/** How long between two runs that read everything: what changes show no trace of is found by them. */
const day = 24 * 60 * 60_000

export const keep = async <C extends Connector.Any, M extends ReadsOf<C>>(
  connector: C,
  books: Pick<Client<C>, "list" | "positions">,
  model: M,
  rows: Rows<M>,
  signal?: AbortSignal
): Promise<void> => {
  const begun = Date.now()
  const last = await rows.cursor()
  const isWhole = last === null || begun - Date.parse(last.whole) > day
  // Asked before the list: what changes while it is read comes again in the next run.
  const positions = await books.positions(model, { signal })
  const needsIds = ["ids", "listing"].includes(deletionsOf(connector, model))
  const changes = books.list(model, {
    ...(isWhole ? {} : { since: new Date(Date.parse(last.since) - overlap), after: last.positions }),
    deleted: needsIds ? { known: await rows.ids() } : true,
    refused: rows.refused,
    signal
  })
  for await (const { deleted, id, records } of changes) await (deleted ? rows.remove(id) : rows.put(id, records))
  // Only now: a run that broke off is begun again from where the one before it began.
  const since = new Date(begun).toISOString()
  await rows.setCursor({ since, whole: isWhole ? since : last.whole, positions })
}
