/** The chart of accounts: ledgers, and the groups they are below. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { above, books, Group, idBehind, ledgerMembers, nameOf } from "./books.ts"
import { anyCount } from "./company.ts"
import { baseCurrency, currencyOf } from "./currencies.ts"
import { kind, kindOfLedger } from "./kinds.ts"
import { balances, masters } from "./reads.ts"
import { money, text } from "./wire.ts"

const { currencies, company, groups, ledgers } = books
const lookups = { currencies, company, groups, ledgers }

/** Quirk: what is below no group is below one that is called so and is none. */
const groupOf = (parent: string | null | undefined) => (parent?.toLowerCase() === "primary" ? null : parent)
/** Quirk: what is stored is negative for a debit; shown is what an account is worth on its own side. */
const isDebit: Readonly<Record<string, boolean>> = { ASSET: true, EXPENSE: true }

export const accountFetch =
  "Guid,AlterId,Name,Parent,_PrimaryGroup,OnlyAlias,Description,IsRevenue,IsDeemedPositive,ClosingBalance,CurrencyName"
export const ledgerAccounts = Connector.read("ACCOUNTS", {
  ...balances({ type: "Ledger", fetch: accountFetch }),
  source: "ledgers",
  sequence: anyCount,
  item: Wire.struct({ ...ledgerMembers, ONLYALIAS: text, DESCRIPTION: text, CLOSINGBALANCE: money }),
  lookups,
  map: (raw, { lookups: own }) => {
    const category = kindOfLedger(own, raw)
    const balance = raw.CLOSINGBALANCE?.base ?? null
    return {
      platform_id: raw.GUID,
      name: nameOf(raw),
      description: raw.DESCRIPTION,
      nominal_code: raw.ONLYALIAS,
      status: "ACTIVE",
      category: category ?? "UNKNOWN",
      sub_category: groupOf(raw.PARENT),
      current_balance: balance === null ? null : Normalize.sum([isDebit[category ?? ""] === true ? -balance : balance]),
      currency_id: (raw.CURRENCYNAME ? currencyOf(own.currencies, raw.CURRENCYNAME) : baseCurrency(own))?.GUID,
      parent_account_id: idBehind(own.groups, raw.PARENT)
    }
  }
})

const ofGroups = Connector.read("ACCOUNTS", {
  ...masters({ type: "Group", fetch: "Guid,AlterId,Name,Parent,IsRevenue,IsDeemedPositive" }),
  source: "groups",
  sequence: anyCount,
  item: Group,
  lookups: { groups, ledgers },
  map: (raw, { lookups: own }) => {
    const parents = above(own, raw.PARENT)
    return {
      platform_id: raw.GUID,
      name: nameOf(raw),
      status: "ACTIVE",
      category: kind([raw, ...parents].map(nameOf), parents.at(-1) ?? raw) ?? "UNKNOWN",
      sub_category: groupOf(raw.PARENT),
      parent_account_id: idBehind(own.groups, raw.PARENT)
    }
  }
})

export const accounts = [ledgerAccounts, ofGroups]
