/** How to reach somebody: customers, vendors, and the company itself. */
import { Normalize, Wire } from "@svc/core"

const Phone = Wire.struct({ FreeFormNumber: Wire.text })
const Address = Wire.struct({
  Line1: Wire.text,
  Line2: Wire.text,
  Line3: Wire.text,
  Line4: Wire.text,
  Line5: Wire.text,
  City: Wire.text,
  CountrySubDivisionCode: Wire.text,
  PostalCode: Wire.text,
  Country: Wire.text
})
export const Email = Wire.struct({ Address: Wire.text })
export const Website = Wire.struct({ URI: Wire.text })
export { Address, Phone }

/** The addresses that hold anything, each under its member's name. */
export const addresses = (owner: string, raw: Readonly<Record<string, (typeof Address)["Type"] | null | undefined>>) =>
  Object.entries(raw).flatMap(([place, own]) => {
    if (!own) return []
    const lines = [own.Line1, own.Line2, own.Line3, own.Line4, own.Line5].flatMap((line) => Normalize.text(line) ?? [])
    const mapped = {
      street: lines.length === 0 ? null : lines.join(", "),
      city: Normalize.text(own.City),
      state: Normalize.text(own.CountrySubDivisionCode),
      pincode: Normalize.text(own.PostalCode),
      country: Normalize.text(own.Country)
    }
    return Object.values(mapped).every((part) => part === null)
      ? []
      : [{ platform_id: `${owner}:addresses:${place}`, ...mapped }]
  })

const kinds = { PrimaryPhone: "TELEPHONE", AlternatePhone: "TELEPHONE", Mobile: "MOBILE", Fax: "FAX" } as const
export const phones = (
  owner: string,
  raw: { readonly [K in keyof typeof kinds]?: (typeof Phone)["Type"] | null | undefined }
) =>
  (Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>).flatMap((place) => {
    const number = Normalize.text(raw[place]?.FreeFormNumber)
    return number === null ? [] : [{ platform_id: `${owner}:phone_numbers:${place}`, number, type: kinds[place] }]
  })

export const links = (
  owner: string,
  email: (typeof Email)["Type"] | null | undefined,
  website: (typeof Website)["Type"] | null | undefined
) =>
  (
    [
      ["email", "EMAIL", email?.Address],
      ["website", "WEBSITE", website?.URI]
    ] as const
  ).flatMap(([place, type, value]) => {
    const link = Normalize.text(value)
    return link === null ? [] : [{ platform_id: `${owner}:external_links:${place}`, link, type }]
  })
