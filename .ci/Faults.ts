/** What failed, in words. */
import type { TestFile } from "./Reports.ts"

/** Lines of a message that are shown. */
const most = 30

/** What failed in a file: its tests, or that none of them could run. Each names the file first, and says why. */
export const faultsOf = ({ name, status, message, assertionResults }: TestFile): ReadonlyArray<string> => {
  const faults = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages }) => [`${name}: ${fullName}`, ...failureMessages])
  const whole = faults.length === 0 && status !== "passed" ? [[`${name} could not run`, message]] : faults
  return whole.map((lines) =>
    lines
      .join("\n")
      .split("\n")
      // Where the runner called the test from tells nothing.
      .filter((line) => !/^\s+at .*\/node_modules\//.test(line))
      .slice(0, most + 1)
      .join("\n  ")
  )
}
