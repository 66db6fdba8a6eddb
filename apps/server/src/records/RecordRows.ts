/**
 * The record table's statements. Each data model has a partition of its own, and every statement names it, so that no
 * plan looks at the others; the names come from the registry. Every statement names the company too, so that of a database
 * that is spread over several nodes one is asked.
 */
import type { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ids, texts } from "../database/Parameters.ts"
import type { FieldMappings } from "./Custom.ts"
import * as Horizon from "./Horizon.ts"

/** Whose records they are. */
export interface Target {
  readonly organisationId: number
  readonly companyId: number
  readonly connectionId: number
  readonly integrationType: string
  /** The mappings of its custom fields as far as is known: who stores looks again, once the connection is his. */
  readonly fieldMappings?: FieldMappings
}

/** Whose records a statement is about. */
export type Whose = Pick<Target, "companyId" | "connectionId">

/** What is known of a stored record without its text. */
export interface StoredRow {
  readonly model: Models.ModelId
  readonly svcId: number
  readonly parentId: number
  readonly platformId: string
  readonly hash: string
  /** ISO 8601 with milliseconds. */
  readonly createdAt: string
  readonly deleted: boolean
  /** The record is what it was; only the item behind it has changed. */
  readonly isSame?: boolean
}
/** A row as it is written. */
export interface NewRow {
  readonly model: Models.ModelId
  readonly svcId: number
  readonly parentId: number
  readonly platformId: string
  readonly source: string
  readonly owner: string | null
  readonly hash: string
  readonly body: string
  /** JSON text; null keeps what is stored, of `followed` and `rawHash` as well. */
  readonly raw: string | null
  /** JSON text of what was asked for the item beside it; null when nothing was. */
  readonly followed: string | null
  readonly rawHash: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
  /** Nothing is stored under its id yet. */
  readonly isNew: boolean
}

/** The partition of a data model. */
export const partition = (model: Models.ModelId): string => `record_${model.toLowerCase()}`

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const known = `svc_id as "svcId", parent_id as "parentId", platform_id as "platformId", hash,
  ${iso("created_at")} as "createdAt", deleted_at is not null as deleted`
const whole = `svc_id as "svcId", parent_id as "parentId", platform_id as "platformId", source, owner, hash,
  body::text as body, null as raw, null as followed, null as "rawHash", ${iso("created_at")} as "createdAt"`

const columns = [
  ["svcId", "svc_id", "bigint"],
  ["parentId", "parent_id", "bigint"],
  ["platformId", "platform_id", "text"],
  ["source", "source", "text"],
  ["owner", "owner", "text"],
  ["hash", "hash", "text"],
  ["body", "body", "text"],
  ["raw", "raw", "text"],
  ["followed", "followed", "text"],
  ["rawHash", "raw_hash", "text"],
  ["createdAt", "created_at", "text[]::timestamptz"],
  ["updatedAt", "updated_at", "text[]::timestamptz"],
  ["deletedAt", "deleted_at", "text[]::timestamptz"]
] as const

const unnested = (before: number): string =>
  columns.map(([, , type], index) => `$${index + 1 + before}::${type}[]`).join(", ")

/** What Citus is asked to return it inserts by a statement; other rows it copies, which is faster, and does not tell by its code why one is refused. */
const insert = (model: Models.ModelId, isTold: boolean): string => `
  insert into ${partition(model)} (data_model, organisation_id, company_id, connection_id, svc_id, parent_id, platform_id,
    source, owner, hash, body, raw, followed, raw_hash, created_at, updated_at, deleted_at)
  select '${model}', $1::bigint, $2::bigint, $3::bigint, n.svc_id, n.parent_id, n.platform_id, n.source, n.owner,
    n.hash, n.body::json, n.raw::json, n.followed::json, n.raw_hash, n.created_at, n.updated_at, n.deleted_at
  from unnest(${unnested(3)})
    as n(${columns.map(([, column]) => column).join(", ")})${isTold ? " returning 1" : ""}`

/** The same rows over those that are there: who writes holds their connection, so they are what they were when they were read. */
const replace = (model: Models.ModelId): string => `
  update ${partition(model)} r set source = n.source, owner = n.owner, hash = n.hash, body = n.body::json,
    raw = coalesce(n.raw::json, r.raw), followed = case when n.raw is null then r.followed else n.followed::json end,
    raw_hash = coalesce(n.raw_hash, r.raw_hash), updated_at = n.updated_at, deleted_at = n.deleted_at
  from unnest(${unnested(1)})
    as n(${columns.map(([, column]) => column).join(", ")})
  where r.company_id = $1::bigint and r.svc_id = n.svc_id`

