/** An item to write for each data model that the platform has a resource for, in the interface's own words: for demos and tests. */

type Item = Readonly<Record<string, unknown>>
/** A record that the platform is to make itself: its resource, and the body. */
type Made = readonly [resource: string, body: Item]
export interface Sample {
  /** Absent for what only the platform makes. */
  readonly create?: Item
  /** A change of the record. */
  readonly update: Item
  /** What has to be there before. */
  readonly first?: Made
  /** What is voided where a record that was just created cannot be. */
  readonly voided?: Made
}

const sold = [{ account_id: "acc_000023", quantity: 2, unit_amount: 10 }]
const bought = [{ account_id: "acc_000010", quantity: 1, unit_amount: 2.5 }]
const sale = { contact_id: "ctc_000001", posted_date: "2026-11-01", currency_id: "EUR", line_items: sold }
const purchase = { contact_id: "ctc_000031", posted_date: "2026-11-01", currency_id: "EUR", line_items: bought }
const paid = { amount: 2.5, currency_id: "EUR", payment_date: "2026-11-02" }
const reach = {
  external_links: [{ link: "ada@example.com", type: "EMAIL" }],
  phone_numbers: [{ number: "+49 30 1", type: "MOBILE" }]
}
const checkout = [{ description: "Bag", quantity: 2, unit_amount: 10 }]
const charge = { amount: 2500, currency: "EUR", method: { type: "card" } }

