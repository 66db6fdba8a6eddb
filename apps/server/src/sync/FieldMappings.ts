/**
 * Field mappings: what an organisation, or one of its companies, calls members of platforms' items. A mapping is told to the
 * connections that it concerns one by one, each in a transaction of its own: from then on whoever stores records of that
 * connection does by it, and its stored items are mapped again. A connection that was missed is told when its next sync begins.
 */
import { Connector, Models, Nearest } from "@svc/core"
import { ApiError, FieldMappings as Definition } from "@svc/core/api"
import { CustomFields, Kept } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { ConnectionStore } from "../connections/ConnectionStore.ts"
import { Credentials } from "../connections/Credentials.ts"
import { ids, texts } from "../database/Parameters.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { atMost, believed } from "../Limits.ts"
import type { FieldMappings as Mappings } from "../records/Custom.ts"
import { partition } from "../records/RecordRows.ts"
import * as Discovery from "./Discovery.ts"
import { LookupAnswers } from "./LookupAnswers.ts"
import { fieldMappingQueue } from "./Queues.ts"
import { Remap } from "./Remap.ts"

export interface FieldMappingWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  readonly svc_company_id: number | null
  readonly integration_type: string
  readonly data_model: Models.ModelId
  readonly name: string
  readonly path: string
  readonly type: CustomFields.Type
  readonly status: "APPLYING" | "APPLIED"
}
export interface FieldsFoundWire {
  readonly data_model: Models.ModelId
  readonly items: number
  readonly is_complete: boolean
  readonly fields: ReadonlyArray<Discovery.Found & { readonly field_mapping_id: number | null }>
}
export interface CreateFieldMapping extends CustomFields.Definition {
  readonly company_id?: number | null | undefined
  readonly integration_type: string
  readonly data_model: Models.ModelId
}
export type ChangeFieldMapping = {
  readonly [K in keyof CustomFields.Definition]?: CustomFields.Definition[K] | undefined
}

interface Row extends CustomFields.Definition {
  readonly id: number
  readonly company_id: number | null
  readonly integration_type: string
  readonly data_model: Models.ModelId
  readonly created_at: Date
  readonly updated_at: Date
  readonly is_applied: boolean
}
type Told = CustomFields.Definition & { readonly data_model: string }

export class FieldMappings extends Context.Service<
  FieldMappings,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<FieldMappingWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<FieldMappingWire, ApiError.ApiError>
    readonly create: (caller: Caller, body: CreateFieldMapping) => Effect.Effect<FieldMappingWire, ApiError.ApiError>
    readonly change: (
      caller: Caller,
      id: number,
      body: ChangeFieldMapping
    ) => Effect.Effect<FieldMappingWire, ApiError.ApiError>
    readonly remove: (caller: Caller, id: number) => Effect.Effect<void, ApiError.ApiError>
    /** What the latest stored items of a connection hold. */
    readonly found: (
      caller: Caller,
      connectionId: number,
      model: Models.ModelId
    ) => Effect.Effect<FieldsFoundWire, ApiError.ApiError>
    /**
     * Sees to it that a connection holds the mappings that are there for it, and has what they change mapped again. Answers
     * those that it holds now. Not to be used inside a transaction.
     */
    readonly settle: (connectionId: number) => Effect.Effect<Mappings, SqlError>
    /** Works on the queue until the scope closes. */
    readonly work: Effect.Effect<void, never, Scope.Scope>
  }
>()("@svc/server/sync/FieldMappings") {
  static readonly layer: Layer.Layer<
    FieldMappings,
    never,
    SqlClient.SqlClient | AppConfig | ConnectionStore | Credentials | Jobs | Connectors | Remap
  > = Layer.suspend(() => Layer.effect(FieldMappings, make))
}

/** Connections that are looked for in one go. */
const batch = 200

// Mapped again it is where every connection has been told, and none of them has a source of the model left to do.
const isApplied = `(m.is_told and not exists (select 1 from remap r join connection c on c.id = r.connection_id
  where r.finished_at is null and r.data_model = m.data_model and c.organisation_id = m.organisation_id
    and c.integration_type = m.integration_type and (m.company_id is null or c.company_id = m.company_id)))`
