/** Business Central, by Microsoft's own reference of its API v2.0. */
import { businessCentral } from "@svc/business-central"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./business-central-description.ts"

const id = "00000000-0000-4000-8000-000000000001"
const line = { item_id: id, description: "Desk", quantity: 2, unit_amount: 50, total_discount: 5, tax_id: id }
const rent = { account_id: id, description: "Rent", quantity: 1, unit_amount: 50 }
const head = { posted_date: "2026-03-02", currency_id: id, document_number: "N-1", line_items: [line, rent] }
const sold = { ...head, contact_id: `customer-${id}`, total_discount: 9 }
const bought = { ...head, contact_id: `vendor-${id}`, total_discount: 9 }
const changed = [
  { platform_id: id, posted_date: "2026-03-03" },
  { platform_id: id, line_items: [{ platform_id: id, quantity: 3 }, line] }
]
const one = [{ platform_id: id }]
const paid = { account_id: id, amount: 5, payment_date: "2026-03-02", document_number: "P-1", memo: "By card" }
const repaid = [{ platform_id: id, amount: 6, memo: null }]
const both = { create: [{ ...paid, invoice_id: id }], update: repaid, delete: one }
const status = "SUBMITTED"

/** Amounts of the trial balance are texts, which the schema does not say. */
const balanced = {
  what: "amounts as texts",
  of: (body: unknown): unknown =>
    JSON.parse(
      JSON.stringify(body).replaceAll(/"((?:total|balanceAtDate)(?:Debit|Credit))":"text"/g, '"$1":"72,893.84"')
    )
}
const flow = "header detail total spacer header spacer header spacer total detail total".split(" ")
const flowing = (body: unknown): unknown => {
  const [row] = isObject(body) && Array.isArray(body["value"]) ? body["value"] : []
  const own = (lineType: string, index: number) => ({ ...row, lineNumber: 10_000 * index, netChange: 0, lineType })
  return isObject(body) ? { ...body, value: flow.map(own) } : body
}

