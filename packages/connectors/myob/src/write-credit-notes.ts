/** Credit notes: an invoice or a bill below zero; a new one is put on others by a settlement. */
import { Take } from "@svc/core"
import { dueOf, type Noting, ofPurchases, ofSales } from "./noting.ts"
import { billCreditNotes } from "./purchases.ts"
import { applied } from "./putting.ts"
import { invoiceCreditNotes } from "./sales.ts"
import { customers, head, made, placeIn, requires, suppliers, wholesIn } from "./write-documents.ts"
import { currencyTo, type Heading } from "./write-lines.ts"
import { ref, writing } from "./writing.ts"
import { discounted, type Lines, linesTo } from "./written-lines.ts"

const noting = ({ collection, party }: Noting, number: string, own: Lines) =>
  ({
    path: collection,
    placeOf: placeIn(collection, true),
    wholes: wholesIn(collection),
    isStepped: true,
    made,
    alike: { contact_id: `${party}.UID`, posted_date: "Date", document_number: number, memo: "JournalMemo" },
    requires: { create: requires },
    makes: (item: Take.Item, at: Heading): object => {
      const tax = at.lookups.freight.get(item["contact_id"]) ?? item["line_items"]?.[0]?.tax_id
      return { ...(at.isNew && tax ? { FreightTaxCode: { UID: tax } } : {}), ...discounted(own, at as never) }
    }
  }) as const
const credited: Lines = { quantity: "ShipQuantity", isTurned: true }
const debited: Lines = { quantity: "BillQuantity", isTurned: true }

export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  ...noting(ofSales, "Number", credited),
  record: invoiceCreditNotes,
  lookups: { ...customers, due: dueOf(ofSales) },
  takes: {
    ...head,
    contact_id: ref("Customer"),
    document_number: "Number",
    memo: "JournalMemo",
    line_items: linesTo(credited)
  },
  creates: { currency_id: currencyTo, invoice_ids: Take.beside },
  clears: ["memo"],
  departs: applied(ofSales)
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  ...noting(ofPurchases, "SupplierInvoiceNumber", debited),
  record: billCreditNotes,
  lookups: { ...suppliers, due: dueOf(ofPurchases) },
  takes: {
    ...head,
    contact_id: ref("Supplier"),
    document_number: "SupplierInvoiceNumber",
    memo: "JournalMemo",
    line_items: linesTo(debited)
  },
  creates: { currency_id: currencyTo, bill_ids: Take.beside },
  clears: ["memo", "document_number"],
  departs: applied(ofPurchases)
})
