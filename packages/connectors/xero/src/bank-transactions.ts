/** Movements of bank accounts, from two sources: money spent and received, and transfers between own accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { document } from "./document-fields.ts"
import { accountCodes, idOf } from "./references.ts"
import { Account, changed, dated, deleted, listed, rate } from "./wire.ts"

/** Bank transactions, expenses among them. */
export const BankTransaction = Wire.struct({
  ...document,
  BankTransactionID: Wire.required(Wire.id),
  BankAccount: Account,
  IsReconciled: Wire.boolean
})
/** A bank transaction that is undone is DELETED or, when it was reconciled, VOIDED. */
export const isGone = ({ Status }: { readonly Status?: string | null | undefined }) =>
  Status === "DELETED" || Status === "VOIDED"

const reconciled = (...marks: ReadonlyArray<boolean | null | undefined>) =>
  marks.some((mark) => typeof mark !== "boolean") ? null : marks.every(Boolean) ? "RECONCILED" : "UNRECONCILED"

export const transactions = Connector.read("BANK_TRANSACTIONS", {
  source: "transactions",
  ...listed("BankTransactions", "BankTransactionID", undefined, { unitdp: 4 }),
  item: BankTransaction,
  deletes: Read.flag(isGone),
  mapping: 2,
  lookups: { accounts: accountCodes },
  map: (raw, { lookups }) => {
    const type = raw.Type ?? ""
    // Quirk: a transfer shows as two bank transactions as well; it is read once, from its own source.
    if (type.endsWith("-TRANSFER")) return null
    const direction = type.startsWith("SPEND") ? "DEBIT" : type.startsWith("RECEIVE") ? "CREDIT" : null
    const lines = raw.LineItems ?? []
    const accounts = Normalize.distinct(
      lines.map(({ AccountCode, AccountID }) => idOf(AccountID, AccountCode, lookups.accounts))
    )
    return {
      platform_id: raw.BankTransactionID,
      account_id: accounts.length === 1 ? accounts[0] : null,
      from_account_id: direction === "DEBIT" ? raw.BankAccount?.AccountID : null,
      to_account_id: direction === "CREDIT" ? raw.BankAccount?.AccountID : null,
      contact_id: raw.Contact?.ContactID,
      amount: raw.Total,
      type: raw.Type,
      debit_or_credit: direction,
      status: reconciled(raw.IsReconciled),
      currency_id: raw.CurrencyCode,
      currency_rate: raw.CurrencyRate,
      transaction_date: raw.Date,
      description: lines.length === 1 ? lines[0]?.Description : null,
      reference: raw.Reference,
      updated_at: raw.UpdatedDateUTC
    }
  }
})

export const transfers = Connector.read("BANK_TRANSACTIONS", {
  source: "transfers",
  path: "/BankTransfers",
  query: { includeDeleted: true },
  page: Page.single,
  since: changed,
  from: dated(),
  items: "BankTransfers",
  item: Wire.struct({
    BankTransferID: Wire.required(Wire.id),
    FromBankAccount: Account,
    ToBankAccount: Account,
    FromIsReconciled: Wire.boolean,
    ToIsReconciled: Wire.boolean,
    Amount: Wire.number,
    CurrencyRate: rate,
    Date: Wire.day,
    Reference: Wire.text,
    Status: Wire.text
  }),
  deletes: deleted,
  mapping: 2,
  get: "/BankTransfers/{id}",
  map: (raw) => ({
    platform_id: raw.BankTransferID,
    from_account_id: raw.FromBankAccount?.AccountID,
    to_account_id: raw.ToBankAccount?.AccountID,
    amount: raw.Amount,
    type: "TRANSFER",
    status: reconciled(raw.FromIsReconciled, raw.ToIsReconciled),
    currency_rate: raw.CurrencyRate,
    transaction_date: raw.Date,
    reference: raw.Reference
  })
})

export const bankTransactions = [transactions, transfers]
