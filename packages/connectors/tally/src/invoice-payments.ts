/** What customers pay. */
import { Connector, Read } from "@svc/core"
import { isCreditor, isDebtor, ledger } from "./books.ts"
import { isSales } from "./invoices.ts"
import { isOfOthers, paid, settlements } from "./payments.ts"
import type { Entry } from "./voucher.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...paid("$$IsReceipt:$VoucherTypeName", isSales),
  map: (raw, { lookups }) => {
    const isVendor = ({ LEDGERNAME }: Entry) => isCreditor(lookups, ledger(lookups, LEDGERNAME))
    const isCustomer = ({ LEDGERNAME }: Entry) => isDebtor(lookups, ledger(lookups, LEDGERNAME))
    return isOfOthers(raw, lookups, isCustomer, isVendor)
      ? Read.untaken("a receipt from a vendor")
      : settlements(raw, lookups, isCustomer, "credit").map(({ document, ...fields }) => ({
          ...fields,
          invoice_id: document
        }))
  }
})
