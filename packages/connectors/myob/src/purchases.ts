/** Bills, credit notes and orders of suppliers. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { document, ordered, owed } from "./document-fields.ts"
import { inLayouts, isNote, missingNotes, purchaseLayouts, wholeOf } from "./layouts.ts"
import { books } from "./references.ts"
import { appliedBy, purchases } from "./settlements.ts"
import { missing, Ref } from "./wire.ts"

const purchase = { ...document, Supplier: Ref, SupplierInvoiceNumber: Wire.text }
export const Bill = Wire.struct({ ...purchase, BillType: Wire.text })
type Bill = (typeof Bill)["Type"]
const listing = inLayouts("/Purchase/Bill", purchaseLayouts, (raw: Bill) => raw.BillType)
/** The number that the supplier gave it, else the file's own. */
const numberOf = (raw: Bill) => Normalize.text(raw.SupplierInvoiceNumber) ?? raw.Number

export const bills = Connector.read("BILLS", {
  ...listing,
  item: Bill,
  deletes: missingNotes("/Purchase/Bill", false),
  lookups: books,
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Bill, short, followed)
    if (isNote(raw)) return null
    const { fields, open } = owed(raw, lookups)
    return {
      ...fields,
      contact_id: raw.Supplier?.UID,
      document_number: numberOf(raw),
      due_date: raw.Terms?.DueDate,
      amount_due: open,
      tax_inclusive: raw.IsTaxInclusive,
      purchase_order_ids: Normalize.distinct(raw.Order?.UID)
    }
  }
})

export const billCreditNotes = Connector.read("BILL_CREDIT_NOTES", {
  ...listing,
  item: Bill,
  deletes: missingNotes("/Purchase/Bill", true),
  lookups: { ...books, applied: appliedBy(purchases) },
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Bill, short, followed)
    if (!isNote(raw)) return null
    const { fields, open } = owed(raw, lookups, true)
    return {
      ...fields,
      contact_id: raw.Supplier?.UID,
      document_number: numberOf(raw),
      remaining_credit: open,
      bill_ids: lookups.applied.get(raw.UID) ?? []
    }
  }
})

const Order = Wire.struct({ ...purchase, OrderType: Wire.text })
export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...inLayouts("/Purchase/Order", purchaseLayouts, (raw: (typeof Order)["Type"]) => raw.OrderType),
  item: Order,
  deletes: missing("/Purchase/Order"),
  lookups: books,
  map: (short, { followed, lookups }) => {
    const raw = wholeOf(Order, short, followed)
    return {
      ...ordered(raw, lookups),
      contact_id: raw.Supplier?.UID,
      // The bill names the order.
      bill_ids: []
    }
  }
})
