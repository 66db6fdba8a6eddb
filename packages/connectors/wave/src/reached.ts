/** How businesses, customers and vendors are reached. What has no id of its own is named by whose it is and by its kind. */
import { Normalize, Wire } from "@svc/core"

const Named = Wire.struct({ name: Wire.text })
const Address = Wire.struct({
  addressLine1: Wire.text,
  addressLine2: Wire.text,
  city: Wire.text,
  province: Named,
  country: Named,
  postalCode: Wire.text
})
type Address = (typeof Address)["Type"]
export const addressFields =
  "{ addressLine1 addressLine2 city province { code name } country { code name } postalCode }"
export const reach = {
  phone: Wire.text,
  mobile: Wire.text,
  fax: Wire.text,
  tollFree: Wire.text,
  website: Wire.text,
  address: Address
}
export const reachFields = `phone mobile fax tollFree website address ${addressFields}`
type Reached = Wire.Struct<typeof reach>

export const links = (owner: string, { email, website }: Pick<Reached, "website"> & { readonly email?: unknown }) =>
  (
    [
      ["email", email, "EMAIL"],
      ["website", website, "WEBSITE"]
    ] as const
  ).flatMap(([kind, value, type]) => {
    const link = Normalize.text(value)
    return link === null ? [] : [{ platform_id: `${owner}:${kind}`, link, type }]
  })
export const phones = (owner: string, { fax, mobile, phone, tollFree }: Reached) =>
  (
    [
      ["phone", phone, "TELEPHONE"],
      ["mobile", mobile, "MOBILE"],
      ["fax", fax, "FAX"],
      ["tollFree", tollFree, "TELEPHONE"]
    ] as const
  ).flatMap(([kind, value, type]) => {
    const number = Normalize.text(value)
    return number === null ? [] : [{ platform_id: `${owner}:${kind}`, number, type }]
  })
export const addressOf = (owner: string, kind: "address" | "shipping", raw: Address | null | undefined) => {
  const address = {
    street: Normalize.text(raw?.addressLine1),
    locality: Normalize.text(raw?.addressLine2),
    city: Normalize.text(raw?.city),
    state: Normalize.text(raw?.province?.name),
    pincode: Normalize.text(raw?.postalCode),
    country: Normalize.text(raw?.country?.name)
  }
  return Object.values(address).every((value) => value === null)
    ? []
    : [{ platform_id: `${owner}:${kind}`, ...address }]
}
export const Shipping = Wire.struct({ address: Address })
