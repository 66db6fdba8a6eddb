/** The manifest of a connector outside the project's repository: a right one passes the suite, and each fault is named by it. */
import { writeFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { checks } from "../src/index.ts"
import { tableOf } from "../src/table.ts"
import { subject } from "./subject.ts"

const manifest = {
  name: "svc-connector-acme",
  version: "1.0.0",
  description: "A thing.",
  license: "MIT",
  type: "module",
  sideEffects: false,
  engines: { node: ">=22.19" },
  files: ["dist", "src"],
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  peerDependencies: { "@svc/core": "^1.0.0", effect: "^4.1.0" },
  svc: { contract: 2 }
}
const name = "has a manifest that says what it is and needs"
const readme = "has a README that says what it can do"

const checked = async (own: object, page?: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "svc-manifest-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "package.json")
  writeFileSync(file, JSON.stringify(own))
  if (page !== undefined) writeFileSync(join(folder, "README.md"), page)
  await checks({ ...subject, manifest: pathToFileURL(file) })
    .find((check) => check.name === (page === undefined ? name : readme))!
    .run()
}

it("passes a right one, also with a scope, and one that is not published", async () => {
  await checked(manifest)
  await checked({ ...manifest, name: "@acme/svc-connector-books" })
  const { name: own, peerDependencies, svc } = manifest
  await checked({ name: own, private: true, peerDependencies, svc })
})

it.each([
  ["another name", { name: "acme-connector" }, /name must be svc-connector-<platform>/],
  ["a dependency of its own", { dependencies: { "left-pad": "1.3.0" } }, /dependencies has left-pad/],
  ["core as a dependency", { dependencies: { "@svc/core": "^1.0.0" } }, /dependencies has @svc\/core/],
  ["a peer too few", { peerDependencies: { effect: "^4.1.0" } }, /peerDependencies lacks @svc\/core/],
  ["another contract", { svc: { contract: 1 } }, /"svc": { "contract": 2 } is missing/],
  ["no licence", { license: undefined }, /license is missing/]
])("refuses %s", async (_name, fault, message) => {
  await expect(checked({ ...manifest, ...fault })).rejects.toThrow(message)
})

const table = tableOf(subject.connector)
const row = (model: string) => table.split("\n").find((line) => line.startsWith(`| ${model} `))!
it("passes a README with the table, however wide its columns are", async () => {
  await checked(manifest, `# Acme\n\n## What it can do\n\n${table}\n\nMore.\n`)
  await checked(manifest, table.replaceAll(/ {2,}/g, "  ").replaceAll(/-{2,}/g, "---").replaceAll("\n", "\r\n"))
})
it.each([
  ["says nothing", ""],
  ["says less than the connector can do", table.replace(`${row("CONTACTS")}\n`, "")],
  [
    "says what the connector cannot do",
    table.replace(row("CURRENCIES"), row("CURRENCIES").replace(/\|\s+\|$/, "| yes |"))
  ],
  [
    "has a row too many",
    table.replace(row("CONTACTS"), `${row("CONTACTS")}\n${row("CONTACTS").replace("CONTACTS", "DEALS")}`)
  ]
])("refuses a README that %s", async (_name, page) => {
  await expect(checked(manifest, page)).rejects.toThrow(/README\.md does not show this table:/)
})
