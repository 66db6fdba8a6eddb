/**
 * Long work that is under way, in sentences: what is mapped again, erased, delivered in numbers, put under another key, spread
 * over nodes. The console shows them, and the command line says them while it waits.
 */
import { type Overview as Definition, Progress } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { places } from "../secrets/Rotation.ts"
import * as ToldByCommands from "../database/ToldByCommands.ts"

export type UnderWay = (typeof Definition.UnderWay)["Type"]

/** How many of one kind are named. */
const each = 20
/** Fewer deliveries that are due are no long work: they are gone before anybody has read that they wait. */
const manyDeliveries = 100

const nothing = { left: null, since: null, svc_company_id: null, connection_id: null, webhook_id: null }

/** Of each connection the sources that were begun together with the first that is still open. */
const mapped = (sql: SqlClient.SqlClient, organisationId: number, platformOf: (id: string) => string) =>
  Effect.map(
    sql<{
      connection_id: number
      svc_company_id: number
      platform: string
      company: string | null
      done: number
      sources: number
      items: number
      since: Date
    }>`
      select c.id as connection_id, c.company_id as svc_company_id, c.integration_type as platform, o.name as company,
        count(r.finished_at)::int as done, count(*)::int as sources, sum(r.items_read)::float8 as items,
        min(r.started_at) as since
      from (select connection_id, min(started_at) as begun from remap where finished_at is null group by 1) b
        join remap r on r.connection_id = b.connection_id and r.started_at >= b.begun
        join connection c on c.id = r.connection_id
        join company o on o.id = c.company_id and o.erasing_at is null
      where c.organisation_id = ${organisationId} group by 1, 2, 3, 4 order by since, 1 limit ${each}`,
    (rows) =>
      rows.map(({ company, connection_id, done, items, platform, since, sources, svc_company_id }): UnderWay => ({
        ...nothing,
        work: "MAPPING_AGAIN",
        sentence: `${platformOf(platform)} of ${company ?? `company ${svc_company_id}`} is mapped again: ${Progress.ofMapping(done, sources, items)}.`,
        left: sources - done,
        since: since.toISOString(),
        svc_company_id,
        connection_id
      }))
  )

/** By number alone: who is erased has no name any more. */
const erased = (sql: SqlClient.SqlClient, organisationId: number) =>
  Effect.flatMap(
    sql<{ id: number; since: Date }>`select id, erasing_at as since from company
      where organisation_id = ${organisationId} and erasing_at is not null order by erasing_at limit ${each}`,
    Effect.forEach(({ id, since }) =>
      Effect.map(
        sql<{ left: number }>`select count(*)::int as left from (
          select 1 from record where company_id = ${id} limit ${Progress.most}) r`,
        ([found]): UnderWay => ({
          ...nothing,
          work: "ERASURE",
          sentence: Progress.ofErasure(id, found!.left),
          left: found!.left,
          since: since.toISOString(),
          svc_company_id: id
        })
      )
    )
  )

const delivered = (sql: SqlClient.SqlClient, organisationId: number) =>
  Effect.map(
    sql<{ id: string; name: string; left: number; since: Date }>`
      select w.id::text as id, w.name, d.left, d.since from webhook w join lateral (
        select count(*)::int as left, min(due.created_at) as since from (
          select created_at from delivery where webhook_id = w.id and status = 'PENDING' and next_attempt_at <= now()
          limit ${Progress.most}) due) d on d.left >= ${manyDeliveries}
      where w.organisation_id = ${organisationId} and not w.is_disabled order by d.left desc limit ${each}`,
    (rows) =>
      rows.map(({ id, left, name, since }): UnderWay => ({
        ...nothing,
        work: "DELIVERIES",
        sentence: Progress.ofDeliveries(name, left),
        left,
        since: since.toISOString(),
        webhook_id: id
      }))
  )

/** How many secrets are under another key than this. */
export const toRotate = (sql: SqlClient.SqlClient, key: string): Effect.Effect<number, SqlError> =>
  Effect.map(
    sql.unsafe<{ left: number }>(
      places
        .map(
          ([table, column]) =>
            `select count(*)::int as left from ${table} where substring(${column} from '"kid":"([^"]*)"') <> $1`
        )
        .join(" union all "),
      [key]
    ),
    (rows) => rows.reduce((sum, { left }) => sum + left, 0)
  )

/** What a command says of its work, which is for all organisations. */
const toldOf = <N extends keyof ToldByCommands.Work>(
  sql: SqlClient.SqlClient,
  name: N,
  of: (found: ToldByCommands.Work[N]) => Pick<UnderWay, "work" | "sentence" | "left">
) =>
  Effect.map(ToldByCommands.find(sql, name), (found): ReadonlyArray<UnderWay> =>
    found === null ? [] : [{ ...nothing, ...of(found), since: found.since.toISOString() }]
  )

/** What is under way in an organisation. */
export const find = (
  sql: SqlClient.SqlClient,
  organisationId: number,
  platformOf: (id: string) => string
): Effect.Effect<ReadonlyArray<UnderWay>, SqlError> =>
  Effect.map(
    Effect.all([
      mapped(sql, organisationId, platformOf),
      erased(sql, organisationId),
      delivered(sql, organisationId),
      toldOf(sql, "rotating", ({ left }) => ({ work: "KEY_ROTATION", sentence: Progress.ofRotation(left), left })),
      toldOf(sql, "spreading", (spreading) => ({
        work: "SPREADING",
        sentence: Progress.ofSpreading(spreading),
        left: spreading.tables - spreading.done
      }))
    ]),
    (found) => found.flat()
  )
