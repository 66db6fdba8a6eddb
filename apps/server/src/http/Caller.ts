/** Who is calling: what an API key stands for. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ApiError } from "@svc/core/api"

export const scopes = ["read", "write", "passthrough", "admin"] as const
export type Scope = (typeof scopes)[number]

export interface Caller {
  readonly organisationId: number
  readonly keyId: number
  readonly scopes: ReadonlyArray<Scope>
  /** Set for a key that may see one company only. */
  readonly companyId: number | null
  /** Set for a request of the console, whose session stands for the key. */
  readonly sessionId?: number
  /** Requests in a window of the key's own limit; null or absent for one that has none. */
  readonly requestLimit?: number | null
}
/** The caller of the request under way. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@svc/server/http/CurrentCaller") {}
/** What the caller may see of an answer: the answer, without what the table of `@svc/core/api` hides from them. */
export class CurrentView extends Context.Service<CurrentView, (answer: unknown) => unknown>()(
  "@svc/server/http/CurrentView"
) {}

/** Fails with 403 when the caller's key lacks the scope. */
export const demand = (caller: Caller, scope: Scope): Effect.Effect<void, ApiError.ApiError> =>
  caller.scopes.includes(scope)
    ? Effect.void
    : Effect.fail(ApiError.make("operation-denied", `This API key lacks the scope "${scope}".`))

/** Whether the caller may see a company; a key restricted to one company sees no other, as if it were not there. */
export const sees = (caller: Caller, companyId: number | null): boolean =>
  caller.companyId === null || caller.companyId === companyId
