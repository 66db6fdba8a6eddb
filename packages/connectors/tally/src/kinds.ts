/** What a ledger or group is: by the groups that Tally made, which all others are below, else by what it says of itself. */
import { above, type Chart, type Group, type Ledger, nameOf } from "./books.ts"
import { key } from "./wire.ts"

/** Groups that Tally made, by name; all others are below one of them. */
const kinds = {
  ASSET: [
    "fixed assets",
    "investments",
    "current assets",
    "deposits (asset)",
    "loans & advances (asset)",
    "stock-in-hand",
    "sundry debtors",
    "misc. expenses (asset)",
    "cash-in-hand",
    "bank accounts"
  ],
  LIABILITY: [
    "current liabilities",
    "duties & taxes",
    "provisions",
    "sundry creditors",
    "loans (liability)",
    "secured loans",
    "unsecured loans",
    "bank od a/c",
    "bank occ a/c",
    "suspense a/c",
    "branch / divisions",
    "branch/divisions"
  ],
  EQUITY: ["capital account", "reserves & surplus"],
  INCOME: ["sales accounts", "direct incomes", "indirect incomes", "income (direct)", "income (indirect)"],
  EXPENSE: ["purchase accounts", "direct expenses", "indirect expenses", "expenses (direct)", "expenses (indirect)"]
} as const
export type Kind = keyof typeof kinds
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name): readonly [string, Kind] => [name, kind as Kind]))
)

/** What a ledger or group says of itself. */
type Flags = Partial<Pick<(typeof Group)["Type"], "ISREVENUE" | "ISDEEMEDPOSITIVE">>
/** By the nearest group that Tally made, else by what the outermost says of itself. */
export const kind = (names: ReadonlyArray<string>, flags: Flags | undefined): Kind | null => {
  const known = names.map((name) => kindOf.get(key(name))).find((found) => found !== undefined)
  if (known !== undefined) return known
  const { ISDEEMEDPOSITIVE: isDebit = null, ISREVENUE: isRevenue = null } = flags ?? {}
  if (isDebit === null || isRevenue === null) return null
  return isRevenue ? (isDebit ? "EXPENSE" : "INCOME") : isDebit ? "ASSET" : "LIABILITY"
}
export const kindOfLedger = (own: Chart, raw: Ledger): Kind | null => {
  const groupsAbove = above(own, raw.PARENT)
  return kind([...groupsAbove.map(nameOf), raw._PRIMARYGROUP ?? ""], groupsAbove.at(-1) ?? raw)
}
