/** Payments of invoices: there is no list of them, so they are read from the invoices that they are of. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { one } from "./asking.ts"
import { around, sales } from "./sales.ts"
import { Named, texts } from "./values.ts"

const payment =
  "id amount paymentDate paymentMethod memo exchangeRate origin state transactionType paymentProvider transactionId active " +
  "invoiceCurrency { code } paymentCurrency { code } account { id } createdAt modifiedAt"
const fields = `customer { id } currency { code } payments { ${payment} }`

const Payment = Wire.struct({
  id: Wire.required(Wire.id),
  amount: Wire.required(Wire.number),
  paymentDate: Wire.day,
  ...texts("paymentMethod", "memo"),
  exchangeRate: Wire.number,
  active: Wire.boolean,
  paymentCurrency: Wire.struct({ code: Wire.decisive(Wire.text) }),
  account: Named,
  modifiedAt: Wire.instant
})

export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...sales(fields),
  from: Read.byMapping("Payments are shown with their invoices, which may be older"),
  get: one("invoicePayment", `invoice { id ${fields} }`),
  getItem: around,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    customer: Named,
    currency: Wire.struct({ code: Wire.decisive(Wire.text) }),
    payments: Wire.decisive(Wire.list(Wire.required(Payment)))
  }),
  owner: ({ id }) => id,
  map: (raw) =>
    (raw.payments ?? []).flatMap((own) => {
      // What was taken back stays in the list and counts no more.
      if (own.active === false) return []
      const [paid, due] = [own.paymentCurrency?.code, raw.currency?.code]
      return [
        {
          platform_id: own.id,
          payment_id: own.id,
          invoice_id: raw.id,
          account_id: own.account?.id,
          contact_id: raw.customer?.id,
          amount: own.amount,
          payment_mode: own.paymentMethod,
          // Nothing says which of two currencies the amount is in.
          currency_id: paid == null || due == null || paid === due ? (due ?? paid) : null,
          currency_rate: Normalize.rate(own.exchangeRate),
          memo: own.memo,
          payment_date: own.paymentDate,
          updated_at: own.modifiedAt
        }
      ]
    })
})
