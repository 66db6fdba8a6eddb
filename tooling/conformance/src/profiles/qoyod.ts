/** Qoyod, by a client's restatement of its documentation. */
import { qoyod } from "@svc/qoyod"
import type { Json } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./qoyod-description.ts"

const line = { item_id: "1", description: "Arabica", quantity: 2, unit_amount: 50, tax_id: "1" }
const head = { document_number: "N-1", posted_date: "2026-03-01", status: "DRAFT", line_items: [line] }
const due = { ...head, due_date: "2026-03-31", memo: "Thanks" }
const payment = { document_number: "P-1", account_id: "1", payment_date: "2026-03-02", amount: 50 }
/** An answer whose records say something else. */
const saying = (members: Json) => (body: unknown) =>
  Object.fromEntries(
    Object.entries(body as Json).map(([name, rows]) => [
      name,
      (rows as ReadonlyArray<Json>).map((row) => ({ ...row, ...members }))
    ])
  )
const gone = [{ platform_id: "1" }]

export const profile: Profile = {
  slug: "qoyod",
  connector: qoyod,
  describe,
  settings: {},
  credentials: { key: "a key of nobody" },
  writes: {
    ACCOUNTS: { create: [{ name: "Petty cash", nominal_code: "1102", category: "BANK", description: "Till" }] },
    ITEMS: {
      create: [
        {
          name: "Arabica",
          code: "A-1",
          type: "INVENTORY",
          description: "Beans",
          bill_item: { unit_price: 5, account_id: "1", tax_id: "1" },
          invoice_item: { unit_price: 9, account_id: "1", tax_id: "1" }
        }
      ],
      update: [{ platform_id: "1", name: "Arabica", description: "Beans" }]
    },
    CONTACTS: {
      create: [
        { name: "Vendor", contact_type: "VENDOR", email: "a@b.example", phone_numbers: [{ number: "+966500000000" }] },
        {
          name: "Customer",
          contact_name: "Ann",
          tax_number: "300000000000003",
          addresses: [{ street: "King Road", city: "Riyadh" }]
        }
      ],
      update: [{ platform_id: "customer:1", tax_number: "300000000000003" }]
    },
    BILLS: { create: [{ ...due, contact_id: "vendor:1" }], delete: gone },
    INVOICES: { create: [{ ...due, contact_id: "customer:1" }], delete: gone },
    INVOICE_CREDIT_NOTES: { create: [{ ...head, contact_id: "customer:1" }], delete: gone },
    BILL_CREDIT_NOTES: { create: [{ ...head, memo: "Broken", contact_id: "vendor:1" }], delete: gone },
    PURCHASE_ORDERS: {
      create: [{ ...head, description: "Soon", delivery_date: "2026-03-09", contact_id: "vendor:1" }]
    },
    EXPENSES: {
      create: [
        {
          contact_id: "vendor:1",
          document_number: "E-1",
          posted_date: "2026-03-01",
          line_items: [{ account_id: "1", unit_amount: 50, tax_id: "1", description: "Rent" }]
        }
      ],
      update: [{ platform_id: "1", document_number: "E-1A" }],
      delete: gone
    },
    INVOICE_PAYMENTS: { create: [{ ...payment, invoice_id: "1" }] },
    BILL_PAYMENTS: { create: [{ ...payment, bill_id: "1", memo: "Thanks" }] },
    JOURNAL_ENTRIES: {
      create: [
        {
          description: "Accrual",
          posted_date: "2026-03-01",
          journal_lines: [
            { account_id: "1", net_amount: 10, type: "DEBIT", description: "March" },
            { account_id: "2", net_amount: 10, type: "CREDIT", contact_id: "vendor:1" }
          ]
        }
      ]
    }
  },
  variants: {
    BANK_ACCOUNTS: { what: "an account that receives payments", of: saying({ receive_payments: true }) },
    CONTACT_PERSONS: { what: "someone of an organization", of: saying({ name: "Ann", organization: "Lotus" }) }
  }
}
