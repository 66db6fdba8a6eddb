/**
 * Ends an authorisation at the platform itself, as far as the platform lets us: its own call for it, and revocation of
 * the tokens. It never fails: what is ended here stays ended whether or not the platform could be told.
 */
import { Auth } from "@svc/core"
import { OAuth, Platform } from "@svc/core/runtime"
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

/** Longest wait for the platform. */
const patience = "15 seconds"

export class Farewell extends Context.Service<
  Farewell,
  {
    /** Tells the platform and forgets the credentials; false when the platform could not be told. */
    readonly say: (connectionId: number) => Effect.Effect<boolean>
  }
>()("@svc/server/connections/Farewell") {
  static readonly layer: Layer.Layer<
    Farewell,
    never,
    | SqlClient.SqlClient
    | Credentials
    | Integrations
    | Connectors
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
      const http = yield* HttpClient.HttpClient

      const tell = Effect.fnUntraced(
        function* (id: number) {
          const [row] = yield* sql<{
            organisation_id: number
            integration_type: string
            auth_method: string | null
            settings: Readonly<Record<string, string>>
          }>`select organisation_id, integration_type, auth_method, settings from connection where id = ${id}`
          const connector = row && connectors.get(row.integration_type)
          const secrets = yield* credentials.open(id)
          if (row === undefined || connector === undefined || secrets === null) return
          const auth = Auth.methodOf(connector.auth, row.auth_method)
          if (auth === undefined) return
          const settings = { ...row.settings, ...secrets.settings }
          const client = platform.open(connector, {
            key: budgetKey(id),
            settings,
            method: row.auth_method,
            credentials: Effect.succeed(secrets.credentials),
            app: yield* integrations.appFor(row.organisation_id, connector),
            baseUrl: config.integration(connector.id).baseUrl ?? undefined
          })
          yield* client.disconnect
          if (auth._tag !== "OAuth2") return
          const own = yield* integrations.clientFor(row.organisation_id, connector)
          yield* OAuth.revoke(connector, auth, own, settings, secrets.credentials)
        },
        Effect.provideService(HttpClient.HttpClient, http)
      )

      return Farewell.of({
        say: Effect.fn("Farewell.say")(function* (id) {
          const isTold = yield* tell(id).pipe(
            Effect.as(true),
            Effect.timeout(patience),
            Effect.tapCause((cause) =>
              Effect.logWarning(`The platform of connection ${id} could not be told of its end.`, Cause.pretty(cause))
            ),
            Effect.catchCause(() => Effect.succeed(false))
          )
          yield* sql`update connection set credentials = null, credentials_version = credentials_version + 1
            where id = ${id} and status = 'DISCONNECTED'`.pipe(Effect.orDie)
          return isTold
        })
      })
    })
  )
}
