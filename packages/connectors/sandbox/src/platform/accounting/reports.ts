/**
 * Reports by month, worked out from the ledger: profit and loss, balance sheet, cash flow. Figures are decimal text in the
 * base currency; income, liabilities and equity are shown positive when they stand on their own side.
 */
import { showMinor } from "../Money.ts"
import type { Derived, Id, Lookup, Row } from "../Resource.ts"
import { baseCurrency } from "./references.ts"
import type { Booking } from "./postings.ts"
import { ledgerOf } from "./postings.ts"

interface ReportRow {
  readonly accountId: Id | null
  readonly title: string
  readonly amount: string
}
const monthOf = ({ on }: Booking) => on.slice(0, 7)
const lastDay = (month: string) => {
  const [year, number] = month.split("-").map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

/** Sums by month and account, months ascending. */
const byMonth = (lookup: Lookup): ReadonlyArray<readonly [string, ReadonlyMap<Id, number>]> => {
  const months = new Map<string, Map<Id, number>>()
  for (const booking of ledgerOf(lookup).bookings) {
    const sums = months.get(monthOf(booking)) ?? new Map<Id, number>()
    months.set(monthOf(booking), sums)
    for (const { account, minor } of booking.postings) sums.set(account, (sums.get(account) ?? 0) + minor)
  }
  return [...months].toSorted(([left], [right]) => (left < right ? -1 : 1))
}

const section = (lookup: Lookup, sums: ReadonlyMap<Id, number>, kinds: ReadonlyArray<string>, sign: 1 | -1) => {
  const currency = baseCurrency(lookup)
  const accounts = [...lookup.rows("accounts")].filter(
    (row) => kinds.includes(row.kind) && (sums.get(row.id) ?? 0) !== 0
  )
  const rows = accounts.map((row: Row): ReportRow => {
    return { accountId: row.id, title: row.title, amount: showMinor(sign * sums.get(row.id)!, currency) }
  })
  const total = accounts.reduce((sum, row) => sum + sign * sums.get(row.id)!, 0)
  return { rows, total }
}

const profitAndLoss: Derived = {
  name: "reports/profitAndLoss",
  filters: ["month"],
  rows: (lookup) =>
    byMonth(lookup).map(([month, sums]) => {
      const currency = baseCurrency(lookup)
      const part = (kind: string, sign: 1 | -1) => section(lookup, sums, [kind], sign)
      const [revenue, otherIncome] = [part("revenue", -1), part("otherIncome", -1)]
      const [costOfSales, operating] = [part("costOfSales", 1), part("operatingExpense", 1)]
      const [otherExpenses, incomeTax] = [part("otherExpense", 1), part("incomeTax", 1)]
      const grossProfit = revenue.total - costOfSales.total
      const operatingResult = grossProfit - operating.total
      const beforeTax = operatingResult + otherIncome.total - otherExpenses.total
      const show = (minor: number) => showMinor(minor, currency)
      return {
        month,
        currency,
        basis: "accrual",
        sections: {
          revenue: revenue.rows,
          costOfSales: costOfSales.rows,
          operatingExpenses: operating.rows,
          otherIncome: otherIncome.rows,
          otherExpenses: otherExpenses.rows,
          incomeTax: incomeTax.rows
        },
        grossProfit: show(grossProfit),
        operatingResult: show(operatingResult),
        resultBeforeTax: show(beforeTax),
        netResult: show(beforeTax - incomeTax.total)
      }
    })
}

const assetKinds = ["bank", "currentAsset", "fixedAsset"]
const liabilityKinds = ["currentLiability", "longTermLiability"]
const resultKinds = ["revenue", "otherIncome", "costOfSales", "operatingExpense", "otherExpense", "incomeTax"]

const balanceSheet: Derived = {
  name: "reports/balanceSheet",
  filters: ["month"],
  rows: (lookup) => {
    const currency = baseCurrency(lookup)
    const running = new Map<Id, number>()
    return byMonth(lookup).map(([month, sums]) => {
      for (const [account, minor] of sums) running.set(account, (running.get(account) ?? 0) + minor)
      const assets = section(lookup, running, assetKinds, 1)
      const liabilities = section(lookup, running, liabilityKinds, -1)
      const equity = section(lookup, running, ["equity"], -1)
      const result = section(lookup, running, resultKinds, -1).total
      const earned: ReportRow = { accountId: null, title: "Accumulated result", amount: showMinor(result, currency) }
      return {
        month,
        asOf: lastDay(month),
        currency,
        basis: "accrual",
        assets: assets.rows,
        liabilities: liabilities.rows,
        equity: [...equity.rows, earned],
        totals: {
          assets: showMinor(assets.total, currency),
          liabilities: showMinor(liabilities.total, currency),
          equity: showMinor(equity.total + result, currency)
        }
      }
    })
  }
}

const activities: Record<string, "investing" | "financing"> = {
  fixedAsset: "investing",
  longTermLiability: "financing",
  equity: "financing"
}

const cashFlow: Derived = {
  name: "reports/cashFlow",
  filters: ["month"],
  rows: (lookup) => {
    const currency = baseCurrency(lookup)
    const accounts = new Map([...lookup.rows("accounts")].map((row) => [row.id, row]))
    const isBank = (id: Id) => accounts.get(id)?.kind === "bank"
    const months = new Map<string, Map<Id, number>>()
    for (const booking of ledgerOf(lookup).bookings) {
      const moves = months.get(monthOf(booking)) ?? new Map<Id, number>()
      months.set(monthOf(booking), moves)
      if (!booking.postings.some(({ account }) => isBank(account))) continue
      for (const { account, minor } of booking.postings) {
        if (!isBank(account)) moves.set(account, (moves.get(account) ?? 0) - minor)
      }
    }
    let cash = 0
    return [...months]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([month, moves]) => {
        const part = (activity: "operating" | "investing" | "financing") =>
          [...moves]
            .filter(
              ([id, minor]) => minor !== 0 && (activities[accounts.get(id)?.kind ?? ""] ?? "operating") === activity
            )
            .map(([id, minor]): ReportRow => {
              return { accountId: id, title: accounts.get(id)?.title ?? String(id), amount: showMinor(minor, currency) }
            })
        const opening = cash
        cash += [...moves.values()].reduce((sum, minor) => sum + minor, 0)
        return {
          month,
          currency,
          operating: part("operating"),
          investing: part("investing"),
          financing: part("financing"),
          openingCash: showMinor(opening, currency),
          closingCash: showMinor(cash, currency),
          change: showMinor(cash - opening, currency)
        }
      })
  }
}

export const reports: ReadonlyArray<Derived> = [profitAndLoss, balanceSheet, cashFlow]
