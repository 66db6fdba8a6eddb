/** How movements of bank accounts are written: money that is spent or received, and transfers, of which Xero changes none. */
import type { Writer, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { elements } from "./answered.ts"
import { transactions, transfers } from "./bank-transactions.ts"
import { accountCodes } from "./references.ts"
import { keptOfTransactions } from "./write-documents.ts"
import { named, rate, writing } from "./writing.ts"

type At = Take.At<Writes.ItemOf<"BANK_TRANSACTIONS">>

/** Amount, account and description are those of its one line; of several, each is changed with the expense. */
const line = (_: unknown, { item, raw, refuse }: At) => {
  const [own, another] = (raw?.["LineItems"] ?? []) as ReadonlyArray<Take.Item>
  if (another !== undefined) refuse("is that of several lines")
  const { account_id = own?.["AccountID"], amount = raw?.["Total"], description = own?.["Description"] } = item
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
    (item.debit_or_credit ?? direction) === direction
      ? { Type, BankAccount: { AccountID } }
      : refuse(`is that of a ${direction}`)

/** What is spent or received, as it is; null for a transfer. */
const asItIs = Lookup.make({
  call: ({ items: [item] }: Lookup.LookupContext<{ readonly platform_id: string }>) => ({
    path: `/BankTransactions/${Call.segment(item?.platform_id ?? "")}`,
    query: { unitdp: 4 }
  }),
  response: Wire.struct({ BankTransactions: Wire.list(Wire.unknown) }),
  pick: ({ BankTransactions }) => (BankTransactions?.[0] ?? null) as Take.Item | null,
  absent: null,
  emptyStatuses: [404]
})
const remove: Writer.Doing = {
  lookups: { asItIs },
  call: ({ id, lookups }) => {
    const found: Take.Item | null = lookups["asItIs"]
    const Status = "DELETED"
    if (found === null) return { method: "POST", path: `/BankTransfers/${Call.segment(id)}`, body: { Status } }
    const own = Object.fromEntries(keptOfTransactions.map((name) => [name, found[name]]))
    return {
      method: "POST",
      path: `/BankTransactions/${Call.segment(id)}`,
      query: { unitdp: 4 },
      body: { BankTransactions: [{ BankTransactionID: id, ...own, Status }] }
    }
  }
}

const isTransfer = ({ from_account_id, platform_id, to_account_id }: Writes.ItemOf<"BANK_TRANSACTIONS">) =>
  platform_id === undefined && Boolean(from_account_id) && Boolean(to_account_id)
const money = { transaction_date: Take.day("Date"), reference: "Reference" }

export const writeBankTransactions = writing("BANK_TRANSACTIONS", ["create", "update", "delete"], {
  record: (item) => (isTransfer(item) ? transfers : transactions),
  collection: "BankTransactions",
  id: "BankTransactionID",
  requires: ["amount"],
  lookups: { accounts: accountCodes },
  query: { unitdp: 4 },
  batch: 1,
  kept: keptOfTransactions,
  kindOf: (item) => (isTransfer(item) ? "transfer between own accounts" : "movement"),
  kinds: {
    "transfer between own accounts": {
      ...money,
      from_account_id: named("FromBankAccount", "AccountID"),
      to_account_id: named("ToBankAccount", "AccountID"),
      amount: "Amount"
    },
    movement: {
      ...money,
      from_account_id: through("SPEND", "DEBIT"),
      to_account_id: through("RECEIVE", "CREDIT"),
      debit_or_credit: Take.beside,
      contact_id: named("Contact", "ContactID"),
      account_id: line,
      amount: line,
      description: line,
      currency_id: "CurrencyCode",
      currency_rate: rate
    }
  },
  clears: ["reference"],
  makes: ({ from_account_id, to_account_id }, { isNew, refuse }) =>
    isNew && !from_account_id && !to_account_id ? refuse("or to_account_id has to be there", "from_account_id") : {},
  departs: ({ create }) => ({
    create: {
      ...create,
      calls: (all) =>
        all[0]?.kind === "movement"
          ? create!.calls!(all)
          : { method: "PUT", path: "/BankTransfers", body: { BankTransfers: all.map(({ body }) => body) } },
      answers: (body, [sent]) => elements(sent?.kind === "movement" ? "BankTransactions" : "BankTransfers")(body)
    },
    delete: remove
  })
})
