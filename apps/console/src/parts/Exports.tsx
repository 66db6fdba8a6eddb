/** What a table shows, to take along: CSV as its columns have it, NDJSON as the interface answered it. */
import type { Column } from "./Column.ts"
import { csv, download, ndjson } from "./Export.ts"

export const Exports = <A extends object>({
  columns,
  rows,
  title
}: {
  readonly title: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
}) => {
  const texts = () =>
    rows.map((row) =>
      Object.fromEntries(
        columns.map(({ name, text }) => [name, text ? text(row) : (row as Record<string, unknown>)[name]])
      )
    )
  return (
    <span className="row">
      <button className="button" onClick={() => download(`${title}.csv`, "text/csv", csv(texts()))}>
        CSV
      </button>
      <button className="button" onClick={() => download(`${title}.ndjson`, "application/x-ndjson", ndjson(rows))}>
        NDJSON
      </button>
    </span>
  )
}
