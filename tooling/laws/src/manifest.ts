/**
 * What must be true of the manifests in a workspace: a connector depends on nothing but core and effect, states the contract it
 * keeps, and is composed into the server; what is published says what a registry and a bundler need to know.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** One thing that is wrong: where, which rule, and in a sentence what. */
export interface Finding {
  readonly rule: string
  readonly file: string
  readonly message: string
}

type Manifest = Readonly<Record<string, any>>

const read = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

const keys = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : [])

/** The packages that a module imports by a static declaration. */
const imports = (source: string) =>
  source.split("\n").flatMap((line) => (/^\s*(?:\/\/|\*)/.test(line) ? [] : (/ from "([^"]+)"/.exec(line)?.[1] ?? [])))

const peersOfConnector = ["@svc/core", "effect"]

const foundations = ["core", "testkit", "client"]

const connector = (file: string, manifest: Manifest, composed: ReadonlyArray<string>): Array<Finding> => {
  const findings: Array<Finding> = []
  const finding = (rule: string, message: string) => findings.push({ rule, file, message })
  for (const kind of ["dependencies", "optionalDependencies", "bundleDependencies", "bundledDependencies"]) {
    for (const name of keys(manifest[kind])) {
      finding("connector-peers", `${kind} has ${name}: a connector's only dependencies are its peers`)
    }
  }
  for (const name of keys(manifest.peerDependencies)) {
    if (!peersOfConnector.includes(name)) {
      finding("connector-peers", `peerDependencies has ${name}: allowed are ${peersOfConnector.join(" and ")}`)
    }
  }
  for (const name of peersOfConnector) {
    if (!keys(manifest.peerDependencies).includes(name)) {
      finding("connector-peers", `peerDependencies lacks ${name}`)
    }
  }
  if (manifest.svc?.contract !== 1) finding("connector-contract", `"svc": { "contract": 1 } is missing`)
  if (!composed.includes(manifest.name)) {
    finding("connector-composed", `apps/server/src/connectors.ts does not import ${manifest.name}`)
  }
  return findings
}

const published = (file: string, manifest: Manifest): Array<Finding> => {
  const required = [
    "version",
    "description",
    "license",
    "type",
    "files",
    "exports",
    "publishConfig",
    "sideEffects",
    "engines"
  ]
  const findings = required
    .filter((field) => manifest[field] === undefined || manifest[field] === "")
    .map((field): Finding => ({ rule: "published-fields", file, message: `${field} is missing` }))
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
  return [
    ...foldersIn(root, "apps").flatMap((folder) => known(root, `apps/${folder}`, "server")),
    ...foldersIn(root, "packages").flatMap((folder) => {
      const file = `packages/${folder}/package.json`
      const manifest = read(join(root, file))
      const foundation = foundations.includes(folder)
      return [
        ...known(root, `packages/${folder}`, foundation ? folder : "connector"),
        ...(foundation ? [] : connector(file, manifest, composed)),
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
