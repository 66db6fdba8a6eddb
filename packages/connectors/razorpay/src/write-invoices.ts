/** Invoices made, as drafts unless they say something else; cancelled; and drafts deleted. */
import { type Take as Table, Take } from "@svc/core"
import { paymentInvoices } from "./payment-invoices.ts"
import { seconds } from "./wire.ts"
import { writing } from "./writing.ts"

const moment = (to: string): Table.Named<string> => ({ to, by: (value) => seconds(value) })

export const writeInvoices = writing("PAYMENT_INVOICES", ["create", "delete", "void"], {
  path: "/v1/invoices",
  made: { type: "invoice" },
  // The number is what an invoice is found again by.
  by: ["receipt", "customer_id"],
  search: ({ receipt }) => ({ type: "invoice", receipt: String(receipt) }),
  record: paymentInvoices,
  requires: ["contact_id", "currency_id", "document_number", "line_items"],
  takes: {},
  creates: {
    contact_id: "customer_id",
    currency_id: "currency",
    document_number: "receipt",
    posted_date: moment("date"),
    due_date: moment("expire_by"),
    memo: "description",
    status: (status, { refuse }) =>
      status === "DRAFT" || status === "SUBMITTED" ? {} : refuse("is DRAFT or SUBMITTED of a new invoice"),
    line_items: {
      list: "line_items",
      of: {
        item_id: "item_id",
        quantity: "quantity",
        // A line that is of no item is named by what it is described as.
        description: (description, { item: { item_id } }) => (item_id ? { description } : { name: description }),
        unit_amount: Take.minor("amount")
      }
    }
  },
  makes: ({ status }, { isNew }) => (isNew ? { draft: status === "SUBMITTED" ? "0" : "1" } : {})
})
