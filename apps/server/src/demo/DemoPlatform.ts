/**
 * The platform that the demo connects to: started beside the service while an installation has a demo, with its state in
 * the data folder. Which platform that is, the composition says.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { AppConfig } from "../AppConfig.ts"
import type * as Config from "../Config.ts"

/** A platform that can be started on the spot. */
export interface Platform {
  /** Its connector, such as `SVC_SANDBOX`. */
  readonly integration: string
  /** What the demo connects with. */
  readonly credentials: Readonly<Record<string, string>>
  /** Starts it on a free loopback port; `folder` keeps its state. */
  readonly serve: (folder: string) => Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }>
}

/** The demo of this installation; null when there is none. */
export class Demo extends Context.Service<Demo, { readonly platform: Platform } | null>()("@svc/server/demo/Demo") {}

/** Row of `svc_meta` that says that this installation has a demo. */
export const META = "demo"

/** Without a word from the operator, an installation on the embedded database may have a demo. */
const isWelcome = (config: Config.Config): boolean => config.demo ?? config.databaseUrl === null

/** A demo is made in an installation without companies, and then belongs to it. */
const isWanted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ made: boolean; empty: boolean }>`
    select exists (select 1 from svc_meta where name = ${META}) as made, not exists (select 1 from company) as empty`
  return row!.made || row!.empty
})

/** The settings as services see them, with the demo's platform in them when it runs. */
export const layer = (
  config: Config.Config,
  platform: Platform | undefined
): Layer.Layer<AppConfig | Demo, SqlError, SqlClient.SqlClient> => {
  const without = Layer.merge(AppConfig.layer(config), Layer.succeed(Demo, null))
  if (platform === undefined || !isWelcome(config)) return without
  const configured = config.integrations.get(platform.integration)
  // Who points the connector elsewhere wants no platform from us.
  if (configured === undefined || configured.baseUrl !== null) return without
  return Layer.unwrap(
    Effect.gen(function* () {
      if (!(yield* isWanted)) return without
      const { baseUrl } = yield* Effect.acquireRelease(
        Effect.promise(() => platform.serve(config.dataDir)),
        ({ close }) => Effect.promise(close)
      )
      const integrations = new Map(config.integrations).set(platform.integration, { ...configured, baseUrl })
      return Layer.merge(AppConfig.layer({ ...config, integrations }), Layer.succeed(Demo, { platform }))
    })
  )
}
