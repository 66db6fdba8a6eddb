/** Invoices made, as drafts unless they say something else; changed, issued and cancelled; and drafts deleted. */
import type { Take as Table, Writer, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { paymentInvoices } from "./payment-invoices.ts"
import { seconds } from "./wire.ts"
import { writing } from "./writing.ts"

const moment = (to: string): Table.Named<string> => ({ to, by: (value) => seconds(value) })

type Line = NonNullable<Writes.ItemOf<"PAYMENT_INVOICES">["line_items"]>[number]
const line: Table.Table<Line> = {
  item_id: "item_id",
  quantity: "quantity",
  // A line that is of no item is named by what it is described as.
  description: (description, { item: { item_id } }) => (item_id ? { description } : { name: description }),
  unit_amount: Take.minor("amount")
}
/** A draft is changed, and then issued where it is to be; what is issued already is asked for before it is issued again. */
const steps: Writer.Steps = ({ answered: { changed, issued }, body, id, item }) => {
  const path = `/v1/invoices/${Call.segment(id)}`
  const isIssued = item["status"] === "SUBMITTED"
  if (changed === undefined && (!isIssued || Object.keys(body).length > 0))
    return Write.step("changed", { method: "PATCH", path, body }, { idempotency: Write.natural })
  if (isIssued && issued === undefined) {
    const idempotency = Write.lookup({
      call: () => ({ path }),
      find: (invoice) => (Call.at(invoice, "status") === "draft" ? undefined : invoice)
    })
    return Write.step("issued", { method: "POST", path: `${path}/issue` }, { idempotency })
  }
  return Write.accepted((issued ?? changed)?.body)
}

export const writeInvoices = writing("PAYMENT_INVOICES", ["create", "update", "delete", "void"], {
  path: "/v1/invoices",
  made: { type: "invoice" },
  // The number is what an invoice is found again by.
  by: ["receipt", "customer_id"],
  search: ({ receipt }) => ({ type: "invoice", receipt: String(receipt) }),
  record: paymentInvoices,
  requires: ["contact_id", "currency_id", "document_number", "line_items"],
  takes: {
    contact_id: "customer_id",
    currency_id: "currency",
    document_number: "receipt",
    posted_date: moment("date"),
    due_date: moment("expire_by"),
    memo: "description"
  },
  creates: {
    status: (status, { refuse }) =>
      status === "DRAFT" || status === "SUBMITTED" ? {} : refuse("is DRAFT or SUBMITTED of a new invoice"),
    line_items: { list: "line_items", of: line }
  },
  updates: {
    status: (status, { refuse }) => (status === "SUBMITTED" ? {} : refuse("is SUBMITTED of a draft that is issued")),
    line_items: { list: "line_items", of: { platform_id: "id", ...line } }
  },
  clears: ["posted_date", "due_date", "memo"],
  makes: ({ status }, { isNew }) => (isNew ? { draft: status === "SUBMITTED" ? "0" : "1" } : {}),
  departs: () => ({ update: { steps, idempotency: Write.none } })
})
