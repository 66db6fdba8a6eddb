/** QuickBooks Online, by Intuit's XML schemas and the tables and samples of its reference. */
import { quickbooks, quickbooksSandbox } from "@svc/quickbooks"
import * as IntuitReference from "../IntuitReference.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"

const line = {
  item_id: "5",
  account_id: "80",
  tax_id: "NON",
  description: "Fountain",
  quantity: 2,
  unit_amount: 4.5,
  total_discount: 1
}

/** Every row of a list with other values in some members. */
const eachWith = (values: Json) => (body: unknown) => {
  const response = isObject(body) ? body["QueryResponse"] : undefined
  if (!isObject(response)) return body
  const rows = Object.entries(response).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((row) => ({ ...(row as Json), ...values })) : value
  ])
  return { QueryResponse: Object.fromEntries(rows) }
}

const profileOf = (slug: string, connector: AnyConnector): Profile => ({
  slug,
  connector,
  describe: IntuitReference.load,
  settings: { realmId: "1234567890" },
  credentials: { access_token: "a token of nobody" },
  writes: {
    PURCHASE_ORDERS: {
      create: [
        {
          contact_id: "vendor-46",
          document_number: "PO-9",
          currency_id: "USD",
          posted_date: "2026-03-02T00:00:00Z",
          delivery_date: "2026-03-20",
          line_items: [line, { account_id: "64", description: "Freight", unit_amount: 5 }]
        },
        { contact_id: "vendor-46", line_items: [{ item_id: "5", tax_id: "4", quantity: 1, unit_amount: 20 }] }
      ]
    },
    BILL_CREDIT_NOTES: {
      create: [
        {
          contact_id: "vendor-46",
          document_number: "VC-9",
          currency_id: "USD",
          memo: "Returned",
          posted_date: "2026-03-02",
          bill_ids: ["150"],
          line_items: [line]
        },
        { contact_id: "vendor-46", line_items: [{ account_id: "64", unit_amount: 5 }] }
      ]
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
          email: "ada@quill.example"
        },
        { name: "Only a name", contact_type: "CUSTOMER", tax_number: "44" }
      ]
    },
    INVOICES: {
      update: [
        {
          platform_id: "130",
          currency_id: "USD",
          contact_id: "customer-24",
          document_number: "1037-A",
          memo: "Second try",
          total_discount: 2,
          currency_rate: 1,
          posted_date: "2026-01-01",
          due_date: "2026-02-15",
          line_items: [
            { ...line, platform_id: "1", account_id: "79", tracking_category_ids: ["class-1", "department-2"] },
            { description: "By hand", tracking_category_ids: ["department-2"] }
          ]
        },
        { platform_id: "130", status: "VOID" },
        { platform_id: "130", memo: "Only a memo" },
        { platform_id: "130", total_discount: 3 }
      ]
    }
  },
  variants: {
    BANK_ACCOUNTS: { what: "AccountType Bank", of: eachWith({ AccountType: "Bank" }) },
    // The id is that of the first sample of an account, which every lookup of accounts is answered with.
    BANK_TRANSACTIONS: { what: "deposited to a bank account", of: eachWith({ DepositToAccountRef: { value: "92" } }) }
  },
  departures: [
    {
      fault: /MetaData is not filterable/,
      reason:
        "the page of the query language shows Bill asked for by MetaData.LastUpdatedTime, and the tables of other entities mark it"
    }
  ]
})

export const profile = profileOf("quickbooks", quickbooks)
export const sandboxProfile = profileOf("quickbooks-sandbox", quickbooksSandbox)
