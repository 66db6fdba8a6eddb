/**
 * API keys: who may call, and what. Only hashes are stored; the secret is shown once. A key that is revoked is refused
 * by every process within a second.
 */
import { Iso, WriteModel } from "@svc/core"
import { ApiError, ApiKeys as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Audit from "../audit/Audit.ts"
import { Quick } from "../database/Database.ts"
import { type Caller, type Scope, scopes, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import * as Members from "../http/Members.ts"
import { ApiKeyHash } from "../secrets/ApiKeyHash.ts"
import * as KnownCallers from "./KnownCallers.ts"

export interface ApiKeyWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly name: string
  /** The first characters, to tell keys apart. */
  readonly prefix: string
  readonly scopes: ReadonlyArray<Scope>
  readonly company_id: number | null
  readonly request_limit: number | null
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  /** The key that took its place. */
  readonly replaced_by: number | null
}
export interface NewApiKeyWire extends ApiKeyWire {
  /** The key itself, which is not shown again. */
  readonly secret: string
}
export interface CreateApiKey {
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly company_id?: number | null | undefined
  /** ISO 8601. */
  readonly expires_at?: string | null | undefined
  readonly request_limit?: number | null | undefined
}

/** What became of a secret that the operator wants to be a key: it is one, or it has ended. */
export type Seeded =
  | { readonly _tag: "Valid"; readonly caller: Caller }
  | { readonly _tag: "Ended"; readonly why: "revoked" | "replaced" | "expired" }

interface Row {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly scopes: ReadonlyArray<Scope>
  readonly company_id: number | null
  readonly request_limit: number | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly replaced_by: number | null
}

type Ended = Extract<Seeded, { readonly _tag: "Ended" }>["why"]

/** How long the old secret works after a rotation, seconds. */
const defaultOverlap = 86_400
const maxOverlap = 2_592_000
const shownLength = 10

const columns =
  "id, name, prefix, scopes, company_id, request_limit, created_at, expires_at, last_used_at, revoked_at, replaced_by"
const stored = ManagedList.define(Definition.list, {
  from: "api_key",
  organisation: "organisation_id",
  company: "company_id",
  columns: {
    svc_id: "id",
    svc_created_at: "created_at",
    name: "name",
    prefix: "prefix",
    company_id: "company_id",
    request_limit: "request_limit",
    expires_at: "expires_at",
    last_used_at: "last_used_at",
    revoked_at: "revoked_at",
    replaced_by: "replaced_by"
  }
})
const wire = (row: Row): ApiKeyWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  company_id: row.company_id,
  request_limit: row.request_limit,
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  replaced_by: row.replaced_by
})

/** The operator of the installation, who needs no key: the command line, and what the service itself does. */
export const operator = (organisationId: number): Caller => ({
  organisationId,
  keyId: 0,
  scopes,
  companyId: null,
  requestLimit: null
})

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<ApiKeyWire>, ApiError.ApiError>
    readonly create: (caller: Caller, body: CreateApiKey) => Effect.Effect<NewApiKeyWire, ApiError.ApiError>
    /** A new key with the same permissions; the old one works on for the overlap, 24 hours when it is not said. */
    readonly rotate: (
      caller: Caller,
      id: number,
      body: { readonly overlap_seconds?: number | null | undefined }
    ) => Effect.Effect<NewApiKeyWire, ApiError.ApiError>
    /** Sets how often a key may ask. Known everywhere within a second. */
    readonly change: (
      caller: Caller,
      id: number,
      body: { readonly request_limit: number | null }
    ) => Effect.Effect<ApiKeyWire, ApiError.ApiError>
    /** Revoking twice is no fault. */
    readonly revoke: (caller: Caller, id: number) => Effect.Effect<ApiKeyWire, ApiError.ApiError>
    /**
     * Whose secret it is; null for one that is unknown, revoked or past its time. `inTurn` is given what asks the database
     * for one that was not heard of just now.
     */
    readonly authenticate: <E = never>(
      secret: Redacted.Redacted,
      inTurn?: (lookUp: Effect.Effect<Caller | null>) => Effect.Effect<Caller | null, E>
    ) => Effect.Effect<Caller | null, E>
    /** The organisation that keys made by the operator belong to; made at the first start. */
    readonly organisation: Effect.Effect<number>
    /**
     * Sees to it that this secret is a key with all permissions, unless it was one and its end was wanted: a key that was
     * revoked, replaced or that expired stays so.
     */
    readonly seed: (secret: Redacted.Redacted) => Effect.Effect<Seeded>
  }
