/** What vitest's JSON report says of a run, as far as it is read here. */
import { existsSync, readFileSync } from "node:fs"

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

/** The files of the report, or undefined where the run did not come so far as to write it. */
export const filesOf = (path: string): ReadonlyArray<TestFile> | undefined =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).testResults : undefined
