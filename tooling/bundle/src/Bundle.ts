/**
 * Bundles modules of this repository as an embedder's tool would for a browser, and says how large they are. What belongs to
 * Node is not left out or replaced: an import of it is a fault.
 */
import { readdirSync, readFileSync } from "node:fs"
import { builtinModules } from "node:module"
import { join, resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { minifySync } from "rolldown/utils"
import { type Plugin, rolldown, type RolldownBuild, type RolldownOutput } from "rolldown"

const repository = resolve(import.meta.dirname, "../../..")
const builtins = new Set(builtinModules)
const isNodes = (id: string): boolean => id.startsWith("node:") || builtins.has(id)

/** The packages that publish a connector. */
export const connectors: ReadonlyArray<string> = readdirSync(join(repository, "packages/connectors")).filter((name) => {
  const manifest = readFileSync(join(repository, "packages/connectors", name, "package.json"), "utf8")
  return (JSON.parse(manifest) as { readonly private?: boolean }).private !== true
})

/** A module of a package: `moduleOf("core", "connect/index.ts")`, `moduleOf("xero")`. */
export const moduleOf = (name: string, file = "index.ts"): string =>
  join(repository, connectors.includes(name) ? "packages/connectors" : "packages", name, "src", file)

export interface Bundle {
  readonly code: string
  /** Minified and compressed, in bytes. */
  readonly gzip: number
  /** Each import of a module of Node, as `importer: imported`. */
  readonly nodes: ReadonlyArray<string>
}

const build = (source: string, nodes: Array<string>, ...further: ReadonlyArray<Plugin>): Promise<RolldownBuild> => {
  const entry = join(repository, "packages/core/src/bundle-entry.ts")
  return rolldown({
    input: entry,
    platform: "browser",
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id, importer) => {
          if (id === entry) return entry
          if (!isNodes(id)) return null
          nodes.push(`${(importer ?? "").replace(`${repository}/`, "")}: ${id}`)
          return { id, external: true }
        },
        load: (id) => (id === entry ? source : null)
      },
      ...further
    ]
  })
}
const compressed = (code: string): number => gzipSync(code, { level: 9 }).length

/** Bundles a source text that imports modules by their full path; it becomes a script that sets `globalThis.exported`. */
export const bundle = async (source: string): Promise<Bundle> => {
  const nodes: Array<string> = []
  const built = await build(source, nodes)
  const { output } = await built.generate({ format: "iife", minify: true, codeSplitting: false })
  const [{ code }] = output
  return { code, gzip: compressed(code), nodes }
}

/** Bundles a source text that imports modules by their full path; it stays a module. */
export const moduleBundle = async (source: string): Promise<string> => {
  const built = await build(source, [])
  const { output } = await built.generate({ format: "es", codeSplitting: false })
  return output[0].code
}

/** Source of a bundle that exports everything of the named modules, each under its name. */
export const exporting = (modules: Readonly<Record<string, string>>): string => {
  const [imports, members] = named(modules)
  return [...imports, `globalThis.exported = { ${members} }`].join("\n")
}
/** The modules imported, and an object's members of their names, which need not be identifiers: folders have hyphens. */
const named = (modules: Readonly<Record<string, string>>) => {
  const all = Object.entries(modules)
  return [
    all.map(([, file], at) => `import * as module${at} from ${JSON.stringify(file)}`),
    all.map(([name], at) => `${JSON.stringify(name)}: module${at}`).join(", ")
  ] as const
}

/** Source of a program that has the async door with these connectors. */
export const embedding = (names: ReadonlyArray<string>): string => {
  const [imports, members] = named(Object.fromEntries(names.map((name) => [name, moduleOf(name)])))
  return [
    `import { connect, isConnectorError } from ${JSON.stringify(moduleOf("core", "connect/index.ts"))}`,
    ...imports,
    `globalThis.exported = { connect, isConnectorError, ${members} }`
  ].join("\n")
}

