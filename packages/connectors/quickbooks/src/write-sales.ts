/** How invoices to customers and credit notes to them are written. */
import type { Writer } from "@svc/core"
import * as Take from "@svc/core/Take"
import { applying } from "./applying.ts"
import { documentStatus } from "./document-fields.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoices } from "./invoices.ts"
import { post } from "./posting.ts"
import { salesLines } from "./sales-lines.ts"
import { party, refTo, status, writing } from "./writing.ts"
import { itemAccounts, lineMembers } from "./written-lines.ts"

/** What all documents have. */
export const head = {
  currency_id: refTo("CurrencyRef"),
  currency_rate: "ExchangeRate",
  document_number: "DocNumber",
  posted_date: Take.day("TxnDate"),
  memo: "PrivateNote"
}
const sale = {
  ...head,
  contact_id: party("CustomerRef", "customer"),
  total_discount: Take.beside,
  // The discount is a line too: they are made together.
  line_items: { of: lineMembers, whole: () => ({}) }
}
const accounts = itemAccounts("IncomeAccountRef")

const now = (raw: any) => documentStatus(raw, raw.Balance)
/** Quirk: voiding is an operation of its own, which takes no changes. */
const voided = ({ current, id, item, raw, refuse }: Writer.Sent) => {
  if (item["status"] !== "VOID" || now(raw) === "VOID") return null
  const other = Object.keys(item).find((name) => name !== "platform_id" && name !== "status")
  if (other !== undefined) refuse("cannot be changed while the invoice is voided", other)
  return post("Invoice", { Id: id, SyncToken: current?.item.SyncToken }, { operation: "void" })
}
const settled = status(now)
export const writeInvoices = writing("INVOICES", ["create", "update", "delete", "void"], {
  entity: "Invoice",
  record: invoices,
  requires: ["contact_id", "line_items"],
  lookups: { accounts },
  takes: {
    ...sale,
    due_date: Take.day("DueDate"),
    status: (value, at) => (value === "VOID" && !at.isNew ? {} : settled(value, at))
  },
  clears: ["memo"],
  makes: salesLines,
  sparse: true,
  instead: voided,
  voids: { query: { operation: "void" } }
})

const notes = applying({ ids: "invoice_ids", document: "Invoice", party: "CustomerRef", note: "CreditMemo" })
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  entity: "CreditMemo",
  record: invoiceCreditNotes,
  requires: ["contact_id", "line_items"],
  lookups: { accounts, ...notes.lookups },
  takes: { ...sale, status: status((raw) => documentStatus(raw, raw.RemainingCredit ?? raw.Balance)) },
  creates: { invoice_ids: Take.beside },
  clears: ["memo"],
  makes: (item, at) => ({ ...salesLines(item, at), ...notes.makes(item, at) }),
  steps: notes.steps
})
