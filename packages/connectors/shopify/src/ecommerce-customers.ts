/** Customers: https://shopify.dev/docs/api/admin-graphql/latest/objects/Customer */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { idsOf, resource } from "./resource.ts"
import { Address, address, addressFields, currency, further, globalId, pageInfo, partsOf, whole } from "./wire.ts"

const fields =
  "id firstName lastName note createdAt updatedAt defaultEmailAddress { emailAddress } " +
  `defaultPhoneNumber { phoneNumber } amountSpent { currencyCode } defaultAddress { ${addressFields} } ` +
  `addressesV2(first: 3) { nodes { ${addressFields} } ${pageInfo} }`
const moreAddresses =
  "query CustomerAddresses($id: ID!, $after: String) { customer(id: $id) { " +
  `addressesV2(first: 100, after: $after) { nodes { ${addressFields} } ${pageInfo} } } }`

export const ecommerceCustomers = Connector.read("ECOMMERCE_CUSTOMERS", {
  // Quirk: the time of a customer's change matches whole days, of a zone that is not said.
  ...resource({ many: "customers", one: "customer", type: "Customer", first: 50, fields, overlap: 86_400_000 }),
  mapping: 2,
  deletes: idsOf({ many: "customers", type: "Customer" }),
  item: Wire.struct({
    id: Wire.required(globalId),
    ...Wire.all(Wire.text, "firstName", "lastName", "note"),
    createdAt: Wire.instant,
    updatedAt: Wire.instant,
    defaultEmailAddress: Wire.struct({ emailAddress: Wire.text }),
    defaultPhoneNumber: Wire.struct({ phoneNumber: Wire.text }),
    amountSpent: Wire.struct({ currencyCode: currency }),
    defaultAddress: Address,
    addressesV2: Wire.required(partsOf(Address))
  }),
  follow: ({ addressesV2, id }) => further(addressesV2, moreAddresses, id, "data.customer.addressesV2"),
  map: (raw, { followed }) => ({
    platform_id: raw.id.id,
    // One customer of a shop alone has it.
    platform_unique_id: raw.defaultEmailAddress?.emailAddress,
    name: Normalize.fullName(raw.firstName, raw.lastName),
    first_name: raw.firstName,
    last_name: raw.lastName,
    company_name: raw.defaultAddress?.company,
    email: raw.defaultEmailAddress?.emailAddress,
    phone: raw.defaultPhoneNumber?.phoneNumber,
    currency_id: raw.amountSpent?.currencyCode,
    note: raw.note,
    address: address(raw.defaultAddress),
    addresses: whole(raw.addressesV2, followed, Address).flatMap((own) => address(own) ?? []),
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
