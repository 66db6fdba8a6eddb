/** How a contact is reached, as it is written: each member of QuickBooks is a named place for one row of a list. */
import { unprefixed } from "./ids.ts"
import { type At, type Item, refuse, type Taken } from "./taking.ts"

export const isVendor = (item: Item) =>
  item["platform_id"] === undefined
    ? item["contact_type"] === "VENDOR"
    : unprefixed("vendor", item["platform_id"]) !== null

/**
 * Members without those that are empty and not there. Quirk: tax numbers are masked when they are read, so that a contact is
 * never sent back as a whole: what is to be emptied is sent empty.
 */
export const emptied = (members: Item, raw: Item | undefined): Item =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      if (raw?.[name]) return [[name, value]]
      const own = typeof value === "object" ? emptied(value, undefined) : value
      return own === "" || Object.keys(own).length === 0 ? [] : [[name, own]]
    })
  )

type Row = { readonly platform_id?: string | null } & Item
/**
 * A list that QuickBooks has named places for: a row keeps the place that its id names, and takes the next free one otherwise.
 * The places that no row is for are emptied.
 */
const placed = (
  members: ReadonlyArray<string>,
  placesOf: (row: Row, at: At) => ReadonlyArray<string>,
  all: (at: At) => ReadonlyArray<string>,
  value: (row: Row) => object
): Taken => ({
  members,
  take: (rows: ReadonlyArray<Row> | null, at) => {
    const placed = new Map<string, object>()
    for (const [index, row] of (rows ?? []).entries()) {
      const own = row.platform_id?.split(":").at(-1)
      const free = placesOf(row, at).filter((place) => !placed.has(place))
      const place = free.find((one) => one === own) ?? free[0]
      placed.set(place ?? refuse(`${at.place}[${index}]`, "is more than there is a place for"), value(row))
    }
    return emptied(Object.fromEntries(all(at).map((place) => [place, placed.get(place) ?? value({})])), at.raw)
  }
})
const numbers = { TELEPHONE: ["PrimaryPhone", "AlternatePhone"], MOBILE: ["Mobile"], FAX: ["Fax"] }
export const phones = placed(
  ["number", "type"],
  ({ type }) => numbers[(type ?? "TELEPHONE") as keyof typeof numbers],
  () => Object.values(numbers).flat(),
  ({ number }) => ({ FreeFormNumber: number ?? "" })
)
/** Vendors have one address. */
const addressPlaces = ({ item }: At) => (isVendor(item) ? ["BillAddr"] : ["BillAddr", "ShipAddr"])
export const addresses = placed(
  ["street", "city", "state", "pincode", "country"],
  (_, at) => addressPlaces(at),
  addressPlaces,
  ({ city, country, pincode, state, street }) => ({
    Line1: street ?? "",
    Line2: "",
    Line3: "",
    City: city ?? "",
    CountrySubDivisionCode: state ?? "",
    PostalCode: pincode ?? "",
    Country: country ?? ""
  })
)
/** Quirk: several addresses of mail stand in one text. */
export const mail = (links: ReadonlyArray<string>, { raw }: At) =>
  emptied({ PrimaryEmailAddr: { Address: links.join(", ") } }, raw)
const linksOf = (rows: ReadonlyArray<Row> | null, type: string) =>
  (rows ?? []).flatMap((row) => (row["type"] === type && row["link"] ? [row["link"] as string] : []))
export const links: Taken = {
  members: ["link", "type"],
  take: (rows: ReadonlyArray<Row> | null, at) => {
    const { item, place, raw } = at
    const [site, ...others] = linksOf(rows, "WEBSITE")
    if (others.length > 0) refuse(place, "can name one website")
    const untyped = (rows ?? []).findIndex((row) => row["type"] !== "WEBSITE" && row["type"] !== "EMAIL")
    if (untyped >= 0) refuse(`${place}[${untyped}].type`, "must be one of EMAIL, WEBSITE")
    const emails = linksOf(rows, "EMAIL")
    return {
      ...mail(item["email"] && !emails.includes(item["email"]) ? [...emails, item["email"]] : emails, at),
      ...emptied({ WebAddr: { URI: site ?? "" } }, raw)
    }
  }
}
