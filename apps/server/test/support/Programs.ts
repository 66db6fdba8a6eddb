/**
 * The programs that tests start as processes of their own, bundled as those of the image are, once for as long as no source
 * changes: to load a few files instead of hundreds takes half of what a start costs. What is bundled is the same code;
 * `demo.test.ts` starts the sources as an operator does.
 */
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Bundle from "../../image/Bundle.ts"

const server = resolve(import.meta.dirname, "../..")
const repository = resolve(server, "../..")
const bundles = join(server, "node_modules/.cache/programs")

/** Those of the image, and those that tests alone begin. */
const programs = [
  ...Bundle.programs,
  "test/support/child-main.ts",
  "test/support/mapping-main.ts",
  "test/support/metered-main.ts",
  "chaos/limited-main.ts"
]

/** The files below a folder whose path within it is wanted. */
const filesOf = (folder: string, wanted: RegExp): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => wanted.test(relative(folder, path)))

/** Names what is in a bundle: every file of ours that could be, and the versions of all others. */
const digest = (): string => {
  const files = [
    join(repository, "pnpm-lock.yaml"),
    ...filesOf(server, /^(src|image|chaos|test\/support)\/.*\.ts$|^package\.json$/),
    ...filesOf(join(repository, "packages"), /^(connectors\/)?[^/]+\/(src\/.*\.ts|package\.json)$/)
  ]
  const hash = createHash("sha256")
  for (const file of files.toSorted()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest("hex").slice(0, 16)
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Makes the bundle, unless another worker of this run does: then it is waited for. */
const make = async (folder: string): Promise<void> => {
  const turn = `${folder}.${process.ppid}`
  mkdirSync(bundles, { recursive: true })
  try {
    mkdirSync(turn)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    while (isThere(turn)) await sleep(50)
    return isThere(folder) ? undefined : make(folder)
  }
  try {
    if (isThere(folder)) return
    const draft = mkdtempSync(join(bundles, "draft-"))
    await Bundle.bundle(draft, programs)
    try {
      renameSync(draft, folder)
    } catch {
      // Another run was faster.
      rmSync(draft, { recursive: true })
    }
    // Another run may still start what was bundled before.
    for (const name of readdirSync(bundles)) {
      const path = join(bundles, name)
      if (Date.now() - statSync(path).mtimeMs > 86_400_000) rmSync(path, { recursive: true, force: true })
    }
  } finally {
    rmSync(turn, { recursive: true })
  }
}

const made = async (): Promise<string> => {
  const folder = join(bundles, digest())
  if (!isThere(folder)) await make(folder)
  return join(folder, Bundle.place)
}
let bundled: Promise<string> | undefined

/** Whether the sources themselves are started: by what measures the service, `pnpm start` being what most operators begin with. */
let isOfSources = process.env["VITEST"] === undefined
/** From now on programs are started as the image starts them. */
export const bundle = (): void => void (isOfSources = false)

/** The file to start instead of a source: its bundle where it has one, unless sources are what is started. */
export const fileOf = async (source: string): Promise<string> => {
  const program = relative(server, source)
  if (isOfSources || !programs.includes(program)) return source
  return join(await (bundled ??= made()), `${Bundle.nameOf(program)}.js`)
}

/** The service, and its command line. */
export const main = join(server, "src/main.ts")
export const cli = join(server, "src/cli.ts")
