/**
 * The code that pages show, as files that can be checked: each block of `ts` is a program of its own, or several where comments
 * name them (`// main.ts`). A block that is a part of something bigger says so (`ts fragment`) and is left alone, and so is one
 * that is a file of `examples/`, which has its own test.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Manifest } from "@svc/testkit/manifest"

/** A file of code, and the line of the page at which it begins. */
export interface Shown {
  readonly page: string
  readonly line: number
  /** The line at which its block begins: files of one block are beside each other. */
  readonly block: number
  /** Its path, below a folder that is the block's own. */
  readonly name: string
  readonly code: string
}

const block = /(^<!-- examples\/[^\n]* -->\n)?^```ts(?: ([^\n]*))?\n([\s\S]*?)^```/gm
const named = /^\/\/ ([\w./-]+\.ts)\n/gm

const filesOf = (code: string): ReadonlyArray<readonly [name: string, at: number, code: string]> => {
  const heads = [...code.matchAll(named)]
  if (heads.length === 0) return [["main.ts", 0, code]]
  return heads.map((head, index) => [head[1]!, head.index, code.slice(head.index, heads[index + 1]?.index)])
}
const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length

/** The code that a page shows. */
export const shownIn = (page: string, text: string): ReadonlyArray<Shown> =>
  [...text.matchAll(block)].flatMap((found) => {
    const [whole, example, kind, code] = found
    if (example !== undefined || kind !== undefined) return []
    const begin = found.index + whole.indexOf("\n") + 1
    const line = (at: number) => lineAt(text, begin + at)
    return filesOf(code!).map(([name, at, own]) => ({ page, line: line(at), block: line(0), name, code: own }))
  })

/** The pages whose code somebody copies: of this repository and of each package. */
export const pages = (root: string): ReadonlyArray<string> =>
  ["*.md", "docs/*.md", "packages/**/README.md", "apps/*/README.md", "examples/*/README.md"]
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (path) => /node_modules|dist/.test(path) }))
    .toSorted()

/** Where the types of each package here are found, as `paths` of a `tsconfig.json` has it: what was built of them. */
export const typesOf = (root: string): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    globSync(["packages/*/package.json", "packages/*/*/package.json", "apps/*/package.json"], { cwd: root }).flatMap(
      (file): Array<[string, ReadonlyArray<string>]> => {
        const folder = join(root, file, "..")
        const manifest: Manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
        const exported: Readonly<Record<string, { readonly types?: string }>> = manifest.publishConfig?.exports ?? {}
        return Object.entries(exported).flatMap(([path, { types }]): Array<[string, ReadonlyArray<string>]> => {
          if (types === undefined) return []
          const built = join(folder, types)
          if (!built.includes("*") && !existsSync(built)) throw new Error(`${built} is not built: run \`tsc -b\``)
          return [[`${manifest.name}${path.slice(1)}`, [built]]]
        })
      }
    )
  )
