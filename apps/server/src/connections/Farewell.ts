/**
 * Ends an authorisation at the platform itself, as far as the platform lets us: its own call for it, and revocation of
 * the tokens. It never fails: what is ended here stays ended whether or not the platform could be told.
 */
import { Auth, ConnectorError } from "@svc/core"
import { Made, OAuth, Platform } from "@svc/core/runtime"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { budgetKey } from "./ConnectionStore.ts"
import { Credentials } from "./Credentials.ts"
import { Integrations } from "./Integrations.ts"
import { calling } from "../outbound/CallFor.ts"
import { Subscriptions } from "../webhooks/Subscriptions.ts"

/** Longest wait for the platform. */
const patience = "15 seconds"
const untold = "Disconnected here; the platform could not be told, so end the access there as well."

export class Farewell extends Context.Service<
  Farewell,
  {
    /**
     * Removes the webhooks that were registered, tells the platform, and forgets the credentials. With `mayWait`, webhooks
     * that cannot be removed now keep all that for another time. False when the platform could not be told.
     */
    readonly say: (connectionId: number, mayWait?: boolean) => Effect.Effect<boolean>
  }
>()("@svc/server/connections/Farewell") {
  static readonly layer: Layer.Layer<
    Farewell,
    never,
    | SqlClient.SqlClient
    | Credentials
    | Integrations
    | Connectors
    | Subscriptions
    | AppConfig
    | Platform.Platform
    | HttpClient.HttpClient
  > = Layer.effect(
    Farewell,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const credentials = yield* Credentials
      const integrations = yield* Integrations
      const connectors = yield* Connectors
      const config = yield* AppConfig
      const platform = yield* Platform.Platform
      const subscriptions = yield* Subscriptions
      const http = yield* HttpClient.HttpClient
      const onCall = yield* Made.OnCall

      /** What still speaks for a connection that has ended; undefined when nothing can. */
      const opened = Effect.fnUntraced(function* (id: number) {
        const [row] = yield* sql<{
          organisation_id: number
          integration_type: string
          auth_method: string | null
          settings: Readonly<Record<string, string>>
        }>`select organisation_id, integration_type, auth_method, settings from connection where id = ${id}`
        const connector = row && (yield* connectors.get(row.integration_type))
        const secrets = yield* credentials.open(id)
        if (row === undefined || connector === undefined || secrets === null) return undefined
        const auth = Auth.methodOf(connector.auth, row.auth_method)
        if (auth === undefined) return undefined
        const settings = { ...row.settings, ...secrets.settings }
        let current = secrets.credentials
        // Its token may have run out since it was last used.
        const renew = Effect.fnUntraced(
          function* () {
            if (auth._tag !== "OAuth2") return current
            const own = yield* integrations.clientFor(row.organisation_id, connector)
            current = (yield* OAuth.renew(connector, auth, own, settings, current)).credentials
            const sealed = yield* credentials.seal(id, { ...secrets, credentials: current })
            yield* sql`update connection set credentials = ${sealed}, credentials_version = credentials_version + 1
              where id = ${id} and status = 'DISCONNECTED' and credentials is not null`
            return current
          },
          Effect.provideService(HttpClient.HttpClient, http),
          Effect.provideService(Made.OnCall, onCall),
          Effect.mapError(
            (error) =>
              new ConnectorError.ConnectorError({
                connector: connector.id,
                operation: "refresh",
                reason: new ConnectorError.AuthExpired({ message: error.message })
              })
          )
        )
        const client = platform.open(connector, {
          key: budgetKey(id),
          settings,
          method: row.auth_method,
          credentials: Effect.sync(() => current),
          ...(auth._tag === "OAuth2" && current["refresh_token"] !== undefined ? { renew } : {}),
          app: yield* integrations.appFor(row.organisation_id, connector),
          baseUrl: config.integration(connector.id).baseUrl ?? undefined
        })
        return {
          client,
          tell: Effect.gen(function* () {
            yield* client.disconnect
            if (auth._tag !== "OAuth2") return
            const own = yield* integrations.clientFor(row.organisation_id, connector)
            yield* OAuth.revoke(connector, auth, own, settings, current)
          }).pipe(Effect.provideService(HttpClient.HttpClient, http), Effect.provideService(Made.OnCall, onCall))
        }
      })

      /** False when the end is to wait for another try of the removal. */
      const removed = Effect.fnUntraced(function* (id: number, client: Platform.Client, mayWait: boolean) {
        const outcome = yield* subscriptions.remove(id, client)
        return outcome !== "later" || !mayWait
      })

      return Farewell.of({
        say: Effect.fn("Farewell.say")(
          function* (id, mayWait = false) {
            const own = yield* Effect.result(opened(id))
            const client = own._tag === "Success" ? own.success?.client : undefined
            if (client !== undefined && !(yield* removed(id, client, mayWait))) return false
            yield* subscriptions.leave(id)
            const isTold = yield* Effect.fromResult(own).pipe(
              Effect.flatMap((found) => found?.tell ?? Effect.void),
              Effect.as(true),
              Effect.timeout(patience),
              Effect.tapCause((cause) =>
                Effect.logWarning(`The platform of connection ${id} could not be told of its end.`, Cause.pretty(cause))
              ),
              Effect.catchCause(() => Effect.succeed(false))
            )
            yield* sql`update connection set credentials = null, credentials_version = credentials_version + 1,
              status_reason = ${isTold ? null : untold}
            where id = ${id} and status = 'DISCONNECTED'`.pipe(Effect.orDie)
            return isTold
          },
          (said, id) => calling({ purpose: "disconnect", connectionId: id })(said)
        )
      })
    })
  )
}
