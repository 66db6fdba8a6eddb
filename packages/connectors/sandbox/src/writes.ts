/** What is written: every model of the interface that the platform has a resource for. */
import * as Charges from "./write-charges.ts"
import * as Checkout from "./write-checkout.ts"
import { writeContacts } from "./write-contacts.ts"
import * as Crm from "./write-crm.ts"
import * as CrmWork from "./write-crm-work.ts"
import * as Documents from "./write-documents.ts"
import * as Invoices from "./write-invoices.ts"
import * as Journals from "./write-journals.ts"
import * as Ledger from "./write-ledger.ts"
import * as Lists from "./write-lists.ts"
import * as Sales from "./write-sales.ts"
import * as Settlements from "./write-settlements.ts"
import * as Shop from "./write-shop.ts"

export const writes = {
  ACCOUNTS: Ledger.writeAccounts,
  BANK_ACCOUNTS: Ledger.writeBankAccounts,
  BANK_TRANSACTIONS: Ledger.writeBankTransactions,
  BILLS: Documents.writeBills,
  BILL_CREDIT_NOTES: Sales.writeBillCreditNotes,
  BILL_PAYMENTS: Settlements.writeBillPayments,
  CONTACTS: writeContacts,
  CRM_ACTIVITIES: CrmWork.writeCrmActivities,
  CRM_COMPANIES: Crm.writeCrmCompanies,
  CRM_CONTACTS: Crm.writeCrmContacts,
  CRM_DEALS: Crm.writeCrmDeals,
  CRM_LEADS: Crm.writeCrmLeads,
  CRM_NOTES: CrmWork.writeCrmNotes,
  CRM_PIPELINES: CrmWork.writeCrmPipelines,
  CRM_STAGES: CrmWork.writeCrmStages,
  CRM_TASKS: CrmWork.writeCrmTasks,
  CURRENCIES: Lists.writeCurrencies,
  ECOMMERCE_CUSTOMERS: Shop.writeEcommerceCustomers,
  ECOMMERCE_ORDERS: Shop.writeEcommerceOrders,
  ECOMMERCE_PRODUCTS: Shop.writeEcommerceProducts,
  EXPENSES: Documents.writeExpenses,
  INVOICES: Invoices.writeInvoices,
  INVOICE_CREDIT_NOTES: Sales.writeInvoiceCreditNotes,
  INVOICE_PAYMENTS: Settlements.writeInvoicePayments,
  ITEMS: Lists.writeItems,
  JOURNAL_ENTRIES: Journals.writeJournalEntries,
  PAYMENT_CUSTOMERS: Checkout.writePaymentCustomers,
  PAYMENT_DISPUTES: Charges.writePaymentDisputes,
  PAYMENT_INVOICES: Checkout.writePaymentInvoices,
  PAYMENT_ITEMS: Checkout.writePaymentItems,
  PAYMENT_ORDERS: Charges.writePaymentOrders,
  PAYMENT_PAYMENTS: Charges.writePaymentPayments,
  PAYMENT_PAYMENT_LINKS: Checkout.writePaymentPaymentLinks,
  PAYMENT_PAYOUTS: Charges.writePaymentPayouts,
  PAYMENT_REFUNDS: Charges.writePaymentRefunds,
  PAYMENT_TAX_RATES: Checkout.writePaymentTaxRates,
  PURCHASE_ORDERS: Documents.writePurchaseOrders,
  SALES_ORDERS: Sales.writeSalesOrders,
  TAX_RATES: Lists.writeTaxRates,
  TRACKING_CATEGORIES: Lists.writeTrackingCategories
}
