/** Credit notes to customers and debit notes to vendors: the documents they are set against, and what is left of them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import { books, type Found, isCreditor, isDebtor, ledger } from "./books.ts"
import { anyCount } from "./company.ts"
import { documentFields, opposite, type Side, statusOf } from "./document-fields.ts"
import { owner, vouchers } from "./voucher-reads.ts"
import { type Made, madeBy, maker, openOf, type Pending, pending, referencesOf } from "./references.ts"
import type { Voucher } from "./voucher.ts"
import { isCreditNote, isDebitNote, isPurchase, isSales } from "./families.ts"

const notes = (where: string, against: string) => ({
  ...vouchers(where, { ...books, pending, made: madeBy(against) }, anyCount),
  owner
})

/** The fields, and the ids of the documents; `side` is that of the lines. */
const creditNote = (raw: Voucher, own: Found & { readonly pending: Pending; readonly made: Made }, side: Side) => {
  const { amounts, fields, party, total } = documentFields(raw, own, side)
  const partySide = opposite(side)
  const references = referencesOf(party)
  // What refers to no bill can be used as it is; a reference of its own as far as it is open.
  const loose = references.filter(({ type }) => type === "On Account" || type === "Advance")
  const isNew = references.some(({ type }) => type === "New Ref")
  const open = isNew ? openOf(party, own.pending, amounts, partySide) : 0
  const free = Normalize.sum(loose.map(({ amount }) => amounts.read(amount, partySide))) ?? 0
  const left = open === null || party === undefined ? null : Normalize.sum([open, free])
  return {
    ids: Normalize.distinct(references.map((one) => (party === undefined ? null : maker(own.made, party, one)))),
    party,
    record: { ...fields, remaining_credit: left, memo: raw.NARRATION, status: statusOf(raw, total, left) }
  }
}

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...notes(isCreditNote, isSales),
  map: (raw, { lookups }) => {
    const { ids, party, record } = creditNote(raw, lookups, "debit")
    // It raises what he is owed: no credit.
    return isCreditor(lookups, ledger(lookups, party?.LEDGERNAME))
      ? Read.untaken("a credit note to a vendor")
      : { ...record, invoice_ids: ids }
  }
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...notes(isDebitNote, isPurchase),
  map: (raw, { lookups }) => {
    const { ids, party, record } = creditNote(raw, lookups, "credit")
    // It raises what he owes: no credit.
    return isDebtor(lookups, ledger(lookups, party?.LEDGERNAME))
      ? Read.untaken("a debit note to a customer")
      : { ...record, bill_ids: ids }
  }
})
