/** How people and companies are reached: links, numbers and addresses, which are there where they are not blank. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

type Text = string | null | undefined
type Raw = Readonly<Record<string, unknown>>

const parts = ["Street", "City", "State", "Zip", "Code", "Zip_Code", "Country"] as const
/** Fields of an address, each with what stands before it. Quirk: modules have three words for the postcode. */
export const addressFields = <const P extends string, const Z extends "Zip" | "Code" | "Zip_Code">(prefix: P, zip: Z) =>
  Object.fromEntries(
    parts
      .filter((part) => !part.includes("Zip") && part !== "Code")
      .concat(zip)
      .map((part) => [`${prefix}${part}`, Wire.text])
  ) as { readonly [_ in `${P}${"Street" | "City" | "State" | "Country" | Z}`]: typeof Wire.text }

const textAt = (raw: Raw, name: string): string | null => Normalize.text(raw[name] as Text)
export const addresses = (raw: Raw, prefixes: ReadonlyArray<string>, zip: "Zip" | "Code" | "Zip_Code") =>
  prefixes.flatMap((prefix) => {
    const known = {
      street: textAt(raw, `${prefix}Street`),
      city: textAt(raw, `${prefix}City`),
      state: textAt(raw, `${prefix}State`),
      pincode: textAt(raw, `${prefix}${zip}`),
      country: textAt(raw, `${prefix}Country`)
    }
    return Object.values(known).some((part) => part !== null) ? [known] : []
  })

const kinds = {
  Phone: "TELEPHONE",
  Home_Phone: "TELEPHONE",
  Other_Phone: "TELEPHONE",
  Mobile: "MOBILE",
  Fax: "FAX"
} as const
export const phones = (raw: Raw) =>
  Object.entries(kinds).flatMap(([name, type]) => {
    const number = textAt(raw, name)
    return number === null ? [] : [{ number, type }]
  })
const places = { Email: "EMAIL", Secondary_Email: "EMAIL", Website: "WEBSITE" } as const
export const links = (raw: Raw) =>
  Object.entries(places).flatMap(([name, type]) => {
    const link = textAt(raw, name)
    return link === null ? [] : [{ link, type }]
  })
