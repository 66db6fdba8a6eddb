/** How payments on bills and invoices are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { bank } from "./write-ledger.ts"
import { voidable, writing } from "./writing.ts"

/** A payment's records are its parts, `{payment}:{document}`; what a credit note settled is changed with the note. */
const paymentOf = (prefix: string) => (platformId: string) =>
  platformId.startsWith(prefix) ? platformId.split(":")[0]! : null

export const writeBillPayments = writing("BILL_PAYMENTS", voidable, {
  resource: "vendorPayments",
  record: billPayments[0]!,
  requires: ["bill_id", "contact_id", "amount", "account_id", "payment_mode", "currency_id", "payment_date"],
  minor: true,
  banks: true,
  id: paymentOf("vpm_"),
  voids: { voided: true },
  takes: {
    account_id: bank("fromBankAccountId"),
    contact_id: "vendor",
    payment_mode: "channel",
    document_number: "reference",
    memo: "remark",
    payment_date: Take.day("paidOn")
  },
  // Quirk: a payment may be put on several bills, and what it is put on is told as a whole.
  creates: {
    currency_id: "currency",
    bill_id: Take.beside,
    amount: (value, { item, place }) => {
      const amount = Normalize.toMinorUnits(value, Normalize.minorDigits(item.currency_id ?? "", "currency_id"), place)
      return { amountMinor: amount, applied: [{ billId: item.bill_id, minor: amount }] }
    }
  }
})

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", voidable, {
  resource: "customerPayments",
  record: invoicePayments[0]!,
  requires: ["invoice_id", "contact_id", "amount", "account_id", "payment_mode", "currency_id", "payment_date"],
  banks: true,
  id: paymentOf("rcp_"),
  voids: { state: "bounced" },
  takes: {
    account_id: bank("into"),
    contact_id: "customer",
    payment_mode: "method",
    document_number: "reference",
    memo: "note",
    payment_date: Take.day("receivedOn")
  },
  creates: {
    currency_id: "currency",
    currency_rate: "fxRate",
    invoice_id: Take.beside,
    amount: (amount, { item }) => ({ amount, allocations: [{ invoice: item.invoice_id, amount }] })
  }
})
