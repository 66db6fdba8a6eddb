/** Items that are written to Zoho Books: each with all members that its tables take. */
import type { Profile } from "../Profile.ts"

export const id = "460000000038079"
const gone = [{ platform_id: id }]
const line = { item_id: id, description: "Planed", quantity: 2, unit_amount: 50, tax_id: id, project_id: id }
const bought = { ...line, account_id: id }
const head = {
  contact_id: id,
  document_number: "N-1",
  posted_date: "2026-03-02",
  currency_id: id,
  currency_rate: 1.5,
  status: "SUBMITTED"
}
const changed = { platform_id: id, document_number: "N-2", status: "SUBMITTED" }
const paid = {
  contact_id: id,
  account_id: id,
  amount: 50,
  payment_date: "2026-03-10",
  payment_mode: "cash",
  memo: "FT-1"
}
const journal = {
  posted_date: "2026-03-04",
  description: "Loan",
  currency_id: id,
  currency_rate: 1,
  status: "DRAFT",
  journal_lines: [
    { account_id: id, contact_id: id, tax_id: id, type: "DEBIT", description: "Part one", net_amount: 7 },
    { account_id: id, type: "CREDIT", net_amount: 7 }
  ]
}
const moved = { type: "deposit", from_account_id: id, to_account_id: id }

export const writes: NonNullable<Profile["writes"]> = {
  ACCOUNTS: {
    create: [
      {
        name: "Notes Payable",
        description: "Paid off over years",
        nominal_code: "2100",
        sub_category: "long_term_liability",
        currency_id: id,
        parent_account_id: id,
        status: "ARCHIVED"
      }
    ],
    update: [{ platform_id: id, name: "Notes", status: "ARCHIVED" }],
    delete: gone
  },
  BANK_ACCOUNTS: {
    create: [
      {
        account_name: "Savings",
        category: "bank",
        account_number: "1",
        institution_name: "Quay Bank",
        routing_number: "2",
        currency_id: id
      }
    ],
    update: [{ platform_id: id, account_name: "Savings 2", status: "ARCHIVED" }],
    delete: gone
  },
  BANK_TRANSACTIONS: {
    create: [
      {
        ...moved,
        amount: 20,
        transaction_date: "2026-03-02",
        currency_id: id,
        currency_rate: 1,
        contact_id: id,
        description: "Cheque"
      }
    ],
    update: [{ platform_id: `${id}:${id}`, ...moved, amount: 21, reference: "R-2" }],
    delete: [{ platform_id: `${id}:${id}` }]
  },
  BILLS: {
    create: [
      {
        ...head,
        due_date: "2026-04-01",
        memo: "Boards",
        tax_inclusive: false,
        purchase_order_ids: [id],
        line_items: [bought]
      }
    ],
    update: [{ ...changed, memo: null }],
    delete: gone,
    void: gone
  },
  BILL_CREDIT_NOTES: {
    create: [{ ...head, memo: "Broken", line_items: [bought], bill_ids: [id] }],
    update: [changed],
    delete: gone,
    void: gone
  },
  BILL_PAYMENTS: {
    create: [{ ...paid, bill_id: id, currency_rate: 1 }],
    update: [{ platform_id: `${id}1:${id}`, memo: "FT-2" }],
    delete: [{ platform_id: `${id}1:${id}` }]
  },
  CONTACTS: {
    create: [
      {
        name: "Bowman and Co",
        contact_name: "Will Smith",
        contact_type: "CUSTOMER",
        currency_id: id,
        status: "ARCHIVED",
        external_links: [
          { link: "will@bowman.example", type: "EMAIL" },
          { link: "www.bowman.example", type: "WEBSITE" }
        ],
        phone_numbers: [
          { number: "1", type: "TELEPHONE" },
          { number: "2", type: "MOBILE" }
        ],
        addresses: [{ street: "1 Quay", locality: "Unit 2", city: "Bath", state: "SOM", pincode: "BA1", country: "GB" }]
      }
    ],
    update: [{ platform_id: id, name: "Bowman", phone_numbers: [], addresses: [] }],
    delete: gone
  },
  EXPENSES: {
    create: [
      {
        contact_id: id,
        account_id: id,
        document_number: "R-1",
        posted_date: "2026-03-03",
        currency_id: id,
        currency_rate: 1,
        memo: "Office",
        line_items: [
          { account_id: id, tax_id: id, unit_amount: 10, description: "Tape" },
          { account_id: id, unit_amount: 20, description: "Glue" }
        ]
      }
    ],
    update: [{ platform_id: id, memo: "March" }],
    delete: gone
  },
  INVOICES: {
    create: [
      { ...head, due_date: "2026-04-01", memo: "Thanks", line_items: [{ ...line, total_discount: 10 }] },
      { ...head, total_discount: 5, line_items: [line] }
    ],
    update: [{ ...changed, memo: null }],
    delete: gone,
    void: gone
  },
  INVOICE_CREDIT_NOTES: {
    create: [{ ...head, memo: "Offer", line_items: [bought], invoice_ids: [id] }],
    update: [changed],
    delete: gone,
    void: gone
  },
  INVOICE_PAYMENTS: {
    create: [{ ...paid, invoice_id: id, currency_rate: 1 }],
    update: [{ platform_id: `${id}1:${id}`, memo: "FT-2" }],
    delete: [{ platform_id: `${id}1:${id}` }]
  },
  ITEMS: {
    create: [
      {
        name: "Pine board",
        description: "Planed",
        code: "PB-1",
        type: "NON_INVENTORY",
        status: "ARCHIVED",
        invoice_item: { unit_price: 50, account_id: id, tax_id: id },
        bill_item: { unit_price: 8, account_id: id, description: "Raw" }
      }
    ],
    update: [{ platform_id: id, code: null, status: "ARCHIVED" }],
    delete: gone
  },
  JOURNAL_ENTRIES: {
    create: [journal],
    update: [{ platform_id: id, description: "Loan 2", status: "SUBMITTED" }],
    delete: gone
  },
  PURCHASE_ORDERS: {
    create: [{ ...head, delivery_date: "2026-03-20", description: "Soon", total_discount: 10, line_items: [bought] }],
    update: [changed],
    delete: gone,
    void: gone
  },
  SALES_ORDERS: {
    create: [
      { ...head, delivery_date: "2026-03-20", description: "Soon", line_items: [{ ...line, total_discount: 10 }] },
      { ...head, total_discount: 5, line_items: [line] }
    ],
    update: [changed],
    delete: gone,
    void: gone
  },
  TAX_RATES: {
    create: [{ name: "Quay tax", total_tax_rate: 4.5, tax_type: "tax" }],
    update: [{ platform_id: id, total_tax_rate: 5 }],
    delete: gone
  }
}
