/** Money received from customers and paid to vendors: what of a payment was put on each document, and what is left of it. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { banks, baseCurrency } from "./references.ts"
import { rated, rateOf } from "./rates.ts"
import { common, dated, inOrder, listed, Ref } from "./wire.ts"

export const Artefact = Wire.struct({ id: Wire.id, $path: Wire.text })
export type Artefact = (typeof Artefact)["Type"] | null | undefined
export const payment = {
  ...common,
  ...rated,
  transaction_type: Wire.struct({ id: Wire.decisive(Wire.id) }),
  payment_method: Ref,
  contact: Ref,
  bank_account: Ref,
  date: Wire.day,
  reference: Wire.text,
  allocated_artefacts: Wire.list(Wire.required(Wire.struct({ artefact: Artefact, amount: Wire.number })))
}
const Payment = Wire.struct(payment)
type Payment = (typeof Payment)["Type"]

/** The collections that documents and credit notes of one side are in. */
export const customers = { documents: "sales_invoices", notes: "sales_credit_notes" } as const
export const vendors = { documents: "purchase_invoices", notes: "purchase_credit_notes" } as const
/** The id of what is in a collection; what is in none that is read, such as an opening balance, is no document here. */
export const idIn = (collection: string, artefact: Artefact) =>
  artefact?.$path?.includes(`/${collection}/`) ? artefact.id : null

const references = { banks, base: baseCurrency }
/** The read of one side's payments; `on` names what something was put on. */
const paymentsOf = <On extends object>(type: string, on: (artefact: Artefact) => On) => ({
  source: "payments",
  ...listed("contact_payments", { transaction_type_id: type, ...inOrder }),
  from: dated,
  item: Payment,
  lookups: references,
  owner: ({ id }: Payment) => id,
  map: (raw: Payment, { lookups }: Read.MapContext<typeof references>) => {
    if (raw.transaction_type?.id !== type) return null
    const fields = {
      payment_id: raw.id,
      account_id: lookups.banks.get(raw.bank_account?.id ?? "")?.account,
      contact_id: raw.contact?.id,
      payment_mode: raw.payment_method?.id,
      currency_id: raw.currency?.id ?? lookups.base,
      currency_rate: rateOf(raw, lookups.base),
      memo: raw.reference,
      payment_date: raw.date,
      updated_at: raw.updated_at
    }
    const put = (raw.allocated_artefacts ?? []).map(({ amount, artefact }, position) => ({
      ...fields,
      ...on(artefact),
      platform_id: `${raw.id}:${artefact?.id ?? position}`,
      amount
    }))
    const rest = restOf(raw)
    return put.length > 0 && !rest ? put : [...put, { ...fields, platform_id: raw.id, amount: rest }]
  }
})
/** What of a payment is on no document. */
const restOf = (raw: Payment) => {
  const put = Normalize.sum((raw.allocated_artefacts ?? []).map(({ amount }) => amount)) ?? 0
  const rest = Normalize.difference(raw.total_amount, put)
  return put !== 0 && rest !== null && rest < 0 ? 0 : rest
}

export const receipts = Connector.read(
  "INVOICE_PAYMENTS",
  paymentsOf("CUSTOMER_RECEIPT", (artefact) => ({
    invoice_id: idIn(customers.documents, artefact),
    credit_note_id: idIn(customers.notes, artefact)
  }))
)
export const paid = Connector.read(
  "BILL_PAYMENTS",
  paymentsOf("VENDOR_PAYMENT", (artefact) => ({
    bill_id: idIn(vendors.documents, artefact),
    credit_note_id: idIn(vendors.notes, artefact)
  }))
)
