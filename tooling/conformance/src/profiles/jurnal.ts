/** Jurnal by Mekari, by a copy of its API Doc 2.0.0 that leaves out the answers' examples: they are made of their schemas. */
import { join } from "node:path"
import { jurnal } from "@svc/jurnal"
import type { Description, Example, Operation } from "../Description.ts"
import { isObject } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

/** What an answer that is made of its schema has for a text that is a date, a moment or an amount of a report. */
const written = (name: string, own: string): unknown => {
  if (name.endsWith("_at")) return "2026-03-01T09:30:00.000Z"
  if (name.endsWith("_date")) return "01/03/2026"
  if (/^(?:balance|total|income)$/.test(name)) return "1.675,50"
  if (name === "separator") return ","
  if (name === "delimiter") return "."
  if (/^(?:tags|attachments|children)$/.test(name)) return []
  if (name === "id") return 1
  if (name.startsWith("is_")) return name === "is_customer"
  if (/^(?:currency_code|code)$/.test(name)) return "IDR"
  if (/amount|remaining|price|discount|quantity|rate|debit|credit|balance|subtotal|_id$/.test(name)) return "50.0"
  return own
}
const mended = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(mended)
  if (!isObject(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string"
        ? written(name, value)
        : name === "attachments"
          ? []
          : name === "precision"
            ? 2
            : mended(value)
    ])
  )
}
const around = (operation: Operation): Operation => ({
  ...operation,
  // A deletion is described with an empty object and a status that has no body.
  examples: operation.examples.map((own): Example => ({
    ...own,
    body: own.status === 204 ? undefined : mended(own.body)
  }))
})
const rightly = (description: Description): Description => ({
  ...description,
  operations: description.operations.map(around),
  find: (request, options) => {
    const found = description.find(request, options)
    return found.operation === null ? found : { ...found, operation: around(found.operation) }
  }
})

const base = "/public/jurnal/api/v1"
const line = { item_id: "1", description: "Arabica", quantity: 2, unit_amount: 50, tax_id: "1", total_discount: 10 }
const head = { contact_id: "1", document_number: "N-1", posted_date: "2026-03-01", line_items: [line] }
const due = { ...head, due_date: "2026-03-31", memo: "Thanks" }
const order = { ...head, delivery_date: "2026-03-05", description: "Thanks" }
const changed = { platform_id: "1", document_number: "N-2" }
const gone = [{ platform_id: "1" }]
const paid = { account_id: "1", amount: 50, payment_date: "2026-03-05", payment_mode: "Cash", document_number: "P-1" }
const noted = { ...head, line_items: [{ account_id: "1", description: "Broken", quantity: 1, unit_amount: 50 }] }
const moved = { amount: 50, transaction_date: "2026-03-05", description: "March", reference: "B-1" }
const booked = [
  { account_id: "1", type: "DEBIT", net_amount: 50, description: "Rent" },
  { account_id: "1", type: "CREDIT", net_amount: 50 }
]

/** A payment that is made of its schema is a draft, of which nothing is paid. */
const paying = (name: string) => (body: unknown) => {
  const payment = isObject(body) ? body[name] : undefined
  return isObject(payment) ? { [name]: { ...payment, is_draft: false } } : body
}

