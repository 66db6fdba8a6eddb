/** The last line of `.ci/run` tells the truth about what ran. */
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { plant, run } from "./workspace.ts"

const script = resolve(import.meta.dirname, "../../../.ci/summary.ts")

const summary = (report: object | undefined, ...commands: ReadonlyArray<string>) => {
  const root = plant(report ? { "report.json": JSON.stringify(report) } : {}, [])
  const { status, stdout } = run(root, process.execPath, [script, "report.json", ...commands])
  return { status, last: stdout.trimEnd().split("\n").at(-1), stdout }
}

const file = (status: string, ...tests: ReadonlyArray<string>) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map((test) => ({
    status: test,
    fullName: `it is ${test}`,
    failureMessages: [`it was ${test}`]
  }))
})

const report = (numPassedTests: number, ...testResults: ReadonlyArray<ReturnType<typeof file>>) => ({
  numPassedTests,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults
})

it("counts what passed", () => {
  expect(summary(report(2, file("passed", "passed", "passed")))).toMatchObject({
    status: 0,
    last: "2 passed, 0 failed"
  })
})

it("counts failed tests once, and the command they failed not again", () => {
  const failed = report(1, file("failed", "passed", "failed", "failed"))
  expect(summary(failed, "test")).toMatchObject({ status: 1, last: "1 passed, 2 failed" })
})

it("names what failed, and says why", () => {
  const { stdout } = summary(report(1, file("failed", "passed", "failed")), "test")
  expect(stdout).toContain("Failed in a.test.ts: it is failed\n  it was failed\n")
  expect(stdout).not.toContain("it is passed")
})

it("counts a file that could not run", () => {
  expect(summary(report(1, file("passed", "passed"), file("failed")), "test")).toMatchObject({
    status: 1,
    last: "1 passed, 1 failed"
  })
})

it("counts a command that failed beside green tests", () => {
  const green = report(1, file("passed", "passed"))
  expect(summary(green, "conformance")).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
  expect(summary(green, "test")).toMatchObject({ status: 1, last: "1 passed, 1 failed" })
})

it("is red when the tests did not run", () => {
  expect(summary(undefined, "test")).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
  expect(summary(undefined)).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
})
