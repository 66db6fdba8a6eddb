/**
 * NetSuite, by the OpenAPI document of its record service. The document is that of one account and holds a part of its
 * records; the query service has none, so that what Oracle's pages say of it is written down here.
 */
import { join } from "node:path"
import { netsuite } from "@svc/netsuite"
import { join as together } from "../Description.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"

const rest = "https://{account}.suitetalk.api.netsuite.com/services/rest"
const records = `${rest}/record/v1`

/** One row with a value for each column that a statement of the connector names. */
const row = {
  id: "8",
  part: "1",
  tranid: "B-118",
  type: "VendBill",
  trandate: "2026-03-02",
  duedate: "2026-04-01",
  shipdate: "2026-03-20",
  entity: "107",
  entitytype: "Vendor",
  memo: "Second delivery",
  status: "A",
  statusname: "Bill : Open",
  voided: "F",
  unpaid: "70",
  currency: "1",
  exchangerate: "1.0875",
  mainline: "F",
  taxline: "F",
  cogs: "F",
  hidden: "F",
  component: "F",
  discount: "F",
  itemtype: "InvtPart",
  item: "98",
  account: "1",
  linememo: "Boards",
  quantity: "4",
  rate: "15",
  amount: "60",
  previoustype: "VendBill",
  applied: "50",
  vendor: "107",
  name: "Wood",
  fullname: "Banks : Checking",
  acctnumber: "1000",
  accttype: "Bank",
  balance: "1500.25",
  isinactive: "F",
  isperson: "F",
  companyname: "Quill & Co",
  entityid: "C-44",
  firstname: "Ada",
  lastname: "Quill",
  email: "ada@quill.example",
  company: "44",
  companytype: "CustJob",
  city: "Bayshore",
  itemid: "BRD",
  incomeaccount: "54",
  expenseaccount: "120",
  cost: "15",
  cleared: "T",
  modified: "2026-03-10T08:30:00"
}
const envelope = { links: [], count: 1, hasMore: false, items: [row], offset: 0, totalResults: 1 }
const member = { type: "object" }
const item = { item_id: "98", description: "Boards", quantity: 4, unit_amount: 15 }
const freight = { account_id: "58", description: "Freight", unit_amount: 40 }
const bought = {
  contact_id: "vendor-107",
  document_number: "B-9",
  posted_date: "2026-03-02",
  line_items: [item, { ...item, total_discount: 3 }, freight]
}
const sold = {
  contact_id: "customer-44",
  document_number: "S-9",
  currency_id: "1",
  currency_rate: 1.1,
  posted_date: "2026-03-02",
  total_discount: 2.5,
  line_items: [
    { ...item, tracking_category_ids: ["class-3"] },
    { item_id: "97", quantity: 1, unit_amount: 20 }
  ]
}
const one = { platform_id: "8" }
const gone = { delete: [one] }
const answers = (type: string, example: unknown) => ({ 200: { content: { [type]: { example } } } })
/** After the pages on executing SuiteQL queries through REST web services, on the metadata of records and on subsidiaries. */
const services = {
  openapi: "3.0.1",
  paths: {
    "/query/v1/suiteql": {
      post: {
        parameters: [
          { in: "header", name: "Prefer", required: true, schema: { enum: ["transient"] } },
          { in: "query", name: "limit", schema: { type: "integer", minimum: 1, maximum: 1000 } },
          { in: "query", name: "offset", schema: { type: "integer", minimum: 0, maximum: 99_999 } }
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["q"],
                properties: { q: { type: "string", pattern: "^SELECT [^;]+ FROM [^;]+ WHERE [^;]+$" } }
              }
            }
          }
        },
        responses: answers("application/json", envelope)
      }
    },
    "/record/v1/subsidiary/{id}": {
      get: {
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "integer" } },
          { in: "query", name: "expandSubResources", schema: { type: "boolean" } }
        ],
        responses: answers("application/json", {
          id: "8",
          name: "Harbour & Pine",
          legalName: "Harbour & Pine Inc.",
          federalIdNumber: "12-3456789",
          country: { id: "US", refName: "United States" },
          mainAddress: { addr1: "1 Quay Street", city: "Bayshore", zip: "94326" }
        })
      }
    },
    "/record/v1/metadata-catalog/{type}": {
      get: {
        parameters: [{ in: "path", name: "type", required: true, schema: { type: "string" } }],
        responses: answers("application/json", {
          type: "object",
          properties: { class: member, currency: member, department: member, location: member, subsidiary: member }
        })
      }
    }
  }
}

