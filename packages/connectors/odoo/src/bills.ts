/** Bills and invoices, with the receipts that are booked as one. */
import * as Connector from "@svc/core/Connector"
import { debtOf, documentOf, movesOf, numberOf } from "./moves.ts"

export const bills = Connector.read("BILLS", {
  ...movesOf("in_invoice", "in_receipt"),
  mapping: 2,
  map: (raw, { companions }) => {
    const lines = companions.lines.get(raw.id) ?? []
    return {
      ...documentOf(raw, lines),
      // The vendor's own number; Odoo's stands for it where it was not typed.
      document_number: raw.ref ?? numberOf(raw),
      due_date: raw.invoice_date_due,
      amount_due: raw.amount_residual,
      account_id: debtOf(lines),
      purchase_order_ids: []
    }
  }
})

export const invoices = Connector.read("INVOICES", {
  ...movesOf("out_invoice", "out_receipt"),
  mapping: 2,
  map: (raw, { companions }) => ({
    ...documentOf(raw, companions.lines.get(raw.id) ?? []),
    document_number: numberOf(raw),
    due_date: raw.invoice_date_due,
    amount_due: raw.amount_residual,
    sales_order_ids: []
  })
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...movesOf("in_refund"),
  mapping: 2,
  map: (raw, { companions }) => ({
    ...documentOf(raw, companions.lines.get(raw.id) ?? []),
    document_number: raw.ref ?? numberOf(raw),
    remaining_credit: raw.amount_residual,
    bill_ids: raw.reversed_entry_id == null ? [] : [raw.reversed_entry_id]
  })
})

export const invoiceCreditNotes = Connector.read("INVOICE_CREDIT_NOTES", {
  ...movesOf("out_refund"),
  mapping: 2,
  map: (raw, { companions }) => ({
    ...documentOf(raw, companions.lines.get(raw.id) ?? []),
    document_number: numberOf(raw),
    remaining_credit: raw.amount_residual,
    invoice_ids: raw.reversed_entry_id == null ? [] : [raw.reversed_entry_id]
  })
})
