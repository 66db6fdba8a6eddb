/** Stripe, by the types of its client and an earlier OpenAPI document. */
import { stripe } from "@svc/stripe"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./stripe-description.ts"

const id = "text"
const record = { platform_id: id }
const writes: Profile["writes"] = {
  PAYMENT_CUSTOMERS: {
    create: [
      {
        name: "Ada Quill",
        description: "Buys paper",
        external_links: [{ link: "ada@quill.example", type: "EMAIL" }],
        phone_numbers: [{ number: "+44 117 555 0100" }],
        addresses: [{ street: "1 Quay Street", locality: "Unit 2", city: "Bristol", pincode: "BS1 1AA", country: "GB" }]
      }
    ],
    update: [{ ...record, description: null, addresses: [] }],
    delete: [record]
  },
  PAYMENT_ITEMS: {
    create: [
      { name: "Ream of paper", description: "500 sheets", unit_price: 10.5, currency_id: "GBP", status: "ACTIVE" }
    ],
    update: [{ ...record, status: "ARCHIVED" }],
    delete: [record]
  },
  PAYMENT_INVOICES: {
    create: [
      {
        contact_id: "cus_1",
        currency_id: "GBP",
        document_number: "A-9",
        posted_date: "2026-03-15",
        due_date: "2026-04-14",
        memo: "Thank you",
        status: "SUBMITTED",
        line_items: [
          { item_id: "prod_1", quantity: 2, unit_amount: 10, description: "Reams of paper", tax_id: "txr_1" },
          { unit_amount: 5.5, description: "Freight" }
        ]
      }
    ],
    update: [{ ...record, memo: "Late", status: "SUBMITTED" }],
    delete: [record],
    void: [record]
  },
  PAYMENT_ORDERS: {
    create: [{ amount: 21.6, currency_id: "GBP", reference: "O-9" }],
    update: [{ ...record, amount: 25, currency_id: "GBP" }],
    void: [record]
  },
  PAYMENT_PAYMENTS: { update: [{ ...record, description: "Paper", customer_id: "cus_1" }] },
  PAYMENT_REFUNDS: {
    create: [{ payment_id: "ch_1", amount: 5, currency_id: "GBP", reason: "requested_by_customer" }],
    void: [record]
  },
  PAYMENT_PAYMENT_LINKS: {
    create: [
      {
        currency_id: "GBP",
        line_items: [
          { item_id: "prod_1", quantity: 2, unit_amount: 10 },
          { description: "Freight", unit_amount: 5.5 }
        ]
      }
    ],
    update: [{ ...record, status: "INACTIVE" }]
  },
  PAYMENT_TAX_RATES: {
    create: [{ name: "VAT", description: "Standard", country: "GB", rate: 20, is_inclusive: false }],
    update: [{ ...record, status: "ARCHIVED" }]
  },
  PAYMENT_PAYOUTS: {
    create: [{ amount: 100, currency_id: "GBP", description: "March", bank_account_id: "ba_1" }],
    void: [record]
  },
  PAYMENT_DISPUTES: { update: [{ ...record, status: "LOST" }] }
}

export const profile: Profile = {
  slug: "stripe",
  connector: stripe,
  writes,
  describe,
  settings: { accountId: "acct_1" },
  credentials: { access_token: "a token of nobody" },
  departures: [
    {
      fault: /header stripe-version is not declared/,
      reason: "Stripe's guide to versioning: the header sets the version of one request; the document names no headers"
    }
  ],
  more: (body) => (isObject(body) && "has_more" in body ? { ...body, has_more: true } : body)
}
