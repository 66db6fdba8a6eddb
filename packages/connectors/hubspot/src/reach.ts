/** How to reach a contact or a company. The parts have no ids at HubSpot: the name of the property stands for one. */
import * as Normalize from "@svc/core/Normalize"

type Text = string | null | undefined

/** The parts of a list that are there, each with an id made of its owner's and its place. */
const parts = <A extends object>(
  owner: string,
  list: string,
  all: ReadonlyArray<readonly [place: string, text: Text, make: (text: string) => A]>
) =>
  all.flatMap(([place, text, make]) => {
    const found = Normalize.text(text)
    return found === null ? [] : [{ platform_id: `${owner}:${list}:${place}`, ...make(found) }]
  })

const link = (type: "EMAIL" | "WEBSITE") => (text: string) => ({ link: text, type })
const [email, website] = [link("EMAIL"), link("WEBSITE")]

/** E-mail addresses in one text, each once. */
const addressesIn = (text: Text) =>
  [...new Set((text ?? "").split(/[;,]\s*|\s+(?=\S+@)/).map((one) => one.trim()))].filter((one) => one !== "")

/** The address by which HubSpot knows a person. */
export const firstEmail = (text: Text): string | null => addressesIn(text)[0] ?? null

interface Links {
  readonly email?: Text
  readonly hs_additional_emails?: Text
  readonly domain?: Text
  readonly website?: Text
}
export const links = (owner: string, raw: Links) => {
  // Quirk: what a user types into the one property may be several addresses.
  const [first, ...others] = addressesIn(raw.email)
  const more = [...others, ...addressesIn(raw.hs_additional_emails)].filter((one) => one !== first)
  // The web site of a company is often its domain over again.
  const site = Normalize.text(raw.website) === Normalize.text(raw.domain) ? null : raw.website
  return parts(owner, "external_links", [
    ["email", first, email],
    ...[...new Set(more)].map((one) => [`email:${one}`, one, email] as const),
    ["domain", raw.domain, website],
    ["website", site, website]
  ])
}

interface Phones {
  readonly phone?: Text
  readonly mobilephone?: Text
  readonly fax?: Text
}
const number = (type: "TELEPHONE" | "MOBILE" | "FAX") => (text: string) => ({ number: text, type })
export const phones = (owner: string, raw: Phones) =>
  parts(owner, "phone_numbers", [
    ["phone", raw.phone, number("TELEPHONE")],
    ["mobilephone", raw.mobilephone, number("MOBILE")],
    ["fax", raw.fax, number("FAX")]
  ])

interface Address {
  readonly address?: Text
  readonly address2?: Text
  readonly city?: Text
  readonly state?: Text
  readonly zip?: Text
  readonly country?: Text
}
/** The one address that a record has. */
export const addresses = (owner: string, raw: Address) => {
  const address = {
    street: Normalize.text(raw.address),
    locality: Normalize.text(raw.address2),
    city: Normalize.text(raw.city),
    state: Normalize.text(raw.state),
    pincode: Normalize.text(raw.zip),
    country: Normalize.text(raw.country)
  }
  return Object.values(address).every((part) => part === null)
    ? []
    : [{ platform_id: `${owner}:addresses:address`, ...address }]
}
