/** Xero, by its own OpenAPI documents. */
import { join } from "node:path"
import { xero } from "@svc/xero"
import { join as together } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"
import { behaviour, seeded } from "./xero-behaviour.ts"

const line = {
  account_id: seeded.stationery,
  item_id: seeded.item,
  tax_id: seeded.taxType,
  description: "Reams of paper",
  quantity: 2,
  unit_amount: 4.5,
  total_discount: 1
}

const document = {
  contact_id: seeded.contact,
  currency_id: "NZD",
  currency_rate: 0.8,
  posted_date: "2026-03-02",
  line_items: [line]
}
const plainJournalLines = [
  { account_id: seeded.stationery, type: "DEBIT", net_amount: 9 },
  { account_id: seeded.sales, type: "CREDIT", net_amount: 9 }
]
const journalLines = plainJournalLines.map((own) => ({
  ...own,
  description: "Wear",
  tax_id: seeded.taxType,
  tracking_category_ids: [seeded.option]
}))

/** Every item of an answer's list with other values in some members. */
const eachWith = (values: Json) => (body: unknown) =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((item) => ({ ...(item as Json), ...values })) : value
        ])
      )
    : body

/** Documented answers to creations that are themselves those of refused records. */
const refusedAnswers: ReadonlyArray<readonly [model: string, issue: RegExp]> = [
  ["PURCHASE_ORDERS create", /Order number must be unique/],
  ["BILL_CREDIT_NOTES create", /An existing Credit Note with the specified CreditNoteID/],
  ["INVOICE_CREDIT_NOTES create", /An existing Credit Note with the specified CreditNoteID/],
  ["BILL_PAYMENTS create", /Payment amount exceeds the amount outstanding/],
  ["INVOICE_PAYMENTS create", /Payment amount exceeds the amount outstanding/],
  ["BANK_TRANSACTIONS create", /The Contact must contain at least 1/],
  ["EXPENSES create", /The Contact must contain at least 1/],
  ["ITEMS create", /Price List Item with Code ''abc'' already exists/],
  ["JOURNAL_ENTRIES create", /The total debits \(100.00\) must equal total credits/]
]

