/** How movements of bank accounts are written that are no payments, expenses or anything else of its own: deposits and transfers. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { bankTransactions } from "./bank-transactions.ts"
import { entityOf, ref, refTo, writing } from "./writing.ts"

type Item = Writes.ItemOf<"BANK_TRANSACTIONS">
const kinds = ["Deposit", "Transfer", "Purchase", "Payment", "BillPayment"]
const kindIn = ({ platform_id: id, type }: Item) =>
  id == null ? type : (kinds.find((own) => id.startsWith(`${own.toLowerCase()}-`)) ?? "Deposit")

/** The one line of a deposit; of one with several, which are of other accounts, none can be meant. */
const depositLine = (item: Item, { raw, refuse }: Take.At<Item>) => {
  const lines: ReadonlyArray<Take.Item> = raw?.["Line"] ?? []
  const { account_id, amount, contact_id } = item
  const changed = (["account_id", "contact_id", "amount"] as const).find((name) => item[name] !== undefined)
  if (changed === undefined) return {}
  if (lines.length > 1) refuse("of a deposit with several lines cannot be changed", changed)
  const detail = Call.present({
    ...lines[0]?.["DepositLineDetail"],
    ...(account_id ? { AccountRef: ref(account_id) } : {}),
    ...(contact_id === undefined ? {} : { Entity: contact_id && entityOf(contact_id, refuse, "contact_id") })
  })
  const line = { ...lines[0], Amount: amount ?? lines[0]?.["Amount"], DetailType: "DepositLineDetail" }
  return { Line: [{ ...line, DepositLineDetail: detail }] }
}
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  entity: ({ kind }) => kind,
  idOf: (id) => id.replace(/^[a-z]+-/, ""),
  record: (item) => bankTransactions[Math.max(0, kinds.indexOf(kindIn(item) ?? ""))]!,
  requires: ["type", "amount", "to_account_id"],
  takes: {
    transaction_date: Take.day("TxnDate"),
    description: "PrivateNote",
    currency_rate: "ExchangeRate",
    amount: Take.beside
  },
  creates: { type: Take.beside },
  // Quirk: each kind has its own members; a movement that pays for something is written as what it is.
  kinds: {
    Deposit: {
      currency_id: refTo("CurrencyRef"),
      to_account_id: refTo("DepositToAccountRef"),
      debit_or_credit: (value, { refuse }) => (value === "CREDIT" ? {} : refuse("of a deposit is CREDIT")),
      account_id: Take.beside,
      contact_id: Take.beside
    },
    Transfer: { from_account_id: refTo("FromAccountRef"), to_account_id: refTo("ToAccountRef") }
  },
  kindOf: (item, { isNew, refuse }) => {
    const kind = kindIn(item)
    if (kind === "Deposit" || kind === "Transfer") return kind
    return isNew
      ? refuse("must be Deposit or Transfer: payments and expenses are written as such", "type")
      : refuse("is a payment or an expense, and is changed as such", "platform_id")
  },
  clears: ["description"],
  makes: (item, at) => {
    const isTransfer = kindIn(item) === "Transfer"
    const needed = isTransfer ? "from_account_id" : "account_id"
    if (at.isNew && !item[needed]) at.refuse(`is required of a ${item.type?.toLowerCase()}`, needed)
    if (!isTransfer) return depositLine(item, at)
    // Quirk: a change names both accounts and the amount.
    const { Amount, FromAccountRef, ToAccountRef } = at.raw ?? {}
    return Call.present({
      Amount: item.amount ?? Amount,
      FromAccountRef: item.from_account_id ? null : FromAccountRef,
      ToAccountRef: item.to_account_id ? null : ToAccountRef
    })
  },
  sparse: true
})
