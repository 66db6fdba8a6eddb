/** What credit notes of both kinds have in common: the documents they are set against, and what is left of them. */
import { Normalize } from "@svc/core"
import type { Found } from "./books.ts"
import { documentFields, type Side, statusOf } from "./document-fields.ts"
import { type Made, maker, openOf, type Pending, referencesOf } from "./references.ts"
import type { Voucher } from "./voucher.ts"

/** The fields, and the ids of the documents; `side` is that of the lines. */
export const creditNote = (raw: Voucher, own: Found & { readonly pending: Pending }, made: Made, side: Side) => {
  const { amounts, fields, party, total } = documentFields(raw, own, side)
  const partySide = side === "debit" ? "credit" : "debit"
  const references = referencesOf(party)
  // What refers to no bill can be used as it is; a reference of its own as far as it is open.
  const loose = references.filter(({ type }) => type === "On Account" || type === "Advance")
  const isNew = references.some(({ type }) => type === "New Ref")
  const open = isNew ? openOf(party, own.pending, amounts, partySide) : 0
  const free = Normalize.sum(loose.map(({ amount }) => amounts.read(amount, partySide))) ?? 0
  const left = open === null || party === undefined ? null : Normalize.sum([open, free])
  return {
    ids: Normalize.distinct(references.map((one) => (party === undefined ? null : maker(made, party, one)))),
    party,
    record: { ...fields, remaining_credit: left, memo: raw.NARRATION, status: statusOf(raw, total, left) }
  }
}
