/** Makes the package of a new connector from the template beside this package's code. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import * as Names from "./Names.ts"

export * as Names from "./Names.ts"

/** Where the template's files are, the same from `src` and from `dist`. */
const template = resolve(import.meta.dirname, "../template")

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

const versionOf = (): string =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../package.json"), "utf8")).version

/** What packers and linters would obey instead of carrying it along has no dot in the template. */
const placed = (path: string): string => (["gitignore", "oxlintrc.json"].includes(path) ? `.${path}` : path)

/** The files of a connector to the platform of these names, for a package of its own. */
export const files = (names: Names.Names): Files =>
  new Map(
    filesIn(template).map((path) => {
      const text = Names.fill(readFileSync(join(template, path), "utf8"), names)
      return [
        placed(Names.fill(path, names)),
        // This package, core and the test kit are released together.
        path === "package.json" ? text.replaceAll(/("@svc\/[a-z]+": )"[^"]*"/g, `$1"^${versionOf()}"`) : text
      ]
    })
  )

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
