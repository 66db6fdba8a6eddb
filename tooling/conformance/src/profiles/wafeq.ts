/** Wafeq, by a restated subset of its OpenAPI document. */
import { wafeq } from "@svc/wafeq"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./wafeq-description.ts"

const line = {
  account_id: "acc_1",
  item_id: "itm_1",
  description: "Boxes",
  quantity: 2,
  unit_amount: 50,
  tax_id: "tax_1"
}
const head = {
  contact_id: "cnt_1",
  currency_id: "SAR",
  posted_date: "2026-03-02",
  document_number: "N-1",
  line_items: [{ ...line, total_discount: 10, tracking_category_ids: ["ccr_1"], project_id: "prj_1" }]
}
const due = { ...head, due_date: "2026-04-01", memo: "Thanks", status: "SUBMITTED" }
const noted = { ...head, memo: "Thanks", status: "SUBMITTED" }
const changed = { platform_id: "id_1", document_number: "N-2" }
const gone = [{ platform_id: "id_1" }]
// An answer that is made of its schema has one line, and the connector compares.
const debit = { account_id: "acc_1", type: "DEBIT", net_amount: 100, description: "Rent", tax_id: "tax_1" }
const credit = { account_id: "acc_2", type: "CREDIT", net_amount: 100, description: "Due", contact_id: "cnt_1" }
const journal = { posted_date: "2026-03-05", description: "Rent", journal_lines: [debit] }
const paid = { account_id: "acc_1", amount: 50, payment_date: "2026-03-10", memo: "FT-1" }

export const profile: Profile = {
  slug: "wafeq",
  connector: wafeq,
  describe,
  settings: {},
  credentials: { key: "a key of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(wafeq.reads).map((model) => [model, "id_1"])),
    "BILL_PAYMENTS (bills)": "settled:id_1:id_2",
    "INVOICE_PAYMENTS (invoices)": "settled:id_1:id_2"
  },
  more: (body, page) =>
    isObject(body) && "results" in body ? { ...body, next: `?page=${page + 1}&page_size=100` } : body,
  writes: {
    ACCOUNTS: {
      create: [{ name: "Fees", nominal_code: "529", category: "EXPENSE", sub_category: "OPERATING_EXPENSE" }],
      update: [{ platform_id: "id_1", name: "Bank fees" }],
      delete: gone
    },
    BANK_ACCOUNTS: {
      create: [{ account_name: "Main", currency_id: "SAR", category: "BANK" }],
      update: [{ platform_id: "id_1", account_name: "First" }],
      delete: gone
    },
    BILLS: { create: [{ ...due, tax_inclusive: true }], update: [changed], delete: gone },
    BILL_PAYMENTS: {
      create: [{ ...paid, bill_id: "bil_1" }],
      update: [{ platform_id: "text:text", memo: "FT-2" }],
      delete: [{ platform_id: "settled:id_1:id_2" }]
    },
    INVOICE_PAYMENTS: {
      create: [{ ...paid, invoice_id: "inv_1" }],
      update: [{ platform_id: "text:text", memo: "FT-2" }],
      delete: [{ platform_id: "settled:id_1:id_2" }]
    },
    BILL_CREDIT_NOTES: { create: [noted], update: [changed], delete: gone },
    CONTACTS: {
      create: [
        {
          name: "Red Sea",
          contact_type: "CUSTOMER",
          tax_number: "310",
          registration_number: "4030",
          email: "a@b.example"
        }
      ],
      update: [{ platform_id: "id_1", name: "Red Sea LLC", registration_number: "4031" }],
      delete: gone
    },
    EXPENSES: {
      create: [
        {
          account_id: "acc_2",
          posted_date: "2026-03-03",
          currency_id: "SAR",
          memo: "Taxi",
          line_items: [{ account_id: "acc_1", unit_amount: 105, tax_id: "tax_1" }]
        }
      ],
      update: [{ platform_id: "id_1", memo: "Cab" }],
      delete: gone
    },
    INVOICES: {
      create: [{ ...due, total_discount: 25 }],
      update: [changed],
      delete: gone
    },
    INVOICE_CREDIT_NOTES: { create: [noted], update: [changed], delete: gone },
    ITEMS: {
      create: [{ name: "Box", code: "BX-1", status: "ACTIVE", invoice_item: { account_id: "acc_1", unit_price: 100 } }],
      update: [{ platform_id: "id_1", code: "BX-2" }],
      delete: gone
    },
    JOURNAL_ENTRIES: {
      create: [journal, { ...journal, journal_lines: [credit] }],
      update: [{ ...journal, platform_id: "id_1" }],
      delete: gone
    },
    PURCHASE_ORDERS: {
      create: [{ ...head, description: "For March", status: "SUBMITTED" }],
      update: [changed],
      delete: gone,
      void: gone
    },
    TRACKING_CATEGORIES: { create: [{ name: "North" }] }
  }
}
