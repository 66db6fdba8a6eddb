/** The chart of accounts, and those of it that are a bank's or a cash box. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { pages } from "./listing.ts"
import { itemOf, rowsOf, said, statuses } from "./wire.ts"

/** Quirk: a list says the class of an account, and what a new account is given is finer. */
export const classes = Normalize.meaning({
  ASSET: ["Asset", "FixedAsset", "CurrentAsset", "Bank", "Cash", "Inventory"],
  LIABILITY: ["Liability", "CurrentLiability", "NoncurrentLiability"],
  EQUITY: ["Equity"],
  INCOME: ["Revenue", "Sale", "OtherIncome"],
  EXPENSE: ["Expense", "DirectCost", "Overhead", "Depreciation"]
})

const Account = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name_en", "name_ar", "code", "description", "status", "parent_type"),
  ...Wire.all(Wire.decisive(Wire.text), "type", "type_of_account", "group_type"),
  parent_id: Wire.id,
  balance: Wire.number,
  receive_payments: Wire.decisive(Wire.boolean),
  recieve_payments: Wire.decisive(Wire.boolean),
  updated_at: Wire.instant
})
type Account = (typeof Account)["Type"]

const kindOf = ({ group_type, type, type_of_account }: Account): string | null =>
  said(type_of_account, group_type, type)
/** What depreciates is on the side that its parent is on. */
const categoryOf = ({ parent_type, type }: Account) =>
  type === "Depreciation" && classes(parent_type) !== "UNKNOWN" ? (classes(parent_type) ?? "EXPENSE") : classes(type)
const isBank = (raw: Account): boolean =>
  (raw.receive_payments ?? raw.recieve_payments) === true ||
  (categoryOf(raw) === "ASSET" &&
    [raw.type, raw.type_of_account, raw.group_type].some((word) => /\b(banks?|cash)\b/i.test(word ?? "")))

const list = {
  path: "/accounts",
  page: pages,
  items: rowsOf("accounts"),
  item: Account,
  get: "/accounts/{id}",
  getItem: itemOf("account"),
  // All are answered at once, so every run sees what is gone.
  deletes: Read.fullListing
} as const

export const accounts = Connector.read("ACCOUNTS", {
  ...list,
  map: (raw) => ({
    platform_id: raw.id,
    name: said(raw.name_en, raw.name_ar),
    description: raw.description,
    nominal_code: raw.code,
    status: statuses(raw.status),
    category: categoryOf(raw),
    sub_category: kindOf(raw),
    current_balance: raw.balance,
    parent_account_id: raw.parent_id,
    updated_at: raw.updated_at
  })
})

export const bankAccounts = Connector.read("BANK_ACCOUNTS", {
  ...list,
  map: (raw) =>
    isBank(raw)
      ? {
          platform_id: raw.id,
          account_name: said(raw.name_en, raw.name_ar),
          category: kindOf(raw),
          balance: raw.balance,
          account_id: raw.id,
          status: statuses(raw.status),
          updated_at: raw.updated_at
        }
      : null
})
