/** What customers pay. */
import { Connector } from "@svc/core"
import { isDebtor, ledger } from "./books.ts"
import { isSales } from "./invoices.ts"
import { paid, settlements } from "./payments.ts"

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...paid("$$IsReceipt:$VoucherTypeName", isSales),
  map: (raw, { lookups }) =>
    settlements(raw, lookups, (entry) => isDebtor(lookups, ledger(lookups, entry.LEDGERNAME)), "credit").map(
      ({ document, ...fields }) => ({ ...fields, invoice_id: document })
    )
})
