/** How to reach people and companies: fields of the record, each of which keeps its name as the identity of what it holds. */
import { Normalize, Wire } from "@svc/core"

type Raw = Readonly<Record<string, unknown>> & { readonly Id: string }

const parts = ["Street", "City", "State", "PostalCode", "Country"] as const
type Part = (typeof parts)[number]
/** The members of an address: `BillingStreet` and so on. */
export const address = <const P extends string>(prefix: P) =>
  Object.fromEntries(parts.map((part) => [`${prefix}${part}`, Wire.text])) as Readonly<
    Record<`${P}${Part}`, typeof Wire.text>
  >
/** The addresses that hold anything; that of a lead has no name of its own. */
export const addresses = (raw: Raw, prefixes: ReadonlyArray<string>) =>
  prefixes.flatMap((prefix) => {
    const part = (name: Part) => Normalize.text(raw[`${prefix}${name}`])
    const mapped = {
      street: part("Street"),
      city: part("City"),
      state: part("State"),
      pincode: part("PostalCode"),
      country: part("Country")
    }
    return Object.values(mapped).every((value) => value === null)
      ? []
      : [{ platform_id: `${raw.Id}:addresses:${prefix === "" ? "Address" : prefix}`, ...mapped }]
  })

const kinds = {
  Phone: "TELEPHONE",
  HomePhone: "TELEPHONE",
  OtherPhone: "TELEPHONE",
  MobilePhone: "MOBILE",
  Fax: "FAX"
} as const
export const phones = (raw: Raw) =>
  Object.entries(kinds).flatMap(([place, type]) => {
    const number = Normalize.text(raw[place])
    return number === null ? [] : [{ platform_id: `${raw.Id}:phone_numbers:${place}`, number, type }]
  })

const linkTypes = { Email: "EMAIL", Website: "WEBSITE" } as const
export const links = (raw: Raw) =>
  Object.entries(linkTypes).flatMap(([place, type]) => {
    const link = Normalize.text(raw[place])
    return link === null ? [] : [{ platform_id: `${raw.Id}:external_links:${place}`, link, type }]
  })
