/**
 * What every data model and every one of its members means, in words: for the OpenAPI document, the words on hover in editors,
 * capabilities and tools. By model where a member means something of its own there, else by its name. It is apart from the
 * models, so that a connector's bundle carries none of it.
 */
import type { Field, Fields } from "../contract/Field.ts"
import * as Models from "../contract/Models.ts"
import type { Relation } from "../contract/Relation.ts"

/** Members that every record has besides its model's fields. */
export const common: Readonly<Record<string, string>> = {
  svc_id:
    "Identifier that this service gave: unique over all of its resources, never used again, the same as long as the record exists.",
  svc_created_at: "When this service first stored the record.",
  svc_updated_at: "When this service last stored a change of the record: what a poller filters and sorts by.",
  svc_company_id: "The company whose connection the record was read from: its `svc_id`.",
  svc_deleted_at:
    "When the record was found to be gone at the platform; null while it is there. Lists leave deleted records out unless `include_deleted_records=true`.",
  platform_id:
    "Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's.",
  platform_unique_id:
    "The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`.",
  updated_at: "When the record last changed at the platform, as the platform says; null where it does not.",
  raw_data:
    "The platform's own item as it was read, unchanged; of a line or another part, that of the record it is part of. Only with `select=raw_data`.",
  data_hash: "Fingerprint of the record: the same as long as no member of it changes. Only with `select=data_hash`.",
  custom_fields:
    "Fields by names of the organisation's own (`/v3/core/field_mappings`), and fields of the platform that the sync configuration names; there where they hold something."
}

/** What the answer to a write says beside the records. */
export const upload = {
  status:
    "CREATED or RUNNING while it is under way; SUCCESS when every item was written, PARTIAL_SUCCESS when some were, FAILED when none was.",
  upload_job_id: "Identifier of the job: `GET /v3/core/upload_jobs/{upload_job_id}` tells what became of it.",
  data: "A result for each item, in the order of the items; while the job runs, those that are done.",
  job_id: "Identifier of this item's part of the job.",
  item: "Whether the platform took the item.",
  response: "The record that the platform answered; null when the item failed.",
  error: "Why the item failed; null when it did not."
} as const

export const statementRow =
  "A row of a financial statement: an account with its value, or a group that holds rows and adds them up."

/** A reference that holds the platform's id. */
const named = (what: string): string => `${what}: its \`platform_id\`; null when there is none.`

