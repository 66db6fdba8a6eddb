/**
 * What is under way between two requests of a user: a sign-in at a platform, and a choice between the accounts it leads
 * to. Both are sealed, bound to one browser, and worth nothing after half an hour; `Upkeep.ts` removes them then.
 */
import type { Auth } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Choice } from "../connections/Connecting.ts"
import { Vault } from "../secrets/Vault.ts"
import type * as Journey from "./Journey.ts"
import * as Visitor from "./Visitor.ts"

type Values = Readonly<Record<string, string>>

/** A sign-in under way. */
export interface Flow {
  readonly integrationType: string
  /** Which of the connector's ways; null, or absent in one begun by an earlier release, where it has one. */
  readonly method?: string | null
  readonly settings: Values
  readonly companyName: string | null
  readonly verifier: string | null
  /** What the visit carries on; absent in one begun by an earlier release. */
  readonly journey?: Journey.Journey
}
/** How a window ended that was opened on a link. */
export type Ended =
  | { readonly status: "connected"; readonly connection_id: number; readonly integration_type: string }
  | { readonly status: "failed"; readonly reason: string }
/** A sign-in that led to several accounts. */
export interface OpenChoice {
  readonly integrationType: string
  readonly method?: string | null
  readonly settings: Values
  readonly companyName: string | null
  readonly credentials: Auth.Credentials
  readonly choices: ReadonlyArray<Choice>
}
export interface Claimed {
  readonly flow: Flow
  readonly linkId: number
  /** It was begun in the browser that now comes back. */
  readonly isSameBrowser: boolean
}

/** How long a user may take. */
const patience = "30 minutes"

interface EndedRow {
  readonly status: "connected" | "failed"
  readonly connection_id: number | null
  readonly integration_type: string | null
  readonly reason: string | null
}
const attemptHash = (linkId: number, attempt: string): string => Visitor.hash("attempt", `${linkId}:${attempt}`)

interface Row {
  readonly browser_hash: string
  readonly integration_type: string
  readonly payload: string
  readonly link: number
}

export class Flows extends Context.Service<
  Flows,
  {
    readonly begin: (linkId: number, state: string, visitor: Visitor.Visitor, flow: Flow) => Effect.Effect<void>
    /** Uses a sign-in up: whoever brings its state first ends it. Null for a state that is unknown, used or too old. */
    readonly claim: (state: string, visitor: Visitor.Visitor) => Effect.Effect<Claimed | null>
    /** Keeps a choice open; answers the token its page is found by. */
    readonly offer: (linkId: number, visitor: Visitor.Visitor, choice: OpenChoice) => Effect.Effect<string>
    /** The open choice of this browser and link, or null. */
    readonly choice: (linkId: number, token: string, visitor: Visitor.Visitor) => Effect.Effect<OpenChoice | null>
    readonly close: (token: string) => Effect.Effect<void>
    /** Notes how an attempt ended, for whoever opened its window; the last end counts. */
    readonly end: (linkId: number, attempt: string, ended: Ended) => Effect.Effect<void>
    /** How it ended, or null. */
    readonly ended: (linkId: number, attempt: string) => Effect.Effect<Ended | null>
  }
>()("@svc/server/connect/Flows") {
  static readonly layer: Layer.Layer<Flows, never, SqlClient.SqlClient | Vault> = Layer.effect(
    Flows,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault

      const seal = (place: string, value: object) => vault.seal(place, Redacted.make(JSON.stringify(value)))
      const open = <A>(place: string, sealed: string) =>
        Effect.map(vault.open(place, sealed), (secret) => JSON.parse(Redacted.value(secret)) as A)
      const statePlace = (hash: string) => `oauth_flow:payload:${hash}`
      const choicePlace = (hash: string) => `account_choice:payload:${hash}`

      return Flows.of({
        begin: Effect.fnUntraced(function* (linkId, state, visitor, flow) {
          const hash = Visitor.hash("state", state)
          const payload = yield* seal(statePlace(hash), flow)
          yield* sql`insert into oauth_flow (state_hash, browser_hash, invite_link_id, integration_type, payload, expires_at)
            values (${hash}, ${Visitor.hash("browser", visitor.secret)}, ${linkId}, ${flow.integrationType}, ${payload},
              now() + ${patience}::interval)`
        }, Effect.orDie),
        claim: Effect.fnUntraced(function* (state, visitor) {
          const hash = Visitor.hash("state", state)
          const [row] = yield* sql<Row>`
            delete from oauth_flow where state_hash = ${hash} and expires_at > now()
            returning browser_hash, integration_type, payload, invite_link_id as link`
          if (row === undefined) return null
          return {
            flow: yield* open<Flow>(statePlace(hash), row.payload),
            linkId: row.link,
            isSameBrowser: visitor.isKnown && Visitor.isSame(row.browser_hash, Visitor.hash("browser", visitor.secret))
          }
        }, Effect.orDie),
        offer: Effect.fnUntraced(function* (linkId, visitor, choice) {
          const token = Visitor.newToken()
          const hash = Visitor.hash("choice", token)
          const payload = yield* seal(choicePlace(hash), choice)
          yield* sql`insert into account_choice (token_hash, browser_hash, invite_link_id, integration_type, payload, expires_at)
            values (${hash}, ${Visitor.hash("browser", visitor.secret)}, ${linkId}, ${choice.integrationType}, ${payload},
              now() + ${patience}::interval)`
          return token
        }, Effect.orDie),
        choice: Effect.fnUntraced(function* (linkId, token, visitor) {
          const hash = Visitor.hash("choice", token)
          const [row] = yield* sql<{ browser_hash: string; payload: string }>`
            select browser_hash, payload from account_choice
            where token_hash = ${hash} and invite_link_id = ${linkId} and expires_at > now()`
          const isTheirs =
            row !== undefined &&
            visitor.isKnown &&
            Visitor.isSame(row.browser_hash, Visitor.hash("browser", visitor.secret))
          return isTheirs ? yield* open<OpenChoice>(choicePlace(hash), row.payload) : null
        }, Effect.orDie),
        close: (token) =>
          sql`delete from account_choice where token_hash = ${Visitor.hash("choice", token)}`.pipe(
            Effect.asVoid,
            Effect.orDie
          ),
        end: Effect.fnUntraced(function* (linkId, attempt, ended) {
          const [connection, type, reason] =
            ended.status === "connected"
              ? [ended.connection_id, ended.integration_type, null]
              : [null, null, ended.reason]
          yield* sql`insert into connect_attempt (attempt_hash, invite_link_id, status, connection_id, integration_type,
              reason, expires_at)
            values (${attemptHash(linkId, attempt)}, ${linkId}, ${ended.status}, ${connection}, ${type}, ${reason},
              now() + ${patience}::interval)
            on conflict (attempt_hash) do update set status = excluded.status, connection_id = excluded.connection_id,
              integration_type = excluded.integration_type, reason = excluded.reason, expires_at = excluded.expires_at`
        }, Effect.orDie),
        ended: Effect.fnUntraced(function* (linkId, attempt): Effect.fn.Return<Ended | null, SqlError> {
          const [row] = yield* sql<EndedRow>`
            select status, connection_id, integration_type, reason from connect_attempt
            where attempt_hash = ${attemptHash(linkId, attempt)} and expires_at > now()`
          if (row === undefined) return null
          const { connection_id, integration_type, reason, status } = row
          return status === "connected"
            ? { status, connection_id: connection_id!, integration_type: integration_type! }
            : { status: "failed", reason: reason! }
        }, Effect.orDie)
      })
    })
  )
}
