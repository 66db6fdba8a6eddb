/** Customers and vendors of the company, most from the first weeks; some are renamed, archived or deleted later. */
import { makeRandom } from "../Random.ts"
import { familyNames, givenNames, names, slugOf } from "./names.ts"
import type { World } from "./Timeline.ts"

const towns = [
  ["Amsterdam", "NL", "1012 LG", null, "EUR"],
  ["Utrecht", "NL", "3511 BK", null, "EUR"],
  ["Ghent", "BE", "9000", "East Flanders", "EUR"],
  ["Berlin", "DE", "10115", null, "EUR"],
  ["Lyon", "FR", "69002", "Rhône", "EUR"],
  ["London", "GB", "E8 3DL", null, "GBP"],
  ["Leeds", "GB", "LS1 4DY", "West Yorkshire", "GBP"],
  ["Portland", "US", "97205", "Oregon", "USD"],
  ["Boston", "US", "02116", "Massachusetts", "USD"],
  ["Zürich", "CH", "8004", null, "CHF"],
  ["Malmö", "SE", "211 20", null, "SEK"],
  ["Osaka", "JP", "530-0001", null, "JPY"]
] as const
const streets = names(`
  Harbour Street, Mill Lane, Station Road, Kerkstraat, Lindenallee, Market Square, Rue des Fleurs
`)
const customerNames = names(`
  Copper Kettle Café, Blue Door Espresso, Kafé Norr, Hof Kaffee, Le Petit Torréfacteur, Three Sparrows,
  The Daily Grind Leeds, Canal House Hotel, Museum Café Oost, Atelier Brood, Brew & Bloom, Slow Morning,
  Rosetta Bar, Dockside Coffee Co, Alpenblick Café, Kitano Coffee Stand, Fjord & Bean, Green Thumb Bistro,
  Hotel Meridiaan, Station Eleven Coffee, Sunday Papers, Café Zonder Naam, Northlight Roasters,
  Pastry Lab Gent, Bean There Portland, Beacon Hill Coffee, Tram 9, Studio Lunch, De Kas Catering,
  Windmill Offices, Ludwig & Söhne, Café des Quais, Camden Cup, Oak & Ember, Harvest Kitchen,
  Librairie Café, Maison Perle, Upstairs Downstairs
`)
const vendorNames = names(`
  Finca La Esperanza Exports, Oromia Coffee Union, Trabocca Trading, Nordic Green Coffee,
  Pico Grinders GmbH, Duo Machines S.r.l., Havenlogistiek Rotterdam, PakGoed Packaging,
  Amstel Property Rentals, Groene Stroom Energie, Cloudbase Software, Office Point, Bright Ideas Marketing,
  Van Dijk Accountants, Kuwait Trading House, Rail Freight Nord, Clean & Co, Water Lab Delft
`)

const phoneOf = (n: number) => `+31 20 555 0${String(200 + ((n * 7) % 700))}`

const contact = (world: World, n: number, name: string, kind: "customer" | "vendor") => {
  const random = makeRandom(`contact ${kind} ${n}`)
  const [town, countryCode, postcode, region, currency] = towns[n % towns.length]!
  const slug = slugOf(name)
  const person = (primary: boolean) => {
    const [given, family] = [random.pick(givenNames), random.pick(familyNames)]
    const mailbox = slugOf(given)
    return {
      given,
      family,
      role: random.pick(["Owner", "Buyer", "Accounts", "Operations"]),
      primary,
      emails: [`${mailbox}@${slug}.example`],
      phones: primary ? [{ label: "mobile", number: `+31 6 5550 ${String(1000 + random.between(0, 8999))}` }] : []
    }
  }
  const where = { line1: `${random.pick(streets)} ${random.between(1, 180)}`, town, postcode, region, countryCode }
  return world.create("contacts", {
    name,
    kind,
    people: random.chance(0.4) ? [person(true), person(false)] : random.chance(0.8) ? [person(true)] : [],
    emails: [
      { address: `hello@${slug}.example` },
      ...(random.chance(0.5) ? [{ label: "billing", address: `accounts@${slug}.example` }] : [])
    ],
    phones: random.chance(0.8) ? [{ label: "office", number: phoneOf(n) }] : [],
    addresses: [
      { label: "billing", ...where },
      ...(random.chance(0.3) ? [{ ...where, label: "delivery", line2: "Back entrance" }] : [])
    ],
    website: random.chance(0.6) ? `https://${slug}.example` : null,
    currency: random.chance(0.9) ? (kind === "vendor" && n === 14 ? "KWD" : currency) : null,
    vatId: random.chance(0.7) ? `${countryCode}${100_000_000 + n * 1_234_567}` : null,
    registryNo: random.chance(0.4) ? String(70_000_000 + n * 7919) : null,
    paymentTermsDays: random.pick([14, 30, 30, 45])
  })
}

export const parties = (world: World): void => {
  customerNames.forEach((name, n) => world.on(n < 30 ? 1 : 20 + n * 6, () => contact(world, n, name, "customer")))
  vendorNames.forEach((name, n) => world.on(1, () => contact(world, n, name, "vendor")))
  const named = (name: string) => world.find("contacts", (row) => row.name === name)!.id
  // Entered twice or never traded with, and tidied up later.
  const mistakes = ["Copper Kettle Cafe (double)", "Test customer", "Old Mill Bakery"]
  mistakes.forEach((name, n) =>
    world.on(30 + n, () => {
      const row = contact(world, 40 + n, name, "customer")
      world.update("contacts", row.id, { state: "archived" })
    })
  )
  world.on(90, () => world.remove("contacts", named("Copper Kettle Cafe (double)")))
  world.on(91, () => world.remove("contacts", named("Test customer")))
  world.on(600, () => world.remove("contacts", named("Old Mill Bakery")))
  for (const [day, name] of [
    [300, "Tram 9"],
    [420, "Sunday Papers"],
    [500, "Water Lab Delft"]
  ] as const) {
    world.on(day, () => world.update("contacts", named(name), { state: "archived" }))
  }
  world.on(260, () => world.update("contacts", named("Studio Lunch"), { name: "Studio Lunch & Dinner" }))
}
