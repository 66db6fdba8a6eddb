/** The audit log as its organisation reads it, oldest first. */
import type { ApiError, AuditEvents } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { numbered } from "../connections/Paging.ts"
import type { Caller } from "../http/Caller.ts"
import { type Envelope, idPage, type IdPageRequest } from "../http/IdPage.ts"

export interface AuditEventWire {
  readonly svc_id: number
  readonly svc_created_at: string
  readonly action: AuditEvents.Action
  readonly actor_type: AuditEvents.ActorType
  readonly actor_id: number | null
  readonly actor_prefix: string | null
  readonly target_id: string | null
  readonly company_id: number | null
  readonly address: string | null
  readonly request_id: string | null
  readonly details: Readonly<Record<string, unknown>>
}

interface Row extends Omit<AuditEventWire, "svc_id" | "svc_created_at"> {
  readonly id: number
  readonly created_at: Date
}

const columns = `id, created_at, action, actor_type, actor_id, actor_prefix, target_id, company_id, address, request_id, details`
const wire = ({ created_at, id, ...rest }: Row): AuditEventWire => ({
  svc_id: id,
  svc_created_at: created_at.toISOString(),
  ...rest
})

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** A key for one company sees the acts on that company. */
    readonly list: (caller: Caller, page: IdPageRequest) => Effect.Effect<Envelope<AuditEventWire>, ApiError.ApiError>
  }
>()("@svc/server/audit/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditLog.of({
        list: Effect.fn("AuditLog.list")(function* (caller, request) {
          return yield* idPage(
            request,
            (range) =>
              Effect.flatMap(numbered(range), ({ after, before, order, take }) =>
                Effect.orDie(
                  sql.unsafe<Row>(
                    `select ${columns} from audit_event where organisation_id = $1
                     and ($2::bigint is null or company_id = $2) and ($3::bigint is null or id > $3)
                     and ($4::bigint is null or id < $4) order by id ${order} limit $5`,
                    [caller.organisationId, caller.companyId, after, before, take]
                  )
                )
              ),
            ({ id }) => String(id),
            wire
          )
        })
      })
    })
  )
}
