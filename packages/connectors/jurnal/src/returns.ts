/** Returns of goods. One names the document that it is of by its number, so that one is asked for, with its lines. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import { booked } from "./items.ts"
import { dated } from "./lists.ts"
import { type Origin, Return, returnFields } from "./return-fields.ts"

const purchases: Origin = { list: "purchase_invoices", one: "purchase_invoice", side: "bought" }
const sales: Origin = { list: "sales_invoices", one: "sales_invoice", side: "sold" }

const returned = (list: string, one: string, origin: Origin) => ({
  ...dated(list, one, "return"),
  lookups: { booked },
  item: Return,
  follow: ({ invoice_no }: Return) => (invoice_no ? [{ path: `/${origin.list}/${Call.segment(invoice_no)}` }] : []),
  unchanged: {
    id: ({ id }: Return) => `return:${id}`,
    stamp: ({ invoice_no, updated_at }: Return) => (updated_at ? `${updated_at} ${invoice_no}` : null)
  }
})

export const returnsOfBills = Connector.read("BILL_CREDIT_NOTES", {
  ...returned("purchase_returns", "purchase_return", purchases),
  map: (raw, { followed: [bill], lookups }) => {
    const { ids, ...fields } = returnFields(raw, purchases, bill, lookups)
    return { ...fields, bill_ids: ids }
  }
})
export const returnsOfInvoices = Connector.read("INVOICE_CREDIT_NOTES", {
  ...returned("sales_returns", "sales_return", sales),
  map: (raw, { followed: [invoice], lookups }) => {
    const { ids, ...fields } = returnFields(raw, sales, invoice, lookups)
    return { ...fields, invoice_ids: ids }
  }
})
