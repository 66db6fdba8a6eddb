import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import type { Body } from "./client.ts"
import { start } from "./client.ts"

const { all, get } = start()
const cents = (text: string) => Math.round(Number(text) * 1000)
const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
const names = (await get("")).body.resources.filter(
  (name: string) => name !== "changes" && name !== "company"
) as ReadonlyArray<string>
const data = new Map(await Promise.all(names.map(async (name) => [name, await all(`/${name}`)] as const)))
const of = (name: string): ReadonlyArray<Body> => data.get(name)!

test("the seed data is the same on each machine", async () => {
  const everything = await Promise.all(
    names.map((name) => all(`/${name}${name.includes("/") || name === "balances" ? "" : "?includeDeleted=true"}`))
  )
  const hash = createHash("sha256").update(JSON.stringify(everything)).digest("hex")
  // Changes only when the seed or a resource's shape changes on purpose.
  expect(hash).toBe("f3724192696b51de65a7b056c7ad476b331871414e92bdcabef0ca594a803379")
})

test("there is enough of everything", () => {
  const filled = names.filter((name) => of(name).length > 0 || name === "webhookEndpoints")
  expect(filled).toEqual(names)
  const many = ["invoices", "bills", "customerPayments", "expenses", "charges", "shopOrders", "deals", "activities"]
  for (const name of many) expect([name, of(name).length > 150]).toEqual([name, true])
  const currencies = new Set(of("invoices").map(({ currency }) => currency))
  expect(currencies.size).toBeGreaterThanOrEqual(5)
  expect(of("items").some(({ state }) => state === "archived")).toBe(true)
  const words = (name: string, member: string) => new Set(of(name).map((row) => row[member]))
  expect(words("invoices", "state")).toEqual(
    new Set(["settled", "partPaid", "issued", "overdue", "cancelled", "draft"])
  )
  expect(words("bills", "stage")).toEqual(new Set(["settled", "part-settled", "approved", "voided", "entered"]))
  expect(words("disputes", "status").size).toBeGreaterThan(2)
  expect(words("deals", "status")).toEqual(new Set(["open", "won", "lost"]))
})

test("every reference leads to a record", async () => {
  const known = new Set<string>()
  for (const name of names) {
    const path = name.includes("/") || name === "balances" ? "" : "?includeDeleted=true"
    for (const row of await all(`/${name}${path}`)) if (row.id !== undefined) known.add(String(row.id))
  }
  for (const { values } of of("trackingCategories")) for (const { id } of values) known.add(id)
  const dangling: Array<string> = []
  const walk = (value: unknown, place: string, top: boolean): void => {
    if (typeof value === "string" && /^[a-z]{3}_\d{6}(-\d+)?$/.test(value)) {
      const own = place.endsWith(".id") && value.includes("-") && top
      if (!own && !known.has(value)) dangling.push(`${place} ${value}`)
    }
    if (typeof value !== "object" || value === null) return
    for (const [name, member] of Object.entries(value)) walk(member, `${place}.${name}`, top)
  }
  for (const name of names) {
    for (const row of of(name)) {
      const { lines, entries, people, ...rest } = row
      walk(rest, name, false)
      for (const line of [...(lines ?? []), ...(entries ?? [])]) {
        const { id: _, lineId: __, ...members } = line
        walk(members, `${name}.lines`, false)
      }
      void people
    }
  }
  expect(dangling).toEqual([])
})

test("documents are the sum of their lines", () => {
  for (const name of ["invoices", "salesOrders", "creditNotes"]) {
    for (const { id, lines, totals } of of(name)) {
      for (const member of ["net", "tax", "total", "discount"]) {
        expect([id, member, sum(lines.map((line: Body) => cents(line[member])))]).toEqual([
          id,
          member,
          cents(totals[member])
        ])
      }
      expect([id, cents(totals.net) + cents(totals.tax)]).toEqual([id, cents(totals.total)])
    }
  }
  for (const name of ["bills", "purchaseOrders", "expenses"]) {
    for (const { id, lines, totals } of of(name)) {
      for (const member of ["netMinor", "taxMinor", "totalMinor", "discountMinor"]) {
        expect([id, member, sum(lines.map((line: Body) => line[member]))]).toEqual([id, member, totals[member]])
      }
    }
  }
})

test("balances are totals less payments and credits", () => {
  const paid = new Map<string, number>()
  const add = (id: string, amount: number) => paid.set(id, (paid.get(id) ?? 0) + amount)
  for (const { allocations, state } of of("customerPayments")) {
    if (state === "cleared") for (const { invoice, amount } of allocations) add(invoice.id, cents(amount))
  }
  for (const { applied } of of("vendorPayments")) for (const { billId, minor } of applied) add(billId, minor)
  const billCurrency = new Map(of("bills").map(({ id, currency }) => [id, currency]))
  const digits: Record<string, number> = { JPY: 0, KWD: 3 }
  for (const { applied } of of("creditNotes")) {
    for (const { document, amount } of applied) {
      const places = digits[billCurrency.get(document.id) ?? ""] ?? 2
      add(document.id, document.type === "invoice" ? cents(amount) : Math.round(Number(amount) * 10 ** places))
    }
  }
  for (const { id, totals, balance } of of("invoices")) {
    expect([id, cents(balance)]).toEqual([id, cents(totals.total) - (paid.get(id) ?? 0)])
    expect(cents(balance)).toBeGreaterThanOrEqual(0)
  }
  for (const { id, totals, balanceMinor } of of("bills")) {
    expect([id, balanceMinor]).toEqual([id, totals.totalMinor - (paid.get(id) ?? 0)])
  }
})

test("the books balance and the reports agree with the accounts", () => {
  for (const { id, entries } of of("journals")) {
    const difference = sum(entries.map(({ debit, credit }: Body) => cents(debit ?? "0") - cents(credit ?? "0")))
    expect([id, difference]).toEqual([id, 0])
  }
  expect(sum(of("accounts").map(({ balanceMinor }) => balanceMinor))).toBe(0)
  const sheets = of("reports/balanceSheet")
  expect(sheets.length).toBe(21)
  for (const { month, totals } of sheets) {
    expect([month, cents(totals.assets)]).toEqual([month, cents(totals.liabilities) + cents(totals.equity)])
  }
  const results = sum(of("reports/profitAndLoss").map(({ netResult }) => cents(netResult)))
  const earned = sheets.at(-1).equity.at(-1)
  expect(cents(earned.amount)).toBe(results)
  const cash = sum(
    of("accounts")
      .filter(({ kind }) => kind === "bank")
      .map(({ balanceMinor }) => balanceMinor)
  )
  expect(Math.round(cents(of("reports/cashFlow").at(-1).closingCash) / 10)).toBe(cash)
  const revenue = of("reports/profitAndLoss").map(({ sections }) =>
    sum(sections.revenue.map(({ amount }: Body) => Number(amount)))
  )
  expect(Math.min(...revenue)).toBeGreaterThan(1000)
})

test("payment balances are the sum of their movements", () => {
  for (const { currency, available, pending } of of("balances")) {
    const moved = of("balanceTransactions").filter((row) => row.currency === currency)
    expect([currency, available + pending]).toEqual([currency, sum(moved.map(({ net }) => net))])
  }
  for (const { id, amount, refunded } of of("charges")) expect([id, refunded <= amount]).toEqual([id, true])
})
