/**
 * A new connector as a package of this repository: the template that others get, without what the repository has once for all
 * (licence, lint, build, workflow), and the places in which a connector here is named.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Files, files as filesOf, FolderRefused, type Names, write } from "create-svc-connector"

/** What the repository has for all its packages. */
const shared = new Set([
  ".github/workflows/ci.yml",
  ".gitignore",
  "AGENTS.md",
  "LICENSE",
  ".oxlintrc.json",
  "tsconfig.build.json"
])

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const manifest = (names: Names.Names) => ({
  name: `@svc/${names.slug}`,
  version: "0.0.0",
  description: `The ${names.title} connector of the svc data integration service.`,
  keywords: ["connector", "unified-api", names.slug],
  license: "Apache-2.0",
  repository: { type: "git", directory: `packages/connectors/${names.slug}` },
  files: ["dist", "src"],
  type: "module",
  sideEffects: false,
  exports: { ".": "./src/index.ts", "./package.json": "./package.json" },
  publishConfig: {
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json"
    },
    access: "public"
  },
  devDependencies: { "@svc/core": "workspace:^", "@svc/testkit": "workspace:^", effect: "catalog:" },
  peerDependencies: { "@svc/core": "workspace:^", effect: "catalog:" },
  engines: { node: ">=22.19" },
  svc: { contract: 2 }
})

const tsconfig = `{
  "extends": "../../../tooling/tsconfig/base.json",
  "compilerOptions": { "rootDir": "src", "outDir": "dist", "tsBuildInfoFile": ".tsbuildinfo" },
  "include": ["src"],
  "references": [{ "path": "../../core" }]
}
`

const packageFiles = (names: Names.Names): Files => {
  const here = new Map<string, string>()
  for (const [path, text] of filesOf(names)) {
    if (!shared.has(path)) here.set(path, text.replaceAll(`svc-connector-${names.slug}`, `@svc/${names.slug}`))
  }
  here.set("package.json", json(manifest(names)))
  here.set("tsconfig.json", tsconfig)
  here.set("turbo.json", '{ "extends": ["//"], "tags": ["connector"], "tasks": {} }\n')
  const test = `test/${names.slug}.test.ts`
  // Manifests are checked by the laws here.
  here.set(test, here.get(test)!.replace(/,\n {2}manifest: [^\n]*/, ""))
  const readme = here.get("README.md")!
  const table = /^\| Data model [\s\S]*?(?=\n\n)/m
  here.set(
    "README.md",
    readme.replace(
      table,
      (rows) => `<!-- capabilities: written by \`pnpm capabilities\` -->\n\n${rows}\n\n<!-- /capabilities -->`
    )
  )
  return here
}

/** The folder of the package that has a name already. */
const folderOf = (root: string, name: string): string | undefined =>
  ["apps", "packages", "packages/connectors", "tooling"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((folder) => `${parent}/${folder}`))
    .find((folder) => {
      const file = join(root, folder, "package.json")
      return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).name === name
    })

/** Replaces what `at` finds in a file; a file of another shape is left alone, and named. */
const edit = (root: string, file: string, at: RegExp, replacement: Replacement): ReadonlyArray<string> => {
  const path = join(root, file)
  const text = existsSync(path) ? readFileSync(path, "utf8") : ""
  if (!at.test(text)) return [file]
  writeFileSync(path, text.replace(at, replacement))
  return []
}
/** What becomes of what was found, and its groups. */
type Replacement = (found: string, ...groups: ReadonlyArray<string>) => string

/** The list of connectors with one more, in the order of their packages. */
const oneMore =
  ({ id, slug, value }: Names.Names): Replacement =>
  (_found, before = "", list = "") => {
    const own = `  lazy("${id}", "ACCOUNTING", async () => (await import("@svc/${slug}")).${value})`
    const packageOf = (line: string) => /import\("(.*)"\)/.exec(line)?.[1] ?? ""
    const lines = list.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.replace(/,$/, "")]))
    const all = [...lines, own].toSorted((a, b) => (packageOf(a) < packageOf(b) ? -1 : 1))
    return `${before}\n${all.join(",\n")}\n]`
  }

/** What was made, which files took the connector on, and which have to be edited by hand because they look unlike what was expected. */
export interface Registered {
  readonly folder: string
  readonly edited: ReadonlyArray<string>
  readonly unlike: ReadonlyArray<string>
}

/** Writes the package into `packages/connectors/` and names it where a connector has to be named. */
export const add = (root: string, names: Names.Names): Registered => {
  const folder = `packages/connectors/${names.slug}`
  const other = folderOf(root, `@svc/${names.slug}`)
  if (other !== undefined) throw new FolderRefused(`@svc/${names.slug} is ${other}: choose another name.`)
  write(join(root, folder), packageFiles(names))
  const edits: ReadonlyArray<readonly [file: string, at: RegExp, replacement: Replacement]> = [
    ["tsconfig.json", /(?=^ {4}\{ "path": "apps\/server" \})/m, () => `    { "path": "${folder}" },\n`],
    ["apps/server/tsconfig.json", /(?=\n {2}\]\n\}\n$)/, () => `,\n    {\n      "path": "../../${folder}"\n    }`],
    ["apps/server/package.json", /(?<="dependencies": \{)/, () => `\n    "@svc/${names.slug}": "workspace:^",`],
    ["apps/server/src/connectors.ts", /(^export const connectors: [^=\n]*= \[)([^\]]*)\]/m, oneMore(names)]
  ]
  const unlike = edits.flatMap((own) => edit(root, ...own))
  const note = `.changeset/${names.slug}.md`
  writeFileSync(join(root, note), `---\n"@svc/${names.slug}": minor\n---\n\nThe connector to ${names.title}.\n`)
  const edited = [...edits.map(([file]) => file).filter((file) => !unlike.includes(file)), note]
  return { folder, edited, unlike }
}