/** What members of one name mean in every model that does not say otherwise. */
const byName: Readonly<Record<string, string>> = {
  account_id: named("The ledger account that is booked to"),
  addresses: "Postal addresses, in the platform's order.",
  amount: "How much it is of, in the currency of the record and in its major unit: 12.5 is twelve and a half.",
  amount_due: "What is still to be paid, in the document's currency; the platform works it out.",
  available_balance:
    "What can be spent or paid out now, in the account's currency; null where the platform does not tell.",
  balance: "What stands on the account when it was last read, in its own currency.",
  city: "City or town.",
  code: "Short code that people at the platform know it by; unique there as a rule.",
  company_id: named("The company it belongs to"),
  contact_id: named("The contact it is with"),
  country: "Country, as the platform writes it: mostly an ISO 3166 code such as `DE`, else its name.",
  created_at: "When it was made at the platform; set by the platform alone.",
  currency:
    "ISO 4217 code of the currency that the amounts are in, such as `EUR`; null where the platform keeps it without one.",
  currency_id:
    "Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`.",
  currency_rate:
    "Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0.",
  customer_id: named("The customer it is with"),
  deal_id: named("The deal it is about"),
  description: "Free text that describes it, as people typed it at the platform.",
  display_order: "Place among its neighbours when shown as a list, the smallest first.",
  document_number: "Number that people know the document by, such as `INV-0042`; given by the company or the platform.",
  due_date: "When it is to be paid at the latest. A platform that knows only the day says midnight UTC of it.",
  external_links: "E-mail addresses and web sites, each a sub-record with an identifier of its own.",
  first_name: "Given name; null where the platform keeps one name for all.",
  invoice_id: named("The invoice it is for"),
  is_primary: "Whether it is the first of its kind, whom the platform writes to.",
  item_id: named("What is bought or sold in this line"),
  last_activity_at: "When somebody last called, wrote or met there, as the platform works it out.",
  last_name: "Family name; null where the platform keeps one name for all.",
  lead_id: named("The lead it is about"),
  line_item_type: "Data model of the record that holds the line.",
  line_item_type_id: "The record that holds the line: its `platform_id`.",
  line_items: "The lines, in the platform's order. A list, never null.",
  link: "The address itself: an e-mail address, or a web address.",
  locality: "Part of the city, or a second line of the street.",
  memo: "Note on the document: what the other side reads where the platform prints one, else the internal one.",
  name: "What people at the platform call it.",
  number: "The number as the platform keeps it; in no fixed form.",
  owner_id: named("Who at the company looks after it, a CRM user"),
  parent_id: named("The one above it"),
  payment_date: "When the money moved. A platform that knows only the day says midnight UTC of it.",
  payment_id: named("The payment it belongs to"),
  payment_mode: "How it was paid, in the platform's own word, such as `Cash` or `CREDIT_CARD`.",
  period_end: "Last day of the period, inclusive.",
  period_start: "First day of the period, inclusive.",
  phone_numbers: "Telephone numbers, each a sub-record with an identifier of its own.",
  pincode: "Postal code.",
  pipeline_id: named("The pipeline it goes through"),
  posted_date:
    "The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day.",
  probability: "How likely it is to be won, in percent from 0 to 100; null where the platform does not estimate.",
  quantity: "How many units; in the unit of the item.",
  quantity_on_hand: "Units in stock when it was last read; null where stock is not kept.",
  reference: "A reference of the other side or of the company's own, such as an order number; free text.",
  registration_number: "Number in the register of companies, or another number of the state that is not for taxes.",
  report_basis:
    "ACCRUAL: counted when earned or owed. CASH: counted when paid. Null where the platform does not say which.",
  sku: "Stock keeping unit: the company's own code of what is sold.",
  source_name: "Where it came from, such as a campaign or a web form; the platform's own word.",
  state: "State, province or region.",
  status:
    "ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else.",
  street: "Street and house number; several lines are joined.",
  sub_total: "Sum of the lines before tax, in the document's currency; the platform works it out.",
  tax_amount: "Tax in it, in the document's currency; the platform works it out.",
  tax_id: named("The tax rate that is charged"),
  tax_number: "Number the tax office knows it by, such as a VAT identification number.",
  title: "Position at work, such as `Head of Purchasing`.",
  total_amount:
    "What the whole comes to with tax and after discounts, in the document's currency; the platform works it out.",
  total_discount: "What is taken off before tax, as an amount and not in percent; 0 where there is no discount.",
  tracking_category_ids:
    "Classes, departments, projects or the like that it is counted to: the `platform_id`s of tracking categories. Empty for none.",
  type: "What kind it is, in the platform's own word.",
  unit_amount: "Price of one unit before tax and discounts, in the document's currency.",
  unit_price: "Usual price of one unit before tax, in the record's currency.",
  user_id: named("Who at the company made it or looks after it, a CRM user"),
  variant_id: "The variant of the product, such as a size or colour: its id at the platform; null where there are none."
}

const artifactStatus =
  "DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`."
const orderStatus =
  "DRAFT: not sent yet. SUBMITTED: sent or approved, and open. PARTIALLY_PAID and PAID: by what was billed or paid of it. OVERDUE: late, where the platform says so itself. VOID: cancelled. UNKNOWN: something else, readable in `raw_data`."

const allocation = {
  amount: "What of the payment goes to this one document, in the payment's currency.",
  document_number: "Number or reference of the payment, not of the document that it pays.",
  memo: "Note on the payment.",
  currency_id: "Currency of the payment, as the currencies of this connection name it in their `platform_id`."
}
const creditNote = {
  remaining_credit: "What is left to be used against other documents or paid back, in the document's currency.",
  status: artifactStatus,
  total_amount:
    "What the credit comes to with tax, in the document's currency; positive, though it lowers what is owed."
}
const line = {
  description: "What the line is for, in words.",
  sub_total: "Quantity times unit amount less the discount, before tax.",
  tax_amount: "Tax on this line alone; the platform works it out.",
  tax_id: named("The tax rate that is charged on the line"),
  total_amount: "The line with tax and after its discount.",
  total_discount: "What is taken off this line before tax, as an amount and not in percent.",
  unit_amount: "Price of one unit before tax and discount, in the document's currency."
}
const link = {
  type: "EMAIL for an e-mail address, WEBSITE for a web address; null where the platform does not say."
}
const phone = {
  type: "MOBILE, TELEPHONE (a fixed line) or FAX; null where the platform does not say."
}
const priced = (of: "bill" | "invoice") => {
  const verb = of === "bill" ? "bought" : "sold"
  return {
    [`is_${of}_item`]: `Whether it can be ${verb}: then lines of ${of}s may name it.`,
    [`${of}_item`]: `What a new line gets when it is ${verb}; null where it is not.`,
    [`${of}_item.tax_id`]: named(`The tax rate that is charged when it is ${verb}`),
    [`${of}_item.account_id`]: named(`The ledger account that is booked to when it is ${verb}`),
    [`${of}_item.unit_price`]: `Usual price of one unit when it is ${verb}, before tax.`,
    [`${of}_item.description`]: `Text of a new line when it is ${verb}.`
  }
}
const lead = (what: string) => named(`The ${what} that was made of the lead when it was converted`)
const rows = (what: string) => `${what}, as rows that may hold rows. Empty where the statement has none.`

