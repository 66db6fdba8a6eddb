/** A few rows that are all there: a table without a list behind it, with the same columns and the same files. */
import type { ReactNode } from "react"
import { counted } from "virtual:progress"
import { Exports } from "./Exports.tsx"
import { type Column, lookOf, titleOf } from "./Column.ts"

async function* each<A>(rows: ReadonlyArray<A>) {
  yield* rows
}

export const Rows = <A extends object>({
  columns,
  empty,
  idOf,
  rows,
  title
}: {
  /** What the table holds, for whoever cannot see it, and the name of a file of it. */
  readonly title: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly idOf: (row: A) => string | number
  /** What is said where there is none. */
  readonly empty?: ReactNode
}) =>
  rows.length === 0 && empty !== undefined ? (
    <div className="panel empty">{empty}</div>
  ) : (
    <div className="stack">
      <div className="table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={lookOf(column)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={idOf(row)}>
                {columns.map((column) => {
                  const shown = column.show(row)
                  return (
                    <td key={column.name} className={lookOf(column)} title={titleOf(shown)}>
                      {shown}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="row apart soft">
        <span>{counted(rows.length, "row")}</span>
        <Exports title={title} columns={columns} all={() => each(rows)} />
      </div>
    </div>
  )
