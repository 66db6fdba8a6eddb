/** What the three statements have in common: one for each month, without an id or a time of change, read as a whole. */
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"

/** A month such as 2025-01, as its first day. */
const month = Wire.read((value) => Normalize.day(typeof value === "string" ? `${value}-01` : value))

export const statement = { month: Wire.required(month), currency: Wire.id, basis: Wire.text }

const bases = Normalize.word({ accrual: "ACCRUAL", cash: "CASH" }, null)
export const reportBasis = (raw: Wire.Struct<typeof statement>) => bases(raw.basis)

export const period = (raw: Wire.Struct<typeof statement>) => {
  const { end, start } = Page.monthIn({ month: raw.month, last: raw.month })
  return { platform_id: `${start}_${end}`, period_start: start, period_end: end, currency_id: raw.currency }
}

export const Rows = Wire.list(Wire.struct({ accountId: Wire.id, title: Wire.text, amount: Wire.number }))
export const rows = (raw: (typeof Rows)["Type"] | null | undefined) =>
  (raw ?? []).map(({ accountId, amount, title }) => ({ name: title, value: amount, account_id: accountId }))
