/** What becomes of a record's members when it is written: HubSpot's properties, which are all text; an empty one clears. */
import { Normalize, type Writes } from "@svc/core"

export type Item = Readonly<Record<string, any>>
export type Properties = Readonly<Record<string, string>>
type Given = Readonly<Record<string, string | number | boolean | null>>
/** The name of the property, or the properties that are made of the value. */
export type Taken = string | ((value: any, place: string) => Given)
/** What the platform has a place for. */
export type Table = Readonly<Record<string, Taken>>

export const refuse = (expected: string, value: unknown, place: string): never => {
  throw new Normalize.Unreadable(expected, value, place)
}
const as =
  (names: ReadonlyArray<string>, convert: (value: any, place: string) => string | number | null): Taken =>
  (value, place) => {
    const converted = value === null ? null : convert(value, place)
    return Object.fromEntries(names.map((name) => [name, converted]))
  }
/** Words of ours as HubSpot's; one that it has none for is refused. */
export const words = (name: string, known: Readonly<Record<string, string>>): Taken =>
  as([name], (value, place) => known[value] ?? refuse(`one of ${Object.keys(known).join(", ")}`, value, place))
/** A moment, which may have several properties. */
export const moment = (...names: ReadonlyArray<string>): Taken => as(names, Normalize.instant)
export const milliseconds = (name: string): Taken => as([name], (value, place) => Normalize.product(value, 1000, place))
/** The elements of a list by the property that each belongs into: one at most, and none clears it. */
const placed =
  (names: ReadonlyArray<string>, nameOf: (row: Item) => string | undefined, textOf: (row: Item) => string): Taken =>
  (value: ReadonlyArray<Item> | null, place) => {
    const found = new Map<string, string>()
    for (const [index, row] of (value ?? []).entries()) {
      const at = `${place}[${index}]`
      const name = nameOf(row) ?? refuse("of a type that HubSpot has a place for", row["type"] ?? null, `${at}.type`)
      if (found.has(name)) refuse("one of its type, which is all that HubSpot keeps", row["type"] ?? null, at)
      found.set(name, textOf(row))
    }
    return Object.fromEntries(names.map((name) => [name, found.get(name) ?? null]))
  }
/** Telephone numbers by their type. */
export const phones = (known: Readonly<Record<string, string>>): Taken =>
  placed(
    Object.values(known),
    ({ type }) => known[type ?? ""],
    ({ number }) => String(number ?? "")
  )
/** Web addresses: a bare host is the domain, by which HubSpot knows a company. */
export const sites = placed(
  ["domain", "website"],
  ({ link, type }) => (type === "WEBSITE" ? (/^[^/:\s]+$/.test(link ?? "") ? "domain" : "website") : undefined),
  ({ link }) => String(link ?? "")
)
/** E-mail addresses, of which HubSpot has one and others, and one web address. */
export const links: Taken = (value: ReadonlyArray<Item> | null, place) => {
  const isEmail = ({ type }: Item) => type === "EMAIL"
  const [first, ...others] = (value ?? []).filter(isEmail).map(({ link }) => String(link ?? ""))
  const site = placed(
    ["website"],
    ({ type }) => (type === "WEBSITE" ? "website" : undefined),
    ({ link }) => String(link ?? "")
  ) as Exclude<Taken, string>
  const web = (value ?? []).filter((row) => !isEmail(row))
  return { email: first ?? null, hs_additional_emails: others.join(";"), ...site(web, place) }
}
/** The one address, by HubSpot's names of its parts. */
export const address =
  (parts: Readonly<Record<string, string>>): Taken =>
  (value: ReadonlyArray<Item> | null, place) => {
    const [only, ...others] = value ?? []
    if (others.length > 0) refuse("one at most, which is all that HubSpot keeps", others.length + 1, place)
    return Object.fromEntries(Object.entries(parts).map(([part, name]) => [name, only?.[part] ?? null]))
  }

/** The properties that an item is sent as. */
export const propertiesOf = (table: Table, item: Item): Properties => {
  const given: Given = Object.assign(
    {},
    ...Object.entries(item).map(([name, value]) => {
      const taken = table[name]
      if (taken === undefined || value === undefined) return {}
      return typeof taken === "string" ? { [taken]: value } : taken(value, name)
    })
  )
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === null ? "" : String(value)]))
}

/** What an item may carry and HubSpot has no place for. */
export const untaken = (fields: Writes.WriteModel["fields"] = {}, taken: ReadonlySet<string>): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => name !== "platform_id" && !taken.has(name))
