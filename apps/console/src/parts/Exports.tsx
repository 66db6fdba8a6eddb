/** All rows of what a table shows, to take along: CSV as its columns have them, NDJSON as the interface answers them. */
import { make } from "../app/Files.ts"
import type { Column } from "./Column.ts"
import { csv, type Format, ndjson } from "./Export.ts"

export const Exports = <A extends object>({
  all,
  columns,
  title
}: {
  readonly title: string
  readonly columns: ReadonlyArray<Column<A>>
  /** Every row, in the order of the table. */
  readonly all: (signal: AbortSignal) => AsyncIterable<A>
}) => {
  const takeAlong = ({ ending, head, line, type }: Format<A>) =>
    void make({
      name: `${title.toLowerCase().replaceAll(" ", "-")}.${ending}`,
      type,
      head,
      async *lines(signal) {
        for await (const row of all(signal)) yield line(row)
      }
    })
  return (
    <span className="row">
      <button className="button" onClick={() => takeAlong(csv(columns))}>
        CSV
      </button>
      <button className="button" onClick={() => takeAlong(ndjson)}>
        NDJSON
      </button>
    </span>
  )
}
