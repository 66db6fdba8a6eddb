/** The sales team: users, pipelines, companies, people, leads, deals that move through stages, notes, activities, tasks. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import type { Id } from "../Resource.ts"
import { familyNames, givenNames } from "./parties.ts"
import type { World } from "./Timeline.ts"
import { dayOf, days } from "./Timeline.ts"

const firsts = [
  "Harbour",
  "Linden",
  "Marble",
  "North",
  "Orchard",
  "Paper",
  "Quarry",
  "River",
  "Silver",
  "Tulip",
  "Union",
  "Velvet",
  "Willow",
  "Amber",
  "Cedar"
]
const seconds = ["Hotels", "Kitchens", "Offices", "Bakeries"]
const industries = ["Hospitality", "Food service", "Co-working", "Retail"]
const stages = [
  ["Contact made", 0.1, null],
  ["Tasting", 0.3, null],
  ["Offer sent", 0.6, null],
  ["Won", 1, "won"],
  ["Lost", 0, "lost"]
] as const
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "")
const known = (world: World, id: Id | undefined) =>
  id !== undefined && world.get("people", id)?.deleted === false ? id : null
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

const aboutDeal = (world: World, random: Random, deal: Id, day: number) => {
  const row = world.get("deals", deal)
  if (row === undefined) return
  const links = { deal, org: row.org?.id ?? null, person: known(world, row.person?.id) }
  const author = owner(random)
  if (random.chance(0.6)) {
    world.create("notes", {
      title: random.chance(0.3) ? "Call notes" : null,
      html: `<p>They like <b>${random.pick(["Huila", "Sidama", "the house blend"])}</b>.</p>`,
      about: { type: "deals", id: deal },
      author
    })
  }
  const kind = random.pick(["call", "meeting", "email", "lunch"])
  const starts = `${dayOf(day + 2)} ${random.between(9, 16)}:30:00`.replace(/ (\d):/, " 0$1:")
  const activity = world.create("activities", {
    subject: `${kind === "call" ? "Call" : "See"} ${row.org?.name ?? row.title}`,
    kind,
    direction: kind === "call" || kind === "email" ? random.pick(["in", "out"]) : null,
    starts,
    minutes: kind === "email" ? null : random.pick([15, 30, 60]),
    location: kind === "lunch" ? "Café Zonder Naam" : null,
    ...links,
    owner: author
  })
  world.on(day + 2, () =>
    world.update("activities", activity.id, random.chance(0.9) ? { done: true } : { cancelled: true })
  )
  if (random.chance(0.5)) {
    const task = world.create("tasks", {
      subject: random.pick(["Send samples", "Write the offer", "Check credit"]),
      due: dayOf(day + 5),
      priority: random.between(1, 3),
      ...links,
      assignee: author,
      state: random.pick(["todo", "doing", "later"])
    })
    if (random.chance(0.75)) world.on(day + 4, () => world.update("tasks", task.id, { state: "done" }))
    else if (random.chance(0.2)) world.on(day + 4, () => world.remove("tasks", task.id))
  }
}

const newDeal = (world: World, random: Random, day: number) => {
  const org = one(random, world.rows("companies"))
  const contact = [...world.rows("people")].find((row) => row.org?.id === org.id && row.deleted === false)
  const pipeline = random.chance(0.8) ? 0 : stages.length
  const stage = (n: number) => `stg_0000${String(pipeline + n + 1).padStart(2, "0")}`
  const deal = world.create("deals", {
    title: `${org.name}, ${random.pick(["coffee for a year", "machines", "opening order", "trial"])}`,
    value: random.chance(0.9) ? random.between(400, 40_000) + (random.chance(0.3) ? 0.5 : 0) : null,
    currency: org.currency,
    org: org.id,
    person: contact?.id ?? null,
    stage: stage(0),
    owner: owner(random),
    expectedClose: dayOf(day + random.between(20, 90)),
    source: random.pick(["Website", "Fair", "Referral", null])
  })
  aboutDeal(world, random, deal.id, day)
  const fate = random.next()
  const end = day + random.between(15, 70)
  world.on(day + 7, () => world.get("deals", deal.id) && world.update("deals", deal.id, { stage: stage(1) }))
  if (fate < 0.8)
    world.on(day + 13, () => {
      world.update("deals", deal.id, { stage: stage(2) })
      aboutDeal(world, random, deal.id, day + 13)
    })
  if (fate < 0.4) world.on(end, () => world.update("deals", deal.id, { stage: stage(3) }))
  else if (fate < 0.65)
    world.on(end, () =>
      world.update("deals", deal.id, {
        stage: stage(4),
        lostReason: random.pick(["Price", "No reply", "Chose another"])
      })
    )
  else if (fate > 0.97) world.on(day + 8, () => world.remove("deals", deal.id))
}

const lead = (world: World, random: Random, day: number) => {
  const [firstName, lastName] = [random.pick(givenNames), random.pick(familyNames)]
  const companyName = `${lastName} ${random.pick(["Catering", "Coffee", "Lunchroom"])}`
  const email = `${slugOf(firstName)}@${slugOf(companyName)}.example`
  const row = world.create("leads", {
    title: `${companyName}, enquiry`,
    firstName,
    lastName,
    companyName,
    worth: random.chance(0.6) ? { amount: random.between(5, 200) * 100, currency: "EUR" } : null,
    source: random.pick(["Website", "Fair", "Phone"]),
    owner: owner(random),
    emails: [{ value: email }],
    phones: random.chance(0.4) ? [{ value: `+31 6 5554 ${random.between(1000, 9999)}` }] : []
  })
  const fate = random.next()
  world.on(day + 3, () => world.update("leads", row.id, { state: fate < 0.3 ? "dropped" : "contacted" }))
  if (random.chance(0.4))
    world.create("notes", {
      html: "Asked for a price list.",
      about: { type: "leads", id: row.id },
      author: owner(random)
    })
  if (fate > 0.95) return world.on(day + 10, () => world.remove("leads", row.id))
  if (fate > 0.7)
    world.on(day + 9, () => {
      const deal = one(random, world.rows("deals"))
      world.update("leads", row.id, {
        convertedTo: deal.id,
        org: deal.org?.id ?? null,
        person: known(world, deal.person?.id)
      })
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
