/** Tax rates have no list of their own: the lines of invoices show them. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { Tax, taxOf } from "./lines.ts"
import { searched } from "./payment-invoices.ts"

const taxesIn = (invoice: unknown): ReadonlyArray<unknown> => [
  ...Read.arrayAt(invoice, "items").map((line) => Call.at(line, "tax")),
  Call.at(invoice, "amount.breakdown.shipping.tax")
]

export const paymentTaxRates = Connector.read("PAYMENT_TAX_RATES", {
  ...searched,
  items: (body) =>
    Read.arrayAt(body, "items")
      .flatMap(taxesIn)
      .filter((tax) => tax !== undefined && tax !== null),
  derived: true,
  deletes: Read.never("The invoices that show a tax say nothing of its end"),
  item: Tax,
  map: (tax) => {
    const id = taxOf(tax)
    return id === null ? null : { platform_id: id, name: tax.name, rate: tax.percent }
  }
})
