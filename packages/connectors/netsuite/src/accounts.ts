/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { source } from "./query.ts"
import { featured, type Settings, time } from "./statement.ts"
import { activity, keyed } from "./wire.ts"

/** The types of accounts. The first of a category is that of a new account of which no more is said. */
export const categories = Normalize.word(
  {
    Bank: "BANK",
    OthCurrAsset: "ASSET",
    AcctRec: "ASSET",
    FixedAsset: "ASSET",
    OthAsset: "ASSET",
    UnbilledRec: "ASSET",
    DeferExpense: "ASSET",
    OthCurrLiab: "LIABILITY",
    AcctPay: "LIABILITY",
    CredCard: "LIABILITY",
    LongTermLiab: "LIABILITY",
    DeferRevenue: "LIABILITY",
    Equity: "EQUITY",
    Income: "INCOME",
    OthIncome: "INCOME",
    Expense: "EXPENSE",
    COGS: "EXPENSE",
    OthExpense: "EXPENSE",
    NonPosting: null,
    Stat: null
  },
  "UNKNOWN"
)
/** Quirk: the full name begins with the parents' names, and where accounts are numbered with the number. */
export const nameOf = ({ acctnumber, fullname }: Account) => {
  const name = Normalize.text(fullname?.split(" : ").at(-1))
  const number = Normalize.text(acctnumber)
  return number !== null && name?.startsWith(`${number} `) ? name.slice(number.length + 1).trim() : name
}

/** Quirk: a balance moves without its account changing, so that every run reads them all. */
export const accountSource = (...where: ReadonlyArray<string>) =>
  source({
    mapping: 2,
    table: "account",
    statement: (settings: Settings) => ({
      id: "a.id",
      select: {
        acctnumber: "a.acctnumber",
        fullname: "a.fullname",
        description: "a.description",
        accttype: "a.accttype",
        isinactive: "a.isinactive",
        parent: "a.parent",
        balance: "a.balance",
        ...featured(settings, { currency: ["currency", "a.currency"] }),
        modified: time("a.lastmodifieddate")
      },
      from: "account a",
      where
    })
  })
export const account = {
  ...keyed,
  acctnumber: Wire.text,
  fullname: Wire.text,
  description: Wire.text,
  accttype: Wire.text,
  isinactive: Wire.text,
  parent: Wire.id,
  balance: Wire.number,
  currency: Wire.id
}
type Account = Wire.Struct<typeof account>

export const accounts = Connector.read("ACCOUNTS", {
  ...accountSource(),
  item: Wire.struct(account),
  map: (raw) => ({
    platform_id: raw.id,
    name: nameOf(raw),
    description: raw.description,
    nominal_code: raw.acctnumber,
    status: activity(raw.isinactive),
    category: categories(raw.accttype),
    sub_category: raw.accttype,
    current_balance: raw.balance,
    currency_id: raw.currency,
    parent_account_id: raw.parent
  })
})
