/** What settles invoices, from two sources: customers' payments, and credit notes that were applied. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { CreditNote, creditSettlements } from "./credit-notes.ts"
import { withRest } from "./settlements.ts"
import { changed, dated, flagged, Reference } from "./wire.ts"

const payments = Connector.read("INVOICE_PAYMENTS", {
  ...flagged("customerPayments"),
  source: "payments",
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    reference: Wire.text,
    customer: Reference,
    receivedOn: Wire.instant,
    method: Wire.text,
    currency: Wire.id,
    fxRate: Wire.number,
    into: Wire.struct({ ledgerAccount: Wire.id }),
    allocations: Wire.list(Wire.struct({ invoice: Wire.required(Reference), amount: Wire.number })),
    unallocated: Wire.number,
    note: Wire.text,
    state: Wire.decisive(Wire.text),
    updatedAt: Wire.instant
  }),
  owner: (raw) => raw.id,
  map: (raw) => {
    // A payment that bounced has paid nothing.
    if (raw.state === "bounced") return []
    const parts = (raw.allocations ?? []).map(({ amount, invoice }) => ({ document: invoice.id, amount }))
    return withRest(raw.id, parts, raw.unallocated).map(({ document, ...part }) => ({
      ...part,
      payment_id: raw.id,
      invoice_id: document,
      account_id: raw.into?.ledgerAccount,
      contact_id: raw.customer?.id,
      payment_mode: raw.method,
      currency_id: raw.currency,
      currency_rate: raw.fxRate,
      document_number: raw.reference,
      memo: raw.note,
      payment_date: raw.receivedOn,
      updated_at: raw.updatedAt
    }))
  }
})

const credits = Connector.read("INVOICE_PAYMENTS", {
  ...flagged("creditNotes", { side: "customer" }),
  source: "credits",
  since: changed,
  from: dated,
  item: CreditNote,
  owner: (raw) => raw.id,
  map: (raw) =>
    creditSettlements(raw, "customer").map(({ document, ...credit }) => ({ ...credit, invoice_id: document }))
})

export const invoicePayments = [payments, credits]
