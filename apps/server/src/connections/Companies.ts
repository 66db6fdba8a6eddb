/**
 * Companies: whose platforms are connected. Erasing one erases everything it owns; it is invisible from the first
 * moment, and what is left when a process dies in between is erased by the next one that starts.
 */
import { WriteModel } from "@svc/core"
import { ApiError, Companies as Definition } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/Audit.ts"
import { type Caller, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Syncs } from "../sync/Syncs.ts"
import { ConnectionStore } from "./ConnectionStore.ts"
import { Erasure } from "./Erasure.ts"
import { Farewell } from "./Farewell.ts"
import * as Partners from "./Partners.ts"

/** A company as other resources show it. */
export interface CompanyRef {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly svc_updated_at: string
  /** Null until the end user gives it while connecting. */
  readonly name: string | null
}
export interface CompanyWire extends CompanyRef {
  readonly partner_id: string | null
}

interface Row {
  readonly id: number
  readonly name: string | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly partner_id: string | null
}

export const companyRef = (row: Omit<Row, "partner_id">): CompanyRef => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  svc_updated_at: row.updated_at.toISOString(),
  name: row.name
})
const wire = (row: Row): CompanyWire => ({ ...companyRef(row), partner_id: row.partner_id })

/** Longest name of a company and longest partner_id. */
export const maxName = 255
/** A name without blanks around it; null when nothing is left. */
export const nameOf = (name: string | null | undefined): string | null => name?.trim() || null
/** What is wrong with a name or a partner_id, if anything. */
export const nameFault = (value: string | null | undefined, field: string): ReadonlyArray<ApiError.ErrorDetail> => {
  if (value === null || value === undefined || (value.length <= maxName && WriteModel.isStorable(value))) return []
  return [{ code: "invalid-params", message: `"${field}" must be text of at most ${maxName} characters.`, field }]
}

export class Companies extends Context.Service<
  Companies,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<CompanyWire>, ApiError.ApiError>
    readonly get: (caller: Caller, id: number) => Effect.Effect<CompanyWire, ApiError.ApiError>
    readonly create: (
      caller: Caller,
      body: { readonly name: string; readonly partner_id?: string | null | undefined }
    ) => Effect.Effect<CompanyWire, ApiError.ApiError>
    readonly rename: (
      caller: Caller,
      id: number,
      body: { readonly name: string }
    ) => Effect.Effect<CompanyWire, ApiError.ApiError>
    /** Changes the members that are sent; a partner_id that another company has is a conflict. */
    readonly change: (
      caller: Caller,
      id: number,
      body: { readonly name?: string | undefined; readonly partner_id?: string | null | undefined }
    ) => Effect.Effect<CompanyWire, ApiError.ApiError>
    /** Ends its connections at their platforms where it can, and deletes everything it owns. Answers what it was. */
    readonly erase: (caller: Caller, id: number) => Effect.Effect<CompanyWire, ApiError.ApiError>
    /** Goes on with erasures that a stopped process left; the layer does so when it starts. */
    readonly resumeErasures: Effect.Effect<void>
  }
>()("@svc/server/connections/Companies") {
  static readonly layer: Layer.Layer<
    Companies,
    never,
    SqlClient.SqlClient | ConnectionStore | Farewell | Syncs | Jobs
  > = Layer.suspend(() => Layer.effect(Companies, make))
}

