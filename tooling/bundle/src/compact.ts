/**
 * What Node loads of a package, in few files: to find and read a hundred modules takes longer than what they do. The entries that a
 * manifest gives Node a file of its own for are bundled into it, from what the compiler has written. Core's plain async door has
 * what it uses of effect within it: nobody who calls it sees an effect. A connector has what it uses of core's contract, which
 * keeps nothing that two copies of it would not share. `pnpm pack` and `pnpm publish` run it (`prepack`), in the package's folder.
 */
import { readFileSync, rmSync } from "node:fs"
import { basename, join } from "node:path"
import { rolldown } from "rolldown"

interface Manifest {
  readonly name: string
  readonly publishConfig: { readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>> }
}

/** Bundles the entries of the package in a folder. */
export const compact = async (folder: string): Promise<void> => {
  const { name, publishConfig } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest
  const entries = Object.values(publishConfig.exports).flatMap((entry) =>
    typeof entry === "string" || entry["node"] === undefined ? [] : [[entry["node"], entry["default"]!] as const]
  )
  if (entries.length === 0) throw new Error(`${name} has nothing of its own for Node`)
  const own = name === "@svc/core" ? "effect/" : "@svc/"
  const isWithin = (id: string) => /^[./]/.test(id) || id.startsWith(own)
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map(([file, from]) => [basename(file, ".js"), join(folder, from)])),
    platform: "node",
    logLevel: "warn",
    external: (id) => !isWithin(id)
  })
  const dir = join(folder, "dist/node")
  rmSync(dir, { recursive: true, force: true })
  await bundle.write({
    dir,
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: false,
    // Names stay, for who reads a stack trace.
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } }
  })
}

if (import.meta.main) await compact(process.cwd())
