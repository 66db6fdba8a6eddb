/** Accounts created, below a group that is there. */
import { accounts as ofAccounts } from "./accounts.ts"
import { chart } from "./books.ts"
import { newName, writingMasters } from "./writing-masters.ts"

export const writeAccounts = writingMasters("ACCOUNTS", ["create"], {
  kind: "account",
  root: "Account",
  record: ofAccounts[0]!,
  requires: ["name", "parent_account_id"],
  lookups: chart,
  takes: {
    name: newName(({ accounts }) => accounts),
    nominal_code: "Alias",
    parent_account_id: (id, { lookups, refuse }) => {
      const group = lookups.groups.get(id.replace(/^group-/, ""))?.name
      if (!id.startsWith("group-") || !group) return refuse("is no group of accounts")
      // Quirk: public programs call the group by either name; one that is not known is passed over.
      return { ParentGroup: group, Group: group }
    }
  }
})
