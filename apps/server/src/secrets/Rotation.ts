/**
 * Puts sealed secrets under the current key of the ring. Only the wrapped data keys are written anew; each secret stays as
 * it is, and one that changes meanwhile is left to whoever changed it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { Vault, type VaultError } from "./Vault.ts"

/** Every column that holds sealed secrets, with the key of its table. */
export const places = [
  ["svc_meta", "value", "name"],
  ["integration", "client_secret", "id"],
  ["connection", "credentials", "id"],
  ["oauth_flow", "payload", "state_hash"],
  ["account_choice", "payload", "token_hash"],
  ["webhook", "headers", "id"],
  ["webhook", "secret", "id"],
  ["webhook", "previous_secret", "id"]
] as const

const BATCH = 200
interface Row {
  readonly id: string
  readonly sealed: string
}

/** Gives how many secrets were put under the current key; `tell` is told after each batch. */
export const rotateAll = Effect.fn("Rotation.rotateAll")(function* (
  tell: (done: number, place: string) => Effect.Effect<void> = () => Effect.void
): Effect.fn.Return<number, SqlError | VaultError, SqlClient.SqlClient | Vault> {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  let done = 0
  for (const [table, column, key] of places) {
    let after: string | null = null
    for (;;) {
      // Not all of svc_meta is sealed: what is, is JSON that names its key.
      const rows: ReadonlyArray<Row> = yield* sql.unsafe<Row>(
        `select ${key}::text as id, ${column} as sealed from ${table}
         where ${column} like '%"kid":%' and ${column} not like $1 and ($2::text is null or ${key}::text > $2)
         order by ${key}::text limit ${BATCH}`,
        [`%"kid":${JSON.stringify(vault.currentKey).replaceAll(/[\\%_]/g, "\\$&")}%`, after]
      )
      if (rows.length === 0) break
      for (const { id, sealed } of rows) {
        const rewrapped = yield* vault.rotate(sealed)
        if (rewrapped === undefined) continue
        const changed = yield* sql.unsafe(
          `update ${table} set ${column} = $1 where ${key}::text = $2 and ${column} = $3 returning 1`,
          [rewrapped, id, sealed]
        )
        done += changed.length
      }
      after = rows.at(-1)!.id
      yield* tell(done, `${table}.${column}`)
    }
  }
  return done
})
