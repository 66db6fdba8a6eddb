/** How movements of bank accounts are written: money that is spent or received, and transfers, of which Xero changes none. */
import { Call, Connector, Lookup, Wire } from "@svc/core"
import { transactions, transfers } from "./bank-transactions.ts"
import { accountCodes } from "./references.ts"
import { type At, beside, bodyOf, day, named, rate, type Table, text } from "./taking.ts"
import { keptOfTransactions } from "./write-documents.ts"
import { elements, idempotency } from "./answered.ts"
import { writing } from "./writing.ts"

type Item = Readonly<Record<string, any>>
const isTransfer = (item: Item | undefined) => Boolean(item?.["from_account_id"]) && Boolean(item?.["to_account_id"])

/** Amount, account and description are those of its one line; of several, each is changed with the expense. */
const line = (_: unknown, { current, item, refuse }: At) => {
  const [own, another] = (current?.["LineItems"] ?? []) as ReadonlyArray<Item>
  if (another !== undefined) return refuse("is that of several lines")
  const { amount = current?.["Total"], account_id = own?.["AccountID"], description = own?.["Description"] } = item
  return {
    // The amount is what goes through the bank, with all taxes.
    LineAmountTypes: "Inclusive",
    LineItems: [
      Call.present({
        LineItemID: own?.["LineItemID"],
        Description: description,
        Quantity: 1,
        UnitAmount: amount,
        AccountID: account_id,
        TaxType: own?.["TaxType"],
        Tracking: own?.["Tracking"]
      })
    ]
  }
}
/** The bank account is the one that money goes out of, or the one that it goes into. */
const through =
  (Type: "SPEND" | "RECEIVE", direction: string) =>
  (AccountID: string, { item, refuse }: At) =>
    (item["debit_or_credit"] ?? direction) === direction
      ? { Type, BankAccount: { AccountID } }
      : refuse(`is that of a ${direction}`)
const { create: spent, update } = writing("BANK_TRANSACTIONS", {
  offers: ["create", "update"],
  record: transactions,
  collection: "BankTransactions",
  id: "BankTransactionID",
  requires: ["amount"],
  lookups: { accounts: accountCodes },
  query: { unitdp: 4 },
  batch: 1,
  kept: keptOfTransactions,
  takes: {
    from_account_id: through("SPEND", "DEBIT"),
    to_account_id: through("RECEIVE", "CREDIT"),
    debit_or_credit: beside,
    contact_id: named("Contact", "ContactID"),
    account_id: line,
    amount: line,
    description: line,
    currency_id: "CurrencyCode",
    currency_rate: rate,
    transaction_date: day("Date"),
    reference: text("Reference")
  },
  refuse: (item, { current }) =>
    current !== null || item["from_account_id"] || item["to_account_id"]
      ? null
      : { field: "from_account_id", message: "or to_account_id has to be there" }
})

const transfer = {
  from_account_id: named("FromBankAccount", "AccountID"),
  to_account_id: named("ToBankAccount", "AccountID"),
  amount: "Amount",
  transaction_date: day("Date"),
  reference: text("Reference")
} satisfies Table
const create = Connector.create("BANK_TRANSACTIONS", {
  requires: spent.requires,
  unsupported: spent.unsupported,
  lookups: spent.lookups,
  record: (item) => (isTransfer(item) ? transfers : transactions),
  idempotency,
  refuse: (item, context) => {
    if (!isTransfer(item)) return spent.refuse?.(item, context) ?? null
    const field = Object.entries(item).find(([name, value]) => value !== null && !(name in transfer))?.[0]
    return field === undefined ? null : { field, message: "has no place in a transfer between own accounts" }
  },
  call: ([item], context): Call.Call => {
    if (!isTransfer(item)) return spent.call([item], context)
    const { body } = bodyOf(transfer, item ?? {}, { lookups: {}, current: null })
    return { method: "PUT", path: "/BankTransfers", body: { BankTransfers: [body] } }
  },
  answers: (body, [item]) => elements(isTransfer(item) ? "BankTransfers" : "BankTransactions")(body)
})

/** What is spent or received, as it is; null for a transfer. */
const asItIs = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<{ readonly platform_id: string }>) => ({
    path: `/BankTransactions/${Call.segment(item?.platform_id ?? "")}`,
    query: { unitdp: 4 }
  }),
  response: Wire.struct({ BankTransactions: Wire.list(Wire.unknown) }),
  pick: ({ BankTransactions }) => (BankTransactions?.[0] ?? null) as Item | null,
  absent: null,
  emptyStatuses: [404]
})
const removed = Connector.delete("BANK_TRANSACTIONS", {
  record: transactions,
  idempotency,
  lookups: { asItIs },
  call: ([item], { lookups: { asItIs: found } }) => {
    const id = Call.segment(item?.platform_id ?? "")
    if (found === null) return { method: "POST", path: `/BankTransfers/${id}`, body: { Status: "DELETED" } }
    const own = Object.fromEntries(keptOfTransactions.map((name) => [name, found[name]]))
    const body = { BankTransactions: [{ BankTransactionID: item?.platform_id, ...own, Status: "DELETED" }] }
    return { method: "POST", path: `/BankTransactions/${id}`, query: { unitdp: 4 }, body }
  }
})

export const writeBankTransactions = { create, update, delete: removed }
