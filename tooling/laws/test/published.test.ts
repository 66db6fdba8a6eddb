/**
 * The laws as others run them: `packages/testkit/oxlint.json` holds a package of its own to the rules that `.oxlintrc.json` has
 * for the connectors here. `vitest run --project tooling/laws -u` brings it up to date.
 */
import { readFileSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, it } from "vitest"
import { bin, plant, run } from "./workspace.ts"

const repository = resolve(import.meta.dirname, "../../..")

interface Override {
  readonly files: ReadonlyArray<string>
  readonly rules: Readonly<Record<string, unknown>>
}

it("are those of this repository, for a package outside of it", async () => {
  const own = JSON.parse(readFileSync(join(repository, ".oxlintrc.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, ""))
  const overrides: ReadonlyArray<Override> = own.overrides
  const rulesOf = (files: string) => overrides.find((override) => override.files.includes(files))!.rules
  const published = {
    plugins: own.plugins,
    jsPlugins: ["@svc/testkit/laws"],
    categories: own.categories,
    rules: own.rules,
    overrides: [
      { files: ["**/*.config.ts"], rules: rulesOf("**/*.config.ts") },
      { files: ["src/**/*.ts"], rules: rulesOf("packages/connectors/*/src/**/*.ts") }
    ]
  }
  const file = join(repository, "packages/testkit/oxlint.json")
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(file)
})

/** A package with the test kit installed, as far as linting needs it. */
const lint = (files: Readonly<Record<string, string>>) => {
  const root = plant(
    {
      ...files,
      ".oxlintrc.json": '{ "extends": ["./kit/oxlint.json"] }',
      "node_modules/@svc/.keep": "",
      "kit/oxlint.json": readFileSync(join(repository, "packages/testkit/oxlint.json"), "utf8")
    },
    []
  )
  symlinkSync(join(repository, "packages/testkit"), join(root, "node_modules/@svc/testkit"))
  const { status, stdout } = run(root, bin("oxlint"), ["--format=json", "src", "test"])
  const diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }> =
    JSON.parse(stdout).diagnostics
  return { status, found: [...new Set(diagnostics.map(({ code, filename }) => `${filename}: ${code}`))].toSorted() }
}

it("hold a package outside of this repository to them, in its source alone", () => {
  const faulty = `import { readFileSync } from "node:fs"
export class Acme {}
export const now = () => Date.now()
export const text = () => fetch(readFileSync("a", "utf8"))
`
  const { status, found } = lint({ "src/index.ts": faulty, "test/acme.test.ts": faulty })
  expect(found).toEqual([
    "src/index.ts: eslint(no-restricted-globals)",
    "src/index.ts: eslint(no-restricted-imports)",
    "src/index.ts: laws(no-class)",
    "src/index.ts: laws(no-clock)"
  ])
  expect(status).toBe(1)
})

it("let a lawful package pass", () => {
  const { status, found } = lint({
    "src/index.ts": 'import { Auth } from "@svc/core"\nexport const auth = Auth\n',
    "test/acme.test.ts": 'import { suite } from "@svc/testkit"\nexport const used = suite\n'
  })
  expect(found).toEqual([])
  expect(status).toBe(0)
})
