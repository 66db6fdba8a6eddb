/** Debit notes to vendors: credit that is claimed on bills. */
import { Connector, Read } from "@svc/core"
import { isPurchase } from "./bills.ts"
import { books, isDebtor, ledger } from "./books.ts"
import { anyCount } from "./company.ts"
import { creditNote } from "./credit-notes.ts"
import { vouchers } from "./reads.ts"
import { madeBy, pending } from "./references.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...vouchers({ fetch: voucherFetch, where: "$$IsDebitNote:$VoucherTypeName" }),
  sequence: anyCount,
  item: Voucher,
  owner: ({ GUID }) => GUID,
  lookups: { ...books, pending, bills: madeBy(isPurchase) },
  map: (raw, { lookups }) => {
    const { ids, party, record } = creditNote(raw, lookups, lookups.bills, "credit")
    // It raises what he owes: no credit.
    return isDebtor(lookups, ledger(lookups, party?.LEDGERNAME))
      ? Read.untaken("a debit note to a customer")
      : { ...record, bill_ids: ids }
  }
})
