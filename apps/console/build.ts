/**
 * Builds the console into `dist`. With `--if-needed` only where what is there is of other sources, and where the tools to
 * build it are installed: a server that is installed without them is given what was built before. With
 * `--service https://svc.example.com --out folder` it is built to be served elsewhere, at the root of an origin of its own.
 */
import { createHash } from "node:crypto"
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const root = import.meta.dirname
const dist = join(root, "dist")
const stamp = join(dist, "built-from")

/** A hash over everything that the files in `dist` are made of. */
const sources = (): string => {
  const hash = createHash("sha256")
  const own = globSync(["index.html", "package.json", "build.ts", "vite.config.ts", "src/**/*.*"], {
    cwd: root
  }).toSorted()
  const client = join(root, "../../packages/client")
  const clients = existsSync(client) ? globSync("src/**/*.ts", { cwd: client }).toSorted() : []
  const core = join(root, "../../packages/core")
  const models = existsSync(core)
    ? globSync(["src/models/*.ts", "src/api/Acts.ts", "src/api/Progress.ts"], { cwd: core }).toSorted()
    : []
  for (const [folder, names] of [[root, own] as const, [client, clients] as const, [core, models] as const]) {
    for (const name of names) hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
  }
  return hash.digest("hex")
}

const isNeeded = (wanted: string): boolean => !existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted
const canBuild = (): boolean => {
  try {
    return existsSync(fileURLToPath(import.meta.resolve("vite")))
  } catch {
    return false
  }
}

/** Exchanges what was there as a whole: others may build, or be served from it, meanwhile. */
const putInPlace = (draft: string): void => {
  const before = `${draft}-before`
  try {
    if (existsSync(dist)) renameSync(dist, before)
    renameSync(draft, dist)
  } catch (error) {
    // Whoever built beside this one was faster, from the same sources.
    if (!existsSync(stamp)) throw error
  } finally {
    for (const folder of [draft, before]) rmSync(folder, { recursive: true, force: true })
  }
}

const { values } = parseArgs({
  options: { "if-needed": { type: "boolean" }, service: { type: "string" }, out: { type: "string" } }
})
const { out, service } = values
const isElsewhere = service !== undefined || out !== undefined
if (isElsewhere && (service === undefined || out === undefined || !URL.canParse(service))) {
  throw new Error("Say both: --service https://svc.example.com --out folder")
}
// Whoever runs it, a test too: what is served is what is meant for production.
process.env["NODE_ENV"] = "production"
const wanted = sources()
if ((values["if-needed"] !== true && !isElsewhere) || (isNeeded(wanted) && canBuild())) {
  const { build } = await import("vite")
  const draft = join(root, `node_modules/.built-${process.pid}`)
  await build({ root, logLevel: "warn", build: { outDir: draft, emptyOutDir: true } })
  writeFileSync(join(draft, "built-from"), wanted)
  putInPlace(draft)
}
if (isElsewhere) {
  // The files find each other wherever they lie. The page finds them, and the service, from whatever address it is shown at.
  const folder = resolve(out!)
  rmSync(folder, { recursive: true, force: true })
  cpSync(dist, folder, { recursive: true, filter: (path) => path !== stamp })
  const page = join(folder, "index.html")
  const meta = `<meta name="service" content="${new URL(service!).href}" />`
  writeFileSync(page, readFileSync(page, "utf8").replaceAll('="./', '="/').replace("<head>", `<head>${meta}`))
}
