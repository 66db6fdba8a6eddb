/** How payments of bills and invoices are written. A payment's records are its parts: what is put on one document each. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments, methods } from "./invoice-payments.ts"
import { found, namesByIds } from "./posting.ts"
import { party, refTo, writing } from "./writing.ts"

interface Types {
  /** The member of ours that names the document. */
  readonly member: "bill_id" | "invoice_id"
  readonly document: "Bill" | "Invoice"
  readonly note: "VendorCredit" | "CreditMemo"
}
type Item = Partial<Writes.ItemOf<"BILL_PAYMENTS"> & Writes.ItemOf<"INVOICE_PAYMENTS">>
type At = Pick<Take.At, "isNew" | "raw" | "refuse">
const link = (Amount: unknown, TxnId: string, TxnType: string) => ({ Amount, LinkedTxn: [{ TxnId, TxnType }] })
/** What a new payment is put on. One of a credit note moves no money: the note is put on the document. */
const allocated = (item: Item, { document, member, note }: Types, { refuse }: At) => {
  const { amount, credit_note_id, [member]: id } = item
  if (!credit_note_id) return { TotalAmt: amount, Line: id ? [link(amount, id, document)] : undefined }
  const own = id ?? refuse("is required beside credit_note_id: a note is put on it", member)
  return { TotalAmt: 0, Line: [link(amount, own, document), link(amount, credit_note_id, note)] }
}
/** Another amount of one part, which the payment's total follows. */
const reallocated = ({ amount, platform_id }: Item, { raw = {}, refuse }: At) => {
  const [, type = "", id] = String(platform_id).split(":")
  const lines: ReadonlyArray<Take.Item> = raw["Line"] ?? []
  const isPart = ({ LinkedTxn }: Take.Item) =>
    LinkedTxn?.length === 1 && LinkedTxn[0].TxnType === type && LinkedTxn[0].TxnId === id
  const [part, ...others] = lines.filter(isPart)
  const isMoney = type === "unapplied" || (part !== undefined && others.length === 0 && /^(Bill|Invoice)$/.test(type))
  if (!isMoney) refuse("of this part cannot be changed", "amount")
  const by = Normalize.difference(amount, part === undefined ? raw["UnappliedAmt"] : part["Amount"]) ?? 0
  return {
    TotalAmt: Normalize.sum([raw["TotalAmt"], by]),
    Line: lines.map((own) => (own === part ? { ...own, Amount: amount } : own))
  }
}
const settling = (types: Types) => (item: Item, at: At) =>
  at.isNew ? allocated(item, types, at) : typeof item.amount === "number" ? reallocated(item, at) : {}

const offers = ["create", "update", "delete", "void"] as const
const takes = { amount: Take.beside, memo: "PrivateNote", payment_date: Take.day("TxnDate") }
const creates = { currency_id: refTo("CurrencyRef"), currency_rate: "ExchangeRate", credit_note_id: Take.beside }
/** The payment's own id: that of a record is followed by what it is put on. */
const idOf = (id: string) => id.split(":", 1)[0]!

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", offers, {
  entity: "Payment",
  idOf,
  record: invoicePayments,
  requires: ["contact_id", "amount"],
  lookups: { methods },
  takes: {
    ...takes,
    account_id: refTo("DepositToAccountRef"),
    document_number: "PaymentRefNum",
    payment_mode: (mode, { lookups, refuse }) => {
      const [value] = [...lookups.methods].find(([, name]) => name === mode) ?? []
      return { PaymentMethodRef: { value: value ?? refuse("is no payment method of the company") } }
    }
  },
  creates: { ...creates, contact_id: party("CustomerRef", "customer"), invoice_id: Take.beside },
  clears: ["memo"],
  makes: settling({ member: "invoice_id", document: "Invoice", note: "CreditMemo" }),
  voids: { query: { operation: "void" } }
})

/** Quirk: how a bill is paid says under which name the account goes; where it is not told, the account's type says it. */
const ways: Readonly<Record<string, ((account: string) => object) | undefined>> = {
  Check: (value) => ({ PayType: "Check", CheckPayment: { BankAccountRef: { value } }, CreditCardPayment: null }),
  CreditCard: (value) => ({
    PayType: "CreditCard",
    CheckPayment: null,
    CreditCardPayment: { CCAccountRef: { value } }
  })
}
const wayOf: Readonly<Record<string, string>> = { Bank: "Check", "Credit Card": "CreditCard" }
const types = found(
  "Account",
  (items: ReadonlyArray<Take.Item>) =>
    namesByIds(items.map((item) => (item["payment_mode"] ? null : item["account_id"]))),
  (rows): ReadonlyMap<string, string> => new Map(rows.map((row) => [row["Id"], row["AccountType"]])),
  new Map<string, string>()
)
export const writeBillPayments = writing("BILL_PAYMENTS", offers, {
  entity: "BillPayment",
  idOf,
  record: billPayments,
  requires: ["bill_id", "contact_id", "amount", "account_id"],
  lookups: { types },
  takes: {
    ...takes,
    document_number: "DocNumber",
    payment_mode: (mode, { item, raw, refuse }) => {
      if (ways[mode] === undefined) refuse(`must be one of ${Object.keys(ways).join(", ")}`)
      return item.account_id || mode === raw?.["PayType"] ? {} : refuse("needs an account_id beside it")
    },
    account_id: (account, { item, lookups, refuse }) => {
      const type = lookups.types.get(account)
      const way = item.payment_mode ?? wayOf[type ?? ""] ?? refuse("is no bank account or credit card")
      return ways[way]?.(account) ?? {}
    }
  },
  creates: { ...creates, contact_id: party("VendorRef", "vendor"), bill_id: Take.beside },
  clears: ["memo"],
  makes: settling({ member: "bill_id", document: "Bill", note: "VendorCredit" }),
  voids: { query: { operation: "update", include: "void" }, body: { sparse: true } }
})