/** Minified and compressed, in bytes. */
export interface Size {
  /** What is loaded at the start. */
  readonly first: number
  /** What is loaded when it is needed: OAuth, once tokens are to be renewed, what writes, and reads that are loaded later. */
  readonly later: number
}
/** The async door with these connectors, with effect and all that they need, as a bundler splits it. */
export const sizeOf = async (names: ReadonlyArray<string>): Promise<Size> => {
  const built = await build(embedding(names), [])
  const { output } = await built.generate({ format: "es", minify: true })
  const first = firstOf(output)
  const bytes = (isFirst: boolean) =>
    output.reduce(
      (sum, part) => sum + (part.type === "chunk" && first.has(part.fileName) === isFirst ? compressed(part.code) : 0),
      0
    )
  return { first: bytes(true), later: bytes(false) }
}
/** The files that are loaded at the start: the entry, and what it imports as long as nobody waits for it. */
const firstOf = (output: RolldownOutput["output"]): ReadonlySet<string> => {
  const chunks = new Map(output.flatMap((part) => (part.type === "chunk" ? [[part.fileName, part] as const] : [])))
  const first = new Set<string>()
  const visit = (file: string) => {
    const chunk = chunks.get(file)
    if (chunk === undefined || first.has(file)) return
    first.add(file)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) visit(fileName)
  return first
}

/** A module of a bundle that is loaded at the start. */
export interface Part {
  /** Its path from the repository's root, or within its package: `effect/Duration`. */
  readonly module: string
  /** Its share of the bundle, by the length of its code: bytes of minified and compressed code. */
  readonly bytes: number
  /** The modules of the bundle that import it. */
  readonly importers: ReadonlyArray<string>
}
/** What the async door with these connectors loads at the start, largest first. */
export const partsOf = async (names: ReadonlyArray<string>): Promise<ReadonlyArray<Part>> => {
  const importers = new Map<string, ReadonlyArray<string>>()
  const built = await build(embedding(names), [], {
    name: "importers",
    generateBundle() {
      for (const id of this.getModuleIds()) importers.set(id, this.getModuleInfo(id)?.importers ?? [])
    }
  })
  const { first: bytes } = await sizeOf(names)
  const { output } = await built.generate({ format: "es" })
  const first = firstOf(output)
  const lengths = new Map<string, number>()
  for (const part of output) {
    if (part.type !== "chunk" || !first.has(part.fileName)) continue
    for (const [id, { code }] of Object.entries(part.modules)) {
      const { length } = minifySync(id, code ?? "", { compress: false, mangle: { toplevel: true } }).code
      if (length > 0) lengths.set(id, length)
    }
  }
  const all = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  return [...lengths]
    .map(([id, length]) => ({
      module: shown(id),
      bytes: Math.round((bytes * length) / all),
      importers: (importers.get(id) ?? []).filter((own) => lengths.has(own)).map(shown)
    }))
    .toSorted((one, other) => other.bytes - one.bytes)
}
const shown = (id: string): string =>
  id
    .replace(/^.*\/node_modules\//, "")
    .replace(/^effect\/dist\/(.*)\.js$/, "effect/$1")
    .replace(`${repository}/`, "")

/** How many data models a connector offers: those it reads, and the sub-models within them. */
export const modelsOf = async (name: string): Promise<number> => {
  const own = (await import(moduleOf(name))) as Readonly<Record<string, { readonly reads?: object } | undefined>>
  const { models } = (await import(moduleOf("core", "contract/Models.ts"))) as {
    readonly models: Readonly<
      Record<string, { readonly fields: Readonly<Record<string, { readonly of?: { readonly id: string } }>> }>
    >
  }
  const reads = Object.keys(Object.values(own).find((value) => value?.reads !== undefined)?.reads ?? {})
  const within = reads.flatMap((model) => Object.values(models[model]!.fields).flatMap(({ of }) => of?.id ?? []))
  return new Set([...reads, ...within]).size
}

export interface Sizes {
  /** The async door with the one connector, by its name. */
  readonly one: Readonly<Record<string, Size>>
  /** What a further connector adds to the door with a few others (`few`). */
  readonly further: Readonly<
    Record<string, { readonly bytes: number; readonly later: number; readonly models: number }>
  >
  /** The client of the service, plain async. */
  readonly client: number
}
/** A few that an embedder may well have together, of few models and of many. */
const few = ["hubspot", "quickbooks", "sandbox", "shopify", "tally"]

/** All sizes, in bytes of minified and compressed code. */
export const measure = async (): Promise<Sizes> => {
  const together = await sizeOf(few)
  const one: Record<string, Size> = {}
  const further: Record<string, { bytes: number; later: number; models: number }> = {}
  for (const name of connectors) {
    one[name] = await sizeOf([name])
    const others = few.filter((other) => other !== name)
    const [without, beside] =
      others.length < few.length ? [await sizeOf(others), together] : [together, await sizeOf([...few, name])]
    further[name] = {
      bytes: beside.first - without.first,
      later: beside.later - without.later,
      models: await modelsOf(name)
    }
  }
  const { gzip: client } = await bundle(exporting({ client: moduleOf("client") }))
  return { one, further, client }
}
