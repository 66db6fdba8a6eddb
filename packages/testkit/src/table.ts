/** What a connector can do, as the Markdown of its README: a row for each data model it has to do with. */
import { Connector, type Read, Writes } from "@svc/core"
import { Registry } from "@svc/core/runtime"

/** How a record's end is known, in the words of the table. */
const deletes: Readonly<Record<Read.Deletes["_tag"], string>> = {
  Flag: "marked",
  Feed: "listed",
  IdListing: "by ids",
  FullListing: "by full listing",
  Events: "by webhook",
  None: "–"
}
const unique = (words: ReadonlyArray<string>) => [...new Set(words)].join(", ")
/** Of several sources, what is known of some stands for all. */
const ends = (sources: ReadonlyArray<Read.Read>) => {
  const known = sources.filter((source) => source.deletes._tag !== "None")
  return unique((known.length > 0 ? known : sources).map((source) => deletes[source.deletes._tag]))
}
/** The operations that write, as heads of columns. */
export const titles: ReadonlyArray<string> = Writes.operations.map(
  (name) => name.charAt(0).toUpperCase() + name.slice(1)
)

/** Rows as Markdown, their columns as wide as their widest cell. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

/** The table of one connector, whose writes are loaded (`Connector.whole`). */
export const tableOf = (connector: Connector.Any): string => {
  const capabilities = Registry.capabilities(connector).toSorted((a, b) => (a.model < b.model ? -1 : 1))
  const rows = capabilities.map((capability) => {
    const sources = Connector.sourcesOf(connector, capability.model)
    const scopes = sources.flatMap(({ scope }) => (scope === undefined ? [] : [`\`${scope}\``]))
    const read = sources.length === 0 ? "in its parent" : sources.length > 1 ? `${sources.length} sources` : "yes"
    const counted = sources.length > 0 && sources.every(({ sequence }) => sequence !== undefined)
    return [
      capability.model,
      capability.read ? read : "",
      capability.incremental ? "yes" : counted ? "all, or nothing where nothing changed" : "",
      ends(sources),
      ...Writes.operations.map((operation) => (capability[operation] ? "yes" : "")),
      scopes.length === 0 ? "" : scopes.length === sources.length ? unique(scopes) : `${unique(scopes)} for one source`
    ]
  })
  return table(["Data model", "Read", "Incremental", "Deletes", ...titles, "Scope of its own"], rows)
}

/** The rows of a table without the blanks that keep its columns straight, which no reader sees. */
const plain = (text: string) => text.replaceAll(/ {2,}/g, " ").replaceAll(/-{2,}/g, "-")
/** Whether a page shows the table of a connector, as it is now. */
export const shows = (page: string, connector: Connector.Any): boolean =>
  plain(page.replaceAll("\r\n", "\n")).includes(plain(tableOf(connector)))
