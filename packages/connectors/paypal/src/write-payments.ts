/** Payments: an order is captured, what was paid elsewhere is recorded with its invoice, and such a record is deleted. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { invoiceOf, isRecorded, paymentPayments } from "./payment-payments.ts"
import { money, representation, writing } from "./writing.ts"

type Payment = Writes.ItemOf<"PAYMENT_PAYMENTS">
const methods = "BANK_TRANSFER CASH CHECK CREDIT_CARD DEBIT_CARD PAYPAL WIRE_TRANSFER OTHER".split(" ")
const orderOf = (id: unknown): string => `/v2/checkout/orders/${Call.segment(String(id))}`
const isOpen = (authorization: unknown): boolean =>
  ["CREATED", "PENDING"].includes(String(Call.at(authorization, "status")))
/** What an order has authorised and not taken yet. */
export const authorized = (order: unknown): ReadonlyArray<string> =>
  Read.arrayAt(order, "purchase_units")
    .flatMap((unit) => Read.arrayAt(unit, "payments.authorizations"))
    .filter(isOpen)
    .map((authorization) => String(Call.at(authorization, "id")))
const authorizations = Lookup.make({
  call: ({ items }: { readonly items: ReadonlyArray<Payment> }) =>
    Normalize.distinct(items.map(({ order_id }) => order_id)).map((id) => ({ path: orderOf(id) })),
  response: Wire.list(Wire.unknown),
  pick: (orders): ReadonlyMap<unknown, string | undefined> =>
    new Map(orders.map((order) => [Call.at(order, "id"), authorized(order)[0]])),
  absent: new Map(),
  emptyStatuses: [404]
})
const captureIn = (order: unknown): unknown => Call.at(order, "purchase_units.0.payments.captures.0.id")
/** An order that has been captured; of what was recorded, that which says the same. */
const again = Write.lookup<Payment>({
  key: { in: "header", name: "PayPal-Request-Id" },
  call: ({ description, invoice_id: invoice, order_id: order }) =>
    order ? { path: orderOf(order) } : invoice && description ? { path: invoiceOf(invoice) } : null,
  find: (found, { amount, description, invoice_id, order_id, payment_method }) => {
    const same = (own: unknown): boolean =>
      Call.at(own, "note") === description &&
      Call.at(own, "method") === payment_method &&
      Normalize.number(Call.at(own, "amount.value")) === amount
    const own = order_id ? captureIn(found) : Read.arrayAt(found, "payments.transactions").find(same)
    if (own === undefined) return undefined
    return Write.acceptedId(order_id ? String(own) : `${invoice_id}:${String(Call.at(own, "payment_id"))}`)
  }
})

export const writePayments = writing("PAYMENT_PAYMENTS", ["create", "delete"], {
  path: "/v2/invoicing/invoices",
  record: ({ order_id, platform_id }) =>
    order_id || (platform_id && !isRecorded(platform_id)) ? paymentPayments.received : paymentPayments.recorded,
  kindOf: ({ order_id, platform_id }) => (order_id && !platform_id ? "captured" : "recorded"),
  kinds: {
    captured: { order_id: Take.beside },
    recorded: {
      invoice_id: Take.beside,
      amount: (amount, { item, refuse }) => ({ amount: money(amount, item.currency_id, refuse) }),
      currency_id: Take.beside,
      payment_method: (method, { refuse }) =>
        methods.includes(method) ? { method } : refuse(`must be one of ${methods.join(", ")}`),
      // The note is what a payment is found again by.
      description: "note"
    }
  },
  makes: (item, { refuse }) => {
    if (item.order_id) return {}
    if (!item.invoice_id) refuse("or an order_id is required", "invoice_id")
    for (const name of ["amount", "payment_method", "description"] as const)
      if (item[name] == null) refuse("is required", name)
    return {}
  },
  departs: () => ({
    create: {
      lookups: { authorizations },
      call: ({ body, item, kind, lookups }) => {
        const { invoice_id, order_id } = item
        if (kind === "recorded") return { method: "POST", path: `${invoiceOf(invoice_id)}/payments`, body }
        const own: string | undefined = lookups["authorizations"].get(order_id)
        const at = own === undefined ? orderOf(order_id) : `/v2/payments/authorizations/${Call.segment(own)}`
        return { method: "POST", path: `${at}/capture`, headers: representation, body: {} }
      },
      answers: (body, [sent]) => {
        const { invoice_id: invoice } = sent!.item
        const payment = Call.at(body, "payment_id")
        if (payment !== undefined) return [Write.acceptedId(`${invoice}:${String(payment)}`)]
        return [Write.acceptedId(String(captureIn(body) ?? Call.at(body, "id")))]
      },
      idempotency: again
    },
    delete: {
      call: ({ id, refuse }) => {
        const [, payment] = id.split(":")
        if (payment === undefined) refuse("was received: it is refunded, not deleted", "platform_id")
        return { method: "DELETE", path: `${invoiceOf(id)}/payments/${Call.segment(String(payment))}` }
      }
    }
  })
})
