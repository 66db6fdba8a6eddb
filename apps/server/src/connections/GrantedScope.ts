/** What the credentials of a connection are granted, for those that have to know which models they may read. */
import { Auth, type Connector } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Vault } from "../secrets/Vault.ts"
import { place, type Secrets } from "./Credentials.ts"

/** Whether a connector has reads for which not every connection has the scope. */
const hasScopes = (connector: Connector.Any): boolean =>
  Object.values(
    connector.reads as Record<string, ReadonlyArray<{ readonly scope?: string }> | { readonly scope?: string }>
  )
    .flat()
    .some(({ scope }) => scope !== undefined)

/** The scopes as the platform named them; undefined where the connector's reads need none or nothing tells. */
export const grantedScope =
  (sql: SqlClient, vault: Vault["Service"]) =>
  (connectionId: number, connector: Connector.Any): Effect.Effect<string | undefined> =>
    Effect.gen(function* () {
      if (!hasScopes(connector)) return undefined
      const [row] = yield* sql<{ auth_method: string | null; credentials: string | null }>`
        select auth_method, credentials from connection where id = ${connectionId}`
      const auth = row && Auth.methodOf(connector.auth, row.auth_method)
      if (auth === undefined || row === undefined || row.credentials === null) return ""
      const secrets: Secrets = JSON.parse(Redacted.value(yield* vault.open(place(connectionId), row.credentials)))
      return Auth.scopeOf(auth, secrets.credentials)
    }).pipe(Effect.orDie)
