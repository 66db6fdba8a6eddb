import { existsSync, readdirSync, statfsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// Databases of tests are thousands of files that nobody keeps: they are in memory where the machine has room for them.
const memory = "/dev/shm"
const room = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
if (process.env["TMPDIR"] === undefined && existsSync(memory) && room(memory) > 8e9) process.env["TMPDIR"] = memory

const folders = ["packages", "packages/connectors", "apps", "tooling", "examples"].flatMap((parent) =>
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
          testTimeout: 180_000,
          hookTimeout: 180_000
        }
      }))
  }
})
