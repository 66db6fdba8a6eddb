/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { activeStatus, amountIn, flagged, Reference } from "./wire.ts"

const categories = Normalize.word({
  bank: "BANK",
  currentAsset: "ASSET",
  fixedAsset: "ASSET",
  currentLiability: "LIABILITY",
  longTermLiability: "LIABILITY",
  equity: "EQUITY",
  revenue: "INCOME",
  otherIncome: "INCOME",
  costOfSales: "EXPENSE",
  operatingExpense: "EXPENSE",
  otherExpense: "EXPENSE",
  incomeTax: "EXPENSE"
})

// Quirk: a balance does not move updatedAt, so that accounts are read as a whole each time.
export const accounts = Connector.read("ACCOUNTS", {
  ...flagged("accounts"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    code: Wire.text,
    title: Wire.text,
    about: Wire.text,
    kind: Wire.text,
    currency: Wire.id,
    parent: Reference,
    state: Wire.text,
    balanceMinor: Wire.number,
    balanceCurrency: Wire.id,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.title,
    description: raw.about,
    nominal_code: raw.code,
    status: activeStatus(raw.state),
    category: categories(raw.kind),
    sub_category: raw.kind,
    // Quirk: balances are in the base currency, which for other accounts is not the currency they name.
    current_balance: raw.balanceCurrency === raw.currency ? amountIn(raw.currency)(raw.balanceMinor) : null,
    currency_id: raw.currency,
    parent_account_id: raw.parent?.id,
    updated_at: raw.updatedAt
  })
})
