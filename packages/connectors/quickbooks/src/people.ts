/** How to reach somebody: customers, vendors, and the company itself. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const Phone = Wire.struct({ FreeFormNumber: Wire.text })
const Address = Wire.struct({
  ...Wire.all(Wire.text, "Line1", "Line2", "Line3", "Line4", "Line5", "City", "CountrySubDivisionCode", "PostalCode"),
  ...Wire.all(Wire.text, "PostalCodeSuffix", "Country", "CountryCode")
})
export const Email = Wire.struct({ Address: Wire.text })
export const Website = Wire.struct({ URI: Wire.text })
export { Address, Phone }

/** The addresses that hold anything, each under its member's name. */
export const addresses = (owner: string, raw: Readonly<Record<string, (typeof Address)["Type"] | null | undefined>>) =>
  Object.entries(raw).flatMap(([place, own]) => {
    if (!own) return []
    const mapped = {
      street: Normalize.street(own.Line1, own.Line2, own.Line3, own.Line4, own.Line5),
      city: Normalize.text(own.City),
      state: Normalize.text(own.CountrySubDivisionCode),
      pincode: [own.PostalCode, own.PostalCodeSuffix].flatMap((part) => Normalize.text(part) ?? []).join("-") || null,
      country: Normalize.text(own.Country) ?? Normalize.text(own.CountryCode)
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

type Mail = (typeof Email)["Type"] | null | undefined
/** Quirk: a member for mail may hold several addresses. */
export const links = (
  owner: string,
  emails: ReadonlyArray<Mail>,
  website: (typeof Website)["Type"] | null | undefined
) => {
  const addresses = emails.flatMap((email) => (email?.Address ?? "").split(/[,;\s]+/)).filter((one) => one !== "")
  const site = Normalize.text(website?.URI)
  return [
    ...[...new Set(addresses)].map((link, index) => ({
      platform_id: `${owner}:external_links:email${index === 0 ? "" : `:${index}`}`,
      link,
      type: "EMAIL" as const
    })),
    ...(site === null ? [] : [{ platform_id: `${owner}:external_links:website`, link: site, type: "WEBSITE" as const }])
  ]
}
