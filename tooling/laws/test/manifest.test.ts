/** The manifest check on a small workspace: clean passes, and each planted fault is named by its rule. */
import { describe, expect, it } from "vitest"
import { check } from "../src/manifest.ts"
import { plant, run } from "./workspace.ts"

const published = {
  version: "0.0.0",
  description: "A thing.",
  keywords: ["thing", "small"],
  license: "Apache-2.0",
  type: "module",
  sideEffects: false,
  engines: { node: ">=22.19" },
  files: ["dist", "src"],
  exports: { ".": "./src/index.ts" },
  publishConfig: { access: "public", exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } }
}

const core = {
  ...published,
  name: "@svc/core",
  dependencies: { oauth4webapi: "catalog:" },
  peerDependencies: { effect: "catalog:" }
}

const acme = {
  ...published,
  name: "@svc/acme",
  svc: { contract: 2 },
  peerDependencies: { "@svc/core": "workspace:^", effect: "catalog:" },
  devDependencies: { "@svc/core": "workspace:^", "@svc/testkit": "workspace:^", effect: "catalog:" }
}

const composed = 'export const connectors = [\n  lazy("ACME", "CRM", async () => (await import("@svc/acme")).acme)\n]\n'

/** Where a package of the small workspace is. */
const placeOf = (name: string) =>
  name === "core" ? "packages/core" : `packages/${name === "makers" ? "families" : "connectors"}/${name}`
const tagOf = (name: string) => (name === "core" ? "core" : name === "makers" ? "family" : "connector")

const workspace = (
  manifests: Readonly<Record<string, object>>,
  connectors = composed,
  more: Readonly<Record<string, string>> = {}
) => {
  const files: Record<string, string> = {
    "apps/server/src/connectors.ts": connectors,
    "tsconfig.json": JSON.stringify({
      references: Object.keys(manifests).map((name) => ({ path: placeOf(name) }))
    })
  }
  for (const [folder, manifest] of Object.entries(manifests)) {
    const repository = { type: "git", directory: placeOf(folder) }
    files[`${placeOf(folder)}/package.json`] = JSON.stringify({ repository, ...manifest })
    files[`${placeOf(folder)}/turbo.json`] = JSON.stringify({ tags: [tagOf(folder)] })
  }
  return plant({ ...files, ...more }, [])
}

const rules = (manifests: Readonly<Record<string, object>>, connectors?: string) =>
  check(workspace(manifests, connectors)).map(({ rule, file }) => `${rule} ${file}`)

const without = (manifest: object, field: string) =>
  Object.fromEntries(Object.entries(manifest).filter(([key]) => key !== field))

const connectorFile = "packages/connectors/acme/package.json"

