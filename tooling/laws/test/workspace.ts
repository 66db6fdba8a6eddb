/** A throw-away workspace: this repository's own configuration around files planted by a test. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { onTestFinished } from "vitest"

const repository = resolve(import.meta.dirname, "../../..")

export const bin = (name: string) => join(repository, "node_modules/.bin", name)

/** Writes `files` into a new folder beside copies of `configuration`, and removes it after the test. */
export const plant = (files: Readonly<Record<string, string>>, configuration: ReadonlyArray<string>): string => {
  const root = mkdtempSync(join(tmpdir(), "svc-laws-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const path of configuration) cpSync(join(repository, path), join(root, path), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** Runs a program of the repository in `root` and answers its exit code and what it printed. */
export const run = (root: string, command: string, args: ReadonlyArray<string>) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, DO_NOT_TRACK: "1", TURBO_TELEMETRY_MESSAGE_DISABLED: "1" }
  })
  return { status, output: `${stdout}${stderr}`, stdout }
}
