/** How to reach somebody: customers, vendors, and persons. */
import { Normalize, Wire } from "@svc/core"

export const reach = {
  email: Wire.text,
  altemail: Wire.text,
  url: Wire.text,
  phone: Wire.text,
  altphone: Wire.text,
  homephone: Wire.text,
  officephone: Wire.text,
  mobilephone: Wire.text,
  fax: Wire.text
}
type Reach = Wire.Struct<typeof reach>

const linkKinds = { email: "EMAIL", altemail: "EMAIL", url: "WEBSITE" } as const
export const links = (owner: string, raw: Reach) =>
  (Object.keys(linkKinds) as ReadonlyArray<keyof typeof linkKinds>).flatMap((place) => {
    const link = Normalize.text(raw[place])
    return link === null ? [] : [{ platform_id: `${owner}:external_links:${place}`, link, type: linkKinds[place] }]
  })

const phoneKinds = {
  phone: "TELEPHONE",
  altphone: "TELEPHONE",
  homephone: "TELEPHONE",
  officephone: "TELEPHONE",
  mobilephone: "MOBILE",
  fax: "FAX"
} as const
export const phones = (owner: string, raw: Reach) =>
  (Object.keys(phoneKinds) as ReadonlyArray<keyof typeof phoneKinds>).flatMap((place) => {
    const number = Normalize.text(raw[place])
    return number === null ? [] : [{ platform_id: `${owner}:phone_numbers:${place}`, number, type: phoneKinds[place] }]
  })

export const place = {
  addr1: Wire.text,
  addr2: Wire.text,
  addr3: Wire.text,
  city: Wire.text,
  state: Wire.text,
  zip: Wire.text,
  country: Wire.text
}
type Place = Wire.Struct<typeof place>
/** An address, where it says anything. */
export const address = (platform_id: string, raw: Place) => {
  const own = {
    street: Normalize.street(raw.addr1, raw.addr2, raw.addr3),
    city: Normalize.text(raw.city),
    state: Normalize.text(raw.state),
    pincode: Normalize.text(raw.zip),
    country: Normalize.text(raw.country)
  }
  return Object.values(own).every((part) => part === null) ? [] : [{ platform_id, ...own }]
}
