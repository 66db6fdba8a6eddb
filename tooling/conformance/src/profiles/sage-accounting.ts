/** Sage Accounting, by its own Swagger document, which shows lists without what is around them. */
import { join } from "node:path"
import { sageAccounting } from "@svc/sage-accounting"
import { type Description, type Example, join as together, type Operation } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

/** Lists are in an envelope: the guide of best practices shows it, the document shows the rows alone. */
const enveloped = (own: Example): Example =>
  Array.isArray(own.body)
    ? {
        ...own,
        body: { $total: own.body.length, $page: 1, $next: null, $back: null, $items_per_page: 200, $items: own.body }
      }
    : own
/** A record says its own path, for which the document has a text. */
const addressed = (path: string, own: Example): Example =>
  path.endsWith("/{key}") && isObject(own.body)
    ? { ...own, body: { ...own.body, $path: path.replace("{key}", "text") } }
    : own
const around = (operation: Operation): Operation => ({
  ...operation,
  examples: operation.examples.map((own) => addressed(operation.path, enveloped(own)))
})
const inEnvelopes = (description: Description): Description => ({
  ...description,
  operations: description.operations.map(around),
  find: (request, options) => {
    const found = description.find(request, options)
    return found.operation === null ? found : { ...found, operation: around(found.operation) }
  }
})

const business = { id: "0d40342d0287cd6b13555c54afca6c90", displayed_as: "Harbour", $path: "/businesses/0d40" }
/** The businesses of a user, which only the guides describe. */
const businesses: Json = {
  swagger: "2.0",
  info: { title: "Businesses", version: "3.1" },
  host: "api.accounting.sage.com",
  basePath: "/v3.1",
  schemes: ["https"],
  produces: ["application/json"],
  paths: {
    "/businesses": {
      get: {
        parameters: ["page", "items_per_page"].map((name) => ({ name, in: "query", type: "integer" })),
        responses: { 200: { description: "All", examples: { "application/json": [business] } } }
      }
    },
    "/businesses/{key}": {
      get: {
        parameters: [{ name: "key", in: "path", required: true, type: "string" }],
        responses: { 200: { description: "One", examples: { "application/json": business } } }
      }
    }
  }
}

const line = { account_id: "a", description: "Paper", quantity: 2, unit_amount: 4.5 }
const document = { contact_id: "c", posted_date: "2026-03-02", currency_id: "GBP", memo: "m", line_items: [line] }
const payment = { account_id: "text", amount: 5, payment_date: "2026-03-02", memo: "m", payment_mode: "CASH" }

/** Examples made of a schema have no words: the type decides what a payment is, by whether it allocates credit. */
const ofTypes = (paid: string, allocated = paid) => ({
  what: `transaction_type ${paid}${allocated === paid ? "" : ` or ${allocated}`}`,
  of: (body: unknown) => {
    const own = (item: Json) => ({ ...item, transaction_type: { id: "bank_account" in item ? paid : allocated } })
    const rows = isObject(body) ? body["$items"] : undefined
    return Array.isArray(rows) ? { ...(body as Json), $items: rows.map((row) => own(row as Json)) } : own(body as Json)
  }
})

const billPayments = ofTypes("VENDOR_PAYMENT", "VENDOR_ALLOCATION")
const invoicePayments = ofTypes("CUSTOMER_RECEIPT", "CUSTOMER_ALLOCATION")

