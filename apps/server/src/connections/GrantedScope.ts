/** What the credentials of connections are granted, for those that have to know which models they may read. */
import { Auth, type Connector } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SqlClient } from "effect/sql/SqlClient"
import { ids } from "../database/Parameters.ts"
import type { Vault } from "../secrets/Vault.ts"
import { place, type Secrets } from "./Credentials.ts"

/** Whether a connector has reads for which not every connection has the scope. */
const hasScopes = (connector: Connector.Any): boolean =>
  Object.values(
    connector.reads as Record<string, ReadonlyArray<{ readonly scope?: string }> | { readonly scope?: string }>
  )
    .flat()
    .some(({ scope }) => scope !== undefined)

/** The scopes as the platform named them, by connection; none where the connector's reads need none or nothing tells. */
export const grantedScopes =
  (sql: SqlClient, vault: Vault["Service"]) =>
  (
    connections: ReadonlyArray<{ readonly id: number; readonly connector: Connector.Any }>
  ): Effect.Effect<ReadonlyMap<number, string | undefined>> =>
    Effect.gen(function* () {
      const scopes = new Map<number, string | undefined>()
      const concerned = new Map(
        connections.filter(({ connector }) => hasScopes(connector)).map(({ connector, id }) => [id, connector])
      )
      if (concerned.size === 0) return scopes
      const rows = yield* sql<{ id: number; auth_method: string | null; credentials: string | null }>`
        select id, auth_method, credentials from connection where id = any(${ids([...concerned.keys()])})`
      for (const { auth_method, credentials, id } of rows) {
        const auth = Auth.methodOf(concerned.get(id)!.auth, auth_method)
        if (auth === undefined || credentials === null) {
          scopes.set(id, "")
          continue
        }
        const secrets: Secrets = JSON.parse(Redacted.value(yield* vault.open(place(id), credentials)))
        scopes.set(id, Auth.scopeOf(auth, secrets.credentials))
      }
      return scopes
    }).pipe(Effect.orDie)
