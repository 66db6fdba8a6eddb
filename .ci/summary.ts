/**
 * Prints what `pnpm test` came to, `N passed, N failed`, from its reports in a folder and the names of the commands that failed,
 * and fails if anything did. A file that could not run its tests, and a command that failed by something else than a test,
 * count as one. What failed and passed when it was tried again is told, and is no failure.
 */
import { faultsOf } from "./Faults.ts"
import { filesOf, reportOf, type TestFile } from "./Reports.ts"

const [folder = "", ...commands] = process.argv.slice(2)

const count = (files: ReadonlyArray<TestFile>, ...statuses: ReadonlyArray<string>): number =>
  files.reduce((sum, file) => sum + file.assertionResults.filter(({ status }) => statuses.includes(status)).length, 0)

const tests = filesOf(reportOf(folder, "vitest"))
const again = new Map(filesOf(reportOf(folder, "again"))?.map((file) => [file.name, file]))
const files = (tests ?? []).map((file) => again.get(file.name) ?? file)

// What failed is named here, at the end: of a long run often the last lines alone are kept.
for (const file of tests ?? []) {
  const second = again.get(file.name)
  if (second === undefined || faultsOf(second).length > 0) continue
  for (const fault of faultsOf(file)) console.log(`Failed once, and passed when tried again alone, in ${fault}`)
}
const faults = files.flatMap(faultsOf)
for (const fault of faults) console.log(`Failed in ${fault}`)

// A red `test` without a red test is an error outside of them.
const failedCommands = commands.filter((command) => command !== "test" || faults.length === 0)

if (!tests) console.log("The tests did not run.")
if (failedCommands.length > 0) console.log(`Failed: ${failedCommands.join(", ")}`)
const skipped = count(files, "pending", "todo", "skipped")
if (skipped > 0) console.log(`${skipped} skipped`)
const failures = faults.length + failedCommands.length + (tests || failedCommands.length > 0 ? 0 : 1)
console.log(`${count(files, "passed")} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
