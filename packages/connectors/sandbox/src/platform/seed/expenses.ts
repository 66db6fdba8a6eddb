/** What employees and the office spend, with receipts. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import type { Id } from "../Resource.ts"
import type { World } from "./Timeline.ts"
import { dayOf, days } from "./Timeline.ts"

const accountId = (world: World, code: string): Id => world.find("accounts", (row) => row.code === code)!.id
const taxId = (world: World, code: string): Id => world.find("taxRates", (row) => row.code === code)!.id

const spends = [
  ["6200", "Train to Ghent", "INL9", 2_000, 9_000],
  ["6210", "Lunch with a client", "INL9", 3_000, 14_000],
  ["6310", "Paper, pens, toner", "INL21", 1_500, 11_000],
  ["6400", "Advertisement", "INL21", 8_000, 45_000],
  ["6700", "Notary", "INL21", 15_000, 60_000]
] as const

const expense = (world: World, random: Random, day: number) => {
  const [code, text, tax, low, high] = random.pick(spends)
  const kind = random.pick(["card", "card", "card", "cash", "current"])
  const bank = world.find("bankAccounts", (found) => found.kind === kind)!
  const row = world.create("expenses", {
    payee: code === "6310" ? world.find("contacts", (found) => found.name === "Office Point")!.id : null,
    paidOn: dayOf(day),
    paidFrom: bank.id,
    method: bank.kind === "card" ? "card" : bank.kind === "cash" ? "cash" : "transfer",
    currency: "EUR",
    lines: [
      {
        accountId: accountId(world, code),
        taxRateId: taxId(world, tax),
        text,
        qty: 1,
        unitMinor: random.between(low, high),
        dimensionIds: ["dim_000001-4"]
      }
    ],
    remark: random.chance(0.3) ? text : null
  })
  if (random.chance(0.5)) {
    const parent = { resource: "expenses", id: row.id }
    world.create("attachments", {
      name: `receipt-${row.voucher}.jpg`,
      mimeType: "image/jpeg",
      bytes: random.between(200_000, 900_000),
      parent
    })
  }
  if (random.chance(0.04)) world.on(day + 1, () => world.remove("expenses", row.id))
}

export const expenses = (world: World): void => {
  for (let day = 4; day <= days; day++) {
    const random = makeRandom(`expenses ${day}`)
    const weekday = new Date(dayOf(day)).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && random.chance(0.45)) world.on(day, () => expense(world, random, day))
  }
}
