/**
 * Sessions of the console: a secret in a cookie stands for an API key, for as long as somebody uses it and a day at most.
 * Only its hash is stored. One that was ended, and one whose key was revoked, is refused by every process within a second.
 */
import { ApiError, Sessions as Definition } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import * as Audit from "../audit/Audit.ts"
import { Quick } from "../database/Database.ts"
import { type Caller, type Scope, sees } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"
import { ApiKeyHash } from "../secrets/ApiKeyHash.ts"
import * as KnownCallers from "./KnownCallers.ts"

export interface SessionWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly api_key_id: number
  readonly api_key_name: string
  readonly company_id: number | null
  readonly address: string | null
  readonly user_agent: string | null
  readonly last_used_at: string
  readonly expires_at: string
  readonly ended_at: string | null
}
export interface CallerWire {
  readonly organisation_id: number
  readonly api_key_id: number
  readonly api_key_name: string
  readonly api_key_prefix: string
  readonly scopes: ReadonlyArray<Scope>
  readonly company_id: number | null
  readonly session_id: number | null
  readonly session_expires_at: string | null
}
/** A session with what its cookie holds, which is not known again. */
export interface Started {
  readonly session: SessionWire
  readonly secret: Redacted.Redacted
  readonly expires: Date
}

interface Row {
  readonly id: number
  readonly key_id: number
  readonly name: string
  readonly company_id: number | null
  readonly address: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly last_used_at: Date
  readonly expires_at: Date
  readonly ended_at: Date | null
}

/** How much of what a browser calls itself is kept, characters. */
const agentLength = 200
/** Those of a key that are open at once; the one that was used longest ago ends when there would be more. */
const maxOpen = 50

const columns = `s.id, s.key_id, k.name, k.company_id, s.address, s.user_agent, s.created_at, s.last_used_at,
  s.expires_at, s.ended_at`
const stored = ManagedList.define(Definition.list, {
  from: "session s join api_key k on k.id = s.key_id",
  organisation: "s.organisation_id",
  company: "k.company_id",
  columns: {
    svc_id: "s.id",
    svc_created_at: "s.created_at",
    api_key_id: "s.key_id",
    api_key_name: "k.name",
    company_id: "k.company_id",
    address: "s.address",
    user_agent: "s.user_agent",
    last_used_at: "s.last_used_at",
    expires_at: "s.expires_at",
    ended_at: "s.ended_at"
  }
})
const wire = (row: Row): SessionWire => ({
  svc_id: row.id,
  svc_created_at: row.created_at.toISOString(),
  api_key_id: row.key_id,
  api_key_name: row.name,
  company_id: row.company_id,
  address: row.address,
  user_agent: row.user_agent,
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null
})

export class Sessions extends Context.Service<
  Sessions,
  {
    /** Starts one for the caller's key. A session starts no other. */
    readonly start: (
      caller: Caller,
      from: { readonly address: string | null; readonly agent: string | undefined }
    ) => Effect.Effect<Started, ApiError.ApiError>
    /** Those of the organisation that were not forgotten yet, ended ones too. */
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<SessionWire>, ApiError.ApiError>
    /** Ends one; twice is no fault. */
    readonly end: (caller: Caller, id: number) => Effect.Effect<SessionWire, ApiError.ApiError>
    /** Who calls, in words. */
    readonly describe: (caller: Caller) => Effect.Effect<CallerWire>
    /** Whose session the secret of a cookie is; null for one that is unknown or over. */
    readonly authenticate: <E = never>(
      secret: Redacted.Redacted,
      inTurn: (lookUp: Effect.Effect<Caller | null>) => Effect.Effect<Caller | null, E>
    ) => Effect.Effect<Caller | null, E>
  }
