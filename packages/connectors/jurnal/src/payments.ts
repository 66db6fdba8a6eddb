/** Payments of invoices and of bills: one record for each document that a payment is put on. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { entry } from "./account-lines.ts"
import { dated, Named } from "./lists.ts"

const payment = {
  ...entry,
  person: Named,
  payment_method: Named,
  is_draft: Wire.boolean,
  records: Wire.list(
    Wire.required(Wire.struct({ id: Wire.required(Wire.id), transaction_id: Wire.id, amount: Wire.number }))
  )
}
type Payment = Wire.Struct<typeof payment>

const paid = (list: string, one: string) => {
  const own = dated(list, one)
  return {
    ...own,
    // The id of a payment begins those of its records.
    get: (id: string) => own.get(id.split(":")[0] ?? ""),
    owner: ({ id }: Payment) => id
  }
}
const recordsOf = (raw: Payment, account: string | null | undefined) =>
  (raw.records ?? []).map(({ amount, id, transaction_id }) => ({
    of: transaction_id,
    platform_id: `${raw.id}:${id}`,
    payment_id: raw.id,
    account_id: account,
    contact_id: raw.person?.id,
    amount,
    payment_mode: raw.payment_method?.name,
    currency_id: raw.currency_code,
    currency_rate: raw.currency_rate,
    document_number: raw.transaction_no,
    memo: raw.memo,
    payment_date: raw.transaction_date,
    updated_at: raw.updated_at
  }))
const draft = Read.untaken("a payment that is a draft, of which nothing is paid")

export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...paid("purchase_payments", "purchase_payment"),
  item: Wire.struct({ ...payment, refund_from: Named }),
  map: (raw) =>
    raw.is_draft === true
      ? draft
      : recordsOf(raw, raw.refund_from?.id).map(({ of, ...record }) => ({ ...record, bill_id: of }))
})
export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...paid("receive_payments", "receive_payment"),
  item: Wire.struct({ ...payment, deposit_to: Named }),
  map: (raw) =>
    raw.is_draft === true
      ? draft
      : recordsOf(raw, raw.deposit_to?.id).map(({ of, ...record }) => ({ ...record, invoice_id: of }))
})
