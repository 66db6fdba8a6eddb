/** Customers with an account, and guests: https://woocommerce.github.io/woocommerce-rest-api-docs/#customers */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { byId, rows } from "./listing.ts"
import { isUnfinished } from "./order-statuses.ts"
import { address, asked, Billing, gmt, guestOf, reference, Shipping } from "./wire.ts"

const listed = (...all: ReadonlyArray<ReturnType<typeof address>>) => all.filter((one) => one !== null)

export const customers = Connector.read("ECOMMERCE_CUSTOMERS", {
  source: "accounts",
  path: "/customers",
  // Quirk: accounts of other roles order too, and are left out unless they are asked for.
  query: { role: "all" },
  page: byId,
  items: rows,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "email", "first_name", "last_name"),
    billing: Billing,
    shipping: Shipping,
    date_created_gmt: gmt,
    date_modified_gmt: gmt
  }),
  get: (id) => (/^\d+$/.test(id) ? { path: `/customers/${id}` } : null),
  getItem: (body) => body,
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    // One account of a shop alone has it.
    platform_unique_id: raw.email,
    name: Normalize.fullName(raw.first_name, raw.last_name),
    first_name: raw.first_name,
    last_name: raw.last_name,
    company_name: raw.billing?.company,
    email: raw.email,
    phone: raw.billing?.phone,
    address: address(raw.billing),
    addresses: listed(address(raw.billing), address(raw.shipping)),
    created_at: raw.date_created_gmt,
    updated_at: raw.date_modified_gmt
  })
})

/** Who ordered without an account is in no list of customers: the order says who it was. */
export const guests = Connector.read("ECOMMERCE_CUSTOMERS", {
  source: "guests",
  path: "/orders",
  query: { status: "any", _fields: "id,status,customer_id,billing,shipping,date_modified_gmt" },
  since: ({ since }) => ({ query: { modified_after: asked(since), dates_are_gmt: true } }),
  page: byId,
  items: rows,
  item: Wire.struct({
    status: Wire.required(Wire.text),
    customer_id: Wire.decisive(reference),
    billing: Wire.decisive(Billing),
    shipping: Shipping,
    date_modified_gmt: gmt
  }),
  derived: true,
  deletes: Read.never("Orders say who a guest was, and nothing says that one is gone"),
  map: ({ billing, customer_id, date_modified_gmt, shipping, status }) => {
    const guest = guestOf(billing)
    return customer_id || guest === null || isUnfinished(status)
      ? null
      : {
          platform_id: guest,
          name: Normalize.fullName(billing?.first_name, billing?.last_name),
          first_name: billing?.first_name,
          last_name: billing?.last_name,
          company_name: billing?.company,
          email: billing?.email,
          phone: billing?.phone,
          address: address(billing),
          addresses: listed(address(billing), address(shipping)),
          updated_at: date_modified_gmt
        }
  }
})
