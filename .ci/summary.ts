/**
 * Prints what a run came to, `N passed, N failed`, from vitest's own reports and the names of the commands that failed, and fails
 * if anything did. A file that could not run its tests, and a command that failed by something else than a test, count as one.
 * The second report is of the files that were tried again: what passed in it is told, and is no failure.
 */
import { filesOf, type TestFile } from "./Report.ts"

const [first = "", second = "", ...commands] = process.argv.slice(2)

/** What failed in a file: its tests, or that none of them could run. */
const faultsOf = ({ name, status, message, assertionResults }: TestFile): ReadonlyArray<string> => {
  const faults = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, ...failureMessages])
  const whole = faults.length === 0 && status !== "passed" ? [[`${name} could not run`, message]] : faults
  return whole.map((lines) => lines.join("\n").split("\n").slice(0, 31).join("\n  "))
}
const count = (files: ReadonlyArray<TestFile>, ...statuses: ReadonlyArray<string>): number =>
  files.reduce((sum, file) => sum + file.assertionResults.filter(({ status }) => statuses.includes(status)).length, 0)

const tests = filesOf(first)
const again = new Map(filesOf(second)?.map((file) => [file.name, file]))
const files = (tests ?? []).map((file) => again.get(file.name) ?? file)

// What failed is named here, at the end: of a long run often the last lines alone are kept.
for (const file of tests ?? []) {
  if (again.has(file.name) && faultsOf(again.get(file.name)!).length === 0) {
    for (const fault of faultsOf(file)) console.log(`Failed once, and passed when tried again alone, in ${fault}`)
  }
}
const faults = files.flatMap(faultsOf)
for (const fault of faults) console.log(`Failed in ${fault}`)

// A red `test` without a red test is an error outside of them.
const mended = again.size > 0 && faults.length === 0
const failedCommands = commands.filter((command) => command !== "test" || (faults.length === 0 && !mended))

if (!tests) console.log("The tests did not run.")
if (failedCommands.length > 0) console.log(`Failed: ${failedCommands.join(", ")}`)
const skipped = count(files, "pending", "todo", "skipped")
if (skipped > 0) console.log(`${skipped} skipped`)
const failures = faults.length + failedCommands.length + (tests || commands.length > 0 ? 0 : 1)
console.log(`${count(files, "passed")} passed, ${failures} failed`)
process.exitCode = failures > 0 ? 1 : 0
