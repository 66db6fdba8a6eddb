/** What a table shows, as a file. */

/** Quoted where RFC 4180 wants it. A text that a spreadsheet would take for a formula is kept a text by an apostrophe. */
const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value)
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of the same members, with a line of their names. */
export const csv = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string => {
  const names = Object.keys(rows[0] ?? {})
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(","))
    .join("\r\n")
}

/** One row a line, as the interface answered it. */
export const ndjson = (rows: ReadonlyArray<unknown>): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("")

/** Gives the browser a file to keep. */
export const download = (name: string, type: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name.toLowerCase().replaceAll(" ", "-")
  link.click()
  // The browser has begun with it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
