/** The payments data models. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"
import * as Shared from "./shared.ts"

const category = "PAYMENTS"
const payment = Model.one("PAYMENT_PAYMENTS", "payment_id")
const customer = Model.one("PAYMENT_CUSTOMERS", "customer_id")

export const PAYMENT_EXTERNAL_LINKS = Shared.links("PAYMENT_EXTERNAL_LINKS", category)
export const PAYMENT_PHONE_NUMBERS = Shared.phones("PAYMENT_PHONE_NUMBERS", category)
export const PAYMENT_ADDRESSES = Shared.addresses("PAYMENT_ADDRESSES", category)

export const PAYMENT_LINE_ITEMS = Model.subModel("PAYMENT_LINE_ITEMS", {
  category,
  title: "Payment line item",
  parent: { type: "line_item_type", id: "line_item_type_id" },
  hasUpdatedAt: true,
  fields: {
    line_item_type: Field.computed(Field.oneOf(["PAYMENT_INVOICES", "PAYMENT_PAYMENT_LINKS"])),
    line_item_type_id: Field.computed(Field.text),
    item_id: Field.text,
    tax_id: Field.text,
    description: Field.text,
    quantity: Field.number,
    unit_amount: Field.number,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_amount: Shared.total,
    total_discount: Shared.amount
  },
  relations: { item: Model.one("PAYMENT_ITEMS", "item_id"), tax: Model.one("PAYMENT_TAX_RATES", "tax_id") }
})

export const PAYMENT_CUSTOMERS = Model.model("PAYMENT_CUSTOMERS", {
  category,
  title: "Payment customer",
  fields: {
    name: Field.text,
    description: Field.text,
    tax_number: Field.text,
    currency_id: Field.text,
    status: Shared.baseStatus,
    external_links: Field.records(PAYMENT_EXTERNAL_LINKS),
    phone_numbers: Field.records(PAYMENT_PHONE_NUMBERS),
    addresses: Field.records(PAYMENT_ADDRESSES),
    created_at: Shared.createdAt
  }
})

export const PAYMENT_INVOICES = Model.model("PAYMENT_INVOICES", {
  category,
  title: "Payment invoice",
  needs: ["contact_id", "currency_id", "line_items"],
  date: "posted_date",
  writes: Model.voidable,
  natural: "document_number",
  fields: {
    contact_id: Field.text,
    currency_id: Shared.currencyOfAmounts,
    document_number: Field.text,
    posted_date: Field.dateTime,
    due_date: Field.dateTime,
    status: Shared.artifactStatus,
    total_discount: Shared.amount,
    sub_total: Shared.total,
    tax_amount: Shared.total,
    total_amount: Shared.total,
    amount_due: Shared.total,
    memo: Field.text,
    payment_link: Field.computed(Field.text),
    line_items: Field.essential(Field.records(PAYMENT_LINE_ITEMS))
  },
  relations: { contact: Model.one("PAYMENT_CUSTOMERS", "contact_id"), line_items: Model.records("line_items") }
})

export const PAYMENT_ITEMS = Model.model("PAYMENT_ITEMS", {
  category,
  title: "Payment item",
  needs: ["name"],
  natural: "code",
  fields: {
    name: Field.text,
    description: Field.text,
    code: Field.text,
    unit_price: Field.number,
    currency_id: Field.text,
    status: Shared.baseStatus,
    created_at: Shared.createdAt
  }
})

export const PAYMENT_TAX_RATES = Model.model("PAYMENT_TAX_RATES", {
  category,
  title: "Payment tax rate",
  needs: ["name", "rate"],
  fields: {
    name: Field.text,
    description: Field.text,
    rate: Field.number,
    country: Field.text,
    is_inclusive: Field.boolean,
    status: Shared.baseStatus,
    created_at: Shared.createdAt
  }
})

export const PAYMENT_ORDERS = Model.model("PAYMENT_ORDERS", {
  category,
  title: "Payment order",
  needs: ["amount", "currency_id"],
  date: "created_at",
  writes: Model.voidable,
  fields: {
    created_at: Shared.createdAt,
    reference: Field.text,
    amount: Shared.amount,
    amount_due: Shared.total,
    status: Field.computed(Field.oneOf(["CREATED", "ATTEMPTED", "PAID", "CANCELLED"])),
    currency_id: Shared.currencyOfAmounts
  }
})

export const PAYMENT_PAYMENTS = Model.model("PAYMENT_PAYMENTS", {
  category,
  title: "Payment",
  date: "created_at",
  writes: Model.voidable,
  fields: {
    amount: Shared.amount,
    amount_refunded: Shared.total,
    fee_amount: Shared.total,
    currency_id: Shared.currencyOfAmounts,
    status: Field.computed(Field.oneOf(["CREATED", "ATTEMPTED", "PAID", "FAILED", "UNKNOWN"])),
    description: Field.text,
    reference: Field.text,
    customer_id: Field.text,
    invoice_id: Field.text,
    order_id: Field.text,
    payment_method: Field.text,
    created_at: Shared.createdAt
  },
  relations: {
    customer,
    invoice: Model.one("PAYMENT_INVOICES", "invoice_id"),
    order: Model.one("PAYMENT_ORDERS", "order_id")
  }
})

export const PAYMENT_REFUNDS = Model.model("PAYMENT_REFUNDS", {
  category,
  title: "Refund",
  needs: ["payment_id"],
  date: "created_at",
  writes: Model.voidable,
  fields: {
    amount: Shared.amount,
    currency_id: Shared.currencyOfAmounts,
    payment_id: Field.text,
    description: Field.text,
    reason: Field.text,
    reference: Field.text,
    status: Field.computed(Field.oneOf(["PENDING", "SUCCESS", "FAILED", "UNKNOWN"])),
    created_at: Shared.createdAt
  },
  relations: { payment }
})

export const PAYMENT_DISPUTES = Model.model("PAYMENT_DISPUTES", {
  category,
  title: "Dispute",
  date: "created_at",
  writes: ["update"],
  fields: {
    amount: Shared.total,
    currency_id: Field.computed(Shared.currencyOfAmounts),
    status: Field.oneOf(["OPEN", "PENDING", "WON", "LOST", "CLOSED", "UNKNOWN"]),
    reason_code: Field.computed(Field.text),
    reason_description: Field.text,
    payment_id: Field.computed(Field.text),
    due_date: Field.computed(Field.dateTime),
    created_at: Shared.createdAt
  },
  relations: { payment }
})

export const PAYMENT_PAYMENT_LINKS = Model.model("PAYMENT_PAYMENT_LINKS", {
  category,
  title: "Payment link",
  needs: ["currency_id"],
  writes: Model.voidable,
  fields: {
    description: Field.text,
    amount: Shared.amount,
    currency_id: Shared.currencyOfAmounts,
    link: Field.computed(Field.text),
    status: Field.oneOf(["ACTIVE", "INACTIVE", "UNKNOWN"]),
    customer_id: Field.text,
    payment_id: Field.computed(Field.text),
    line_items: Field.essential(Field.records(PAYMENT_LINE_ITEMS)),
    created_at: Shared.createdAt
  },
  relations: { customer, payment, line_items: Model.records("line_items") }
})

export const PAYMENT_PAYOUTS = Model.model("PAYMENT_PAYOUTS", {
  category,
  title: "Payout",
  needs: ["amount", "currency_id"],
  date: "created_at",
  writes: Model.voidable,
  fields: {
    amount: Shared.amount,
    currency_id: Shared.currencyOfAmounts,
    description: Field.text,
    status: Field.computed(Field.oneOf(["CREATED", "SUCCESS", "FAILED", "UNKNOWN"])),
    arrival_date: Field.computed(Field.dateTime),
    bank_account_id: Field.text,
    created_at: Shared.createdAt
  }
})

export const PAYMENT_TRANSACTIONS = Model.model("PAYMENT_TRANSACTIONS", {
  category,
  title: "Balance transaction",
  date: "created_at",
  writes: [],
  fields: {
    amount: Shared.amount,
    fee_amount: Shared.total,
    net_amount: Shared.amount,
    type: Field.text,
    description: Field.text,
    currency_id: Shared.currencyOfAmounts,
    status: Field.text,
    source: Field.text,
    payout_id: Field.text,
    created_at: Shared.createdAt
  },
  relations: { payout: Model.one("PAYMENT_PAYOUTS", "payout_id") }
})

export const PAYMENT_BALANCES = Model.model("PAYMENT_BALANCES", {
  category,
  title: "Balance",
  writes: [],
  fields: {
    total_balance: Shared.amount,
    available_balance: Shared.amount,
    pending_balance: Shared.amount,
    currency_id: Shared.currencyOfAmounts
  }
})
