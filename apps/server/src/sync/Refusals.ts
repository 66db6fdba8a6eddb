/**
 * Items that could not be made records of, and those that could be without members that are unreadable (warnings): kept
 * with what is wrong, until they are read again and can be.
 */
import { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Crypto from "node:crypto"
import { cleanJsonText, cleanText, isTooDeep } from "../database/CleanJson.ts"
import { texts } from "../database/Parameters.ts"
import { isRefused } from "../database/Refused.ts"
import type { Place } from "./Checkpoints.ts"

/** What tells a warning from a refusal: its issues name the members of the record. */
export const isWarning = "json_typeof(issues -> 0) = 'object'"

export const Refusals = (sql: SqlClient) => ({
  /**
   * Keeps what could not be read, in part or at all, and forgets what could be by now. `unnamed` gives the place of an item of which the id is
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
    const warned = items.filter(({ warnings }) => warnings !== undefined)
    if (refusals.length === 0 && warned.length === 0) return
    yield* tell(place, warned)
    const byId = new Map<string, Kept>([
      // Their raw items are kept with their records.
      ...warned.map(
        (item, index) =>
          [
            keyOf(Reading.idsOf(item)[0] ?? unnamed(refusals.length + index)),
            { issues: item.warnings ?? [], raw: null }
          ] as const
      ),
      ...refusals.map((refusal, index) => [keyOf(refusal.platform_id ?? unnamed(index)), refusal] as const)
    ])
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

interface Kept {
  readonly issues: ReadonlyArray<string | Reading.Warning>
  readonly raw: unknown
  readonly followed?: Reading.Refusal["followed"] | undefined
}
/** A platform that writes a member otherwise from one day on does so in every item: whoever runs the service is to see it. */
const tell = (place: Place, warned: ReadonlyArray<Reading.Item>) => {
  const counts = new Map<string, number>()
  for (const { warnings = [] } of warned) {
    const members = new Set(warnings.map(({ field, message }) => memberOf(field ?? message.split(":")[0]!)))
    for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1)
  }
  return Effect.forEach(
    counts,
    ([member, count]) =>
      Effect.logWarning(
        `${place.model}: ${member} could not be read of ${count} items of a page; they are stored without.`,
        { connection_id: place.connectionId }
      ),
    { discard: true }
  )
}
const memberOf = (place: string): string => place.replace(/\[\d+\]/g, "[]")
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
