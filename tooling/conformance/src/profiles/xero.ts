/** Xero, by its own OpenAPI documents. */
import { join } from "node:path"
import { xero } from "@svc/xero"
import { join as together } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"
import { behaviour, seeded } from "./xero-behaviour.ts"

const line = {
  account_id: seeded.stationery,
  item_id: seeded.item,
  tax_id: seeded.taxType,
  description: "Reams of paper",
  quantity: 2,
  unit_amount: 4.5,
  total_discount: 1
}

/** Every item of an answer's list with other values in some members. */
const eachWith = (values: Json) => (body: unknown) =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((item) => ({ ...(item as Json), ...values })) : value
        ])
      )
    : body

export const profile: Profile = {
  slug: "xero",
  connector: xero,
  describe: (folder) =>
    together([
      OpenApi.load(join(folder, "xero_accounting.yaml")),
      // The document writes /Connections; Xero's own pages and clients call /connections.
      OpenApi.load(join(folder, "xero-identity.yaml"), {
        rename: { "/Connections": "/connections", "/Connections/{id}": "/connections/{id}" }
      }),
      OpenApi.load(join(folder, "xero-finance.yaml")),
      OpenApi.load(join(folder, "xero-webhooks.yaml"))
    ]),
  settings: {
    tenantId: "5eed0000-0000-4000-8000-000000000001",
    connectionId: "5eed0000-0000-4000-8000-000000000002"
  },
  credentials: { access_token: "a token of nobody" },
  ids: { BILLS: seeded.bill, BILL_PAYMENTS: "5eed0000-0000-4000-8000-000000000003" },
  writes: {
    PURCHASE_ORDERS: {
      create: [
        {
          contact_id: seeded.contact,
          document_number: "PO-9",
          currency_id: "NZD",
          posted_date: "2026-03-02T00:00:00Z",
          delivery_date: "2026-03-20",
          line_items: [line]
        },
        { contact_id: seeded.contact, line_items: [{ description: "Only what must be", quantity: 1, unit_amount: 20 }] }
      ]
    },
    BILL_CREDIT_NOTES: {
      create: [
        {
          contact_id: seeded.contact,
          document_number: "CN-9",
          currency_id: "NZD",
          posted_date: "2026-03-02",
          bill_ids: [seeded.bill],
          line_items: [line]
        },
        { contact_id: seeded.contact, line_items: [{ ...line, item_id: null, tax_id: null, total_discount: null }] }
      ]
    },
    CONTACTS: {
      create: [
        {
          name: "Quill & Co",
          contact_name: "Ada Quill",
          currency_id: "NZD",
          tax_number: "NZ123",
          registration_number: "R-1",
          email: "ada@quill.example"
        },
        { name: "Only a name" }
      ]
    },
    INVOICES: {
      update: [
        {
          platform_id: seeded.invoice,
          currency_id: "NZD",
          contact_id: seeded.contact,
          document_number: "INV-7001",
          memo: "Order 12, second try",
          currency_rate: 0.8,
          posted_date: "2026-01-01",
          due_date: "2026-02-15",
          line_items: [
            {
              ...line,
              platform_id: seeded.invoiceLine,
              account_id: seeded.sales,
              tracking_category_ids: [seeded.option]
            },
            { description: "Delivery", quantity: 1, unit_amount: 5, account_id: seeded.sales }
          ]
        },
        { platform_id: seeded.invoice, status: "VOID" },
        { platform_id: seeded.invoice, memo: "Only a memo" }
      ]
    }
  },
  variants: {
    BILLS: { what: "Type ACCPAY", of: eachWith({ Type: "ACCPAY" }) },
    BILL_PAYMENTS: { what: "PaymentType ACCPAYPAYMENT", of: eachWith({ PaymentType: "ACCPAYPAYMENT" }) },
    DOCUMENTS: { what: "HasAttachments true", of: eachWith({ HasAttachments: true }) }
  },
  departures: [
    {
      fault: /header parameter If-Modified-Since must match format "date-time"/,
      reason: "Xero's reference of each endpoint (Modified After) wants UTC as yyyy-mm-ddThh:mm:ss, without an offset"
    },
    {
      fault: /^DELETE \/connections\/\{id\}: header xero-tenant-id is not declared/,
      reason: "the tenant goes with every call; the connections endpoints do not read it"
    }
  ],
  refusals: [
    {
      model: "PURCHASE_ORDERS create",
      issue: /Order number must be unique/,
      reason: "the documented answer is itself that of a refused record"
    },
    {
      model: "BILL_CREDIT_NOTES create",
      issue: /An existing Credit Note with the specified CreditNoteID/,
      reason: "the documented answer is itself that of a refused record"
    }
  ],
  more: (body) =>
    isObject(body) && isObject(body["pagination"])
      ? { ...body, pagination: { ...body["pagination"], pageCount: 9 } }
      : body,
  behaviour
}
