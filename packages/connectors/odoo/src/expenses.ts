/** Expenses of employees, where the module is installed: each is a document of one line, which is itself. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { base, dated, listing, ofCompany } from "./listing.ts"
import { trackingOf } from "./lines.ts"
import * as Own from "./wire.ts"

const members = {
  id: Own.id,
  name: Own.text,
  date: Own.moment,
  ...Wire.all(Own.link, "vendor_id", "account_id", "product_id", "currency_id"),
  ...Wire.all(Own.number, "quantity", "price_unit", "total_amount", "total_amount_currency", "tax_amount"),
  ...Wire.all(Own.number, "tax_amount_currency", "currency_rate"),
  tax_ids: Own.links,
  payment_mode: Own.text,
  description: Own.html,
  analytic_distribution: Own.shares,
  write_date: Own.moment
}
const own = listing({
  model: "hr.expense",
  fields: Object.keys(members),
  domain: ofCompany
})

export const expenses = Connector.read("EXPENSES", {
  ...own,
  lookups: { ...own.lookups, base },
  from: dated(ofCompany, "date"),
  item: Wire.struct(members),
  mapping: 2,
  map: (raw, { lookups }) => {
    // The totals in the expense's own currency bear that name; without it both are the company's.
    const isForeign = raw.currency_id != null && raw.currency_id !== lookups.base.currency
    const total = raw.total_amount_currency ?? raw.total_amount ?? null
    const tax = raw.tax_amount_currency ?? (isForeign ? null : (raw.tax_amount ?? null))
    const amounts = {
      total_amount: total,
      tax_amount: tax,
      sub_total: Normalize.difference(total, tax),
      total_discount: 0
    }
    return {
      platform_id: raw.id,
      contact_id: raw.vendor_id,
      account_id: raw.account_id,
      posted_date: raw.date,
      payment_mode: raw.payment_mode,
      currency_id: raw.currency_id ?? lookups.base.currency,
      currency_rate: raw.currency_rate || null,
      memo: raw.description ?? raw.name,
      ...amounts,
      line_items: [
        {
          platform_id: raw.id,
          tracking_category_ids: trackingOf(raw),
          item_id: raw.product_id ?? null,
          tax_id: Normalize.distinct(raw.tax_ids)[0] ?? null,
          account_id: raw.account_id ?? null,
          description: raw.name ?? null,
          quantity: raw.quantity ?? null,
          unit_amount: raw.price_unit ?? null,
          ...amounts,
          updated_at: raw.write_date ?? null
        }
      ],
      updated_at: raw.write_date
    }
  }
})
