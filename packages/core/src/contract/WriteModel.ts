/** What one write of the interface is: the data model, what is done, and the members that an item and its answer have. */
import type { Fields } from "./Field.ts"
import type { Operation } from "./Model.ts"

export type { Operation } from "./Model.ts"

/** What can be written of a data model: its members, and by which operations. */
export interface WriteModel {
  /** Upper case with underscores, such as `BILLS`. */
  readonly model: string
  /** What is done with the items. */
  readonly operation: Operation
  /** Members of an item; all that `requires` does not name may be left out or null here. */
  readonly fields: Fields
  /**
   * Members the interface itself cannot do without: the id of what is to be changed. What makes a new record one (`needs` of its
   * data model) each connector requires by itself.
   */
  readonly requires: ReadonlyArray<string>
  /** Members of the record that the answer of one item carries; `raw_data` comes with them. */
  readonly response: ReadonlyArray<string>
}

/** Text that PostgreSQL and every platform can hold: no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")
