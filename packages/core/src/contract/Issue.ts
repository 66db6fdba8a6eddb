/** What is wrong with a record. Hints are found apart from the check: who reads records that are as they must be needs none. */
import * as Nearest from "./Nearest.ts"

/** Something that is wrong with a record: the member, and in a sentence what. */
export interface Issue {
  /** Where in the record: `line_items[2].quantity`; empty when the record itself is at fault. */
  readonly field: string
  /** In a sentence, with the value where that helps. */
  readonly message: string
  /** Of a member that the model does not have: its name, and the members that are there. */
  readonly strange?: { readonly name: string; readonly known: ReadonlySet<string> }
}

/** The issue with the name that was probably meant, where a member's name is none. */
export const withHint = ({ field, message, strange }: Issue): Issue => ({
  field,
  message: strange === undefined ? message : message + Nearest.hint(strange.name, strange.known)
})
