/** The accounting documents: what is bought, sold, paid, credited and booked, with their lines. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "ACCOUNTING"
const contact = Model.one("CONTACTS", "contact_id")
const currency = Model.one("CURRENCIES", "currency_id")
const account = Model.one("ACCOUNTS", "account_id")
const documents = Model.many("DOCUMENTS", "document_type_id", "document_type")
const lines = Model.records("line_items")

export const LINE_ITEMS = Model.subModel("LINE_ITEMS", {
  category,
  title: "Line item",
  parent: { type: "line_item_type", id: "line_item_type_id" },
  hasUpdatedAt: true,
  fields: {
    line_item_type: Field.computed(Field.oneOf(Shared.accountingDocuments)),
    line_item_type_id: Field.computed(Field.text),
    tracking_category_ids: Field.references("TRACKING_CATEGORIES"),
    project_id: Field.text,
    item_id: Field.text,
    tax_id: Field.text,
    account_id: Field.text,
    description: Field.text,
    quantity: Field.number,
    unit_amount: Field.number,
    total_amount: Shared.total,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_discount: Shared.amount
  },
  relations: { item: Model.one("ITEMS", "item_id"), tax: Model.one("TAX_RATES", "tax_id"), account }
})

export const EXPENSES = Model.model("EXPENSES", {
  category,
  title: "Expense",
  needs: ["line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    contact_id: Field.text,
    account_id: Field.text,
    document_number: Field.text,
    posted_date: Field.dateTime,
    payment_mode: Field.text,
    currency_id: Shared.currencyOfAmounts,
    currency_rate: Shared.currencyRate,
    total_amount: Shared.total,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_discount: Shared.amount,
    memo: Field.text,
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: { account, line_items: lines, contact, currency, documents }
})

export const BILLS = Model.model("BILLS", {
  category,
  title: "Bill",
  needs: ["line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    contact_id: Field.text,
    account_id: Field.reference("ACCOUNTS"),
    document_number: Field.text,
    posted_date: Field.dateTime,
    due_date: Field.dateTime,
    currency_id: Shared.currencyOfAmounts,
    currency_rate: Shared.currencyRate,
    total_amount: Shared.total,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_discount: Shared.amount,
    amount_due: Shared.total,
    tax_inclusive: Field.boolean,
    memo: Field.text,
    status: Shared.artifactStatus,
    purchase_order_ids: Field.references("PURCHASE_ORDERS"),
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: {
    contact,
    currency,
    documents,
    bill_payments: Model.many("BILL_PAYMENTS", "bill_id"),
    line_items: lines
  }
})

export const INVOICES = Model.model("INVOICES", {
  category,
  title: "Invoice",
  needs: ["contact_id", "line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    currency_id: Shared.currencyOfAmounts,
    contact_id: Field.text,
    total_discount: Shared.amount,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_amount: Shared.total,
    amount_due: Shared.total,
    document_number: Field.text,
    posted_date: Field.dateTime,
    due_date: Field.dateTime,
    memo: Field.text,
    status: Shared.artifactStatus,
    currency_rate: Shared.currencyRate,
    sales_order_ids: Field.references("SALES_ORDERS"),
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: {
    contact,
    currency,
    documents,
    invoice_payments: Model.many("INVOICE_PAYMENTS", "invoice_id"),
    line_items: lines
  }
})

/** One record for each payment and document: a payment over three bills gives three with the same `payment_id`. */
const allocation = {
  account_id: Field.text,
  contact_id: Field.text,
  amount: Shared.amount,
  payment_mode: Field.text,
  currency_id: Shared.currencyOfAmounts,
  currency_rate: Shared.currencyRate,
  document_number: Field.text,
  memo: Field.text,
  payment_date: Field.dateTime
}
const paymentId = Field.computed(Field.text)

export const BILL_PAYMENTS = Model.model("BILL_PAYMENTS", {
  category,
  title: "Bill payment",
  needs: ["amount"],
  date: "payment_date",
  writes: Model.voidable,
  fields: {
    payment_id: paymentId,
    bill_id: Field.text,
    credit_note_id: Field.reference("BILL_CREDIT_NOTES"),
    ...allocation
  },
  relations: { account, bill: Model.one("BILLS", "bill_id"), currency, contact }
})

