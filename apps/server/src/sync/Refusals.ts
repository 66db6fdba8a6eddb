/**
 * Items that could not be made records of, and those that could be without members that are unreadable (warnings): kept
 * with what is wrong, until they are read again and can be. A platform that writes all its items otherwise from one day on
 * does not fill the database: of more than so many of a data model only the number is kept.
 */
import { Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Crypto from "node:crypto"
import { cleanJsonText, cleanText, isTooDeep } from "../database/CleanJson.ts"
import { booleans, texts } from "../database/Parameters.ts"
import { isRefused } from "../database/Refused.ts"
import type { Place } from "./Checkpoints.ts"

/** What tells a warning from a refusal: its issues name the members of the record. */
export const isWarning = "json_typeof(issues -> 0) = 'object'"

/** How many of one data model of a connection are kept, refused items and warnings together. */
export const Most = Context.Reference<number>("@svc/server/sync/Refusals/Most", { defaultValue: () => 1000 })

/** What is of a data model of a connection. */
const within = (sql: SqlClient, { companyId, connectionId, model }: Omit<Place, "source">) =>
  sql`company_id = ${companyId} and connection_id = ${connectionId} and data_model = ${model}`

/** Forgets items of these ids, which the platform does not have any more; in the caller's transaction. */
export const forget = (sql: SqlClient, place: Omit<Place, "source">, itemIds: ReadonlyArray<string>) =>
  sql`delete from refusal where ${within(sql, place)}
    and platform_id = any(${texts(itemIds.map(keyOf))})`

export const Refusals = Effect.fnUntraced(function* (sql: SqlClient) {
  const most = yield* Most
  return make(sql, most)
})
const make = (sql: SqlClient, most: number) => ({
  /** The source is read from its beginning once more: what was not kept of it is counted anew. */
  recount: (place: Place) => sql`delete from refusal_rest where ${within(sql, place)} and source = ${place.source}`,
  /** These are there and as they were read before. */
  seen: (place: Place, itemIds: ReadonlyArray<string>) =>
    sql`update refusal set refused_at = now() where ${within(sql, place)} and platform_id = any(${texts(itemIds.map(keyOf))})`,
  /** Everything the source has was shown since then: what was not among it is there no more, or can be read. */
  settle: (place: Place, since: string) =>
    sql`delete from refusal where ${within(sql, place)} and source = ${place.source} and refused_at < ${since}::text::timestamptz`,
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
    const warned = items.filter(({ warnings }) => warnings !== undefined)
    const byId = new Map<string, Kept>([
      ...warned.map((item, index) => {
        const id = Reading.idsOf(item)[0]
        // Their raw items are kept with their records.
        const kept: Kept = { issues: item.warnings ?? [], raw: null, isUnnamed: id === undefined }
        return [keyOf(id ?? unnamed(refusals.length + index)), kept] as const
      }),
      ...refusals.map(({ followed, issues, platform_id, raw }, index) => {
        const kept: Kept = { issues, raw, followed, isUnnamed: platform_id === null }
        return [keyOf(platform_id ?? unnamed(index)), kept] as const
      })
    ])
    const fine = items.flatMap(({ owner, records: own }) => [
      ...(owner === null ? [] : [owner]),
      ...own.map(({ platform_id }) => platform_id)
    ])
    // What still cannot be read is the same refusal as before.
    const settled = fine.filter((id) => !byId.has(keyOf(id)))
    if (settled.length > 0) yield* forget(sql, place, settled)
    if (byId.size === 0) return
    yield* tell(place, warned)
    const insert = inserting(sql, most, place)
    yield* sql
      .withTransaction(insert(byId))
      .pipe(
        Effect.catchIf(isRefused, () =>
          Effect.forEach(
            byId,
            ([id, refusal]) =>
              sql
                .withTransaction(insert(new Map([[id, refusal]])))
                .pipe(
                  Effect.catchIf(isRefused, () =>
                    insert(new Map([[id, { ...refusal, raw: undefined, followed: undefined }]]))
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
  readonly isUnnamed: boolean
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
/** Keeps as many as there is room for; those that were there before have their room. Of the others the number is kept. */
const inserting = (sql: SqlClient, most: number, place: Place) =>
  Effect.fnUntraced(function* (byId: ReadonlyMap<string, Kept>) {
    // Who stores holds the connection, so nothing is kept or forgotten between the look and what follows from it.
    const [found] = yield* sql<{ readonly kept: number; readonly known: ReadonlyArray<string> }>`
      select (select count(*)::int from (select 1 from refusal where ${within(sql, place)} limit ${most}) r) as kept,
        array(select platform_id from refusal where ${within(sql, place)}
          and platform_id = any(${texts([...byId.keys()])})) as known`
    const known = new Set(found!.known)
    let room = most - found!.kept
    const all = [...byId].filter(([id]) => known.has(id) || room-- > 0)
    const columns = (of: (kept: Kept) => string | null) => texts(all.map(([, kept]) => of(kept)))
    if (all.length > 0) {
      yield* sql.unsafe(
        `insert into refusal (company_id, connection_id, data_model, source, platform_id, issues, raw, followed, is_unnamed)
         select $1::bigint, $2::bigint, $3, $4, n.id, n.issues::json, n.raw::json, n.followed::json, n.is_unnamed
         from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[])
           as n (id, issues, raw, followed, is_unnamed)
         on conflict (company_id, connection_id, data_model, platform_id) do update set source = excluded.source,
           issues = excluded.issues, raw = excluded.raw, followed = excluded.followed, refused_at = excluded.refused_at`,
        [
          place.companyId,
          place.connectionId,
          place.model,
          place.source,
          texts(all.map(([id]) => id)),
          columns(({ issues }) => text(issues)),
          columns(({ raw }) => text(raw ?? null)),
          columns(({ followed }) => (followed === undefined ? null : text(followed))),
          booleans(all.map(([, { isUnnamed }]) => isUnnamed))
        ]
      )
    }
    const rest = byId.size - all.length
    if (rest === 0) return
    yield* sql`insert into refusal_rest as r (company_id, connection_id, data_model, source, items)
      values (${place.companyId}, ${place.connectionId}, ${place.model}, ${place.source}, ${rest})
      on conflict (company_id, connection_id, data_model, source) do update set items = r.items + excluded.items,
        refused_at = excluded.refused_at`
  })