export interface RecordRows {
  /** A stamp, ISO 8601 with milliseconds: the database's time, later than every stamp before it; see {@link Horizon}. */
  readonly now: Effect.Effect<string, SqlError>
  /** Fresh ids and a stamp, in one round trip. */
  readonly reserve: (
    count: number
  ) => Effect.Effect<{ readonly ids: ReadonlyArray<number>; readonly now: string }, SqlError>
  /**
   * Of the given records, those that differ from what is stored, in themselves or in the item behind them: with what is
   * stored, deleted or not, or null for a new one. Compared in the database, so that an unchanged page sends nothing back.
   */
  readonly changed: (
    whose: Whose,
    model: Models.ModelId,
    records: ReadonlyArray<{
      readonly platformId: string
      readonly hash: string
      readonly deleted: boolean
      readonly rawHash: string | null
    }>
  ) => Effect.Effect<ReadonlyMap<string, StoredRow | null>, SqlError>
  /** Platform ids that owners of one source have now: two sources may count their items alike. */
  readonly ownedBy: (
    whose: Whose,
    model: Models.ModelId,
    source: string,
    owners: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  /** Platform ids of what a platform's items became: the item itself, or all it owns; of one source, or of any. */
  readonly ofItems: (
    whose: Whose,
    model: Models.ModelId,
    source: string | null,
    itemIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  /** Those of a source's items of which records are here. */
  readonly itemsOf: (
    whose: Whose,
    model: Models.ModelId,
    source: string,
    itemIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, SqlError>
  /** Sub-records of parents, deleted ones included. */
  readonly children: (
    companyId: number,
    model: Models.ModelId,
    parents: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<StoredRow>, SqlError>
  /** Whole rows that are not deleted, unless those are asked for too: by platform id, by parent, by id. */
  readonly load: (
    whose: Whose,
    model: Models.ModelId,
    platformIds: ReadonlyArray<string>,
    withDeleted?: boolean
  ) => Effect.Effect<ReadonlyArray<NewRow>, SqlError>
  readonly loadChildren: (
    companyId: number,
    model: Models.ModelId,
    parents: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<NewRow>, SqlError>
  readonly loadById: (
    companyId: number,
    model: Models.ModelId,
    ids: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<NewRow>, SqlError>
  /** Keeps the items behind records that are what they were, and where those came from. */
  readonly restate: (
    companyId: number,
    model: Models.ModelId,
    items: ReadonlyArray<Pick<NewRow, "svcId" | "source" | "owner" | "raw" | "followed" | "rawHash">>
  ) => Effect.Effect<void, SqlError>
  /** Inserts or replaces rows of any models, by whoever holds their connection; `isTold` where it has to be known why a new one is refused. */
  readonly write: (target: Target, rows: ReadonlyArray<NewRow>, isTold?: boolean) => Effect.Effect<void, SqlError>
}

/** Each column of rows as one array. */
const valuesOf = (rows: ReadonlyArray<NewRow>) =>
  columns.map(([name, , type]) =>
    type === "bigint"
      ? ids(rows.map((row) => row[name] as number))
      : texts(rows.map((row) => row[name] as string | null))
  )

export const RecordRows = (sql: SqlClient): RecordRows => {
  const query = <Row extends object>(text: string, params: ReadonlyArray<unknown>) => sql.unsafe<Row>(text, params)
  const withModel =
    (model: Models.ModelId) =>
    <Row extends object>(rows: ReadonlyArray<Row>) =>
      rows.map((row) => ({ ...row, model }))
  const loadWhere = (
    model: Models.ModelId,
    where: string,
    params: ReadonlyArray<unknown>,
    kept = "and deleted_at is null"
  ) =>
    query<Omit<NewRow, "model" | "updatedAt" | "deletedAt" | "isNew">>(
      `select ${whole} from ${partition(model)} where company_id = $1::bigint and ${where} ${kept} order by svc_id`,
      params
    ).pipe(
      Effect.map((rows) => rows.map((row): NewRow => ({ ...row, model, updatedAt: "", deletedAt: null, isNew: false })))
    )
  const reserve: RecordRows["reserve"] = (count) =>
    Effect.map(query<Horizon.Drawn>(Horizon.draw, [count]), ([row]) => ({
      ids: row!.ids,
      now: new Date(row!.stamp).toISOString()
    }))
  return {
    now: Effect.map(reserve(0), ({ now }) => now),
    reserve,
    changed: ({ companyId, connectionId }, model, records) =>
      query<Omit<StoredRow, "model" | "svcId"> & { readonly svcId: number | null; readonly id: string }>(
        `select n.id, ${known},
           r.svc_id is not null and not n.is_deleted and r.deleted_at is null and r.hash = n.new_hash as "isSame"
         from unnest($3::text[], $4::text[], $5::bool[], $6::text[]) as n(id, new_hash, is_deleted, new_raw_hash)
         -- One look-up in the index for each; without the offset the planner may read the whole partition instead.
         left join lateral (select * from ${partition(model)}
           where company_id = $1::bigint and connection_id = $2::bigint and parent_id = 0 and platform_id = n.id
           offset 0) r on true
         where case when n.is_deleted then r.svc_id is null or r.deleted_at is null
           else r.svc_id is null or r.deleted_at is not null or r.hash <> n.new_hash
             -- An item that was cleared stays so until its record changes.
             or (r.raw is not null and r.raw_hash is distinct from n.new_raw_hash) end`,
        [
          companyId,
          connectionId,
          texts(records.map(({ platformId }) => platformId)),
          texts(records.map(({ hash }) => hash)),
          records.map(({ deleted }) => deleted),
          texts(records.map(({ rawHash }) => rawHash))
        ]
      ).pipe(
        Effect.map(
          (rows) => new Map(rows.map(({ id, svcId, ...row }) => [id, svcId === null ? null : { ...row, svcId, model }]))
        )
      ),
    ownedBy: ({ companyId, connectionId }, model, source, owners) =>
      query<{ id: string }>(
        `select platform_id as id from ${partition(model)}
         where company_id = $1::bigint and connection_id = $2::bigint and owner = any($3::text[]) and source = $4
           and deleted_at is null`,
        [companyId, connectionId, texts(owners), source]
      ).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
    ofItems: ({ companyId, connectionId }, model, source, itemIds) =>
      query<{ id: string }>(
        `select platform_id as id from ${partition(model)} where company_id = $1::bigint and connection_id = $2::bigint
           and parent_id = 0 and deleted_at is null and owner is null and platform_id = any($3::text[])
           and ($4::text is null or source = $4::text)
         union all
         select platform_id from ${partition(model)}
         where company_id = $1::bigint and connection_id = $2::bigint and deleted_at is null and owner = any($3::text[])
           and ($4::text is null or source = $4::text)`,
        [companyId, connectionId, texts(itemIds), source]
      ).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
    itemsOf: ({ companyId, connectionId }, model, source, itemIds) =>
      query<{ id: string }>(
        `select platform_id as id from ${partition(model)} where company_id = $1::bigint and connection_id = $2::bigint
           and parent_id = 0 and deleted_at is null and owner is null and platform_id = any($3::text[]) and source = $4
         union
         select owner from ${partition(model)}
         where company_id = $1::bigint and connection_id = $2::bigint and deleted_at is null and owner = any($3::text[])
           and source = $4`,
        [companyId, connectionId, texts(itemIds), source]
      ).pipe(Effect.map((rows) => rows.map(({ id }) => id))),
    children: (companyId, model, parents) =>
      parents.length === 0
        ? Effect.succeed([])
        : query<Omit<StoredRow, "model">>(
            `select ${known} from ${partition(model)}
             where company_id = $1::bigint and parent_id <> 0 and parent_id = any($2::bigint[])`,
            [companyId, ids(parents)]
          ).pipe(Effect.map(withModel(model))),
    load: ({ companyId, connectionId }, model, platformIds, withDeleted = false) =>
      loadWhere(
        model,
        "connection_id = $2::bigint and parent_id = 0 and platform_id = any($3::text[])",
        [companyId, connectionId, texts(platformIds)],
        withDeleted ? "" : undefined
      ),
    loadChildren: (companyId, model, parents) =>
      loadWhere(model, "parent_id <> 0 and parent_id = any($2::bigint[])", [companyId, ids(parents)]),
    loadById: (companyId, model, svcIds) =>
      svcIds.length === 0
        ? Effect.succeed([])
        : loadWhere(model, "svc_id = any($2::bigint[])", [companyId, ids(svcIds)]),
    restate: (companyId, model, items) =>
      items.length === 0
        ? Effect.void
        : Effect.asVoid(
            query(
              `update ${partition(model)} r set source = n.source, owner = n.owner, raw = n.raw::json, followed = n.followed::json,
                 raw_hash = n.raw_hash
               from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
                 as n(svc_id, source, owner, raw, followed, raw_hash)
               where r.company_id = $1::bigint and r.svc_id = n.svc_id`,
              [
                companyId,
                ids(items.map(({ svcId }) => svcId)),
                texts(items.map(({ source }) => source)),
                texts(items.map(({ owner }) => owner)),
                texts(items.map(({ raw }) => raw)),
                texts(items.map(({ followed }) => followed)),
                texts(items.map(({ rawHash }) => rawHash))
              ]
            )
          ),
    write: Effect.fnUntraced(function* (target, rows, isTold = true) {
      const byModel = Map.groupBy(rows, ({ model }) => model)
      for (const [model, own] of byModel) {
        const { false: there = [], true: fresh = [] } = Object.groupBy(own, ({ isNew }) => `${isNew}`)
        if (there.length > 0) yield* query(replace(model), [target.companyId, ...valuesOf(there)])
        if (fresh.length > 0) {
          yield* query(insert(model, isTold), [
            target.organisationId,
            target.companyId,
            target.connectionId,
            ...valuesOf(fresh)
          ])
        }
      }
    })
  }
}
