/** Deals that move through their stages, the notes, activities and tasks about them, and leads that become deals. */
import type { Random } from "../Random.ts"
import type { Id } from "../Resource.ts"
import { familyNames, givenNames, slugOf } from "./names.ts"
import type { World } from "./Timeline.ts"
import { dayOf } from "./Timeline.ts"

export const stages = [
  ["Contact made", 0.1, null],
  ["Tasting", 0.3, null],
  ["Offer sent", 0.6, null],
  ["Won", 1, "won"],
  ["Lost", 0, "lost"]
] as const
const known = (world: World, id: Id | undefined) =>
  id !== undefined && world.get("people", id)?.deleted === false ? id : null
const one = <A>(random: Random, rows: Iterable<A>) => random.pick([...rows])
const owner = (random: Random) => `usr_00000${random.between(1, 5)}`

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

export const newDeal = (world: World, random: Random, day: number) => {
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

export const lead = (world: World, random: Random, day: number) => {
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
