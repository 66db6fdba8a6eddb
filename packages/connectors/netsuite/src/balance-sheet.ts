/** Balance sheets, one for the end of each month, computed from all postings up to it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { Books, books, period, rowsOf, sumOf } from "./books.ts"

const assets = ["Bank", "AcctRec", "UnbilledRec", "OthCurrAsset", "FixedAsset", "OthAsset", "DeferExpense"]
const liabilities = ["AcctPay", "CredCard", "OthCurrLiab", "LongTermLiab", "DeferRevenue"]
const results = ["Income", "COGS", "Expense", "OthIncome", "OthExpense"]

export const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...books("LEDGER", [...assets, ...liabilities, "Equity", ...results]),
  item: Books,
  map: (raw) => {
    const [owned, owed, equity] = [rowsOf(raw, assets, 1), rowsOf(raw, liabilities, -1), rowsOf(raw, ["Equity"], -1)]
    // Quirk: profits are never booked to equity; they are what all accounts of income and expense come to.
    const earned = {
      name: "Retained earnings and net income",
      value: sumOf(rowsOf(raw, results, -1)),
      line_items: []
    }
    return {
      ...period(raw),
      assets: owned,
      liabilities: owed,
      equity: [...equity, earned],
      net_assets: Normalize.difference(sumOf(owned), sumOf(owed))
    }
  }
})
