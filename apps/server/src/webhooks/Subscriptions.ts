/**
 * The webhooks that are registered at platforms for connections: their rows, and what the platform is told. The address is
 * stored and answers before the platform hears of it, so that whatever a crash leaves at the platform sends to an address
 * that is known, and the next look finds it. Who looks, and when, is in `Subscribing.ts`.
 */
import type { Connector } from "@svc/core"
import { Platform, Subscription } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import * as Audit from "../audit/Audit.ts"
import { Credentials } from "../connections/Credentials.ts"
import { texts } from "../database/Parameters.ts"
import { Jobs } from "../jobs/Jobs.ts"
import * as Tokens from "../secrets/Tokens.ts"
import { Vault } from "../secrets/Vault.ts"
import { subscribe } from "./Queues.ts"

export const states = ["REGISTERING", "REGISTERED", "PARTIAL"] as const
export type State = (typeof states)[number]

/** The connection was ended while its webhooks were being registered. */
class Ended extends Data.TaggedError("Ended") {}

export interface RegisteredWebhooksWire {
  readonly state: State
  readonly webhooks: number
  readonly ends_at: string | null
  readonly look_at: string
  readonly error: string | null
}

interface Row {
  readonly connection_id: number
  readonly organisation_id: number
  readonly company_id: number
  readonly integration_type: string
  readonly sealed: string
  readonly state: State
  readonly is_outdated: boolean
  readonly attempts: number
}

export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /** A connection became healthy; `isRenewed` when it was one before. In the transaction of that. */
    readonly onConnected: (
      connectionId: number,
      integrationType: string,
      isRenewed: boolean
    ) => Effect.Effect<void, SqlError>
    /** A connection ended. True when its end is told to the platform by a job, since something is registered there. */
    readonly onDisconnected: (connectionId: number) => Effect.Effect<boolean, SqlError>
    /** Brings what is registered for a healthy connection to what it is to be. */
    readonly keep: (connectionId: number) => Effect.Effect<void>
    /**
     * Removes what is registered, and tells so in the audit log. `later` when it failed and is to be tried again, `never` when
     * that is of no use any more.
     */
    readonly remove: (connectionId: number, client: Platform.Client) => Effect.Effect<"removed" | "later" | "never">
    /** Forgets what could not be removed, and tells that in the audit log. */
    readonly leave: (connectionId: number) => Effect.Effect<void>
    /** What was registered for an address, by its token. */
    readonly opened: (sealed: string, connectionId: number) => Effect.Effect<Subscription.Subscription>
    /** How it stands with what is registered for a connection; null for nothing. */
    readonly shown: (connectionId: number) => Effect.Effect<RegisteredWebhooksWire | null>
    /** Sends jobs for what is due; answers how many. Every process may do so. */
    readonly sweep: Effect.Effect<number, SqlError>
  }
>()("@svc/server/webhooks/Subscriptions") {
  static readonly layer: Layer.Layer<
    Subscriptions,
    never,
    SqlClient.SqlClient | AppConfig | Connectors | Credentials | Jobs | Platform.Platform | Vault
  > = Layer.suspend(() => Layer.effect(Subscriptions, make))
}

/** Where what is registered for a connection is sealed. */
export const place = (connectionId: number): string => `subscription:sealed:${connectionId}`

/** What is remembered of opened rows: several steps of cryptography are too much for every webhook. */
const remembered = 10_000
/** Jobs that one look sends at most. */
const batch = 200
/** Tries of a removal, and the first and longest pauses between tries, in seconds. */
const removals = 6
const patience = "1 minute"
const pause = 30
const longest = 86_400

