/** Contacts as Qoyod answers them, and how they are reached. */
import * as Normalize from "@svc/core/Normalize"
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"

export const Contact = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.text, "name", "organization", "email", "secondary_email", "website", "phone_number"),
  ...Wire.all(Wire.text, "secondary_phone_number", "secondary_contact_number", "tax_number", "currency_code", "status"),
  billing_address: Wire.record(Wire.text),
  shipping_address: Wire.record(Wire.text),
  updated_at: Wire.instant
})
export type Contact = (typeof Contact)["Type"]

/** Who is named beside an organisation is its person; many repeat its name there. */
export const personOf = ({ name, organization }: Contact): string | null => {
  const [firm, own] = [Normalize.text(organization), Normalize.text(name)]
  return firm === null || own === null || Normalize.is(firm, own) ? null : own
}

export const addressOf = (owner: string, kind: "billing" | "shipping", raw: Contact["billing_address"]) => {
  const at = (member: string) => Normalize.text(raw?.[member])
  const own = (member: string) => at(`${kind}_${member}`)
  const street = Normalize.fullName(at("building_number"), own("address"))
  const says = { street, city: own("city"), state: own("state"), pincode: own("zip"), country: own("country") }
  return Reach.part({ platform_id: `${owner}:addresses:${kind}` }, says)
}
const linkTypes = { email: "EMAIL", secondary_email: "EMAIL", website: "WEBSITE" } as const
export const linksOf = (owner: string, raw: Contact) => Reach.links(`${owner}:external_links`, linkTypes, raw)
/** Quirk: the second number has two names in the documentation. */
export const phonesOf = (owner: string, { phone_number, secondary_contact_number, secondary_phone_number }: Contact) =>
  Reach.phones(
    `${owner}:phone_numbers`,
    { phone_number: null, secondary_phone_number: null },
    { phone_number, secondary_phone_number: secondary_phone_number ?? secondary_contact_number }
  )
