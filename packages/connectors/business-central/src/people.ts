/** How somebody is reached: the members that the company, its customers and its vendors have alike. */
import * as Wire from "@svc/core/Wire"
import { text } from "./lists.ts"

export const reach = {
  addressLine1: text,
  addressLine2: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
  phoneNumber: text,
  email: text,
  website: text
}
type Reach = Wire.Struct<typeof reach>

export const reached = (raw: Reach) => {
  const address = {
    street: raw.addressLine1,
    locality: raw.addressLine2,
    city: raw.city,
    state: raw.state,
    pincode: raw.postalCode,
    country: raw.country
  }
  return {
    external_links: [
      ...(raw.email ? [{ link: raw.email, type: "EMAIL" as const }] : []),
      ...(raw.website ? [{ link: raw.website, type: "WEBSITE" as const }] : [])
    ],
    phone_numbers: raw.phoneNumber ? [{ number: raw.phoneNumber, type: "TELEPHONE" as const }] : [],
    addresses: Object.values(address).every((part) => part == null) ? [] : [address]
  }
}
