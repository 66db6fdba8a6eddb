/** The last line of `.ci/run` tells the truth about what ran. */
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { plant, run } from "./workspace.ts"

const script = resolve(import.meta.dirname, "../../../.ci/summary.ts")

interface TestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: ReadonlyArray<object>
}
type Files = ReadonlyArray<TestFile>

/** Each run's report, by its name; what is not there did not run. */
type Reports = Readonly<Partial<Record<"vitest" | "again", Files>>>

const summaryOf = (reports: Reports, ...commands: ReadonlyArray<string>) => {
  const written = Object.entries(reports).map(([name, testResults]) => [
    `reports/${name}.json`,
    JSON.stringify({ testResults })
  ])
  const root = plant(Object.fromEntries(written), [])
  const { status, stdout } = run(root, process.execPath, [script, "reports", ...commands])
  return { status, last: stdout.trimEnd().split("\n").at(-1), stdout }
}
const summary = (tests: Files, ...commands: ReadonlyArray<string>) => summaryOf({ vitest: tests }, ...commands)

const named = (name: string, status: string, ...tests: ReadonlyArray<string>): TestFile => ({
  name,
  status,
  message: tests.includes("failed") || status === "passed" ? "" : "no server started",
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: `it is ${test}`,
    failureMessages: test === "failed" ? [`it was ${test}`] : []
  }))
})
const file = (status: string, ...tests: ReadonlyArray<string>) => named("a.test.ts", status, ...tests)

it("counts what passed", () => {
  expect(summary([file("passed", "passed", "passed")])).toMatchObject({ status: 0, last: "2 passed, 0 failed" })
})

it("counts failed tests once, and the command they failed not again", () => {
  const failed = [file("failed", "passed", "failed", "failed")]
  expect(summary(failed, "test")).toMatchObject({ status: 1, last: "1 passed, 2 failed" })
})

it("names what failed, and says why", () => {
  const { stdout } = summary([file("failed", "passed", "failed")], "test")
  expect(stdout).toContain("Failed in a.test.ts: it is failed\n  it was failed\n")
  expect(stdout).not.toContain("it is passed")
})

it("counts a file that could not run, and says why", () => {
  const told = summary([file("passed", "passed"), named("b.test.ts", "failed", "skipped", "skipped")], "test")
  expect(told).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
  expect(told.stdout).toContain("Failed in b.test.ts could not run\n  no server started\n2 skipped\n")
})

it("counts a command that failed beside green tests", () => {
  const green = [file("passed", "passed")]
  expect(summary(green, "conformance")).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
  expect(summary(green, "test")).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
})

it("is red when the tests did not run", () => {
  expect(summaryOf({}, "test")).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
  expect(summaryOf({})).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
})

it("tells of what failed once and passed when it was tried again", () => {
  const tests = [file("failed", "passed", "failed"), named("b.test.ts", "passed", "passed")]
  const told = summaryOf({ vitest: tests, again: [file("passed", "passed", "passed")] })
  expect(told).toMatchObject({ status: 0, last: "3 passed, 0 failed" })
  expect(told.stdout).toContain("Failed once, and passed when tried again alone, in a.test.ts: it is failed\n")
})

it("is red when one of those tried again fails again, and when conformance failed besides", () => {
  const tests = [file("failed", "passed", "failed"), named("b.test.ts", "failed", "skipped")]
  const passed = [file("passed", "passed", "passed"), named("b.test.ts", "passed", "passed")]
  const told = summaryOf({ vitest: tests, again: [passed[0]!, tests[1]!] }, "test")
  expect(told).toMatchObject({ status: 1, last: "2 passed, 1 failed" })
  const conformance = summaryOf({ vitest: tests, again: passed }, "conformance")
  expect(conformance).toMatchObject({ status: 1, last: "3 passed, 1 failed" })
  // A run that ended badly beside what passed in the end.
  expect(summaryOf({ vitest: tests, again: passed }, "test")).toMatchObject({ status: 1 })
})
