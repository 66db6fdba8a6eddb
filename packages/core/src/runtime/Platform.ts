/** The platform client (`Client.ts`) as a service, for programs in Effect: over their HTTP client, within budgets that all share. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Any } from "../contract/Connector.ts"
import { make } from "./Client.ts"
import * as HttpTransport from "./HttpTransport.ts"
import { Limits } from "./Limits.ts"
import { OnCall } from "./Made.ts"
import { Believed, type Connection, Policy } from "./Request.ts"
import { type Served, served } from "./Served.ts"

export type { WriteOptions } from "./Client.ts"
export type { Served as Client } from "./Served.ts"

export class Platform extends Context.Service<
  Platform,
  { readonly open: (connector: Any, connection: Connection) => Served }
>()("@svc/core/Platform") {
  /** Needs an HTTP client; shares one rate budget over all clients with the same connection key. */
  static readonly layerLimits: Layer.Layer<Platform, never, HttpClient.HttpClient | Limits> = Layer.effect(
    Platform,
    Effect.gen(function* () {
      const transport = HttpTransport.make(yield* HttpClient.HttpClient, yield* OnCall)
      const limits = yield* Limits
      const policy = yield* Policy
      const believed = yield* Believed
      return Platform.of({
        open: (connector, connection) => served(make(transport, limits, policy, believed, connector, connection))
      })
    })
  )
  static readonly layer: Layer.Layer<Platform, never, HttpClient.HttpClient> = Platform.layerLimits.pipe(
    Layer.provide(Limits.layer)
  )
}
