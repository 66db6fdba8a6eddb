/** The audit log as its organisation reads it, oldest first. */
import { type ApiError, AuditEvents } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Caller } from "../http/Caller.ts"
import * as ManagedList from "../http/ManagedList.ts"

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

const stored = ManagedList.define(AuditEvents.list, {
  from: "audit_event",
  organisation: "organisation_id",
  company: "company_id",
  columns: {
    svc_id: "id",
    svc_created_at: "created_at",
    action: "action",
    actor_type: "actor_type",
    actor_id: "actor_id",
    actor_prefix: "actor_prefix",
    target_id: "target_id",
    company_id: "company_id",
    address: "address",
    request_id: "request_id"
  }
})
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
    readonly list: (
      caller: Caller,
      params: URLSearchParams
    ) => Effect.Effect<ManagedList.Envelope<AuditEventWire>, ApiError.ApiError>
  }
>()("@svc/server/audit/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const { page } = yield* ManagedList.make
      return AuditLog.of({
        list: Effect.fn("AuditLog.list")((caller, params) =>
          page(stored, caller, params, { select: columns }, ManagedList.each(wire))
        )
      })
    })
  )
}
