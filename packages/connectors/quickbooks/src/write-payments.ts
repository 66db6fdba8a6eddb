/** How payments of bills and invoices are written. A payment's records are its parts: what is put on one document each. */
import { Normalize } from "@svc/core"
import { billPayments } from "./bill-payments.ts"
import { invoicePayments, methods } from "./invoice-payments.ts"
import { found, namesByIds } from "./posting.ts"
import { as, beside, day, type Item, party, refTo, refuse, type Table } from "./taking.ts"
import { type Context, writing } from "./writing.ts"

interface Types {
  /** The member of ours that names the document. */
  readonly member: "bill_id" | "invoice_id"
  readonly document: "Bill" | "Invoice"
  readonly note: "VendorCredit" | "CreditMemo"
}
const link = (Amount: number, TxnId: string, TxnType: string) => ({ Amount, LinkedTxn: [{ TxnId, TxnType }] })
/** What a new payment is put on. One of a credit note moves no money: the note is put on the document. */
const allocated = (item: Item, { document, member, note }: Types) => {
  const { amount, credit_note_id, [member]: id } = item
  if (!credit_note_id) return { TotalAmt: amount, Line: id ? [link(amount, id, document)] : undefined }
  if (!id) refuse(member, "is required beside credit_note_id: a note is put on it")
  return { TotalAmt: 0, Line: [link(amount, id, document), link(amount, credit_note_id, note)] }
}
/** Another amount of one part, which the payment's total follows. */
const reallocated = (item: Item, raw: Item) => {
  const [, type, id] = String(item["platform_id"]).split(":")
  const lines: ReadonlyArray<Item> = raw["Line"] ?? []
  const isPart = ({ LinkedTxn }: Item) =>
    LinkedTxn?.length === 1 && LinkedTxn[0].TxnType === type && LinkedTxn[0].TxnId === id
  const [part, ...others] = lines.filter(isPart)
  const isMoney = type === "unapplied" || (part !== undefined && others.length === 0 && /^(Bill|Invoice)$/.test(type!))
  if (!isMoney) refuse("amount", "of this part cannot be changed")
  const before = part === undefined ? raw["UnappliedAmt"] : part["Amount"]
  const by = Normalize.difference(item["amount"], before) ?? 0
  return {
    TotalAmt: Normalize.sum([raw["TotalAmt"], by]),
    Line: lines.map((own) => (own === part ? { ...own, Amount: item["amount"] } : own))
  }
}
const settling = (types: Types) => (item: Item, context: Context) =>
  context.current === undefined
    ? allocated(item, types)
    : typeof item["amount"] === "number"
      ? reallocated(item, context.current.raw)
      : {}

const takes: Table = {
  amount: beside,
  memo: "PrivateNote",
  payment_date: day("TxnDate")
}
const creates: Table = { currency_id: refTo("CurrencyRef"), currency_rate: "ExchangeRate", credit_note_id: beside }
const payment = {
  /** The payment's own id: that of a record is followed by what it is put on. */
  id: (item: Item) => String(item["platform_id"]).split(":", 1)[0]!,
  clears: ["memo"]
}

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete", "void"], {
  ...payment,
  entity: "Payment",
  record: invoicePayments,
  requires: ["contact_id", "amount"],
  takes: {
    ...takes,
    account_id: refTo("DepositToAccountRef"),
    document_number: "PaymentRefNum",
    payment_mode: as("PaymentMethodRef", (mode, { lookups, place }) => {
      const [id] = [...lookups.methods].find(([, name]: [string, string]) => name === mode) ?? []
      return { value: id ?? refuse(place, "is no payment method of the company") }
    })
  },
  creates: { ...creates, contact_id: party("CustomerRef", "customer"), invoice_id: beside },
  lookups: { methods },
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
const accountTypes = found(
  "Account",
  (items: ReadonlyArray<Item>) => namesByIds(items.map((item) => (item["payment_mode"] ? null : item["account_id"]))),
  (rows): ReadonlyMap<string, string> => new Map(rows.map((row) => [row["Id"], row["AccountType"]])),
  new Map<string, string>()
)
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete", "void"], {
  ...payment,
  entity: "BillPayment",
  record: billPayments,
  requires: ["bill_id", "contact_id", "amount", "account_id"],
  takes: {
    ...takes,
    document_number: "DocNumber",
    payment_mode: (mode, { item, place, raw }) => {
      if (ways[mode] === undefined) refuse(place, `must be one of ${Object.keys(ways).join(", ")}`)
      return item["account_id"] || mode === raw?.["PayType"] ? {} : refuse(place, "needs an account_id beside it")
    },
    account_id: (account, { item, lookups, place }) => {
      const type = lookups.types.get(account)
      const way = item["payment_mode"] ?? wayOf[type ?? ""] ?? refuse(place, "is no bank account or credit card")
      return ways[way]?.(account) ?? {}
    }
  },
  creates: { ...creates, contact_id: party("VendorRef", "vendor"), bill_id: beside },
  lookups: { types: accountTypes },
  makes: settling({ member: "bill_id", document: "Bill", note: "VendorCredit" }),
  voids: { query: { operation: "update", include: "void" }, body: { sparse: true } }
})