export const profile: Profile = {
  slug: "xero",
  connector: xero,
  describe: (folder) =>
    together([
      OpenApi.load(join(folder, "xero_accounting.yaml")),
      // The document writes /Connections; Xero's own pages and clients call /connections.
      OpenApi.load(join(folder, "xero-identity.yaml"), {
        rename: { "/Connections": "/connections", "/Connections/{id}": "/connections/{id}" }
      }),
      OpenApi.load(join(folder, "xero-finance.yaml")),
      OpenApi.load(join(folder, "xero-webhooks.yaml"))
    ]),
  document: {
    platform_id: "0000a77a-0000-4000-8000-000000000001",
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "INVOICES",
    document_type_id: "000014f0-0000-4000-8000-000000000001"
  },
  settings: {
    tenantId: "5eed0000-0000-4000-8000-000000000001",
    connectionId: "5eed0000-0000-4000-8000-000000000002"
  },
  credentials: { access_token: "a token of nobody" },
  ids: { BILLS: seeded.bill, BILL_PAYMENTS: "5eed0000-0000-4000-8000-000000000003" },
  writes: {
    ACCOUNTS: {
      create: [
        { name: "Paper", nominal_code: "E401", category: "EXPENSE", sub_category: "OVERHEADS", description: "Reams" },
        { name: "Only what must be", nominal_code: "E402", category: "INCOME", status: "ACTIVE" }
      ],
      update: [
        { platform_id: seeded.spareAccount, name: "Ink", nominal_code: "E403", description: null, category: "EXPENSE" },
        { platform_id: seeded.spareAccount, status: "ARCHIVED" }
      ],
      delete: [{ platform_id: seeded.spareAccount }]
    },
    BANK_TRANSACTIONS: {
      create: [
        { from_account_id: seeded.bank, account_id: seeded.stationery, contact_id: seeded.contact, amount: 12.5 },
        {
          to_account_id: seeded.bank,
          debit_or_credit: "CREDIT",
          account_id: seeded.sales,
          contact_id: seeded.contact,
          amount: 20,
          currency_id: "NZD",
          currency_rate: 1,
          transaction_date: "2026-03-02",
          description: "Paper",
          reference: "R-1"
        },
        {
          from_account_id: seeded.bank,
          to_account_id: seeded.savings,
          amount: 100,
          transaction_date: "2026-03-02",
          reference: "Saved"
        }
      ],
      update: [
        { platform_id: seeded.expense, amount: 30, description: "Ink", account_id: seeded.sales },
        { platform_id: seeded.expense, reference: null, transaction_date: "2026-03-02" }
      ],
      delete: [{ platform_id: seeded.spareExpense }]
    },
    BILLS: {
      create: [
        { ...document, document_number: "B-9", due_date: "2026-04-01", tax_inclusive: true, status: "SUBMITTED" },
        { contact_id: seeded.contact, line_items: [{ description: "Only what must be", quantity: 1, unit_amount: 20 }] }
      ],
      update: [
        { platform_id: seeded.spareBill, ...document, document_number: "B-9", due_date: "2026-04-01" },
        { platform_id: seeded.spareBill, tax_inclusive: true }
      ],
      void: [{ platform_id: seeded.spareBill }]
    },
    BILL_CREDIT_NOTES: {
      create: [
        { ...document, document_number: "CN-9", bill_ids: [seeded.bill] },
        { contact_id: seeded.contact, line_items: [{ ...line, item_id: null, tax_id: null, total_discount: null }] }
      ],
      update: [
        { platform_id: seeded.billCreditNote, ...document, document_number: "CN-9" },
        { platform_id: seeded.billCreditNote, bill_ids: [seeded.bill] },
        { platform_id: seeded.billCreditNote, bill_ids: [] }
      ],
      void: [{ platform_id: seeded.billCreditNote }]
    },
    BILL_PAYMENTS: {
      create: [
        {
          bill_id: seeded.bill,
          account_id: seeded.bank,
          contact_id: seeded.contact,
          currency_id: "NZD",
          currency_rate: 1,
          amount: 4,
          payment_date: "2026-03-02",
          memo: "Card"
        },
        { bill_id: seeded.bill, account_id: seeded.bank, amount: 4 }
      ],
      void: [{ platform_id: seeded.billPayment }]
    },
    CONTACTS: {
      create: [
        {
          name: "Quill & Co",
          contact_name: "Ada Quill",
          currency_id: "NZD",
          tax_number: "NZ123",
          registration_number: "R-1",
          email: "ada@quill.example",
          phone_numbers: [{ number: "+64 21 1", type: "MOBILE" }, { number: "+64 9 2" }],
          addresses: [{ street: "1 Quay", city: "Port", state: "North", pincode: "1", country: "New Zealand" }]
        },
        { name: "Only a name" }
      ],
      update: [
        { platform_id: seeded.contact, name: "Harbour Paper", email: null, phone_numbers: [], addresses: [] },
        { platform_id: seeded.contact, status: "ARCHIVED" }
      ]
    },
    EXPENSES: {
      create: [
        { ...document, account_id: seeded.bank, document_number: "Card 1", payment_mode: "SPEND" },
        { contact_id: seeded.contact, account_id: seeded.bank, line_items: [{ description: "Tea", unit_amount: 2 }] }
      ],
      update: [
        { platform_id: seeded.expense, ...document, account_id: seeded.bank, document_number: "Card 2" },
        { platform_id: seeded.expense, document_number: null }
      ],
      delete: [{ platform_id: seeded.expense }]
    },
    INVOICES: {
      create: [
        {
          ...document,
          document_number: "INV-7002",
          memo: "Order 13",
          due_date: "2026-04-01",
          status: "SUBMITTED",
          line_items: [{ ...line, account_id: seeded.sales, tracking_category_ids: [seeded.option] }]
        },
        {
          contact_id: seeded.contact,
          total_discount: 1,
          line_items: [{ description: "x", quantity: 1, unit_amount: 9 }]
        }
      ],
      update: [
        {
          platform_id: seeded.invoice,
          currency_id: "NZD",
          contact_id: seeded.contact,
          document_number: "INV-7001",
          memo: "Order 12, second try",
          currency_rate: 0.8,
          posted_date: "2026-01-01",
          due_date: "2026-02-15",
          line_items: [
            {
              ...line,
              platform_id: seeded.invoiceLine,
              account_id: seeded.sales,
              tracking_category_ids: [seeded.option]
            },
            { description: "Delivery", quantity: 1, unit_amount: 5, account_id: seeded.sales }
          ]
        },
        { platform_id: seeded.invoice, total_discount: 2 },
        { platform_id: seeded.spareInvoice, status: "VOID" },
        { platform_id: seeded.invoice, memo: "Only a memo" }
      ],
      void: [{ platform_id: seeded.spareInvoice }]
    },
    INVOICE_CREDIT_NOTES: {
      create: [{ ...document, document_number: "CN-8", memo: "Returned", invoice_ids: [seeded.invoice] }],
      update: [{ platform_id: seeded.invoiceCreditNote, memo: null, invoice_ids: [seeded.invoice] }],
      void: [{ platform_id: seeded.invoiceCreditNote }]
    },
    INVOICE_PAYMENTS: {
      create: [{ invoice_id: seeded.invoice, account_id: seeded.bank, amount: 4, payment_date: "2026-03-02" }],
      void: [{ platform_id: seeded.invoicePayment }]
    },
    ITEMS: {
      create: [
        {
          code: "INK",
          name: "Ink",
          description: "Black",
          type: "NON_INVENTORY",
          is_bill_item: true,
          bill_item: { unit_price: 3.1234, account_id: seeded.stationery, tax_id: seeded.taxType, description: "Raw" },
          is_invoice_item: true,
          invoice_item: { unit_price: 5, account_id: seeded.sales }
        },
        { code: "ONLY" }
      ],
      update: [
        { platform_id: seeded.spareItem, name: "Black ink", invoice_item: { unit_price: 5 } },
        { platform_id: seeded.spareItem, code: "INK2", description: null, is_bill_item: false }
      ],
      delete: [{ platform_id: seeded.spareItem }]
    },
    JOURNAL_ENTRIES: {
      create: [
        { description: "Wear", posted_date: "2026-03-31", status: "SUBMITTED", journal_lines: journalLines },
        { description: "Only what must be", journal_lines: plainJournalLines }
      ],
      update: [
        { platform_id: seeded.journal, posted_date: "2026-03-30", status: "SUBMITTED" },
        { platform_id: seeded.journal, description: "Wear", journal_lines: journalLines }
      ],
      void: [{ platform_id: seeded.journal }]
    },
    PURCHASE_ORDERS: {
      create: [
        {
          ...document,
          document_number: "PO-9",
          description: "For the yard",
          posted_date: "2026-03-02T00:00:00Z",
          delivery_date: "2026-03-20"
        },
        { contact_id: seeded.contact, line_items: [{ description: "Only what must be", quantity: 1, unit_amount: 20 }] }
      ],
      update: [
        { platform_id: seeded.purchaseOrder, ...document, delivery_date: "2026-03-20", status: "SUBMITTED" },
        { platform_id: seeded.purchaseOrder, description: null }
      ],
      void: [{ platform_id: seeded.purchaseOrder }]
    },
    TAX_RATES: {
      create: [{ name: "City tax", tax_type: "OUTPUT", components: [{ name: "City", rate: 2.5, is_compound: false }] }],
      update: [{ platform_id: seeded.spareTaxType, name: "5 %", components: [{ name: "VAT", rate: 5 }] }],
      delete: [{ platform_id: seeded.spareTaxType }]
    },
    TRACKING_CATEGORIES: {
      create: [{ name: "Team" }, { name: "West", parent_id: seeded.category }],
      update: [
        { platform_id: seeded.spareCategory, name: "Half year", status: "ARCHIVED" },
        { platform_id: seeded.spareOption, name: "Early spring" }
      ],
      delete: [{ platform_id: seeded.spareOption }, { platform_id: seeded.spareCategory }]
    }
  },
  variants: {
    BILLS: { what: "Type ACCPAY", of: eachWith({ Type: "ACCPAY" }) },
    BILL_PAYMENTS: { what: "PaymentType ACCPAYPAYMENT", of: eachWith({ PaymentType: "ACCPAYPAYMENT" }) },
    DOCUMENTS: { what: "HasAttachments true", of: eachWith({ HasAttachments: true }) }
  },
  departures: [
    {
      fault: /header parameter If-Modified-Since must match format "date-time"/,
      reason: "Xero's reference of each endpoint (Modified After) wants UTC as yyyy-mm-ddThh:mm:ss, without an offset"
    },
    {
      fault: /^DELETE \/connections\/\{id\}: header xero-tenant-id is not declared/,
      reason: "the tenant goes with every call; the connections endpoints do not read it"
    }
  ],
  disputes: [
    {
      fault: /^body: Request body must match format "byte"$/,
      reason:
        'The description says of a file that it is the "byte array" of the request, as octets: they are sent as they are, not in base64'
    }
  ],
  refusals: refusedAnswers.map(([model, issue]) => ({
    model,
    issue,
    reason: "the documented answer is itself that of a refused record"
  })),
  more: (body) =>
    isObject(body) && isObject(body["pagination"])
      ? { ...body, pagination: { ...body["pagination"], pageCount: 9 } }
      : body,
  behaviour
}
