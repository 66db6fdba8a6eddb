/** Payments of customers and to vendors until they are posted: the lines of payment journals. What is posted, no standard list shows. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { contact, type Kind } from "./contacts.ts"
import { drafts } from "./drafts.ts"
import { pages, record, reference, sized, text } from "./lists.ts"

/** The payment journals, and the account that balances each. */
const journalsOf = (kind: Kind) =>
  Lookup.make({
    call: Read.pages({ call: { path: `/${kind}PaymentJournals`, headers: sized(500) }, page: pages, items: "value" }),
    response: Wire.list(Wire.required(Wire.struct({ id: Wire.required(Wire.id), balancingAccountId: reference }))),
    pick: (all): ReadonlyMap<string, string | null | undefined> =>
      new Map((all ?? []).map((own) => [own.id, own.balancingAccountId])),
    absent: new Map(),
    lasting: true
  })
export const received = { journals: journalsOf("customer") }
export const paid = { journals: journalsOf("vendor") }

const line = {
  ...record,
  journalId: reference,
  postingDate: Wire.day,
  documentNumber: text,
  appliesToInvoiceId: reference,
  amount: Wire.required(Wire.number),
  comment: text
}
const fields = (raw: Wire.Struct<typeof line>, { lookups }: { readonly lookups: Lookup.Found<typeof received> }) => ({
  platform_id: raw.id,
  payment_id: raw.id,
  credit_note_id: null,
  account_id: Normalize.lookUp(lookups.journals, raw.journalId),
  payment_mode: null,
  // A line is in the currency of its contact or of its account, and does not say which.
  currency_id: null,
  currency_rate: null,
  document_number: raw.documentNumber,
  memo: raw.comment,
  payment_date: raw.postingDate,
  updated_at: raw.lastModifiedDateTime
})

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...drafts("customerPaymentJournals", "customerPayments"),
  lookups: received,
  item: Wire.struct({ ...line, customerId: contact("customer") }),
  map: (raw, context) => ({
    ...fields(raw, context),
    contact_id: raw.customerId,
    invoice_id: raw.appliesToInvoiceId,
    // Quirk: what a customer pays is an amount below zero.
    amount: 0 - raw.amount
  })
})
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...drafts("vendorPaymentJournals", "vendorPayments"),
  lookups: paid,
  item: Wire.struct({ ...line, vendorId: contact("vendor") }),
  map: (raw, context) => ({
    ...fields(raw, context),
    contact_id: raw.vendorId,
    bill_id: raw.appliesToInvoiceId,
    amount: raw.amount
  })
})