export const profile: Profile = {
  slug: "dynamics365-bc",
  connector: businessCentral,
  describe,
  document: {
    platform_id: "0000a77a-0000-4000-8000-000000000001",
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "BILLS",
    document_type_id: "0000b111-0000-4000-8000-000000000001"
  },
  settings: { tenant: "t", environment: "Production", company: id, bank_ledger: "text" },
  credentials: { access_token: "a token of nobody" },
  subscribes: true,
  ids: {
    BANK_TRANSACTIONS: id,
    "CONTACTS (customers)": `customer-${id}`,
    "CONTACTS (vendors)": `vendor-${id}`,
    "JOURNAL_ENTRIES (journals)": `draft-${id}`
  },
  more: (body, page) => (isObject(body) ? { ...body, "@odata.nextLink": `/companies?$skiptoken=${page}` } : body),
  refusals: [
    ...["BALANCE_SHEET", "INCOME_STATEMENT"].map((model) => ({
      model,
      issue: /an amount such as/,
      reason: "The schema says that amounts are texts, and its example is one that is no amount"
    })),
    {
      model: "CASH_FLOW_STATEMENT",
      issue: /a cash flow statement as it is generated/,
      reason: "An example of one row is no statement"
    },
    {
      model: "JOURNAL_ENTRIES",
      issue: /the lines of the document/,
      reason: "An example of one line is answered by none of its document"
    }
  ],
  variants: {
    BALANCE_SHEET: balanced,
    CASH_FLOW_STATEMENT: { what: "a row of each kind, as a statement is generated", of: flowing },
    INCOME_STATEMENT: balanced,
    CONTACT_PERSONS: {
      what: "contactType Person",
      of: (body) => JSON.parse(JSON.stringify(body).replaceAll('"contactType":"Company"', '"contactType":"Person"'))
    }
  },
  writes: {
    BANK_ACCOUNTS: {
      create: [{ account_name: "Bank", account_number: "1", currency_id: id, iban: "GB1", status: "ACTIVE" }],
      update: [{ platform_id: id, iban: null, status: "ARCHIVED" }],
      delete: one
    },
    BILLS: {
      create: [{ ...bought, due_date: "2026-04-02", status }],
      update: [...changed, { platform_id: id, due_date: "2026-04-02", status }],
      delete: one
    },
    BILL_CREDIT_NOTES: { create: [{ ...bought, bill_ids: [id], status }], update: changed, delete: one, void: one },
    BILL_PAYMENTS: { create: [{ ...paid, bill_id: id, contact_id: `vendor-${id}` }], update: repaid, delete: one },
    CONTACTS: {
      create: ["CUSTOMER", "VENDOR"].map((contact_type) => ({
        name: "Quill",
        contact_name: "Ada Quill",
        contact_type,
        currency_id: id,
        tax_number: "GB1",
        external_links: [
          { link: "a@quill.example", type: "EMAIL" },
          { link: "https://quill.example", type: "WEBSITE" }
        ],
        phone_numbers: [{ number: "1", type: "TELEPHONE" }],
        addresses: [{ street: "1 Road", locality: "B", city: "Bath", state: "SOM", pincode: "BA1", country: "GB" }]
      })),
      update: [{ platform_id: `vendor-${id}`, name: "Gale", status: "ARCHIVED" }],
      delete: [{ platform_id: `customer-${id}` }]
    },
    CURRENCIES: {
      create: [{ code: "EUR", name: "Euro", symbol: "€" }],
      update: [{ platform_id: id, name: "The euro" }],
      delete: one
    },
    EXPENSES: { create: [{ ...bought, line_items: [rent] }], update: changed.slice(0, 1), delete: one },
    INVOICES: {
      create: [{ ...sold, due_date: "2026-04-02", status }],
      update: [...changed, { platform_id: id, due_date: "2026-04-02", status }],
      delete: one,
      void: one
    },
    INVOICE_CREDIT_NOTES: { create: [{ ...sold, invoice_ids: [id], status }], update: changed, delete: one, void: one },
    INVOICE_PAYMENTS: { ...both, create: [{ ...paid, invoice_id: id, contact_id: `customer-${id}` }] },
    ITEMS: {
      create: [
        {
          name: "Desk",
          description: "Oak",
          code: "D",
          type: "INVENTORY",
          status: "ACTIVE",
          bill_item: { unit_price: 5, tax_id: id },
          invoice_item: { unit_price: 9, tax_id: id }
        }
      ],
      update: [{ platform_id: id, name: "Desk", status: "ARCHIVED" }],
      delete: one
    },
    JOURNAL_ENTRIES: {
      create: ["DRAFT", status].map((own) => ({
        document_number: "J-1",
        posted_date: "2026-03-02",
        description: "Accrual",
        status: own,
        journal_lines: [
          { account_id: id, type: "DEBIT", net_amount: 5, description: "Rent", tax_id: id },
          { account_id: id, type: "CREDIT", net_amount: 5 }
        ]
      })),
      update: [
        {
          platform_id: `draft-${id}`,
          document_number: "J-2",
          posted_date: "2026-03-03",
          journal_lines: [
            { platform_id: id, account_id: id, type: "DEBIT", net_amount: 5 },
            { account_id: id, type: "CREDIT", net_amount: 5 }
          ]
        }
      ],
      delete: [{ platform_id: `draft-${id}` }]
    },
    PURCHASE_ORDERS: { create: [{ ...bought, delivery_date: "2026-04-02" }], update: changed, delete: one },
    SALES_ORDERS: { create: [{ ...sold, delivery_date: "2026-04-02" }], update: changed, delete: one },
    TAX_RATES: { create: [{ code: "F", name: "Furniture" }], update: [{ platform_id: id, name: "F" }], delete: one }
  }
}
