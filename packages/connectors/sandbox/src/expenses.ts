/** Expenses: what was bought and paid at once. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { purchaseDocument, purchaseFields } from "./purchase-lines.ts"
import { announced, changed, dated, Reference } from "./wire.ts"

export const expenses = Connector.read("EXPENSES", {
  ...announced("expenses"),
  since: changed,
  from: dated,
  item: Wire.struct({
    ...purchaseDocument,
    id: Wire.required(Wire.id),
    voucher: Wire.text,
    payee: Reference,
    paidOn: Wire.instant,
    paidFrom: Wire.struct({ ledgerAccountId: Wire.id }),
    method: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    ...purchaseFields(raw),
    platform_id: raw.id,
    contact_id: raw.payee?.id,
    account_id: raw.paidFrom?.ledgerAccountId,
    document_number: raw.voucher,
    posted_date: raw.paidOn,
    payment_mode: raw.method,
    memo: raw.remark,
    updated_at: raw.updatedAt
  })
})
