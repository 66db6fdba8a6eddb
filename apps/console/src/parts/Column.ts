/** A column of a table: what it shows of a row, and what of it stands in a file. */
import type { ReactNode } from "react"

export interface Column<A> {
  readonly name: string
  readonly header: string
  readonly show: (row: A) => ReactNode
  /** What stands in an export; the member of that name where it is absent. */
  readonly text?: (row: A) => unknown
  readonly isNumber?: boolean
  /** The list is sorted by the member of that name. */
  readonly sorts?: boolean
}
