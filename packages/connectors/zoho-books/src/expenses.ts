/** Expenses, itemised or of one account, which is a line here. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Tags, trackingOf } from "./document-lines.ts"
import { dated, listed, wholeOf } from "./lists.ts"

export const kind = {
  path: "expenses",
  list: "expenses",
  one: "expense",
  id: "expense_id",
  within: "paid_through_account_name"
}
const line = {
  account_id: Wire.id,
  tax_id: Wire.id,
  project_id: Wire.id,
  location_id: Wire.id,
  description: Wire.text,
  tax_amount: Wire.number,
  tags: Tags
}
const Line = Wire.struct({ ...line, line_item_id: Wire.id, amount: Wire.number, item_total: Wire.number })
const Expense = Wire.struct({
  ...line,
  expense_id: Wire.required(Wire.id),
  ...Wire.all(Wire.id, "vendor_id", "customer_id", "paid_through_account_id", "currency_id"),
  reference_number: Wire.text,
  date: Wire.day,
  exchange_rate: Wire.number,
  total: Wire.number,
  line_items: Wire.list(Wire.required(Line)),
  last_modified_time: Wire.instant
})
type Expense = (typeof Expense)["Type"]

const lineOf = (raw: (typeof Line)["Type"]) => ({
  platform_id: raw.line_item_id,
  tracking_category_ids: trackingOf(raw),
  project_id: raw.project_id,
  tax_id: raw.tax_id,
  account_id: raw.account_id,
  description: raw.description,
  quantity: 1,
  unit_amount: raw.amount,
  total_amount: raw.item_total == null ? null : Normalize.sum([raw.item_total, raw.tax_amount]),
  sub_total: raw.item_total ?? raw.amount,
  tax_amount: raw.tax_amount
})
const netOf = ({ tax_amount, total }: Expense) => Normalize.difference(total, tax_amount)
/** An expense of one account has its line's members itself. */
const onlyOf = (raw: Expense) => ({
  ...lineOf({ ...raw, line_item_id: raw.expense_id, amount: netOf(raw) }),
  total_amount: raw.total
})

export const expenses = Connector.read("EXPENSES", {
  ...listed(kind),
  from: dated,
  map: (row, context) => {
    const raw = wholeOf(kind, Expense, row, context)
    if (raw === null) return null
    const lines = raw.line_items ?? []
    return {
      platform_id: raw.expense_id,
      // Quirk: an expense that is charged on names the customer, and the vendor only where there is one.
      contact_id: raw.vendor_id ?? raw.customer_id,
      account_id: raw.paid_through_account_id,
      document_number: raw.reference_number,
      posted_date: raw.date,
      currency_id: raw.currency_id,
      currency_rate: raw.exchange_rate,
      total_amount: raw.total,
      sub_total: netOf(raw),
      tax_amount: raw.tax_amount,
      memo: raw.description,
      line_items: lines.length > 1 ? lines.map(lineOf) : [onlyOf(raw)],
      updated_at: raw.last_modified_time
    }
  }
})
