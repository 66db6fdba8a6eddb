/** Every resource of the platform, and the collections worked out from them. */
import * as bills from "./accounting/bills.ts"
import { accounts, bankAccounts } from "./accounting/accounts.ts"
import { company } from "./accounting/company.ts"
import { contacts } from "./accounting/contacts.ts"
import { creditNotes } from "./accounting/credit-notes.ts"
import * as invoices from "./accounting/invoices.ts"
import { items } from "./accounting/items.ts"
import * as journals from "./accounting/journals.ts"
import * as payments from "./accounting/payments.ts"
import { reports } from "./accounting/reports.ts"
import * as settings from "./accounting/settings.ts"
import * as directory from "./crm/directory.ts"
import * as pipeline from "./crm/pipeline.ts"
import * as work from "./crm/work.ts"
import * as checkout from "./payments/checkout.ts"
import * as charges from "./payments/charges.ts"
import * as returns from "./payments/returns.ts"
import type { Derived, Resource } from "./Resource.ts"
import * as shop from "./shop/shop.ts"
import { webhookEndpoints } from "./Webhook.ts"

const all: ReadonlyArray<Resource> = [
  company,
  settings.currencies,
  accounts,
  bankAccounts,
  settings.taxRates,
  settings.trackingCategories,
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
  charges.charges,
  returns.refunds,
  returns.disputes,
  returns.payouts,
  charges.balanceTransactions,
  shop.shopCustomers,
  shop.shopProducts,
  shop.shopOrders,
  directory.users,
  directory.companies,
  directory.people,
  pipeline.pipelines,
  pipeline.stages,
  pipeline.deals,
  pipeline.leads,
  work.notes,
  work.activities,
  work.tasks,
  webhookEndpoints
]

export const resources: ReadonlyMap<string, Resource> = new Map(all.map((one) => [one.name, one]))
export const derived: ReadonlyMap<string, Derived> = new Map(
  [...reports, charges.balances].map((one) => [one.name, one])
)
