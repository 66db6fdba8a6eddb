/** The platform's own webhooks: a signed list of records that were created, changed or deleted. */
import type { Models } from "@svc/core"
import * as Inbound from "@svc/core/Inbound"
import * as Wire from "@svc/core/Wire"
import { subscribeTo } from "./subscribe.ts"

/** The models that a resource's records are read as. A credit note's side is not told: both are looked at. */
const models: Readonly<Record<string, ReadonlyArray<Models.ModelId>>> = {
  accounts: ["ACCOUNTS"],
  activities: ["CRM_ACTIVITIES"],
  attachments: ["DOCUMENTS"],
  balanceTransactions: ["PAYMENT_TRANSACTIONS"],
  bankAccounts: ["BANK_ACCOUNTS"],
  bankTransactions: ["BANK_TRANSACTIONS"],
  bills: ["BILLS"],
  charges: ["PAYMENT_PAYMENTS"],
  companies: ["CRM_COMPANIES"],
  company: ["COMPANY_INFO"],
  contacts: ["CONTACTS", "CONTACT_PERSONS"],
  creditNotes: ["BILL_CREDIT_NOTES", "INVOICE_CREDIT_NOTES", "BILL_PAYMENTS", "INVOICE_PAYMENTS"],
  customerPayments: ["INVOICE_PAYMENTS"],
  deals: ["CRM_DEALS"],
  disputes: ["PAYMENT_DISPUTES"],
  expenses: ["EXPENSES"],
  invoices: ["INVOICES"],
  items: ["ITEMS"],
  journals: ["JOURNAL_ENTRIES"],
  leads: ["CRM_LEADS"],
  notes: ["CRM_NOTES"],
  payCustomers: ["PAYMENT_CUSTOMERS"],
  payInvoices: ["PAYMENT_INVOICES"],
  paymentLinks: ["PAYMENT_PAYMENT_LINKS"],
  payOrders: ["PAYMENT_ORDERS"],
  payouts: ["PAYMENT_PAYOUTS"],
  payProducts: ["PAYMENT_ITEMS"],
  payTaxRates: ["PAYMENT_TAX_RATES"],
  people: ["CRM_CONTACTS"],
  pipelines: ["CRM_PIPELINES"],
  purchaseOrders: ["PURCHASE_ORDERS"],
  refunds: ["PAYMENT_REFUNDS"],
  salesOrders: ["SALES_ORDERS"],
  shopCustomers: ["ECOMMERCE_CUSTOMERS"],
  shopOrders: ["ECOMMERCE_ORDERS"],
  shopProducts: ["ECOMMERCE_PRODUCTS"],
  stages: ["CRM_STAGES"],
  tasks: ["CRM_TASKS"],
  taxRates: ["TAX_RATES"],
  trackingCategories: ["TRACKING_CATEGORIES"],
  users: ["CRM_USERS"],
  vendorPayments: ["BILL_PAYMENTS"]
}

const Delivery = Wire.struct({
  events: Wire.required(
    Wire.list(Wire.struct({ resource: Wire.required(Wire.text), id: Wire.required(Wire.id), operation: Wire.text }))
  )
})

export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const signature = headers["sandbox-signature"]
    return signature === undefined
      ? null
      : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [signature] }
  },
  events: (body) =>
    Wire.decode(Delivery, body).events.flatMap(({ id, operation, resource }) =>
      (models[resource] ?? []).map((model) => ({
        model,
        platform_id: id,
        // A delivery does not say whose company it is about: the address it is sent to does.
        settings: {},
        deleted: operation === "delete"
      }))
    ),
  subscribe: subscribeTo(Object.keys(models))
})
