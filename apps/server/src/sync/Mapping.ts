/**
 * How one stored record is made of its platform's item: where each member came from, and making it once more by the mapping
 * of today, without the platform. Whole sources are mapped again by `Remap.ts`.
 */
import { Connector, Models, type Read } from "@svc/core"
import { ApiError, type Mapping as Definition } from "@svc/core/api"
import { Kept, Origins, Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { Credentials } from "../connections/Credentials.ts"
import type { Caller } from "../http/Caller.ts"
import { believed } from "../Limits.ts"
import { partition } from "../records/RecordRows.ts"
import { Records, type Target } from "../records/Records.ts"
import { changedOf } from "../webhooks/History.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { customFieldsOf, type ModelConfig, wantedFrom } from "./ModelConfig.ts"
import { Refusals } from "./Refusals.ts"

type OriginsWire = (typeof Definition.RecordOrigins)["Type"]
type MappedWire = (typeof Definition.RecordMapped)["Type"]

interface Row {
  readonly platform_id: string
  readonly parent_id: number
  readonly source: string
  readonly owner: string | null
  readonly connection_id: number
  readonly company_id: number
  readonly raw: unknown
  readonly followed: ReadonlyArray<Reading.Followed> | null
  /** Ids of all records that its item became. */
  readonly ids: ReadonlyArray<string>
}
type Connection = Target & {
  readonly settings: Readonly<Record<string, string>>
  readonly sync_config: ReadonlyArray<ModelConfig>
}
/** A stored item with all that its mapping sees. */
interface Stored {
  readonly row: Row
  readonly connection: Connection
  readonly read: Read.Read
  readonly context: Parameters<typeof Kept.map>[3]
  readonly custom: ReadonlyArray<string>
}

export class Mapping extends Context.Service<
  Mapping,
  {
    /** Where the members of a record came from, as the connector's mapping tells. */
    readonly origins: (
      caller: Caller,
      model: Models.ModelId,
      svcId: number
    ) => Effect.Effect<OriginsWire, ApiError.ApiError>
    /** Makes the record of its stored item once more, with the event where it changes by that. */
    readonly again: (
      caller: Caller,
      model: Models.ModelId,
      svcId: number
    ) => Effect.Effect<MappedWire, ApiError.ApiError>
  }
>()("@svc/server/sync/Mapping") {
  static readonly layer: Layer.Layer<
    Mapping,
    never,
    SqlClient.SqlClient | AppConfig | Connectors | Credentials | Records
  > = Layer.suspend(() => Layer.effect(Mapping, make))
}

/** What this process has worked so far, in milliseconds: on a busy machine the time that a mapping takes says little. */
const worked = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const notKept = ApiError.make(
  "unsupported",
  "The platform's item of this record is not kept, or not all that it was made of: sync its data model in full.",
  "svc_id"
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connectors = yield* Connectors
  const credentials = yield* Credentials
  const records = yield* Records
  const bounds = believed((yield* AppConfig).limits)
  const lookupAnswers = LookupAnswers(sql)
  const refused = yield* Refusals(sql)
  const audit = Audit.writer(sql)

  /** A record with its item, which is as its latest record shows it where it has several. */
  const rowOf = Effect.fnUntraced(function* (caller: Caller, model: Models.ModelId, svcId: number) {
    const [place] = yield* sql.unsafe<{ company_id: number; connection_id: number }>(
      `select company_id, connection_id from ${partition(model)} where svc_id = $1::bigint and organisation_id = $2::bigint
         and ($3::bigint is null or company_id = $3::bigint) and deleted_at is null`,
      [svcId, caller.organisationId, caller.companyId]
    )
    if (place === undefined) return undefined
    const [seen] = yield* sql`select 1 from company where id = ${place.company_id} and erasing_at is null`
    if (seen === undefined) return undefined
    const [row] = yield* sql.unsafe<Row>(
      `select r.platform_id, r.parent_id, r.source, r.owner, r.connection_id, r.company_id,
         coalesce(o.ids, array[r.platform_id]) as ids,
         case when r.owner is null then r.raw else o.raw end as raw,
         case when r.owner is null then r.followed else o.followed end as followed
       from ${partition(model)} r
       left join lateral (
         select array_agg(platform_id) as ids,
           (array_agg(raw order by updated_at desc, svc_id desc) filter (where raw is not null))[1] as raw,
           (array_agg(followed order by updated_at desc, svc_id desc) filter (where raw is not null))[1] as followed
         from ${partition(model)}
         where company_id = $2::bigint and connection_id = $3::bigint and owner = r.owner and source = r.source
           and deleted_at is null) o on r.owner is not null
       where r.svc_id = $1::bigint and r.company_id = $2::bigint and r.deleted_at is null`,
      [svcId, place.company_id, place.connection_id]
    )
    return row
  })

  const stored = Effect.fnUntraced(function* (caller: Caller, model: Models.ModelId, svcId: number, isHeld: boolean) {
    const seen = yield* Effect.orDie(rowOf(caller, model, svcId))
    if (seen === undefined) return yield* ApiError.notFound(`record ${svcId} of ${model}`, "svc_id")
    if (seen.parent_id !== 0) {
      return yield* ApiError.make(
        "unsupported",
        `It is a part of record ${seen.parent_id}, and made with it: map that one.`,
        "svc_id"
      )
    }
    // Held before the item is read: what a sync stores meanwhile is newer than what is read here.
    const [connection] = yield* sql
      .unsafe<Connection>(
        `select organisation_id as "organisationId", company_id as "companyId", id as "connectionId",
           integration_type as "integrationType", field_mappings as "fieldMappings", settings, sync_config
         from connection where id = $1::bigint ${isHeld ? "for update" : ""}`,
        [seen.connection_id]
      )
      .pipe(Effect.orDie)
    const row = isHeld ? yield* Effect.orDie(rowOf(caller, model, svcId)) : seen
    if (connection === undefined || row === undefined) {
      return yield* ApiError.notFound(`record ${svcId} of ${model}`, "svc_id")
    }
    const connector = yield* connectors.get(connection.integrationType)
    const read = connector && Connector.sourcesOf(connector, model).find(({ source }) => source === row.source)
    if (read === undefined || row.raw === null) return yield* notKept
    const secrets = yield* credentials.open(row.connection_id)
    const settings = { ...connection.settings, ...secrets?.settings }
    const place = { companyId: row.company_id, connectionId: row.connection_id, model, source: row.source }
    const lookups = Kept.lookupsIn(read, yield* Effect.orDie(lookupAnswers.of(place)), settings)
    if (lookups === null) return yield* notKept
    const custom = customFieldsOf(connection.sync_config, model)
    return { row, connection, read, context: { settings, lookups }, custom } satisfies Stored
  })

  const bodyOf = (model: Models.ModelId, { connection, row }: Stored) =>
    Effect.map(records.bodies(connection, model, [row.platform_id], true), (bodies) => {
      const text = bodies.get(row.platform_id)
      return text === undefined ? null : (JSON.parse(text) as Readonly<Record<string, unknown>>)
    })

  const mappedAgain = Effect.fnUntraced(function* (caller: Caller, model: Models.ModelId, svcId: number) {
    const found = yield* stored(caller, model, svcId, true)
    const { connection, context, custom, read, row } = found
    const mapped = Kept.map(read, row.raw, row.followed ?? [], context, bounds)
    if (mapped === null) return yield* notKept
    const place = { companyId: row.company_id, connectionId: row.connection_id, model, source: row.source }
    const before = yield* Effect.orDie(bodyOf(model, found))
    yield* audit(Audit.by(caller), {
      action: "RECORD_MAPPED",
      target: svcId,
      companyId: row.company_id,
      details: { data_model: model, connection_id: row.connection_id }
    })
    const answer = { data_model: model, svc_id: svcId, changed: [], issues: [] }
    if (Result.isFailure(mapped)) {
      const refusal = { ...mapped.failure, platform_id: row.owner ?? row.platform_id }
      yield* Effect.orDie(refused.note(place, [], [refusal], () => String(svcId)))
      return { ...answer, outcome: "REFUSED", issues: refusal.issues } satisfies MappedWire
    }
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    const item = mapped.success
    const own = new Set(item.records.map(({ platform_id }) => platform_id))
    const gone = row.ids.filter((id) => !own.has(id))
    const store = Reading.isOlder(model, item, wantedFrom(connection.sync_config, model, new Date(now)))
      ? records.refresh
      : records.ingest
    yield* Effect.orDie(
      Effect.gen(function* () {
        if (gone.length > 0) yield* records.remove(connection, model, gone)
        const { refusals, stored: taken } = yield* store(connection, model, row.source, [item], custom)
        yield* refused.note(place, taken, refusals, () => String(svcId))
      })
    )
    if (!own.has(row.platform_id)) return { ...answer, outcome: "DELETED" } satisfies MappedWire
    const after = yield* Effect.orDie(bodyOf(model, found))
    const changed = before === null || after === null ? [] : (changedOf(before, after) ?? [])
    return { ...answer, outcome: changed.length === 0 ? "UNCHANGED" : "CHANGED", changed } satisfies MappedWire
  })

  return Mapping.of({
    origins: Effect.fn("Mapping.origins")(function* (caller, model, svcId) {
      const { connection, context, custom, read, row } = yield* stored(caller, model, svcId, false)
      const found = Origins.originsOf(read, row.raw, row.followed ?? [], context, row.platform_id, worked, bounds)
      if (found === null) return yield* notKept
      const own = [
        ...custom.map((name) => [name, name] as const),
        ...(connection.fieldMappings?.[model] ?? []).map(({ name, path }) => [name, path] as const)
      ].map(([name, path]) => ({ member: `custom_fields.${name}`, from: [path] }))
      return {
        data_model: model,
        svc_id: svcId,
        is_complete: found.isComplete,
        members: [...found.members, ...own]
      } satisfies OriginsWire
    }),
    again: Effect.fn("Mapping.again")((caller, model, svcId) =>
      sql.withTransaction(mappedAgain(caller, model, svcId)).pipe(Effect.catchTag("SqlError", Effect.die))
    )
  })
})
