/** How credits are written: credit notes to customers, and debit notes, which are those of suppliers. */
import { Take } from "@svc/core"
import { billCreditNotes, invoiceCreditNotes } from "./credit-notes.ts"
import { accountsBy, head, made, project, requires } from "./write-lines.ts"
import { writing } from "./writing.ts"

const noted = [...requires, "contact_id", "currency_id", "document_number", "posted_date"] as const
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  record: invoiceCreditNotes,
  collection: "credit-notes",
  made,
  requires: { create: noted },
  lookups: accountsBy("revenue_account"),
  takes: {
    ...head("credit_note_date"),
    document_number: "credit_note_number",
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "FINALIZED" })
  },
  makes: project,
  clears: ["memo"]
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  record: billCreditNotes,
  collection: "debit-notes",
  made,
  requires: { create: noted },
  lookups: accountsBy("expense_account"),
  takes: {
    ...head("debit_note_date"),
    document_number: "debit_note_number",
    memo: "notes",
    status: Take.words("status", { DRAFT: "DRAFT", SUBMITTED: "POSTED" })
  },
  makes: project,
  clears: ["memo"]
})
