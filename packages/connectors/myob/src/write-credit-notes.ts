/** Credit notes: an invoice or a bill below zero, put on others by a settlement. */
import { Take } from "@svc/core"
import { billCreditNotes } from "./purchases.ts"
import { applied, dueOf, type Noting, ofPurchases, ofSales } from "./putting.ts"
import { invoiceCreditNotes } from "./sales.ts"
import { customers, head, placeIn, requires, suppliers } from "./write-documents.ts"
import { currencyTo, type Heading, linesTo } from "./write-lines.ts"
import { ref, writing } from "./writing.ts"

const noting = ({ collection, party }: Noting, number: string) =>
  ({
    path: collection,
    placeOf: placeIn(collection),
    isStepped: true,
    made: { IsTaxInclusive: false },
    alike: { contact_id: `${party}.UID`, posted_date: "Date", document_number: number, memo: "JournalMemo" },
    requires: { create: requires }
  }) as const
const freight = (item: Take.Item, at: Heading): object => {
  const tax = at.lookups.freight.get(item["contact_id"]) ?? item["line_items"]?.[0]?.tax_id
  return at.isNew && tax ? { FreightTaxCode: { UID: tax } } : {}
}

export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "delete"], {
  ...noting(ofSales, "Number"),
  record: invoiceCreditNotes,
  lookups: { ...customers, due: dueOf(ofSales) },
  takes: {
    ...head,
    contact_id: ref("Customer"),
    document_number: "Number",
    memo: "JournalMemo",
    currency_id: currencyTo,
    invoice_ids: Take.beside,
    line_items: linesTo("ShipQuantity", { isTurned: true })
  },
  makes: freight,
  departs: applied(ofSales)
})
export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "delete"], {
  ...noting(ofPurchases, "SupplierInvoiceNumber"),
  record: billCreditNotes,
  lookups: { ...suppliers, due: dueOf(ofPurchases) },
  takes: {
    ...head,
    contact_id: ref("Supplier"),
    document_number: "SupplierInvoiceNumber",
    memo: "JournalMemo",
    currency_id: currencyTo,
    bill_ids: Take.beside,
    line_items: linesTo("BillQuantity", { isTurned: true })
  },
  makes: freight,
  departs: applied(ofPurchases)
})
