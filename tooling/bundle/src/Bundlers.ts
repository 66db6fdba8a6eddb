/**
 * The size of the async door with connectors as Rollup and esbuild make it, by which the goals are set. Rolldown, which
 * `Bundle.ts` asks for the rest, lies between them.
 */
import { readFileSync } from "node:fs"
import { dirname } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { minifySync, transformSync } from "rolldown/utils"
import { ResolverFactory } from "rolldown/experimental"
import { rollup } from "rollup"
import { embedding, type Size } from "./Bundle.ts"

const entry = "embedder"
const compressed = (code: string | Uint8Array): number => gzipSync(code, { level: 9 }).length

interface Chunk {
  readonly file: string
  readonly isEntry: boolean
  /** The files that it waits for. */
  readonly imports: ReadonlyArray<string>
  readonly bytes: number
}
const sizeOf = (chunks: ReadonlyArray<Chunk>): Size => {
  const first = new Set<string>()
  const visit = (file: string) => {
    if (first.has(file)) return
    first.add(file)
    for (const imported of chunks.find((own) => own.file === file)?.imports ?? []) visit(imported)
  }
  for (const { file, isEntry } of chunks) if (isEntry) visit(file)
  const sum = (isFirst: boolean) =>
    chunks.reduce((all, { bytes, file }) => all + (first.has(file) === isFirst ? bytes : 0), 0)
  return { first: sum(true), later: sum(false) }
}

const resolver = new ResolverFactory({ conditionNames: ["import", "default"], mainFields: ["module", "main"] })

export const byRollup = async (names: ReadonlyArray<string>): Promise<Size> => {
  const bundle = await rollup({
    input: entry,
    onwarn: () => {},
    plugins: [
      {
        name: "sources",
        resolveId: (id, importer) =>
          id === entry ? id : (resolver.sync(importer === entry ? "/" : dirname(importer!), id).path ?? null),
        load: (id) => (id === entry ? embedding(names) : readFileSync(id, "utf8")),
        transform: (code, id) => (id.endsWith(".ts") ? { code: transformSync(id, code).code, map: null } : null),
        // As bundlers of today read it: a package says of all its modules that they do nothing by themselves.
        options: (options) => ({ ...options, treeshake: { moduleSideEffects: (id) => id === entry } })
      }
    ]
  })
  const { output } = await bundle.generate({ format: "es" })
  return sizeOf(
    output.flatMap((part) =>
      part.type === "chunk"
        ? [
            {
              file: part.fileName,
              isEntry: part.isEntry,
              imports: part.imports,
              bytes: compressed(minifySync(part.fileName, part.code, { module: true }).code)
            }
          ]
        : []
    )
  )
}

export const byEsbuild = async (names: ReadonlyArray<string>): Promise<Size> => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: embedding(names), resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    platform: "browser",
    outdir: "out",
    absWorkingDir: "/",
    write: false,
    metafile: true,
    logLevel: "error",
    tsconfigRaw: "{}"
  })
  return sizeOf(
    Object.entries(metafile.outputs).map(([file, { entryPoint, imports }]) => ({
      file,
      isEntry: entryPoint === "<stdin>",
      imports: imports.flatMap(({ kind, path }) => (kind === "import-statement" ? [path] : [])),
      bytes: compressed(outputFiles.find(({ path }) => path === `/${file}`)!.contents)
    }))
  )
}
