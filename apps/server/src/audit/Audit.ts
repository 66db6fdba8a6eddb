/**
 * The audit log: who did which administrative act, on what, when and from where. A row is written in the transaction of
 * its act, so there is neither an act without a row nor a row without an act. Rows hold ids and facts of our own making:
 * no secret, no name that somebody chose.
 */
import type { AuditEvents } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Caller } from "../http/Caller.ts"
import { RequestInfo } from "../http/RequestInfo.ts"

/** Who acts. */
export interface Actor {
  readonly organisationId: number
  readonly type: AuditEvents.ActorType
  /** Of the API key or invite link; null for the operator and the service. */
  readonly id: number | null
}

/** One act. */
export interface Act {
  readonly action: AuditEvents.Action
  /** Id of what it was done to; null when it is the installation. */
  readonly target: number | string | null
  /** The company it concerns, when it concerns one only. */
  readonly companyId?: number | null
  readonly details?: Readonly<Record<string, unknown>>
}

/** The caller as an actor: whoever needs no key is the operator. */
export const by = ({ keyId, organisationId }: Pick<Caller, "keyId" | "organisationId">): Actor =>
  keyId === 0 ? { organisationId, type: "OPERATOR", id: null } : { organisationId, type: "API_KEY", id: keyId }

/** Whoever opened an invite link. The link's own text is a secret, so it is known by its number. */
export const byLink = (organisationId: number, id: number): Actor => ({ organisationId, type: "INVITE_LINK", id })

/** What the service does by itself, or because a platform says so. */
export const byService = (organisationId: number): Actor => ({ organisationId, type: "SERVICE", id: null })

export type Write = (actor: Actor, act: Act) => Effect.Effect<void>

/** What writes to the log of a database. Call it in the transaction of the act. */
export const writer =
  (sql: SqlClient.SqlClient): Write =>
  (actor, act) =>
    Effect.flatMap(Effect.serviceOption(RequestInfo), (found) => {
      const request = Option.getOrNull(found)
      return sql`
        insert into audit_event (organisation_id, action, actor_type, actor_id, actor_prefix, target_id, company_id,
          address, request_id, details)
        values (${actor.organisationId}, ${act.action}, ${actor.type}, ${actor.id},
          (select prefix from api_key where id = ${actor.type === "API_KEY" ? actor.id : null}::bigint),
          ${act.target === null ? null : String(act.target)}, ${act.companyId ?? null},
          ${request?.address ?? null}, ${request?.id ?? null}, ${JSON.stringify(act.details ?? {})}::text::json)`
    }).pipe(Effect.orDie, Effect.asVoid)

/**
 * Takes away from where acts on a company were done: an address may be that of a person. Call it in the transaction that
 * begins to erase the company; what is left of it then are ids.
 */
export const anonymise = (sql: SqlClient.SqlClient, companyId: number): Effect.Effect<void> =>
  sql`update audit_event set address = null where company_id = ${companyId} and address is not null`.pipe(
    Effect.orDie,
    Effect.asVoid
  )
