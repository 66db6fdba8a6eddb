/** What can be written: one entry for each write of the interface, with the members of an item. */
import * as Field from "../Field.ts"
import * as WriteModel from "../WriteModel.ts"

const line = {
  account_id: Field.text,
  item_id: Field.text,
  tax_id: Field.text,
  description: Field.text,
  quantity: Field.number,
  unit_amount: Field.number,
  total_discount: Field.number
}

export const purchaseOrder = WriteModel.make("PURCHASE_ORDERS", "create", {
  path: "/accounting/purchase_orders",
  fields: {
    contact_id: Field.text,
    document_number: Field.text,
    currency_id: Field.text,
    posted_date: Field.dateTime,
    delivery_date: Field.dateTime,
    bill_ids: Field.texts,
    line_items: Field.objects(line)
  },
  response: [
    "platform_id",
    "contact_id",
    "bill_ids",
    "currency_id",
    "document_number",
    "delivery_date",
    "posted_date",
    "description",
    "currency_rate",
    "status",
    "total_amount",
    "sub_total",
    "tax_amount",
    "total_discount",
    "updated_at"
  ]
})

export const billCreditNote = WriteModel.make("BILL_CREDIT_NOTES", "create", {
  path: "/accounting/bill_credit_notes",
  fields: {
    contact_id: Field.text,
    document_number: Field.text,
    currency_id: Field.text,
    memo: Field.text,
    posted_date: Field.dateTime,
    bill_ids: Field.texts,
    line_items: Field.objects(line)
  },
  response: [
    "platform_id",
    "bill_ids",
    "contact_id",
    "currency_id",
    "document_number",
    "posted_date",
    "memo",
    "remaining_credit",
    "total_amount",
    "status",
    "updated_at"
  ]
})

export const contact = WriteModel.make("CONTACTS", "create", {
  path: "/accounting/contacts",
  fields: {
    name: Field.text,
    contact_name: Field.text,
    contact_type: Field.oneOf(["CUSTOMER", "VENDOR"]),
    currency_id: Field.text,
    tax_number: Field.text,
    registration_number: Field.text,
    email: Field.text
  },
  response: [
    "platform_id",
    "currency_id",
    "name",
    "contact_name",
    "contact_type",
    "tax_number",
    "registration_number",
    "status",
    "updated_at"
  ]
})

export const invoice = WriteModel.make("INVOICES", "update", {
  path: "/v3/accounting/invoices",
  fields: {
    platform_id: Field.text,
    currency_id: Field.text,
    contact_id: Field.text,
    document_number: Field.text,
    memo: Field.text,
    status: Field.oneOf(["DRAFT", "SUBMITTED", "PARTIALLY_PAID", "PAID", "OVERDUE", "VOID"]),
    total_discount: Field.number,
    currency_rate: Field.number,
    posted_date: Field.dateTime,
    due_date: Field.dateTime,
    sales_order_ids: Field.texts,
    line_items: Field.objects({
      platform_id: Field.describe(Field.text, "Keeps the identity of a line that is there already"),
      tracking_category_ids: Field.texts,
      project_id: Field.text,
      ...line
    })
  },
  requires: ["platform_id"],
  response: [
    "platform_id",
    "platform_unique_id",
    "currency_id",
    "contact_id",
    "total_discount",
    "sub_total",
    "tax_amount",
    "total_amount",
    "amount_due",
    "document_number",
    "posted_date",
    "due_date",
    "memo",
    "updated_at",
    "status",
    "currency_rate",
    "sales_order_ids",
    "line_items"
  ]
})
