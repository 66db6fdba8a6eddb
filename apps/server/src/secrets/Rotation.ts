/**
 * Puts sealed secrets under the current key of the ring. Only the wrapped data keys are written anew; each secret stays as
 * it is, and one that changes meanwhile is left to whoever changed it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { texts } from "../database/Parameters.ts"
import { Vault, type VaultError } from "./Vault.ts"

/** Every column that holds sealed secrets, with the key of its table and the type of that. */
export const places = [
  ["svc_meta", "value", "name", "text"],
  ["integration", "client_secret", "id", "bigint"],
  ["connection", "credentials", "id", "bigint"],
  ["invite_link", "sealed_token", "id", "bigint"],
  ["oauth_flow", "payload", "state_hash", "text"],
  ["account_choice", "payload", "token_hash", "text"],
  ["idempotency_key", "sealed_body", "id", "bigint"],
  ["subscription", "sealed", "connection_id", "bigint"],
  ["webhook", "headers", "id", "uuid"],
  ["webhook", "secret", "id", "uuid"],
  ["webhook", "previous_secret", "id", "uuid"]
] as const

const BATCH = 500
interface Row {
  readonly id: string
  readonly sealed: string
}

/** Gives how many secrets were put under the current key; `tell` is given as much after each batch. */
export const rotateAll = Effect.fn("Rotation.rotateAll")(function* (
  tell: (done: number) => Effect.Effect<void> = () => Effect.void
): Effect.fn.Return<number, SqlError | VaultError, SqlClient.SqlClient | Vault> {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  let done = 0
  for (const [table, column, key, type] of places) {
    let after: string | null = null
    for (;;) {
      // Not all of svc_meta is sealed: what is, is JSON that names its key.
      const rows: ReadonlyArray<Row> = yield* sql.unsafe<Row>(
        `select t.${key}::text as id, ${column} as sealed from ${table} t
         where ${column} like '%"kid":%' and ${column} not like $1 and ${after === null ? "$2::text is null" : `t.${key} > $2::text::${type}`}
         order by t.${key} limit ${BATCH}`,
        [`%"kid":${JSON.stringify(vault.currentKey).replaceAll(/[\\%_]/g, "\\$&")}%`, after]
      )
      if (rows.length === 0) break
      const rewrapped = yield* Effect.forEach(
        rows,
        ({ id, sealed }) => Effect.map(vault.rotate(sealed), (now) => (now === undefined ? [] : [{ id, sealed, now }])),
        { concurrency: 16 }
      )
      const changes = rewrapped.flat()
      const changed = yield* sql.unsafe(
        `update ${table} t set ${column} = n.now
         from unnest($1::text[], $2::text[], $3::text[]) as n (id, sealed, now)
         where t.${key} = n.id::${type} and t.${column} = n.sealed returning 1`,
        [
          texts(changes.map(({ id }) => id)),
          texts(changes.map(({ sealed }) => sealed)),
          texts(changes.map(({ now }) => now))
        ]
      )
      done += changed.length
      after = rows.at(-1)!.id
      yield* tell(done)
    }
  }
  return done
})
