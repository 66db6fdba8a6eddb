/** What credit notes of vendors and to customers have in common. */
import { Normalize } from "@svc/core"
import { type Document, documentFields } from "./document-fields.ts"
import { linksIn } from "./links.ts"
import { creditState } from "./states.ts"
import { headOf } from "./wire.ts"

export const creditNoteFields = (
  raw: (typeof Document)["Type"],
  side: "sales" | "purchases",
  followed: ReadonlyArray<unknown>
) => {
  const row = headOf(raw)
  const fields = documentFields(raw, side, side === "sales" ? "customer" : "vendor")
  const applied = linksIn(followed[0])
  const spent = Normalize.absolute(Normalize.sum(applied.map(({ amount }) => Normalize.absolute(amount)))) ?? 0
  const ids = applied.map(({ id }) => id)
  return {
    ids,
    fields: {
      ...fields,
      memo: row.memo,
      status: creditState(row),
      remaining_credit: Normalize.difference(fields.total_amount, spent)
    }
  }
}
