/** A column of a table: what it shows of a row, and what of it stands in a file. */
import type { ReactNode } from "react"

export interface Column<A> {
  readonly name: string
  readonly header: string
  readonly show: (row: A) => ReactNode
  /** What stands in an export; the member of that name where it is absent. */
  readonly text?: (row: A) => unknown
  readonly isNumber?: boolean
  /** It is a sentence or more, whose lines break. */
  readonly isLong?: boolean
  /** The list is sorted by the member of that name. */
  readonly sorts?: boolean
}

/** How a cell looks that is of the column. */
export const lookOf = <A>({ header, isLong, isNumber }: Column<A>): string | undefined =>
  isNumber ? "number" : isLong ? "long" : header === "Act" ? "act" : undefined
/** What a cell holds as a text, for who points at one that is cut off. */
export const titleOf = (shown: ReactNode): string | undefined => (typeof shown === "string" ? shown : undefined)
