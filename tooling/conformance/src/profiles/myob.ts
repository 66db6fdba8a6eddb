/** MYOB, by the contracts of its own SDK. */
import { myob } from "@svc/myob"
import { isObject, type Json } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe, file } from "./myob-description.ts"

const id = "0c55818c-855a-452e-be92-d8a1595fc5e9"
/** A document below zero is a credit note. */
const below = {
  what: "a total below zero",
  of: (body: unknown): unknown => {
    const turned = (own: Json) => ({ ...own, TotalAmount: -10, BalanceDueAmount: -10 })
    const rows = isObject(body) ? body["Items"] : undefined
    return Array.isArray(rows)
      ? { ...(body as Json), Items: rows.map((row) => turned(row as Json)) }
      : turned(body as Json)
  }
}
/** Credit notes to change, beside the documents that are made of the schemas. */
const noted = "1c55818c-855a-452e-be92-d8a1595fc5e9"
const note = { UID: noted, TotalAmount: -10, BalanceDueAmount: -10, InvoiceType: "Item", BillType: "Item" }
const line = { RowID: 1, Type: "Transaction", Total: -10, UnitPrice: 10, TaxCode: { UID: id }, Item: { UID: id } }
const places = ["/Sale/Invoice", "/Purchase/Bill"].flatMap((path) => [path, `${path}/Item`])
const gone = [{ platform_id: id }]
const service = { account_id: id, tax_id: id, unit_amount: 50, description: "Rent", project_id: id }
const goods = { ...service, item_id: id, quantity: 2, total_discount: 10 }
const head = { contact_id: id, posted_date: "2026-03-02", document_number: "N-1", currency_rate: 1.1 }
const documents = [
  { ...head, line_items: [goods] },
  { ...head, total_discount: 5, line_items: [service] }
]
/** Items of orders post to the accounts of their own. */
const { account_id: _, ...stock } = goods
const ordered = [
  { ...head, line_items: [stock] },
  { ...head, line_items: [service] }
]
const changed = { platform_id: id, document_number: "N-2", line_items: [{ ...stock, platform_id: `${id}/1` }] }
const paid = { account_id: id, amount: 50, payment_date: "2026-03-10", document_number: "P-1", memo: "Thanks" }
const spent = [{ account_id: id, tax_id: id, unit_amount: 20, quantity: 2, project_id: id }]
const journal = {
  posted_date: "2026-03-05",
  description: "Rent",
  document_number: "GJ-1",
  journal_lines: ["DEBIT", "CREDIT"].map((type) => ({ account_id: id, tax_id: id, type, net_amount: 100 }))
}
export const profile: Profile = {
  slug: "myob",
  connector: myob,
  describe,
  document: {
    platform_id: id,
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "BILLS",
    document_type_id: id
  },
  settings: { businessId: file },
  credentials: { access_token: "a token of nobody" },
  app: { clientId: "a key of nobody", clientSecret: "" },
  ids: {
    ...Object.fromEntries(Object.keys(myob.reads).map((model) => [model, id])),
    "BANK_TRANSACTIONS (transfers)": `transfer:${id}`,
    "TRACKING_CATEGORIES (categories)": `category:${id}`,
    "BILL_PAYMENTS (settlements)": `settled:${id}:${id}`,
    "INVOICE_PAYMENTS (settlements)": `settled:${id}:${id}`
  },
  answerHeaders: ({ method, url }) => (method === "POST" ? { location: `${url.href}/${id}` } : {}),
  writes: {
    ACCOUNTS: {
      create: [{ name: "Fees", nominal_code: "6-1200", sub_category: "Expense", parent_account_id: id }],
      update: [{ platform_id: id, name: "Bank fees", status: "ARCHIVED" }],
      delete: gone
    },
    BANK_ACCOUNTS: { update: [{ platform_id: id, account_number: "12", routing_number: "062-000" }], delete: gone },
    BANK_TRANSACTIONS: {
      create: [{ from_account_id: id, to_account_id: id, amount: 5, transaction_date: "2026-03-02", description: "m" }],
      update: [{ platform_id: `transfer:${id}`, reference: "T-1" }],
      delete: [{ platform_id: `transfer:${id}` }]
    },
    BILLS: {
      create: documents.map((bill) => ({ ...bill, due_date: "2026-04-01", memo: "m", purchase_order_ids: [id] })),
      update: [changed],
      delete: gone
    },
    BILL_CREDIT_NOTES: {
      create: documents.map((note) => ({ ...note, memo: "m", bill_ids: [id] })),
      update: [{ platform_id: noted, memo: "m", total_discount: 1 }],
      delete: [{ platform_id: noted }]
    },
    BILL_PAYMENTS: {
      create: [{ ...paid, bill_id: id }],
      update: [{ platform_id: `${id}:${id}`, amount: 6, memo: "m" }],
      delete: [{ platform_id: `${id}:${id}` }, { platform_id: `settled:${id}:${id}` }]
    },
    CONTACTS: {
      create: ["CUSTOMER", "VENDOR"].map((contact_type) => ({
        name: "Harbour",
        contact_type,
        tax_number: "12 345 678 901",
        contact_name: "Ada",
        email: "ada@harbour.example"
      })),
      update: [{ platform_id: id, name: "Quay", email: "b@harbour.example" }],
      delete: gone
    },
    EXPENSES: {
      create: [{ account_id: id, contact_id: id, posted_date: "2026-03-03", memo: "Taxi", line_items: spent }],
      update: [{ platform_id: id, memo: "Cab", line_items: spent }],
      delete: gone
    },
    INVOICES: {
      create: documents.map((invoice) => ({ ...invoice, due_date: "2026-04-01", memo: "m", sales_order_ids: [id] })),
      update: [changed],
      delete: gone
    },
    INVOICE_CREDIT_NOTES: {
      create: documents.map((note) => ({ ...note, memo: "m", invoice_ids: [id] })),
      update: [{ platform_id: noted, memo: "m", total_discount: 1 }],
      delete: [{ platform_id: noted }]
    },
    INVOICE_PAYMENTS: {
      create: [{ ...paid, invoice_id: id, payment_mode: "Cash" }],
      update: [{ platform_id: `${id}:${id}`, amount: 6, payment_mode: "EFT" }],
      delete: [{ platform_id: `${id}:${id}` }, { platform_id: `settled:${id}:${id}` }]
    },
    ITEMS: {
      create: [
        {
          code: "BX",
          name: "Box",
          bill_item: { account_id: id, unit_price: 4, tax_id: id },
          invoice_item: { account_id: id, unit_price: 5, tax_id: id }
        }
      ],
      update: [{ platform_id: id, code: "BX-2", description: null, bill_item: { unit_price: 3 } }],
      delete: gone
    },
    JOURNAL_ENTRIES: { create: [journal], update: [{ ...journal, platform_id: id }], delete: gone },
    PURCHASE_ORDERS: {
      create: ordered.map((order) => ({ ...order, description: "m", delivery_date: "2026-03-20" })),
      update: [changed],
      delete: gone
    },
    SALES_ORDERS: {
      create: ordered.map((order) => ({ ...order, description: "m", delivery_date: "2026-03-20" })),
      update: [changed],
      delete: gone
    },
    TAX_RATES: {
      create: [{ code: "G12", name: "GST", tax_type: "GST_VAT", total_tax_rate: 12.5 }],
      update: [{ platform_id: id, total_tax_rate: 11 }],
      delete: gone
    },
    TRACKING_CATEGORIES: {
      create: [
        { name: "North", parent_id: id },
        { name: "South", type: "CLASS" }
      ],
      update: [
        { platform_id: id, name: "Up" },
        { platform_id: `category:${id}`, name: "Down" }
      ],
      delete: [...gone, { platform_id: `category:${id}` }]
    }
  },
  variants: {
    BILL_CREDIT_NOTES: below,
    INCOME_STATEMENT: { what: "without accounts", of: (body) => ({ ...(body as Json), AccountsBreakdown: [] }) },
    INVOICE_CREDIT_NOTES: below
  },
  behaviour: {
    collections: Object.fromEntries(places.map((path) => [path, { at: "Items", id: "UID" }])),
    seed: Object.fromEntries(
      places.map((path) => {
        const { BillType, InvoiceType, ...own } = note
        const kind = path.startsWith("/Sale") ? { InvoiceType } : { BillType }
        return [path, [{ ...own, ...kind, ...(path.endsWith("/Item") ? { Lines: [line] } : {}) }]]
      })
    )
  },
  refusals: [
    {
      model: "INCOME_STATEMENT",
      issue: /an account of a known classification, got "Asset"/,
      reason: "The account that is made of the schema is an asset, of which an income statement shows none"
    }
  ]
}
