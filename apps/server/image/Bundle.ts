/** The server's programs as a few files instead of the thousand modules that they are made of: a start takes two thirds of the time. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { basename, dirname, join, resolve } from "node:path"
import { rolldown } from "rolldown"

const server = resolve(import.meta.dirname, "..")

/** What a process is begun with, and what it begins its threads with: both look for those beside their own file. */
export const programs: ReadonlyArray<string> = [
  "src/main.ts",
  "src/cli.ts",
  "src/WatchdogWorker.ts",
  "src/database/EmbeddedWorker.ts"
]
/** A program without its ending, as its bundle is named. */
export const nameOf = (program: string): string => basename(program, ".ts")
/** Where programs are in a bundle: as far below the server's manifest, which they read, as their sources are. */
export const place = "dist/programs"

/** It loads files that lie beside it. */
const embedded = "@electric-sql/pglite"

/**
 * Bundles programs of the server, named by their paths in it, into `place` of a folder, with the manifest they read. What they
 * load as packages, `@electric-sql/pglite` and `@svc/console`, must be found from there. Answers the modules that are in it.
 */
export const bundle = async (
  folder: string,
  sources: ReadonlyArray<string> = programs
): Promise<ReadonlyArray<string>> => {
  const build = await rolldown({
    input: Object.fromEntries(sources.map((program) => [nameOf(program), join(server, program)])),
    platform: "node",
    logLevel: "silent",
    external: [new RegExp(`^${embedded}`)]
  })
  const { output } = await build.write({ dir: join(folder, place), format: "es" })
  await build.close()
  cpSync(join(server, "package.json"), join(folder, "package.json"))
  return output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []))
}

/** The folder of a package that the server depends on. */
const folderOf = (name: string): string => dirname(findPackageJSON(name, import.meta.url)!)

/** The licences of the packages that modules are of, one after the other: of ours none, theirs is the repository's. */
const licences = (modules: ReadonlyArray<string>): string => {
  const folders = new Set(modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  return Array.from(folders, (folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim())
    return [`${name} ${version}`, license, ...texts].join("\n\n")
  })
    .toSorted((one, other) => one.localeCompare(other))
    .join(`\n\n${"-".repeat(80)}\n\n`)
}

/**
 * Writes all that the service needs to run with Node alone into a folder that is new or empty: its programs, the embedded database, the console,
 * and the licences of what is in them.
 */
export const image = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  const modules = await bundle(folder)
  const page = folderOf("@svc/console")
  if (!existsSync(join(page, "dist"))) throw new Error("The console is not built: run `pnpm install` first.")
  for (const [name, from, parts] of [
    [embedded, folderOf(embedded), ["dist", "package.json", "LICENSE"]],
    ["@svc/console", page, ["dist", "package.json"]]
  ] as const) {
    for (const part of parts) cpSync(join(from, part), join(folder, "node_modules", name, part), { recursive: true })
  }
  for (const program of ["main", "cli"]) chmodSync(join(folder, place, `${program}.js`), 0o755)
  cpSync(resolve(server, "../../LICENSE"), join(folder, "LICENSE"))
  writeFileSync(join(folder, "LICENSES-OF-OTHERS.txt"), `${licences(modules)}\n`)
}
