import { existsSync, readdirSync, statfsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Databases of tests are thousands of files that nobody keeps: they are in memory where the machine has room for them.
const memory = "/dev/shm"
const room = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
if (process.env["TMPDIR"] === undefined && existsSync(memory) && room(memory) > 8e9) process.env["TMPDIR"] = memory

// What Node compiles for one file of tests need not be compiled for the next.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/tests")

/** Each connector is a project for who names it; all together are one, as files of different projects share no process. */
const connectors = "packages/connectors"
const isNamed = process.argv.some((word) => word.startsWith("--project"))

const folders = ["packages", ...(isNamed ? [connectors] : []), "apps", "tooling", "examples"].flatMap((parent) =>
  existsSync(parent) ? readdirSync(parent).map((name) => `${parent}/${name}`) : []
)
const testsIn = (folder: string): string => (folder === connectors ? `${folder}/*/test` : `${folder}/test`)

/** Many files, each of which loads the same: they share processes, and what is loaded there. */
const shared = (folder: string): boolean =>
  ["apps/server", "packages/core"].includes(folder) || folder.startsWith(connectors)

/**
 * The files that take longest: begun last, they would be all that still runs. Those that share no process come first, since
 * a process that is shared ends when the next file is of another project.
 */
const long = [
  "apps/server/test/durability/chaos",
  "tooling/publish/test/publish",
  "tooling/bundle/test/bundle",
  "tooling/scaffold/test/new",
  "packages/testkit/test/suite",
  "apps/server/test/console/tasks",
  "apps/server/test/console/views",
  "apps/server/test/durability/folders",
  "apps/server/test/durability/erasure",
  "apps/server/test/cli/cli",
  "apps/server/test/sync/remap",
  "apps/server/test/demo/demo",
  "apps/server/test/outbound/processes",
  "apps/server/test/durability/kill",
  "apps/server/test/secrets/rotation",
  "apps/server/test/durability/roles",
  "apps/server/test/durability/still",
  "apps/server/test/security/s2-organisations",
  "apps/server/test/webhooks/subscriptions",
  "apps/server/test/webhooks/processes"
]

class LongFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
      return at === -1 ? long.length : at
    }
    // oxlint-disable-next-line no-array-sort -- the sequencer's own method
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // The embedded database of a test lives too short for its code to be worth optimising.
    execArgv: ["--liftoff-only"],
    // One core is left to databases and processes; but many tests wait for those, so that three at once are not too
    // many for two cores. Four were: what is to happen within seconds did not.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: folders
      .filter((folder) => folder === connectors || existsSync(testsIn(folder)))
      .map((folder) => ({
        test: {
          name: folder,
          include: [`${testsIn(folder)}/**/*.test.ts`],
          isolate: !shared(folder),
          // Node runs the sources by itself, as it does when they are started.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Databases, browsers and processes start in these tests; what hangs is ended, a slow machine is not punished.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // What failed is told in the message, since of a long run the end alone may be kept.
          chaiConfig: { truncateThreshold: 2000 }
        }
      }))
  }
})
