/**
 * Lines for each capability: what there is of a connector's source for each data model that it reads and each operation on one that it
 * writes. All lines are counted, comments and empty ones too; a stand-in for the platform, in a folder below, is not the
 * connector. Connectors of one package share its lines.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Writes } from "@svc/core"
import { Registry } from "@svc/core/runtime"
import { type Found, connectorsIn } from "./tables.ts"

export interface Counted {
  readonly id: string
  readonly lines: number
  /** The file with the most lines. */
  readonly longest: { readonly file: string; readonly lines: number }
  readonly read: number
  readonly written: number
}

const counted = (root: string, { connector, folder }: Found): Counted => {
  const src = join(root, folder, "src")
  const files = readdirSync(src)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, lines: readFileSync(join(src, file), "utf8").split("\n").length - 1 }))
  const all = Registry.capabilities(connector)
  return {
    id: connector.id,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
    longest: files.reduce((one, other) => (other.lines > one.lines ? other : one)),
    read: all.filter(({ read }) => read).length,
    written: all.reduce((sum, own) => sum + Writes.operations.filter((operation) => own[operation]).length, 0)
  }
}

/** Of each package of a connector, those with the most lines for a capability first. */
export const count = async (root: string): Promise<ReadonlyArray<Counted>> => {
  const found = await connectorsIn(root)
  return found
    .filter(({ folder }, at) => found.findIndex((other) => other.folder === folder) === at)
    .map((own) => counted(root, own))
    .toSorted((one, other) => each(other) - each(one))
}

type Sum = Pick<Counted, "lines" | "read" | "written">
/** Lines for each capability. */
export const each = ({ lines, read, written }: Sum): number => lines / (read + written)
/** All of them together. */
export const total = (all: ReadonlyArray<Counted>): Sum =>
  all.reduce(
    (sum, own) => ({ lines: sum.lines + own.lines, read: sum.read + own.read, written: sum.written + own.written }),
    { lines: 0, read: 0, written: 0 }
  )

/** As a table of text. */
export const format = (all: ReadonlyArray<Counted>): string => {
  const row = (name: string, own: Sum, longest: string) =>
    [name.padEnd(26), `${own.lines}`.padStart(6), `${own.read}`.padStart(5), `${own.written}`.padStart(8)].join(" ") +
    `${each(own).toFixed(1).padStart(10)}  ${longest}`.trimEnd()
  return [
    "connector                   lines  read  written  for each  longest file",
    ...all.map((own) => row(own.id, own, `${own.longest.file} ${own.longest.lines}`)),
    row("all", total(all), "")
  ].join("\n")
}
