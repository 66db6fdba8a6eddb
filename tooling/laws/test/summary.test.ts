/** The last line of `.ci/run` tells the truth about what ran. */
import { resolve } from "node:path"
import { expect, it } from "vitest"
import { plant, run } from "./workspace.ts"

const scripts = resolve(import.meta.dirname, "../../../.ci")

interface TestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: ReadonlyArray<object>
}
type Files = ReadonlyArray<TestFile>

const asked = (script: string, reports: Readonly<Record<string, Files | undefined>>, ...words: Array<string>) => {
  const written = Object.entries(reports).flatMap(([name, testResults]) =>
    testResults === undefined ? [] : [[name, JSON.stringify({ testResults })]]
  )
  const root = plant(Object.fromEntries(written), [])
  const { status, stdout } = run(root, process.execPath, [`${scripts}/${script}.ts`, ...words])
  return { status, last: stdout.trimEnd().split("\n").at(-1), stdout }
}
const summary = (first: Files | undefined, ...commands: ReadonlyArray<string>) =>
  asked("summary", { "report.json": first }, "report.json", "again.json", ...commands)
const summaryOf = (first: Files, again: Files, ...commands: ReadonlyArray<string>) =>
  asked("summary", { "report.json": first, "again.json": again }, "report.json", "again.json", ...commands)

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
  expect(summary(undefined, "test")).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
  expect(summary(undefined)).toMatchObject({ status: 1, last: "0 passed, 1 failed" })
})

it("tells of what failed once and passed when it was tried again", () => {
  const first = [file("failed", "passed", "failed"), named("b.test.ts", "passed", "passed")]
  const told = summaryOf(first, [file("passed", "passed", "passed")], "test")
  expect(told).toMatchObject({ status: 0, last: "3 passed, 0 failed" })
  expect(told.stdout).toContain("Failed once, and passed when tried again alone, in a.test.ts: it is failed\n")
})

it("is red when one of those tried again fails again, and when conformance failed besides", () => {
  const first = [file("failed", "passed", "failed"), named("b.test.ts", "failed", "skipped")]
  const again = [file("passed", "passed", "passed"), named("b.test.ts", "failed", "skipped")]
  expect(summaryOf(first, again, "test")).toMatchObject({ status: 1, last: "2 passed, 1 failed" })
  const passed = [file("passed", "passed", "passed"), named("b.test.ts", "passed", "passed")]
  expect(summaryOf(first, passed, "test", "conformance")).toMatchObject({ status: 1, last: "3 passed, 1 failed" })
  expect(summaryOf(first, passed, "test")).toMatchObject({ status: 0, last: "3 passed, 0 failed" })
})

it("has nothing tried again where more than three files failed, or none", () => {
  const failed = (...names: ReadonlyArray<string>) => names.map((name) => named(name, "failed", "failed"))
  const again = (files: Files | undefined) => asked("failed", { "report.json": files }, "report.json").stdout
  expect(again([named("a.test.ts", "passed", "passed"), ...failed("b.test.ts")])).toBe("b.test.ts\n")
  expect(again(failed("a.test.ts", "b.test.ts", "c.test.ts"))).toBe("a.test.ts\nb.test.ts\nc.test.ts\n")
  expect(again(failed("a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"))).toBe("")
  expect(again([file("passed", "passed")])).toBe("")
  expect(again(undefined)).toBe("")
})
