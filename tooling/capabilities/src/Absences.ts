/**
 * What a connector does not offer although its platform has it, and why: the rows of the section "What is not there" of its
 * README. What a sheet claims must be offered or stand there; what stands there must not be offered.
 */
import { type Connector, Models, type Write, Writes } from "@svc/core"
import { WriteRoutes } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import type { Claim } from "./Sheets.ts"

/** A row of the section. */
export interface Absence {
  /** Data models, members of what is written of one (`BILLS.line_items.tax_id`), or words for what no data model is. */
  readonly of: ReadonlyArray<string>
  readonly operations: ReadonlyArray<Claim["operation"]>
  readonly why: string
}

const heading = "\n## What is not there\n"
const operations: ReadonlyArray<Claim["operation"]> = ["read", ...Writes.operations]
const words = (cell: string): ReadonlyArray<string> => cell.replaceAll("`", "").split(/\s*,\s*/)

/** The rows of a README's section; none where it has no such section. */
export const absencesIn = (readme: string): ReadonlyArray<Absence> => {
  const from = readme.indexOf(heading)
  if (from === -1) return []
  const until = readme.indexOf("\n## ", from + heading.length)
  return readme
    .slice(from, until === -1 ? undefined : until)
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => {
      const [of = "", told = "", why = ""] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
      const unknown = words(told).find((word) => !operations.some((one) => one === word))
      if (unknown !== undefined || why === "") throw new Error(`"${line}" names no operation, or gives no reason.`)
      return { of: words(of), operations: operations.filter((one) => words(told).includes(one)), why }
    })
}

const can = (connector: Connector.Any, of: string, operation: Claim["operation"]): boolean => {
  const [model, ...path] = of.split(".")
  const isDone = Registry.capabilities(connector).find((own) => own.model === model)?.[operation] ?? false
  return path.length === 0 ? isDone : isDone && !untaken(connector, model!, operation).includes(path.join("."))
}
/** Members of the interface that a write has no place for. */
const untaken = (connector: Connector.Any, model: string, operation: Claim["operation"]): ReadonlyArray<string> =>
  (connector.writes as { readonly [_ in string]?: { readonly [_ in string]?: Write.Write } })[model]?.[operation]
    ?.unsupported ?? []

/** Members that the specification's own writes name, and a connector that offers the write does not take. */
export const missing = (connector: Connector.Any): ReadonlyArray<Pick<Claim, "of" | "operation">> =>
  WriteRoutes.routes
    .filter(({ isSpecified, write }) => isSpecified && can(connector, write.model, write.operation))
    .flatMap(({ fields, write }) => {
      const paths = Object.entries(fields).flatMap(([name, { members = {} }]) => [
        name,
        ...Object.keys(members).map((member) => `${name}.${member}`)
      ])
      const none = untaken(connector, write.model, write.operation)
      return paths
        .filter((path) => none.includes(path))
        .map((path) => ({ of: `${write.model}.${path}`, operation: write.operation }))
    })

/** Archiving is a change of `status` where the interface has no voiding. */
const archives = (connector: Connector.Any, of: string): boolean =>
  Models.isModelId(of) &&
  Writes.get(of, "void") === undefined &&
  Registry.writeSchemas(connector).some(
    ({ model, operation, schema }) =>
      model === of && operation === "update" && Object.hasOwn(schema["properties"] ?? {}, "status")
  )

/** Whether a connector does what the sheet says its platform has. */
export const isOffered = (connector: Connector.Any, { of, operation }: Claim): boolean =>
  can(connector, of, operation) || (operation === "void" && archives(connector, of))

/** The reason a README gives for what is not offered. */
export const reasonFor = (
  absences: ReadonlyArray<Absence>,
  { of, operation }: Pick<Claim, "of" | "operation">
): string | undefined => absences.find((row) => row.of.includes(of) && row.operations.includes(operation))?.why

/** What a README says is not there, and the connector offers. */
export const untrue = (connector: Connector.Any, absences: ReadonlyArray<Absence>): ReadonlyArray<string> =>
  absences.flatMap((row) =>
    row.of.flatMap((of) =>
      row.operations.filter((operation) => can(connector, of, operation)).map((operation) => `${of} ${operation}`)
    )
  )
