/**
 * What the connectors offer beside what the fact sheets say their platforms have. Every difference is told with the reason
 * that stands in the connector's README (`Absences.ts`), or without one, which is a fault.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Connector } from "@svc/core"
import * as Absences from "./Absences.ts"
import { type Claim, readsOf, writesOf } from "./Sheets.ts"
import { connectorsIn } from "./tables.ts"

export interface Difference {
  readonly connector: string
  readonly claim: Claim
  readonly why: string | undefined
}

/** The sheets of a platform, where its folder has another name than the connector's package. */
const sheets: Readonly<Record<string, string>> = { "business-central": "dynamics365-bc" }

const differencesOf = (
  connector: Connector.Any,
  claims: ReadonlyArray<Claim>,
  absences: ReadonlyArray<Absences.Absence>
): ReadonlyArray<Difference> => {
  const told = new Map(claims.map((claim) => [`${claim.of} ${claim.operation}`, claim]))
  return [...told.values()]
    .filter((claim) => !Absences.isOffered(connector, claim))
    .map((claim) => ({ connector: connector.id, claim, why: Absences.reasonFor(absences, claim) }))
}

/** Every difference, by connector. The sandbox has no sheet. A platform without a row, or a row without a platform, is a fault. */
export const compare = async (root: string, folder: string): Promise<ReadonlyArray<Difference>> => {
  const rows = new Map(writesOf(folder))
  const seen = new Set<string>()
  const found = (await connectorsIn(root)).flatMap(({ connector, folder: place }) => {
    const name = place.split("/").at(-1)!
    const reads = readsOf(folder, sheets[name] ?? name)
    const writes = rows.get(name)
    if (reads === undefined && writes === undefined) return []
    if (reads === undefined || writes === undefined)
      throw new Error(`${name} has a sheet or a row of writes, not both.`)
    seen.add(name)
    return differencesOf(
      connector,
      [...reads, ...writes],
      Absences.absencesIn(readFileSync(join(root, place, "README.md"), "utf8"))
    )
  })
  const lost = [...rows.keys()].filter((name) => !seen.has(name))
  if (lost.length > 0) throw new Error(`No connector is called ${lost.join(", ")}.`)
  return found
}

export const format = (differences: ReadonlyArray<Difference>): string => {
  const lines = differences.map(
    ({ claim: { cell, doubted, of, operation }, connector, why }) =>
      `${why === undefined ? "WITHOUT A REASON " : ""}${connector} ${of} ${operation}${doubted ? " (doubted)" : ""}: ${why ?? `the sheet has "${cell}"`}`
  )
  const bare = differences.filter(({ why }) => why === undefined).length
  return [...lines, `${differences.length} differences, ${bare} without a reason`].join("\n")
}
