/** The demo's platform keeps its state in the data folder: one process writes it, and none whose folder has become another's. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as Config from "../../src/Config.ts"
import * as DemoPlatform from "../../src/demo/DemoPlatform.ts"
import * as Server from "../../src/Server.ts"
import * as Databases from "../support/Databases.ts"

describe("the state of the demo's platform", () => {
  const scope = Scope.makeUnsafe()
  const inScope = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))
  let dataDir: string
  let start: () => Promise<Exit.Exit<unknown, unknown>>
  let passes: ReadonlyArray<() => void> = []
  beforeAll(async () => {
    dataDir = await inScope(Databases.folder)
    const { config } = Config.read({ SVC_DATA_DIR: dataDir, SVC_DEMO: "1" }, ["SVC_SANDBOX"])
    const platform: DemoPlatform.Platform = {
      integration: "SVC_SANDBOX",
      credentials: {},
      serve: async (_, beforeWrite) => {
        passes = [...passes, beforeWrite]
        return { baseUrl: "http://127.0.0.1:9", close: async () => {} }
      }
    }
    const database = await inScope(Layer.build(Server.schemaOf(Databases.postgres())))
    start = () =>
      inScope(Effect.exit(Layer.build(DemoPlatform.layer(config, platform)).pipe(Effect.provideContext(database))))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it("is written by one process of those that share a folder beside PostgreSQL", async () => {
    expect((await start())._tag).toBe("Success")
    const second = await start()
    expect(String(Exit.isFailure(second) && second.cause)).toMatch(/one process alone.*in use by process.*SVC_DEMO=0/s)
    expect(passes).toHaveLength(1)
  })

  it("is written no more once the folder is another's: the process ends first", () => {
    const [pass] = passes
    expect(pass).not.toThrow()
    const lock = join(dataDir, "lock")
    writeFileSync(`${lock}.next`, JSON.stringify({ token: "another's" }))
    renameSync(`${lock}.next`, lock)
    const ended = vi.spyOn(process, "kill").mockImplementation(() => {
      throw new Error("ended")
    })
    const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000)
    try {
      expect(pass).toThrow("ended")
    } finally {
      later.mockRestore()
      ended.mockRestore()
    }
  })
})