/** Of each model what one of its records is (``), and the members that mean something of their own there, by their path. */
const byModel: Readonly<Record<Models.ModelId, Readonly<Record<string, string>>>> = {
  ACCOUNTS: {
    "": "An account of the ledger, to which documents and their lines are booked.",
    category:
      "ASSET, EXPENSE, LIABILITY, EQUITY or INCOME; BANK for bank, cash and card accounts. UNKNOWN: the platform says something else.",
    currency_id: "Currency that the account is kept in; null where the platform keeps all in the base currency.",
    current_balance: "Balance when it was last read, signed as the platform signs it; null where it does not tell.",
    nominal_code: "Number of the account in the company's chart of accounts, such as `4000`.",
    parent_account_id: named("The account above it in the chart of accounts"),
    sub_category: "Finer kind of account, in the platform's own word, such as `Cost of Sales`."
  },
  ADDRESSES: { "": "A postal address of a contact or of the company." },
  BALANCE_SHEET: {
    "": "What the company owns and owes at the end of a period: one record for each period.",
    assets: rows("What the company owns"),
    equity: rows("What is the owners'"),
    liabilities: rows("What the company owes"),
    net_assets: "Assets less liabilities, in the statement's currency.",
    period_end: "The day whose evening the balance sheet shows."
  },
  BANK_ACCOUNTS: {
    "": "An account at a bank, a card or cash, as the books know it.",
    account_id: named("The ledger account behind the bank account"),
    account_name: "What people call the account.",
    account_number: "Number of the account at its bank; often masked by the platform.",
    balance: "What stands on it in the books, in its own currency, when it was last read.",
    category: "Kind of account, in the platform's own word, such as `CHECKING` or `CREDIT_CARD`.",
    currency_id: "Currency that the account is kept in.",
    iban: "International bank account number.",
    institution_name: "Bank or card company that keeps it.",
    routing_number: "Number of the bank where payments are sent to, such as an ABA number or a sort code."
  },
  BANK_TRANSACTIONS: {
    "": "A movement of money on a bank account: money out, money in, or a transfer between two of them.",
    account_id: named("The ledger account of the other side"),
    amount: "How much moved, always positive: `debit_or_credit` carries the direction.",
    debit_or_credit: "DEBIT is money out, CREDIT is money in.",
    description: "Text of the movement, as the bank or a person wrote it.",
    from_account_id: named("The bank account that the money left, for money out and transfers"),
    status: "How far the platform is with it, in its own word, such as `RECONCILED`.",
    to_account_id: named("The bank account that the money reached, for money in and transfers"),
    transaction_date: "When the money moved. A platform that knows only the day says midnight UTC of it.",
    type: "What kind of movement, in the platform's own word, such as `SPEND`, `RECEIVE` or `TRANSFER`."
  },
  BILLS: {
    "": "A bill that the company got from a vendor, and has to pay.",
    account_id: named("The payable account that what is owed stands on"),
    contact_id: named("The vendor who sent it"),
    document_number: "The vendor's number of the bill.",
    purchase_order_ids: "The purchase orders it was made of: their `platform_id`s. Empty for none.",
    status: artifactStatus,
    tax_inclusive: "Whether the prices of the lines hold the tax already."
  },
  BILL_CREDIT_NOTES: {
    "": "A credit that a vendor gave the company, to be used against bills.",
    ...creditNote,
    bill_ids: "The bills it was used against: their `platform_id`s. Empty for none.",
    contact_id: named("The vendor who gave it")
  },
  BILL_PAYMENTS: {
    "": "What of a payment went to one bill: a payment of three bills is three records with the same `payment_id`.",
    ...allocation,
    account_id: named("The account that was paid from"),
    bill_id: named("The bill that was paid"),
    contact_id: named("The vendor who was paid"),
    credit_note_id: named("The vendor's credit that was used in place of money")
  },
  CASH_FLOW_STATEMENT: {
    "": "Where money came from and went to in a period: one record for each period.",
    cash_at_beginning_of_period: "Cash when the period began, in the statement's currency.",
    cash_at_end_of_period: "Cash when the period ended, in the statement's currency.",
    financing_activities: rows("Money from and to owners and lenders"),
    investing_activities: rows("Money for and from what the company owns for long"),
    net_change_in_cash: "Cash at the end less cash at the beginning; negative where it became less.",
    operating_activities: rows("Money from and for the business itself")
  },
  COMPANY_INFO: {
    "": "The company itself, as its accounting platform knows it. One record for each connection.",
    base_currency: "ISO 4217 code of the currency that the books are kept in, such as `EUR`.",
    fiscal_start_at: "When the fiscal year starts: `MM-DD`, or a date.",
    legal_name: "Name in the register of companies.",
    name: "Name that the company trades under.",
    org_created_at: "When the company was set up at the platform."
  },
  CONTACTS: {
    "": "A customer or a vendor of the company.",
    contact_name: "The person to write to there.",
    contact_type:
      "CUSTOMER or VENDOR; who is both is a CUSTOMER, and `raw_data` tells. UNKNOWN: the platform does not say.",
    currency_id:
      "Currency that documents with the contact are in unless they say otherwise; null for the base currency.",
    email: "An e-mail address, in place of an external link of the type EMAIL.",
    name: "Name of the business, or of the person where there is none."
  },
  CONTACT_PERSONS: {
    "": "A person who works at a customer or vendor.",
    contact_id: named("The customer or vendor where the person works"),
    name: "Full name of the person."
  },
  CRM_ACTIVITIES: {
    "": "Something that was done or is planned with a customer: a call, a meeting, an e-mail.",
    company_id: named("The company it was with; of several the first"),
    contact_id: named("The person it was with; of several the first"),
    deal_id: named("The deal it was about; of several the first"),
    description: "Body of the e-mail, or notes on the call or meeting; it may hold HTML.",
    direction: "INBOUND: the customer began it. OUTBOUND: the company did. Null where that means nothing.",
    duration_seconds: "How long it lasted, in seconds.",
    end_date: "When it ended, or is to end.",
    lead_id: named("The lead it was with; of several the first"),
    location: "Where people meet: an address, a room or a link.",
    name: "Subject or title.",
    start_date: "When it began, or is to begin.",
    status: "OPEN: still to come or under way. COMPLETED, CANCELLED. UNKNOWN: the platform says something else.",
    type: "CALL, MEETING, EMAIL, TASK or NOTE; OTHER for all else."
  },
  CRM_ADDRESSES: { "": "A postal address of a person, company or lead in the CRM." },
  CRM_COMPANIES: {
    "": "A company that the CRM keeps: a customer, a prospect, a partner.",
    annual_revenue: "Revenue of a year, in `currency`.",
    industry: "Line of business, in the platform's own word.",
    parent_company_id: named("The company that owns it"),
    people_count: "How many people work there."
  },
  CRM_CONTACTS: {
    "": "A person that the CRM keeps.",
    company_id: named("The company where the person works first of all"),
    lead_source: "Where the person came from, in the platform's own word.",
    name: "Full name; where the platform has none, the e-mail address."
  },
  CRM_DEALS: {
    "": "A sale that is hoped for, under way, won or lost.",
    amount: "What the deal is worth, in `currency`.",
    close_date: "When it is expected to be closed; once it is closed, when it was.",
    company_id: named("The company that would buy"),
    contact_id: named("The person who is spoken to; of several the first"),
    lost_reason: "Why it was lost, in the platform's own words; null while it is not.",
    stage_id: named("How far it has come in its pipeline, a stage"),
    status: "Open, Won or Lost."
  },
  CRM_EXTERNAL_LINKS: { "": "An e-mail address or a web site of a person, company or lead.", ...link },
  CRM_LEADS: {
    "": "Somebody who may become a customer, before a person, company or deal is made of it.",
    amount: "What might be sold, in `currency`.",
    company_id: named("The company that is known already"),
    company_name: "Name of the company as it was typed on the lead, before it is converted.",
    contact_id: named("The person who is known already"),
    converted_at: "When it was converted; null while it is not.",
    converted_company_id: lead("company"),
    converted_contact_id: lead("person"),
    converted_deal_id: lead("deal"),
    name: "Title of the lead; where it has none, the name of the person.",
    status: "How far the lead is, in the platform's own word."
  },
  CRM_NOTES: {
    "": "A note that somebody wrote on a deal, company, person or lead.",
    company_id: named("The company it is on; of several the first"),
    contact_id: named("The person it is on; of several the first"),
    created_at: "When it was made at the platform, not the date that somebody gave it.",
    deal_id: named("The deal it is on; of several the first"),
    lead_id: named("The lead it is on; of several the first"),
    note: "The body as the platform stores it; it may hold HTML.",
    title: "Heading of the note.",
    user_id: named("Who wrote it, a CRM user")
  },
  CRM_PHONE_NUMBERS: { "": "A telephone number of a person, company or lead.", ...phone },
  CRM_PIPELINES: {
    "": "A way that deals go, from stage to stage.",
    currency: "ISO 4217 code of the currency of its deals; null where each deal says its own.",
    deal_probability:
      "How likely its deals are to be won, in percent from 0 to 100; null where each stage says its own."
  },
  CRM_STAGES: {
    "": "A step of a pipeline, in which deals stand.",
    deal_probability: "How likely a deal in this stage is to be won, in percent from 0 to 100.",
    display_order: "Place in its pipeline, the smallest first.",
    is_closed: "Whether a deal in this stage is done with, won or lost.",
    is_won: "Whether a deal in this stage is won.",
    pipeline_id: named("The pipeline it is a step of")
  },
  CRM_TASKS: {
    "": "Something that somebody at the company is to do.",
    company_id: named("The company it is about"),
    completed_at: "When it was done; null while it is not.",
    contact_id: named("The person it is about"),
    due_date: "Until when it is to be done.",
    name: "Subject of the task.",
    parent_task_id: named("The task that it is a part of"),
    priority: "HIGH, NORMAL or LOW; null where the platform has none.",
    status: "OPEN: not begun. IN_PROGRESS, COMPLETED. DEFERRED: put off. UNKNOWN: the platform says something else.",
    user_id: named("Who is to do it, a CRM user")
  },
  CRM_USERS: {
    "": "Somebody at the company who works with the CRM.",
    currency: "ISO 4217 code of the currency that the user sees amounts in.",
    email: "E-mail address that the user signs in with or is written to.",
    name: "Full name of the user.",
    status: "ACTIVE: can sign in. ARCHIVED: no longer. UNKNOWN: the platform says something else."
  },
  CURRENCIES: {
    "": "A currency that the company uses.",
    code: "ISO 4217 code, such as `EUR`.",
    exchange_rate:
      "Units of the company's base currency for one unit of this one, as the platform last knew it; null where it knows none.",
    is_base_currency: "Whether the books are kept in it: exactly one currency of a connection.",
    name: "Name of the currency in words, such as `Euro`.",
    symbol: "Sign that stands before or after amounts, such as `€`."
  },
  DOCUMENTS: {
    "": "A file that is attached to a bill, an invoice or another document.",
    document_type: "Data model of the record that the file is attached to.",
    document_type_id: "The record that the file is attached to: its `platform_id`.",
    document_uploaded: "Whether the file itself is there, and not its entry alone.",
    file_name: "Name of the file, with its ending.",
    file_size: "Size in bytes, as a text.",
    file_type: "Media type such as `application/pdf`, or the ending where the platform knows no more."
  },
  ECOMMERCE_CUSTOMERS: {
    "": "A customer of the shop.",
    address: "The address that is used when none is said; null where the shop keeps none.",
    company_name: "The business that the customer buys for.",
    currency_id: "Currency that the customer pays in; null where the shop does not say.",
    email: "E-mail address the shop writes to.",
    name: "Full name, as the shop shows it.",
    note: "What the shop's people wrote about the customer.",
    phone: "Telephone number; in no fixed form."
  },
  ECOMMERCE_LINE_ITEMS: {
    "": "A line of an order.",
    ...line,
    item_id: named("The product, or the variant where only that is known"),
    sku: "Stock keeping unit of what was sold, as it was when it was ordered.",
    tax_id: "The tax that is charged on the line: its id at the shop; null where there is none."
  },
  ECOMMERCE_ORDERS: {
    "": "An order of a customer in the shop.",
    amount_due: "What the customer has still to pay, in the order's currency.",
    billing_address: "Where the invoice goes; null where the order has no address of its own for it.",
    customer_id: named("Who ordered, a customer of the shop; null for a guest"),
    description: "Note on the order.",
    fulfillment_status:
      "PENDING: nothing sent. PARTIAL: some of it sent. SHIPPED, DELIVERED, CANCELLED, RETURNED. UNKNOWN: the shop says something else.",
    order_name: "The order as people see it, such as `#1001`.",
    order_number: "Number of the order, given by the shop.",
    order_status: "OPEN: still something to do. CLOSED: done. CANCELLED. UNKNOWN: the shop says something else.",
    payment_status:
      "How far it is paid. AUTHORIZED: promised by the card, not taken yet. VOIDED: taken back before it was taken. UNKNOWN: the shop says something else.",
    reference: "A reference from outside, such as the customer's own order number.",
    refunded_amount: "What was paid back, in the order's currency.",
    shipping_address: "Where the goods go; null for what is not sent.",
    shipping_amount: "What sending costs the customer, in the order's currency."
  },
  ECOMMERCE_PRODUCTS: {
    "": "Something the shop sells, with its variants.",
    description: "Text that the shop shows; it may hold HTML.",
    sku: "Stock keeping unit; null where only its variants have one.",
    tags: "Words that the shop sorts its products by. Empty for none.",
    unit_price: "Price of one unit in the shop's currency; of several variants that of the first.",
    variants: "What it can be had as, such as sizes and colours. A list, never null.",
    "variants.name": "What tells the variant from the others, such as `Large / Red`.",
    "variants.platform_id": "Identifier of the variant at the shop: lines of orders name it in `variant_id`.",
    "variants.quantity_on_hand": "Units of the variant in stock when it was last read; null where stock is not kept.",
    "variants.sku": "Stock keeping unit of the variant.",
    "variants.unit_price": "Price of one unit of the variant in the shop's currency."
  },
  EXPENSES: {
    "": "Money that the company spent at once, without a bill to be paid later.",
    account_id: named("The account that was paid from"),
    contact_id: named("The vendor who was paid"),
    document_number: "Number or reference of the receipt."
  },
  EXTERNAL_LINKS: { "": "An e-mail address or a web site of a contact or of the company.", ...link },
  INCOME_STATEMENT: {
    "": "What the company earned and spent in a period: one record for each period.",
    cost_of_goods_sold: rows("What it cost to make or buy what was sold"),
    earnings_before_taxes: "Profit before taxes, in the statement's currency.",
    gross_profit: "Revenue less the cost of goods sold, in the statement's currency.",
    net_profit: "What is left after everything, in the statement's currency; negative for a loss.",
    non_operating_expenses: rows("What was spent beside the business, such as interest"),
    non_operating_revenue: rows("What was earned beside the business, such as interest"),
    operating_expenses: rows("What it cost to run the business"),
    operating_profit: "Gross profit less operating expenses, in the statement's currency.",
    revenue: rows("What was earned by selling"),
    taxes: rows("Taxes on what was earned")
  },
  INVOICES: {
    "": "An invoice that the company sent to a customer, who has to pay it.",
    contact_id: named("The customer who gets it"),
    sales_order_ids: "The sales orders it was made of: their `platform_id`s. Empty for none.",
    status: artifactStatus
  },
  INVOICE_CREDIT_NOTES: {
    "": "A credit that the company gave a customer, to be used against invoices.",
    ...creditNote,
    contact_id: named("The customer who got it"),
    invoice_ids: "The invoices it was used against: their `platform_id`s. Empty for none."
  },
  INVOICE_PAYMENTS: {
    "": "What of a customer's payment went to one invoice: a payment of three invoices is three records with the same `payment_id`.",
    ...allocation,
    account_id: named("The account that was paid into"),
    contact_id: named("The customer who paid"),
    credit_note_id: named("The credit of the customer that was used in place of money"),
    invoice_id: named("The invoice that was paid")
  },
  ITEMS: {
    "": "Something the company buys or sells.",
    ...priced("bill"),
    ...priced("invoice"),
    type: "INVENTORY: its stock is kept. NON_INVENTORY: goods without stock. SERVICE. UNKNOWN: the platform says something else."
  },
  JOURNAL_ENTRIES: {
    "": "An entry in the ledger: lines that balance.",
    account_id: named("The account of the entry as a whole, where the platform books one"),
    amount: "Sum of the debit lines, in the entry's currency; worked out of the lines.",
    journal_entry_type:
      "What kind of entry: `MANUAL`, or the kind of document that made it, in the platform's own word.",
    journal_lines: "The lines: their debits and credits are the same sum. A list, never null.",
    status: "DRAFT: not posted yet. SUBMITTED: posted. VOID: taken back. UNKNOWN: the platform says something else."
  },
  JOURNAL_LINES: {
    "": "A line of a journal entry: so much to the debit or credit of one account.",
    account_id: named("The account that is debited or credited"),
    journal_entry_id: "The entry that holds the line: its `platform_id`.",
    net_amount: "How much, without tax and always positive: `type` carries the sign.",
    type: "DEBIT or CREDIT."
  },
  LINE_ITEMS: {
    "": "A line of a bill, an invoice, an expense, an order or a credit note.",
    ...line,
    account_id: named("The ledger account that the line is booked to"),
    project_id: "The project or job that it is counted to: its id at the platform; null where there is none.",
    item_id: named("What is bought or sold in the line, an item")
  },
  PAYMENT_ADDRESSES: { "": "A postal address of a customer who pays." },
  PAYMENT_BALANCES: {
    "": "What the payments platform holds for the company: one record for each currency.",
    available_balance: "What can be paid out now.",
    currency_id: "Currency of the three amounts, as an ISO 4217 code.",
    pending_balance: "What was paid, and cannot be paid out yet.",
    total_balance: "Available and pending together."
  },
  PAYMENT_CUSTOMERS: {
    "": "A customer of the company, as the payments platform knows it.",
    currency_id: "Currency that the customer is charged in unless something else is said."
  },
  PAYMENT_DISPUTES: {
    "": "A payment that the payer asks back through the bank.",
    amount: "How much is asked back, in the dispute's currency.",
    due_date: "Until when evidence can be given; null where there is no such day.",
    payment_id: named("The payment that is disputed"),
    reason_code: "Why, as a code of the platform or of the card scheme.",
    reason_description: "Why, in words.",
    status:
      "OPEN: an answer is needed. PENDING: it is being looked at. WON: the company keeps the money. LOST: it does not. CLOSED: ended without either. UNKNOWN: the platform says something else."
  },
  PAYMENT_EXTERNAL_LINKS: { "": "An e-mail address or a web site of a customer who pays.", ...link },
  PAYMENT_INVOICES: {
    "": "An invoice that the payments platform sends and collects.",
    contact_id: named("The customer who is to pay, a payment customer"),
    payment_link: "Address of the page where it can be paid; made by the platform.",
    status: artifactStatus
  },
  PAYMENT_ITEMS: { "": "Something that is sold through the payments platform." },
  PAYMENT_LINE_ITEMS: {
    "": "A line of an invoice or payment link of the payments platform.",
    ...line,
    item_id: named("What is sold in the line, a payment item"),
    tax_id: named("The tax rate that is charged on the line, a payment tax rate")
  },
  PAYMENT_ORDERS: {
    "": "An order to pay: what a customer is to pay, before and until it is paid.",
    amount: "What is to be paid, in the order's currency.",
    amount_due: "What of it is still to be paid, in the order's currency.",
    reference: "The company's own reference of the order, such as a receipt number.",
    status: "CREATED: nobody has tried to pay. ATTEMPTED: somebody has. PAID. CANCELLED."
  },
  PAYMENT_PAYMENTS: {
    "": "A payment that a customer made or tried to make.",
    amount: "What was to be paid, in the payment's currency.",
    amount_refunded: "What of it was paid back so far.",
    customer_id: named("Who paid, a payment customer"),
    fee_amount: "What the platform keeps for it, in the payment's currency.",
    invoice_id: named("The invoice it pays, a payment invoice"),
    order_id: named("The order it pays, a payment order"),
    payment_method: "How it was paid: UPI, EMI, NET_BANKING, WALLET, CARD, or the platform's own word in upper case.",
    status:
      "CREATED: begun. ATTEMPTED: authorised or under way. PAID: the money is there. FAILED. UNKNOWN: the platform says something else."
  },
  PAYMENT_PAYMENT_LINKS: {
    "": "An address that can be sent to somebody, who pays there.",
    amount: "What is paid there, in the link's currency; null where the payer says how much.",
    customer_id: named("Who is to pay, a payment customer"),
    link: "The address of the page; made by the platform.",
    payment_id: named("The payment that was made there"),
    status: "ACTIVE: it can be paid. INACTIVE: paid, expired or closed. UNKNOWN: the platform says something else."
  },
  PAYMENT_PAYOUTS: {
    "": "Money that the platform sent from the company's balance to its bank.",
    amount: "What was sent, in the payout's currency.",
    arrival_date: "When it reaches the bank account, as far as the platform knows.",
    bank_account_id: "The bank account it goes to: its id at the platform; null where it does not say.",
    description: "Text that stands with it on the bank statement or at the platform.",
    status: "CREATED: on its way. SUCCESS: arrived. FAILED: came back. UNKNOWN: the platform says something else."
  },
  PAYMENT_PHONE_NUMBERS: { "": "A telephone number of a customer who pays.", ...phone },
  PAYMENT_REFUNDS: {
    "": "Money of a payment that was paid back.",
    amount: "What was paid back, in the refund's currency.",
    payment_id: named("The payment that it is of"),
    reason: "Why it was paid back, in the platform's own word.",
    status: "PENDING: under way. SUCCESS: paid back. FAILED: it was not. UNKNOWN: the platform says something else."
  },
  PAYMENT_TAX_RATES: {
    "": "A tax rate of the payments platform.",
    country: "Country where it holds, as an ISO 3166 code.",
    is_inclusive: "Whether prices hold the tax already.",
    rate: "In percent: 18 is 18 %."
  },
  PAYMENT_TRANSACTIONS: {
    "": "A movement on the company's balance at the payments platform.",
    amount: "How much moved before fees, in the balance's currency; negative for what went out.",
    fee_amount: "What the platform kept of it.",
    net_amount: "What the balance changed by: the amount less the fee.",
    payout_id: named("The payout that it left with"),
    source: "The record behind the movement, such as a payment or a refund: its `platform_id`.",
    status: "How far it is, in the platform's own word, such as `available`.",
    type: "What kind of movement, in the platform's own word, such as `charge` or `refund`."
  },
  PHONE_NUMBERS: { "": "A telephone number of a contact or of the company.", ...phone },
  PURCHASE_ORDERS: {
    "": "What the company ordered from a vendor.",
    bill_ids: "The bills that were made of it: their `platform_id`s. Empty for none.",
    contact_id: named("The vendor who is to deliver"),
    delivery_date: "When it is to be delivered; midnight UTC of the day.",
    status: orderStatus
  },
  SALES_ORDERS: {
    "": "What a customer ordered from the company.",
    contact_id: named("The customer who ordered"),
    delivery_date: "When it is to be delivered; midnight UTC of the day.",
    invoice_ids: "The invoices that were made of it: their `platform_id`s. Empty for none.",
    status: orderStatus
  },
  TAX_RATES: {
    "": "A rate of tax, or several that are charged together.",
    components: "The taxes that it is made of, where they are several. A list, never null.",
    "components.is_compound": "Whether it is charged on the others as well.",
    "components.name": "Name of the tax, such as `State tax`.",
    "components.rate": "In percent: 18 is 18 %.",
    "components.tax_agency": "Whom the tax is paid to.",
    effective_tax_rate: "In percent: 18 is 18 %. What is charged in effect, when taxes on taxes are counted.",
    tax_type: "Kind of tax, in the platform's own word, such as `OUTPUT` or `VAT`.",
    total_tax_rate: "In percent: 18 is 18 %. The sum of its components."
  },
  TRACKING_CATEGORIES: {
    "": "A class, department, location or the like by which amounts are counted.",
    has_children: "Whether there are some below it.",
    parent_id: named("The tracking category above it"),
    type: "CLASS, DEPARTMENT or LOCATION; OTHER for all else."
  }
}

