/** How movements of bank accounts are written that are no payments, expenses or anything else of its own: deposits and transfers. */
import { Call } from "@svc/core"
import { bankTransactions } from "./bank-transactions.ts"
import { beside, day, entityOf, type Item, ref, refuse, type Table, type Take } from "./taking.ts"
import { writing } from "./writing.ts"

const kinds = ["Deposit", "Transfer", "Purchase", "Payment", "BillPayment"]
const kindOf = (item: Item): string => {
  const [kind] = String(item["platform_id"]).split("-")
  return item["platform_id"] === undefined
    ? item["type"]
    : (kinds.find((own) => own.toLowerCase() === kind) ?? "Deposit")
}
/** Quirk: each kind has its own members; a movement that pays for something is written as what it is. */
const entity = (item: Item) => {
  const kind = kindOf(item)
  if (kind === "Deposit" || kind === "Transfer") return kind
  return item["platform_id"] === undefined
    ? refuse("type", "must be Deposit or Transfer: payments and expenses are written as such")
    : refuse("platform_id", "is a payment or an expense, and is changed as such")
}
const only =
  (kind: "Deposit" | "Transfer", take: Take): Take =>
  (value, at) =>
    kindOf(at.item) === kind ? take(value, at) : refuse(at.place, `has no place in a ${kindOf(at.item).toLowerCase()}`)
const movement: Table = {
  transaction_date: day("TxnDate"),
  description: "PrivateNote",
  currency_rate: "ExchangeRate",
  currency_id: only("Deposit", (id) => ({ CurrencyRef: ref(id) })),
  from_account_id: only("Transfer", (id) => ({ FromAccountRef: ref(id) })),
  to_account_id: (id, { item }) => ({
    [kindOf(item) === "Deposit" ? "DepositToAccountRef" : "ToAccountRef"]: ref(id)
  }),
  debit_or_credit: only("Deposit", (value, { place }) =>
    value === "CREDIT" ? {} : refuse(place, "of a deposit is CREDIT")
  ),
  account_id: only("Deposit", () => ({})),
  contact_id: only("Deposit", () => ({})),
  amount: beside
}
/** The one line of a deposit; of one with several, which are of other accounts, none can be meant. */
const depositLine = (item: Item, raw: Item | undefined) => {
  const lines: ReadonlyArray<Item> = raw?.["Line"] ?? []
  const changed = ["account_id", "contact_id", "amount"].filter((name) => item[name] !== undefined)
  if (changed.length === 0) return {}
  if (lines.length > 1) refuse(changed[0]!, "of a deposit with several lines cannot be changed")
  const { account_id, amount, contact_id } = item
  const detail = Call.present({
    ...lines[0]?.["DepositLineDetail"],
    ...(account_id ? { AccountRef: ref(account_id) } : {}),
    ...(contact_id ? { Entity: entityOf(contact_id, "contact_id") } : contact_id === null ? { Entity: null } : {})
  })
  const line = { ...lines[0], Amount: amount ?? lines[0]?.["Amount"], DetailType: "DepositLineDetail" }
  return { Line: [{ ...line, DepositLineDetail: detail }] }
}
export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  entity,
  id: (item) => String(item["platform_id"]).replace(/^[a-z]+-/, ""),
  record: (item: Item) => bankTransactions[Math.max(0, kinds.indexOf(kindOf(item)))]!,
  requires: ["type", "amount", "to_account_id"],
  takes: movement,
  creates: { type: beside },
  clears: ["description", "contact_id"],
  makes: (item, { current }) => {
    const isTransfer = entity(item) === "Transfer"
    const needed = isTransfer ? "from_account_id" : "account_id"
    if (current === undefined && !item[needed]) refuse(needed, `is required of a ${kindOf(item).toLowerCase()}`)
    if (!isTransfer) return depositLine(item, current?.raw)
    // Quirk: a change names both accounts and the amount.
    const { Amount, FromAccountRef, ToAccountRef } = current?.raw ?? {}
    return Call.present({
      Amount: item["amount"] ?? Amount,
      FromAccountRef: item["from_account_id"] ? null : FromAccountRef,
      ToAccountRef: item["to_account_id"] ? null : ToAccountRef
    })
  },
  sparse: true
})