>()("@svc/server/connections/Sessions") {
  static readonly layer: Layer.Layer<Sessions, never, AppConfig | SqlClient.SqlClient | ApiKeyHash> = Layer.suspend(
    () => Layer.effect(Sessions, make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const quick = yield* Quick.client
  const hashing = yield* ApiKeyHash
  const { console, sessionHours, sessionMinutes } = yield* AppConfig
  const scope = yield* Effect.scope
  const audit = Audit.writer(sql)
  const { page } = yield* ManagedList.make

  const own = Effect.fnUntraced(function* (caller: Caller, id: number) {
    const [row] = yield* sql
      .unsafe<Row>(
        `select ${columns} from session s join api_key k on k.id = s.key_id where s.organisation_id = $1 and s.id = $2`,
        [caller.organisationId, id]
      )
      .pipe(Effect.orDie)
    if (row === undefined || !sees(caller, row.company_id)) return yield* ApiError.notFound(`session ${id}`, "svc_id")
    return row
  })

  // Nobody may use a session longer than its key.
  const callers = KnownCallers.make(
    (hash) =>
      Effect.map(
        Effect.orDie(
          quick.unsafe<KnownCallers.KeyRow & { readonly id: number }>(
            `select s.id, ${KnownCallers.keyColumns} from session s join api_key k on k.id = s.key_id
             where s.hash = $1 and s.ended_at is null and s.expires_at > now()
               and s.last_used_at > now() - make_interval(mins => $2) and ${KnownCallers.isValid}`,
            [hash, sessionMinutes]
          )
        ),
        ([row]) => (row === undefined ? null : { ...KnownCallers.callerOf(row), sessionId: row.id })
      ),
    ({ sessionId }) => sessionId!,
    (id) =>
      sql`update session set last_used_at = now() where id = ${id}`.pipe(
        Effect.ignoreCause,
        Effect.forkIn(scope),
        Effect.asVoid
      )
  )

  return Sessions.of({
    start: Effect.fn("Sessions.start")(function* (caller, { address, agent }) {
      if (!console) {
        return yield* ApiError.make("operation-denied", "There is no console here to sign in to (SVC_CONSOLE).")
      }
      if (caller.sessionId !== undefined) {
        return yield* ApiError.make("operation-denied", "A session starts no other: sign in with an API key.")
      }
      const secret = yield* hashing.generate
      const rows = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const [made] = yield* sql<{ id: number }>`
              insert into session (organisation_id, key_id, hash, address, user_agent, expires_at)
              select k.organisation_id, k.id, ${hashing.hash(secret)}, ${address},
                ${agent === undefined ? null : agent.replaceAll("\0", "").slice(0, agentLength)},
                least(now() + make_interval(hours => ${sessionHours}), k.expires_at)
              from api_key k where k.id = ${caller.keyId} and k.organisation_id = ${caller.organisationId}
              returning id`
            if (made === undefined) return []
            yield* sql`update session set ended_at = now() where ended_at is null and id in (
              select id from session where key_id = ${caller.keyId} and ended_at is null
              order by last_used_at desc, id desc offset ${maxOpen})`
            yield* audit(Audit.by(caller), {
              action: "SESSION_STARTED",
              target: made.id,
              companyId: caller.companyId
            })
            return yield* sql.unsafe<Row>(
              `select ${columns} from session s join api_key k on k.id = s.key_id where s.id = $1`,
              [made.id]
            )
          })
        )
        .pipe(Effect.orDie)
      if (rows[0] === undefined) {
        return yield* ApiError.make("operation-denied", "The command line needs no session: it is the operator.")
      }
      return { session: wire(rows[0]), secret, expires: rows[0].expires_at }
    }),
    list: Effect.fn("Sessions.list")((caller, params) =>
      page(stored, caller, params, { select: columns }, ManagedList.each(wire))
    ),
    end: Effect.fn("Sessions.end")(function* (caller, id) {
      const { company_id: companyId } = yield* own(caller, id)
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const ended = yield* sql`update session set ended_at = now()
              where id = ${id} and ended_at is null and expires_at > now() returning id`
            if (ended.length === 0) return
            yield* audit(Audit.by(caller), { action: "SESSION_ENDED", target: id, companyId })
          })
        )
        .pipe(Effect.orDie)
      callers.forget(({ sessionId }) => sessionId === id)
      return wire(yield* own(caller, id))
    }),
    describe: Effect.fn("Sessions.describe")(function* (caller) {
      const [key] = yield* sql<{ name: string; prefix: string }>`
        select name, prefix from api_key where id = ${caller.keyId}`.pipe(Effect.orDie)
      const [session] = yield* sql<{ expires_at: Date }>`
        select expires_at from session where id = ${caller.sessionId ?? null}::bigint`.pipe(Effect.orDie)
      return {
        organisation_id: caller.organisationId,
        api_key_id: caller.keyId,
        api_key_name: key?.name ?? "operator",
        api_key_prefix: key?.prefix ?? "",
        scopes: caller.scopes,
        company_id: caller.companyId,
        session_id: caller.sessionId ?? null,
        session_expires_at: session?.expires_at.toISOString() ?? null
      }
    }),
    authenticate: <E>(
      secret: Redacted.Redacted,
      inTurn: (lookUp: Effect.Effect<Caller | null>) => Effect.Effect<Caller | null, E>
    ): Effect.Effect<Caller | null, E> => callers.find(hashing.hash(secret), inTurn)
  })
})
