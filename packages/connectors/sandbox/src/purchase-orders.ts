/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { purchaseDocument, purchaseFields } from "./purchase-lines.ts"
import { changed, dated, flagged, Ids, Reference } from "./wire.ts"

const statuses = Normalize.word({ open: "SUBMITTED", received: "SUBMITTED", billed: "SUBMITTED", withdrawn: "VOID" })

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...flagged("purchaseOrders"),
  since: changed,
  from: dated,
  item: Wire.struct({
    ...purchaseDocument,
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    number: Wire.text,
    vendor: Reference,
    orderedOn: Wire.instant,
    expectedOn: Wire.instant,
    billIds: Ids,
    phase: Wire.text,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    ...purchaseFields(raw),
    platform_id: raw.id,
    contact_id: raw.vendor?.id,
    document_number: raw.number,
    description: raw.remark,
    posted_date: raw.orderedOn,
    delivery_date: raw.expectedOn,
    status: statuses(raw.phase),
    bill_ids: Normalize.distinct(raw.billIds),
    updated_at: raw.updatedAt
  })
})
