/** Purchase orders, read and created. */
import { Call, Connector, Normalize, Wire, Write } from "@svc/core"
import { purchaseDocument, purchaseFields } from "./purchase-lines.ts"
import { changed, dated, flagged, Ids, ids, instant, Reference } from "./wire.ts"

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
    orderedOn: instant,
    expectedOn: instant,
    billIds: Ids,
    phase: Wire.text,
    updatedAt: instant
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
    bill_ids: ids(raw.billIds),
    updated_at: raw.updatedAt
  })
})

export const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: ["contact_id", "posted_date", "currency_id", "line_items"],
  call: ([item]) => ({
    method: "POST",
    path: "/purchaseOrders",
    body: Call.present({
      vendor: item?.contact_id,
      number: item?.document_number,
      orderedOn: Normalize.day(item?.posted_date, "posted_date"),
      expectedOn: Normalize.day(item?.delivery_date, "delivery_date"),
      currency: item?.currency_id,
      billIds: item?.bill_ids,
      lines: item?.line_items?.map((own, index) => {
        const minor = minorUnits(item.currency_id, `line_items[${index}]`)
        return Call.present({
          accountId: own.account_id,
          itemId: own.item_id,
          taxRateId: own.tax_id,
          text: own.description,
          qty: own.quantity,
          // Quirk: a price may be a part of a minor unit, a discount may not.
          unitMinor: minor.price(own.unit_amount),
          discountMinor: minor.amount(own.total_discount)
        })
      })
    })
  }),
  answers: (body) => [Write.accepted(body)],
  record: purchaseOrders,
  idempotency: Write.key("Idempotency-Key")
})

const minorUnits = (currency: string | null | undefined, line: string) => {
  const digits = Normalize.minorDigits(currency ?? "", "currency_id")
  return {
    price: (value: number | null | undefined) => Normalize.product(value, 10 ** digits, `${line}.unit_amount`),
    amount: (value: number | null | undefined) => Normalize.toMinorUnits(value, digits, `${line}.total_discount`)
  }
}
