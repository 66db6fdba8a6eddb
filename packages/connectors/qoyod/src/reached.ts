/** Contacts as Qoyod answers them, and how they are reached. */
import { Normalize, Wire } from "@svc/core"

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
  const address = {
    street: Normalize.fullName(at("building_number"), at(`${kind}_address`)),
    city: at(`${kind}_city`),
    state: at(`${kind}_state`),
    pincode: at(`${kind}_zip`),
    country: at(`${kind}_country`)
  }
  return Object.values(address).every((value) => value === null)
    ? []
    : [{ platform_id: `${owner}:addresses:${kind}`, ...address }]
}
export const linksOf = (owner: string, { email, secondary_email, website }: Contact) =>
  (
    [
      ["email", email],
      ["secondary_email", secondary_email],
      ["website", website]
    ] as const
  ).flatMap(([place, value]) => {
    const link = Normalize.text(value)
    const type = place === "website" ? ("WEBSITE" as const) : ("EMAIL" as const)
    return link === null ? [] : [{ platform_id: `${owner}:external_links:${place}`, link, type }]
  })
/** Quirk: the second number has two names in the documentation. */
export const phonesOf = (owner: string, raw: Contact) =>
  (
    [
      ["phone_number", raw.phone_number],
      ["secondary_phone_number", raw.secondary_phone_number ?? raw.secondary_contact_number]
    ] as const
  ).flatMap(([place, value]) => {
    const number = Normalize.text(value)
    return number === null ? [] : [{ platform_id: `${owner}:phone_numbers:${place}`, number, type: null }]
  })
