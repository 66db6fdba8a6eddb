/** The callers' own identifiers of companies: one company of an organisation has a partner_id, and is found by it. */
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Caller, sees } from "../http/Caller.ts"

export interface Partner {
  readonly id: number
  readonly name: string | null
}

const conflict = (partnerId: string, holder: string): ApiError.ApiError =>
  ApiError.make(
    "conflict",
    `The partner_id ${JSON.stringify(partnerId)} belongs to ${holder} already; it is unique in an organisation.`,
    "partner_id"
  )

export const make = (sql: SqlClient) => {
  /** The company that has it, the oldest where several were given it before that was refused. */
  const find = (caller: Pick<Caller, "organisationId">, partnerId: string) =>
    Effect.map(
      Effect.orDie(
        sql<Partner>`select id, name from company where organisation_id = ${caller.organisationId}
          and partner_id = ${partnerId} and erasing_at is null order by id limit 1`
      ),
      ([row]) => row
    )
  return {
    find,
    /** Fails when another company than this one has it; a caller learns of a company they may not see no more than that. */
    free: Effect.fnUntraced(function* (caller: Caller, partnerId: string, companyId: number | null) {
      const row = yield* find(caller, partnerId)
      if (row === undefined || row.id === companyId) return
      return yield* conflict(partnerId, sees(caller, row.id) ? `company ${row.id}` : "another company")
    }),
    /** Of two that give the same at once, the index lets one through. */
    orTaken:
      (partnerId: string | null) =>
      <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, ApiError.ApiError, R> =>
        Effect.catch(effect, (error) =>
          partnerId !== null && error.reason._tag === "UniqueViolation"
            ? Effect.fail(conflict(partnerId, "another company"))
            : Effect.die(error)
        )
  }
}