describe("manifest check", () => {
  it("passes a lawful workspace", () => {
    expect(check(workspace({ core, acme }))).toEqual([])
  })

  it("refuses a connector with a dependency of its own", () => {
    expect(rules({ acme: { ...acme, dependencies: { "left-pad": "1.0.0" } } })).toEqual([
      `connector-peers ${connectorFile}`
    ])
    expect(rules({ acme: { ...acme, optionalDependencies: { "left-pad": "1.0.0" } } })).toEqual([
      `connector-peers ${connectorFile}`
    ])
  })

  it("lets a connector depend on a family, and a family on core and effect alone", () => {
    const makers = { ...acme, name: "@svc/family-makers" }
    const own = { ...acme, dependencies: { "@svc/family-makers": "workspace:^" } }
    expect(rules({ acme: own, makers })).toEqual([])
    expect(rules({ acme: own })).toEqual([`connector-peers ${connectorFile}`])
    const file = "packages/families/makers/package.json"
    expect(rules({ acme, makers: { ...makers, dependencies: { "@svc/acme": "workspace:^" } } })).toEqual([
      `connector-peers ${file}`
    ])
    expect(rules({ acme, makers: { ...makers, name: "@svc/makers" } })).toEqual([`family-name ${file}`])
  })

  it("refuses a connector with another peer, or without its two", () => {
    const peer = { ...acme.peerDependencies, "left-pad": "1.0.0" }
    expect(rules({ acme: { ...acme, peerDependencies: peer } })).toEqual([`connector-peers ${connectorFile}`])
    expect(rules({ acme: { ...acme, peerDependencies: { effect: "catalog:" } } })).toEqual([
      `connector-peers ${connectorFile}`
    ])
  })

  it("refuses a connector that does not state its contract", () => {
    expect(rules({ acme: without(acme, "svc") })).toEqual([`connector-contract ${connectorFile}`])
    expect(rules({ acme: { ...acme, svc: { contract: 1 } } })).toEqual([`connector-contract ${connectorFile}`])
  })

  it("refuses a connector that the server does not compose", () => {
    expect(rules({ acme }, "export const connectors = []\n")).toEqual([`connector-composed ${connectorFile}`])
    expect(rules({ acme }, 'import { acme } from "@svc/acme-books"\n')).toEqual([`connector-composed ${connectorFile}`])
    expect(rules({ acme }, '// import { acme } from "@svc/acme"\n')).toEqual([`connector-composed ${connectorFile}`])
  })

  it.each(["description", "license", "files", "publishConfig", "sideEffects", "type", "exports", "engines", "version"])(
    "refuses a published package without %s",
    (field) => {
      expect(rules({ core: without(core, field) })).toContain("published-fields packages/core/package.json")
      expect(rules({ core: { ...without(core, field), private: true } })).toEqual([])
    }
  )

  it("refuses a published package without keywords, or whose folder it says wrong", () => {
    const file = "packages/core/package.json"
    expect(rules({ core: { ...core, keywords: [] } })).toEqual([`published-fields ${file}`])
    expect(rules({ core: { ...core, repository: undefined } })).toEqual([`published-repository ${file}`])
    expect(rules({ core: { ...core, repository: { directory: "packages/kore" } } })).toEqual([
      `published-repository ${file}`
    ])
  })

  it("refuses a published package whose two maps of exports differ", () => {
    const more = { ...core, exports: { ...core.exports, "./more": "./src/more.ts" } }
    expect(rules({ core: more })).toEqual(["published-exports packages/core/package.json"])
  })

  it("refuses a package that the boundaries or the type check would not see", () => {
    const found = (more: Readonly<Record<string, string>>) =>
      check(workspace({ acme }, composed, more)).map(({ rule, message }) => `${rule}: ${message}`)
    expect(found({ "packages/connectors/acme/turbo.json": '{ "tags": ["core"] }' })).toEqual([
      'boundary-tag: the tag "connector" is missing'
    ])
    expect(found({ "tsconfig.json": '{ "references": [] }' })).toEqual([
      "types-reference: references lack packages/connectors/acme"
    ])
    expect(found({ "apps/server/package.json": '{ "private": true }' })).toEqual([
      'boundary-tag: the tag "server" is missing',
      "types-reference: references lack apps/server"
    ])
  })

  it("refuses a connector beside the foundations", () => {
    const manifest = { ...acme, repository: { directory: "packages/acme" } }
    const files = { "packages/acme/package.json": JSON.stringify(manifest) }
    expect(check(workspace({ core }, composed, files)).map(({ rule, file }) => `${rule} ${file}`)).toEqual([
      "connector-place packages/acme/package.json"
    ])
  })

  it("refuses a published server that does not say what it is", () => {
    const repository = { directory: "apps/server" }
    const { version: _, ...server } = { ...published, name: "@svc/server", repository }
    const files = {
      "apps/server/package.json": JSON.stringify(server),
      "apps/server/turbo.json": '{ "tags": ["server"] }',
      "tsconfig.json": '{ "references": [{ "path": "apps/server" }] }'
    }
    expect(check(workspace({}, composed, files)).map(({ file, message }) => `${file}: ${message}`)).toEqual([
      "apps/server/package.json: version is missing"
    ])
  })

  it("is a command that fails and names the rule", () => {
    const command = (root: string) => run(root, process.execPath, [`${import.meta.dirname}/../src/manifest.ts`])
    const refused = command(workspace({ acme: without(acme, "svc") }))
    expect(refused.output).toContain("connector-contract")
    expect(refused.status).toBe(1)
    expect(command(workspace({ core, acme })).status).toBe(0)
  })
})
