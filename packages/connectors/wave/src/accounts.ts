/** The chart of accounts, and those of its accounts that are kept at a bank. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { archivedToo, listed } from "./asking.ts"
import { Coded, statusOf, texts } from "./values.ts"

const Account = Wire.struct({
  id: Wire.required(Wire.id),
  ...texts("name", "description", "displayId"),
  currency: Coded,
  type: Wire.struct({ value: Wire.text }),
  subtype: Wire.struct({ value: Wire.decisive(Wire.text) }),
  isArchived: Wire.boolean,
  balance: Wire.number,
  balanceInBusinessCurrency: Wire.number
})
// Quirk: `archivable` of a subtype is null against the schema at times, and with it the whole answer.
export const accountFields =
  "id name description displayId currency { code } type { value } subtype { name value } normalBalanceType isArchived " +
  "sequence balance balanceInBusinessCurrency"
const list = {
  many: "accounts",
  one: "account",
  fields: accountFields,
  takes: { isArchived: "Boolean" },
  page: archivedToo
}

export const categories = Normalize.word({
  ASSET: "ASSET",
  LIABILITY: "LIABILITY",
  EQUITY: "EQUITY",
  INCOME: "INCOME",
  EXPENSE: "EXPENSE"
})

export const accounts = Connector.read("ACCOUNTS", {
  ...listed(list),
  item: Account,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    description: raw.description,
    nominal_code: raw.displayId,
    status: statusOf(raw),
    category: categories(raw.type?.value),
    sub_category: raw.subtype?.value,
    current_balance: raw.balanceInBusinessCurrency ?? raw.balance,
    currency_id: raw.currency?.code
  })
})

const banks = ["CASH_AND_BANK", "CREDIT_CARD"]
export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...listed({ ...list, only: `subtypes: [${banks.join(", ")}]` }),
  item: Account,
  map: (raw) =>
    banks.includes(raw.subtype?.value ?? "")
      ? {
          platform_id: raw.id,
          account_name: raw.name,
          currency_id: raw.currency?.code,
          category: raw.subtype?.value,
          balance: raw.balance,
          account_id: raw.id,
          status: statusOf(raw)
        }
      : null
})
