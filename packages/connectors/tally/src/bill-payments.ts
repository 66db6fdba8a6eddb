/** What is paid to vendors. */
import { Connector, Read } from "@svc/core"
import { isPurchase } from "./bills.ts"
import { isCreditor, isDebtor, ledger } from "./books.ts"
import { isOfOthers, paid, settlements } from "./payments.ts"
import type { Entry } from "./voucher.ts"

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...paid("$$IsPayment:$VoucherTypeName", isPurchase),
  map: (raw, { lookups }) => {
    const isVendor = ({ LEDGERNAME }: Entry) => isCreditor(lookups, ledger(lookups, LEDGERNAME))
    const isCustomer = ({ LEDGERNAME }: Entry) => isDebtor(lookups, ledger(lookups, LEDGERNAME))
    return isOfOthers(raw, lookups, isVendor, isCustomer)
      ? Read.untaken("a payment to a customer")
      : settlements(raw, lookups, isVendor, "debit").map(({ document, ...fields }) => ({
          ...fields,
          bill_id: document
        }))
  }
})