const isLocal = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { baseUrl, integration, publicUrl = null, registersWebhooks = true } = yield* AppConfig
  const connectors = yield* Connectors
  const credentials = yield* Credentials
  const jobs = yield* Jobs
  const platform = yield* Platform.Platform
  const vault = yield* Vault
  const audit = Audit.writer(sql)

  /** Whether a platform could reach this server: by a public https address, or because both are on one machine. */
  const isReached = (connector: Connector.Any): boolean => {
    if (!registersWebhooks || publicUrl === null || connector.inbound?.subscribe === undefined) return false
    if (publicUrl.startsWith("https:") && !isLocal(publicUrl)) return true
    const { baseUrl: own } = connector.http
    return isLocal(integration(connector.id).baseUrl ?? (typeof own === "string" ? own : ""))
  }
  /** Those of the connectors in use. */
  const reached =
    !registersWebhooks || publicUrl === null
      ? Effect.succeed([])
      : Effect.map(connectors.inUse(sql), (used) => used.filter(isReached).map(({ id }) => id))

  const known = new Map<number, { readonly sealed: string; readonly subscription: Subscription.Subscription }>()
  const seal = (id: number, subscription: Subscription.Subscription) =>
    vault.seal(place(id), Redacted.make(JSON.stringify(subscription)))
  const opened = Effect.fnUntraced(function* (sealed: string, id: number) {
    const before = known.get(id)
    if (before?.sealed === sealed) return before.subscription
    const text = Redacted.value(yield* Effect.orDie(vault.open(place(id), sealed)))
    const subscription = JSON.parse(text) as Subscription.Subscription
    known.delete(id)
    known.set(id, { sealed, subscription })
    if (known.size > remembered) known.delete(known.keys().next().value!)
    return subscription
  })
  const prefixOf = (integrationType: string) => `${baseUrl}/v3/core/inbound/${integrationType.toLowerCase()}/`
  /** The token is the last part of an address, wherever this server was when it was made. */
  const tokenOf = (address: string) => address.slice(address.lastIndexOf("/") + 1)

  const put = (connectionId: number) =>
    Effect.asVoid(
      jobs.send(subscribe, { connection_id: connectionId }, { key: String(connectionId), group: String(connectionId) })
    )
  const find = (id: number) =>
    Effect.map(
      sql<Row>`select s.connection_id, c.organisation_id, c.company_id, c.integration_type, s.sealed, s.state,
          s.is_outdated, s.attempts
        from subscription s join connection c on c.id = s.connection_id where s.connection_id = ${id}`,
      ([row]) => row
    )
  const note = (row: Row, action: Audit.Act["action"], details: Readonly<Record<string, unknown>>) =>
    audit(Audit.byService(row.organisation_id), {
      action,
      target: row.connection_id,
      companyId: row.company_id,
      details: { integration_type: row.integration_type, ...details }
    })

  /** An address and a secret that nobody has seen. */
  const fresh = (integrationType: string) => {
    const token = Tokens.newToken()
    return {
      token,
      subscription: { address: `${prefixOf(integrationType)}${token}`, secret: Subscription.newSecret(), parts: [] }
    }
  }
  /** The row of a connection that is to have webhooks: there before the platform hears of anything. */
  const prepared = (id: number, integrationType: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // Whoever ends the connection meanwhile waits, and then sees the row.
        const healthy = yield* sql`select 1 from connection where id = ${id} and status = 'HEALTHY' for share`
        if (healthy.length === 0) return undefined
        const { subscription, token } = fresh(integrationType)
        yield* sql`insert into subscription (connection_id, token_hash, sealed)
          values (${id}, ${Tokens.hashOf(token)}, ${yield* seal(id, subscription)})
          on conflict (connection_id) do nothing`
        return yield* find(id)
      })
    )

  const register = Effect.fnUntraced(function* (id: number) {
    const { connection, connector, row: own } = yield* credentials.connection(id)
    if (!isReached(connector)) return
    let row = yield* prepared(id, connector.id)
    if (row === undefined) return
    const client = platform.open(connector, connection)
    let subscription = yield* opened(row.sealed, id)
    if (row.is_outdated) {
      // Where another's credentials made it, it may not be seen with these: at an address that is gone it ends by itself.
      yield* client
        .unsubscribe(subscription)
        .pipe(Effect.catch((error) => Effect.logWarning(`Webhooks of before are left behind: ${error.message}`)))
      const next = fresh(connector.id)
      subscription = next.subscription
      yield* sql`update subscription set token_hash = ${Tokens.hashOf(next.token)}, is_outdated = false,
          state = 'REGISTERING', webhooks = 0, ends_at = null, sealed = ${yield* seal(id, subscription)}, updated_at = now()
        where connection_id = ${id} and sealed = ${row.sealed}`
      row = (yield* find(id)) ?? row
    }
    const prefix = prefixOf(connector.id)
    const kept = yield* client.subscribe({
      subscription: { ...subscription, address: `${prefix}${tokenOf(subscription.address)}` },
      keep: (now) =>
        Effect.gen(function* () {
          const stored = yield* sql`update subscription s set sealed = ${yield* seal(id, now)},
              webhooks = ${now.parts.length}, updated_at = now()
            from connection c where c.id = s.connection_id and s.connection_id = ${id} and c.status <> 'DISCONNECTED'
            returning 1`
          if (stored.length === 0) return yield* new Ended()
        }),
      // An address of this server that opens nothing: of a connection that is gone, or of after a backup that was restored.
      abandoned: Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
        const ours = addresses
          .filter((address) => address.startsWith(prefix))
          .map((address) => ({ address, hash: Tokens.hashOf(tokenOf(address)) }))
        if (ours.length === 0) return []
        const asked = texts(ours.map(({ hash }) => hash))
        const live = yield* sql<{ hash: string }>`
          select token_hash as hash from subscription where token_hash = any(${asked})
          union all select inbound_hash from connection where inbound_hash = any(${asked})`
        const hashes = new Set(live.map(({ hash }) => hash))
        return ours.flatMap(({ address, hash }) => (hashes.has(hash) ? [] : [address]))
      })
    })
    const { parts } = kept.subscription
    const ends = parts.flatMap(({ until }) => until ?? []).toSorted()[0] ?? null
    const [refusal] = kept.refused
    const error = refusal === undefined ? null : refusal.error.message
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const state: State = refusal === undefined ? "REGISTERED" : "PARTIAL"
        const [stored] = yield* sql<{ before: State }>`
          update subscription s set state = ${state}, webhooks = ${parts.length}, ends_at = ${ends}::text::timestamptz,
            look_at = ${kept.lookAt}::text::timestamptz, attempts = 0, error = ${error}, updated_at = now()
          from (select connection_id, state from subscription where connection_id = ${id} for update) b
          where s.connection_id = b.connection_id returning b.state as before`
        if (stored === undefined) return
        if (kept.lost.length > 0) yield* note(row, "SUBSCRIPTION_LOST", { webhooks: kept.lost.length })
        if (stored.before === "REGISTERING" || kept.made.length > 0) {
          yield* note(row, "SUBSCRIPTION_CREATED", { webhooks: parts.length })
        }
      })
    )
    if (kept.lost.length > 0) {
      yield* Effect.logWarning(`${connector.name} had lost ${kept.lost.length} webhooks of connection ${own.id}.`)
    }
    for (const one of kept.refused) {
      yield* Effect.logWarning(
        `${connector.name} registers no webhook ${one.topic} of connection ${id}: ${one.error.message}`
      )
    }
  })

  /** What went wrong is tried again, at longer and longer intervals, once a day in the end. */
  const failed = (id: number, message: string) =>
    Effect.andThen(
      sql`update subscription set attempts = attempts + 1, error = ${message}, updated_at = now(),
          look_at = now() + make_interval(secs => least(${longest}, ${pause} * power(2, least(attempts, 20))) * (0.9 + 0.2 * random()))
        where connection_id = ${id}`,
      Effect.logWarning(`The webhooks of connection ${id} could not be registered: ${message}`)
    )

  const forget = (row: Row, details: Readonly<Record<string, unknown>>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const gone = yield* sql`delete from subscription where connection_id = ${row.connection_id} returning 1`
        if (gone.length > 0) yield* note(row, "SUBSCRIPTION_REMOVED", details)
      })
    )

  return Subscriptions.of({
    opened,
    onConnected: Effect.fnUntraced(function* (id, integrationType, isRenewed) {
      if (isRenewed) {
        yield* sql`update subscription set is_outdated = true, look_at = now(), attempts = 0 where connection_id = ${id}`
      }
      const connector = yield* connectors.get(integrationType)
      if (connector !== undefined && isReached(connector)) yield* put(id)
    }),
    onDisconnected: Effect.fnUntraced(function* (id) {
      const rows =
        yield* sql`update subscription set look_at = now(), attempts = 0 where connection_id = ${id} returning 1`
      if (rows.length > 0) yield* put(id)
      return rows.length > 0
    }),
    keep: Effect.fn("Subscriptions.keep")((id) =>
      register(id).pipe(
        Effect.catchTag("Ended", () => Effect.void),
        Effect.catchTags({
          ConnectorError: (error) => failed(id, error.message),
          ApiError: (error) => failed(id, error.message)
        }),
        Effect.orDie
      )
    ),
    remove: Effect.fn("Subscriptions.remove")(function* (id, client) {
      const row = yield* find(id)
      if (row === undefined) return "removed"
      const result = yield* client.unsubscribe(yield* opened(row.sealed, id)).pipe(
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail({ message: "The platform did not answer in time.", reason: null })
        }),
        Effect.result
      )
      if (result._tag === "Success") {
        yield* forget(row, { webhooks: result.success })
        return "removed"
      }
      const { message, reason } = result.failure
      yield* Effect.logWarning(`The webhooks of connection ${id} could not be removed: ${message}`)
      // Refused credentials are not taken a moment later either.
      if (row.attempts + 1 >= removals || reason?._tag === "AuthExpired") return "never"
      yield* sql`update subscription set attempts = attempts + 1, error = ${message}, updated_at = now(),
        look_at = now() + make_interval(secs => ${pause} * power(2, attempts)) where connection_id = ${id}`
      return "later"
    }, Effect.orDie),
    leave: Effect.fn("Subscriptions.leave")(function* (id) {
      const row = yield* find(id)
      if (row === undefined) return
      const { parts } = yield* opened(row.sealed, id)
      yield* forget(row, { webhooks: parts.length, left_at_platform: true })
    }, Effect.orDie),
    shown: (id) =>
      sql<{ state: State; webhooks: number; ends_at: Date | null; look_at: Date; error: string | null }>`
        select state, webhooks, ends_at, look_at, error from subscription where connection_id = ${id}`.pipe(
        Effect.orDie,
        Effect.map(([row]) =>
          row === undefined
            ? null
            : { ...row, ends_at: row.ends_at?.toISOString() ?? null, look_at: row.look_at.toISOString() }
        )
      ),
    sweep: Effect.gen(function* () {
      const offering = texts(yield* reached)
      const due = yield* sql<{ id: number }>`
        (select c.id from subscription s join connection c on c.id = s.connection_id
          join company y on y.id = c.company_id and y.erasing_at is null
          where s.look_at <= now() and (c.status = 'DISCONNECTED'
            or (c.status = 'HEALTHY' and c.integration_type = any(${offering}))) limit ${batch})
        union all
        (select c.id from connection c join company y on y.id = c.company_id and y.erasing_at is null
          where c.status = 'HEALTHY' and c.integration_type = any(${offering})
            and not exists (select 1 from subscription s where s.connection_id = c.id)
            and not exists (select 1 from integration i where i.organisation_id = c.organisation_id
              and i.integration_type = c.integration_type and i.is_disabled) limit ${batch})`
      yield* Effect.forEach(due, ({ id }) => put(id), { discard: true })
      return due.length
    })
  })
})
