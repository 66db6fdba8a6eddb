/** How invoices to customers and credit notes to them are written. */
import { applying } from "./applying.ts"
import { documentStatus } from "./document-fields.ts"
import { invoiceCreditNotes } from "./invoice-credit-notes.ts"
import { invoices } from "./invoices.ts"
import { post, status } from "./posting.ts"
import { salesLines } from "./sales-lines.ts"
import { beside, day, type Item, party, refTo, refuse, type Table } from "./taking.ts"
import { type Context, writing } from "./writing.ts"
import { itemAccounts, linesBeside } from "./written-lines.ts"

/** What all documents have. */
export const head: Table = {
  currency_id: refTo("CurrencyRef"),
  currency_rate: "ExchangeRate",
  document_number: "DocNumber",
  posted_date: day("TxnDate"),
  memo: "PrivateNote"
}
const sale: Table = {
  ...head,
  contact_id: party("CustomerRef", "customer"),
  total_discount: beside,
  line_items: linesBeside
}
const sold = {
  requires: ["contact_id", "line_items"],
  clears: ["memo"],
  lookups: { accounts: itemAccounts("IncomeAccountRef") },
  makes: salesLines
}

const now = (raw: any) => documentStatus(raw, raw.Balance)
/** Quirk: voiding is an operation of its own, which takes no changes. */
const voided = (item: Item, { current }: Context) => {
  if (item["status"] !== "VOID" || now(current!.raw) === "VOID") return null
  const other = Object.keys(item).find((name) => name !== "platform_id" && name !== "status")
  if (other !== undefined) refuse(other, "cannot be changed while the invoice is voided")
  return post("Invoice", { Id: item["platform_id"], SyncToken: current!.item.SyncToken }, { operation: "void" })
}
export const writeInvoices = writing("INVOICES", ["create", "update", "delete", "void"], {
  ...sold,
  entity: "Invoice",
  record: invoices,
  takes: { ...sale, due_date: day("DueDate"), status: status(now) },
  sparse: true,
  instead: voided,
  voids: { query: { operation: "void" } }
})

const { lookups, makes, steps } = applying({
  ids: "invoice_ids",
  document: "Invoice",
  party: "CustomerRef",
  note: "CreditMemo"
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  ...sold,
  entity: "CreditMemo",
  record: invoiceCreditNotes,
  takes: { ...sale, status: status((raw) => documentStatus(raw, raw.RemainingCredit ?? raw.Balance)) },
  creates: { invoice_ids: beside },
  lookups: { ...sold.lookups, ...lookups },
  makes: (item, context) => ({ ...salesLines(item, context), ...makes(item, context) }),
  steps
})
