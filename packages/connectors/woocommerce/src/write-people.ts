/** Customers with an account, made, changed and deleted; and addresses, as customers and orders write them. */
import type { Writes } from "@svc/core"
import { customers } from "./ecommerce-customers.ts"
import { writing } from "./writing.ts"

type Address = NonNullable<Writes.ItemOf<"ECOMMERCE_CUSTOMERS">["address"]>
const members = { street: "address_1", city: "city", state: "state", pincode: "postcode", country: "country" } as const
/** What of an address is taken; who makes the item as a whole makes it of these. */
export const taken = {
  whole: () => ({}),
  of: ["street", "city", "state", "pincode", "country"]
} as const

/** An address as WooCommerce takes it, with what else stands in the same object; nothing where the item says none of it. */
export const written = (
  name: "billing" | "shipping",
  address: Address | null | undefined,
  others: Readonly<Record<string, string | null | undefined>> = {}
): object => {
  const parts = Object.entries(members).flatMap(([from, to]) => {
    const value = address === null ? null : address?.[from as keyof typeof members]
    return value === undefined ? [] : [[to, value ?? ""] as const]
  })
  // The second line is part of the street.
  const rest = parts.some(([to]) => to === "address_1") ? { address_2: "" } : {}
  const more = Object.entries(others).flatMap(([to, value]) =>
    value === undefined ? [] : [[to, value ?? ""] as const]
  )
  const own = { ...Object.fromEntries([...parts, ...more]), ...rest }
  return Object.keys(own).length === 0 ? {} : { [name]: own }
}

export const writeCustomers = writing("ECOMMERCE_CUSTOMERS", ["create", "update", "delete"], {
  path: "/customers",
  record: customers,
  undated: true,
  forced: true,
  // An address belongs to one account at most.
  found: ({ email }) => ({ role: "all", email: String(email) }),
  requires: ["email"],
  takes: {
    email: "email",
    first_name: "first_name",
    last_name: "last_name",
    company_name: { orEmpty: () => ({}) },
    phone: { orEmpty: () => ({}) },
    address: taken
  },
  clears: ["first_name", "last_name", "address"],
  makes: ({ address, company_name: company, phone }) => written("billing", address, { company, phone })
})