>()("@svc/server/connections/ApiKeys") {
  static readonly layer: Layer.Layer<ApiKeys, never, SqlClient.SqlClient | ApiKeyHash> = Layer.suspend(() =>
    Layer.effect(ApiKeys, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const quick = yield* Quick.client
  const hashing = yield* ApiKeyHash
  const scope = yield* Effect.scope
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make

  const own = Effect.fnUntraced(function* (caller: Caller, id: number) {
    const [row] = yield* sql
      .unsafe<Row>(`select ${columns} from api_key where organisation_id = $1 and id = $2`, [caller.organisationId, id])
      .pipe(Effect.orDie)
    if (row === undefined || !sees(caller, row.company_id)) return yield* ApiError.notFound(`API key ${id}`, "id")
    return row
  })
  const insert = Effect.fnUntraced(function* (
    organisationId: number,
    key: Pick<Row, "name" | "scopes" | "company_id" | "request_limit" | "expires_at">,
    secret: Redacted.Redacted
  ) {
    const text = Redacted.value(secret)
    const [row] = yield* sql
      .unsafe<Row>(
        `insert into api_key (organisation_id, name, prefix, hash, scopes, company_id, expires_at, request_limit)
         values ($1, $2, $3, $4, $5::text[], $6, $7, $8) on conflict (hash) do nothing returning ${columns}`,
        [
          organisationId,
          key.name,
          // A secret that somebody chose may be short: not more than a quarter of it is shown.
          text.slice(0, Math.min(shownLength, Math.floor(text.length / 4))),
          hashing.hash(secret),
          key.scopes,
          key.company_id,
          key.expires_at,
          key.request_limit
        ]
      )
      .pipe(Effect.orDie)
    return row
  })

  const callers = KnownCallers.make(
    (hash) =>
      Effect.map(
        Effect.orDie(
          quick.unsafe<KnownCallers.KeyRow>(
            `select ${KnownCallers.keyColumns} from api_key k where k.hash = $1 and ${KnownCallers.isValid}`,
            [hash]
          )
        ),
        ([row]) => (row === undefined ? null : KnownCallers.callerOf(row))
      ),
    ({ keyId }) => keyId,
    (id) =>
      sql`update api_key set last_used_at = now() where id = ${id}`.pipe(
        Effect.ignoreCause,
        Effect.forkIn(scope),
        Effect.asVoid
      )
  )
  const forget = (keyId: number): void => callers.forget((caller) => caller.keyId === keyId)

  const organisation = Effect.gen(function* () {
    const name = "default_organisation"
    const read = sql<{ value: string }>`select value from svc_meta where name = ${name}`
    const [there] = yield* read
    if (there !== undefined) return Number(there.value)
    // Of two processes that start together one makes it, and both use that one.
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const claimed =
          yield* sql`insert into svc_meta (name, value) values (${name}, '') on conflict do nothing returning name`
        if (claimed.length === 0) return
        const [made] = yield* sql<{ id: number }>`insert into organisation (name) values ('default') returning id`
        yield* sql`update svc_meta set value = ${String(made!.id)} where name = ${name}`
      })
    )
    const [row] = yield* read
    return Number(row!.value)
  }).pipe(Effect.orDie)

  return ApiKeys.of({
    organisation,
    list: Effect.fn("ApiKeys.list")((caller, params) =>
      page(stored, caller, params, { select: columns }, ManagedList.each(wire))
    ),
    create: Effect.fn("ApiKeys.create")(function* (caller, body) {
      const expires = yield* check(caller, body)
      const companyId = body.company_id ?? null
      if (companyId !== null) {
        const [company] = yield* sql`select id from company where organisation_id = ${caller.organisationId}
          and id = ${companyId} and erasing_at is null`.pipe(Effect.orDie)
        if (company === undefined || !sees(caller, companyId)) {
          return yield* ApiError.notFound(`company ${companyId}`, "company_id")
        }
      }
      const secret = yield* hashing.generate
      const key = {
        name: body.name.trim(),
        scopes: [...new Set(body.scopes)] as ReadonlyArray<Scope>,
        company_id: companyId,
        request_limit: body.request_limit ?? null,
        expires_at: expires
      }
      const row = yield* sql
        .withTransaction(
          Effect.tap(insert(caller.organisationId, key, secret), (made) =>
            audit(Audit.by(caller), {
              action: "API_KEY_CREATED",
              target: made!.id,
              companyId,
              details: {
                scopes: key.scopes,
                expires_at: expires?.toISOString() ?? null,
                request_limit: key.request_limit
              }
            })
          )
        )
        .pipe(Effect.orDie)
      return { ...wire(row!), secret: Redacted.value(secret) }
    }),
    rotate: Effect.fn("ApiKeys.rotate")(function* (caller, id, body) {
      const overlap = body.overlap_seconds ?? defaultOverlap
      if (!Number.isInteger(overlap) || overlap < 0 || overlap > maxOverlap) {
        return yield* ApiError.make(
          "invalid-params",
          `"overlap_seconds" must be a whole number from 0 to ${maxOverlap}.`,
          "overlap_seconds"
        )
      }
      const old = yield* own(caller, id)
      yield* grantable(caller, old.scopes)
      const secret = yield* hashing.generate
      const made = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const [current] = yield* sql<{ id: number }>`
              select id from api_key where id = ${old.id} and revoked_at is null
                and (expires_at is null or expires_at > now()) and replaced_by is null for update`
            if (current === undefined) return undefined
            const row = yield* insert(caller.organisationId, old, secret)
            yield* sql`update api_key set replaced_by = ${row!.id},
                expires_at = least(expires_at, now() + make_interval(secs => ${overlap}))
              where id = ${old.id}`
            yield* audit(Audit.by(caller), {
              action: "API_KEY_ROTATED",
              target: old.id,
              companyId: old.company_id,
              details: { replaced_by: row!.id, overlap_seconds: overlap }
            })
            return row
          })
        )
        .pipe(Effect.orDie)
      if (made === undefined) {
        return yield* ApiError.make("conflict", `API key ${id} was replaced, revoked or has expired already.`, "id")
      }
      return { ...wire(made), secret: Redacted.value(secret) }
    }),
    change: Effect.fn("ApiKeys.change")(function* (caller, id, body) {
      const { company_id: companyId, id: keyId } = yield* own(caller, id)
      yield* sql
        .withTransaction(
          Effect.andThen(
            sql`update api_key set request_limit = ${body.request_limit}::integer where id = ${keyId}`,
            audit(Audit.by(caller), {
              action: "API_KEY_CHANGED",
              target: keyId,
              companyId,
              details: { request_limit: body.request_limit }
            })
          )
        )
        .pipe(Effect.orDie)
      forget(keyId)
      return wire(yield* own(caller, id))
    }),
    revoke: Effect.fn("ApiKeys.revoke")(function* (caller, id) {
      const { company_id: companyId, id: keyId } = yield* own(caller, id)
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const changed =
              yield* sql`update api_key set revoked_at = now() where id = ${keyId} and revoked_at is null returning id`
            if (changed.length === 0) return
            yield* audit(Audit.by(caller), { action: "API_KEY_REVOKED", target: keyId, companyId })
          })
        )
        .pipe(Effect.orDie)
      forget(keyId)
      return wire(yield* own(caller, id))
    }),
    authenticate: <E>(
      secret: Redacted.Redacted,
      inTurn?: (lookUp: Effect.Effect<Caller | null>) => Effect.Effect<Caller | null, E>
    ): Effect.Effect<Caller | null, E> => callers.find(hashing.hash(secret), inTurn ?? ((lookUp) => lookUp)),
    seed: Effect.fnUntraced(function* (secret) {
      const organisationId = yield* organisation
      const key = { name: "operator", scopes, company_id: null, request_limit: null, expires_at: null }
      const all = scopes as ReadonlyArray<string> as Array<string>
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const made = yield* insert(organisationId, key, secret)
            const seeded = (organisation: number, id: number) =>
              audit(Audit.by(operator(organisation)), { action: "API_KEY_SEEDED", target: id })
            if (made !== undefined) {
              yield* seeded(organisationId, made.id)
              return { _tag: "Valid", caller: { ...operator(organisationId), keyId: made.id } } as const
            }
            const hash = hashing.hash(secret)
            const [found] = yield* sql<{ id: number; organisation_id: number; why: Ended | null }>`
              select id, organisation_id, case when revoked_at is not null then 'revoked'
                when replaced_by is not null and expires_at <= now() then 'replaced'
                when expires_at <= now() then 'expired' end as why
              from api_key where hash = ${hash} for update`
            if (found!.why !== null) return { _tag: "Ended", why: found!.why } as const
            const widened = yield* sql<{ id: number; organisation_id: number }>`
              update api_key set scopes = ${all}::text[], company_id = null
              where hash = ${hash} and (company_id is not null or scopes <> ${all}::text[])
              returning id, organisation_id`
            for (const row of widened) yield* seeded(row.organisation_id, row.id)
            return { _tag: "Valid", caller: { ...operator(found!.organisation_id), keyId: found!.id } } as const
          })
        )
        .pipe(Effect.orDie)
    })
  })
})

