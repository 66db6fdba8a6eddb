/** One version for what is published, from the notes in `.changeset`; what is private keeps its own. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, it, onTestFinished } from "vitest"

const repository = resolve(import.meta.dirname, "../../..")

const workspace = (note: string) => {
  const root = mkdtempSync(join(tmpdir(), "svc-versions-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const peerDependencies = { "@svc/core": "workspace:^" }
  write("package.json", JSON.stringify({ name: "svc", private: true }))
  write("pnpm-workspace.yaml", "packages:\n  - packages/*\n  - packages/connectors/*\n  - apps/*\n  - tooling/*\n")
  write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n")
  write("packages/core/package.json", JSON.stringify({ name: "@svc/core", version: "1.2.3" }))
  write(
    "packages/connectors/acme/package.json",
    JSON.stringify({ name: "@svc/acme", version: "1.2.3", peerDependencies })
  )
  write(
    "packages/create-svc-connector/package.json",
    JSON.stringify({ name: "create-svc-connector", version: "1.2.3" })
  )
  write(
    "apps/server/package.json",
    JSON.stringify({ name: "@svc/server", version: "1.2.3", dependencies: peerDependencies })
  )
  write(
    "tooling/laws/package.json",
    JSON.stringify({ name: "@svc/laws", version: "0.0.0", private: true, devDependencies: peerDependencies })
  )
  write(".changeset/note.md", note)
  cpSync(join(repository, ".changeset/config.json"), join(root, ".changeset/config.json"))
  const run = (command: string, ...args: ReadonlyArray<string>) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" })
    expect(status, stdout + stderr).toBe(0)
  }
  run("git", "init", "--quiet", "--initial-branch=main")
  run("git", "add", ".")
  run("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "-m", "start")
  run(join(repository, "node_modules/.bin/changeset"), "version")
  return (path: string) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).version
}

it.each([
  ["patch", "1.2.4"],
  ["minor", "1.3.0"],
  ["major", "2.0.0"]
])("a %s of core is one of every published package", (kind, version) => {
  const versionOf = workspace(`---\n"@svc/core": ${kind}\n---\n\nA change.\n`)
  expect(versionOf("packages/core")).toBe(version)
  expect(versionOf("packages/connectors/acme")).toBe(version)
  expect(versionOf("packages/create-svc-connector")).toBe(version)
  expect(versionOf("apps/server")).toBe(version)
  expect(versionOf("tooling/laws")).toBe("0.0.0")
})

it("a patch of one connector is one of every published package", () => {
  const versionOf = workspace(`---\n"@svc/acme": patch\n---\n\nA change.\n`)
  expect(versionOf("packages/core")).toBe("1.2.4")
  expect(versionOf("packages/connectors/acme")).toBe("1.2.4")
})
