/** The chart of accounts: accounts, and the groups they are below. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { above, books, categoryOf, type Chart, groups, Master, masterMembers } from "./books.ts"
import { currencyOf } from "./currencies.ts"
import { balanceOf, balances, masters } from "./masters.ts"
import { file } from "./open-file.ts"

const groupOf = (own: Pick<Chart, "groups">, code: string | null | undefined) =>
  Normalize.lookUp(own.groups, code, "parentgrp")
const parentId = (own: Pick<Chart, "groups">, code: string | null | undefined) => {
  const found = groupOf(own, code)
  return found === undefined ? null : Normalize.prefixed("group", found.code)
}

const ofAccounts = Connector.read("ACCOUNTS", {
  ...masters("account", ["Alias"]),
  source: "accounts",
  item: Wire.struct({ ...masterMembers, alias: Wire.text }),
  lookups: books,
  companions: balances("account"),
  map: (raw, { companions, lookups, settings }) => {
    const category = categoryOf(above(lookups, raw.parentgrp))
    const balance = balanceOf(companions, raw.code)
    const isDebit = category === "ASSET" || category === "EXPENSE"
    return {
      platform_id: raw.code,
      name: raw.name,
      nominal_code: raw.alias,
      status: "ACTIVE",
      category,
      sub_category: groupOf(lookups, raw.parentgrp)?.name,
      // Quirk: what is stored is negative for a debit; shown is what an account is worth on its own side.
      current_balance: balance === null ? null : Normalize.sum([isDebit ? -balance : balance]),
      currency_id: currencyOf(lookups, settings),
      parent_account_id: parentId(lookups, raw.parentgrp)
    }
  }
})

const ofGroups = Connector.read("ACCOUNTS", {
  ...masters("group", [], "group-"),
  source: "groups",
  item: Master,
  lookups: { groups, file },
  map: (raw, { lookups }) => ({
    // Accounts and groups are numbered apart from each other.
    platform_id: Normalize.prefixed("group", raw.code),
    name: raw.name,
    status: "ACTIVE",
    category: categoryOf([raw.name, ...above(lookups, raw.parentgrp)]),
    sub_category: groupOf(lookups, raw.parentgrp)?.name,
    parent_account_id: parentId(lookups, raw.parentgrp)
  })
})

export const accounts = [ofAccounts, ofGroups]
