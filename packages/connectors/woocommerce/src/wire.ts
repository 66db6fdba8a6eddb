/** What WooCommerce's records have in common: moments in UTC without saying so, addresses of which empty texts mean nothing. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

/** Quirk: members that end in `_gmt` are in UTC and carry no zone; those without are in the shop's. */
export const gmt = Wire.read(Normalize.localTo("+00:00"))
/** The same for parameters, with `dates_are_gmt`. Quirk: one with a zone is turned into the shop's own time, and compared in UTC. */
export const asked = (moment: string): string => new Date(moment).toISOString().slice(0, 19)

/** Quirk: 0 stands for no record. */
export const reference = Wire.nullAs(0, Wire.id)

export const addressFields = {
  ...Wire.all(Wire.text, "company", "address_1", "address_2", "city", "state", "postcode", "country")
} as const
export const Shipping = Wire.struct(addressFields)
const lower = Wire.read((value) => Normalize.text(value)?.toLowerCase() ?? null)
export const Billing = Wire.struct({
  ...addressFields,
  ...Wire.all(Wire.text, "first_name", "last_name", "phone"),
  email: lower
})

type Address = (typeof Shipping)["Type"]
const parts = ["address_1", "address_2", "city", "state", "postcode", "country"] as const
/** Nothing where no part of it is there: shops fill in empty texts. */
export const address = (raw: Address | null | undefined) =>
  raw === null ||
  raw === undefined ||
  parts.every((name) => raw[name] === undefined || Normalize.text(raw[name]) === null)
    ? null
    : {
        street: Normalize.street(raw.address_1, raw.address_2),
        city: raw.city,
        state: raw.state,
        pincode: raw.postcode,
        country: raw.country
      }

/** Who ordered without an account: known by an e-mail address, and by orders alone. */
export const guestOf = (billing: (typeof Billing)["Type"] | null | undefined) =>
  Normalize.prefixed("guest", billing?.email)
