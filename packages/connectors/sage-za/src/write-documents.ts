/** Invoices, bills and orders made and changed; purchase orders are deleted as well. */
import * as Take from "@svc/core/Take"
import type { Party } from "./contacts.ts"
import { bills, invoices, purchaseOrders, salesOrders } from "./documents.ts"
import { discountOf, hasLines, lines, taxLookups } from "./write-lines.ts"
import { ref } from "./references.ts"
import { writing } from "./writing.ts"

const members = { customer: "CustomerId", supplier: "SupplierId" } as const
const computed = ["Exclusive", "Discount", "Tax", "Rounding", "Total", "AmountDue", "Modified", "Created"]

/** Whose a document is. Quirk: what is embedded of them would contradict it. */
const partyTo = (party: Party): Take.Make<string, unknown> => {
  const to = ref(members[party])
  const name = party === "customer" ? "Customer" : "Supplier"
  return (id, at) => ({
    [members[party]]: ref(to.to, party).by(id, at as never),
    ...(at.isNew ? {} : { [name]: null, [`${name}Name`]: null })
  })
}
/** The currency and its rate. Quirk: their names differ from version to version, and what a version does not know it passes over. */
const currencyTo =
  (party: Party): Take.Make<string, unknown> =>
  (id, at) => {
    const own = ref("CurrencyId").by(id, at as never)
    return { CurrencyId: own, [party === "customer" ? "Customer_CurrencyId" : "Supplier_CurrencyId"]: own }
  }
const rateTo =
  (party: Party): Take.Make<number, unknown> =>
  (rate) => ({ ExchangeRate: rate, [party === "customer" ? "Customer_ExchangeRate" : "Supplier_ExchangeRate"]: rate })

export const head = (party: Party) => ({
  posted_date: Take.day("Date"),
  contact_id: partyTo(party),
  currency_id: currencyTo(party),
  currency_rate: rateTo(party),
  total_discount: discountOf,
  line_items: lines
})
/** Quirk: whether a given number is heeded is not documented, so a new document has it as its reference too. */
const numberTo = { document_number: (number: string) => ({ DocumentNumber: number, Reference: number }) }
const changed = { document_number: "DocumentNumber" } as const

export const way = (service: string, party: Party) => ({
  service,
  isDocument: true as const,
  matches: hasLines,
  computed,
  made: { Inclusive: false },
  saved: ({ DocumentNumber: number }: Readonly<Record<string, unknown>>) => ({
    useSystemDocumentNumber: number === undefined
  }),
  alike: { contact_id: members[party], posted_date: "Date", document_number: "Reference", memo: "Message" },
  lookups: taxLookups,
  creates: numberTo,
  updates: changed
})
export const requires = ["contact_id", "posted_date", "line_items", "line_items.unit_amount"] as const

export const writeInvoices = writing("INVOICES", ["create", "update"], {
  ...way("TaxInvoice", "customer"),
  record: invoices,
  requires: { create: [...requires, "due_date"] },
  takes: { ...head("customer"), due_date: Take.day("DueDate"), memo: "Message" },
  clears: ["memo"]
})
export const writeBills = writing("BILLS", ["create", "update"], {
  ...way("SupplierInvoice", "supplier"),
  record: bills,
  requires: { create: [...requires, "due_date"] },
  takes: { ...head("supplier"), due_date: Take.day("DueDate"), memo: "Message" },
  clears: ["memo"]
})
const ordered = { delivery_date: Take.day("DeliveryDate"), description: "Message" } as const
const alike = { posted_date: "Date", document_number: "Reference", description: "Message" }
export const writePurchaseOrders = writing("PURCHASE_ORDERS", ["create", "update", "delete"], {
  ...way("PurchaseOrder", "supplier"),
  alike: { ...alike, contact_id: "SupplierId" },
  record: purchaseOrders,
  requires: { create: requires },
  takes: { ...head("supplier"), ...ordered },
  clears: ["description"]
})
export const writeSalesOrders = writing("SALES_ORDERS", ["create", "update"], {
  ...way("SalesOrder", "customer"),
  alike: { ...alike, contact_id: "CustomerId" },
  record: salesOrders,
  requires: { create: requires },
  takes: { ...head("customer"), ...ordered },
  clears: ["description"]
})
