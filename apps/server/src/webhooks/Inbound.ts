/**
 * The platforms' own webhooks. A connector says how they are proved and what a body means, core checks that, and here
 * the records that were named are put down to be fetched again, for each connection they belong to. The answer never
 * waits for a platform: what a platform tells is a hint, and only what it then answers is believed.
 */
import { Connector, type Inbound as InboundContract, type Models } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Inbound as Receiving, Subscription } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { Connections } from "../connections/Connections.ts"
import { Integrations } from "../connections/Integrations.ts"
import { texts } from "../database/Parameters.ts"
import * as Tokens from "../secrets/Tokens.ts"
import { Refetch } from "../sync/Refetch.ts"
import { Subscriptions } from "./Subscriptions.ts"
import { Told } from "./Told.ts"

/** A request as it came in. */
export interface InboundRequest {
  readonly method: string
  /** Absolute, as the platform called it: some platforms sign it. */
  readonly url: URL
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The exact bytes. They are read when it is known whom they are for. */
  readonly body: Effect.Effect<Uint8Array, ApiError.ApiError>
}

export class Inbound extends Context.Service<
  Inbound,
  {
    /**
     * Takes a request of a platform and answers it as that platform expects. `integration` is the connector's id in
     * small or capital letters; with a `token` (a connection's) it is about that connection alone. Fails with not-found
     * for what does not exist.
     */
    readonly receive: (
      integration: string,
      token: string | null,
      request: InboundRequest
    ) => Effect.Effect<InboundContract.InboundResponse, ApiError.ApiError>
  }
>()("@svc/server/webhooks/Inbound") {
  static readonly layer: Layer.Layer<
    Inbound,
    never,
    SqlClient.SqlClient | Connections | Connectors | AppConfig | Integrations | Refetch | Subscriptions | Told
  > = Layer.suspend(() => Layer.effect(Inbound, make))
}

/** Records of one job. */
const CHUNK = 50
/** Platforms give up soon (HubSpot and Xero after five seconds) and send again. */
const PATIENCE = "4 seconds"
/** Questions to a platform that may be open at once for one connection: each costs the connection a call. */
const QUESTIONS = 4
const LATE = "This could not be noted in time. Send it again."

/** The connection that an address is of, with what was registered for that address. */
interface Known {
  readonly id: number
  readonly status: string
  readonly organisation_id: number
  readonly sealed: string | null
}
interface ConnectionRow {
  readonly id: number
  readonly sync_config: ReadonlyArray<{ readonly data_model: string; readonly enabled: boolean }>
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connectors = yield* Connectors
  const config = yield* AppConfig
  const refetch = yield* Refetch
  const told = yield* Told
  const connections = yield* Connections
  const integrations = yield* Integrations
  const subscriptions = yield* Subscriptions

  const open = new Map<number, number>()
  /** Asks the platform, as the connection, whether it sent a request. What it cannot say now it is to send again. */
  const proves = Effect.fnUntraced(function* (
    connection: number,
    asked: InboundContract.InboundAsk,
    registered: ReadonlyArray<string>
  ) {
    const others = open.get(connection) ?? 0
    if (others >= QUESTIONS) return yield* ApiError.later("platform-unavailable", LATE, 5)
    open.set(connection, others + 1)
    return yield* Effect.flatMap(connections.client(connection), (client) => client.proves(asked, registered)).pipe(
      Effect.catchTag("ConnectorError", (error) =>
        Effect.andThen(
          Effect.logWarning(`A webhook cannot be checked: ${error.message}`),
          Effect.fail(ApiError.later("platform-unavailable", LATE, 60))
        )
      ),
      Effect.ensuring(
        Effect.sync(() => {
          const left = open.get(connection)! - 1
          if (left === 0) open.delete(connection)
          else open.set(connection, left)
        })
      )
    )
  })

  /**
   * The connections that settings name, over all organisations, because a platform knows one address for an app. Settings
   * that name nothing would mean all of them, so without a token they mean none.
   */
  const matching = (integration: string, own: number | null, settings: ReadonlyArray<string>) =>
    sql.unsafe<ConnectionRow & { readonly named: string }>(
      `select c.id, c.sync_config, s.named from unnest($3::text[]) as s (named)
       join connection c on c.settings::jsonb @> s.named::jsonb
       where c.integration_type = $1 and c.status <> 'DISCONNECTED'
         and (c.id = $2 or ($2::bigint is null and s.named <> '{}'))`,
      [integration, own, texts(settings)]
    )

