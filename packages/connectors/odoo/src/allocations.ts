/** What becomes of a payment: one record for each document, and one for what is on none. Together they are its amount. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { type Line, type Match, type Payment, paymentsOf, type Side, sideOf } from "./payments.ts"

interface Matched {
  readonly lines: ReadonlyMap<string, (typeof Line)["Type"]>
  readonly matches: ReadonlyArray<(typeof Match)["Type"]>
}
interface Share {
  readonly document: string | null
  readonly amount: number | null
}

/** What was matched in the ledger, by the id of the document. */
const matchedOf = (raw: Payment, { lines, matches }: Matched, side: Side, documents: ReadonlyArray<string> | null) => {
  const { other, own } = sideOf(side)
  const parts = matches.flatMap((match) => {
    const [mine, theirs] = [lines.get(match[`${own}_move_id`] ?? ""), lines.get(match[`${other}_move_id`] ?? "")]
    const document = theirs?.move_id
    // What was matched with anything but a document, such as a refund, stays on none.
    return mine?.payment_id === raw.id && document != null && documents?.includes(document) !== false
      ? [{ document, amount: match[`${own}_amount_currency`] }]
      : []
  })
  return [...Map.groupBy(parts, ({ document }) => document)].map(([document, own]): Share => ({
    document,
    amount: Normalize.sum(own.map(({ amount }) => amount))
  }))
}

/** Since 18 a payment may have no entry in the ledger: its documents are known, and how much of it is on which is not. */
const linkedOf = (raw: Payment, documents: ReadonlyArray<string>): ReadonlyArray<Share> =>
  documents.map((document) => ({ document, amount: documents.length === 1 ? (raw.amount ?? null) : null }))

const sharesOf = (raw: Payment, matched: Matched, side: Side): ReadonlyArray<Share> => {
  const ids = side.partner === "supplier" ? raw.reconciled_bill_ids : raw.reconciled_invoice_ids
  const documents = ids == null ? null : ids.flatMap((id) => (id === null ? [] : [id]))
  const found = matchedOf(raw, matched, side, documents)
  const shares = found.length > 0 ? found : linkedOf(raw, documents ?? [])
  if (shares.some(({ amount }) => amount === null)) return shares
  const left = Normalize.difference(raw.amount, Normalize.sum([0, ...shares.map(({ amount }) => amount)]))
  return left !== null && left > 0 ? [...shares, { document: null, amount: left }] : shares
}

/** Drafts are not paid yet, and what was cancelled or sent back never was. */
const isPaid = ({ state }: Payment) => !["draft", "cancel", "canceled", "rejected"].includes(state ?? "")

const allocationsOf = (raw: Payment, matched: Matched, side: Side, journals: ReadonlyMap<string, string | null>) =>
  (isPaid(raw) ? sharesOf(raw, matched, side) : []).map(({ amount, document }) => ({
    document,
    record: {
      platform_id: document === null ? raw.id : `${raw.id}:${document}`,
      payment_id: raw.id,
      account_id: journals.get(raw.journal_id ?? "") ?? null,
      contact_id: raw.partner_id ?? null,
      amount,
      payment_mode: raw.payment_method_line_id ?? null,
      currency_id: raw.currency_id ?? null,
      document_number: raw.name ?? null,
      memo: raw.memo ?? raw.ref ?? null,
      payment_date: raw.date ?? null,
      updated_at: raw.write_date ?? null
    }
  }))

const toVendors: Side = { partner: "supplier", type: "outbound" }
export const billPayments = Connector.read("BILL_PAYMENTS", {
  ...paymentsOf(toVendors),
  mapping: 2,
  map: (raw, { companions, lookups }) =>
    allocationsOf(raw, companions, toVendors, lookups.journals).map(({ document, record }) => ({
      ...record,
      bill_id: document
    }))
})

const ofCustomers: Side = { partner: "customer", type: "inbound" }
export const invoicePayments = Connector.read("INVOICE_PAYMENTS", {
  ...paymentsOf(ofCustomers),
  mapping: 2,
  map: (raw, { companions, lookups }) =>
    allocationsOf(raw, companions, ofCustomers, lookups.journals).map(({ document, record }) => ({
      ...record,
      invoice_id: document
    }))
})
