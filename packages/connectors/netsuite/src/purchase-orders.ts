/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Document, documentFields, documents } from "./document-fields.ts"
import { linksIn, madeInto } from "./links.ts"
import { purchaseState } from "./states.ts"
import { day } from "./statement.ts"
import { headOf } from "./wire.ts"

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...documents(["PurchOrd"], { duedate: day("t.duedate") }),
  item: Document,
  follow: ({ id }) => madeInto(id, "VendBill"),
  map: (raw, { followed }) => {
    const row = headOf(raw)
    return {
      ...documentFields(raw, "purchases", "vendor"),
      description: row.memo,
      // Quirk: a delivery is expected line by line; the day the whole order is due by stands for it.
      delivery_date: Normalize.day(row.duedate, "duedate"),
      status: purchaseState(row),
      bill_ids: (linksIn(followed[0]) ?? []).map(({ id }) => id)
    }
  }
})
