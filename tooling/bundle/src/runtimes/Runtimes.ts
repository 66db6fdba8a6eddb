/**
 * The runtimes as packages of a registry, apart from what the workspace installs: whoever starts the service does not fetch
 * them. `runtimes/` beside this package's sources names them; they are installed there when they are first needed.
 */
import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

/** Node from the oldest that is promised to the newest, which is the one that runs the tests, and what is none. */
export const names = ["node-20", "node-22", "node-24", "node-newest", "bun", "deno"] as const
export type Runtime = (typeof names)[number]
type Program = (file: string, ...args: ReadonlyArray<string>) => Promise<string>

const folder = join(import.meta.dirname, "../../runtimes")
const run = promisify(execFile)

/** A file within the installed packages, whichever of them this machine's is. */
const find = (scope: string, name: RegExp, ...path: ReadonlyArray<string>): string => {
  const modules = join(folder, "node_modules", scope)
  const own = existsSync(modules) ? readdirSync(modules).find((entry) => name.test(entry)) : undefined
  if (own === undefined)
    throw new Error(`no package ${scope}/${name.source} for this machine is installed in ${folder}`)
  return join(modules, own, ...path)
}

/** Installs them if they are not, and answers how each runs a file. */
export const runtimes = async (): Promise<Readonly<Record<Runtime, Program>>> => {
  const wanted = readFileSync(join(folder, "package.json"), "utf8")
  const stamp = join(folder, "node_modules/.installed.json")
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    // Versions are exact. A lock would have to name the packages of every machine, and where they were fetched from.
    const args = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
    await run("npm", args, { cwd: folder, maxBuffer: 2 ** 24 })
    writeFileSync(stamp, wanted)
  }
  const program =
    (path: string, ...before: ReadonlyArray<string>): Program =>
    async (file, ...args) => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" }
      return (await run(path, [...before, file, ...args], { env })).stdout
    }
  return {
    "node-20": program(find(".", /^node20-/, "bin/node")),
    "node-22": program(find(".", /^node22-/, "bin/node")),
    "node-24": program(find(".", /^node24-/, "bin/node")),
    "node-newest": program(process.execPath),
    bun: program(find("@oven", /^bun-[a-z0-9]+-(x64|aarch64)(-baseline)?$/, "bin/bun")),
    deno: program(find("@deno", /^[a-z]/, "deno"), "run", "--allow-net", "--no-config")
  }
}
