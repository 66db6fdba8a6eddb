/** The sales team: users, pipelines, companies, people, and when deals and leads come up. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import { lead, newDeal, stages } from "./deals.ts"
import { familyNames, givenNames, names, slugOf } from "./names.ts"
import type { World } from "./Timeline.ts"
import { days } from "./Timeline.ts"

const firsts = names(`
  Harbour, Linden, Marble, North, Orchard, Paper, Quarry, River, Silver, Tulip, Union, Velvet, Willow, Amber, Cedar
`)
const seconds = ["Hotels", "Kitchens", "Offices", "Bakeries"]
const industries = ["Hospitality", "Food service", "Co-working", "Retail"]
const one = <A>(random: Random, rows: Iterable<A>) => random.pick([...rows])
const owner = (random: Random) => `usr_00000${random.between(1, 5)}`

const company = (world: World, n: number) => {
  const random = makeRandom(`crm company ${n}`)
  const name = `${firsts[n % firsts.length]} ${seconds[Math.floor(n / firsts.length)]}`
  return world.create("companies", {
    name,
    about: random.chance(0.5) ? `${name} runs ${random.between(2, 40)} places.` : null,
    industry: random.pick(industries),
    employees: random.chance(0.8) ? random.between(5, 900) : null,
    annualRevenue: random.chance(0.6) ? random.between(200, 9000) * 1000 : null,
    currency: random.pick(["EUR", "EUR", "GBP", "USD"]),
    website: random.chance(0.8) ? `https://${slugOf(name)}.example` : null,
    parent: n > 20 && random.chance(0.15) ? `cmp_0000${String(random.between(1, 15)).padStart(2, "0")}` : null,
    owner: owner(random),
    emails: random.chance(0.7) ? [{ value: `info@${slugOf(name)}.example` }] : [],
    phones: random.chance(0.6) ? [{ value: `+31 20 555 1${100 + n}` }] : [],
    address: random.chance(0.7) ? { street: `Quay ${n + 1}`, city: "Rotterdam", zip: "3011 AA", country: "NL" } : null
  })
}

const person = (world: World, n: number) => {
  const random = makeRandom(`crm person ${n}`)
  const [firstName, lastName] = [random.pick(givenNames), random.pick(familyNames)]
  const org = random.chance(0.85) ? one(random, world.rows("companies")) : undefined
  const domain = org === undefined ? "mail.example" : `${slugOf(org.name)}.example`
  world.create("people", {
    firstName: random.chance(0.95) ? firstName : null,
    lastName,
    jobTitle: random.chance(0.8)
      ? random.pick(["Head of purchasing", "General manager", "Chef", "Office manager"])
      : null,
    org: org?.id ?? null,
    source: random.pick(["Website", "Fair", "Referral", null]),
    owner: owner(random),
    emails: [{ value: `${slugOf(firstName + lastName)}${n}@${domain}` }],
    phones: random.chance(0.6) ? [{ label: random.pick(["work", "mobile"]), value: `+31 6 5553 ${1000 + n * 17}` }] : []
  })
}

export const crm = (world: World): void => {
  world.on(1, () => {
    const team = ["Tess Bakker", "Hugo Lindqvist", "Kavya Rao", "Oscar Peeters", "Mara Novak", "Daan Smit"]
    team.forEach((name, n) =>
      world.create("users", {
        name,
        email: `${slugOf(name.split(" ")[0]!)}@alderfinch.example`,
        currency: "EUR",
        active: n < 5
      })
    )
    for (const [position, name] of ["Wholesale", "Equipment"].entries()) {
      const pipeline = world.create("pipelines", { name, position, currency: "EUR" })
      stages.forEach(([stage, chance, closes], order) =>
        world.create("stages", { name: stage, pipeline: pipeline.id, position: order, chance, closes })
      )
    }
    const old = world.create("pipelines", { name: "Fair 2024", position: 2, active: false })
    world.create("stages", { name: "Visited the stand", pipeline: old.id, chance: null, active: false })
  })
  for (let n = 0; n < 56; n++) world.on(n < 25 ? 1 : n * 8, () => company(world, n))
  for (let n = 0; n < 130; n++) world.on(n < 50 ? 2 : 10 + n * 4, () => person(world, n))
  for (let day = 4; day <= days; day++) {
    const random = makeRandom(`crm ${day}`)
    if (random.chance(0.28)) world.on(day, () => newDeal(world, random, day))
    if (day > 30 && random.chance(0.16)) world.on(day, () => lead(world, random, day))
  }
  world.on(310, () => world.remove("people", "per_000007"))
  world.on(390, () => world.remove("people", "per_000031"))
  world.on(455, () => {
    const unused = [...world.rows("companies")].find(
      (row) =>
        world.find("deals", (deal) => deal.org?.id === row.id) === undefined &&
        world.find("people", (found) => found.org?.id === row.id) === undefined
    )
    if (unused !== undefined) world.remove("companies", unused.id)
  })
  world.on(520, () => world.remove("notes", "not_000005"))
  world.on(560, () => world.remove("activities", "act_000011"))
}
