/** The manifest of a connector outside the project's repository: a right one passes the suite, and each fault is named by it. */
import { writeFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, it, onTestFinished } from "vitest"
import { checks } from "../src/index.ts"
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

const checked = async (own: object): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "svc-manifest-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "package.json")
  writeFileSync(file, JSON.stringify(own))
  await checks({ ...subject, manifest: pathToFileURL(file) })
    .find((check) => check.name === name)!
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
