/**
 * What went through bank accounts without an invoice or a bill: money spent and received, transfers, and the lines of bank feeds
 * that nobody has coded yet. Those that have been are one of the others, or a payment.
 */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Spent, spendPath } from "./expenses.ts"
import { type Money, money, otherSide } from "./money.ts"
import { type Books, books, currencyOf } from "./references.ts"
import { common, dated, listed, missing, Ref } from "./wire.ts"

/** What ids of transfers begin with, which can be written: an id then says which list it is of. */
export const transferPrefix = "transfer:"
export const transferPath = "/Banking/TransferMoneyTxn"
const reading = <const S extends string>(source: S, path: string) => ({
  source,
  ...listed(path),
  get: (id: string): Call.Call | null =>
    id.startsWith(transferPrefix) ? null : { path: `${path}/${Call.segment(id)}` },
  from: dated("Date"),
  lookups: books
})
const fields = (raw: Money, known: Books) => ({
  platform_id: raw.UID,
  account_id: otherSide(raw),
  contact_id: raw.Contact?.UID,
  ...currencyOf(raw, known),
  transaction_date: raw.Date,
  description: raw.Memo,
  updated_at: raw.LastModified
})

const spent = Connector.read("BANK_TRANSACTIONS", {
  ...reading("spent", spendPath),
  item: Spent,
  map: (raw, { lookups }) => ({
    ...fields(raw, lookups),
    from_account_id: raw.Account?.UID,
    amount: raw.AmountPaid,
    type: "SPEND",
    debit_or_credit: "DEBIT",
    reference: raw.PaymentNumber
  })
})
const received = Connector.read("BANK_TRANSACTIONS", {
  ...reading("received", "/Banking/ReceiveMoneyTxn"),
  item: Wire.struct({ ...money, ReceiptNumber: Wire.text, AmountReceived: Wire.number }),
  map: (raw, { lookups }) => ({
    ...fields(raw, lookups),
    to_account_id: raw.Account?.UID,
    amount: raw.AmountReceived,
    type: "RECEIVE",
    debit_or_credit: "CREDIT",
    reference: raw.ReceiptNumber
  })
})
export const transfers = Connector.read("BANK_TRANSACTIONS", {
  ...reading("transfers", transferPath),
  owner: ({ UID }) => UID,
  get: (id) => (id.startsWith(transferPrefix) ? { path: `${transferPath}/${Call.segment(id.slice(9))}` } : null),
  item: Wire.struct({
    ...common,
    FromAccount: Ref,
    ToAccount: Ref,
    TransferNumber: Wire.text,
    Date: Wire.day,
    Amount: Wire.number,
    Memo: Wire.text
  }),
  map: (raw, { lookups }) => ({
    platform_id: `${transferPrefix}${raw.UID}`,
    from_account_id: raw.FromAccount?.UID,
    to_account_id: raw.ToAccount?.UID,
    amount: raw.Amount,
    type: "TRANSFER",
    currency_id: currencyOf({}, lookups).currency_id,
    transaction_date: raw.Date,
    description: raw.Memo,
    reference: raw.TransferNumber,
    updated_at: raw.LastModified
  })
})
const statementPath = "/Banking/Statement"
const isUncoded = (status: unknown): boolean => status !== "Coded" && status !== "Hidden"
const statements = Connector.read("BANK_TRANSACTIONS", {
  ...reading("statements", statementPath),
  item: Wire.struct({
    ...common,
    Date: Wire.day,
    Description: Wire.text,
    Account: Ref,
    Amount: Wire.number,
    IsCredit: Wire.required(Wire.boolean),
    Status: Wire.decisive(Wire.text),
    Reference: Wire.text
  }),
  isDeleted: ({ Status }) => !isUncoded(Status),
  deletes: missing(statementPath, (row) => isUncoded(Call.at(row, "Status"))),
  map: (raw, { lookups }) => ({
    platform_id: raw.UID,
    from_account_id: raw.IsCredit ? null : raw.Account?.UID,
    to_account_id: raw.IsCredit ? raw.Account?.UID : null,
    amount: Normalize.absolute(raw.Amount),
    type: "BANK_FEED",
    debit_or_credit: raw.IsCredit ? "CREDIT" : "DEBIT",
    status: raw.Status,
    currency_id: currencyOf({}, lookups).currency_id,
    transaction_date: raw.Date,
    description: raw.Description,
    reference: raw.Reference,
    updated_at: raw.LastModified
  })
})
export const bankTransactions = [spent, received, transfers, statements]
