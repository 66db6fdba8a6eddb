/** Links, telephone numbers and addresses, which are there where they are not blank. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

type Text = string | null | undefined

export const linked = <const T extends "EMAIL" | "WEBSITE">(link: Text, type: T) =>
  Normalize.text(link) === null ? [] : [{ link, type }]
export const numbered = <const T extends "TELEPHONE" | "MOBILE" | "FAX">(number: Text, type: T) =>
  Normalize.text(number) === null ? [] : [{ number, type }]

export const Address = Wire.struct(
  Wire.all(Wire.text, "address", "street2", "city", "state", "zip", "country", "phone", "fax")
)
type Address = (typeof Address)["Type"]

export const placed = (parts: {
  readonly street: Text
  readonly city: Text
  readonly state: Text
  readonly pincode: Text
  readonly country: Text
}) => {
  const known = {
    street: Normalize.text(parts.street),
    city: Normalize.text(parts.city),
    state: Normalize.text(parts.state),
    pincode: Normalize.text(parts.pincode),
    country: Normalize.text(parts.country)
  }
  return Object.values(known).some((part) => part !== null) ? [known] : []
}
export const addressOf = (raw: Address | null | undefined) =>
  raw == null
    ? []
    : placed({
        street: Normalize.street(raw.address, raw.street2),
        city: raw.city,
        state: raw.state,
        pincode: raw.zip,
        country: raw.country
      })
