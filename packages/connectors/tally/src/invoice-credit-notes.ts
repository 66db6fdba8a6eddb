/** Credit notes to customers. */
import { Connector, Read } from "@svc/core"
import { books, isCreditor, ledger } from "./books.ts"
import { anyCount } from "./company.ts"
import { creditNote } from "./credit-notes.ts"
import { isSales } from "./invoices.ts"
import { vouchers } from "./reads.ts"
import { madeBy, pending } from "./references.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...vouchers({ fetch: voucherFetch, where: "$$IsCreditNote:$VoucherTypeName" }),
  sequence: anyCount,
  item: Voucher,
  owner: ({ GUID }) => GUID,
  lookups: { ...books, pending, invoices: madeBy(isSales) },
  map: (raw, { lookups }) => {
    const { ids, party, record } = creditNote(raw, lookups, lookups.invoices, "debit")
    // It raises what he is owed: no credit.
    return isCreditor(lookups, ledger(lookups, party?.LEDGERNAME))
      ? Read.untaken("a credit note to a vendor")
      : { ...record, invoice_ids: ids }
  }
})