const columns = "id, name, created_at, updated_at, partner_id"
const stored = ManagedList.define(Definition.list, {
  from: "company",
  organisation: "organisation_id",
  company: "id",
  columns: {
    svc_id: "id",
    svc_created_at: "created_at",
    svc_updated_at: "updated_at",
    name: "name",
    partner_id: "partner_id"
  }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* ConnectionStore
  const farewell = yield* Farewell
  const syncs = yield* Syncs
  const jobs = yield* Jobs
  const scope = yield* Effect.scope
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make
  const partners = Partners.make(sql)

  const own = Effect.fnUntraced(function* (caller: Caller, id: number) {
    const [row] = yield* sql
      .unsafe<Row>(`select ${columns} from company where organisation_id = $1 and id = $2 and erasing_at is null`, [
        caller.organisationId,
        id
      ])
      .pipe(Effect.orDie)
    if (row === undefined || !sees(caller, row.id)) return yield* ApiError.notFound(`company ${id}`, "id")
    return row
  })
  const named = Effect.fnUntraced(function* (name: string, partnerId?: string | null) {
    yield* Members.refuse([
      ...(nameOf(name) === null
        ? [{ code: "missing-params" as const, message: `"name" is required.`, field: "name" }]
        : nameFault(name, "name")),
      ...nameFault(partnerId, "partner_id")
    ])
    return nameOf(name)!
  })

  const eraseAll = Erasure(sql, jobs)

  const eraseNow = Effect.fnUntraced(
    function* (companyId: number) {
      // The company is marked already, so its connections are read past the store.
      const rows = yield* sql<{ id: number }>`select id from connection where company_id = ${companyId}`
      yield* Effect.forEach(rows, ({ id }) => farewell.say(id), { concurrency: 8, discard: true })
      // Somebody who was in the middle of something may be in the way once.
      yield* Effect.retry(eraseAll(companyId), { times: 3, schedule: Schedule.exponential("100 millis") })
    },
    (effect, companyId) =>
      effect.pipe(
        Effect.tapCause((cause) =>
          Effect.logError(`Company ${companyId} could not be erased yet.`, Cause.pretty(cause))
        ),
        Effect.orDie
      )
  )
  const resumeErasures = Effect.gen(function* () {
    const rows = yield* sql<{ id: number }>`select id from company where erasing_at is not null`
    yield* Effect.forEach(rows, ({ id }) => eraseNow(id), { discard: true })
  }).pipe(Effect.orDie)
  yield* resumeErasures.pipe(Effect.ignoreCause, Effect.forkIn(scope))

  return Companies.of({
    resumeErasures,
    list: Effect.fn("Companies.list")((caller, params) =>
      page(stored, caller, params, { select: columns, where: () => ["erasing_at is null"] }, ManagedList.each(wire))
    ),
    get: Effect.fn("Companies.get")(function* (caller, id) {
      return wire(yield* own(caller, id))
    }),
    create: Effect.fn("Companies.create")(function* (caller, body) {
      if (caller.companyId !== null) {
        return yield* ApiError.make("operation-denied", "This API key sees one company only and cannot make another.")
      }
      const name = yield* named(body.name, body.partner_id)
      const partnerId = body.partner_id ?? null
      if (partnerId !== null) yield* partners.free(caller, partnerId, null)
      const [row] = yield* sql
        .unsafe<Row>(
          `insert into company (organisation_id, name, partner_id) values ($1, $2, $3) returning ${columns}`,
          [caller.organisationId, name, partnerId]
        )
        .pipe(partners.orTaken(partnerId))
      return wire(row!)
    }),
    rename: Effect.fn("Companies.rename")(function* (caller, id, body) {
      const { id: known } = yield* own(caller, id)
      const name = yield* named(body.name)
      yield* sql`update company set name = ${name}, updated_at = now() where id = ${known}`.pipe(Effect.orDie)
      return wire(yield* own(caller, id))
    }),
    change: Effect.fn("Companies.change")(function* (caller, id, body) {
      const row = yield* own(caller, id)
      yield* Members.refuse([
        ...(body.name === undefined && body.partner_id === undefined
          ? [{ code: "missing-params" as const, message: 'Send "name" or "partner_id".', field: null }]
          : []),
        ...nameFault(body.partner_id, "partner_id")
      ])
      const name = body.name === undefined ? row.name : yield* named(body.name)
      const partnerId = body.partner_id === undefined ? row.partner_id : body.partner_id
      const isNew = partnerId !== row.partner_id
      if (isNew && partnerId !== null) yield* partners.free(caller, partnerId, row.id)
      yield* sql`update company set name = ${name}, partner_id = ${partnerId}, updated_at = now(),
          shares_partner_id = shares_partner_id and not ${isNew}::boolean
        where id = ${row.id}`.pipe(partners.orTaken(partnerId))
      return wire(yield* own(caller, id))
    }),
    erase: Effect.fn("Companies.erase")(function* (caller, id) {
      const row = yield* own(caller, id)
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const rows = yield* store.select("c.company_id = $1", [id])
            yield* store.announceErased(rows.map((connection) => connection.id))
            yield* sql`update company set erasing_at = now() where id = ${id}`
            yield* sql`update connection set status = 'DISCONNECTED', updated_at = now() where company_id = ${id}`
            yield* sql`delete from field_mapping where company_id = ${id}`
            yield* sql`update invite_link set revoked_at = coalesce(revoked_at, now()) where company_id = ${id}`
            yield* sql`update api_key set revoked_at = coalesce(revoked_at, now()) where company_id = ${id}`
            yield* Effect.forEach(rows, (connection) => syncs.onDisconnected(connection.id), { discard: true })
            yield* Audit.anonymise(sql, id)
            yield* audit(Audit.by(caller), {
              action: "COMPANY_ERASED",
              target: id,
              companyId: id,
              details: { connections: rows.length }
            })
          })
        )
        .pipe(Effect.orDie)
      yield* store.forget
      // Goes on when the caller gives up waiting.
      yield* eraseNow(id).pipe(Effect.forkIn(scope), Effect.flatMap(Fiber.join))
      return wire(row)
    })
  })
})
