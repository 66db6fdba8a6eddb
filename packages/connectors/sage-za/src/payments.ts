/** Payments of customers and to suppliers: one record for each document that one is put on, and one for what is left of it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { allocated, type Allocation, partsOf } from "./allocations.ts"
import { bankPrefix } from "./accounts.ts"
import { base } from "./company.ts"
import type { Party } from "./contacts.ts"
import { changing, dated, prefixed, record, ref } from "./wire.ts"

const rate = Wire.nullAs(0, Wire.number)
// Quirk: what stands between the words of these names differs from version to version.
const Payment = Wire.struct({
  ...record,
  CustomerId: ref,
  SupplierId: ref,
  Date: Wire.day,
  DocumentNumber: Wire.text,
  Reference: Wire.text,
  Description: Wire.text,
  Comments: Wire.text,
  // Whether there is a rest beside what it was put on, it decides.
  Total: Wire.decisive(Wire.number),
  BankAccountId: ref,
  PaymentMethod: Wire.text,
  BankAccount_CurrencyId: ref,
  BankAccountCurrencyId: ref,
  BankAccount_ExchangeRate: rate,
  BankAccountExchangeRate: rate,
  Customer_CurrencyId: ref,
  CustomerCurrencyId: ref,
  Supplier_CurrencyId: ref
})
type Payment = (typeof Payment)["Type"]
export const methods = Normalize.word({ 1: "Cash", 2: "Cheque", 3: "CreditCard", 4: "EFT", Eft: "EFT" }, null)

/** Quirk: whether the total is in the bank account's currency or in the party's is not documented: where they differ, none is told. */
const currencyOf = (raw: Payment, books: string | null): string | null => {
  const bank = raw.BankAccount_CurrencyId ?? raw.BankAccountCurrencyId
  const party = raw.Customer_CurrencyId ?? raw.CustomerCurrencyId ?? raw.Supplier_CurrencyId
  return bank && party && bank !== party ? null : (bank ?? party ?? books)
}
const recordsOf = (raw: Payment, party: Party, own: ReadonlyArray<Allocation>, books: string | null) =>
  partsOf(raw.Total, own).map(({ amount, document }) => ({
    document,
    record: {
      platform_id: `${raw.ID}/${document ?? "rest"}`,
      payment_id: raw.ID,
      credit_note_id: null,
      account_id: prefixed(bankPrefix, raw.BankAccountId),
      contact_id: prefixed(party, party === "customer" ? raw.CustomerId : raw.SupplierId),
      amount,
      payment_mode: methods(raw.PaymentMethod),
      currency_id: currencyOf(raw, books),
      currency_rate: raw.BankAccount_ExchangeRate ?? raw.BankAccountExchangeRate,
      document_number: raw.DocumentNumber,
      memo: Normalize.text(raw.Comments) ?? Normalize.text(raw.Description),
      payment_date: raw.Date,
      updated_at: raw.Modified
    }
  }))
const listing = (service: string) => ({
  ...changing(service),
  from: dated,
  item: Payment,
  owner: ({ ID }: Payment) => ID,
  lookups: { base },
  companions: { allocated }
})

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...listing("CustomerReceipt"),
  map: (raw, { companions, lookups }) =>
    recordsOf(raw, "customer", companions.allocated.get(raw.ID) ?? [], lookups.base).map(
      ({ document, record: own }) => ({
        ...own,
        invoice_id: document
      })
    )
})
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...listing("SupplierPayment"),
  map: (raw, { companions, lookups }) =>
    recordsOf(raw, "supplier", companions.allocated.get(raw.ID) ?? [], lookups.base).map(
      ({ document, record: own }) => ({
        ...own,
        bill_id: document
      })
    )
})
