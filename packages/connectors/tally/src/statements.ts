/** Profit and loss, balance sheet and cash flow, one record of each for a calendar month. */
import type { Field } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { period, place, type Placed, report, Report, total } from "./report.ts"

const isOf = (placed: Placed, ...names: ReadonlyArray<string>) => placed.names.some((name) => names.includes(name))
/** Refuses a statement with a row that has no place in it. */
const sorted = <S extends string>(placed: ReadonlyArray<Placed>, sideOf: (one: Placed) => S | null) => {
  const found = new Map<S, Array<Field.StatementRow>>()
  for (const one of placed) {
    const side = sideOf(one)
    if (side === null) throw new Normalize.Unreadable("a row of a known group", one.row.name, "rows")
    found.set(side, [...(found.get(side) ?? []), one.row])
  }
  return (side: S): ReadonlyArray<Field.StatementRow> => found.get(side) ?? []
}
const flipped = (row: Field.StatementRow): Field.StatementRow => ({
  ...row,
  value: typeof row.value === "number" ? Normalize.sum([-row.value]) : null,
  line_items: (row.line_items ?? []).map(flipped)
})
const debits = (rows: ReadonlyArray<Field.StatementRow>) => rows.map(flipped)
/** Negative is a debit. */
const amount = ({ main, sub }: (typeof Report)["Type"]["rows"][number]) => main?.base ?? sub?.base ?? null

const incomeStatement = Connector.read("INCOME_STATEMENT", {
  ...report("Profit and Loss"),
  map: (raw, { lookups }) => {
    const rows = sorted(place(raw, lookups, amount), (one) => {
      if (
        isOf(
          one,
          "purchase accounts",
          "direct expenses",
          "expenses (direct)",
          "opening stock",
          "closing stock",
          "stock-in-hand"
        )
      )
        return "cost"
      if (one.kind === "EXPENSE") return "expenses"
      if (one.kind !== "INCOME") return null
      return isOf(one, "indirect incomes", "income (indirect)") ? "other" : "revenue"
    })
    const revenue = rows("revenue")
    const cost = debits(rows("cost"))
    const expenses = debits(rows("expenses"))
    const gross = Normalize.difference(total(revenue) ?? 0, total(cost) ?? 0)
    const operating = Normalize.difference(gross, total(expenses) ?? 0)
    return {
      ...period(raw, lookups),
      revenue,
      cost_of_goods_sold: cost,
      gross_profit: gross,
      operating_expenses: expenses,
      operating_profit: operating,
      non_operating_revenue: rows("other"),
      // Taxes are expenses like others: Tally has no row of its own for them.
      net_profit: Normalize.sum([operating, total(rows("other"))]),
      report_basis: "ACCRUAL"
    }
  }
})

const sides = { ASSET: "assets", LIABILITY: "liabilities", EQUITY: "equity" } as const

const balanceSheet = Connector.read("BALANCE_SHEET", {
  ...report("Balance Sheet"),
  map: (raw, { lookups }) => {
    const rows = sorted(place(raw, lookups, amount), (one) => {
      if (isOf(one, "profit & loss a/c", "difference in opening balances")) return "equity"
      return one.kind === null || one.kind === "INCOME" || one.kind === "EXPENSE" ? null : sides[one.kind]
    })
    const assets = debits(rows("assets"))
    return {
      ...period(raw, lookups),
      assets,
      liabilities: rows("liabilities"),
      equity: rows("equity"),
      net_assets: Normalize.difference(total(assets) ?? 0, total(rows("liabilities")) ?? 0),
      report_basis: "ACCRUAL"
    }
  }
})

const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  ...report("Cash Flow"),
  map: (raw, { lookups }) => {
    if (raw.rows.some(({ main, sub }) => main || sub)) {
      throw new Normalize.Unreadable("inflow and outflow beside each name", "one amount", "rows")
    }
    // What comes in is a debit of cash, what goes out a credit: their sizes alone are looked at.
    const flow = ({ inflow, outflow }: (typeof Report)["Type"]["rows"][number]) =>
      inflow || outflow ? Normalize.sum([Math.abs(inflow?.base ?? 0), -Math.abs(outflow?.base ?? 0)]) : null
    const placed = place(raw, lookups, flow)
    const rows = sorted(placed, (one) => {
      if (isOf(one, "fixed assets", "investments")) return "investing"
      if (isOf(one, "capital account", "reserves & surplus", "loans (liability)", "secured loans", "unsecured loans"))
        return "financing"
      return one.kind === null ? null : "operating"
    })
    return {
      ...period(raw, lookups),
      operating_activities: rows("operating"),
      investing_activities: rows("investing"),
      financing_activities: rows("financing"),
      net_change_in_cash: total(placed.map(({ row }) => row))
    }
  }
})

export const reads = {
  BALANCE_SHEET: balanceSheet,
  CASH_FLOW_STATEMENT: cashFlowStatement,
  INCOME_STATEMENT: incomeStatement
}
