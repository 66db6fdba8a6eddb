/** What is written to QuickBooks; ids are those of the reference's samples, which lookups are answered with. */
import type { Profile } from "../Profile.ts"

const line = {
  item_id: "5",
  account_id: "80",
  tax_id: "NON",
  description: "Fountain",
  quantity: 2,
  unit_amount: 4.5,
  total_discount: 1,
  project_id: "39298034"
}
const tracked = { tracking_category_ids: ["class-1", "department-2"] }
const freight = { account_id: "64", description: "Freight", unit_amount: 5, tracking_category_ids: ["department-2"] }
const head = { document_number: "N-9", currency_id: "USD", currency_rate: 1, posted_date: "2026-03-02T00:00:00Z" }
const purchase = { contact_id: "vendor-46", ...head, line_items: [{ ...line, ...tracked }, freight] }
const sold = { ...line, ...tracked, account_id: "79" }
const sale = {
  ...head,
  memo: "For you",
  total_discount: 2,
  line_items: [sold, { description: "By hand", tracking_category_ids: ["department-2"], project_id: "39298034" }]
}
const paid = { currency_id: "USD", currency_rate: 1, document_number: "9", memo: "Half", payment_date: "2026-03-09" }
const reached = {
  external_links: [{ link: "https://quill.example", type: "WEBSITE" }],
  phone_numbers: [
    { number: "555-1", type: "TELEPHONE" },
    { number: "555-2", type: "MOBILE" },
    { number: "555-3", type: "FAX" }
  ],
  addresses: [{ street: "Elm Street 1", city: "Bay", state: "CA", pincode: "94105", country: "USA" }]
}
const named = (platform_id: string) => ({ delete: [{ platform_id }] })

