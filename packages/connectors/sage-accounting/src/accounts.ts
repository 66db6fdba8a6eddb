/** The chart of accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, ever, kept, within } from "./wire.ts"

export const Kind = Wire.struct({ id: Wire.decisive(Wire.id) })

/** Quirk: the words differ from country to country; what they have in common decides. */
const categories = [
  [/BANK|CASH/, "BANK"],
  [/LIABILIT/, "LIABILITY"],
  [/ASSET/, "ASSET"],
  [/EQUITY|CAPITAL|RESERVE/, "EQUITY"],
  [/EXPENSE|OVERHEAD|COST|DEPRECIATION/, "EXPENSE"],
  [/INCOME|SALES|REVENUE/, "INCOME"]
] as const
export type Category = (typeof categories)[number][1] | "UNKNOWN"
export const categoryOf = (...words: ReadonlyArray<string | null | undefined>): Category =>
  words
    .flatMap((word) => categories.filter(([known]) => known.test((word ?? "").toUpperCase())))
    .map(([, category]) => category)[0] ?? "UNKNOWN"

export const accounts = Connector.read("ACCOUNTS", {
  ...kept("ledger_accounts", within(ever)),
  item: Wire.struct({
    ...common,
    name: Wire.text,
    display_name: Wire.text,
    nominal_code: Wire.id,
    included_in_chart: Wire.boolean,
    ledger_account_type: Kind,
    ledger_account_classification: Kind,
    ledger_account_group: Kind,
    balance_details: Wire.struct({ balance: Wire.number })
  }),
  map: (raw) => ({
    platform_id: raw.id,
    platform_unique_id: raw.nominal_code,
    name: Normalize.text(raw.display_name) ?? raw.name,
    nominal_code: raw.nominal_code,
    status: raw.included_in_chart === false ? "ARCHIVED" : "ACTIVE",
    category: categoryOf(
      raw.ledger_account_type?.id,
      raw.ledger_account_classification?.id,
      raw.ledger_account_group?.id
    ),
    sub_category: raw.ledger_account_type?.id,
    current_balance: raw.balance_details?.balance,
    updated_at: raw.updated_at
  })
})