/** Members of a row of a financial statement. */
const rowMembers: Readonly<Record<string, string>> = {
  name: "What the row is called in the statement.",
  value: "How much, in the statement's currency; of a group the sum of its rows.",
  account_id: "The ledger account of the row: its `platform_id`; null for a group.",
  line_items: "The rows of a group. Empty for an account."
}

/** What one record of a data model is. */
export const model = (id: Models.ModelId): string => byModel[id][""]!

/** What a member of a data model means, by its path in the record: `memo`, `line_items.quantity`. */
export const member = (id: Models.ModelId, path: string): string | undefined => {
  const own = byModel[id][path]
  if (own !== undefined) return own
  const [head, ...rest] = path.split(".")
  const field = (Models.get(id).fields as Fields)[head!]
  if (rest.length > 0 && field?.of !== undefined) return member(field.of.id as Models.ModelId, rest.join("."))
  return byName[rest.at(-1) ?? head!] ?? (Object.hasOwn(common, path) ? common[path] : undefined)
}

/** What an element of a list, or an object, is. */
const elements: Readonly<Record<string, string>> = {
  addresses: "A postal address.",
  components: "One of the taxes that a rate is made of.",
  external_links: "An e-mail address or a web site.",
  journal_lines: "A line of a journal entry.",
  line_items: "A line of a document.",
  phone_numbers: "A telephone number.",
  variants: "What a product can be had as."
}
/** What the objects of a member are, such as the elements of `line_items`. */
export const element = (name: string, { description }: Field): string => elements[name] ?? description ?? ""

