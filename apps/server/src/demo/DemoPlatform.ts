/**
 * The platform that the demo connects to: started beside the service while an installation has a demo, with its state in
 * the data folder, under the folder's lock and behind its fence. Which platform that is, the composition says.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { mkdirSync } from "node:fs"
import { AppConfig } from "../AppConfig.ts"
import type * as Config from "../Config.ts"
import { DatabaseInfo } from "../database/Database.ts"
import * as Fence from "../database/Fence.ts"
import * as FolderLock from "../database/FolderLock.ts"

/** A platform that can be started on the spot. */
export interface Platform {
  /** Its connector, such as `SVC_SANDBOX`. */
  readonly integration: string
  /** What the demo connects with. */
  readonly credentials: Readonly<Record<string, string>>
  /** Starts it on a free loopback port; `folder` keeps its state, and `beforeWrite` is called before that changes. */
  readonly serve: (
    folder: string,
    beforeWrite: () => void
  ) => Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }>
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

/** Passes as long as the data folder is this process's own. With PostgreSQL nothing else there needs its lock. */
const fence = Effect.fnUntraced(function* (folder: string) {
  const { lock } = yield* DatabaseInfo
  const own = lock ?? (yield* acquired(folder))
  return yield* Effect.acquireRelease(
    Effect.sync(() => Fence.make(own)),
    ({ close }) => Effect.sync(close)
  )
})
const acquired = (folder: string) =>
  Effect.sync(() => mkdirSync(folder, { recursive: true, mode: 0o700 })).pipe(
    Effect.andThen(FolderLock.acquire(folder)),
    Effect.mapError(
      ({ message }) =>
        new FolderLock.FolderInUse({
          folder,
          message: `The demo's platform is there for one process alone. ${message} SVC_DEMO=0 starts without it.`
        })
    )
  )

/** The settings as services see them, with the demo's platform in them when it runs. */
export const layer = (
  config: Config.Config,
  platform: Platform | undefined
): Layer.Layer<AppConfig | Demo, SqlError | FolderLock.FolderInUse, SqlClient.SqlClient | DatabaseInfo> => {
  const without = Layer.merge(AppConfig.layer(config), Layer.succeed(Demo, null))
  if (platform === undefined || !isWelcome(config)) return without
  const configured = config.integrations.get(platform.integration)
  // Who points the connector elsewhere wants no platform from us.
  if (configured === undefined || configured.baseUrl !== null) return without
  return Layer.unwrap(
    Effect.gen(function* () {
      if (!(yield* isWanted)) return without
      const { pass } = yield* fence(config.dataDir)
      const { baseUrl } = yield* Effect.acquireRelease(
        Effect.promise(() => platform.serve(config.dataDir, pass)),
        ({ close }) => Effect.promise(close)
      )
      const integrations = new Map(config.integrations).set(platform.integration, { ...configured, baseUrl })
      return Layer.merge(AppConfig.layer({ ...config, integrations }), Layer.succeed(Demo, { platform }))
    })
  )
}
