/**
 * The packages that the composed connectors come from. A connector takes the number of its contract from the core that it finds,
 * and core is a peer, so a connector written for another contract may well claim ours; its manifest does not.
 */
import { Connector } from "@svc/core"
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import * as LazyConnector from "./LazyConnector.ts"

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly svc?: { readonly contract?: unknown }
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

/** The nearest `path` in a folder or one above it. */
const upwards = (folder: string, path: string): string | undefined => {
  const file = join(folder, path)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? undefined : upwards(dirname(folder), path)
}

/** The ids that a package's exports have; null where it cannot be looked at. */
const idsIn = async (manifest: string, name: string): Promise<ReadonlySet<unknown> | null> => {
  try {
    const exported: object = await import(pathToFileURL(createRequire(manifest).resolve(name)).href)
    return new Set(Object.values(exported).map((value) => value?.id))
  } catch {
    return null
  }
}

const sentence = (name: string, version: string | undefined, contract: unknown): string =>
  `${version === undefined ? name : `${name} ${version}`} keeps contract ${String(contract)} between connectors and the ` +
  `service, and this service runs contract ${Connector.contract}: install a version of ${name} for contract ` +
  `${Connector.contract}, or a service for contract ${String(contract)}.` +
  (typeof contract === "number" && contract < Connector.contract
    ? ` docs/moving-to-contract-${Connector.contract}.md says how a connector is moved.`
    : "")

/**
 * Why one of the packages that the program in this file depends on cannot be composed, for the person who composed it; null
 * when all keep this contract. A connector that is installed and not composed does no harm.
 */
export const fault = async (
  program: string,
  connectors: ReadonlyArray<LazyConnector.Composed>
): Promise<string | null> => {
  if (!existsSync(program)) return null
  const folder = dirname(realpathSync(program))
  const manifest = upwards(folder, "package.json")
  if (manifest === undefined) return null
  // One that is loaded later is looked at then.
  const others = connectors.flatMap((own) =>
    LazyConnector.isLazy(own) || own.contract === Connector.contract ? [] : own
  )
  for (const name of Object.keys(read(manifest).dependencies ?? {})) {
    const file = upwards(folder, join("node_modules", name, "package.json"))
    const { svc, version } = file === undefined ? {} : read(file)
    if (svc?.contract === undefined) continue
    const isOther = svc.contract !== Connector.contract
    // Packages are only looked into when something is wrong.
    if (!isOther && others.length === 0) continue
    const ids = await idsIn(manifest, name)
    const known = connectors.some(({ id }) => ids === null || ids.has(id))
    if (isOther && known) return sentence(name, version, svc.contract)
    const other = others.find(({ id }) => ids?.has(id))
    if (other !== undefined) return sentence(name, version, other.contract)
  }
  return null
}
