/** How businesses, customers and vendors are reached. What has no id of its own is named by whose it is and by its kind. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { texts } from "./values.ts"

const Named = Wire.struct({ name: Wire.text })
const Address = Wire.struct({
  ...texts("addressLine1", "addressLine2", "city", "postalCode"),
  province: Named,
  country: Named
})
type Address = (typeof Address)["Type"]
export const addressFields =
  "{ addressLine1 addressLine2 city province { code name } country { code name } postalCode }"
export const reach = { ...texts("phone", "mobile", "fax", "tollFree", "website"), address: Address }
export const reachFields = `phone mobile fax tollFree website address ${addressFields}`
type Reached = Wire.Struct<typeof reach>

/** Rows of what is there, each with the kind that tells it from the others of its owner. */
const rowsOf = <M extends "link" | "number", T extends string>(
  owner: string,
  member: M,
  given: ReadonlyArray<readonly [kind: string, value: unknown, type: T]>
) =>
  given.flatMap(([kind, value, type]) => {
    const text = Normalize.text(value)
    const row = { platform_id: `${owner}:${kind}`, [member]: text, type }
    return text === null ? [] : [row as typeof row & { readonly [_ in M]: string }]
  })
export const links = (owner: string, { email, website }: Pick<Reached, "website"> & { readonly email?: unknown }) =>
  rowsOf(owner, "link", [
    ["email", email, "EMAIL"],
    ["website", website, "WEBSITE"]
  ])
export const phones = (owner: string, { fax, mobile, phone, tollFree }: Reached) =>
  rowsOf(owner, "number", [
    ["phone", phone, "TELEPHONE"],
    ["mobile", mobile, "MOBILE"],
    ["fax", fax, "FAX"],
    ["tollFree", tollFree, "TELEPHONE"]
  ])
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