export const profile: Profile = {
  slug: "jurnal",
  connector: jurnal,
  describe: (folder) => rightly(OpenApi.load(join(folder, "jurnal-swagger-2.0-trimmed.json"))),
  settings: {},
  credentials: { client_id: "a client of nobody", client_secret: "a secret of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(jurnal.reads).map((model) => [model, "1"])),
    "BANK_TRANSACTIONS (bank_deposits)": "deposit:1",
    "BANK_TRANSACTIONS (bank_withdrawals)": "withdrawal:1",
    "BANK_TRANSACTIONS (bank_transfers)": "transfer:1",
    "BILL_CREDIT_NOTES (purchase_returns)": "return:1",
    "INVOICE_CREDIT_NOTES (sales_returns)": "return:1",
    BILL_PAYMENTS: "1:1",
    INVOICE_PAYMENTS: "1:1"
  },
  current: { BILL_PAYMENTS: paying("purchase_payment"), INVOICE_PAYMENTS: paying("receive_payment") },
  more: (body, page) => (isObject(body) ? { ...body, current_page: page, total_pages: page + 1 } : body),
  last: (body) => (isObject(body) && "total_pages" in body ? { ...body, current_page: 1, total_pages: 1 } : body),
  writes: {
    ACCOUNTS: {
      create: [{ name: "Fees", nominal_code: "6-1", category: "EXPENSE", sub_category: "Expenses" }],
      update: [{ platform_id: "1", name: "Bank fees" }],
      delete: gone
    },
    BANK_TRANSACTIONS: {
      create: [
        { ...moved, type: "deposit", to_account_id: "1", account_id: "1", contact_id: "1" },
        { ...moved, type: "withdrawal", from_account_id: "1", account_id: "1", contact_id: "1" },
        { ...moved, type: "transfer", from_account_id: "1", to_account_id: "1" }
      ],
      update: [
        { platform_id: "deposit:1", amount: 60 },
        { platform_id: "transfer:1", description: "To bank" }
      ],
      delete: [{ platform_id: "withdrawal:1" }]
    },
    BILLS: { create: [{ ...due, tax_inclusive: true }], update: [changed], delete: gone },
    BILL_CREDIT_NOTES: { create: [{ ...noted, bill_ids: ["1"] }], update: [changed], delete: gone },
    BILL_PAYMENTS: {
      create: [{ ...paid, bill_id: "1" }],
      update: [{ platform_id: "1:1", memo: "FT-2" }],
      delete: [{ platform_id: "1:1" }]
    },
    CONTACTS: {
      create: [
        { name: "Toko Samudra", contact_type: "CUSTOMER", registration_number: "3174", email: "a@b.example" },
        { name: "CV Pinus", contact_type: "VENDOR", tax_number: "01" }
      ],
      update: [{ platform_id: "1", name: "Toko", status: "ARCHIVED" }],
      delete: gone
    },
    EXPENSES: {
      create: [
        {
          account_id: "1",
          contact_id: "1",
          posted_date: "2026-03-03",
          payment_mode: "Cash",
          line_items: [{ account_id: "1", unit_amount: 105, tax_id: "1" }]
        }
      ],
      update: [{ platform_id: "1", memo: "Cab" }],
      delete: gone
    },
    INVOICES: {
      create: [{ ...due, total_discount: 25 }],
      update: [changed, { platform_id: "1", total_discount: 1_000_000 }],
      delete: gone
    },
    INVOICE_CREDIT_NOTES: { create: [{ ...noted, invoice_ids: ["1"] }], update: [changed], delete: gone },
    INVOICE_PAYMENTS: {
      create: [{ ...paid, invoice_id: "1" }],
      update: [{ platform_id: "1:1", memo: "FT-2" }],
      delete: [{ platform_id: "1:1" }]
    },
    ITEMS: {
      create: [{ name: "Box", code: "BX-1", type: "SERVICE", invoice_item: { account_id: "1", unit_price: 100 } }],
      update: [{ platform_id: "1", name: "Boxes" }],
      delete: gone
    },
    JOURNAL_ENTRIES: {
      create: [{ posted_date: "2026-03-05", description: "Rent", journal_lines: booked }],
      update: [{ platform_id: "1", journal_lines: booked }],
      delete: gone
    },
    PURCHASE_ORDERS: { create: [order], update: [changed], delete: gone },
    SALES_ORDERS: { create: [order], update: [changed], delete: gone },
    TAX_RATES: {
      create: [{ name: "PB1", total_tax_rate: 10 }],
      update: [{ platform_id: "1", total_tax_rate: 11 }],
      delete: gone
    },
    TRACKING_CATEGORIES: { create: [{ name: "North" }], update: [{ platform_id: "1", name: "South" }], delete: gone }
  },
  behaviour: {
    collections: { [`${base}/accounts`]: { at: "accounts", id: "id" } },
    seed: {
      [`${base}/accounts`]: [
        {
          id: 1,
          name: "Cash",
          number: "1-1",
          category: "Cash & Bank",
          category_id: 3,
          balance_amount: 5,
          children: null
        }
      ]
    }
  },
  departures: [
    {
      fault: /_attributes\.\d+ has the member (?:id|product_id|description), which is not declared/,
      reason: "The description lists the members of lines in words: id, product_id, description, custom_id and others"
    },
    {
      fault: /transaction_account_lines_attributes\.0 has the member debit, which is not declared/,
      reason: "The request shows a vendor's memo; lines of answers have both sides, and a customer's are debited"
    },
    {
      fault: /^PATCH .*_attributes\.2 (?:must have required property|has the member _destroy)/,
      reason: "A line that is taken away, in Rails' own way of nested attributes, which the description does not show"
    },
    {
      fault: /has the member person_id, which is not declared/,
      reason: "Credit memos have it beside the name, and public clients send it with orders and deliveries"
    },
    {
      fault: /person\.(?:id|identity_number|archive|billing_address_\w+) must be null/,
      reason: "The description is of a sample whose members are null; answers have texts"
    },
    {
      fault: /(?:expense has the member memo|receive_payment has the member transaction_no), which is not declared/,
      reason: "Answers have it, and the requests of other documents and payments"
    },
    {
      fault: /^POST .*tax has the member custom_id, which is not declared/,
      reason:
        "A change of a tax takes it, and answers show it; where it is not kept, the tax is found by its name and rate"
    },
    {
      fault: /header (?:date|digest) is not declared/,
      reason: "How requests are signed, the description says in words, and Mekari's own page of HMAC has both"
    },
    {
      fault: /query parameter (?:page|page_size|updated_(?:start|end)_date) is not declared/,
      reason: "Lists name them in words, and answer current_page and total_pages"
    }
  ]
}
