/** How payments on invoices and bills are written: made, and deleted. */
import { Call, type Take, Write, type Writer } from "@svc/core"
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
/** A payment is read as one record for each document, of which its id says which. */
const recorded =
  (member: string) =>
  ({ create, delete: remove, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    create: {
      ...create,
      answers: (body, [sent]) => [Write.acceptedId(`${String(Call.at(body, "id"))}:${sent?.item[member]}`)]
    },
    delete: {
      ...remove,
      current: true,
      call: ({ id, raw, refuse }) =>
        (raw?.["allocated_artefacts"] ?? []).length > 1
          ? refuse("is a part of a payment of several documents", "platform_id")
          : { method: "DELETE", path: `/contact_payments/${Call.segment(id.split(":")[0] ?? "")}` }
    }
  })
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
  amount: "total_amount",
  payment_date: dayTo("date"),
  payment_mode: "payment_method_id",
  currency_id: "currency_id",
  memo: "reference",
  contact_id: (): object => ({})
} as const

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "delete"], {
  ...payment("invoice_id", "sales_invoices", "CUSTOMER_RECEIPT"),
  record: receipts,
  requires: ["invoice_id", "account_id", "amount", "payment_date"],
  takes: { ...takes, invoice_id: documentOf }
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "delete"], {
  ...payment("bill_id", "purchase_invoices", "VENDOR_PAYMENT"),
  record: paid,
  requires: ["bill_id", "account_id", "amount", "payment_date"],
  takes: { ...takes, bill_id: documentOf }
})
