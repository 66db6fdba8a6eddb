/** How to reach the organisation, its contacts and their persons: addresses, telephones and links. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

export const Addresses = Wire.list(
  Wire.struct({
    ...Wire.all(Wire.text, "AddressType", "AddressLine1", "AddressLine2", "AddressLine3", "AddressLine4", "City"),
    ...Wire.all(Wire.text, "Region", "PostalCode", "Country")
  })
)
export const Phones = Wire.list(
  Wire.struct(Wire.all(Wire.text, "PhoneType", "PhoneCountryCode", "PhoneAreaCode", "PhoneNumber"))
)
type Addresses = (typeof Addresses)["Type"] | null | undefined
type Phones = (typeof Phones)["Type"] | null | undefined

// Quirk: Xero answers every kind of address and telephone, most of them empty. The kind, of which there is one each, is
// what keeps a sub-record's identity.
export const addresses = (owner: string, raw: Addresses) =>
  (raw ?? []).flatMap((address) => {
    const { AddressLine1, AddressLine2, AddressLine3, AddressLine4, AddressType } = address
    const mapped = {
      street: Normalize.street(AddressLine1, AddressLine2, AddressLine3, AddressLine4),
      city: Normalize.text(address.City),
      state: Normalize.text(address.Region),
      pincode: Normalize.text(address.PostalCode),
      country: Normalize.text(address.Country)
    }
    return Object.values(mapped).every((value) => value === null)
      ? []
      : [{ ...mapped, platform_id: AddressType ? `${owner}:addresses:${AddressType}` : null }]
  })

const kinds = Normalize.word(
  { MOBILE: "MOBILE", FAX: "FAX", DEFAULT: "TELEPHONE", DDI: "TELEPHONE", OFFICE: "TELEPHONE" },
  null
)
export const phones = (owner: string, raw: Phones) =>
  (raw ?? []).flatMap(({ PhoneAreaCode, PhoneCountryCode, PhoneNumber, PhoneType }) =>
    Normalize.text(PhoneNumber) === null
      ? []
      : [
          {
            platform_id: PhoneType ? `${owner}:phone_numbers:${PhoneType}` : null,
            number: Normalize.fullName(PhoneCountryCode, PhoneAreaCode, PhoneNumber),
            type: kinds(PhoneType)
          }
        ]
  )

/** The links that are there; each keeps its place's name. */
export const links = (
  owner: string,
  ...raw: ReadonlyArray<readonly [place: string, type: "EMAIL" | "WEBSITE", link: string | null | undefined]>
) =>
  raw.flatMap(([place, type, value]) =>
    // Quirk: people write several addresses in the one place there is.
    (Normalize.text(value)?.split(type === "EMAIL" ? /[;,\s]+/ : /\s+/) ?? []).flatMap((link, position) =>
      link === ""
        ? []
        : [{ platform_id: `${owner}:external_links:${place}${position === 0 ? "" : `:${position}`}`, link, type }]
    )
  )
