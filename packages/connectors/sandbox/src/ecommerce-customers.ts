/** Customers of the shop. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ShopAddress, shopAddress } from "./shop-address.ts"
import { activeStatus, announced, changed } from "./wire.ts"

export const ecommerceCustomers = Connector.read("ECOMMERCE_CUSTOMERS", {
  ...announced("shopCustomers"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    firstName: Wire.text,
    lastName: Wire.text,
    company: Wire.text,
    email: Wire.text,
    phone: Wire.text,
    currency: Wire.id,
    addresses: Wire.list(ShopAddress),
    defaultAddress: ShopAddress,
    note: Wire.text,
    enabled: Wire.boolean,
    createdAt: Wire.instant,
    updatedAt: Wire.instant
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.fullName(raw.firstName, raw.lastName),
    first_name: raw.firstName,
    last_name: raw.lastName,
    company_name: raw.company,
    email: raw.email,
    phone: raw.phone,
    currency_id: raw.currency,
    status: activeStatus(raw.enabled),
    note: raw.note,
    address: raw.defaultAddress ? shopAddress(raw.defaultAddress) : null,
    addresses: (raw.addresses ?? []).map(shopAddress),
    created_at: raw.createdAt,
    updated_at: raw.updatedAt
  })
})
