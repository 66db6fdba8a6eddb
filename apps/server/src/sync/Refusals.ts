/** Items that could not be made records of: kept with what is wrong, until they are read again and can be. */
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { cleanJsonText, cleanText } from "../database/CleanJson.ts"
import { texts } from "../database/Parameters.ts"
import type { Place } from "./Checkpoints.ts"

export const Refusals = (sql: SqlClient) => ({
  /**
   * Keeps what could not be read, and forgets what could be by now. `unnamed` gives the place of an item of which the id is
   * not known.
   */
  note: Effect.fnUntraced(function* (
    place: Place,
    items: ReadonlyArray<Reading.Item>,
    refusals: ReadonlyArray<Reading.Refusal>,
    unnamed: (index: number) => string
  ) {
    const fine = items.flatMap(({ owner, records: own }) => [
      ...(owner === null ? [] : [owner]),
      ...own.map(({ platform_id }) => platform_id)
    ])
    yield* sql`delete from refusal where connection_id = ${place.connectionId} and data_model = ${place.model}
      and platform_id = any(${texts(fine)})`
    if (refusals.length === 0) return
    const byId = new Map(refusals.map((refusal, index) => [refusal.platform_id ?? unnamed(index), refusal]))
    const text = (value: unknown) => cleanJsonText(JSON.stringify(value))
    const all = [...byId.values()]
    yield* sql.unsafe(
      `insert into refusal (connection_id, data_model, source, platform_id, issues, raw, followed)
       select $1::bigint, $2, $3, n.id, n.issues::json, n.raw::json, n.followed::json
       from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as n (id, issues, raw, followed)
       on conflict (connection_id, data_model, platform_id) do update set source = excluded.source,
         issues = excluded.issues, raw = excluded.raw, followed = excluded.followed, refused_at = now()`,
      [
        place.connectionId,
        place.model,
        place.source,
        texts([...byId.keys()].map((id) => cleanText(id))),
        texts(all.map(({ issues }) => text(issues))),
        texts(all.map(({ raw }) => text(raw ?? null))),
        texts(all.map(({ followed }) => (followed === undefined ? null : text(followed))))
      ]
    )
  })
})
