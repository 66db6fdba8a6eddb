/** Bills of vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { documentFields, documentStatus, lookups, purchase } from "./document-fields.ts"
import { transactions } from "./query.ts"
import { linked } from "./wire.ts"

export const bills = Connector.read("BILLS", {
  ...transactions("Bill"),
  mapping: 3,
  item: Wire.struct({ ...purchase, DueDate: Wire.text, Balance: Wire.number, GlobalTaxCalculation: Wire.text }),
  lookups,
  map: (raw, { lookups: found }) => ({
    ...documentFields(raw, found),
    account_id: raw.APAccountRef?.value,
    due_date: Normalize.day(raw.DueDate, "DueDate"),
    amount_due: raw.Balance,
    tax_inclusive: inclusive(raw.GlobalTaxCalculation),
    status: documentStatus(raw, raw.Balance),
    purchase_order_ids: linked(/^PurchaseOrder$/, raw.LinkedTxn, ...(raw.Line ?? []).map(({ LinkedTxn }) => LinkedTxn))
  })
})
const words = Normalize.word({ TaxInclusive: "true", TaxExcluded: "false" }, null)
const inclusive = (calculation: unknown) => {
  const word = words(calculation)
  return word === null ? null : word === "true"
}
