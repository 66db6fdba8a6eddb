/** Expenses, which are booked on accounts and paid at once or later. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { booking, lineFields } from "./account-lines.ts"
import { dated, Named } from "./lists.ts"

export const expenses = Connector.read("EXPENSES", {
  ...dated("expenses", "expense"),
  item: Wire.struct({
    ...booking,
    use_tax_inclusive: Wire.boolean,
    pay_from: Named,
    payment_method: Named
  }),
  map: (raw) => ({
    platform_id: raw.id,
    contact_id: raw.person?.id,
    account_id: raw.pay_from?.id,
    document_number: raw.transaction_no,
    posted_date: raw.transaction_date,
    payment_mode: raw.payment_method?.name,
    currency_id: raw.currency_code,
    currency_rate: raw.currency_rate,
    total_amount: raw.original_amount,
    sub_total: Normalize.difference(raw.original_amount, raw.tax_amount),
    tax_amount: raw.tax_amount,
    memo: raw.memo,
    line_items: (raw.transaction_account_lines_attributes ?? []).map((line) =>
      lineFields(raw, line, line.debit, raw.use_tax_inclusive === true)
    ),
    updated_at: raw.updated_at
  })
})
