/** The manifest check on a small workspace: clean passes, and each planted fault is named by its rule. */
import { describe, expect, it } from "vitest"
import { check } from "../src/manifest.ts"
import { plant, run } from "./workspace.ts"

const published = {
  version: "0.0.0",
  description: "A thing.",
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
  svc: { contract: 1 },
  peerDependencies: { "@svc/core": "workspace:^", effect: "catalog:" },
  devDependencies: { "@svc/core": "workspace:^", "@svc/testkit": "workspace:^", effect: "catalog:" }
}

const composed = 'import { acme } from "@svc/acme"\nexport const connectors = [acme]\n'

const workspace = (manifests: Readonly<Record<string, object>>, connectors = composed) =>
  plant(
    {
      "apps/server/src/connectors.ts": connectors,
      ...Object.fromEntries(
        Object.entries(manifests).map(([folder, manifest]) => [
          `packages/${folder}/package.json`,
          JSON.stringify(manifest)
        ])
      )
    },
    []
  )

const rules = (manifests: Readonly<Record<string, object>>, connectors?: string) =>
  check(workspace(manifests, connectors)).map(({ rule, file }) => `${rule} ${file}`)

const without = (manifest: object, field: string) =>
  Object.fromEntries(Object.entries(manifest).filter(([key]) => key !== field))

const connectorFile = "packages/acme/package.json"

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

  it("refuses a connector with another peer, or without its two", () => {
    const peer = { ...acme.peerDependencies, "left-pad": "1.0.0" }
    expect(rules({ acme: { ...acme, peerDependencies: peer } })).toEqual([`connector-peers ${connectorFile}`])
    expect(rules({ acme: { ...acme, peerDependencies: { effect: "catalog:" } } })).toEqual([
      `connector-peers ${connectorFile}`
    ])
  })

  it("refuses a connector that does not state its contract", () => {
    expect(rules({ acme: without(acme, "svc") })).toEqual([`connector-contract ${connectorFile}`])
    expect(rules({ acme: { ...acme, svc: { contract: 2 } } })).toEqual([`connector-contract ${connectorFile}`])
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

  it("refuses a published package whose two maps of exports differ", () => {
    const more = { ...core, exports: { ...core.exports, "./more": "./src/more.ts" } }
    expect(rules({ core: more })).toEqual(["published-exports packages/core/package.json"])
  })

  it("is a command that fails and names the rule", () => {
    const command = (root: string) => run(root, process.execPath, [`${import.meta.dirname}/../src/manifest.ts`])
    const refused = command(workspace({ acme: without(acme, "svc") }))
    expect(refused.output).toContain("connector-contract")
    expect(refused.status).toBe(1)
    expect(command(workspace({ core, acme })).status).toBe(0)
  })
})
