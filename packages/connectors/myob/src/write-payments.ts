/** Payments made on one invoice or bill, changed as the wholes that they are parts of, and deleted. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import { creditOfCustomers, creditOfSuppliers } from "./credit.ts"
import { type Noting, ofPurchases, ofSales, partyOf } from "./noting.ts"
import { paid, receipts, settledPrefix } from "./payments.ts"
import { currencyTo, isForeign, lineLookups } from "./write-lines.ts"
import { dayTo, ref, writing } from "./writing.ts"

/** What the payments of one side are called: where they are, their lines, the document that a line names. */
interface Side extends Noting {
  readonly payments: string
  readonly member: "invoice_id" | "bill_id"
  readonly lines: "Invoices" | "Lines"
  /** Where a line has the id of its document. */
  readonly at: "UID" | "Purchase.UID"
  readonly total: "AmountReceived" | "AmountPaid"
  readonly number: "ReceiptNumber" | "PaymentNumber"
}
const ofCustomers: Side = {
  ...ofSales,
  payments: "/Sale/CustomerPayment",
  member: "invoice_id",
  lines: "Invoices",
  at: "UID",
  total: "AmountReceived",
  number: "ReceiptNumber"
}
const toSuppliers: Side = {
  ...ofPurchases,
  payments: "/Purchase/SupplierPayment",
  member: "bill_id",
  lines: "Lines",
  at: "Purchase.UID",
  total: "AmountPaid",
  number: "PaymentNumber"
}

const isSettled = (id: string | null | undefined) => id?.startsWith(settledPrefix) === true
const uidIn = (id: string): string => id.replace(settledPrefix, "").split(":")[0] ?? ""
/** A payment is read as one record for each document: only one of a single document is deleted by its record. */
const departing =
  ({ lines, path }: Side) =>
  ({ delete: remove, update, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    update: {
      ...update,
      call: (sent) =>
        isSettled(sent.id) ? sent.refuse("is credit put on a document, and stays", "platform_id") : update!.call!(sent)
    },
    delete: {
      ...remove,
      current: true,
      call: (sent) => {
        if ((sent.raw?.[isSettled(sent.id) ? "Lines" : lines] ?? []).length > 1)
          sent.refuse("is a part of a payment of several documents", "platform_id")
        return isSettled(sent.id)
          ? { method: "DELETE", path: `${path}/${Call.segment(uidIn(sent.id))}` }
          : remove!.call!(sent)
      }
    }
  })

type Made = Take.At<any, typeof lineLookups & { readonly parties: ReturnType<typeof partyOf> }>
const made = ({ at: place, document: Type, lines, member, party, total }: Side, item: Take.Item, at: Made): object => {
  const { isNew, lookups, raw = {}, refuse } = at
  const foreign = isForeign(at) ? "Foreign" : ""
  const [amount, applied] = [item["amount"], `AmountApplied${foreign}`]
  if (isNew) {
    const id: string = item[member]
    const whose = item["contact_id"] ?? lookups.parties.get(id) ?? refuse("is not known to MYOB", member)
    const document = place === "UID" ? { UID: id, Type } : { Type, Purchase: { UID: id } }
    return { [party]: { UID: whose }, [lines]: [{ ...document, [applied]: amount }] }
  }
  if (typeof amount !== "number") return {}
  const part: unknown = item["platform_id"].split(":")[1]
  const all = (Read.arrayAt(raw, lines) as ReadonlyArray<Take.Item>).map((own) =>
    Call.at(own, place) === part || String(own["RowID"]) === part ? { ...own, [applied]: amount } : own
  )
  return { [lines]: all, [`${total}${foreign}`]: Normalize.sum(all.map((own) => Normalize.number(own[applied]))) }
}
const paying = (side: Side) => ({
  path: side.payments,
  idOf: (uid: string, item: Take.Item) => `${uid}:${item[side.member]}`,
  uidOf: uidIn,
  alike: {
    [side.member]: `${side.lines}.0.${side.at}`,
    amount: `${side.lines}.0.AmountApplied`,
    payment_date: "Date",
    document_number: side.number
  },
  lookups: { ...lineLookups, parties: partyOf(side.member, side) },
  clears: ["memo"] as const,
  makes: (item: Take.Item, at: Made) => made(side, item, at),
  departs: departing(side)
})
const takes = { account_id: ref("Account"), amount: Take.beside, payment_date: dayTo("Date"), memo: "Memo" } as const
const creates = { contact_id: Take.beside, currency_id: currencyTo, currency_rate: "CurrencyExchangeRate" } as const
const requires = ["account_id", "amount", "payment_date"] as const

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...paying(ofCustomers),
  made: { DepositTo: "Account" },
  record: ({ platform_id }) => (isSettled(platform_id) ? creditOfCustomers : receipts),
  requires: ["invoice_id", ...requires],
  takes: { ...takes, document_number: ofCustomers.number, payment_mode: "PaymentMethod" },
  creates: { ...creates, invoice_id: Take.beside }
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...paying(toSuppliers),
  made: { PayFrom: "Account" },
  record: ({ platform_id }) => (isSettled(platform_id) ? creditOfSuppliers : paid),
  requires: ["bill_id", ...requires],
  takes: { ...takes, document_number: toSuppliers.number },
  creates: { ...creates, bill_id: Take.beside }
})
