/** How payments on invoices and bills are written: made, changed and deleted; what credit was put on can be taken off. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import { billPayments, invoicePayments } from "./allocations.ts"
import { dueOf } from "./due.ts"
import { paid, receipts } from "./payments.ts"
import { banks } from "./references.ts"
import { newest } from "./write-documents.ts"
import { dayTo, writing } from "./writing.ts"

type Lookups = { readonly banks: typeof banks; readonly due: ReturnType<typeof dueOf> }
type At = Take.At<unknown, Lookups>

/** Quirk: money goes through a bank account, which is named here by its ledger account. */
export const bankOf = (account: string, { lookups, refuse }: Take.At<unknown, Pick<Lookups, "banks">>) => {
  const own = [...lookups.banks.values()].find(({ account: ledger, id }) => ledger === account || id === account)
  return { bank_account_id: own?.id ?? refuse("is no bank account at Sage") }
}
const documentOf = (id: string, { lookups, refuse, root }: At) => {
  const contact = root["contact_id"] ?? lookups.due.get(id)?.contact?.id ?? refuse("is not known to Sage")
  return { contact_id: contact, allocated_artefacts: [{ artefact_id: id, amount: root["amount"] }] }
}
/** An allocation names the document and the credit, a payment the document alone. */
const isAllocation = (id: string) => id.split(":").length > 2
const ownIn = (id: string) => Call.segment(id.split(":")[0] ?? "")
const rowsIn = (raw: Take.Item | undefined) =>
  Read.arrayAt(raw ?? {}, "allocated_artefacts") as ReadonlyArray<Take.Item>
/** A payment is read as one record for each document, of which its id says which. */
const recorded =
  (member: string) =>
  ({ create, delete: remove, update, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    create: {
      ...create,
      answers: (body, [sent]) => [Write.acceptedId(`${String(Call.at(body, "id"))}:${sent?.item[member]}`)]
    },
    update: {
      ...update,
      current: true,
      call: ({ body, id, raw, refuse }) =>
        isAllocation(id) || rowsIn(raw).length > 1
          ? refuse("is a part of a payment of several documents, or no payment", "platform_id")
          : { method: "PUT", path: `/contact_payments/${ownIn(id)}`, body: { contact_payment: body } },
      answers: (_, [sent]) => [Write.acceptedId(sent!.id)]
    },
    delete: {
      ...remove,
      current: true,
      call: ({ id, raw, refuse }) =>
        rowsIn(raw).length > (isAllocation(id) ? 2 : 1)
          ? refuse("is a part of a payment of several documents", "platform_id")
          : { method: "DELETE", path: `/contact_${isAllocation(id) ? "allocations" : "payments"}/${ownIn(id)}` }
    }
  })
/** What is paid; of a payment that is there already, also what of it is on its document. */
const paidTo = (amount: number, { isNew, raw, refuse }: At): object => {
  if (isNew) return { total_amount: amount }
  const [row] = rowsIn(raw)
  if (row === undefined) return { total_amount: amount }
  if (Normalize.number(row["amount"]) !== Normalize.number(raw?.["total_amount"]))
    refuse("cannot be changed of a payment that is on no document in part")
  return { total_amount: amount, allocated_artefacts: [{ artefact_id: row["artefact"]?.id, amount }] }
}
const payment = (member: string, collection: string, type: string) =>
  ({
    path: "contact_payments",
    name: "contact_payment",
    made: { transaction_type_id: type },
    newest,
    idOf: (id: string, item: Take.Item) => `${id}:${item[member]}`,
    alike: {
      [member]: "allocated_artefacts.0.artefact.id",
      amount: "total_amount",
      payment_date: "date",
      memo: "reference"
    },
    lookups: { banks, due: dueOf(member, collection) },
    departs: recorded(member)
  }) as const
const takes = {
  account_id: bankOf,
  amount: paidTo,
  payment_date: dayTo("date"),
  payment_mode: "payment_method_id",
  memo: "reference"
} as const
const creates = { currency_id: "currency_id", contact_id: Take.beside } as const

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...payment("invoice_id", "sales_invoices", "CUSTOMER_RECEIPT"),
  record: (item) => (isAllocation(String(item["platform_id"])) ? invoicePayments[1]! : receipts),
  requires: { create: ["invoice_id", "account_id", "amount", "payment_date"] },
  takes,
  creates: { ...creates, invoice_id: documentOf }
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...payment("bill_id", "purchase_invoices", "VENDOR_PAYMENT"),
  record: (item) => (isAllocation(String(item["platform_id"])) ? billPayments[1]! : paid),
  requires: { create: ["bill_id", "account_id", "amount", "payment_date"] },
  takes,
  creates: { ...creates, bill_id: documentOf }
})
