/** Credit notes that vendors give, read, and created and applied to bills. */
import { Call, Connector, Normalize, Write } from "@svc/core"
import { appliedTo, CreditNote, creditNoteFields } from "./credit-notes.ts"
import { changed, dated, flagged } from "./wire.ts"

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...flagged("creditNotes", { side: "vendor" }),
  since: changed,
  from: dated,
  item: CreditNote,
  map: (raw) => (raw.side === "vendor" ? { ...creditNoteFields(raw), bill_ids: appliedTo(raw) } : null)
})

export const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  call: ([item]) => ({
    method: "POST",
    path: "/creditNotes",
    body: Call.present({
      side: "vendor",
      party: item?.contact_id,
      number: item?.document_number,
      issuedOn: Normalize.day(item?.posted_date, "posted_date"),
      currency: item?.currency_id,
      reason: item?.memo,
      // The platform puts the credit on these bills in their order, each up to its balance.
      applyTo: item?.bill_ids,
      lines: item?.line_items?.map((own) =>
        Call.present({
          item: own.item_id,
          account: own.account_id,
          taxRate: own.tax_id,
          description: own.description,
          quantity: own.quantity,
          unitPrice: own.unit_amount,
          discount: own.total_discount
        })
      )
    })
  }),
  answers: (body) => [Write.accepted(body)],
  record: billCreditNotes,
  idempotency: Write.key("Idempotency-Key")
})
