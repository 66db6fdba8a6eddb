/** Invoices. They are listed whole, since nothing tells which have changed: what is paid, cancelled or given back has no day. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Charge, chargeOf, Line, lineOf } from "./lines.ts"
import { email, Money, recipientOf, sizeOf, Sum, text } from "./wire.ts"

const spans = Page.spans({
  days: 36_500,
  first: "1998-12-01T00:00:00.000Z",
  page: Page.numbered({ size: 100, sizeParam: "page_size", pageCountAt: "total_pages" }),
  call: ({ end, start }) => ({ body: { creation_date_range: { start, end } } }),
  // No page behind the thousandth is answered.
  narrow: ({ body, status }) => status === 400 && Read.arrayAt(body, "details").some(isOfPage)
})
const isOfPage = (detail: unknown): boolean => /\bpage$/.test(String(Call.at(detail, "field")))

/** The search shows archived ones too, and, where it is told to, all of an invoice. */
export const searched = {
  method: "POST",
  path: "/v2/invoicing/search-invoices",
  query: { total_required: true },
  body: { fields: ["items", "payments", "refunds"] },
  // When an invoice was made says nothing of the day it bears.
  page: { ...spans, start: (given: Page.PageStart) => spans.start({ ...given, from: null }) }
} as const

const statuses = Normalize.word({
  DRAFT: "DRAFT",
  SCHEDULED: "DRAFT",
  SENT: "SUBMITTED",
  UNPAID: "SUBMITTED",
  PAYMENT_PENDING: "SUBMITTED",
  PARTIALLY_PAID: "PARTIALLY_PAID",
  PAID: "PAID",
  MARKED_AS_PAID: "PAID",
  REFUNDED: "PAID",
  PARTIALLY_REFUNDED: "PAID",
  MARKED_AS_REFUNDED: "PAID",
  CANCELLED: "VOID"
})

export const Recipients = Wire.list(Wire.struct({ billing_info: Wire.struct({ email_address: email }) }))
const Invoice = Wire.struct({
  id: Wire.required(Wire.id),
  status: text,
  detail: Wire.struct({
    currency_code: Wire.read((value) => Normalize.text(value)),
    memo: text,
    note: text,
    invoice_number: text,
    invoice_date: Wire.instant,
    payment_term: Wire.struct({ due_date: Wire.instant }),
    metadata: Wire.struct({ create_time: Wire.instant, last_update_time: Wire.instant, recipient_view_url: text })
  }),
  primary_recipients: Recipients,
  items: Wire.list(Wire.required(Line)),
  configuration: Wire.decisive(Wire.struct({ tax_inclusive: Wire.decisive(Wire.boolean) })),
  amount: Wire.struct({
    value: Wire.number,
    breakdown: Wire.decisive(
      Wire.struct({
        discount: Wire.decisive(
          Wire.struct({
            item_discount: Wire.decisive(Sum),
            invoice_discount: Wire.decisive(Wire.struct({ amount: Wire.decisive(Sum) }))
          })
        ),
        tax_total: Wire.decisive(Sum),
        shipping: Charge,
        custom: Charge
      })
    )
  }),
  due_amount: Money
})

export const paymentInvoices = Connector.read("PAYMENT_INVOICES", {
  ...searched,
  items: "items",
  from: Read.byMapping("A search by the day of invoices leaves out drafts without one"),
  get: "/v2/invoicing/invoices/{id}",
  getItem: (body) => body,
  // Drafts, and what is scheduled, can be deleted.
  deletes: Read.fullListing,
  item: Invoice,
  follow: ({ id, items }) => (items == null ? [{ path: `/v2/invoicing/invoices/${Call.segment(id)}` }] : []),
  map: (raw, { followed: [body] }) => {
    const { amount, configuration, detail, due_amount, id, items, primary_recipients, status } =
      body == null ? raw : Wire.decode(Invoice, body)
    const { discount, custom, shipping, tax_total: tax } = amount?.breakdown ?? {}
    const discounts = Normalize.sum([sizeOf(discount?.item_discount), sizeOf(discount?.invoice_discount?.amount)])
    return {
      platform_id: id,
      contact_id: recipientOf(primary_recipients?.[0]?.billing_info?.email_address),
      currency_id: detail?.currency_code,
      document_number: detail?.invoice_number,
      posted_date: detail?.invoice_date,
      due_date: detail?.payment_term?.due_date,
      status: statuses(status),
      total_discount: discounts,
      // What is left of the total without its tax, before discounts, whether prices hold the tax or not.
      sub_total: Normalize.sum([Normalize.difference(amount?.value, tax?.value ?? 0), discounts]),
      tax_amount: tax?.value,
      total_amount: amount?.value,
      amount_due: due_amount?.value,
      memo: detail?.note ?? detail?.memo,
      payment_link: detail?.metadata?.recipient_view_url,
      line_items: [
        ...(items ?? []).map(lineOf(configuration?.tax_inclusive)),
        ...chargeOf(`${id}:shipping`, "Shipping", shipping),
        ...chargeOf(`${id}:custom`, "Custom amount", custom)
      ],
      updated_at: detail?.metadata?.last_update_time ?? detail?.metadata?.create_time
    }
  }
})
