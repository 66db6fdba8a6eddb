/** `turbo boundaries` on a small workspace with this repository's tags: what may depend on what, proven by violations. */
import { basename } from "node:path"
import { expect, it } from "vitest"
import { bin, plant, run } from "./workspace.ts"

interface Package {
  readonly tag: string
  readonly dependencies?: ReadonlyArray<string>
  readonly source: string
}

const workspace = (packages: Readonly<Record<string, Package>>) => {
  const files: Record<string, string> = { "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters: {}\n" }
  for (const [folder, { tag, dependencies = [], source }] of Object.entries(packages)) {
    const name = `@svc/${basename(folder)}`
    const devDependencies = Object.fromEntries(dependencies.map((dependency) => [dependency, "workspace:^"]))
    files[`${folder}/package.json`] = JSON.stringify({ name, version: "0.0.0", type: "module", devDependencies })
    files[`${folder}/turbo.json`] = JSON.stringify({ extends: ["//"], tags: [tag], tasks: {} })
    files[`${folder}/src/index.ts`] = source
  }
  return plant(files, ["package.json", "pnpm-workspace.yaml", "turbo.json"])
}

const boundaries = (packages: Readonly<Record<string, Package>>) =>
  run(workspace(packages), bin("turbo"), ["boundaries", "--no-color"])

const core = { tag: "core", source: "export const core = 1\n" }
const books = { tag: "connector", dependencies: ["@svc/core"], source: 'export { core } from "@svc/core"\n' }
const server = {
  tag: "server",
  dependencies: ["@svc/core", "@svc/books"],
  source: 'export { core } from "@svc/core"\nexport { books } from "@svc/books"\n'
}
const lawful = { "packages/core": core, "packages/connectors/books": books, "apps/server": server }

it("passes platform → core ← server, and vitest from the root", () => {
  const { status, output } = boundaries({ ...lawful, "tooling/laws": { tag: "tool", source: 'import "vitest"\n' } })
  expect(output).toContain("no issues found")
  expect(status).toBe(0)
})

it("passes a connector over a family over core", () => {
  const family = { tag: "family", dependencies: ["@svc/core"], source: 'export { core as common } from "@svc/core"\n' }
  const crm = { ...books, dependencies: ["@svc/core", "@svc/makers"], source: 'export { common } from "@svc/makers"\n' }
  const { status, output } = boundaries({
    ...lawful,
    "packages/families/makers": family,
    "packages/connectors/crm": crm
  })
  expect(output).toContain("no issues found")
  expect(status).toBe(0)
})

const violations: Readonly<Record<string, readonly [packages: Readonly<Record<string, Package>>, says: string]>> = {
  "a connector that depends on a connector": [
    { "packages/connectors/crm": { ...books, dependencies: ["@svc/core", "@svc/books"] } },
    "without any tag listed in allowlist for `@svc/"
  ],
  "a connector that depends on the server": [
    { "packages/connectors/crm": { ...books, dependencies: ["@svc/core", "@svc/server"] } },
    "without any tag listed in allowlist for `@svc/"
  ],
  "a family that depends on a connector": [
    { "packages/families/makers": { tag: "family", dependencies: ["@svc/core", "@svc/books"], source: "" } },
    "without any tag listed in allowlist for `@svc/"
  ],
  "a family that depends on a family": [
    {
      "packages/families/makers": { tag: "family", dependencies: ["@svc/core"], source: "" },
      "packages/families/others": { tag: "family", dependencies: ["@svc/makers"], source: "" }
    },
    "without any tag listed in allowlist for `@svc/"
  ],
  "core that depends on a connector": [
    { "packages/core": { ...core, dependencies: ["@svc/books"] } },
    "found with tag listed in denylist for `@svc/core`"
  ],
  "a client that depends on a connector": [
    { "packages/client": { tag: "client", dependencies: ["@svc/books"], source: "" } },
    "without any tag listed in allowlist for `@svc/"
  ],
  "a server that depends on a tool": [
    {
      "tooling/laws": { tag: "tool", source: "" },
      "apps/server": { ...server, dependencies: ["@svc/core", "@svc/books", "@svc/laws"] }
    },
    "found with tag listed in denylist for `@svc/server`"
  ],
  "an import across packages by path": [
    { "packages/connectors/crm": { ...books, source: 'export { core } from "../../../core/src/index.ts"\n' } },
    "leaves the package"
  ],
  "an import that no manifest declares": [
    { "packages/connectors/crm": { ...books, source: 'export { thing } from "left-pad"\n' } },
    "cannot import package `left-pad`"
  ]
}

it.each(Object.entries(violations))("refuses %s", (_, [packages, says]) => {
  const { status, output } = boundaries({ ...lawful, ...packages })
  expect(output.replaceAll(/\s*\|\s*/g, " ")).toContain(says)
  expect(status).toBe(1)
})
