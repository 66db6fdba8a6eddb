/** What can be written. */
import { writeContacts } from "./write-contacts.ts"
import { writeBills, writeInvoices } from "./write-documents.ts"

export const writes = {
  BILLS: writeBills,
  CONTACTS: writeContacts,
  INVOICES: writeInvoices
}
