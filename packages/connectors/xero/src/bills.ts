/** Bills: invoices of the type ACCPAY. */
import * as Connector from "@svc/core/Connector"
import { Invoice, invoiceFields, invoiceQuery } from "./invoices.ts"
import { references } from "./references.ts"
import { listed } from "./wire.ts"

export const bills = Connector.read("BILLS", {
  ...listed("Invoices", "InvoiceID", 'Type=="ACCPAY"', invoiceQuery),
  item: Invoice,
  mapping: 2,
  lookups: references,
  map: (raw, { lookups }) =>
    raw.Type !== "ACCPAY"
      ? null
      : {
          ...invoiceFields(raw, lookups),
          tax_inclusive: raw.LineAmountTypes === "Inclusive" || (raw.LineAmountTypes === "Exclusive" ? false : null)
        }
})
