/** Sage Accounting of South Africa, by models and routes that client libraries show of its help. */
import { sageZa } from "@svc/sage-za"
import { isObject } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import { describe } from "./sage-za-description.ts"

const day = "2026-03-02T00:00:00.000Z"
const line = { item_id: "1", description: "Anchor", quantity: 2, unit_amount: 25, tax_id: "1", total_discount: 5 }
const lines = [line, { account_id: "2", unit_amount: 5, tax_id: "1", tracking_category_ids: ["1"] }]
const head = { posted_date: day, document_number: "A-1", currency_id: "1", currency_rate: 18.5, line_items: lines }
const sale = { ...head, contact_id: "customer:1", memo: "Thanks" }
const bought = { ...head, contact_id: "supplier:1", memo: "Thanks" }
const ordered = { delivery_date: day, description: "Spring" }
const paid = { account_id: "bank:1", amount: 50, payment_date: day, payment_mode: "EFT", memo: "Paid" }
const debit = { account_id: "1", type: "DEBIT", net_amount: 100, description: "Rent" }
const credit = { account_id: "2", type: "CREDIT", net_amount: 100 }
const changed = { platform_id: "1", memo: "Two" }
const gone = [{ platform_id: "1" }]
const without = ({ memo: _memo, ...rest }: typeof sale) => rest

/** How many there are: those that are shown, or more. */
const counted = (body: unknown, more: number) =>
  isObject(body) && Array.isArray(body["Results"]) ? { ...body, TotalResults: body["Results"].length + more } : body

// A call a second is for the platform.
const own: AnyConnector = sageZa
const unhurried: AnyConnector = { ...own, http: { ...own.http, limits: { windows: [{ max: 1000, seconds: 1 }] } } }

export const profile: Profile = {
  slug: "sage-za",
  connector: unhurried,
  describe,
  settings: { companyId: "1" },
  credentials: { username: "nobody", password: "a password of nobody" },
  app: { clientId: "", clientSecret: "00000000-0000-4000-8000-000000000000" },
  ids: {
    ...Object.fromEntries(Object.keys(sageZa.reads).map((model) => [model, "1"])),
    "ACCOUNTS (BankAccount)": "bank:1",
    "CONTACTS (Customer)": "customer:1",
    "CONTACTS (Supplier)": "supplier:1",
    "CONTACT_PERSONS (Customer)": "customer:1",
    "CONTACT_PERSONS (Supplier)": "supplier:1",
    "CONTACT_PERSONS (CustomerAdditionalContactDetail)": "customer-person:1",
    "CONTACT_PERSONS (SupplierAdditionalContactDetail)": "supplier-person:1",
    "TRACKING_CATEGORIES (AnalysisType)": "type:1"
  },
  more: (body, page) => counted(body, page),
  last: (body) => counted(body, 0),
  writes: {
    ACCOUNTS: {
      create: [{ name: "Fees", sub_category: "text", description: "Of banks" }],
      update: [{ platform_id: "1", name: "Bank fees" }],
      delete: gone
    },
    BANK_ACCOUNTS: {
      create: [{ account_name: "Main", institution_name: "Bank", currency_id: "1" }],
      update: [{ platform_id: "1", account_name: "First" }],
      delete: gone
    },
    BILLS: { create: [{ ...bought, due_date: day }], update: [changed] },
    BILL_CREDIT_NOTES: { create: [{ ...bought, bill_ids: ["1"] }], update: [changed] },
    BILL_PAYMENTS: { create: [{ ...paid, bill_id: "1" }], delete: [{ platform_id: "1/1" }] },
    CONTACTS: {
      create: [
        { name: "Ada", contact_type: "CUSTOMER", email: "a@b.example", tax_number: "4", currency_id: "1" },
        { name: "Bo", contact_type: "VENDOR", phone_numbers: [{ number: "1", type: "FAX" }] }
      ],
      update: [{ platform_id: "supplier:1", name: "Bo Ltd", addresses: [{ street: "1 Quay", city: "Durban" }] }],
      delete: [{ platform_id: "customer:1" }]
    },
    EXPENSES: {
      create: [
        { account_id: "bank:1", posted_date: day, line_items: [{ account_id: "1", unit_amount: 5, tax_id: "1" }] }
      ],
      update: [{ platform_id: "1", memo: "Two" }]
    },
    INVOICES: { create: [{ ...sale, due_date: day }], update: [changed] },
    INVOICE_CREDIT_NOTES: { create: [{ ...sale, invoice_ids: ["1"] }], update: [changed] },
    INVOICE_PAYMENTS: { create: [{ ...paid, invoice_id: "1" }], delete: [{ platform_id: "1/1" }] },
    ITEMS: {
      create: [{ name: "Rope", code: "R", type: "INVENTORY", invoice_item: { unit_price: 5, tax_id: "1" } }],
      update: [{ platform_id: "1", bill_item: { unit_price: 4, tax_id: "1" } }],
      delete: gone
    },
    JOURNAL_ENTRIES: {
      create: [{ posted_date: day, document_number: "J-1", journal_lines: [debit, credit] }],
      update: [{ platform_id: "1", description: "Two" }],
      delete: gone
    },
    PURCHASE_ORDERS: {
      create: [{ ...without(bought), ...ordered }],
      update: [{ platform_id: "1", ...ordered }],
      delete: gone
    },
    SALES_ORDERS: { create: [{ ...without(sale), ...ordered }], update: [{ platform_id: "1", ...ordered }] },
    TAX_RATES: {
      create: [{ name: "Reduced", total_tax_rate: 5 }],
      update: [{ platform_id: "1", name: "Standard" }],
      delete: gone
    },
    TRACKING_CATEGORIES: {
      create: [{ name: "North", parent_id: "type:1" }],
      update: [{ platform_id: "1", name: "South" }],
      delete: gone
    }
  }
}
