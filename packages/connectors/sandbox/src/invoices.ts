/** Sales invoices. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { salesDocument, salesFields } from "./sales-lines.ts"
import { changed, dated, flagged, Ids, Reference } from "./wire.ts"

const statuses = Normalize.word({
  draft: "DRAFT",
  issued: "SUBMITTED",
  partPaid: "PARTIALLY_PAID",
  overdue: "OVERDUE",
  settled: "PAID",
  cancelled: "VOID"
})

export const invoices = Connector.read("INVOICES", {
  ...flagged("invoices"),
  since: changed,
  from: dated,
  item: Wire.struct({
    ...salesDocument,
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    customer: Reference,
    issuedOn: Wire.instant,
    dueOn: Wire.instant,
    balance: Wire.number,
    salesOrders: Ids,
    note: Wire.text,
    state: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    ...salesFields(raw),
    platform_id: raw.id,
    contact_id: raw.customer?.id,
    amount_due: raw.balance,
    posted_date: raw.issuedOn,
    due_date: raw.dueOn,
    memo: raw.note,
    status: statuses(raw.state),
    sales_order_ids: Normalize.distinct(raw.salesOrders),
    updated_at: raw.updatedAt
  })
})
