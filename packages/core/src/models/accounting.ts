/** The accounting data models. */
import * as Field from "../Field.ts"
import * as Model from "../Model.ts"
import * as Shared from "./shared.ts"

export const EXTERNAL_LINKS = Shared.links("EXTERNAL_LINKS", "ACCOUNTING")
export const PHONE_NUMBERS = Shared.phones("PHONE_NUMBERS", "ACCOUNTING")
export const ADDRESSES = Shared.addresses("ADDRESSES", "ACCOUNTING")

export const LINE_ITEMS = Model.subModel("LINE_ITEMS", {
  category: "ACCOUNTING",
  title: "Line item",
  parent: { type: "line_item_type", id: "line_item_type_id" },
  fields: {
    line_item_type: Field.text,
    line_item_type_id: Field.text,
    tracking_category_ids: Field.texts,
    project_id: Field.text,
    item_id: Field.text,
    tax_id: Field.text,
    account_id: Field.text,
    description: Field.text,
    quantity: Field.number,
    unit_amount: Field.number,
    total_amount: Field.number,
    sub_total: Field.number,
    tax_amount: Field.number,
    total_discount: Field.number
  },
  relations: {
    item: Model.one("ITEMS", "item_id"),
    tax: Model.one("TAX_RATES", "tax_id"),
    account: Model.one("ACCOUNTS", "account_id")
  }
})

export const EXPENSES = Model.model("EXPENSES", {
  category: "ACCOUNTING",
  title: "Expense",
  fields: {
    contact_id: Field.text,
    account_id: Field.text,
    document_number: Field.text,
    posted_date: Field.dateTime,
    payment_mode: Field.text,
    currency_id: Field.text,
    currency_rate: Field.number,
    total_amount: Field.number,
    sub_total: Field.number,
    tax_amount: Field.number,
    total_discount: Field.number,
    memo: Field.text,
    line_items: Field.records(LINE_ITEMS)
  },
  relations: {
    account: Model.one("ACCOUNTS", "account_id"),
    line_items: Model.records("line_items"),
    contact: Model.one("CONTACTS", "contact_id"),
    currency: Model.one("CURRENCIES", "currency_id"),
    documents: Model.many("DOCUMENTS", "document_type_id", "document_type")
  }
})

export const CURRENCIES = Model.model("CURRENCIES", {
  category: "ACCOUNTING",
  title: "Currency",
  fields: {
    name: Field.text,
    code: Field.text,
    symbol: Field.text,
    is_base_currency: Field.boolean,
    exchange_rate: Field.number
  }
})

export const CONTACTS = Model.model("CONTACTS", {
  category: "ACCOUNTING",
  title: "Contact",
  fields: {
    name: Field.text,
    contact_name: Field.text,
    currency_id: Field.text,
    tax_number: Field.text,
    registration_number: Field.text,
    status: Shared.baseStatus,
    contact_type: Field.oneOf(["CUSTOMER", "VENDOR", "UNKNOWN"]),
    external_links: Field.records(EXTERNAL_LINKS),
    phone_numbers: Field.records(PHONE_NUMBERS),
    addresses: Field.records(ADDRESSES)
  }
})
