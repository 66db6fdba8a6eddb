/** The OAuth engine (`OAuth.ts`) for programs that have an HTTP client of effect's. */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpTransport from "./HttpTransport.ts"
import * as OAuth from "./OAuth.ts"
import { OnCall } from "./Made.ts"
import { Sender } from "./Transport.ts"

export { begin, type Flow, type Granted, type OAuthClient, type Verdict } from "./OAuth.ts"

const overHttp =
  <P extends ReadonlyArray<unknown>, A, E>(call: (...of: P) => Effect.Effect<A, E, Sender>) =>
  (...of: P): Effect.Effect<A, E, HttpClient.HttpClient> =>
    Effect.gen(function* () {
      const transport = HttpTransport.make(yield* HttpClient.HttpClient, yield* OnCall)
      return yield* Effect.provideService(call(...of), Sender, transport)
    })

/** `OAuth.finish`. */
export const finish = overHttp(OAuth.finish)
/** `OAuth.renew`. */
export const renew = overHttp(OAuth.renew)
/** `OAuth.probe`. */
export const probe = overHttp(OAuth.probe)
/** `OAuth.refresh`. */
export const refresh = overHttp(OAuth.refresh)
/** `OAuth.clientCredentials`. */
export const clientCredentials = overHttp(OAuth.clientCredentials)
/** `OAuth.revoke`. */
export const revoke = overHttp(OAuth.revoke)
