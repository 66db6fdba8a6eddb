/** What is booked on accounts line by line: expenses and credit memos, journal entries and what goes over the bank. */
import * as Wire from "@svc/core/Wire"
import { day, Named, Refs, tagged } from "./lists.ts"

const Line = Wire.struct({
  id: Wire.id,
  description: Wire.text,
  debit: Wire.decisive(Wire.number),
  credit: Wire.decisive(Wire.number),
  account: Named,
  line_tax: Named
})
export type Line = (typeof Line)["Type"]
export const Lines = Wire.list(Wire.required(Line))

/** The members that all of them have. */
export const entry = {
  id: Wire.required(Wire.id),
  transaction_no: Wire.text,
  transaction_date: day,
  memo: Wire.text,
  currency_code: Wire.text,
  currency_rate: Wire.number,
  tags: Refs,
  updated_at: Wire.instant
}
/** Those of expenses and credit memos, whose lines add up to what somebody is owed. */
export const booking = {
  ...entry,
  original_amount: Wire.number,
  tax_amount: Wire.decisive(Wire.number),
  person: Named,
  transaction_account_lines_attributes: Lines
}
type Booking = Wire.Struct<typeof booking>

/** The amount of a line holds the tax where the document says so. */
export const lineFields = (
  { tags, tax_amount }: Booking,
  { account, description, id, line_tax }: Line,
  amount: number | null | undefined,
  isGross = false
) => ({
  platform_id: id,
  tracking_category_ids: tagged(tags),
  tax_id: line_tax?.id,
  account_id: account?.id,
  description,
  sub_total: isGross ? null : amount,
  tax_amount: tax_amount === 0 ? 0 : null,
  total_amount: isGross || tax_amount === 0 ? amount : null
})
