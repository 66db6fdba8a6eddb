import { existsSync, readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const folders = ["packages", "apps", "tooling", "examples"].flatMap((parent) =>
  existsSync(parent) ? readdirSync(parent).map((name) => `${parent}/${name}`) : []
)

export default defineConfig({
  test: {
    // One core is left to databases and processes; but many tests wait for those, so that three at once are not too
    // many for two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: folders
      .filter((folder) => existsSync(`${folder}/test`))
      .map((folder) => ({
        test: {
          name: folder,
          include: [`${folder}/test/**/*.test.ts`],
          // Databases, browsers and processes start in these tests; what hangs is ended, a slow machine is not punished.
          testTimeout: 120_000,
          hookTimeout: 120_000
        }
      }))
  }
})
