/** PayPal, by its own descriptions of February 2024. */
import { paypal } from "@svc/paypal"
import { join } from "node:path"
import { type Description, join as together } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { AnyConnector, Profile } from "../Profile.ts"

const files = [
  "catalogs_products_v1",
  "checkout_orders_v2",
  "customer_disputes_v1",
  "invoicing_v2",
  "notifications_webhooks_v1",
  "payments_payment_v2",
  "payments_payouts_batch_v1",
  "reporting_transactions_v1"
]
/** What the descriptions say in words and patterns alone, for the examples that are made of schemas. */
const byName: Readonly<Record<string, string>> = {
  id: "ID1",
  email_address: "bo@lind.example",
  national_number: "4085551234",
  extension_number: "12",
  language: "en-US",
  size: "2048",
  order_id: "ID1",
  paypal_reference_id: "ID1",
  value: "12.34",
  quantity: "2",
  percent: "7.25",
  currency: "USD",
  currency_code: "USD",
  transaction_id: "5TY05013RG002845M",
  transaction_event_code: "T0006",
  transaction_status: "S",
  country_code: "US",
  transaction_initiation_date: "2024-05-01T09:30:00Z",
  transaction_updated_date: "2024-05-01T09:30:00Z"
}
const byFormat: Readonly<Record<string, string>> = {
  ppaas_common_email_address_v2: "bo@lind.example",
  ppaas_common_currency_code_v2: "USD",
  ppaas_common_percentage_v2: "7.25",
  ppaas_date_time_v3: "2024-05-01T09:30:00Z",
  ppaas_date_notime_v2: "2024-05-01"
}
const told = (own: unknown): unknown => {
  if (Array.isArray(own)) return own.map(told)
  if (!isObject(own)) return own
  const members = Object.entries(own).map(([name, inner]) => {
    if (name !== "properties" || !isObject(inner)) return [name, told(inner)]
    return [
      name,
      Object.fromEntries(
        Object.entries(inner).map(([member, schema]) => {
          const example = byName[member]
          const isText = isObject(schema) && (schema["type"] === "string" || "$ref" in schema)
          return [member, example !== undefined && isText ? { type: "string", example } : told(schema)]
        })
      )
    ]
  })
  const example = byFormat[String(own["format"])]
  return { ...Object.fromEntries(members), ...(example === undefined ? {} : { example }) }
}
const describe = (folder: string): Description =>
  together(
    files.map((name) =>
      OpenApi.make(told(readDocument(join(folder, `${name}.openapi.json`))) as Json, {
        servers: ["https://api-m.paypal.com"]
      })
    )
  )

// Windows of three years are for the platform's pace.
const own: AnyConnector = paypal
const unhurried: AnyConnector = { ...own, http: { ...own.http, limits: { windows: [{ max: 10_000, seconds: 1 }] } } }

const invoice = {
  contact_id: "recipient-bo@lind.example",
  currency_id: "USD",
  document_number: "0007",
  posted_date: "2026-03-05T00:00:00.000Z",
  memo: "Thank you",
  total_discount: 5,
  line_items: [{ description: "Mat", quantity: 1, unit_amount: 50, tax_id: "Sales Tax:7.25", total_discount: 2 }]
}

export const profile: Profile = {
  slug: "paypal",
  connector: unhurried,
  describe,
  settings: { mode: "live" },
  credentials: { client_id: "nobody", client_secret: "a secret of nobody", access_token: "a token of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(paypal.reads).map((model) => [model, "ID1"])),
    "PAYMENT_PAYMENTS (recorded)": "ID1:EXTR-86F38350LX4353815"
  },
  variants: {
    PAYMENT_PAYMENTS: {
      what: "paid elsewhere",
      of: (body) => JSON.parse(JSON.stringify(body).replaceAll('"type":"PAYPAL"', '"type":"EXTERNAL"'))
    }
  },
  departures: [
    {
      fault:
        /^POST \/v2\/invoicing\/invoices(?:\/\{invoice_id\}\/payments)?: header paypal-request-id is not declared$/,
      reason:
        "PayPal's own collection of requests sends the key with every creation; where it is not heeded, the invoice or its payment is looked for before a repeat."
    },
    {
      fault: /accept-claim: the body is sent as application\/json, described is multipart\/form-data$/,
      reason: "The description has the evidence's file alone; without one, PayPal's clients send the note as JSON."
    }
  ],
  writes: {
    PAYMENT_INVOICES: {
      create: [invoice, { ...invoice, document_number: "0008", status: "SUBMITTED" }],
      update: [
        {
          platform_id: "ID1",
          memo: "Soon",
          due_date: "2026-04-01T00:00:00.000Z",
          line_items: invoice.line_items,
          status: "SUBMITTED"
        }
      ],
      delete: [{ platform_id: "ID1" }],
      void: [{ platform_id: "ID1" }]
    },
    PAYMENT_ITEMS: {
      create: [{ name: "Chair", description: "Of oak", code: "CHAIR-7" }],
      update: [{ platform_id: "ID1", description: "Of ash" }]
    },
    PAYMENT_ORDERS: {
      create: [{ amount: 19.9, currency_id: "EUR", reference: "Order 9" }],
      update: [{ platform_id: "ID1", amount: 21.5, reference: "Order 9b" }],
      void: [{ platform_id: "ID1" }]
    },
    PAYMENT_PAYMENTS: {
      create: [
        { order_id: "ID1" },
        { invoice_id: "ID1", amount: 5, currency_id: "USD", payment_method: "CASH", description: "At the counter" }
      ],
      delete: [{ platform_id: "ID1:EXTR-86F38350LX4353815" }]
    },
    PAYMENT_DISPUTES: { update: [{ platform_id: "ID1", status: "LOST", reason_description: "We refund it" }] },
    PAYMENT_REFUNDS: {
      create: [{ amount: 10.99, currency_id: "USD", payment_id: "ID1", description: "Loose", reference: "Return 17" }]
    },
    PAYMENT_PAYOUTS: {
      create: [{ amount: 9.87, currency_id: "USD", bank_account_id: "bo@harbour.example", description: "Thank you" }]
    }
  }
}
