/** The chart of accounts, and the bank accounts, which Sage keeps apart from it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { base } from "./company.ts"
import { changing, record, ref, statusOf } from "./wire.ts"

const Category = Wire.struct({ Description: Wire.text })
/** The groups of the chart: https://accounting.sageone.co.za/api/2.0.0/Help (AccountCategory). */
export const categories = Normalize.word({
  "Current Assets": "ASSET",
  "Non-Current Assets": "ASSET",
  "Non Current Assets": "ASSET",
  "Fixed Assets": "ASSET",
  "Other Assets": "ASSET",
  Bank: "ASSET",
  "Current Liabilities": "LIABILITY",
  "Non-Current Liabilities": "LIABILITY",
  "Non Current Liabilities": "LIABILITY",
  "Owners Equity": "EQUITY",
  "Owner's Equity": "EQUITY",
  Equity: "EQUITY",
  Sales: "INCOME",
  "Other Income": "INCOME",
  "Cost of Sales": "EXPENSE",
  Expenses: "EXPENSE",
  "Income Tax": "EXPENSE"
})

export const ledgerAccounts = Connector.read("ACCOUNTS", {
  ...changing("Account"),
  path: "/Account/GetWithSystemAccounts",
  item: Wire.struct({
    ...record,
    Name: Wire.text,
    Description: Wire.text,
    Category,
    Active: Wire.boolean,
    Balance: Wire.number,
    AccountType: Wire.decisive(Wire.number)
  }),
  lookups: { base },
  map: (raw, { lookups }) =>
    // Those at a bank are of a service of their own.
    raw.AccountType === 4
      ? null
      : {
          platform_id: raw.ID,
          name: raw.Name,
          description: raw.Description,
          nominal_code: null,
          status: statusOf(raw.Active),
          category: categories(raw.Category?.Description),
          sub_category: raw.Category?.Description,
          current_balance: raw.Balance,
          currency_id: lookups.base,
          parent_account_id: null,
          updated_at: raw.Modified
        }
})

export const bankPrefix = "bank"
const BankAccount = Wire.struct({
  ...record,
  Name: Wire.text,
  Description: Wire.text,
  BankName: Wire.text,
  AccountNumber: Wire.text,
  BranchNumber: Wire.text,
  Category,
  Active: Wire.boolean,
  Balance: Wire.number,
  CurrencyId: ref
})
/** Payments and movements name bank accounts, by ids of their own: as accounts they are told apart by what these begin with. */
const accountsAtBanks = Connector.read("ACCOUNTS", {
  ...changing("BankAccount", { prefix: bankPrefix }),
  item: BankAccount,
  lookups: { base },
  map: (raw, { lookups }) => ({
    platform_id: `${bankPrefix}:${raw.ID}`,
    name: raw.Name,
    description: raw.Description,
    nominal_code: null,
    status: statusOf(raw.Active),
    category: "BANK",
    sub_category: raw.Category?.Description,
    current_balance: raw.Balance,
    currency_id: raw.CurrencyId ?? lookups.base,
    parent_account_id: null,
    updated_at: raw.Modified
  })
})
export const accounts = [ledgerAccounts, accountsAtBanks]

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...changing("BankAccount"),
  item: BankAccount,
  lookups: { base },
  map: (raw, { lookups }) => ({
    platform_id: raw.ID,
    institution_name: raw.BankName,
    account_name: raw.Name,
    account_number: raw.AccountNumber,
    routing_number: raw.BranchNumber,
    currency_id: raw.CurrencyId ?? lookups.base,
    category: raw.Category?.Description,
    balance: raw.Balance,
    account_id: `${bankPrefix}:${raw.ID}`,
    status: statusOf(raw.Active),
    updated_at: raw.Modified
  })
})
