/** The accounting data models that are not documents or statements: the books' own lists, contacts and bank records. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "ACCOUNTING"
const currency = Model.one("CURRENCIES", "currency_id")

export const EXTERNAL_LINKS = Shared.links("EXTERNAL_LINKS", category)
export const PHONE_NUMBERS = Shared.phones("PHONE_NUMBERS", category)
export const ADDRESSES = Shared.addresses("ADDRESSES", category)

export const ACCOUNTS = Model.model("ACCOUNTS", {
  category,
  title: "Account",
  needs: ["name"],
  natural: "nominal_code",
  fields: {
    name: Field.text,
    description: Field.text,
    nominal_code: Field.text,
    status: Shared.baseStatus,
    category: Field.oneOf(["ASSET", "EXPENSE", "LIABILITY", "EQUITY", "INCOME", "BANK", "UNKNOWN"]),
    sub_category: Field.text,
    current_balance: Shared.known,
    currency_id: Field.text,
    parent_account_id: Field.text
  },
  relations: { parent_account: Model.one("ACCOUNTS", "parent_account_id"), currency }
})

export const BANK_ACCOUNTS = Model.model("BANK_ACCOUNTS", {
  category,
  title: "Bank account",
  needs: ["account_name"],
  fields: {
    institution_name: Field.text,
    account_name: Field.text,
    account_number: Field.text,
    currency_id: Field.text,
    category: Field.text,
    balance: Shared.known,
    available_balance: Shared.known,
    account_id: Field.text,
    iban: Field.text,
    routing_number: Field.text,
    status: Shared.baseStatus
  },
  relations: { currency, account: Model.one("ACCOUNTS", "account_id") }
})

export const BANK_TRANSACTIONS = Model.model("BANK_TRANSACTIONS", {
  category,
  title: "Bank transaction",
  needs: ["amount"],
  date: "transaction_date",
  writes: Model.voidable,
  fields: {
    account_id: Field.text,
    from_account_id: Field.text,
    to_account_id: Field.text,
    contact_id: Field.text,
    amount: Shared.amount,
    type: Field.text,
    debit_or_credit: Shared.debitOrCredit,
    status: Field.computed(Field.text),
    currency_id: Shared.currencyOfAmounts,
    currency_rate: Shared.currencyRate,
    transaction_date: Field.dateTime,
    description: Field.text,
    reference: Field.text
  },
  relations: {
    account: Model.one("ACCOUNTS", "account_id"),
    from_account: Model.one("ACCOUNTS", "from_account_id"),
    to_account: Model.one("ACCOUNTS", "to_account_id"),
    contact: Model.one("CONTACTS", "contact_id"),
    currency
  }
})

export const COMPANY_INFO = Model.model("COMPANY_INFO", {
  category,
  title: "Company info",
  writes: [],
  fields: {
    name: Field.text,
    legal_name: Field.text,
    tax_number: Field.text,
    registration_number: Field.text,
    base_currency: Field.text,
    fiscal_start_at: Field.text,
    org_created_at: Field.dateTime,
    country: Field.text,
    external_links: Field.records(EXTERNAL_LINKS),
    phone_numbers: Field.records(PHONE_NUMBERS),
    addresses: Field.records(ADDRESSES)
  }
})

export const CONTACTS = Model.model("CONTACTS", {
  category,
  title: "Contact",
  needs: ["name"],
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
  },
  inputs: { email: Field.text },
  relations: { currency }
})

export const CONTACT_PERSONS = Model.model("CONTACT_PERSONS", {
  category,
  title: "Contact person",
  writes: [],
  fields: {
    contact_id: Field.text,
    name: Field.text,
    first_name: Field.text,
    last_name: Field.text,
    title: Field.text,
    is_primary: Field.boolean,
    external_links: Field.records(EXTERNAL_LINKS),
    phone_numbers: Field.records(PHONE_NUMBERS)
  },
  relations: { contact: Model.one("CONTACTS", "contact_id") }
})

export const CURRENCIES = Model.model("CURRENCIES", {
  category,
  title: "Currency",
  needs: ["code"],
  natural: "code",
  fields: {
    name: Field.text,
    code: Field.text,
    symbol: Field.text,
    is_base_currency: Field.computed(Field.boolean),
    exchange_rate: Field.rate
  }
})

export const DOCUMENTS = Model.model("DOCUMENTS", {
  category,
  title: "Document",
  writes: [],
  fields: {
    file_name: Field.text,
    file_type: Field.text,
    file_size: Field.text,
    document_type_id: Field.text,
    document_type: Field.oneOf(Shared.accountingDocuments),
    document_uploaded: Field.boolean
  }
})

const priced = Field.object({
  tax_id: Field.reference("TAX_RATES"),
  account_id: Field.reference("ACCOUNTS"),
  unit_price: Field.number,
  description: Field.text
})
export const ITEMS = Model.model("ITEMS", {
  category,
  title: "Item",
  natural: "code",
  fields: {
    name: Field.text,
    description: Field.text,
    status: Shared.baseStatus,
    type: Field.oneOf(["INVENTORY", "NON_INVENTORY", "SERVICE", "UNKNOWN"]),
    code: Field.text,
    quantity_on_hand: Field.number,
    is_bill_item: Field.boolean,
    bill_item: priced,
    is_invoice_item: Field.boolean,
    invoice_item: priced
  }
})

export const TAX_RATES = Model.model("TAX_RATES", {
  category,
  title: "Tax rate",
  natural: "code",
  fields: {
    name: Field.text,
    code: Field.text,
    tax_type: Field.text,
    effective_tax_rate: Field.computed(Field.number),
    total_tax_rate: Field.number,
    components: Field.objects({
      name: Field.text,
      rate: Field.number,
      tax_agency: Field.text,
      is_compound: Field.boolean
    })
  }
})

export const TRACKING_CATEGORIES = Model.model("TRACKING_CATEGORIES", {
  category,
  title: "Tracking category",
  needs: ["name"],
  fields: {
    name: Field.text,
    status: Shared.baseStatus,
    parent_id: Field.text,
    has_children: Field.computed(Field.boolean),
    type: Field.oneOf(["CLASS", "DEPARTMENT", "LOCATION", "OTHER"])
  },
  relations: { parent: Model.one("TRACKING_CATEGORIES", "parent_id") }
})
