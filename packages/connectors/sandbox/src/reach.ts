/** How to reach a company, its contacts and their persons, and the people of the CRM: links, telephones, addresses. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

type Texts = ReadonlyArray<string | null | undefined>

/** External links out of e-mail addresses and websites; those that are not there are left out. */
export const links = (emails: Texts, websites: Texts = []) => [
  ...present(emails).map((link) => ({ link, type: "EMAIL" as const })),
  ...present(websites).map((link) => ({ link, type: "WEBSITE" as const }))
]
const present = (values: Texts): ReadonlyArray<string> => values.flatMap((value) => Normalize.text(value) ?? [])

const phoneTypes = Normalize.word(
  { mobile: "MOBILE", fax: "FAX", office: "TELEPHONE", work: "TELEPHONE", home: "TELEPHONE" },
  null
)
interface Telephone {
  readonly label?: string | null | undefined
  readonly number?: string | null | undefined
}
/** A number without a label is of no known type. */
export const phones = (raw: ReadonlyArray<Telephone>) =>
  raw.flatMap(({ label, number }) =>
    Normalize.text(number) === null ? [] : [{ number: Normalize.text(number), type: phoneTypes(label) }]
  )
export const Phones = Wire.list(Wire.struct({ label: Wire.text, number: Wire.text }))

export const Address = Wire.struct({
  line1: Wire.text,
  line2: Wire.text,
  district: Wire.text,
  town: Wire.text,
  region: Wire.text,
  postcode: Wire.text,
  countryCode: Wire.text
})
type Address = (typeof Address)["Type"]

/** The accounting side's addresses as they are unified. */
export const addresses = (raw: ReadonlyArray<Address | null | undefined>) =>
  raw.flatMap((address) =>
    address
      ? [
          {
            street: street(address.line1, address.line2),
            locality: address.district,
            city: address.town,
            state: address.region,
            pincode: address.postcode,
            country: address.countryCode
          }
        ]
      : []
  )
/** The lines that are there, separated by commas. */
export const street = (...lines: Texts): string | null => present(lines).join(", ") || null
