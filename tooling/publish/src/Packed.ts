/**
 * The published packages as a registry would receive them: which they are, how one is built and packed, and how a folder
 * outside this repository installs the tarballs.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

export const repository = resolve(import.meta.dirname, "../../..")

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly svc?: { readonly contract: number }
}
export interface Package {
  readonly folder: string
  readonly manifest: Manifest
}

export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Every package of this repository that is published. */
export const published: ReadonlyArray<Package> = ["apps", "packages", "packages/connectors", "packages/families"]
  .flatMap((parent) => readdirSync(join(repository, parent)).map((name) => join(repository, parent, name)))
  .filter((folder) => existsSync(join(folder, "package.json")) && manifestOf(folder).private !== true)
  .map((folder) => ({ folder, manifest: manifestOf(folder) }))

/**
 * The environment for a command in a folder. What npm tells its children of its own settings would count for more than the
 * folder's `.npmrc`.
 */
const environment = (cwd: string): NodeJS.ProcessEnv => {
  const own = existsSync(join(cwd, ".npmrc")) ? /^npm_config_(cache|registry)$/i : /^$/
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))), CI: "true" }
}

/** Runs a command to its end and answers all it said; throws with that when it fails. */
export const run = async (cwd: string, command: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: environment(cwd) })
  let output = ""
  child.stdout.on("data", (chunk) => (output += chunk))
  child.stderr.on("data", (chunk) => (output += chunk))
  const code = await new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail))
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} failed with ${code}\n${output}`)
  return output
}

/** The pnpm that runs this, or the one npx finds. */
export const pnpm = (cwd: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const self = process.env.npm_execpath
  if (!self || !/pnpm[^/\\]*$/.test(self)) return run(cwd, "npx", "-y", "pnpm@12", ...args)
  return /\.[cm]?js$/.test(self) ? run(cwd, process.execPath, self, ...args) : run(cwd, self, ...args)
}

/** A program of this repository's own dependencies. */
export const tool = (folder: string, name: string): string => join(repository, folder, "node_modules/.bin", name)

/**
 * Builds these packages and packs each into `work`. The build writes into the packages' own `dist`, so one test file at a time can do
 * this: what needs tarballs is told of them by `publish.test.ts`.
 */
export const pack = async (packages: ReadonlyArray<Package>, work: string): Promise<void> => {
  await run(repository, tool(".", "tsc"), "-b", ...packages.map(({ folder }) => folder))
  await Promise.all(packages.map(({ folder }) => pnpm(folder, "pack", "--pack-destination", work)))
}

/** The tarball of a package in `work`. */
export const tarballOf = (work: string, name: string): string => {
  const prefix = `${name.replace("@", "").replace("/", "-")}-`
  const tarball = readdirSync(work).find(
    (file) => file.startsWith(prefix) && /^\d.*\.tgz$/.test(file.slice(prefix.length))
  )
  if (!tarball) throw new Error(`${name} was not packed`)
  return join(work, tarball)
}

/** Makes a folder with the tarballs in `work` of the named packages, and effect, installed. */
export const installed = async (folder: string, work: string, names: ReadonlyArray<string>): Promise<void> => {
  const tarballs = Object.fromEntries(names.map((name) => [name, `file:${tarballOf(work, name)}`]))
  const dependencies = { ...tarballs, effect: manifestOf(join(repository, "node_modules/effect")).version }
  mkdirSync(folder)
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module", dependencies })
  )
  // A connector's peer is the core beside it, not the one a registry may have.
  writeFileSync(join(folder, "pnpm-workspace.yaml"), `overrides: ${JSON.stringify(tarballs)}\n`)
  await pnpm(folder, "install", "--prefer-offline", "--strict-peer-dependencies")
}
