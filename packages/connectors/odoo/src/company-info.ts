/** The one company that the connection is to. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { listing } from "./listing.ts"
import * as Own from "./wire.ts"
import { addressesOf, reached, ways } from "./reached.ts"

const members = {
  id: Own.id,
  ...Wire.all(Own.text, "name", "vat", "company_registry", "fiscalyear_last_month"),
  currency_id: Own.named,
  fiscalyear_last_day: Own.number,
  create_date: Own.moment,
  write_date: Own.moment,
  ...reached
}
const two = (value: number) => String(value).padStart(2, "0")

/** Odoo knows the year's last day; the first is the day after it. */
const startOf = (month: string | null | undefined, day: number | null | undefined): string | null => {
  const last = Number(month)
  if (!(last >= 1 && last <= 12) || day == null) return null
  const isMonthEnd = day >= [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][last - 1]!
  return isMonthEnd ? `${two((last % 12) + 1)}-01` : `${two(last)}-${two(day + 1)}`
}

export const companyInfo = Connector.read("COMPANY_INFO", {
  ...listing({
    model: "res.company",
    fields: Object.keys(members),
    domain: ({ company }) => [["id", "=", Number(company)]]
  }),
  item: Wire.struct(members),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_number: raw.vat,
    registration_number: raw.company_registry,
    base_currency: raw.currency_id,
    fiscal_start_at: startOf(raw.fiscalyear_last_month, raw.fiscalyear_last_day),
    org_created_at: raw.create_date,
    country: raw.country_id,
    ...ways(raw),
    addresses: addressesOf(raw),
    updated_at: raw.write_date
  })
})
