/** How to reach somebody: customers, vendors, and persons. */
import * as Normalize from "@svc/core/Normalize"
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"

const linkTypes = { email: "EMAIL", altemail: "EMAIL", url: "WEBSITE" } as const
const phone = "TELEPHONE"
const numbers = {
  phone,
  altphone: phone,
  homephone: phone,
  officephone: phone,
  mobilephone: "MOBILE",
  fax: "FAX"
} as const
export const reach = {
  ...Wire.all(Wire.text, "email", "altemail", "url", "phone", "altphone", "homephone", "officephone"),
  ...Wire.all(Wire.text, "mobilephone", "fax")
}
type Reached = Wire.Struct<typeof reach>
export const links = (owner: string, raw: Reached) => Reach.links(`${owner}:external_links`, linkTypes, raw)
export const phones = (owner: string, raw: Reached) => Reach.phones(`${owner}:phone_numbers`, numbers, raw)

export const place = Wire.all(Wire.text, "addr1", "addr2", "addr3", "city", "state", "zip", "country")
/** An address, where it says anything. */
export const address = (platform_id: string, raw: Wire.Struct<typeof place>) => {
  const { city, country, state, zip: pincode } = raw
  return Reach.part(
    { platform_id },
    { street: Normalize.street(raw.addr1, raw.addr2, raw.addr3), city, state, pincode, country }
  )
}
