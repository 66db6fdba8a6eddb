/**
 * What must be true of the manifests in a workspace: a connector depends on nothing but core, effect and its family, a family on
 * core and effect alone; both state the contract they keep and have their place, and a connector is composed into the server; what is published says what a registry and a bundler need to know.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { connectorFaults, type Fault, type Manifest, publishedFaults } from "@svc/testkit/manifest"

/** One thing that is wrong, and where. */
export interface Finding extends Fault {
  readonly file: string
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

const keys = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : [])

/** The packages that a module imports when it is asked to: connectors are loaded when they are first needed. */
const imports = (source: string) =>
  source
    .split("\n")
    .flatMap((line) => (/^\s*(?:\/\/|\*)/.test(line) ? [] : (/\bimport\("([^"]+)"\)/.exec(line)?.[1] ?? [])))

/** The packages beside the connectors, by folder, with the tag of the boundaries that each has. */
const foundations: Readonly<Record<string, string>> = {
  core: "core",
  testkit: "testkit",
  client: "client",
  "create-svc-connector": "tool"
}

const located = (file: string, faults: ReadonlyArray<Fault>): Array<Finding> =>
  faults.map((fault) => ({ ...fault, file }))

const connector = (
  file: string,
  manifest: Manifest,
  composed: ReadonlyArray<string>,
  families: ReadonlyArray<string>
): Array<Finding> => [
  ...located(file, connectorFaults(manifest, families)),
  ...(composed.includes(manifest.name)
    ? []
    : located(file, [
        { rule: "connector-composed", message: `apps/server/src/connectors.ts does not load ${manifest.name}` }
      ]))
]

const published = (file: string, manifest: Manifest): Array<Finding> => {
  const findings = located(file, publishedFaults(manifest))
  if (manifest.publishConfig === undefined) {
    findings.push({ rule: "published-fields", file, message: "publishConfig is missing" })
  }
  if (!(Array.isArray(manifest.keywords) && manifest.keywords.length > 1)) {
    findings.push({ rule: "published-fields", file, message: "keywords are missing" })
  }
  const folder = file.replace(/\/package\.json$/, "")
  if (manifest.repository?.directory !== folder) {
    findings.push({ rule: "published-repository", file, message: `repository.directory must be ${folder}` })
  }
  for (const path of keys(manifest.exports)) {
    if (!keys(manifest.publishConfig?.exports).includes(path)) {
      findings.push({ rule: "published-exports", file, message: `publishConfig.exports lacks "${path}"` })
    }
  }
  for (const path of keys(manifest.publishConfig?.exports)) {
    if (!keys(manifest.exports).includes(path)) {
      findings.push({ rule: "published-exports", file, message: `exports lacks "${path}"` })
    }
  }
  return findings
}

/** A package that no tag and no reference names escapes the boundaries and the type check, silently. */
const known = (root: string, folder: string, tag: string): Array<Finding> => {
  const findings: Array<Finding> = []
  const turbo = join(root, folder, "turbo.json")
  const tags: ReadonlyArray<string> = existsSync(turbo) ? (read(turbo).tags ?? []) : []
  if (!tags.includes(tag)) {
    findings.push({ rule: "boundary-tag", file: `${folder}/turbo.json`, message: `the tag "${tag}" is missing` })
  }
  const references: ReadonlyArray<{ readonly path: string }> = read(join(root, "tsconfig.json")).references ?? []
  if (!references.some(({ path }) => path.replace(/^\.\//, "") === folder)) {
    findings.push({ rule: "types-reference", file: "tsconfig.json", message: `references lack ${folder}` })
  }
  return findings
}

const foldersIn = (root: string, parent: string) =>
  (existsSync(join(root, parent)) ? readdirSync(join(root, parent)) : []).filter((folder) =>
    existsSync(join(root, parent, folder, "package.json"))
  )

/** Everything that is wrong with the manifests of the workspace at `root`; empty when all is well. */
export const check = (root: string): ReadonlyArray<Finding> => {
  const composition = join(root, "apps/server/src/connectors.ts")
  const composed = existsSync(composition) ? imports(readFileSync(composition, "utf8")) : []
  const families = foldersIn(root, "packages/families").map((folder) => {
    const file = `packages/families/${folder}/package.json`
    return { folder, file, manifest: read(join(root, file)) }
  })
  return [
    ...families.flatMap(({ file, folder, manifest }) => [
      ...known(root, `packages/families/${folder}`, "family"),
      ...located(file, connectorFaults(manifest)),
      ...(String(manifest.name).startsWith("@svc/family-")
        ? []
        : located(file, [{ rule: "family-name", message: `name must be @svc/family-${folder}` }])),
      ...(manifest.private === true ? [] : published(file, manifest))
    ]),
    ...foldersIn(root, "apps").flatMap((folder) => {
      const file = `apps/${folder}/package.json`
      const manifest = read(join(root, file))
      return [...known(root, `apps/${folder}`, folder), ...(manifest.private === true ? [] : published(file, manifest))]
    }),
    ...foldersIn(root, "packages").flatMap((folder) => {
      const file = `packages/${folder}/package.json`
      const manifest = read(join(root, file))
      const tag = foundations[folder]
      return [
        ...(tag !== undefined
          ? known(root, `packages/${folder}`, tag)
          : located(file, [{ rule: "connector-place", message: "a connector is in packages/connectors" }])),
        ...(manifest.private === true ? [] : published(file, manifest))
      ]
    }),
    ...foldersIn(root, "packages/connectors").flatMap((folder) => {
      const file = `packages/connectors/${folder}/package.json`
      const manifest = read(join(root, file))
      return [
        ...known(root, `packages/connectors/${folder}`, "connector"),
        ...connector(
          file,
          manifest,
          composed,
          families.map((own) => own.manifest.name)
        ),
        ...(manifest.private === true ? [] : published(file, manifest))
      ]
    })
  ]
}

if (import.meta.main) {
  const findings = check(process.cwd())
  for (const { rule, file, message } of findings) console.error(`${file}: ${message} (${rule})`)
  if (findings.length === 0) console.log("Manifests: no issues found")
  process.exitCode = findings.length === 0 ? 0 : 1
}
