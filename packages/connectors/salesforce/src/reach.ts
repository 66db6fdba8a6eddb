/** How to reach people and companies: fields of the record, each of which keeps its name as the identity of what it holds. */
import * as Normalize from "@svc/core/Normalize"
import * as Reach from "@svc/core/Reach"
import * as Wire from "@svc/core/Wire"

type Raw = Readonly<Record<string, unknown>> & { readonly Id: string }
type Texts = Readonly<Record<string, string | null | undefined>>

const parts = ["Street", "City", "State", "PostalCode", "Country"] as const
type Part = (typeof parts)[number]
/** The members of an address: `BillingStreet` and so on. */
export const address = <const P extends string>(prefix: P) =>
  Object.fromEntries(parts.map((part) => [`${prefix}${part}`, Wire.text])) as Readonly<
    Record<`${P}${Part}`, typeof Wire.text>
  >
/** The addresses that hold anything; that of a lead has no name of its own. */
export const addresses = (raw: Raw, prefixes: ReadonlyArray<string>) =>
  prefixes.flatMap((prefix) => {
    const at = (part: Part) => Normalize.text(raw[`${prefix}${part}`])
    const says = { street: at("Street"), city: at("City"), state: at("State"), pincode: at("PostalCode") }
    return Reach.part(
      { platform_id: `${raw.Id}:addresses:${prefix || "Address"}` },
      { ...says, country: at("Country") }
    )
  })

const phone = "TELEPHONE"
const numbers = { Phone: phone, HomePhone: phone, OtherPhone: phone, MobilePhone: "MOBILE", Fax: "FAX" } as const
export const phones = (raw: Raw) => Reach.phones(`${raw.Id}:phone_numbers`, numbers, raw as Texts)
export const links = (raw: Raw) =>
  Reach.links(`${raw.Id}:external_links`, { Email: "EMAIL", Website: "WEBSITE" }, raw as Texts)
