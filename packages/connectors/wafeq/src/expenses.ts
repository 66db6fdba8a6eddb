/** Expenses: paid at once, each of one line, whose tax Wafeq does not tell as an amount. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { known } from "./bank-accounts.ts"
import { changing, record, undated } from "./lists.ts"
import { taxes } from "./tax-rates.ts"

const Expense = Wire.struct({
  ...record,
  description: Wire.text,
  ...Wire.all(Wire.id, "account", "paid_through_account", "currency", "tax_rate", "contact", "project", "cost_center"),
  amount: Wire.number,
  exchange_rate: Wire.number,
  date: Wire.day,
  tax_amount_type: Wire.decisive(Wire.text),
  reference: Wire.text
})

/** Amounts by the rate; a tax that is not paid to the supplier, or whose rate is not known, leaves the parts unknown. */
const partsOf = (
  { amount, tax_amount_type, tax_rate }: (typeof Expense)["Type"],
  { rate, tax_type }: { readonly rate?: number | null | undefined; readonly tax_type?: string | null | undefined } = {}
) => {
  if (amount == null) return { net: null, tax: null, gross: null }
  if (tax_rate == null || tax_rate === "") return { net: amount, tax: 0, gross: amount }
  const isIncluded = tax_amount_type !== "TAX_EXCLUSIVE"
  if (rate == null || (tax_type !== "PURCHASES" && tax_type !== "SALES")) {
    return rate === 0
      ? { net: amount, tax: 0, gross: amount }
      : { net: null, tax: null, gross: isIncluded ? amount : null }
  }
  const tax = Normalize.rounded(isIncluded ? (amount * rate) / (100 + rate) : (amount * rate) / 100)
  return isIncluded
    ? { net: Normalize.difference(amount, tax), tax, gross: amount }
    : { net: amount, tax, gross: Normalize.sum([amount, tax]) }
}

export const expenses = Connector.read("EXPENSES", {
  ...changing("expenses"),
  from: undated,
  item: Expense,
  lookups: { known, taxes },
  map: (raw, { lookups }) => {
    const { gross, net, tax } = partsOf(raw, lookups.taxes.get(raw.tax_rate ?? ""))
    const bank = [...lookups.known.values()].find(({ account }) => account === raw.paid_through_account)
    return {
      platform_id: raw.id,
      contact_id: raw.contact,
      account_id: raw.paid_through_account,
      document_number: raw.reference,
      posted_date: raw.date,
      payment_mode: bank?.sub_classification,
      currency_id: raw.currency,
      currency_rate: raw.exchange_rate,
      total_amount: gross,
      sub_total: net,
      tax_amount: tax,
      memo: raw.description,
      line_items: [
        {
          tracking_category_ids: Normalize.distinct(raw.cost_center),
          project_id: raw.project,
          tax_id: raw.tax_rate,
          account_id: raw.account,
          description: raw.description,
          quantity: 1,
          unit_amount: raw.amount,
          sub_total: net,
          tax_amount: tax,
          total_amount: gross
        }
      ],
      updated_at: raw.modified_ts
    }
  }
})