/** Nobody gives more than they have. */
const grantable = (caller: Caller, wanted: ReadonlyArray<string>): Effect.Effect<void, ApiError.ApiError> => {
  const missing = wanted.filter((one) => !(caller.scopes as ReadonlyArray<string>).includes(one))
  return missing.length === 0
    ? Effect.void
    : Effect.fail(
        ApiError.make("operation-denied", `This API key lacks ${missing.join(", ")} and cannot give it.`, "scopes")
      )
}

const check = Effect.fnUntraced(function* (caller: Caller, body: CreateApiKey) {
  const faults: Array<ApiError.ErrorDetail> = []
  const fault = (field: string, message: string) => faults.push({ code: "invalid-params", message, field })
  const name = body.name.trim()
  if (name === "" || name.length > 255 || !WriteModel.isStorable(name)) {
    fault("name", `"name" must be text of 1 to 255 characters.`)
  }
  if (body.scopes.length === 0) fault("scopes", `"scopes" must name at least one of ${scopes.join(", ")}.`)
  for (const [index, one] of body.scopes.entries()) {
    if ((scopes as ReadonlyArray<string>).includes(one)) continue
    fault(`scopes[${index}]`, `"${one}" is not one of ${scopes.join(", ")}.`)
  }
  const end = body.expires_at ?? null
  const moment = end === null ? null : Iso.millis(end)
  if (moment === undefined || (moment !== null && moment <= Date.now())) {
    fault("expires_at", `"expires_at" must be an ISO 8601 date-time in the future.`)
  }
  yield* Members.refuse(faults)
  yield* grantable(caller, body.scopes)
  if (caller.companyId !== null && body.company_id !== caller.companyId) {
    return yield* ApiError.make(
      "operation-denied",
      `This API key sees one company only and can make keys for that one alone.`,
      "company_id"
    )
  }
  return moment === null || moment === undefined ? null : new Date(moment)
})
