/** Who may call what: the `api_key` header, and the scope an endpoint demands of the key. */
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { failures } from "./Failure.ts"

/** What an API key may be allowed. */
export const scopes = ["read", "write", "passthrough", "admin"] as const
export type Scope = (typeof scopes)[number]

/** The scope that an endpoint demands; an annotation of the endpoint, or of its whole group. */
export class RequiredScope extends Context.Service<RequiredScope, Scope>()("@svc/core/api/RequiredScope") {}

/**
 * What the body of an endpoint holds, which decides how large it may be; an annotation of the endpoint. Without it a body
 * is management: small, and every list of it short; `bytes` are a file, and no JSON.
 */
export class BodyKind extends Context.Service<BodyKind, "management" | "write" | "passthrough" | "bytes">()(
  "@svc/core/api/BodyKind"
) {}

/** Marks an endpoint whose answer is sent while it is made; an annotation of the endpoint. */
export class IsStreamed extends Context.Service<IsStreamed, true>()("@svc/core/api/IsStreamed") {}

/**
 * What a POST does under an Idempotency-Key when the process that took the first request died. `rolls-back`: all it does is
 * one transaction with its kept answer, so nothing was done and it is done now. `again`: doing it twice is harmless.
 * `unknown`: it may have been done elsewhere, so it is never done again, and that is said. `own`: a write, whose job knows.
 */
export type Repeat = "rolls-back" | "again" | "unknown" | "own"
/** An annotation of the endpoint; `rolls-back` without one. */
export class OnRepeat extends Context.Service<OnRepeat, Repeat>()("@svc/core/api/OnRepeat") {}

/** Lets in who has a known key with the endpoint's scope. A client's implementation sets the header. */
export class Authentication extends HttpApiMiddleware.Service<Authentication>()("@svc/core/api/Authentication", {
  requiredForClient: true,
  security: { api_key: HttpApiSecurity.apiKey({ key: "api_key", in: "header" }) },
  error: failures()
}) {}

/** Turns every fault of a request into the one error answer. */
export class Faults extends HttpApiMiddleware.Service<Faults>()("@svc/core/api/Faults", { error: failures() }) {}
