/** What settles bills, from two sources: payments to vendors, and vendors' credit notes that were applied. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { CreditNote, creditSettlements } from "./credit-notes.ts"
import { withRest } from "./settlements.ts"
import { amountIn, announced, changed, dated, flagged, Reference, unitsPerBase } from "./wire.ts"

const payments = Connector.read("BILL_PAYMENTS", {
  ...announced("vendorPayments"),
  source: "payments",
  since: changed,
  from: dated,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    reference: Wire.text,
    vendor: Reference,
    paidOn: Wire.instant,
    channel: Wire.text,
    currency: Wire.id,
    unitsPerBase,
    fromLedgerAccountId: Wire.id,
    applied: Wire.list(Wire.struct({ billId: Wire.id, minor: Wire.number })),
    unappliedMinor: Wire.number,
    remark: Wire.text,
    voided: Wire.boolean,
    updatedAt: Wire.instant
  }),
  owner: (raw) => raw.id,
  map: (raw) => {
    if (raw.voided) return []
    const amount = amountIn(raw.currency)
    const parts = (raw.applied ?? []).map(({ billId, minor }) => ({ document: billId, amount: amount(minor) }))
    return withRest(raw.id, parts, amount(raw.unappliedMinor)).map(({ document, ...part }) => ({
      ...part,
      payment_id: raw.id,
      bill_id: document,
      account_id: raw.fromLedgerAccountId,
      contact_id: raw.vendor?.id,
      payment_mode: raw.channel,
      currency_id: raw.currency,
      currency_rate: raw.unitsPerBase,
      document_number: raw.reference,
      memo: raw.remark,
      payment_date: raw.paidOn,
      updated_at: raw.updatedAt
    }))
  }
})

const credits = Connector.read("BILL_PAYMENTS", {
  ...flagged("creditNotes", { side: "vendor" }),
  source: "credits",
  since: changed,
  from: dated,
  item: CreditNote,
  owner: (raw) => raw.id,
  map: (raw) => creditSettlements(raw, "vendor").map(({ document, ...credit }) => ({ ...credit, bill_id: document }))
})

export const billPayments = [payments, credits]