export const writes: NonNullable<Profile["writes"]> = {
  ACCOUNTS: {
    create: [
      { name: "Vault", sub_category: "Savings", nominal_code: "1010", description: "Cellar", parent_account_id: "89" },
      { name: "Sales of seeds", category: "INCOME" }
    ],
    update: [
      { platform_id: "94", name: "Jobs", status: "ARCHIVED", nominal_code: "1", parent_account_id: "89" },
      { platform_id: "94", description: null, parent_account_id: null }
    ]
  },
  BANK_TRANSACTIONS: {
    create: [
      {
        type: "Deposit",
        amount: 12.5,
        account_id: "45",
        contact_id: "customer-2",
        to_account_id: "35",
        currency_id: "USD",
        currency_rate: 1,
        transaction_date: "2026-03-02",
        description: "Interest"
      },
      { type: "Transfer", amount: 100, from_account_id: "35", to_account_id: "40", transaction_date: "2026-03-02" }
    ],
    update: [
      { platform_id: "deposit-123", description: "Interest" },
      { platform_id: "transfer-145", amount: 90 }
    ],
    delete: [{ platform_id: "deposit-123" }, { platform_id: "transfer-145" }]
  },
  BILLS: {
    create: [
      { ...purchase, account_id: "33", due_date: "2026-04-02", memo: "Pumps", purchase_order_ids: ["257"] },
      { contact_id: "vendor-46", line_items: [{ account_id: "64", tax_id: "4", unit_amount: 5 }] }
    ],
    update: [
      { platform_id: "25", ...purchase, tax_inclusive: false },
      { platform_id: "25", memo: null }
    ],
    ...named("25")
  },
  BILL_CREDIT_NOTES: {
    create: [
      { ...purchase, memo: "Returned", bill_ids: ["150"] },
      { contact_id: "vendor-46", line_items: [{ account_id: "64", unit_amount: 5 }] }
    ],
    update: [{ platform_id: "255", ...purchase }],
    ...named("255")
  },
  BILL_PAYMENTS: {
    create: [
      { ...paid, contact_id: "vendor-56", bill_id: "234", amount: 40, account_id: "35", payment_mode: "Check" },
      { contact_id: "vendor-56", bill_id: "234", amount: 40, account_id: "41", payment_mode: "CreditCard" },
      {
        contact_id: "vendor-56",
        bill_id: "234",
        credit_note_id: "255",
        amount: 4,
        account_id: "35",
        payment_mode: "Check"
      }
    ],
    update: [{ platform_id: "236:Bill:234", amount: 100, memo: "Half", account_id: "41", payment_mode: "CreditCard" }],
    ...named("236:Bill:234"),
    void: [{ platform_id: "236:Bill:234" }]
  },
  CONTACTS: {
    create: [
      {
        name: "Quill & Co",
        contact_name: "Ada Quill",
        contact_type: "VENDOR",
        currency_id: "USD",
        tax_number: "12-3456789",
        registration_number: "R-1",
        email: "ada@quill.example",
        ...reached
      },
      { name: "Only a name", contact_type: "CUSTOMER", tax_number: "44" }
    ],
    update: [
      { platform_id: "customer-58", name: "Quill", status: "ARCHIVED", ...reached },
      { platform_id: "vendor-42", contact_name: null, phone_numbers: [], addresses: [] }
    ]
  },
  EXPENSES: {
    create: [
      { ...purchase, account_id: "35", payment_mode: "Check", memo: "Pumps" },
      { account_id: "41", payment_mode: "CreditCard", line_items: [{ account_id: "64", unit_amount: -5 }] }
    ],
    update: [{ platform_id: "123", contact_id: null, memo: "Lunch", line_items: [freight] }],
    ...named("123")
  },
  INVOICES: {
    create: [{ ...sale, contact_id: "customer-24", due_date: "2026-04-02" }],
    update: [
      {
        ...sale,
        platform_id: "130",
        contact_id: "customer-24",
        due_date: "2026-02-15",
        line_items: [
          { ...sold, platform_id: "1" },
          { description: "By hand", tracking_category_ids: ["department-2"], project_id: "39298034" }
        ]
      },
      { platform_id: "130", status: "VOID" },
      { platform_id: "130", memo: "Only a memo" },
      { platform_id: "130", total_discount: 3 }
    ],
    ...named("130"),
    void: [{ platform_id: "130" }]
  },
  INVOICE_CREDIT_NOTES: {
    create: [{ ...sale, contact_id: "customer-1", invoice_ids: ["239"] }],
    update: [{ ...sale, platform_id: "73", contact_id: "customer-1" }],
    ...named("73")
  },
  INVOICE_PAYMENTS: {
    create: [
      { ...paid, contact_id: "customer-20", invoice_id: "67", amount: 25, account_id: "4", payment_mode: "Cash" },
      { contact_id: "customer-20", amount: 10 },
      { contact_id: "customer-20", invoice_id: "67", credit_note_id: "73", amount: 5 }
    ],
    update: [{ platform_id: "125:Invoice:67", amount: 30, document_number: "R-2", payment_mode: "Check" }],
    ...named("125:Invoice:67"),
    void: [{ platform_id: "125:Invoice:67" }]
  },
  ITEMS: {
    create: [
      {
        name: "Garden Design",
        type: "SERVICE",
        code: "G-1",
        description: "By hand",
        bill_item: { account_id: "80", tax_id: "NON", unit_price: 2, description: "Bought" },
        invoice_item: { account_id: "79", tax_id: "TAX", unit_price: 5 }
      }
    ],
    update: [{ platform_id: "5", code: null, bill_item: null, status: "ARCHIVED" }]
  },
  JOURNAL_ENTRIES: {
    create: [
      {
        ...head,
        description: "Rent of March",
        journal_lines: [
          { account_id: "60", type: "DEBIT", net_amount: 100.1, description: "Rent", ...tracked },
          { account_id: "33", contact_id: "vendor-30", type: "CREDIT", net_amount: 100.1 }
        ]
      }
    ],
    update: [{ platform_id: "227", description: "Rent, late" }],
    ...named("227")
  },
  PURCHASE_ORDERS: {
    create: [
      { ...purchase, delivery_date: "2026-03-20", description: "Soon" },
      { contact_id: "vendor-46", line_items: [{ item_id: "5", tax_id: "4", quantity: 1, unit_amount: 20 }] }
    ],
    update: [{ platform_id: "257", ...purchase, delivery_date: "2026-03-21" }],
    ...named("257")
  },
  TAX_RATES: {
    create: [
      {
        name: "City sales",
        tax_type: "Sales",
        components: [{ name: "City", rate: 8.5, tax_agency: "Board of Equalization" }]
      }
    ]
  },
  TRACKING_CATEGORIES: {
    create: [
      { name: "Lyon", type: "CLASS", parent_id: "class-12" },
      { name: "Shed", type: "DEPARTMENT" }
    ],
    update: [
      { platform_id: "class-5000000000000007280", name: "Gaul", parent_id: null },
      { platform_id: "department-2", status: "ARCHIVED" }
    ]
  }
}