/** Whether a member holds the rows of a financial statement. */
export const isStatement = ({ members }: Field): boolean =>
  members !== undefined && "value" in members && "line_items" in members

/** Fields of a data model, or of an item of its writes, with what they mean. */
export const described = (id: string, fields: Fields, path = ""): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const whole = path === "" ? name : `${path}.${name}`
      const description = field.description ?? member(id as Models.ModelId, whole)
      const own: Field = description === undefined ? field : { ...field, description }
      if (field.members === undefined) return [name, own]
      return [name, { ...own, members: isStatement(field) ? field.members : described(id, field.members, whole) }]
    })
  )
/** The members of a statement's row, with what they mean. */
export const rowsOf = (members: Fields): Fields =>
  Object.fromEntries(
    Object.entries(members).map(([name, field]) => [name, { ...field, description: rowMembers[name]! }])
  )

/** What an embedded record is, beside the member that names it. */
export const relation = (id: string, name: string, relation: Relation): string => {
  if (relation._tag === "Records") return ""
  const only = `Only with \`expand=${name}\`.`
  const title = Models.get(relation.model as Models.ModelId).title
  return relation._tag === "One"
    ? `The record of ${relation.model} that \`${relation.by}\` names; null when there is none. ${only}`
    : `The records of ${relation.model} whose \`${relation.by}\` names this ${Models.get(id as Models.ModelId).title.toLowerCase()}, oldest first: each ${/^[aeiou]/i.test(title) ? "an" : "a"} ${title.toLowerCase()}. ${only}`
}

/** Words that no member needs: of members that are not there. */
export const unused = (): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const fieldAt = (fields: Fields, [head, ...rest]: ReadonlyArray<string>): Field | undefined => {
    const field = fields[head!]
    return rest.length === 0 ? field : fieldAt(field?.members ?? {}, rest)
  }
  const walk = (fields: Fields): void => {
    for (const [name, field] of Object.entries(fields)) {
      seen.add(name)
      if (field.members !== undefined && !isStatement(field)) walk(field.members)
    }
  }
  const strangers = Models.modelIds.flatMap((id) => {
    const { fields, inputs } = Models.get(id)
    const all: Fields = { ...fields, ...inputs }
    walk(all)
    return Object.keys(byModel[id]).flatMap((path) =>
      path === "" || fieldAt(all, path.split(".")) !== undefined ? [] : [`${id}.${path}`]
    )
  })
  return [...strangers, ...Object.keys(byName).filter((name) => !seen.has(name))]
}
