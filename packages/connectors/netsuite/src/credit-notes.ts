/** What credit notes of vendors and to customers have in common. */
import * as Normalize from "@svc/core/Normalize"
import { type Document, documentFields } from "./document-fields.ts"
import { linksIn } from "./links.ts"
import { creditState } from "./states.ts"
import { headOf } from "./wire.ts"

/** What is left of it. */
export const left = { unused: "t.foreignpaymentamountunused" }

export const creditNoteFields = (
  raw: (typeof Document)["Type"],
  side: "sales" | "purchases",
  followed: ReadonlyArray<unknown>
) => {
  const row = headOf(raw)
  const fields = documentFields(raw, side, side === "sales" ? "customer" : "vendor")
  const applied = linksIn(followed[0])
  const spent = Normalize.sum(applied?.map(({ amount }) => Normalize.absolute(amount)) ?? [])
  // What it was put on says what is left of it too; where that is not known, nothing does.
  const rest = applied === null ? null : Normalize.difference(fields.total_amount, spent ?? 0)
  const ids = (applied ?? []).map(({ id }) => id)
  return {
    ids,
    fields: {
      ...fields,
      memo: row.memo,
      status: creditState(row),
      remaining_credit: Normalize.absolute(row.unused) ?? rest
    }
  }
}
