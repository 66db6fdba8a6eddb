/** Purchase orders. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { documentFields, lookups, purchase } from "./document-fields.ts"
import { transactions } from "./query.ts"
import { linked } from "./wire.ts"

/** Closed is what was billed, or given up. */
const statuses = Normalize.word({ Open: "SUBMITTED", Closed: "SUBMITTED" })

export const purchaseOrders = Connector.read("PURCHASE_ORDERS", {
  ...transactions("PurchaseOrder"),
  mapping: 3,
  item: Wire.struct({ ...purchase, Memo: Wire.text, DueDate: Wire.text, POStatus: Wire.text }),
  lookups,
  map: (raw, { lookups: found }) => {
    const { memo, ...fields } = documentFields(raw, found)
    return {
      ...fields,
      description: memo || raw.Memo,
      // Quirk: an order has no date of delivery; the one it is due by stands for it.
      delivery_date: Normalize.day(raw.DueDate, "DueDate"),
      status: statuses(raw.POStatus),
      bill_ids: linked(/^Bill$/, raw.LinkedTxn, ...(raw.Line ?? []).map(({ LinkedTxn }) => LinkedTxn))
    }
  }
})
