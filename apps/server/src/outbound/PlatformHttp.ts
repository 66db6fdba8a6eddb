/**
 * The HTTP client that platform and token calls go through. Some platforms are on a host that the end user types, so all of
 * them are behind a guard of their own: public addresses, what the operator allowed, and the addresses that stand in the
 * operator's own settings. Http and every port are allowed, since platforms in a private network have neither TLS nor 443;
 * which of them a user may type, the connector's settings say.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as HttpClient from "effect/http/HttpClient"
import { AppConfig } from "../AppConfig.ts"
import { Connectors } from "../ComposedConnectors.ts"
import { Guard } from "./Guard.ts"

/** Largest answer of a platform, in bytes: a page or a document, as text several times in memory while it is read. */
const maxResponseSize = 32_000_000

/** `allow` as in `GuardConfig`. */
export const layer = (
  allow: ReadonlyArray<string>
): Layer.Layer<HttpClient.HttpClient, never, AppConfig | Connectors> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { integration } = yield* AppConfig
      const { connectors } = yield* Connectors
      const origins = connectors.flatMap(({ id }) => {
        const { baseUrl, tokenUrl } = integration(id)
        return [baseUrl, tokenUrl].flatMap((address) => (address === null ? [] : [address]))
      })
      // The platform client limits the time of each call.
      const guard = Guard.layer({ allowHttp: true, ports: "any", allow, origins, maxResponseSize, timeout: null })
      return Guard.layerHttpClient.pipe(Layer.provide(Layer.fresh(guard)))
    })
  )
