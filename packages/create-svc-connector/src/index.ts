/** Makes the package of a new connector from the template beside this package's code. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import * as Names from "./Names.ts"

export * as Names from "./Names.ts"

/** This package, the same from `src` and from `dist`. */
const here = resolve(import.meta.dirname, "..")
const template = join(here, "template")

/** A folder that cannot be written to; the message says why. */
export class FolderRefused extends Error {
  override readonly name = "FolderRefused"
}

/** The files of a new package, by their paths, `/` between folders. */
export type Files = ReadonlyMap<string, string>

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    // What a tool may have left beside the template's own files.
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .toSorted()

/** Files that packers, publishers and linters would obey where the template lies; there they have other names. */
const placed: Readonly<Record<string, string>> = {
  gitignore: ".gitignore",
  "manifest.json": "package.json",
  "oxlintrc.json": ".oxlintrc.json"
}

/** The files of a connector to the platform of these names, for a package of its own. */
export const files = (names: Names.Names): Files => {
  // This package, core and the test kit are released together.
  const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"))
  const made = new Map([["LICENSE", readFileSync(join(here, "LICENSE"), "utf8")]])
  for (const path of filesIn(template)) {
    const text = Names.fill(readFileSync(join(template, path), "utf8"), names)
    const own = path === "manifest.json" ? text.replaceAll(/("@svc\/[a-z]+": )"[^"]*"/g, `$1"^${version}"`) : text
    made.set(placed[path] ?? Names.fill(path, names), own)
  }
  return made
}

/** Writes files into a folder that is not there yet, or empty; never over another file. */
export const write = (folder: string, content: Files): void => {
  const there = existsSync(folder)
  if (there && !statSync(folder).isDirectory()) throw new FolderRefused(`${folder} is a file: choose another folder.`)
  if (there && readdirSync(folder).length > 0) {
    throw new FolderRefused(`${folder} is not empty, and nothing in it is overwritten: choose another folder.`)
  }
  for (const [path, text] of content) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: "wx" })
  }
}
