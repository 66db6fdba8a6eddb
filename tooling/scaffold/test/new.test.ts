/** `pnpm new` in a copy of this repository: what it makes is named where it has to be and passes what every connector here passes. */
import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

const repository = resolve(import.meta.dirname, "../../..")
const root = join(mkdtempSync(join(tmpdir(), "svc-new-")), "repository")

const run = async (command: string, ...args: ReadonlyArray<string>) => {
  const bin = join(repository, "node_modules/.bin")
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env["PATH"]}`,
    DO_NOT_TRACK: "1",
    TURBO_TELEMETRY_MESSAGE_DISABLED: "1"
  }
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env })
  let output = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  child.stderr.on("data", (chunk) => (output += chunk))
  const status = await new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail))
  return { status, output }
}
const passes = async (command: string, ...args: ReadonlyArray<string>) => {
  const { output, status } = await run(command, ...args)
  expect(status, output).toBe(0)
  return output
}
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** A package of the copy sees its dependencies as pnpm would lay them: those of the copy by link, others as they are here. */
const link = (folder: string, name: string, target: string) => {
  const place = join(root, folder, "node_modules", name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(target, place)
}

let said = ""

beforeAll(async () => {
  // Links between packages are relative, and so they lead to the copy's own packages. What the compiler has made of these
  // is still as it would be, with its times.
  cpSync(repository, root, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (path) => !/\/(\.git|\.data|\.report|\.pnpm|\.cache|coverage)$/.test(path)
  })
  symlinkSync(join(repository, "node_modules/.pnpm"), join(root, "node_modules/.pnpm"))
  said = await passes(process.execPath, "tooling/scaffold/src/main.ts", "tide-books")
  link("packages/connectors/tide-books", "@svc/core", join(root, "packages/core"))
  link("packages/connectors/tide-books", "@svc/testkit", join(root, "packages/testkit"))
  link("packages/connectors/tide-books", "effect", join(repository, "node_modules/effect"))
  link("apps/server", "@svc/tide-books", join(root, "packages/connectors/tide-books"))
})

afterAll(() => rmSync(dirname(root), { recursive: true, force: true }))

it("says what it made, and what is left to do", () => {
  expect(said).toContain(
    "Made packages/connectors/tide-books, and named it in tsconfig.json, apps/server/tsconfig.json, apps/server/package.json, " +
      "apps/server/src/connectors.ts, .changeset/tide-books.md. What is left:\n  1. pnpm install\n  2. pnpm capabilities"
  )
  expect(said).toContain("pnpm conformance tide-books <folder>")
})

it("is composed into the server, and noted for the next release", () => {
  const composed = read("apps/server/src/connectors.ts")
  const imported = [...composed.matchAll(/^ {2}lazy\(.* import\("(@svc\/.*)"\)\)\.\w+\),?$/gm)].map(([, from]) => from)
  expect(composed).toContain(
    '  lazy("TIDE_BOOKS", "ACCOUNTING", async () => (await import("@svc/tide-books")).tideBooks),\n'
  )
  expect(imported).toContain("@svc/xero")
  expect(imported).toEqual(imported.toSorted())
  const dependencies = Object.keys(JSON.parse(read("apps/server/package.json")).dependencies)
  expect(dependencies).toContain("@svc/tide-books")
  expect(dependencies).toEqual(dependencies.toSorted())
  expect(read(".changeset/tide-books.md")).toContain('"@svc/tide-books": minor')
})

it("passes lint, format, boundaries and the manifest check", async () => {
  await passes("oxlint", "packages/connectors/tide-books", "apps/server/src")
  await passes("oxfmt", "--check", "packages/connectors/tide-books", "apps/server", "tsconfig.json")
  await passes(process.execPath, "tooling/laws/src/manifest.ts")
  expect(await passes(process.execPath, "tooling/laws/src/boundaries.ts")).toContain("no issues found")
})

it("type-checks, alone and in the server", async () => {
  await passes("tsc", "-b", "packages/connectors/tide-books", "apps/server")
})

it("passes the suite", async () => {
  expect(await passes("vitest", "run", "--project", "packages/connectors/tide-books")).toMatch(/\d+ passed/)
})

it("shows in its README what it can do, as the tables are written", async () => {
  const before = read("packages/connectors/tide-books/README.md")
  await passes(process.execPath, "tooling/capabilities/src/main.ts")
  expect(read("packages/connectors/tide-books/README.md")).toBe(before)
  expect(read("docs/capabilities.md")).toContain("Tide Books")
})

it.each([
  ["tide-books", "@svc/tide-books is packages/connectors/tide-books: choose another name.\n"],
  ["server", "@svc/server is apps/server: choose another name.\n"]
])("is not made where there is a package of that name: %s", async (slug, sentence) => {
  const { output, status } = await run(process.execPath, "tooling/scaffold/src/main.ts", slug)
  expect(output).toBe(sentence)
  expect(status).toBe(1)
})