  const enqueue = Effect.fnUntraced(function* (
    connector: Connector.Any,
    own: number | null,
    events: ReadonlyArray<InboundContract.InboundEvent>,
    ends: ReadonlyArray<InboundContract.InboundEnded>
  ) {
    const read = events.filter(({ model }) => Connector.sourcesOf(connector, model).length > 0)
    if (read.length + ends.length === 0) return
    const bySettings = Map.groupBy(read, ({ settings }) => canonical(settings))
    const endsBySettings = new Set(ends.map(({ settings }) => canonical(settings)))
    const changed = new Map<string, { readonly connection: number; readonly model: Models.ModelId }>()
    const ended = new Set<number>()
    const jobs = new Map<
      string,
      {
        readonly connection: number
        readonly model: Models.ModelId
        readonly ids: Set<string>
        readonly gone: Set<string>
      }
    >()
    for (const row of yield* matching(connector.id, own, [...new Set([...bySettings.keys(), ...endsBySettings])])) {
      if (endsBySettings.has(row.named)) ended.add(row.id)
      for (const { deleted, model, platform_id } of bySettings.get(row.named) ?? []) {
        if (row.sync_config.some(({ data_model, enabled }) => data_model === model && !enabled)) continue
        const key = `${row.id}:${model}`
        if (platform_id === null) {
          changed.set(key, { connection: row.id, model })
          continue
        }
        const job = jobs.get(key) ?? { connection: row.id, model, ids: new Set(), gone: new Set() }
        job.ids.add(platform_id)
        if (deleted === true) job.gone.add(platform_id)
        jobs.set(key, job)
      }
    }
    yield* sql.withTransaction(
      Effect.gen(function* () {
        for (const { connection, gone, ids, model } of jobs.values()) {
          const all = [...ids]
          const chunks = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) =>
            all.slice(index * CHUNK, (index + 1) * CHUNK)
          )
          for (const chunk of chunks) {
            const deleted = chunk.filter((id) => gone.has(id))
            yield* refetch.records(connection, model, chunk, deleted)
          }
        }
        for (const { connection, model } of changed.values()) yield* told.changed(connection, model)
        for (const connection of ended) yield* told.ended(connection)
      })
    )
  })

  const receive = Effect.fn("Inbound.receive")(
    function* (integration: string, token: string | null, request: InboundRequest) {
      const connector = yield* connectors.get(integration.toUpperCase())
      // The platform is to send it again: it is not to take the address for gone.
      if (connector === undefined && connectors.has(integration.toUpperCase())) {
        return yield* ApiError.later("platform-unavailable", LATE, 60)
      }
      if (connector?.inbound === undefined) return yield* ApiError.notFound("integration that receives webhooks here")
      const [known] =
        token === null
          ? []
          : yield* sql<Known>`
              select c.id, c.status, c.organisation_id, s.sealed from subscription s
                join connection c on c.id = s.connection_id
              where s.token_hash = ${Tokens.hashOf(token)} and c.integration_type = ${connector.id}
              union all select id, status, organisation_id, null from connection
              where inbound_hash = ${Tokens.hashOf(token)} and integration_type = ${connector.id} limit 1`
      if (token !== null && known === undefined) return yield* ApiError.notFound("connection with this token")
      const body = yield* request.body
      // The secret the operator agreed on with the platform. Where each account makes its own webhook, its owner gives
      // the platform the connection's token as the secret, and where that comes as it is, nothing else counts.
      const { webhookSecret } = config.integration(connector.id)
      // What was registered by us has a secret of its own, or of the platform's making.
      const registered = known?.sealed == null ? null : yield* subscriptions.opened(known.sealed, known.id)
      const own = registered !== null ? Subscription.secretsOf(registered) : token === null ? [] : [token]
      const app =
        registered === null || connector.inbound.subscribe?.signed !== "app"
          ? []
          : yield* integrations.clientFor(known!.organisation_id, connector).pipe(
              Effect.map(({ clientSecret }) => [clientSecret]),
              Effect.catch(() => Effect.succeed([]))
            )
      const received = yield* Receiving.receive(
        connector.inbound,
        // Byte for byte: a decoder would drop a byte order mark, which is signed too.
        { ...request, body: Buffer.from(body).toString("utf8") },
        {
          secrets: [...(webhookSecret === null ? [] : [Redacted.value(webhookSecret)]), ...app, ...own],
          own,
          // Nobody is asked for an address of no connection, or of one that has ended.
          ...(known === undefined || known.status === "DISCONNECTED"
            ? {}
            : {
                ask: (asked: InboundContract.InboundAsk) =>
                  proves(known.id, asked, registered === null ? [] : Subscription.idsOf(registered))
              })
        }
      ).pipe(
        Effect.catchDefect(() => Effect.fail(ApiError.make("invalid-params", `${connector.name} does not send this.`)))
      )
      if (!received.accepted) {
        yield* Effect.logWarning(
          `A webhook that claims to be from ${connector.name} was refused: it carries no right proof.`
        )
      }
      yield* enqueue(connector, known?.id ?? null, received.events, received.ended)
      return received.response
    },
    Effect.catchTag("SqlError", Effect.die),
    Effect.timeoutOrElse({
      duration: PATIENCE,
      orElse: () => Effect.fail(ApiError.later("platform-unavailable", LATE, 5))
    })
  )
  return Inbound.of({ receive })
})

/** JSON text that is the same for the same settings. */
const canonical = (settings: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))))
