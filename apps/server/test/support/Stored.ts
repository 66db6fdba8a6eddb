/**
 * Records put straight into the record table, in the shape in which ingest stores them, with ids and times of the test's
 * choosing.
 */
import { Check, type Models } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import { ids, texts } from "../../src/database/Parameters.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import type { Caller } from "../../src/http/Caller.ts"
import { compose, hashOf, subListsOf, subRecord } from "../../src/records/RecordJson.ts"

/** The schema, with the partitions. */
export const schema = Layer.effectDiscard(Effect.all([Migrations.run(), Partitions.run, Distribution.run]))

export interface Target {
  readonly organisationId: number
  readonly companyId: number
  readonly connectionId: number
}

export const callerOf = (target: Pick<Target, "organisationId">, companyId: number | null = null): Caller => ({
  organisationId: target.organisationId,
  keyId: 1,
  scopes: ["read"],
  companyId
})

/** A new connection, in a new company and organisation where they are not given. */
export const connect = Effect.fnUntraced(function* (within: Partial<Target> = {}) {
  const sql = yield* SqlClient.SqlClient
  const made = (rows: ReadonlyArray<{ readonly id: number }>) => rows[0]!.id
  const organisationId =
    within.organisationId ?? made(yield* sql<{ id: number }>`insert into organisation (name) values ('o') returning id`)
  const companyId =
    within.companyId ??
    made(
      yield* sql<{
        id: number
      }>`insert into company (organisation_id, name) values (${organisationId}, 'c') returning id`
    )
  const connectionId = made(
    yield* sql<{ id: number }>`
      insert into connection (organisation_id, company_id, integration_type, category, status, sync_config)
      values (${organisationId}, ${companyId}, 'TEST', 'ACCOUNTING', 'HEALTHY', '[]') returning id`
  )
  return { organisationId, companyId, connectionId } satisfies Target
})

export interface Options {
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly deletedAt?: string | null
  readonly raw?: unknown
  /** The id of one that is there, to replace it. */
  readonly svcId?: number
}
export interface Row {
  readonly model: Models.ModelId
  readonly svcId: number
  readonly target: Target
  readonly parentId: number
  readonly platformId: string
  readonly hash: string
  readonly body: string
  readonly raw: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
}

/** The next ids of the service. */
export const reserve = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`select nextval('svc_id') as id from generate_series(1, ${count})`
  return rows.map(({ id }) => id)
})

/** The rows of one record and its sub-records; `nextId` gives their ids. */
export const rowsOf = (
  target: Target,
  model: Models.ModelId,
  mapped: object,
  nextId: () => number,
  options: Options = {}
): ReadonlyArray<Row> => {
  const checked = Check.check(model, mapped)
  if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
  const svcId = options.svcId ?? nextId()
  const stamp = {
    companyId: target.companyId,
    createdAt: options.createdAt ?? "2026-01-02T03:04:05.678Z",
    updatedAt: options.updatedAt ?? options.createdAt ?? "2026-01-02T03:04:05.678Z",
    deletedAt: options.deletedAt ?? null
  }
  const rows: Array<Row> = []
  const record: Record<string, unknown> = { ...checked.success }
  for (const list of subListsOf(model)) {
    record[list.field] = (record[list.field] as ReadonlyArray<Record<string, unknown>>).map((element) => {
      const child = nextId()
      rows.push({
        ...stamp,
        model: list.model,
        svcId: child,
        target,
        parentId: svcId,
        platformId: element["platform_id"] as string,
        hash: hashOf(element),
        body: compose({ ...stamp, svcId: child }, subRecord(element)),
        raw: null
      })
      return { svc_id: child, ...element }
    })
  }
  rows.push({
    ...stamp,
    model,
    svcId,
    target,
    parentId: 0,
    platformId: checked.success.platform_id,
    hash: hashOf(checked.success),
    body: compose({ ...stamp, svcId }, record),
    raw: options.raw === undefined ? null : JSON.stringify(options.raw)
  })
  return rows
}

/** Stores rows; one with a known id replaces what is there. */
export const store = (rows: ReadonlyArray<Row>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(storing(rows)))
const storing = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
  const sql = yield* SqlClient.SqlClient
  for (const [model, own] of Map.groupBy(rows, (row) => row.model)) {
    yield* sql.unsafe("delete from record where data_model = $1 and svc_id = any($2::bigint[])", [
      model,
      ids(own.map(({ svcId }) => svcId))
    ])
    yield* sql.unsafe(
      `insert into record (data_model, svc_id, organisation_id, company_id, connection_id, parent_id, platform_id, source,
         hash, body, raw, created_at, updated_at, deleted_at)
       select $1, n.svc_id, n.o, n.c, n.k, n.parent_id, n.platform_id, 'default', n.hash, n.body::json, n.raw::json,
         n.created_at::timestamptz, n.updated_at::timestamptz, n.deleted_at::timestamptz
       from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::text[], $12::text[], $13::text[])
         as n(svc_id, o, c, k, parent_id, platform_id, hash, body, raw, created_at, updated_at, deleted_at)`,
      [
        model,
        ids(own.map(({ svcId }) => svcId)),
        ids(own.map(({ target }) => target.organisationId)),
        ids(own.map(({ target }) => target.companyId)),
        ids(own.map(({ target }) => target.connectionId)),
        ids(own.map(({ parentId }) => parentId)),
        ...(["platformId", "hash", "body", "raw", "createdAt", "updatedAt", "deletedAt"] as const).map((name) =>
          texts(own.map((row) => row[name]))
        )
      ]
    )
  }
})

/** Stores one record with its sub-records and gives its id. */
export const put = Effect.fnUntraced(function* (
  target: Target,
  model: Models.ModelId,
  mapped: object,
  options: Options = {}
) {
  const free = [...(yield* reserve(20))]
  const rows = rowsOf(target, model, mapped, () => free.shift()!, options)
  yield* store(rows)
  return rows.at(-1)!.svcId
})
