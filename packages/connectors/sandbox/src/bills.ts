/** Vendors' bills. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { purchaseDocument, purchaseFields } from "./purchase-lines.ts"
import { amountIn, announced, changed, dated, Ids, Reference } from "./wire.ts"

const statuses = Normalize.word({
  entered: "DRAFT",
  approved: "SUBMITTED",
  "part-settled": "PARTIALLY_PAID",
  settled: "PAID",
  voided: "VOID"
})

export const bills = Connector.read("BILLS", {
  ...announced("bills"),
  since: changed,
  from: dated,
  item: Wire.struct({
    ...purchaseDocument,
    id: Wire.required(Wire.id),
    number: Wire.text,
    vendor: Reference,
    billedOn: Wire.instant,
    payBy: Wire.instant,
    pricesIncludeTax: Wire.boolean,
    balanceMinor: Wire.number,
    purchaseOrderIds: Ids,
    stage: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    ...purchaseFields(raw),
    platform_id: raw.id,
    contact_id: raw.vendor?.id,
    document_number: raw.number,
    posted_date: raw.billedOn,
    due_date: raw.payBy,
    amount_due: amountIn(raw.currency)(raw.balanceMinor),
    tax_inclusive: raw.pricesIncludeTax,
    memo: raw.remark,
    status: statuses(raw.stage),
    purchase_order_ids: Normalize.distinct(raw.purchaseOrderIds),
    updated_at: raw.updatedAt
  })
})
