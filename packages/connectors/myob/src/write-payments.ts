/** Payments made on one invoice or bill, and deleted. */
import { Call, Take, type Writer } from "@svc/core"
import { creditOfCustomers, creditOfSuppliers } from "./credit.ts"
import { partyOf } from "./parties.ts"
import { paid, receipts, settledPrefix } from "./payments.ts"
import { purchases, sales } from "./settlements.ts"
import { currencyTo, isForeign, lineLookups } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"

const uidIn = (id: string): string => id.replace(settledPrefix, "").split(":")[0] ?? ""
/** A payment is read as one record for each document: only one of a single document is deleted by its record. */
const removing =
  (lines: "Invoices" | "Lines", settled: string) =>
  ({ delete: remove, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    delete: {
      ...remove,
      current: true,
      call: (sent) => {
        const isSettled = sent.id.startsWith(settledPrefix)
        return (sent.raw?.[isSettled ? "Lines" : lines] ?? []).length > 1
          ? sent.refuse("is a part of a payment of several documents", "platform_id")
          : isSettled
            ? { method: "DELETE", path: `${settled}/${Call.segment(uidIn(sent.id))}` }
            : remove!.call!(sent)
      }
    }
  })
const party = (
  member: string,
  item: Take.Item,
  { lookups, refuse }: Take.At<any, { readonly parties: ReturnType<typeof partyOf> }>
): string => item["contact_id"] ?? lookups.parties.get(item[member]) ?? refuse("is not known to MYOB", member)
const requires = ["account_id", "amount", "payment_date"] as const
const isSettled = ({ platform_id: id }: { readonly platform_id?: string | null | undefined }) =>
  id?.startsWith(settledPrefix) === true

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "delete"], {
  path: "/Sale/CustomerPayment",
  made: { DepositTo: "Account" },
  idOf: (uid, item) => `${uid}:${item["invoice_id"]}`,
  uidOf: uidIn,
  alike: {
    invoice_id: "Invoices.0.UID",
    amount: "Invoices.0.AmountApplied",
    payment_date: "Date",
    document_number: "ReceiptNumber"
  },
  record: (item) => (isSettled(item) ? creditOfCustomers : receipts),
  requires: ["invoice_id", ...requires],
  lookups: { ...lineLookups, parties: partyOf("invoice_id", "/Sale/Invoice", "Customer") },
  takes: {
    account_id: ref("Account"),
    contact_id: Take.beside,
    amount: Take.beside,
    payment_date: dayTo("Date"),
    payment_mode: "PaymentMethod",
    document_number: "ReceiptNumber",
    memo: "Memo",
    currency_id: currencyTo,
    currency_rate: "CurrencyExchangeRate",
    invoice_id: (id, at) => ({
      Invoices: [
        { UID: id, Type: "Invoice", [isForeign(at) ? "AmountAppliedForeign" : "AmountApplied"]: at.root["amount"] }
      ]
    })
  },
  makes: (item, at) => ({ Customer: { UID: party("invoice_id", item, at) } }),
  departs: removing("Invoices", sales.path)
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "delete"], {
  path: "/Purchase/SupplierPayment",
  made: { PayFrom: "Account" },
  idOf: (uid, item) => `${uid}:${item["bill_id"]}`,
  uidOf: uidIn,
  alike: {
    bill_id: "Lines.0.Purchase.UID",
    amount: "Lines.0.AmountApplied",
    payment_date: "Date",
    document_number: "PaymentNumber"
  },
  record: (item) => (isSettled(item) ? creditOfSuppliers : paid),
  requires: ["bill_id", ...requires],
  lookups: { ...lineLookups, parties: partyOf("bill_id", "/Purchase/Bill", "Supplier") },
  takes: {
    account_id: ref("Account"),
    contact_id: Take.beside,
    amount: Take.beside,
    payment_date: dayTo("Date"),
    document_number: "PaymentNumber",
    memo: "Memo",
    currency_id: currencyTo,
    currency_rate: "CurrencyExchangeRate",
    bill_id: (id, at) => ({
      Lines: [
        {
          Type: "Bill",
          Purchase: { UID: id },
          [isForeign(at) ? "AmountAppliedForeign" : "AmountApplied"]: at.root["amount"]
        }
      ]
    })
  },
  makes: (item, at) => ({ Supplier: { UID: party("bill_id", item, at) } }),
  departs: removing("Lines", purchases.path)
})
