/**
 * `pnpm test`: with words, vitest with these words. Without, all tests; a file that failed is tried once more when they are over,
 * with nothing beside it, since three processes on two cores can let an answer come later than any test waits for. It is
 * named if it passes then.
 */
import { spawn } from "node:child_process"
import { rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { faultsOf } from "./Faults.ts"
import { filesOf, reportOf } from "./Reports.ts"

const root = resolve(import.meta.dirname, "..")
const vitest = join(root, "node_modules/vitest/vitest.mjs")
const [tests, again] = [reportOf(join(root, ".report"), "vitest"), reportOf(join(root, ".report"), "again")]

/** Most files that are tried again: more are no chance. */
const most = 3

/** Runs vitest, and gives its exit code. */
const run = (words: ReadonlyArray<string>): Promise<number> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [vitest, "run", ...words], { cwd: root, stdio: "inherit" })
    child.on("close", (code) => done(code ?? 1))
  })
const reporters = (report: string) => ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]

const words = process.argv.slice(2)
if (words.length > 0) process.exit(await run(words))

for (const report of [tests, again]) rmSync(report, { force: true })
const code = await run(reporters(tests))
const failed = (filesOf(tests) ?? []).filter((file) => faultsOf(file).length > 0)
// Where no file failed, something else did, which cannot be tried again.
const isChance = failed.length > 0 && failed.length <= most
process.exitCode = isChance ? await run([...reporters(again), ...failed.map(({ name }) => name)]) : code
