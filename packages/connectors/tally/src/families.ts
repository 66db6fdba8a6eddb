/** The families that voucher types are of: users rename types, and make their own. */
const family = (name: string) => `$$Is${name}:$VoucherTypeName`

export const isSales = family("Sales")
export const isPurchase = family("Purchase")
export const isCreditNote = family("CreditNote")
export const isDebitNote = family("DebitNote")
export const isSalesOrder = family("SalesOrder")
export const isPurchaseOrder = family("PurcOrder")
export const isReceipt = family("Receipt")
export const isPayment = family("Payment")
export const isContra = family("Contra")
export const isJournal = family("Journal")
export const isSpending = `(${isPayment} OR ${isJournal})`