const columns = `m.id, m.company_id, m.integration_type, m.data_model, m.name, m.path, m.type, m.created_at, m.updated_at,
  ${isApplied} as is_applied`
const stored = ManagedList.define(Definition.list, {
  from: "field_mapping m",
  organisation: "m.organisation_id",
  company: null,
  columns: {
    svc_id: "m.id",
    svc_created_at: "m.created_at",
    svc_updated_at: "m.updated_at",
    svc_company_id: "m.company_id",
    integration_type: "m.integration_type",
    data_model: "m.data_model",
    name: "m.name",
    path: "m.path",
    type: "m.type",
    status: `(case when ${isApplied} then 'APPLIED' else 'APPLYING' end)`
  }
})

const wire = (row: Row): FieldMappingWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  svc_updated_at: row.updated_at.toISOString(),
  svc_company_id: row.company_id,
  integration_type: row.integration_type,
  data_model: row.data_model,
  name: row.name,
  path: row.path,
  type: row.type,
  status: row.is_applied ? "APPLIED" : "APPLYING"
})

/** Of several of one name the company's own counts. By name, so that the same mappings are the same text. */
const effective = (rows: ReadonlyArray<Told & { readonly company_id: number | null }>): Mappings => {
  const byModel = new Map<string, Map<string, CustomFields.Definition>>()
  const general = rows.filter(({ company_id }) => company_id === null)
  const own = rows.filter(({ company_id }) => company_id !== null)
  for (const { data_model, name, path, type } of [...general, ...own]) {
    const fields = byModel.get(data_model) ?? new Map<string, CustomFields.Definition>()
    byModel.set(data_model, fields.set(name, { name, path, type }))
  }
  if (byModel.size === 0) return null
  return Object.fromEntries(
    [...byModel]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([model, fields]) => [model, [...fields.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))])
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { limits } = yield* AppConfig
  const jobs = yield* Jobs
  const connectors = yield* Connectors
  const remap = yield* Remap
  const { page } = yield* ManagedList.make
  const store = yield* ConnectionStore
  const credentials = yield* Credentials
  const lookupAnswers = LookupAnswers(sql)
  const audit = Audit.writer(sql)

  const own = Effect.fnUntraced(function* (caller: Caller, id: number) {
    const [row] = yield* sql
      .unsafe<Row>(`select ${columns} from field_mapping m where m.organisation_id = $1 and m.id = $2`, [
        caller.organisationId,
        id
      ])
      .pipe(Effect.orDie)
    if (row === undefined || (row.company_id !== null && !sees(caller, row.company_id))) {
      return yield* ApiError.notFound(`field mapping ${id}`, "svc_id")
    }
    return row
  })
  const changeable = Effect.fnUntraced(function* (caller: Caller, companyId: number | null) {
    if (caller.companyId === null || companyId !== null) return
    return yield* ApiError.make(
      "operation-denied",
      "This API key sees one company only; a field mapping without company_id is for all.",
      "company_id"
    )
  })

  /** Names that a field may not have, since other members of the record have them. */
  const checked = Effect.fnUntraced(function* (model: Models.ModelId, definition: CustomFields.Definition) {
    const fault = CustomFields.faultOf(definition)
    const isTaken = ["custom_fields", "raw_data", ...Object.keys(Models.get(model).fields)].includes(definition.name)
    yield* Members.refuse([
      ...(fault === null ? [] : [{ code: "invalid-params" as const, ...fault }]),
      ...(isTaken
        ? [
            {
              code: "invalid-params" as const,
              message: `"name": ${definition.name} is a member of ${model} already.`,
              field: "name"
            }
          ]
        : [])
    ])
  })
  /** Held by whoever changes mappings of an organisation, so that two who do see each other's. */
  const inTurn = <A, E>(caller: Caller, act: Effect.Effect<A, E | SqlError>) =>
    sql
      .withTransaction(
        Effect.andThen(sql`select 1 from organisation where id = ${caller.organisationId} for no key update`, act)
      )
      .pipe(Effect.catchTag("SqlError", Effect.die)) as Effect.Effect<A, Exclude<E, SqlError>>

  const free = Effect.fnUntraced(function* (
    caller: Caller,
    { company_id, data_model, integration_type }: Pick<Row, "company_id" | "data_model" | "integration_type">,
    { name, type }: CustomFields.Definition,
    id: number | null
  ) {
    const named = yield* sql<Pick<Row, "id" | "type" | "company_id" | "integration_type">>`
      select id, type, company_id, integration_type from field_mapping where organisation_id = ${caller.organisationId}
        and data_model = ${data_model} and name = ${name} and id is distinct from ${id}::bigint`
    const same = named.find((one) => one.integration_type === integration_type && one.company_id === company_id)
    if (same !== undefined) {
      return yield* ApiError.make("conflict", `"name" is taken: ${name} is field mapping ${same.id}.`, "name")
    }
    const other = named.find((one) => one.type !== type)
    if (other !== undefined) {
      const message = `"type": ${name} of ${data_model} is ${other.type} elsewhere (field mapping ${other.id}), and lists are filtered by one type.`
      return yield* ApiError.make("conflict", message, "type")
    }
  })
  const tell = (caller: Caller, integrationType: string) =>
    jobs.send(
      fieldMappingQueue,
      { organisation_id: caller.organisationId, integration_type: integrationType },
      { key: `${caller.organisationId}:${integrationType}`, group: String(caller.organisationId) }
    )
  const note = (caller: Caller, action: Audit.Act["action"], row: Omit<CreateFieldMapping, "path"> & { id: number }) =>
    audit(Audit.by(caller), {
      action,
      target: row.id,
      companyId: row.company_id ?? null,
      // What somebody named stays out of the log.
      details: { integration_type: row.integration_type, data_model: row.data_model, type: row.type }
    })

  const mappingsOf = (connectionId: number, lock = "") =>
    Effect.gen(function* () {
      const [connection] = yield* sql.unsafe<{
        readonly organisation_id: number
        readonly company_id: number
        readonly integration_type: string
        readonly held: Mappings
      }>(
        `select organisation_id, company_id, integration_type, field_mappings as held from connection
         where id = $1::bigint ${lock}`,
        [connectionId]
      )
      if (connection === undefined) return undefined
      // A statement of its own: behind the lock it sees what was changed while it was waited for.
      const found = yield* sql<Told & { readonly company_id: number | null }>`
        select data_model, name, path, type, company_id from field_mapping
        where organisation_id = ${connection.organisation_id} and integration_type = ${connection.integration_type}
          and (company_id is null or company_id = ${connection.company_id})`
      return { ...connection, wanted: effective(found) }
    })
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

  const settle = Effect.fn("FieldMappings.settle")(function* (connectionId: number) {
    const seen = yield* mappingsOf(connectionId)
    if (seen === undefined || isSame(seen.held, seen.wanted)) return seen?.held ?? null
    const connector: Connector.Any | undefined = yield* connectors.get(seen.integration_type)
    // Mapped again it could not be; it is asked for anew when its next sync begins.
    if (connector === undefined) return seen.held
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // In the order in which those who store take them, so that nobody waits in a circle.
        yield* sql`select 1 from checkpoint where company_id = ${seen.company_id} and connection_id = ${connectionId}
          order by data_model, source for update`
        yield* sql`select 1 from remap where connection_id = ${connectionId} order by data_model, source for update`
        const now = yield* mappingsOf(connectionId, "for update")
        if (now === undefined || isSame(now.held, now.wanted)) return now?.held ?? null
        const models = new Set([...Object.keys(now.held ?? {}), ...Object.keys(now.wanted ?? {})])
        const moved = [...models].filter((model) => !isSame(now.held?.[model], now.wanted?.[model]))
        yield* sql`update connection set field_mappings = ${now.wanted === null ? null : JSON.stringify(now.wanted)}::text::json
          where id = ${connectionId}`
        yield* remap.beginOf(connector, connectionId, moved)
        return now.wanted
      })
    )
  })

  const run = Effect.fn("FieldMappings.run")(function* (organisationId: number, integrationType: string) {
    const told = yield* sql<{ id: number; at: string }>`select id, updated_at::text as at from field_mapping
      where organisation_id = ${organisationId} and integration_type = ${integrationType} and not is_told`
    let after = 0
    for (;;) {
      const found = yield* sql<{ id: number }>`select id from connection where organisation_id = ${organisationId}
        and integration_type = ${integrationType} and id > ${after} order by id limit ${batch}`
      for (const { id } of found) yield* settle(id)
      if (found.length < batch) break
      after = found.at(-1)!.id
    }
    yield* sql`update field_mapping m set is_told = true
      from unnest(${ids(told.map(({ id }) => id))}::bigint[], ${texts(told.map(({ at }) => at))}::text[]) as n (id, at)
      where m.id = n.id and m.updated_at = n.at::timestamptz`
  }, Effect.orDie)

  /** The latest stored items of a model, as many as may be looked at. */
  const samplesOf = (connectionId: number, companyId: number, model: Models.ModelId) =>
    sql.unsafe<Discovery.Sample>(
      `select source, raw, coalesce(followed, '[]') as followed from (
         select svc_id, source, raw, followed, sum(octet_length(raw::text)) over (order by svc_id desc) as upto,
           row_number() over (order by svc_id desc) as place
         from (select svc_id, source, raw, followed from ${partition(model)} where company_id = $1::bigint
             and connection_id = $2::bigint and parent_id = 0 and deleted_at is null and raw is not null
           order by svc_id desc limit ${Discovery.most.items}) r) r
       where place = 1 or upto <= ${Discovery.most.bytes} order by svc_id desc`,
      [companyId, connectionId]
    )

  const found = Effect.fn("FieldMappings.found")(function* (
    caller: Caller,
    connectionId: number,
    model: Models.ModelId
  ): Effect.fn.Return<FieldsFoundWire, ApiError.ApiError> {
    const row = yield* store.own(caller, connectionId)
    const connector = yield* connectors.get(row.integration_type)
    if (connector === undefined) {
      return yield* ApiError.make("platform-unavailable", connectors.lack(row.integration_type))
    }
    const sources = Connector.sourcesOf(connector, model)
    if (sources.length === 0) {
      return yield* ApiError.make("unsupported", `${connector.name} does not offer ${model}.`, "data_model")
    }
    const samples = yield* Effect.orDie(samplesOf(connectionId, row.company_id, model))
    const secrets = yield* credentials.open(connectionId)
    const settings = { ...row.settings, ...secrets?.settings }
    const contexts = new Map<string, { settings: typeof settings; lookups: unknown }>()
    for (const read of sources) {
      const answers = yield* Effect.orDie(
        lookupAnswers.of({ companyId: row.company_id, connectionId, model, source: read.source })
      )
      contexts.set(read.source, { settings, lookups: Kept.lookupsIn(read, answers, settings) })
    }
    const { fields, isComplete } = yield* Discovery.discover(
      samples,
      Discovery.mapper(sources, contexts, believed(limits))
    )
    const mapped = yield* Effect.orDie(sql<{ id: number; path: string }>`
      select id, path from field_mapping where organisation_id = ${caller.organisationId}
        and integration_type = ${row.integration_type} and data_model = ${model}
        and (company_id is null or company_id = ${row.company_id}) order by company_id nulls last, id`)
    const byPath = new Map(
      mapped.toReversed().map(({ id, path }) => [CustomFields.format(CustomFields.parse(path)), id])
    )
    return {
      data_model: model,
      items: samples.length,
      is_complete: isComplete,
      fields: fields.map((one) => ({ ...one, field_mapping_id: byPath.get(one.path) ?? null }))
    }
  })

  return FieldMappings.of({
    settle,
    found,
    list: Effect.fn("FieldMappings.list")((caller, params) =>
      page(
        stored,
        caller,
        params,
        {
          select: columns,
          // Those for all companies are told to the keys of one as well.
          where: (bind) =>
            caller.companyId === null
              ? []
              : [`(m.company_id is null or m.company_id = ${bind(String(caller.companyId), "bigint")})`]
        },
        ManagedList.each(wire)
      )
    ),
    get: Effect.fn("FieldMappings.get")(function* (caller, id) {
      return wire(yield* own(caller, id))
    }),
    create: Effect.fn("FieldMappings.create")(function* (caller, body) {
      const { data_model, integration_type, name, path, type } = body
      const company_id = body.company_id ?? null
      yield* changeable(caller, company_id)
      yield* checked(data_model, { name, path, type })
      const connector = yield* connectors.get(integration_type)
      if (!connectors.has(integration_type)) {
        const known = connectors.known.map(({ id }) => id)
        const message = `There is no connector here for "${integration_type}"${Nearest.hint(integration_type, known) || "."}`
        return yield* ApiError.make("invalid-params", message, "integration_type")
      }
      if (connector !== undefined && !(data_model in connector.reads)) {
        return yield* ApiError.make("unsupported", `${connector.name} does not offer ${data_model}.`, "data_model")
      }
      const id = yield* inTurn(
        caller,
        Effect.gen(function* () {
          if (company_id !== null) {
            const found = yield* sql`select 1 from company where id = ${company_id}
              and organisation_id = ${caller.organisationId} and erasing_at is null for key share`
            if (found.length === 0 || !sees(caller, company_id)) {
              return yield* ApiError.notFound(`company ${company_id}`, "company_id")
            }
          }
          const [counted] = yield* sql<{ n: number }>`
            select count(*)::int as n from field_mapping where organisation_id = ${caller.organisationId}`
          if (counted!.n >= limits.fieldMappings.most) {
            const message = `An organisation has ${atMost(limits.fieldMappings)} field mappings.`
            return yield* ApiError.make("conflict", message)
          }
          yield* free(caller, { company_id, data_model, integration_type }, { name, path, type }, null)
          const [made] = yield* sql<{ id: number }>`
            insert into field_mapping (organisation_id, company_id, integration_type, data_model, name, path, type)
            values (${caller.organisationId}, ${company_id}, ${integration_type}, ${data_model}, ${name}, ${path}, ${type})
            returning id`
          yield* note(caller, "FIELD_MAPPING_CREATED", { ...body, id: made!.id })
          yield* tell(caller, integration_type)
          return made!.id
        })
      )
      return wire(yield* own(caller, id))
    }),
    change: Effect.fn("FieldMappings.change")(function* (caller, id, body) {
      const row = yield* own(caller, id)
      yield* changeable(caller, row.company_id)
      if (Object.keys(body).length === 0) {
        return yield* ApiError.make("missing-params", 'Send "name", "path" or "type".')
      }
      const next = { name: body.name ?? row.name, path: body.path ?? row.path, type: body.type ?? row.type }
      yield* checked(row.data_model, next)
      yield* inTurn(
        caller,
        Effect.gen(function* () {
          yield* free(caller, row, next, id)
          const changed =
            yield* sql`update field_mapping set name = ${next.name}, path = ${next.path}, type = ${next.type},
              is_told = false, updated_at = clock_timestamp()
            where id = ${id} and (name, path, type) is distinct from (${next.name}, ${next.path}, ${next.type}) returning 1`
          if (changed.length === 0) return
          yield* note(caller, "FIELD_MAPPING_UPDATED", { ...row, ...next })
          yield* tell(caller, row.integration_type)
        })
      )
      return wire(yield* own(caller, id))
    }),
    remove: Effect.fn("FieldMappings.remove")(function* (caller, id) {
      const row = yield* own(caller, id)
      yield* changeable(caller, row.company_id)
      yield* inTurn(
        caller,
        Effect.gen(function* () {
          const gone = yield* sql`delete from field_mapping where id = ${id} returning 1`
          if (gone.length === 0) return
          yield* note(caller, "FIELD_MAPPING_DELETED", row)
          yield* tell(caller, row.integration_type)
        })
      )
    }),
    work: jobs.work(
      fieldMappingQueue,
      { concurrency: 2, groupConcurrency: 1 },
      ({ integration_type, organisation_id }) => run(organisation_id, integration_type)
    )
  })
})
