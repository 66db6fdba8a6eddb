/**
 * What the planner expects of companies. Statistics of a table are taken when a part of all its rows has changed, and keep the
 * most common companies: where those were all there were, a company that has come since is taken for one without records. Then
 * each index that begins with a company seems to be as good as the one that finds a record, and every look-up, page and list
 * reads all that the company has. So who stores many records looks now and then whether they are expected, and has
 * statistics taken where they are not.
 */
import type { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Plan from "./Plan.ts"
import { subListsOf } from "./RecordJson.ts"
import { partition, type Whose } from "./RecordRows.ts"

/** Records after which it is first looked, and then whenever there are twice as many; of fewer it does no harm to read all. */
const FIRST = 256
/** How many times as many as expected there have to be for statistics to be taken. */
const OUT = 8

/** Statistics of what an index begins with, of rows as they are now; not where somebody is already at it. */
const take = (model: Models.ModelId): string =>
  `analyze (skip_locked) ${partition(model)} (organisation_id, company_id, connection_id)`

/** Takes how many records a run has stored anew each time; looks after a company's expectations, outside of any transaction. */
export const following = (
  sql: SqlClient,
  { companyId }: Pick<Whose, "companyId">,
  model: Models.ModelId
): ((created: number) => Effect.Effect<void>) => {
  let stored = 0
  let next = FIRST
  const look = Effect.fnUntraced(function* (model: Models.ModelId) {
    const own = `select 1 from ${partition(model)} where company_id = $1::bigint`
    const [plan] = yield* sql.unsafe<Plan.Explained>(`explain (format json) ${own}`, [companyId])
    const most = Math.max(FIRST, OUT * Plan.rowsOf(plan!))
    // Of sub-records there may be none; they are counted only as far as it takes.
    const [there] = yield* sql.unsafe<{ n: number }>(`select count(*) as n from (${own} limit $2::bigint) r`, [
      companyId,
      most
    ])
    if (there!.n >= most) yield* sql.unsafe(take(model)).unprepared
  })
  return (created) =>
    Effect.suspend(() => {
      stored += created
      if (stored < next) return Effect.void
      next = 2 * stored
      return Effect.forEach([model, ...subListsOf(model).map((list) => list.model)], look, { discard: true }).pipe(
        // Whatever was in the way: what is stored is stored.
        Effect.catch((error) => Effect.logWarning(`No statistics of ${model} were taken.`, error))
      )
    })
}
