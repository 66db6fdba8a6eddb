/** Items that could not be made records of: kept with what is wrong, until they are read again and can be. */
import type { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Crypto from "node:crypto"
import { cleanJsonText, cleanText, isTooDeep } from "../database/CleanJson.ts"
import { texts } from "../database/Parameters.ts"
import { isRefused } from "../database/Refused.ts"
import type { Place } from "./Checkpoints.ts"

export const Refusals = (sql: SqlClient) => ({
  /**
   * Keeps what could not be read, and forgets what could be by now. `unnamed` gives the place of an item of which the id is
   * not known. Where the database does not take the raw item itself, the refusal is kept without it.
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
      and platform_id = any(${texts(fine.map(keyOf))})`
    if (refusals.length === 0) return
    const byId = new Map(refusals.map((refusal, index) => [keyOf(refusal.platform_id ?? unnamed(index)), refusal]))
    yield* sql
      .withTransaction(insert(sql, place, byId))
      .pipe(
        Effect.catchIf(isRefused, () =>
          Effect.forEach(
            byId,
            ([id, refusal]) =>
              sql
                .withTransaction(insert(sql, place, new Map([[id, refusal]])))
                .pipe(
                  Effect.catchIf(isRefused, () =>
                    insert(sql, place, new Map([[id, { ...refusal, raw: undefined, followed: undefined }]]))
                  )
                ),
            { discard: true }
          )
        )
      )
  })
})

/** JSON text; of what is nested too deep to have one, null. */
const text = (value: unknown): string => {
  try {
    const json = JSON.stringify(value)
    return isTooDeep(json) ? "null" : cleanJsonText(json)
  } catch {
    return "null"
  }
}
/** What a refusal is found by: the id, or what an index can hold of it. */
const keyOf = (id: string): string => {
  const clean = cleanText(id)
  return clean.length <= 500 ? clean : `${cleanText(clean.slice(0, 400))}…${Crypto.hash("sha256", clean, "base64url")}`
}

type Kept = Omit<Reading.Refusal, "followed"> & { readonly followed?: Reading.Refusal["followed"] | undefined }
const insert = (sql: SqlClient, place: Place, byId: ReadonlyMap<string, Kept>) => {
  const all = [...byId.values()]
  return Effect.asVoid(
    sql.unsafe(
      `insert into refusal (connection_id, data_model, source, platform_id, issues, raw, followed)
       select $1::bigint, $2, $3, n.id, n.issues::json, n.raw::json, n.followed::json
       from unnest($4::text[], $5::text[], $6::text[], $7::text[]) as n (id, issues, raw, followed)
       on conflict (connection_id, data_model, platform_id) do update set source = excluded.source,
         issues = excluded.issues, raw = excluded.raw, followed = excluded.followed, refused_at = now()`,
      [
        place.connectionId,
        place.model,
        place.source,
        texts([...byId.keys()]),
        texts(all.map(({ issues }) => text(issues))),
        texts(all.map(({ raw }) => text(raw ?? null))),
        texts(all.map(({ followed }) => (followed === undefined ? null : text(followed))))
      ]
    )
  )
}
