/** What is paid to vendors. */
import { Connector } from "@svc/core"
import { isPurchase } from "./bills.ts"
import { isCreditor, ledger } from "./books.ts"
import { paid, settlements } from "./payments.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...paid("$$IsPayment:$VoucherTypeName", isPurchase),
  map: (raw, { lookups }) =>
    settlements(raw, lookups, (entry) => isCreditor(lookups, ledger(lookups, entry.LEDGERNAME)), "debit").map(
      ({ document, ...fields }) => ({ ...fields, bill_id: document })
    )
})