export const INVOICE_PAYMENTS = Model.model("INVOICE_PAYMENTS", {
  category,
  title: "Invoice payment",
  needs: ["amount"],
  date: "payment_date",
  writes: Model.voidable,
  fields: {
    payment_id: paymentId,
    invoice_id: Field.text,
    credit_note_id: Field.reference("INVOICE_CREDIT_NOTES"),
    ...allocation
  },
  relations: { account, invoice: Model.one("INVOICES", "invoice_id"), currency, contact }
})

const creditNote = {
  contact_id: Field.text,
  document_number: Field.text,
  posted_date: Field.dateTime,
  currency_id: Shared.currencyOfAmounts,
  currency_rate: Shared.currencyRate,
  total_amount: Shared.total,
  sub_total: Shared.total,
  tax_amount: Shared.total,
  total_discount: Shared.amount,
  remaining_credit: Shared.total,
  memo: Field.text,
  status: Shared.artifactStatus
}

export const BILL_CREDIT_NOTES = Model.model("BILL_CREDIT_NOTES", {
  category,
  title: "Bill credit note",
  needs: ["contact_id", "line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    ...creditNote,
    bill_ids: Field.references("BILLS"),
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: { contact, currency, payments: Model.many("BILL_PAYMENTS", "credit_note_id"), line_items: lines }
})

export const INVOICE_CREDIT_NOTES = Model.model("INVOICE_CREDIT_NOTES", {
  category,
  title: "Invoice credit note",
  needs: ["contact_id", "line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    ...creditNote,
    invoice_ids: Field.references("INVOICES"),
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: { contact, currency, payments: Model.many("INVOICE_PAYMENTS", "credit_note_id"), line_items: lines }
})

const order = {
  contact_id: Field.text,
  document_number: Field.text,
  description: Field.text,
  posted_date: Field.dateTime,
  delivery_date: Field.dateTime,
  currency_id: Shared.currencyOfAmounts,
  currency_rate: Shared.currencyRate,
  sub_total: Shared.total,
  tax_amount: Shared.total,
  total_discount: Shared.amount,
  total_amount: Shared.total,
  status: Shared.artifactStatus
}

export const PURCHASE_ORDERS = Model.model("PURCHASE_ORDERS", {
  category,
  title: "Purchase order",
  needs: ["line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: { ...order, bill_ids: Field.references("BILLS"), line_items: Field.essential(Field.records(LINE_ITEMS)) },
  relations: { contact, currency, documents, line_items: lines }
})

export const SALES_ORDERS = Model.model("SALES_ORDERS", {
  category,
  title: "Sales order",
  needs: ["contact_id", "line_items"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    ...order,
    invoice_ids: Field.references("INVOICES"),
    line_items: Field.essential(Field.records(LINE_ITEMS))
  },
  relations: { contact, currency, documents, line_items: lines }
})

export const JOURNAL_LINES = Model.subModel("JOURNAL_LINES", {
  category,
  title: "Journal line",
  parent: { id: "journal_entry_id" },
  hasUpdatedAt: true,
  fields: {
    journal_entry_id: Field.computed(Field.text),
    account_id: Field.text,
    contact_id: Field.text,
    tax_id: Field.text,
    tracking_category_ids: Field.references("TRACKING_CATEGORIES"),
    type: Shared.debitOrCredit,
    description: Field.text,
    net_amount: Shared.amount,
    tax_amount: Shared.total
  },
  relations: { account, contact, tax: Model.one("TAX_RATES", "tax_id") }
})

export const JOURNAL_ENTRIES = Model.model("JOURNAL_ENTRIES", {
  category,
  title: "Journal entry",
  needs: ["journal_lines"],
  date: "posted_date",
  natural: "document_number",
  writes: Model.voidable,
  fields: {
    document_number: Field.text,
    posted_date: Field.dateTime,
    journal_entry_type: Field.text,
    description: Field.text,
    amount: Field.computed(Shared.amount),
    account_id: Field.text,
    currency_id: Shared.currencyOfAmounts,
    currency_rate: Shared.currencyRate,
    status: Field.oneOf(["DRAFT", "SUBMITTED", "VOID", "UNKNOWN"]),
    journal_lines: Field.essential(Field.records(JOURNAL_LINES))
  },
  relations: { journal_lines: Model.records("journal_lines"), account, currency }
})
