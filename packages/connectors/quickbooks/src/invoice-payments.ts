/** Payments of invoices, with the credit notes that were used for them, and what was paid for none. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { lookups } from "./document-fields.ts"
import { allocations, payment, paymentFields } from "./payments.ts"
import { askAll, parts } from "./query.ts"
import { Ref } from "./wire.ts"

export const received = {
  ...payment,
  CustomerRef: Ref,
  DepositToAccountRef: Ref,
  PaymentMethodRef: Ref,
  PaymentRefNum: Wire.text
}

/** Names of the payment methods, by id. */
export const methods = Lookup.make({
  call: askAll("PaymentMethod"),
  response: Wire.struct({
    QueryResponse: Wire.required(
      Wire.struct({ PaymentMethod: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), Name: Wire.text })) })
    )
  }),
  pick: ({ QueryResponse }) =>
    new Map((QueryResponse.PaymentMethod ?? []).map(({ Id, Name }) => [Id, Name ?? null] as const)),
  absent: new Map()
})

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...parts("Payment"),
  mapping: 2,
  item: Wire.struct(received),
  owner: (raw) => raw.Id,
  lookups: { ...lookups, methods },
  map: (raw, { lookups: found }) => {
    const unapplied = raw.UnappliedAmt
      ? [{ platform_id: `${raw.Id}:unapplied`, document: null, credit_note_id: null, amount: raw.UnappliedAmt }]
      : []
    return [...allocations(raw, "Invoice", "CreditMemo"), ...unapplied].map(({ document, ...own }) => ({
      ...paymentFields(raw, found),
      ...own,
      invoice_id: document,
      account_id: raw.DepositToAccountRef?.value,
      contact_id: Normalize.prefixed("customer", raw.CustomerRef?.value),
      payment_mode: found.methods.get(raw.PaymentMethodRef?.value ?? ""),
      document_number: raw.PaymentRefNum || raw.DocNumber
    }))
  }
})
