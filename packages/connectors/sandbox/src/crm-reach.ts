/** What companies, people and leads of the CRM have in common: how to reach them. */
import * as Wire from "@svc/core/Wire"
import { links, phones } from "./reach.ts"

const Labelled = Wire.list(Wire.struct({ label: Wire.text, value: Wire.text }))
export const reach = {
  emails: Labelled,
  phones: Labelled,
  address: Wire.struct({
    street: Wire.text,
    city: Wire.text,
    region: Wire.text,
    zip: Wire.text,
    country: Wire.text
  }),
  website: Wire.text
}

export const reachFields = ({ address, emails, phones: numbers, website }: Wire.Struct<typeof reach>) => ({
  external_links: links(
    (emails ?? []).map(({ value }) => value),
    [website]
  ),
  phone_numbers: phones((numbers ?? []).map(({ label, value }) => ({ label, number: value }))),
  addresses: address
    ? [
        {
          street: address.street,
          city: address.city,
          state: address.region,
          pincode: address.zip,
          country: address.country
        }
      ]
    : []
})
