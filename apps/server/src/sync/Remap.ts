/**
 * Maps stored items again when a connector's mapping has changed, without the platform: with what the mapping saw when they
 * were read (see docs/decisions/0007). Each batch is one transaction with its place, so that a killed process goes on
 * where it stopped; only records that become others are written, with their events.
 */
import { Connector, type Models, type Read } from "@svc/core"
import { Kept, Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { Credentials } from "../connections/Credentials.ts"
import { ids, texts } from "../database/Parameters.ts"
import { believed } from "../Limits.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { partition } from "../records/RecordRows.ts"
import { addCounts, addIngested, type Counts, noCounts, Records, type Target } from "../records/Records.ts"
import type { Place } from "./Checkpoints.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { remapQueue } from "./Queues.ts"
import * as Refused from "./Refusals.ts"
import { customFieldsOf, type ModelConfig, wantedFrom } from "./ModelConfig.ts"

/** Items of one transaction. */
const batch = 300
/** How often it is looked for sources that another release has mapped. */
const every = "1 minute"
/** Connections of which it is noted at once that they are to be mapped again. */
const atOnce = 4

/** What is to be mapped again; everything where nothing is given. */
export interface Chosen {
  readonly integration?: string | null
  readonly companyId?: number | null
  readonly model?: string | null
}
/** How far one source has come. */
export interface Progress {
  readonly connection_id: number
  readonly data_model: string
  readonly source: string
  readonly items_read: number
  /** Items that only the platform can tell more about: what they were mapped from is no longer there, or not enough. */
  readonly items_left: number
  readonly records_created: number
  readonly records_updated: number
  readonly records_deleted: number
  readonly records_refused: number
  readonly started_at: Date
  readonly finished_at: Date | null
}

/** One source of a connector, and how it is mapped. */
interface Source {
  readonly integration: string
  readonly model: string
  readonly source: string
  readonly version: string
}
interface Connected {
  readonly id: number
  readonly companyId: number
  readonly integration: string
}
/** One stored item, with the ids of the records it became. */
interface Stored {
  readonly id: number
  readonly ids: ReadonlyArray<string>
  readonly is_kept: boolean
  readonly raw: unknown
  readonly followed: ReadonlyArray<Reading.Followed> | null
}
interface Row extends Place {
  readonly after: number
  readonly refusals_after: string | null
}
interface Mapped {
  readonly items: ReadonlyArray<Reading.Item>
  readonly refusals: ReadonlyArray<Reading.Refusal>
  /** Records that their items do not become any more. */
  readonly gone: ReadonlyArray<string>
  /** Refusals that are none any more, whatever id their items turn out to have. */
  readonly settled: ReadonlyArray<string>
  readonly left: number
}

export class Remap extends Context.Service<
  Remap,
  {
    /** Has sources mapped again from their first item, whatever they were mapped by. Answers how many those are. */
    readonly begin: (chosen: Chosen) => Effect.Effect<number>
    /** The same for sources whose mapping has changed since; what was begun before is taken up again. */
    readonly beginMoved: Effect.Effect<number>
    /**
     * Has some models of one connection mapped again because something else that their records are made of has changed. In
     * the caller's transaction, which comes here before it holds the connection.
     */
    readonly beginOf: (
      connector: Connector.Any,
      connectionId: number,
      models: ReadonlyArray<string>
    ) => Effect.Effect<void>
    readonly progress: (chosen: Chosen) => Effect.Effect<ReadonlyArray<Progress>>
    /** Waits until the `work` of this process has looked for changed mappings: before, nothing is read with today's. */
    readonly looked: Effect.Effect<void>
    /**
     * Begins to look for changed mappings, now and from time to time, and to work on the queue, until the scope closes. The
     * connectors in use are loaded for it, which nobody waits for who does not read with them.
     */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/sync/Remap") {
  static readonly layer: Layer.Layer<
    Remap,
    never,
    SqlClient.SqlClient | AppConfig | Jobs | Connectors | Credentials | Records
  > = Layer.suspend(() => Layer.effect(Remap, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const connectors = yield* Connectors
  const credentials = yield* Credentials
  const records = yield* Records
  const bounds = believed((yield* AppConfig).limits)
  const lookupAnswers = LookupAnswers(sql)
  const refused = yield* Refused.Refusals(sql)

  const readOf = (connector: Connector.Any | undefined, { model, source }: Place): Read.Read | undefined =>
    connector && Connector.sourcesOf(connector, model as Models.ModelId).find((read) => read.source === source)

  /** Every source of these connectors, with how it is mapped here. */
  const sourcesOf = (used: ReadonlyArray<Connector.Any>): ReadonlyArray<Source> =>
    used.flatMap((connector) =>
      (Object.keys(connector.reads) as Array<Models.ModelId>).flatMap((model) =>
        Connector.sourcesOf(connector, model).map((read) => ({
          integration: connector.id,
          model,
          source: read.source,
          version: Reading.mappingVersion(read)
        }))
      )
    )
  const sources = Effect.map(connectors.inUse(sql), sourcesOf)
  const own = `unnest($1::text[], $2::text[], $3::text[], $4::text[]) as n (integration_type, data_model, source, version)`
  const ownParams = (own: ReadonlyArray<Source>) => [texts(own.map(({ integration }) => integration)), ...paramsOf(own)]
  const paramsOf = (some: ReadonlyArray<Omit<Source, "integration">>) => [
    texts(some.map(({ model }) => model)),
    texts(some.map(({ source }) => source)),
    texts(some.map(({ version }) => version))
  ]
  const chosenParams = ({ companyId, integration, model }: Chosen) => [
    integration ?? null,
    companyId ?? null,
    model ?? null
  ]

  const sendTo = (id: number) => jobs.send(remapQueue, { connection_id: id }, { key: String(id), group: String(id) })
  /** Jobs for all that is to be done by a process that maps as this one does. */
  const send = Effect.fnUntraced(function* (known: ReadonlyArray<Source>) {
    const rows = yield* sql.unsafe<{ id: number }>(
      `select distinct r.connection_id as id from remap r
       join connection c on c.id = r.connection_id
       join ${own} on n.integration_type = c.integration_type and n.data_model = r.data_model and n.source = r.source
         and n.version = r.mapping_version
       where r.finished_at is null order by 1`,
      ownParams(known)
    )
    yield* Effect.forEach(rows, ({ id }) => sendTo(id))
  })

  const connectionsOf = (chosen: ReadonlyArray<number>) => sql<Connected>`
    select c.id, c.company_id as "companyId", c.integration_type as integration from connection c
    join company o on o.id = c.company_id and o.erasing_at is null
    where c.id = any(${ids(chosen)}::bigint[]) order by c.id`
  /**
   * Has sources of one connection mapped again: all of these models, or those that are mapped in another way. The checkpoint
   * comes first, as in a page of a sync, so that neither waits for the other in a circle. From here on it is taken for mapped
   * anew; a process of another release that stores a page says otherwise.
   */
  const openOne = Effect.fnUntraced(function* (
    known: ReadonlyArray<Source>,
    { companyId, id, integration }: Connected,
    models: ReadonlyArray<string> | null,
    isForced: boolean
  ) {
    const stale = yield* sql.unsafe<Omit<Source, "integration">>(
      `select k.data_model as model, k.source, n.version from checkpoint k
       join unnest($3::text[], $4::text[], $5::text[]) as n (data_model, source, version)
         on n.data_model = k.data_model and n.source = k.source
       where k.company_id = $1::bigint and k.connection_id = $2::bigint
         and ($6::bool or k.mapping_version is distinct from n.version) and ($7::text[] is null or k.data_model = any($7))
       order by k.data_model, k.source for update of k`,
      [
        companyId,
        id,
        ...paramsOf(known.filter((one) => one.integration === integration)),
        isForced,
        models === null ? null : texts(models)
      ]
    )
    if (stale.length === 0) return 0
    const params = paramsOf(stale)
    yield* sql.unsafe(
      `update checkpoint k set mapping_version = n.version
       from unnest($3::text[], $4::text[], $5::text[]) as n (data_model, source, version)
       where k.company_id = $1::bigint and k.connection_id = $2::bigint
         and k.data_model = n.data_model and k.source = n.source`,
      [companyId, id, ...params]
    )
    yield* sql.unsafe(
      `insert into remap (connection_id, data_model, source, mapping_version)
       select $1::bigint, n.* from unnest($2::text[], $3::text[], $4::text[]) as n
       on conflict (connection_id, data_model, source) do update set mapping_version = excluded.mapping_version,
         refusals_after = '', after = 0, items_read = 0, items_left = 0, records_created = 0, records_updated = 0,
         records_deleted = 0, records_refused = 0, started_at = now(), finished_at = null
       returning commit_jointly()`,
      [id, ...params]
    )
    yield* sendTo(id)
    return stale.length
  }, sql.withTransaction)
  /** The same for all that are chosen, each connection in a transaction of its own: none is of two companies. */
  const open = ({ companyId, integration, model }: Chosen, isForced: boolean) =>
    Effect.gen(function* () {
      const known = yield* sources
      const isOfOne = companyId !== undefined && companyId !== null
      const found = yield* sql.unsafe<{ id: number }>(
        `select distinct k.connection_id as id from checkpoint k
         join ${own} on n.integration_type = k.integration_type and n.data_model = k.data_model and n.source = k.source
         where ($5::bool or k.mapping_version is distinct from n.version)
           and ($6::text is null or k.integration_type = $6) and ($7::text is null or k.data_model = $7)
           ${isOfOne ? "and k.company_id = $8::bigint" : ""}`,
        [...ownParams(known), isForced, integration ?? null, model ?? null, ...(isOfOne ? [companyId] : [])]
      )
      const models = model === undefined || model === null ? null : [model]
      const opened = yield* Effect.forEach(
        found.length === 0 ? [] : yield* connectionsOf(found.map(({ id }) => id)),
        (connection) => openOne(known, connection, models, isForced),
        { concurrency: atOnce }
      )
      yield* send(known)
      return opened.reduce((sum, count) => sum + count, 0)
    }).pipe(Effect.orDie)

  /** The next items of a source, by their first record. */
  const nextItems = ({ after, companyId, connectionId, model, source }: Row) =>
    sql.unsafe<Stored & { readonly is_first: boolean }>(
      `select r.svc_id as id, o.svc_id is null or o.svc_id = r.svc_id as is_first, coalesce(o.ids, array[r.platform_id]) as ids,
         case when r.owner is null then r.raw else o.raw end as raw,
         case when r.owner is null then r.followed else o.followed end as followed,
         case when r.owner is null then r.raw is not null else o.raw is not null end as is_kept
       from ${partition(model as Models.ModelId)} r
       -- An item with several records is as its latest one shows it.
       left join lateral (
         select min(svc_id) as svc_id, array_agg(platform_id) as ids,
           (array_agg(raw order by updated_at desc, svc_id desc) filter (where raw is not null))[1] as raw,
           (array_agg(followed order by updated_at desc, svc_id desc) filter (where raw is not null))[1] as followed
         from ${partition(model as Models.ModelId)}
         where company_id = $4::bigint and connection_id = $1::bigint and owner = r.owner and source = $2
           and deleted_at is null
       ) o on r.owner is not null
       where r.company_id = $4::bigint and r.connection_id = $1::bigint
         and r.parent_id = 0 and r.source = $2 and r.deleted_at is null and r.svc_id > $3::bigint
       order by r.svc_id limit ${batch}`,
      [connectionId, source, after, companyId]
    )
  const nextRefusals = ({ companyId, connectionId, model, refusals_after, source }: Row) =>
    sql.unsafe<Omit<Stored, "id" | "ids"> & { readonly id: string }>(
      `select platform_id as id, raw, followed, raw is not null as is_kept from refusal
       where company_id = $5::bigint and connection_id = $1::bigint and data_model = $2 and source = $3
         and platform_id > $4
         and (${Refused.isWarning}) is not true
       order by platform_id limit ${batch}`,
      [connectionId, model, source, refusals_after, companyId]
    )

  const mapAll = (
    read: Read.Read,
    stored: ReadonlyArray<Omit<Stored, "id"> & { readonly refusal?: string }>,
    settings: Readonly<Record<string, string>>,
    lookups: Readonly<Record<string, unknown>> | null
  ): Mapped => {
    const items: Array<Reading.Item> = []
    const refusals: Array<Reading.Refusal> = []
    const gone: Array<string> = []
    const settled: Array<string> = []
    let left = 0
    for (const { followed, ids, is_kept, raw, refusal } of stored) {
      const mapped =
        is_kept && lookups !== null ? Kept.map(read, raw, followed ?? [], { settings, lookups }, bounds) : null
      if (mapped === null) left++
      else if (Result.isFailure(mapped)) {
        refusals.push(refusal === undefined ? mapped.failure : { ...mapped.failure, platform_id: refusal })
      } else {
        if (refusal !== undefined) settled.push(refusal)
        const now = new Set(mapped.success.records.map(({ platform_id }) => platform_id))
        gone.push(...ids.filter((id) => !now.has(id)))
        items.push(mapped.success)
      }
    }
    return { items, refusals, gone, settled, left }
  }

  const store = Effect.fnUntraced(function* (
    target: Target,
    row: Row,
    custom: ReadonlyArray<string>,
    from: string | null,
    { gone, items, refusals, settled }: Mapped
  ) {
    const model = row.model as Models.ModelId
    // Another item may become what one does not any more.
    const ids = new Set(items.flatMap((item) => item.records.map(({ platform_id }) => platform_id)))
    const lost = gone.filter((id) => !ids.has(id))
    const removed: Counts = lost.length === 0 ? noCounts : yield* records.remove(target, model, lost)
    const isOlder = (item: Reading.Item) => Reading.isOlder(model, item, from)
    const wanted = items.filter((item) => !isOlder(item))
    const stored = addIngested(
      yield* records.ingest(target, model, row.source, wanted, custom),
      // What could not be read before may turn out to be older than is wanted.
      yield* records.refresh(target, model, row.source, items.filter(isOlder), custom)
    )
    const all = [...refusals, ...stored.refusals]
    if (settled.length > 0) yield* Refused.forget(sql, row, settled)
    yield* refused.note(row, stored.stored, all, (index) => `${row.source}:remap:${row.after}:${index}`)
    return { ...addCounts(removed, stored), refused: all.length }
  })

  /** One batch of a source; false when there is nothing more to do. */
  const step = Effect.fnUntraced(function* (
    place: Place,
    read: Read.Read,
    secret: Readonly<Record<string, string>>
  ): Effect.fn.Return<boolean, SqlError> {
    const where = sql`connection_id = ${place.connectionId} and data_model = ${place.model} and source = ${place.source}`
    const [held] = yield* sql<Omit<Row, "companyId">>`
      select connection_id as "connectionId", data_model as model, source, after, refusals_after from remap
      where ${where} and finished_at is null and mapping_version = ${Reading.mappingVersion(read)} for update`
    if (held === undefined) return false
    // Held before items are read: what a sync stores meanwhile is newer than what is read here.
    const [connection] = yield* sql<
      Target & { readonly settings: Record<string, string>; readonly sync_config: ReadonlyArray<ModelConfig> }
    >`select organisation_id as "organisationId", company_id as "companyId", id as "connectionId",
        integration_type as "integrationType", field_mappings as "fieldMappings", settings, sync_config
      from connection where id = ${place.connectionId} for update`
    if (connection === undefined) return false
    const { settings: open, sync_config, ...target } = connection
    const row: Row = { ...held, companyId: target.companyId }
    const settings = { ...open, ...secret }
    const lookups = Kept.lookupsIn(read, yield* lookupAnswers.of(place), settings)
    const isAtRefusals = row.refusals_after !== null
    const found = isAtRefusals ? yield* nextRefusals(row) : yield* nextItems(row)
    const stored: Parameters<typeof mapAll>[1] = isAtRefusals
      ? (found as ReadonlyArray<Omit<Stored, "ids">>).map((one) => ({ ...one, ids: [], refusal: String(one.id) }))
      : (found as ReadonlyArray<Stored & { readonly is_first: boolean }>).filter(({ is_first }) => is_first)
    const mapped = mapAll(read, stored, settings, lookups)
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const from = wantedFrom(sync_config, read.model, new Date(now))
    const counts = yield* store(target, row, customFieldsOf(sync_config, place.model), from, mapped)
    const last = found.length < batch
    const end = found.at(-1)?.id ?? null
    yield* sql`update remap set
        refusals_after = ${!isAtRefusals || last ? null : String(end)}::text,
        after = ${isAtRefusals ? row.after : Number(end ?? row.after)},
        items_read = items_read + ${stored.length}, items_left = items_left + ${mapped.left},
        records_created = records_created + ${counts.created}, records_updated = records_updated + ${counts.updated},
        records_deleted = records_deleted + ${counts.deleted}, records_refused = records_refused + ${counts.refused},
        finished_at = ${!isAtRefusals && last ? sql`now()` : sql`null`}
      where ${where}`
    return isAtRefusals || !last
  })

  const run = Effect.fn("Remap.run")(function* (connectionId: number) {
    const [connection] = yield* sql<{ integration_type: string }>`
      select integration_type from connection where id = ${connectionId}`
    const connector = connection && (yield* connectors.get(connection.integration_type))
    if (connector === undefined) return
    const secrets = yield* credentials.open(connectionId)
    const places = yield* sql<Place>`select c.company_id as "companyId", r.connection_id as "connectionId",
        r.data_model as model, r.source
      from remap r join connection c on c.id = r.connection_id
      where r.connection_id = ${connectionId} and r.finished_at is null order by r.data_model, r.source`
    for (const place of places) {
      const read = readOf(connector, place)
      if (read === undefined) continue
      while (yield* sql.withTransaction(step(place, read, secrets?.settings ?? {}))) yield* Effect.yieldNow
    }
  }, Effect.orDie)

  const beginMoved = open({}, false)
  const firstLook = yield* Deferred.make<void>()
  return Remap.of({
    begin: (chosen) => open(chosen, true),
    beginOf: Effect.fnUntraced(function* (connector, connectionId, models) {
      const found = yield* connectionsOf([connectionId])
      yield* Effect.forEach(found, (connection) => openOne(sourcesOf([connector]), connection, models, true))
    }, Effect.orDie),
    beginMoved,
    progress: (chosen) =>
      sql
        .unsafe<Progress>(
          `select r.connection_id, r.data_model, r.source, r.items_read, r.items_left, r.records_created, r.records_updated,
             r.records_deleted, r.records_refused, r.started_at, r.finished_at
           from remap r join connection c on c.id = r.connection_id
           where ($1::text is null or c.integration_type = $1) and ($2::bigint is null or c.company_id = $2)
             and ($3::text is null or r.data_model = $3)
           order by r.connection_id, r.data_model, r.source`,
          chosenParams(chosen)
        )
        .pipe(Effect.orDie),
    work: Effect.gen(function* () {
      const look = beginMoved.pipe(
        Effect.tap((count) =>
          count === 0 ? Effect.void : Effect.logInfo(`The mapping of ${count} sources has changed: mapped again.`)
        ),
        Effect.catchCause((cause) => Effect.logError("Changed mappings could not be looked for.", cause))
      )
      yield* look.pipe(
        // Before anything is read with the new mapping, which would make the old one unknown.
        Effect.andThen(Deferred.succeed(firstLook, undefined)),
        Effect.andThen(Effect.schedule(look, Schedule.spaced(every))),
        Effect.forkScoped
      )
      yield* jobs.work(remapQueue, { concurrency: 2, groupConcurrency: 1 }, ({ connection_id }) => run(connection_id))
    }),
    looked: Deferred.await(firstLook)
  })
})
