/** What is written besides disputes, invoices and payments: customers, items, orders, refunds and payment links. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentOrders } from "./payment-orders.ts"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { paymentRefunds } from "./payment-refunds.ts"
import { currency, seconds } from "./wire.ts"
import { writeDisputes } from "./write-disputes.ts"
import { writeInvoices } from "./write-invoices.ts"
import { writePayments } from "./write-payments.ts"
import { writing } from "./writing.ts"

/** Quirk: a refund names no currency, and an amount of another would be one of another size: the payment tells. */
const currencies = Lookup.make({
  call: ({ items }: { readonly items: ReadonlyArray<Writes.ItemOf<"PAYMENT_REFUNDS">> }) =>
    Normalize.distinct(items.map(({ payment_id }) => payment_id)).map((id) => ({
      path: `/v1/payments/${Call.segment(id)}`
    })),
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), currency: Wire.required(currency) })),
  pick: (payments): ReadonlyMap<string, string | null> =>
    new Map(payments.map((payment) => [payment?.id ?? "", payment?.currency ?? null])),
  absent: new Map(),
  // One that is not there is refused as such, unsent.
  emptyStatuses: [400, 404],
  lasting: true
})

export const writes = {
  PAYMENT_CUSTOMERS: writing("PAYMENT_CUSTOMERS", ["create", "update"], {
    path: "/v1/customers",
    verb: "PUT",
    // One with the same e-mail address and number is refused, not answered as if it were new.
    made: { fail_existing: 1 },
    record: paymentCustomers,
    requires: ["name"],
    takes: {
      name: "name",
      external_links: {
        whole: (links, { refuse }) => {
          const [first, ...others] = links ?? []
          const isOne = first?.type === "EMAIL" && others.length === 0
          return { email: (isOne ? first.link : null) ?? refuse("is one e-mail address") }
        },
        of: ["link", "type", "platform_id"]
      },
      phone_numbers: {
        whole: (numbers, { refuse }) => {
          const [first, ...others] = numbers ?? []
          return { contact: (others.length === 0 ? first?.number : null) ?? refuse("is one telephone number") }
        },
        of: ["number", "platform_id"]
      }
    },
    creates: { tax_number: "gstin" }
  }),
  PAYMENT_ITEMS: writing("PAYMENT_ITEMS", ["create", "update", "delete"], {
    path: "/v1/items",
    search: (_, since) => ({ from: seconds(since) }),
    record: paymentItems,
    requires: ["name", "unit_price", "currency_id"],
    takes: {
      name: "name",
      description: "description",
      unit_price: Take.minor("amount"),
      currency_id: "currency"
    }
  }),
  PAYMENT_ORDERS: writing("PAYMENT_ORDERS", ["create"], {
    path: "/v1/orders",
    search: ({ receipt }) => ({ receipt: String(receipt) }),
    record: paymentOrders,
    requires: ["amount", "currency_id", "reference"],
    takes: { amount: Take.minor("amount"), currency_id: "currency", reference: "receipt" }
  }),
  PAYMENT_REFUNDS: writing("PAYMENT_REFUNDS", ["create"], {
    path: "/v1/payments",
    record: paymentRefunds,
    requires: ["amount", "currency_id", "payment_id"],
    takes: {
      amount: Take.minor("amount"),
      currency_id: Take.beside,
      payment_id: Take.beside,
      reference: "receipt"
    },
    lookups: { currencies },
    makes: ({ currency_id, payment_id }, { lookups, refuse }) => {
      const currency = lookups.currencies.get(payment_id ?? "") ?? refuse("is no payment", "payment_id")
      return currency === currency_id ? {} : refuse(`is not that of the payment, ${currency}`, "currency_id")
    },
    departs: ({ create }) => ({
      create: {
        ...create,
        call: ({ body, item }) => ({
          method: "POST",
          path: `/v1/payments/${Call.segment(String(item["payment_id"]))}/refund`,
          body
        }),
        idempotency: Write.key("X-Refund-Idempotency", { form: "uuid" })
      }
    })
  }),
  PAYMENT_PAYMENT_LINKS: writing("PAYMENT_PAYMENT_LINKS", ["create", "void"], {
    path: "/v1/payment_links",
    list: "payment_links",
    record: paymentPaymentLinks,
    requires: ["amount", "currency_id", "description"],
    creates: { amount: Take.minor("amount"), currency_id: "currency", description: "description" },
    takes: {}
  }),
  PAYMENT_DISPUTES: writeDisputes,
  PAYMENT_INVOICES: writeInvoices,
  PAYMENT_PAYMENTS: writePayments
}
