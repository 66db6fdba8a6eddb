/** How payments are written: a new one is for one document, which goes by its number; a change has all that the payment is on. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { day } from "./lists.ts"
import { billPayments, invoicePayments } from "./payments.ts"
import { account, lookups } from "./write-lookups.ts"
import { named, writing } from "./writing.ts"

const Paid = Wire.struct({ transaction_no: Wire.required(Wire.text), person: Wire.struct({ display_name: Wire.text }) })
/** What is paid. */
const paidBy = (list: string, one: string, member: string) =>
  Lookup.make({
    call: ({ items: [item] }: Lookup.LookupContext<Take.Item>) => {
      const id: unknown = item?.[member]
      return typeof id === "string" ? { path: `/${list}/${Call.segment(id)}` } : null
    },
    response: Wire.unknown,
    pick: (body): (typeof Paid)["Type"] | null =>
      Call.at(body, one) === undefined ? null : Wire.decode(Paid, Call.at(body, one)),
    absent: null,
    emptyStatuses: [404, 422]
  })

/** The part that an id of ours names: payment, then record. */
const isPart = (own: Take.Item, id: string) => String(own["id"]) === id.split(":")[1]
const parts = (raw: Take.Item) => (raw["records"] ?? []) as ReadonlyArray<Take.Item>
const recordsOf = (raw: Take.Item, item: Take.Item) =>
  parts(raw).map((own) => ({
    id: own["id"],
    transaction_no: own["transaction_no"],
    amount:
      isPart(own, item["platform_id"]) && typeof item["amount"] === "number" ? item["amount"] : Number(own["amount"])
  }))
/** What is on several documents cannot be taken off one of them. */
const alone = ({ delete: usual = {}, ...way }: Writer.Way): Writer.Way => ({
  ...way,
  delete: {
    ...usual,
    current: true,
    call: (sent) => {
      const [part, ...others] = parts(sent.raw ?? {})
      if (others.length > 0)
        sent.refuse("is of a payment of several documents, which only Jurnal itself takes off one", "platform_id")
      if (part !== undefined && !isPart(part, sent.id)) sent.refuse("is no part of the payment any more", "platform_id")
      return usual.call!(sent)
    }
  }
})
const kept = (account: string) => (raw: Take.Item) =>
  Call.present({
    transaction_date: day.read(raw["transaction_date"]),
    transaction_no: raw["transaction_no"],
    person_name: named(raw, "person") ?? undefined,
    payment_method_name: named(raw, "payment_method") ?? undefined,
    [`${account}_name`]: named(raw, account) ?? undefined
  })
const shared = { idOf: (id: string) => id.split(":")[0] ?? "", clears: ["memo"] as const, departs: alone }
const takes = {
  amount: Take.beside,
  payment_mode: "payment_method_name",
  payment_date: Take.day("transaction_date"),
  document_number: "transaction_no",
  memo: "memo"
} as const
type Paying = Take.At<unknown, { readonly paid: ReturnType<typeof paidBy> }>
const made = (item: Take.Item, { isNew, lookups: { paid }, raw = {}, refuse }: Paying, member: string) => {
  if (!isNew) return { records_attributes: recordsOf(raw, item) }
  const { person, transaction_no } = paid ?? refuse("is not known to Jurnal", member)
  return {
    records_attributes: [{ transaction_no, amount: item["amount"] }],
    ...(member === "bill_id" && person?.display_name ? { person_name: person.display_name } : {})
  }
}
const requires = ["account_id", "amount", "payment_date", "payment_mode"] as const

export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...shared,
  record: billPayments,
  list: "purchase_payments",
  one: "purchase_payment",
  kept: kept("refund_from"),
  lookups: { ...lookups, paid: paidBy("purchase_invoices", "purchase_invoice", "bill_id") },
  requires: ["bill_id", ...requires],
  takes: { ...takes, account_id: account("refund_from_name") },
  creates: { bill_id: Take.beside },
  makes: (item, at) => made(item, at, "bill_id")
})
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...shared,
  record: invoicePayments,
  list: "receive_payments",
  one: "receive_payment",
  kept: kept("deposit_to"),
  lookups: { ...lookups, paid: paidBy("sales_invoices", "sales_invoice", "invoice_id") },
  requires: ["invoice_id", ...requires],
  takes: { ...takes, account_id: account("deposit_to_name") },
  creates: { invoice_id: Take.beside },
  makes: (item, at) => made(item, at, "invoice_id")
})
