/** The chart of accounts, and those of its accounts that are at a bank. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { books, currencyOf } from "./references.ts"
import { common, listed, missing, Ref, statusOf } from "./wire.ts"

const Account = Wire.struct({
  ...common,
  DisplayID: Wire.text,
  Name: Wire.text,
  Description: Wire.text,
  Classification: Wire.text,
  Type: Wire.decisive(Wire.text),
  CurrentBalance: Wire.number,
  IsActive: Wire.boolean,
  ForeignCurrency: Ref,
  ParentAccount: Ref,
  BankingDetails: Wire.struct({ BSBNumber: Wire.text, BankAccountNumber: Wire.text, BankAccountName: Wire.text })
})
const path = "/GeneralLedger/Account"

export const categories = Normalize.word({
  Asset: "ASSET",
  Liability: "LIABILITY",
  Equity: "EQUITY",
  Income: "INCOME",
  CostOfSales: "EXPENSE",
  Expense: "EXPENSE",
  OtherIncome: "INCOME",
  OtherExpense: "EXPENSE"
})

export const accounts = Connector.read("ACCOUNTS", {
  ...listed(path),
  item: Account,
  lookups: books,
  map: (raw, { lookups }) => ({
    platform_id: raw.UID,
    platform_unique_id: raw.DisplayID,
    name: raw.Name,
    description: raw.Description,
    nominal_code: raw.DisplayID,
    status: statusOf(raw.IsActive),
    category: raw.Type === "Bank" ? "BANK" : categories(raw.Classification),
    sub_category: raw.Type,
    current_balance: raw.CurrentBalance,
    currency_id: currencyOf(raw, lookups).currency_id,
    parent_account_id: raw.ParentAccount?.UID,
    updated_at: raw.LastModified
  })
})

const isAtBank = (type: unknown): boolean => type === "Bank" || type === "CreditCard"
export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...listed(path),
  item: Account,
  deletes: missing(path, (row) => isAtBank(Call.at(row, "Type"))),
  lookups: books,
  map: ({ BankingDetails: bank, ...raw }, { lookups }) =>
    isAtBank(raw.Type)
      ? {
          platform_id: raw.UID,
          // Whose bank it is, nothing says.
          institution_name: null,
          account_name: Normalize.text(bank?.BankAccountName) ?? raw.Name,
          account_number: Normalize.text(bank?.BankAccountNumber),
          routing_number: Normalize.text(bank?.BSBNumber),
          currency_id: currencyOf(raw, lookups).currency_id,
          category: raw.Type,
          balance: raw.CurrentBalance,
          account_id: raw.UID,
          status: statusOf(raw.IsActive),
          updated_at: raw.LastModified
        }
      : null
})
