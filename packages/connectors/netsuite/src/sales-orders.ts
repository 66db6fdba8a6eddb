/** Sales orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Document, documentFields, documents } from "./document-fields.ts"
import { linksIn, madeInto } from "./links.ts"
import { salesState } from "./states.ts"
import { day } from "./statement.ts"
import { headOf } from "./wire.ts"

export const salesOrders = Connector.read("SALES_ORDERS", {
  ...documents(["SalesOrd"], { shipdate: day("t.shipdate") }),
  item: Document,
  follow: ({ id }) => madeInto(id, "CustInvc"),
  map: (raw, { followed }) => {
    const row = headOf(raw)
    return {
      ...documentFields(raw, "sales", "customer"),
      description: row.memo,
      delivery_date: Normalize.day(row.shipdate, "shipdate"),
      status: salesState(row),
      invoice_ids: (linksIn(followed[0]) ?? []).map(({ id }) => id)
    }
  }
})
