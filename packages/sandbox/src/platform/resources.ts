/** Every resource of the platform, and the collections worked out from them. */
import * as bills from "./accounting/bills.ts"
import * as company from "./accounting/company.ts"
import { contacts } from "./accounting/contacts.ts"
import { creditNotes } from "./accounting/credit-notes.ts"
import * as invoices from "./accounting/invoices.ts"
import { items } from "./accounting/items.ts"
import * as journals from "./accounting/journals.ts"
import * as payments from "./accounting/payments.ts"
import { reports } from "./accounting/reports.ts"
import * as crm from "./crm/crm.ts"
import * as checkout from "./payments/checkout.ts"
import * as money from "./payments/money.ts"
import type { Derived, Resource } from "./Resource.ts"
import * as shop from "./shop/shop.ts"
import { webhookEndpoints } from "./Webhook.ts"

const all: ReadonlyArray<Resource> = [
  company.company,
  company.currencies,
  company.accounts,
  company.bankAccounts,
  company.taxRates,
  company.trackingCategories,
  contacts,
  items,
  invoices.salesOrders,
  invoices.invoices,
  bills.purchaseOrders,
  bills.bills,
  bills.expenses,
  creditNotes,
  payments.customerPayments,
  payments.vendorPayments,
  journals.journals,
  journals.bankTransactions,
  journals.attachments,
  checkout.payCustomers,
  checkout.payProducts,
  checkout.payTaxRates,
  checkout.payOrders,
  checkout.payInvoices,
  checkout.paymentLinks,
  money.charges,
  money.refunds,
  money.disputes,
  money.payouts,
  money.balanceTransactions,
  shop.shopCustomers,
  shop.shopProducts,
  shop.shopOrders,
  crm.users,
  crm.companies,
  crm.people,
  crm.pipelines,
  crm.stages,
  crm.deals,
  crm.leads,
  crm.notes,
  crm.activities,
  crm.tasks,
  webhookEndpoints
]

export const resources: ReadonlyMap<string, Resource> = new Map(all.map((one) => [one.name, one]))
export const derived: ReadonlyMap<string, Derived> = new Map([...reports, money.balances].map((one) => [one.name, one]))