/** By data model. `"bank"` stands for the ledger account of a bank account, `"made"` for what `first` made. */
export const samples: Readonly<Record<string, Sample>> = {
  ACCOUNTS: {
    create: { name: "Tea", nominal_code: "7777", category: "INCOME", currency_id: "EUR" },
    update: { description: "All teas" }
  },
  BANK_ACCOUNTS: {
    create: { account_name: "Second till", category: "cash", currency_id: "EUR", account_id: "acc_000001" },
    update: { institution_name: "None" }
  },
  BANK_TRANSACTIONS: {
    create: {
      account_id: "acc_000010",
      from_account_id: "bank",
      amount: 12.5,
      type: "FEE",
      debit_or_credit: "DEBIT",
      transaction_date: "2026-11-01"
    },
    update: { reference: "R-1" }
  },
  CONTACTS: {
    create: { name: "Written Ltd", contact_type: "VENDOR", ...reach },
    update: { tax_number: "DE1", addresses: [{ city: "Berlin", country: "DE" }] }
  },
  CURRENCIES: { create: { name: "Franc", code: "XPF", exchange_rate: 0.008 }, update: { symbol: "₣" } },
  ITEMS: {
    create: {
      name: "Oolong",
      code: "TEA-1",
      type: "SERVICE",
      invoice_item: { unit_price: 3, account_id: "acc_000023" }
    },
    update: { description: "Loose" }
  },
  TAX_RATES: {
    create: { name: "New", code: "NEW", tax_type: "sales", components: [{ name: "New", rate: 5 }] },
    update: { name: "Newer" }
  },
  TRACKING_CATEGORIES: { create: { name: "Rooms", type: "LOCATION" }, update: { name: "Halls" } },
  EXPENSES: {
    create: {
      account_id: "bank",
      payment_mode: "card",
      posted_date: "2026-11-01",
      currency_id: "EUR",
      line_items: bought
    },
    update: { memo: "Paper" }
  },
  BILLS: { create: purchase, update: { memo: "Late", line_items: [{ ...bought[0], unit_amount: 3 }] } },
  INVOICES: { create: sale, update: { memo: "Thank you" } },
  BILL_PAYMENTS: {
    first: [
      "bills",
      {
        vendor: "ctc_000031",
        billedOn: "2026-11-01",
        currency: "EUR",
        lines: [{ accountId: "acc_000010", unitMinor: 900 }]
      }
    ],
    create: { ...paid, contact_id: "ctc_000031", bill_id: "made", account_id: "bank", payment_mode: "transfer" },
    update: { memo: "First" }
  },
  INVOICE_PAYMENTS: {
    first: [
      "invoices",
      {
        customer: "ctc_000001",
        issuedOn: "2026-11-01",
        currency: "EUR",
        lines: [{ account: "acc_000023", unitPrice: "9.00" }]
      }
    ],
    create: { ...paid, contact_id: "ctc_000001", invoice_id: "made", account_id: "bank", payment_mode: "card" },
    update: { memo: "First" }
  },
  BILL_CREDIT_NOTES: { create: purchase, update: { memo: "Broken" } },
  INVOICE_CREDIT_NOTES: { create: sale, update: { memo: "Broken" } },
  PURCHASE_ORDERS: { create: purchase, update: { description: "Soon" } },
  SALES_ORDERS: { create: sale, update: { description: "Soon" } },
  JOURNAL_ENTRIES: {
    create: {
      posted_date: "2026-11-01",
      currency_id: "EUR",
      journal_lines: [
        { account_id: "acc_000010", type: "DEBIT", net_amount: 4 },
        { account_id: "acc_000023", type: "CREDIT", net_amount: 4 }
      ]
    },
    update: { description: "Put right" }
  },
  PAYMENT_CUSTOMERS: { create: { name: "Ada", ...reach }, update: { description: "Regular" } },
  PAYMENT_INVOICES: {
    first: ["payCustomers", { fullName: "Bo" }],
    create: { contact_id: "made", currency_id: "EUR", posted_date: "2026-11-01", line_items: checkout },
    update: { memo: "Thank you" }
  },
  PAYMENT_ITEMS: { create: { name: "Bag", unit_price: 10, currency_id: "EUR" }, update: { description: "Red" } },
  PAYMENT_TAX_RATES: { create: { name: "Low", rate: 7 }, update: { description: "Food" } },
  PAYMENT_ORDERS: { create: { amount: 5, currency_id: "EUR" }, update: { reference: "O-1" } },
  PAYMENT_PAYMENTS: {
    voided: ["charges", { ...charge, outcome: "authorised" }],
    create: { amount: 5, currency_id: "EUR", payment_method: "CARD" },
    update: { description: "Tea" }
  },
  PAYMENT_REFUNDS: {
    first: ["charges", charge],
    voided: ["refunds", { charge: "made", amount: 100, status: "queued" }],
    create: { payment_id: "made", amount: 5, currency_id: "EUR" },
    update: { description: "Sorry" }
  },
  PAYMENT_DISPUTES: {
    first: ["disputes", { charge: "chg_000001", amount: 100, reason: { code: "general" } }],
    update: { status: "PENDING" }
  },
  PAYMENT_PAYMENT_LINKS: {
    create: { description: "Bags", currency_id: "EUR", line_items: checkout },
    update: { description: "Red bags" }
  },
  PAYMENT_PAYOUTS: { create: { amount: 5, currency_id: "EUR" }, update: { description: "Weekly" } },
  ECOMMERCE_CUSTOMERS: { create: { first_name: "Ada", email: "ada@shop.example" }, update: { note: "Regular" } },
  ECOMMERCE_PRODUCTS: {
    create: { name: "Mug", currency_id: "EUR", variants: [{ name: "Blue", sku: "M-1", unit_price: 9 }] },
    update: { tags: ["new"] }
  },
  ECOMMERCE_ORDERS: {
    create: { currency_id: "EUR", line_items: [{ description: "Mug", quantity: 1, unit_amount: 9 }] },
    update: { reference: "S-1" }
  },
  CRM_COMPANIES: { create: { name: "Written Inc", ...reach }, update: { industry: "Tea" } },
  CRM_CONTACTS: { create: { last_name: "Ito", ...reach }, update: { title: "Buyer" } },
  CRM_DEALS: {
    create: { name: "Big", stage_id: "stg_000001", amount: 100, currency: "EUR" },
    update: { description: "Soon" }
  },
  CRM_LEADS: { create: { name: "Maybe", amount: 5, currency: "EUR" }, update: { source_name: "Fair" } },
  CRM_NOTES: { create: { note: "<p>Called</p>", company_id: "cmp_000001" }, update: { title: "Call" } },
  CRM_PIPELINES: { create: { name: "Other" }, update: { display_order: 7 } },
  CRM_STAGES: {
    create: { name: "Late", pipeline_id: "pip_000001", deal_probability: 50 },
    update: { display_order: 9 }
  },
  CRM_ACTIVITIES: {
    create: { name: "Call", type: "CALL", start_date: "2026-11-01T10:00:00Z" },
    update: { status: "COMPLETED" }
  },
  CRM_TASKS: { create: { name: "Write", due_date: "2026-12-01" }, update: { status: "IN_PROGRESS" } }
}
