/** What the bookkeeper does each month: wages, depreciation, accruals, cost of sales, bank fees, interest, transfers. */
import { makeRandom } from "../Random.ts"
import type { Id } from "../Resource.ts"
import { unitsOn } from "./rates.ts"
import type { World } from "./Timeline.ts"
import { dayOf, days } from "./Timeline.ts"

const accountId = (world: World, code: string): Id => world.find("accounts", (row) => row.code === code)!.id
const bank = (world: World, label: string): Id => world.find("bankAccounts", (row) => row.label === label)!.id

const journal = (
  world: World,
  day: number,
  kind: string,
  text: string,
  amounts: ReadonlyArray<readonly [string, number]>
) =>
  world.create("journals", {
    bookedOn: dayOf(day),
    kind,
    text,
    currency: "EUR",
    entries: amounts.map(([code, amount]) => ({
      accountId: accountId(world, code),
      [amount > 0 ? "debit" : "credit"]: Math.abs(amount).toFixed(2),
      text,
      dimensionIds: code === "6000" ? ["dim_000001-4"] : []
    }))
  })

const month = (world: World, day: number, n: number) => {
  const random = makeRandom(`books ${n}`)
  const wages = 15_400 + (n % 4) * 350
  const name = dayOf(day).slice(0, 7)
  journal(world, day, "payroll", `Wages ${name}`, [
    ["6000", wages],
    ["2300", -wages]
  ])
  journal(world, day, "depreciation", `Depreciation ${name}`, [
    ["6500", 2150],
    ["1590", -2150]
  ])
  const cost = 5200 + random.between(0, 2600)
  journal(world, day, "costOfSales", `Coffee used ${name}`, [
    ["5000", cost],
    ["1300", -cost]
  ])
  const sold = 6500 + random.between(0, 4200)
  journal(world, day, "costOfSales", `Equipment sold ${name}`, [
    ["5020", sold],
    ["1310", -sold]
  ])
  if (n % 3 === 2) {
    if (n % 12 === 11) {
      journal(world, day, "accrual", `Income tax ${name.slice(0, 4)}`, [
        ["8000", 4200],
        ["2310", -4200]
      ])
    }
    const accrual = journal(world, day, "accrual", `Audit fee ${name}`, [
      ["6700", 1800],
      ["2310", -1800]
    ])
    if (n === 8) world.on(day + 2, () => world.update("journals", accrual.id, { state: "voided" }))
  }
  if (n % 6 === 1) {
    const mistake = journal(world, day, "manual", "Entered by mistake", [
      ["6310", 100],
      ["1040", -100]
    ])
    world.on(day + 1, () => world.remove("journals", mistake.id))
  }
}

const statement = (world: World, day: number, n: number) => {
  const random = makeRandom(`statement ${n}`)
  const move = (label: string, kind: string, amount: string, text: string, rest: object) =>
    world.create("bankTransactions", {
      bankAccount: bank(world, label),
      bookedOn: dayOf(day),
      kind,
      amount,
      text,
      matched: random.chance(0.8),
      ...rest
    })
  const to = (code: string) => ({ counterAccount: accountId(world, code) })
  const wages = (15_400 + ((n + 3) % 4) * 350).toFixed(2)
  if (n > 0) move("Main account", "withdrawal", `-${wages}`, "Wages", { ...to("2300"), reference: `PAY-${n}` })
  move("Main account", "fee", `-${(18 + random.between(0, 900) / 100).toFixed(2)}`, "Account fee", to("6600"))
  move("Main account", "withdrawal", "-2500.00", "Loan repayment", to("2500"))
  move("Main account", "fee", `-${(640 - n * 6).toFixed(2)}`, "Loan interest", to("7500"))
  move("Main account", "transfer", "-320.00", "Petty cash", { counterBankAccount: bank(world, "Petty cash") })
  move("Company card", "transfer", "1200.00", "Card settlement", { counterBankAccount: bank(world, "Main account") })
  move("Savings", "interest", (150 + random.between(0, 4000) / 100).toFixed(2), "Interest", to("4800"))
  move("Main account", "deposit", (2400 + random.between(0, 240_000) / 100).toFixed(2), "Shop payout", {
    ...to("4100"),
    reference: `SHOP-${n}`
  })
  const dollars = { unitsPerBase: unitsOn("USD", day) }
  move("US dollar account", "fee", "-12.00", "Wire fee", { ...to("6600"), ...dollars })
  if (n % 4 === 3) {
    move("US dollar account", "transfer", "-5000.00", "To euros", {
      counterBankAccount: bank(world, "Main account"),
      ...dollars
    })
  }
  if (n % 5 === 2) {
    const doubled = move("Main account", "fee", "-7.50", "Imported twice", to("6600"))
    world.on(day + 3, () => world.remove("bankTransactions", doubled.id))
  }
  if (n === 10) move("Main account", "withdrawal", "-38500.00", "Roaster, second hand", to("1500"))
}

export const bookkeeping = (world: World): void => {
  let n = 0
  for (let day = 20; day <= days; day++) {
    if (dayOf(day).endsWith("-24")) {
      const current = n++
      world.on(day, () => statement(world, day, current))
      world.on(day + 4, () => month(world, day + 4, current))
    }
  }
  // The platform moves its rates twice a year; the Quebec rate went with the last customer there.
  for (const day of [181, 365, 546]) {
    world.on(day, () => {
      for (const row of [...world.rows("currencies")].filter(({ isBase }) => !isBase)) {
        world.update("currencies", row.id, { unitsPerBase: unitsOn(row.code, day), ratedOn: dayOf(day) })
      }
    })
  }
  world.on(450, () => world.remove("taxRates", world.find("taxRates", (row) => row.code === "QC")!.id))
}
