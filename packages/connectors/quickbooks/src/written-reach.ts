/** How a contact is reached, as it is written: each member of QuickBooks is a named place for one row of a list. */
import type { Take, Writes } from "@svc/core"

type Item = Writes.ItemOf<"CONTACTS">
export const isVendor = ({ contact_type, platform_id }: Pick<Item, "contact_type" | "platform_id">) =>
  platform_id == null ? contact_type === "VENDOR" : platform_id.startsWith("vendor-")

/**
 * Members without those that are empty and not there. Quirk: tax numbers are masked when they are read, so that a contact is
 * never sent back as a whole: what is to be emptied is sent empty.
 */
export const emptied = (members: Take.Item, raw: Take.Item | undefined): Take.Item =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      if (raw?.[name]) return [[name, value]]
      const own = typeof value === "object" ? emptied(value, undefined) : value
      return own === "" || Object.keys(own).length === 0 ? [] : [[name, own]]
    })
  )

type RowOf<K extends "addresses" | "external_links" | "phone_numbers"> = NonNullable<Item[K]>[number]
/**
 * A list that QuickBooks has named places for: a row keeps the place that its id names, and takes the next free one otherwise.
 * The places that no row is for are emptied.
 */
const placed =
  <Row extends { readonly platform_id?: string | null | undefined }>(
    placesOf: (row: Row, item: Item) => ReadonlyArray<string>,
    all: (item: Item) => ReadonlyArray<string>,
    value: (row: Partial<Row>) => object
  ) =>
  (rows: ReadonlyArray<Row> | null, { item, raw, refuse }: Take.At<Item>) => {
    const found = new Map<string, object>()
    for (const [index, row] of (rows ?? []).entries()) {
      const own = row.platform_id?.split(":").at(-1)
      const free = placesOf(row, item).filter((place) => !found.has(place))
      const place = free.find((one) => one === own) ?? free[0]
      found.set(place ?? refuse("is more than there is a place for", `[${index}]`), value(row))
    }
    return emptied(Object.fromEntries(all(item).map((place) => [place, found.get(place) ?? value({})])), raw)
  }
const numbers = { TELEPHONE: ["PrimaryPhone", "AlternatePhone"], MOBILE: ["Mobile"], FAX: ["Fax"] }
export const phones = {
  of: ["platform_id", "number", "type"] as const,
  whole: placed<RowOf<"phone_numbers">>(
    ({ type }) => numbers[type ?? "TELEPHONE"],
    () => Object.values(numbers).flat(),
    ({ number }) => ({ FreeFormNumber: number ?? "" })
  )
}
/** Vendors have one address. */
const addressPlaces = (item: Item) => (isVendor(item) ? ["BillAddr"] : ["BillAddr", "ShipAddr"])
export const addresses = {
  of: ["platform_id", "street", "city", "state", "pincode", "country"] as const,
  whole: placed<RowOf<"addresses">>(
    (_, item) => addressPlaces(item),
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
}
/** Quirk: several addresses of mail stand in one text. */
export const mail = (all: ReadonlyArray<string>, raw: Take.Item | undefined) =>
  emptied({ PrimaryEmailAddr: { Address: all.join(", ") } }, raw)
export const links = {
  of: ["platform_id", "link", "type"] as const,
  whole: (rows: ReadonlyArray<RowOf<"external_links">> | null, { item, raw, refuse }: Take.At<Item>) => {
    const linksOf = (kind: string) => (rows ?? []).flatMap(({ link, type }) => (type === kind && link ? [link] : []))
    const [site, ...others] = linksOf("WEBSITE")
    if (others.length > 0) refuse("can name one website")
    const untyped = (rows ?? []).findIndex(({ type }) => type !== "WEBSITE" && type !== "EMAIL")
    if (untyped >= 0) refuse("must be one of EMAIL, WEBSITE", `[${untyped}].type`)
    const emails = linksOf("EMAIL")
    return {
      ...mail(item.email && !emails.includes(item.email) ? [...emails, item.email] : emails, raw),
      ...emptied({ WebAddr: { URI: site ?? "" } }, raw)
    }
  }
}
