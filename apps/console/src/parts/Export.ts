/** What a table shows, as the text of a file. */
import type { Column } from "./Column.ts"

/** Quoted where RFC 4180 wants it. A text that a spreadsheet would take for a formula is kept a text by an apostrophe. */
const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const lineOf = (values: ReadonlyArray<unknown>): string => `${values.map(cell).join(",")}\r\n`

/** How rows stand in a file. */
export interface Format<A> {
  /** Behind the file's name. */
  readonly ending: string
  readonly type: string
  readonly head: string
  readonly line: (row: A) => string
}

/** As the columns have them, below a line of their names. */
export const csv = <A extends object>(columns: ReadonlyArray<Column<A>>): Format<A> => ({
  ending: "csv",
  type: "text/csv",
  head: lineOf(columns.map(({ name }) => name)),
  line: (row) => lineOf(columns.map(({ name, text }) => (text ? text(row) : (row as Record<string, unknown>)[name])))
})

/** One row a line, as the interface answered it. */
export const ndjson: Format<object> = {
  ending: "ndjson",
  type: "application/x-ndjson",
  head: "",
  line: (row) => `${JSON.stringify(row)}\n`
}
