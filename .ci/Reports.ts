/** What vitest's JSON reports say of the tests, and of those that were tried again, as far as it is read here. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface TestFile {
  readonly name: string
  readonly status: string
  /** Why it could not run its tests. */
  readonly message: string
  readonly assertionResults: ReadonlyArray<{
    readonly status: string
    readonly fullName: string
    readonly failureMessages: ReadonlyArray<string>
  }>
}

/** Where the report of all tests is, or that of what was tried again. */
export const reportOf = (folder: string, run: "vitest" | "again"): string => join(folder, `${run}.json`)

/** The files of a report, or undefined where the run did not come so far as to write it. */
export const filesOf = (report: string): ReadonlyArray<TestFile> | undefined =>
  existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : undefined
