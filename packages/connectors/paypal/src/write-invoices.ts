/** Invoices made, as drafts unless they say something else; changed, sent and cancelled; and drafts deleted. */
import type { Writer, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { discountOf, line, linesOf, whole } from "./invoice-sent.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { writing } from "./writing.ts"

const path = "/v2/invoicing/invoices"
/** A new invoice is answered as a link to it; where it was looked for, it is itself there. */
const idOf = (answer: Write.StepAnswer | undefined): string =>
  String(Call.at(answer?.body, "id") ?? String(Call.at(answer?.body, "href")).split("/").at(-1))
const steps: Writer.Steps = ({ answered, body, id: known, isNew, item, raw }) => {
  const { changed, sent } = answered
  const of = (id: string) => `${path}/${Call.segment(id)}`
  if (changed === undefined && isNew) {
    const call = { method: "POST", path, body: whole(body) } as const
    return Write.step("changed", call, { id: idOf, undo: (answer) => ({ method: "DELETE", path: of(idOf(answer)) }) })
  }
  if (changed === undefined && Object.keys(body).length > 0) {
    const put = (all: object): Call.Call => ({
      method: "PUT",
      path: of(known),
      // The recipient is told when an invoice is sent, and not of each change.
      query: { send_to_recipient: false, send_to_invoicer: false },
      body: all
    })
    return Write.step("changed", put(whole(body, raw)), { idempotency: Write.natural, undo: put(whole({}, raw)) })
  }
  const id = isNew ? idOf(changed) : known
  // Quirk: sending it again does nothing.
  if (item["status"] === "SUBMITTED" && sent === undefined)
    return Write.step("sent", { method: "POST", path: `${of(id)}/send`, body: {} }, { idempotency: Write.natural })
  return Write.acceptedId(id)
}

/** The invoice of the number, sent to the same, and made since the write began. */
const again = Write.lookup<Writes.ItemOf<"PAYMENT_INVOICES">>({
  key: { in: "header", name: "PayPal-Request-Id" },
  call: ({ document_number: number }) => ({
    method: "POST",
    path: "/v2/invoicing/search-invoices",
    body: { invoice_number: number, fields: ["items", "payments", "refunds"] }
  }),
  find: (body, { document_number: number }, { since }) =>
    Read.arrayAt(body, "items").find(
      (own) =>
        Call.at(own, "detail.invoice_number") === number &&
        (Normalize.instant(Call.at(own, "detail.metadata.create_time")) ?? "") >= since
    )
})
/** Cancelling what is cancelled is refused. */
const cancelled = Write.lookup<{ readonly platform_id: string }>({
  call: ({ platform_id: id }) => ({ path: `${path}/${Call.segment(id)}` }),
  find: (invoice) => (Call.at(invoice, "status") === "CANCELLED" ? invoice : undefined)
})

const day = (value: string | null | undefined, field: string) => value && Normalize.day(value, field)

export const writeInvoices = writing("PAYMENT_INVOICES", ["create", "update", "delete", "void"], {
  path,
  record: paymentInvoices,
  // The number is what an invoice is found again by.
  requires: [
    "contact_id",
    "currency_id",
    "document_number",
    "line_items",
    "line_items.description",
    "line_items.quantity",
    "line_items.unit_amount"
  ],
  takes: {
    contact_id: (id, { refuse }) => {
      const email = Normalize.unprefixed("recipient", id) ?? id
      return {
        primary_recipients: [
          { billing_info: { email_address: email.includes("@") ? email : refuse("names no e-mail address") } }
        ]
      }
    },
    document_number: Take.beside,
    posted_date: Take.beside,
    due_date: Take.beside,
    memo: Take.beside,
    total_discount: Take.beside,
    line_items: { list: linesOf, of: line }
  },
  creates: {
    currency_id: Take.beside,
    status: (status, { refuse }) => (/^(?:DRAFT|SUBMITTED)$/.test(status) ? {} : refuse("is DRAFT or SUBMITTED"))
  },
  updates: { status: (status, { refuse }) => (status === "SUBMITTED" ? {} : refuse("is SUBMITTED of what is sent")) },
  makes: (item, at) => {
    const detail = Call.present({
      currency_code: item.currency_id,
      invoice_number: item.document_number,
      invoice_date: day(item.posted_date, "posted_date"),
      payment_term: item.due_date && { due_date: day(item.due_date, "due_date") },
      note: item.memo
    })
    return {
      ...(Object.keys(detail).length > 0 ? { detail } : {}),
      ...(item.total_discount == null ? {} : { breakdown: { discount: { invoice_discount: discountOf(item, at) } } })
    }
  },
  departs: (usual) => ({
    create: { steps, idempotency: again },
    update: { steps, current: true, idempotency: Write.natural },
    void: { ...usual.void, idempotency: cancelled }
  })
})
