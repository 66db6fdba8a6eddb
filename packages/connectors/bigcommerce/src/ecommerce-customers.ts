/** Customers: https://docs.bigcommerce.com/docs/rest-management/customers. Guests are in their orders alone. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { byCursor, only, text } from "./wire.ts"

const path = "/v3/customers"
const include = "addresses"

const Address = Wire.struct(
  Wire.all(text, "address1", "address2", "city", "state_or_province", "postal_code", "country_code")
)
const Addresses = Wire.list(Wire.required(Address))
const address = (raw: (typeof Address)["Type"]) => ({
  street: Normalize.street(raw.address1, raw.address2),
  city: raw.city,
  state: raw.state_or_province,
  pincode: raw.postal_code,
  country: raw.country_code
})

export const ecommerceCustomers = Connector.read("ECOMMERCE_CUSTOMERS", {
  path,
  query: { include },
  since: ({ since }) => ({ query: { "date_modified:min": Normalize.before(since, 60) } }),
  page: byCursor,
  items: (body) => Read.requiredArrayAt(body, "data"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(text, "first_name", "last_name", "company", "email", "phone", "notes"),
    address_count: Wire.decisive(Wire.number),
    addresses: Wire.decisive(Addresses),
    date_created: Wire.instant,
    date_modified: Wire.instant
  }),
  get: (id) => ({ path, query: { "id:in": id, include } }),
  getItem: only,
  deletes: Read.idListing({ call: () => ({ path }), page: byCursor, ids: Read.idsOf("data") }),
  // Quirk: no more than ten addresses come with a customer.
  follow: ({ address_count: count, addresses, id }) =>
    (count ?? 0) > (addresses?.length ?? 0)
      ? [
          Read.pages({
            call: { path: "/v3/customers/addresses", query: { "customer_id:in": id } },
            page: Page.numbered({ size: 250, sizeParam: "limit" }),
            items: "data"
          })
        ]
      : [],
  map: (raw, { followed: [further] }) => {
    const addresses = (further === undefined ? raw.addresses : Wire.decode(Addresses, further))?.map(address)
    return {
      platform_id: raw.id,
      // One customer of a store alone has it.
      platform_unique_id: raw.email,
      name: Normalize.fullName(raw.first_name, raw.last_name),
      first_name: raw.first_name,
      last_name: raw.last_name,
      company_name: raw.company,
      email: raw.email,
      phone: raw.phone,
      note: raw.notes,
      address: addresses?.[0],
      addresses,
      created_at: raw.date_created,
      updated_at: raw.date_modified
    }
  }
})
