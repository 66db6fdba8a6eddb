/**
 * Prints what a run came to, `N passed, N failed`, from vitest's own report and the names of the commands that failed, and fails
 * if anything did. A file that could not run its tests, and a command that failed by something else than a test, count as one.
 */
import { existsSync, readFileSync } from "node:fs"

const [report = "", ...commands] = process.argv.slice(2)

interface Report {
  readonly numPassedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages: ReadonlyArray<string>
    }>
  }>
}

const tests: Report | undefined = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined

// What failed is named here, at the end: of a long run often the last lines alone are kept.
const failedTests = (tests?.testResults ?? []).map(({ name, status, assertionResults }) => {
  const failed = assertionResults.filter((test) => test.status === "failed")
  for (const { fullName, failureMessages } of failed) {
    const lines = failureMessages.join("\n").split("\n")
    console.log([`Failed in ${name}: ${fullName}`, ...lines.slice(0, 30)].join("\n  "))
  }
  if (status !== "passed" && failed.length === 0) console.log(`Could not run: ${name}`)
  return status === "passed" ? failed.length : Math.max(failed.length, 1)
})
const failuresInTests = failedTests.reduce((sum, count) => sum + count, 0)

// A red `test` without a red test is an error outside of them.
const failedCommands = commands.filter((command) => command !== "test" || failuresInTests === 0)

if (!tests) console.log("The tests did not run.")
if (commands.length > 0) console.log(`Failed: ${commands.join(", ")}`)
if (tests && tests.numPendingTests + tests.numTodoTests > 0) {
  console.log(`${tests.numPendingTests + tests.numTodoTests} skipped`)
}
const failures = failuresInTests + failedCommands.length + (tests || commands.length > 0 ? 0 : 1)
console.log(`${tests?.numPassedTests ?? 0} passed, ${failures} failed`)
process.exitCode = failures > 0 || commands.length > 0 ? 1 : 0
