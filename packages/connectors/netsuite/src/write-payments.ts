/** Payments of bills and of invoices: each is put on one document, or on none yet. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { applied, dueOf, ofBills, ofInvoices, openOf, type Side } from "./applied.ts"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments } from "./invoice-payments.ts"
import { knowing, partyId, ref, writing } from "./writing.ts"

interface Payment {
  readonly type: "vendorPayment" | "customerPayment"
  /** The word of the query language; a credit note has another. */
  readonly transaction: "VendPymt" | "CustPymt"
}
type At = Take.At<any, { readonly due: ReturnType<typeof dueOf> }>
const rowsOf = ({ raw }: Pick<Take.At, "raw">): ReadonlyArray<Take.Item> => raw?.["rows"] ?? []
const sharesOf = (at: Pick<Take.At, "raw">) => rowsOf(at).filter(({ part }) => String(part) !== "0")
const restOf = (at: Pick<Take.At, "raw">) => Normalize.absolute(rowsOf(at)[0]?.["unused"]) ?? 0

/** Quirk: a vendor is paid what is put on bills; of what a customer has paid, something may be left. */
const whole = ({ kind }: Side, id: string | null | undefined, payment: number) =>
  kind === "vendor" ? { entity: { id } } : { customer: { id }, payment }
const made = (side: Side, item: Take.Item, at: At): object => {
  const { amount, contact_id, platform_id, [side.member]: document } = item
  if (at.isNew) {
    const inMember = { ...at, refuse: Take.within(at.refuse, side.member) }
    const open = document ? openOf(side, document, inMember) : null
    if (!contact_id && !open) at.refuse("or contact_id is required", side.member)
    const party = contact_id
      ? (partyId(side.kind, contact_id) ?? at.refuse(`is no ${side.kind}`, "contact_id"))
      : open?.party
    return { ...whole(side, party, amount), ...(document ? { apply: { items: [applied(document, amount)] } } : {}) }
  }
  if (typeof amount !== "number") return {}
  const [, part = ""] = platform_id.split(":")
  const share = sharesOf(at).find((own) => String(own["part"]) === part)
  if (share === undefined) return at.refuse("follows from what the payment is put on", "amount")
  const sums = sharesOf(at).map((own) => Normalize.absolute(own === share ? amount : own["applied"]))
  const payment = Normalize.sum([...sums, restOf(at)]) ?? 0
  return { ...whole(side, String(rowsOf(at)[0]?.["entity"]), payment), apply: { items: [applied(part, amount)] } }
}
const paying = (side: Side, { transaction, type }: Payment) => ({
  type: (sent: Pick<Take.At, "isNew" | "raw" | "refuse">) =>
    sent.isNew || rowsOf(sent)[0]?.["type"] === transaction
      ? type
      : sent.refuse("is what a credit note was put on, which stays", "platform_id"),
  idOf: (id: string, { item }: { readonly item: Take.Item }) => `${id}:${item[side.member] ?? "unapplied"}`,
  lookups: { due: dueOf(side) },
  clears: ["memo"] as const,
  makes: (item: Take.Item, at: At) => made(side, item, at),
  departs: (usual: Parameters<typeof knowing>[0]) => {
    const known = knowing(usual)
    const remove: typeof known.delete = {
      ...known.delete,
      // A payment is several records: only one that is of a single one is deleted by it.
      call: (sent) =>
        sharesOf(sent).length + (restOf(sent) ? 1 : 0) > 1
          ? sent.refuse("is a part of a payment of several", "platform_id")
          : known.delete!.call!(sent)
    }
    return { ...known, delete: remove }
  },
  takes: {
    account_id: ref("account"),
    amount: Take.beside,
    document_number: "tranId",
    payment_date: Take.day("tranDate"),
    currency_rate: "exchangeRate",
    memo: "memo"
  }
})
const creates = { contact_id: Take.beside, currency_id: ref("currency") }

export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...paying(ofBills, { type: "vendorPayment", transaction: "VendPymt" }),
  record: billPayments,
  requires: ["bill_id", "amount"],
  creates: { ...creates, bill_id: Take.beside }
})
export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...paying(ofInvoices, { type: "customerPayment", transaction: "CustPymt" }),
  record: invoicePayments,
  requires: ["amount"],
  creates: { ...creates, invoice_id: Take.beside }
})
