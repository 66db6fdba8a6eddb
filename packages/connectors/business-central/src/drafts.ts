/** Lines of journals that are not posted yet, listed with the journals that they are in: payments, and entries of the general journal. */
import type { Call } from "@svc/core"
import * as Read from "@svc/core/Read"
import { listed, member, one, values } from "./lists.ts"

/** The lines that are shown with a journal. */
const linesIn = (journal: unknown, lines: string): ReadonlyArray<unknown> => {
  // A part of them would show the others as gone.
  if (member(journal, `${lines}@odata.nextLink`))
    throw new Error(`${lines} of a journal are more than are shown at once`)
  return Read.requiredArrayAt(journal, lines)
}
type Drafts = ReturnType<typeof listed> & { readonly from: Read.ByMapping }
/** The lines of all journals, or what is made of those of each. */
export const drafts = (
  set: string,
  lines: string,
  made: (all: ReadonlyArray<unknown>) => ReadonlyArray<unknown> = (all) => all
): Drafts => ({
  ...listed(set, { expand: lines, size: 100 }),
  items: (body) => values(body).flatMap((journal) => made(linesIn(journal, lines))),
  from: Read.byMapping("Lines are shown with their journals, which have no date"),
  get: (id): Call.Call => ({ path: one(lines, id) })
})
