/**
 * `pnpm size shopify`: what the async door with a connector takes, in kilobytes of minified and compressed code, its largest
 * modules, and who imports each of them. `--all` shows all modules.
 */
import { connectors, partsOf, sizeOf } from "./Bundle.ts"

const most = 40
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(2).padStart(7)

const args = process.argv.slice(2)
const names = args.filter((one) => !one.startsWith("--"))
const unknown = names.filter((name) => !connectors.includes(name))
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `usage: pnpm size <connector> [--all]; ${unknown.join(", ") || "nothing"} is none of ${connectors.join(", ")}`
  )
  process.exit(1)
}

const { first, later } = await sizeOf(names)
const parts = await partsOf(names)
const groups = new Map<string, number>()
for (const { bytes, module } of parts) {
  const group = /^(?:packages\/(?:connectors|families)\/[^/]+|packages\/core\/src\/[^/]+|[^/]+)/.exec(module)![0]
  groups.set(group, (groups.get(group) ?? 0) + bytes)
}
console.log(`${kilobytes(first)} kB are loaded at the start, ${kilobytes(later).trim()} kB when they are needed\n`)
for (const [group, bytes] of [...groups].toSorted(([, one], [, other]) => other - one)) {
  console.log(`${kilobytes(bytes)}  ${group}`)
}
console.log("")
for (const { bytes, importers, module } of args.includes("--all") ? parts : parts.slice(0, most)) {
  const further = importers.length - 3
  console.log(
    `${kilobytes(bytes)}  ${module}  <- ${importers.slice(0, 3).join(", ")}${further > 0 ? ` and ${further} more` : ""}`
  )
}