export const profile: Profile = {
  slug: "sage-accounting",
  connector: sageAccounting,
  describe: (folder) =>
    inEnvelopes(together([OpenApi.load(join(folder, "swagger-2.0.0.json")), OpenApi.make(businesses)])),
  document: {
    platform_id: "a1",
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "BILLS",
    document_type_id: "p1"
  },
  settings: { business: business.id },
  credentials: { access_token: "a token of nobody" },
  ids: { BILL_PAYMENTS: "text:text", EXPENSES: "text", INVOICE_PAYMENTS: "text:text" },
  variants: {
    BILL_PAYMENTS: billPayments,
    EXPENSES: ofTypes("OTHER_PAYMENT"),
    INVOICE_PAYMENTS: invoicePayments
  },
  current: { BILL_PAYMENTS: billPayments.of, INVOICE_PAYMENTS: invoicePayments.of },
  writes: {
    ACCOUNTS: {
      create: [{ name: "Paper", nominal_code: "7100", sub_category: "OVERHEADS" }],
      update: [{ platform_id: "a", status: "ARCHIVED" }]
    },
    BANK_TRANSACTIONS: {
      create: [{ from_account_id: "text", to_account_id: "text", amount: 5, transaction_date: "2026-03-02" }],
      update: [{ platform_id: "t", reference: "R" }],
      delete: [{ platform_id: "t" }]
    },
    EXPENSES: {
      create: [{ account_id: "text", posted_date: "2026-03-02", document_number: "R", line_items: [line] }],
      update: [{ platform_id: "e", document_number: "R" }],
      delete: [{ platform_id: "e" }]
    },
    TRACKING_CATEGORIES: {
      create: [{ name: "North", parent_id: "text" }],
      update: [{ platform_id: "k", name: "South" }],
      delete: [{ platform_id: "k" }]
    },
    BILLS: {
      create: [{ ...document, due_date: "2026-04-02", document_number: "V-1" }],
      update: [{ platform_id: "b", document_number: "V-2" }],
      delete: [{ platform_id: "b" }]
    },
    BILL_CREDIT_NOTES: {
      create: [{ ...document, bill_ids: ["text"] }],
      update: [{ platform_id: "b", memo: "m" }],
      delete: [{ platform_id: "b" }]
    },
    BILL_PAYMENTS: {
      create: [{ ...payment, bill_id: "text" }],
      update: [{ platform_id: "text:text", memo: "m" }],
      delete: [{ platform_id: "p:b" }, { platform_id: "a:b:n" }]
    },
    CONTACTS: {
      create: [{ name: "Ada", contact_type: "VENDOR", email: "ada@ada.example", currency_id: "GBP" }],
      update: [{ platform_id: "c", name: "Ada plc" }],
      delete: [{ platform_id: "c" }]
    },
    INVOICES: {
      create: [
        { ...document, status: "DRAFT", due_date: "2026-04-02" },
        { ...document, total_discount: 3 }
      ],
      update: [{ platform_id: "i", memo: "m", line_items: [line] }],
      delete: [{ platform_id: "i" }],
      void: [{ platform_id: "i" }]
    },
    INVOICE_CREDIT_NOTES: {
      create: [{ ...document, invoice_ids: ["text"] }],
      update: [{ platform_id: "n", memo: "m", line_items: [line] }],
      delete: [{ platform_id: "n" }],
      void: [{ platform_id: "n" }]
    },
    INVOICE_PAYMENTS: {
      create: [{ ...payment, invoice_id: "text" }],
      update: [{ platform_id: "text:text", memo: "m" }],
      delete: [{ platform_id: "p:i" }, { platform_id: "a:i:n" }]
    },
    ITEMS: {
      create: ["NON_INVENTORY", "SERVICE", "INVENTORY"].map((type) => ({
        name: "Paper",
        code: "P",
        type,
        status: "ACTIVE",
        bill_item: { account_id: "a", unit_price: 4, tax_id: "t", description: "Reams" },
        invoice_item: { account_id: "a", unit_price: 5, tax_id: "t" }
      })),
      update: [{ platform_id: "text", name: "Reams", invoice_item: { unit_price: 6 } }],
      delete: [{ platform_id: "text" }]
    },
    JOURNAL_ENTRIES: {
      create: [
        {
          document_number: "J-1",
          posted_date: "2026-03-02",
          journal_lines: [
            { account_id: "a", type: "DEBIT", net_amount: 5 },
            { account_id: "b", type: "CREDIT", net_amount: 5 }
          ]
        }
      ],
      delete: [{ platform_id: "j" }]
    },
    TAX_RATES: {
      create: [
        { name: "County", total_tax_rate: 7, components: [{ name: "State", rate: 7, tax_agency: "Treasury" }] },
        { name: "Flat", total_tax_rate: 3 }
      ],
      update: [{ platform_id: "t", name: "Usual", total_tax_rate: 21 }],
      delete: [{ platform_id: "t" }]
    }
  },
  departures: [
    {
      fault: /header x-business is not declared/,
      reason: "Sage's guide to several businesses: the header names one; the document names no headers"
    }
  ],
  more: (body) => (isObject(body) && "$next" in body ? { ...body, $next: "/next?page=2" } : body)
}