export const profile: Profile = {
  slug: "netsuite",
  disputes: [
    {
      fault: /must match exactly one schema in oneOf$/,
      reason: "An id alone fits whatever a reference may lead to: none of these schemas forbids what the others have"
    }
  ],
  connector: netsuite,
  describe: (folder) => {
    const file = join(folder, "netsuite-rest-record-v1-oas.json")
    const bill = { "/vendorBill": "/purchaseOrder", "/vendorBill/{id}": "/purchaseOrder/{id}" }
    const credit = { "/vendorBill": "/vendorCredit", "/vendorBill/{id}": "/vendorCredit/{id}" }
    const order = { "/invoice": "/salesOrder", "/invoice/{id}": "/salesOrder/{id}" }
    return together([
      OpenApi.load(file, { servers: [records] }),
      // The document lacks these three, whose lines are those of a bill and of an invoice by Oracle's pages on them.
      OpenApi.load(file, { servers: [records], paths: /^\/invoice(\/\{id\})?$/, rename: order }),
      OpenApi.load(file, { servers: [records], paths: /^\/vendorBill(\/\{id\})?$/, rename: bill }),
      OpenApi.load(file, { servers: [records], paths: /^\/vendorBill(\/\{id\})?$/, rename: credit }),
      OpenApi.make(services, { servers: [rest] })
    ])
  },
  settings: {
    account: "1234567_SB1",
    subsidiary: "1",
    discount_item: "98",
    features: "class,currency,department,location,subsidiary"
  },
  credentials: { access_token: "a token of nobody" },
  // The address of the record that was made is in a header, which the document does not describe.
  answerHeaders: ({ method, url }) => (method === "PUT" ? { location: url.href.replace(/eid:[^/?]*.*$/, "8") } : {}),
  writes: {
    BILLS: {
      create: [{ ...bought, currency_rate: 1.1, due_date: "2026-04-01", memo: "Third delivery" }],
      update: [
        { ...one, ...bought, due_date: "2026-04-01" },
        { ...one, memo: null }
      ],
      ...gone
    },
    SALES_ORDERS: {
      create: [{ ...sold, delivery_date: "2026-03-20", description: "For spring" }],
      update: [{ ...one, ...sold }],
      ...gone
    },
    PURCHASE_ORDERS: {
      ...gone,
      update: [{ ...one, ...bought, delivery_date: "2026-03-20" }],
      create: [
        {
          contact_id: "vendor-107",
          document_number: "PO-9",
          currency_id: "1",
          posted_date: "2026-03-02T00:00:00Z",
          delivery_date: "2026-03-20",
          line_items: [
            { item_id: "98", tax_id: "5", description: "Boards", quantity: 4, unit_amount: 15, total_discount: 3 },
            { account_id: "58", description: "Freight", unit_amount: 40 }
          ]
        },
        { contact_id: "107", line_items: [{ item_id: "98", quantity: 1, unit_amount: 20 }] }
      ]
    },
    BILL_CREDIT_NOTES: {
      ...gone,
      update: [{ ...one, ...bought, memo: "Returned" }],
      create: [
        {
          contact_id: "vendor-107",
          document_number: "VC-9",
          currency_id: "1",
          memo: "Returned",
          posted_date: "2026-03-02",
          bill_ids: ["8"],
          line_items: [{ item_id: "98", quantity: 2, unit_amount: 15 }]
        },
        { contact_id: "107", line_items: [{ account_id: "58", unit_amount: 5 }] }
      ]
    },
    CONTACTS: {
      update: [
        { platform_id: "customer-8", name: "Harbour & Co" },
        { platform_id: "vendor-8", email: "ada@quill.example" }
      ],
      delete: [{ platform_id: "customer-8" }, { platform_id: "vendor-8" }],
      create: [
        { name: "Quill & Co", contact_type: "VENDOR", currency_id: "1", email: "ada@quill.example" },
        { name: "Only a name", contact_type: "CUSTOMER" }
      ]
    },
    INVOICES: {
      ...gone,
      create: [{ ...sold, due_date: "2026-04-01", memo: "For spring" }],
      update: [
        {
          platform_id: "8",
          contact_id: "customer-44",
          document_number: "INV-7A",
          memo: "Second try",
          currency_id: "1",
          currency_rate: 1.1,
          posted_date: "2026-03-03",
          due_date: "2026-04-02",
          total_discount: 2.5,
          line_items: [
            {
              platform_id: "8/item/1",
              item_id: "98",
              description: "Boards",
              quantity: 3,
              unit_amount: 25,
              tracking_category_ids: ["class-3", "department-2", "location-6"]
            },
            { item_id: "97", quantity: 1, unit_amount: 20, total_discount: 5 }
          ]
        },
        { platform_id: "8", memo: "Only a memo" }
      ]
    }
  },
  variants: {
    INVOICE_PAYMENTS: {
      what: "put on an invoice",
      of: () => ({ ...envelope, items: [{ ...row, type: "CustPymt", previoustype: "CustInvc" }] })
    }
  },
  departures: [
    {
      fault: /^GET \/(currency|salesTaxItem)\/\{id\}: path parameter id must be integer/,
      reason: "the list has no example, and the id that its schema makes one of is any text"
    },
    {
      fault: /^PUT \/(purchaseOrder|vendorCredit)\/\{id\}: .*\b(taxCode|apply|currency)\b/,
      reason:
        "the document lacks these records; a bill, which they are held against, is not applied to others and here has SuiteTax"
    }
  ],
  more: (body) => ({ ...(body as object), hasMore: true })
}
