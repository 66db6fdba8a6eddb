/** The web shop: products with variants, customers, orders. */
import type { Random } from "../Random.ts"
import { makeRandom } from "../Random.ts"
import { familyNames, givenNames, slugOf } from "./names.ts"
import type { World } from "./Timeline.ts"
import { days } from "./Timeline.ts"

const titles = [
  "Huila",
  "Yirgacheffe",
  "Sidama",
  "Antigua",
  "Tarrazú",
  "Mandheling",
  "Nyeri",
  "Cerrado",
  "Monsoon Malabar",
  "House Blend",
  "Decaf Cauca",
  "Winter Blend 2024"
]
const hardware = [
  ["Hand grinder", "89.00"],
  ["Pour-over set", "39.50"],
  ["Filter papers, 100", "6.95"],
  ["Travel mug", "24.00"],
  ["Kettle, gooseneck", "64.90"],
  ["Cleaning brush", "8.50"]
] as const
const places = [
  ["Den Haag", "NL", "2511 CV"],
  ["Brussels", "BE", "1000"],
  ["Hamburg", "DE", "20095"],
  ["Paris", "FR", "75011"],
  ["Manchester", "GB", "M1 1AE"]
] as const

const product = (
  world: World,
  title: string,
  sku: string,
  variants: ReadonlyArray<object>,
  tags: ReadonlyArray<string>
) =>
  world.create("shopProducts", {
    title,
    bodyHtml: `<p>${title}, from our roastery.</p>`,
    currency: "EUR",
    variants,
    tags: [...tags, sku.slice(0, 3).toLowerCase()]
  })

const customer = (world: World, n: number) => {
  const random = makeRandom(`shopper ${n}`)
  const [firstName, lastName] = [random.pick(givenNames), random.pick(familyNames)]
  const [city, country, zip] = places[n % places.length]!
  const mailbox = `${slugOf(firstName)}${slugOf(lastName)}.${n}`
  const address = {
    name: `${firstName} ${lastName}`,
    line1: `${random.between(1, 200)} Garden Street`,
    city,
    zip,
    country
  }
  return world.create("shopCustomers", {
    firstName,
    lastName: random.chance(0.95) ? lastName : null,
    company: random.chance(0.1) ? `${lastName} Studio` : null,
    email: `${mailbox}@mail.example`,
    phone: random.chance(0.4) ? `+31 6 5552 ${1000 + n * 11}` : null,
    currency: country === "GB" ? "GBP" : "EUR",
    addresses: random.chance(0.9)
      ? [address, ...(random.chance(0.2) ? [{ ...address, line1: "Parcel locker 12" }] : [])]
      : [],
    note: random.chance(0.05) ? "Called about grind size" : null
  })
}

const order = (world: World, random: Random, day: number) => {
  const buyer = random.chance(0.9)
    ? random.pick([...world.rows("shopCustomers")].filter((row) => row.enabled))
    : undefined
  const sold = [...world.rows("shopProducts")].filter((row) => row.visibility === "visible" && row.deleted === false)
  const lines = Array.from({ length: random.between(1, 4) }, () => {
    const chosen = random.pick(sold)
    const variant = random.pick(chosen.variants as ReadonlyArray<{ id: number; price: string }>)
    const discount = random.chance(0.15) ? (Number(variant.price) / 10).toFixed(2) : "0"
    return {
      product: chosen.id,
      variantId: variant.id,
      quantity: random.between(1, 3),
      discount,
      taxPercent: chosen.tags.includes("cof") ? "9" : "21"
    }
  })
  const address = buyer?.defaultAddress ?? null
  const row = world.create("shopOrders", {
    customer: buyer?.id ?? null,
    currency: buyer?.currency ?? "EUR",
    reference: random.chance(0.2) ? `CAMPAIGN-${random.between(1, 9)}` : null,
    note: random.chance(0.1) ? "Please grind for filter" : null,
    lines,
    shipping: random.chance(0.6) ? "4.95" : "0",
    billingAddress: address,
    shippingAddress: address
  })
  const fate = random.next()
  if (fate < 0.05) return void world.on(day + 1, () => world.update("shopOrders", row.id, { status: "cancelled" }))
  if (fate < 0.08) return
  world.update("shopOrders", row.id, { paid: fate < 0.12 ? (Number(row.total) / 2).toFixed(2) : row.total })
  if (random.chance(0.03)) world.on(day + 1, () => world.update("shopOrders", row.id, { delivery: "partial" }))
  world.on(day + 2, () => world.update("shopOrders", row.id, { delivery: "shipped" }))
  world.on(day + 5, () =>
    world.update("shopOrders", row.id, { delivery: "delivered", status: fate < 0.12 ? "open" : "archived" })
  )
  if (fate > 0.94) {
    const refunded = fate > 0.97 ? row.total : row.lines[0].total
    world.on(day + 12, () => world.update("shopOrders", row.id, { refunded, delivery: "returned" }))
  }
}

export const shop = (world: World): void => {
  world.on(1, () => {
    titles.forEach((title, n) => {
      const sizes = [
        ["250 g", 8.5],
        ["1 kg", 28]
      ] as const
      const variants = sizes.map(([size, price], index) => ({
        sku: `COF-${n + 1}-${index + 1}`,
        title: size,
        price: (price + n * 0.4).toFixed(2),
        stock: 20 + n * 9
      }))
      product(world, title, "COF", variants, ["coffee", n % 2 === 0 ? "fruity" : "chocolate"])
    })
    hardware.forEach(([title, price], n) =>
      product(
        world,
        title,
        "ACC",
        [{ sku: `ACC-${n + 1}`, title: "Standard", price, stock: 15 + n * 4 }],
        ["accessory"]
      )
    )
  })
  for (let n = 0; n < 90; n++) world.on(n < 30 ? 1 : n * 6, () => customer(world, n))
  for (let day = 2; day <= days; day++) {
    const random = makeRandom(`shop ${day}`)
    if (random.chance(0.55)) world.on(day, () => order(world, random, day))
  }
  world.on(100, () => world.update("shopProducts", 800_012, { visibility: "retired" }))
  world.on(210, () => world.remove("shopProducts", 800_018))
  world.on(330, () => world.update("shopProducts", 800_009, { visibility: "hidden" }))
  const unused = (world_: World) =>
    [...world_.rows("shopCustomers")].find(
      (row) => world_.find("shopOrders", (o) => o.customer?.id === row.id) === undefined
    )
  for (const day of [250, 440]) {
    world.on(day, () => {
      const found = unused(world)
      if (found !== undefined) world.remove("shopCustomers", found.id)
    })
  }
  // Two orders placed as tests.
  for (const [day, at] of [
    [150, 3],
    [500, 40]
  ] as const)
    world.on(day, () => world.remove("shopOrders", 1_000_000 + at))
}
