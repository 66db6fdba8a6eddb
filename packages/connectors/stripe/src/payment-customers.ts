/** Customers, with how to reach them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, currency, epoch } from "./wire.ts"

const Address = Wire.struct({
  line1: Wire.text,
  line2: Wire.text,
  city: Wire.text,
  state: Wire.text,
  postal_code: Wire.text,
  country: Wire.text
})
type Address = (typeof Address)["Type"] | null | undefined

export const paymentCustomers = Connector.read("PAYMENT_CUSTOMERS", {
  ...changing("PAYMENT_CUSTOMERS", "/v1/customers", ["tax_ids"]),
  deletes: Read.fullListing,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    business_name: Wire.text,
    individual_name: Wire.text,
    description: Wire.text,
    email: Wire.text,
    phone: Wire.text,
    currency,
    address: Address,
    shipping: Wire.struct({ address: Address, phone: Wire.text }),
    tax_ids: Wire.struct({ data: Wire.list(Wire.struct({ value: Wire.text })) }),
    created: epoch
  }),
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.text(raw.name) ?? Normalize.text(raw.business_name) ?? raw.individual_name,
    description: raw.description,
    tax_number: raw.tax_ids?.data?.[0]?.value,
    currency_id: raw.currency,
    external_links:
      Normalize.text(raw.email) === null ? [] : [{ ...at(raw.id, "email"), link: raw.email, type: "EMAIL" as const }],
    phone_numbers: [...phone(raw.id, "billing", raw.phone), ...phone(raw.id, "shipping", raw.shipping?.phone)],
    addresses: [...address(raw.id, "billing", raw.address), ...address(raw.id, "shipping", raw.shipping?.address)],
    created_at: raw.created,
    updated_at: raw.created
  })
})

/** What keeps a part's identity: its place in the customer. */
const at = (owner: string, place: string) => ({ platform_id: `${owner}:${place}` })
const phone = (owner: string, place: string, number: string | null | undefined) =>
  Normalize.text(number) === null ? [] : [{ ...at(owner, `phone_numbers:${place}`), number }]
const address = (owner: string, place: string, raw: Address) => {
  const mapped = {
    street: Normalize.street(raw?.line1, raw?.line2),
    city: Normalize.text(raw?.city),
    state: Normalize.text(raw?.state),
    pincode: Normalize.text(raw?.postal_code),
    country: Normalize.text(raw?.country)
  }
  return Object.values(mapped).every((value) => value === null)
    ? []
    : [{ ...mapped, ...at(owner, `addresses:${place}`) }]
}
