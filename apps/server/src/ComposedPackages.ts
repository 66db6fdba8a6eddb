/**
 * The packages that the composed connectors come from. A connector takes the number of its contract from the core that it finds,
 * and core is a peer, so a connector written for another contract may well claim ours; its manifest does not.
 */
import { Connector } from "@svc/core"
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

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

/** Whether a package exports one of these connectors; one that cannot be looked at is taken to. */
const isComposed = async (manifest: string, name: string, ids: ReadonlySet<string>): Promise<boolean> => {
  try {
    const exported: object = await import(pathToFileURL(createRequire(manifest).resolve(name)).href)
    return Object.values(exported).some((value) => ids.has(value?.id))
  } catch {
    return true
  }
}

/**
 * Why one of the packages that the program in this file depends on cannot be composed, for the person who composed it; null
 * when all keep this contract. A connector that is installed and not composed does no harm.
 */
export const fault = async (program: string, connectors: ReadonlyArray<Connector.Any>): Promise<string | null> => {
  if (!existsSync(program)) return null
  const folder = dirname(realpathSync(program))
  const manifest = upwards(folder, "package.json")
  if (manifest === undefined) return null
  const ids = new Set(connectors.map(({ id }) => id))
  for (const name of Object.keys(read(manifest).dependencies ?? {})) {
    const file = upwards(folder, join("node_modules", name, "package.json"))
    const { svc, version } = file === undefined ? {} : read(file)
    if (svc?.contract === undefined || svc.contract === Connector.contract) continue
    if (!(await isComposed(manifest, name, ids))) continue
    return (
      `${version === undefined ? name : `${name} ${version}`} keeps contract ${String(svc.contract)} between connectors and the service, and this service runs ` +
      `contract ${Connector.contract}: install a version of ${name} for contract ${Connector.contract}, or a service ` +
      `for contract ${String(svc.contract)}.`
    )
  }
  return null
}
