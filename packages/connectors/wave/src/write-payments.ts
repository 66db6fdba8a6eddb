/** How payments of invoices are written: recorded by hand, and deleted. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { ask } from "./asking.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { answered, Coded, Named } from "./values.ts"
import { decimal, mutate, writing } from "./writing.ts"

type Payment = Writes.ItemOf<"INVOICE_PAYMENTS">

/** What is paid: whose it is, its currency, and that of the books. */
const paid = Lookup.make({
  call: ({ items: [item], settings }: Lookup.LookupContext<Payment>) =>
    item?.invoice_id
      ? ask(
          "query Paid($business: ID!, $id: ID!) { business(id: $business) { id currency { code } " +
            "invoice(id: $id) { id currency { code } customer { id } } } }",
          { business: settings["business"], id: item.invoice_id }
        )
      : null,
  response: answered({
    business: Wire.required(
      Wire.struct({ currency: Coded, invoice: Wire.struct({ currency: Coded, customer: Named }) })
    )
  }),
  pick: ({ data: { business } }) => ({
    base: business.currency?.code ?? null,
    currency: business.invoice?.currency?.code ?? null,
    customer: business.invoice?.customer?.id ?? null
  }),
  absent: { base: null, currency: null, customer: null }
})

const recorded =
  "query Recorded($business: ID!, $id: ID!) { business(id: $business) { id invoice(id: $id) { id payments { id amount paymentDate account { id } createdAt } } } }"
const already = Write.lookup<Payment>({
  call: ({ invoice_id }, { settings }) => ask(recorded, { business: settings["business"], id: invoice_id }),
  find: (body, { account_id, amount, payment_date }, { since }) => {
    const own = Read.arrayAt(body, "data.business.invoice.payments").find((raw) => {
      const made = Normalize.instant(Call.at(raw, "createdAt"))
      return (
        made !== null &&
        made >= since &&
        Number(Call.at(raw, "amount")) === amount &&
        Call.at(raw, "account.id") === account_id &&
        Normalize.day(Call.at(raw, "paymentDate")) === Normalize.day(payment_date)
      )
    })
    return own === undefined ? undefined : Write.acceptedId(String(Call.at(own, "id")))
  }
})
const modes = ["BANK_TRANSFER", "CASH", "CHEQUE", "CREDIT_CARD", "OTHER", "PAYPAL", "UNSPECIFIED"]

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "delete"], {
  record: invoicePayments,
  one: "invoicePayment",
  fields: "id",
  requires: ["invoice_id", "account_id", "amount", "payment_date"],
  lookups: { paid },
  takes: {
    invoice_id: "invoiceId",
    account_id: "paymentAccountId",
    amount: decimal("amount"),
    payment_date: Take.day("paymentDate"),
    payment_mode: (mode, { refuse }) =>
      modes.includes(mode) ? { paymentMethod: mode } : refuse(`must be one of ${modes.join(", ")}`),
    currency_rate: decimal("exchangeRate"),
    memo: "memo",
    contact_id: (contact, { lookups, refuse }) =>
      contact === lookups.paid.customer ? {} : refuse("is another than that of the invoice"),
    currency_id: (currency, { lookups, refuse }) =>
      currency === lookups.paid.currency ? {} : refuse("is another than that of the invoice")
  },
  makes: ({ currency_rate, payment_mode }, { lookups, refuse }) => ({
    ...(payment_mode ? {} : { paymentMethod: "UNSPECIFIED" }),
    ...(currency_rate
      ? {}
      : lookups.paid.currency !== null && lookups.paid.currency === lookups.paid.base
        ? { exchangeRate: "1" }
        : refuse("is required where the invoice is not in the currency of the books", "currency_rate"))
  }),
  departs: (usual) => ({
    ...usual,
    create: {
      idempotency: already,
      call: ({ body }) => mutate("invoicePaymentCreateManual", body, "item: invoicePayment { id }"),
      answers: (body) => [Write.acceptedId(String(Call.at(body, "data.done.item.id") ?? ""))]
    }
  })
})
