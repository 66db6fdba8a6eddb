/** Customers of the payment side. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { links, phones } from "./reach.ts"
import { activeStatus, changed, epoch, flagged } from "./wire.ts"

const Address = Wire.struct({
  street: Wire.text,
  city: Wire.text,
  state: Wire.text,
  zip: Wire.text,
  country: Wire.text
})

export const paymentCustomers = Connector.read("PAYMENT_CUSTOMERS", {
  ...flagged("payCustomers"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    fullName: Wire.text,
    email: Wire.text,
    phone: Wire.text,
    taxId: Wire.text,
    currency: Wire.id,
    address: Address,
    note: Wire.text,
    blocked: Wire.boolean,
    created: epoch,
    updated: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.fullName,
    description: raw.note,
    tax_number: raw.taxId,
    currency_id: raw.currency,
    status: typeof raw.blocked === "boolean" ? activeStatus(!raw.blocked) : null,
    external_links: links([raw.email]),
    phone_numbers: phones([{ number: raw.phone }]),
    addresses: raw.address ? [address(raw.address)] : [],
    created_at: raw.created,
    updated_at: raw.updated
  })
})

const address = ({ city, country, state, street, zip }: (typeof Address)["Type"]) => ({
  street,
  city,
  state,
  pincode: zip,
  country
})
