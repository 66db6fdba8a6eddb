/** Customers, with how to reach them. They are listed whole: nothing shows when one was edited. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Address, epoch, resource } from "./wire.ts"

export const paymentCustomers = Connector.read("PAYMENT_CUSTOMERS", {
  ...resource("/v1/customers"),
  deletes: Read.never("Razorpay deletes no customers"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "name", "email", "contact", "gstin"),
    shipping_address: Wire.list(Address),
    created_at: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    tax_number: raw.gstin,
    external_links:
      Normalize.text(raw.email) === null
        ? []
        : [{ platform_id: `${raw.id}:email`, link: raw.email, type: "EMAIL" as const }],
    phone_numbers:
      Normalize.text(raw.contact) === null ? [] : [{ platform_id: `${raw.id}:contact`, number: raw.contact }],
    addresses: (raw.shipping_address ?? []).flatMap((own) =>
      own === null
        ? []
        : [
            {
              platform_id: own.id,
              street: Normalize.street(own.line1, own.line2),
              city: own.city,
              state: own.state,
              pincode: own.zipcode,
              country: own.country
            }
          ]
    ),
    created_at: raw.created_at,
    updated_at: raw.created_at
  })
})
