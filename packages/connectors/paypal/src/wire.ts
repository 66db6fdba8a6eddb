/** What PayPal's resources have in common: money, moments, parties, and rows of its report of transactions. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

/** Quirk: the report writes `""` for none. */
export const text = Wire.nullAs("", Wire.text)
/** E-mail addresses in the lower case: they are ids of those who have no account. */
export const email = Wire.read((value) => Normalize.text(value)?.toLowerCase() ?? null)
const currency = Wire.read((value) => {
  const code = Normalize.text(value)?.toUpperCase() ?? null
  if (code !== null && !/^[A-Z]{3}$/.test(code)) throw new Normalize.Unreadable("a currency code", value)
  return code
})
/** Amounts are decimal texts in major units, whatever the currency. */
export const Money = Wire.struct({ currency_code: currency, value: Wire.number })
/** The same where it decides: over the side, or over what others come to. */
export const Sum = Wire.struct({ currency_code: currency, value: Wire.required(Wire.number) })
/** Quirk: the size of a discount has a minus in some places and none in others. */
export const sizeOf = (money: (typeof Money)["Type"] | null | undefined): number | null =>
  Normalize.absolute(money?.value)

/** Quirk: China is C2 at PayPal. */
const country = Wire.read((value) => {
  const code = Normalize.text(value)
  return code === "C2" ? "CN" : code
})
/** `{ country_code: "1", national_number: "4085551234" }`; the number may be there alone. */
const numberOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value !== "object") throw new Normalize.Unreadable("a telephone number", value)
  const [code, own] = ["country_code", "national_number"].map((name) => Normalize.text(Call.at(value, name)))
  return own == null ? null : code == null ? own : `+${code} ${own}`
}
export const phone = Wire.read(numberOf)
export const Phone = Wire.read((value) => {
  const number = numberOf(value)
  return number === null ? null : { number, type: types(Normalize.text(Call.at(value, "phone_type"))) }
})
const types = Normalize.word({ MOBILE: "MOBILE", FAX: "FAX", HOME: "TELEPHONE", OTHER: "TELEPHONE" }, null)

/** The report's names of the parts of an address, and those of everything else. */
export const Address = Wire.struct({
  line1: text,
  line2: text,
  city: text,
  state: text,
  address_line_1: text,
  address_line_2: text,
  admin_area_2: text,
  admin_area_1: text,
  postal_code: text,
  country_code: country
})
export const addressOf = (id: string, own: (typeof Address)["Type"] | null | undefined) =>
  own == null
    ? []
    : [
        {
          platform_id: id,
          street: Normalize.street(own.line1 ?? own.address_line_1, own.line2 ?? own.address_line_2),
          city: own.city ?? own.admin_area_2,
          state: own.state ?? own.admin_area_1,
          pincode: own.postal_code,
          country: own.country_code
        }
      ]

export const Name = Wire.struct({ alternate_full_name: text, full_name: text, given_name: text, surname: text })
export const nameOf = (own: (typeof Name)["Type"] | null | undefined): string | null =>
  own?.full_name ?? own?.alternate_full_name ?? Normalize.fullName(own?.given_name, own?.surname)

/** Who pays: in the report, and with other names in an order. */
export const Payer = Wire.struct({
  account_id: Wire.decisive(Wire.id),
  payer_id: Wire.decisive(Wire.id),
  email_address: Wire.decisive(email),
  payer_name: Name,
  phone_number: phone,
  address: Address
})
/** The id of a customer: that of the account, and the e-mail address of who has none. */
export const customerOf = (payer: (typeof Payer)["Type"] | null | undefined): string | null =>
  payer?.account_id ?? payer?.payer_id ?? payer?.email_address ?? null
/** Who gets an invoice is known by an e-mail address, and not as the account that pays it. */
export const recipientOf = (address: string | null | undefined): string | null =>
  Normalize.prefixed("recipient", address)

/** The last part of the address of a link, such as the capture that a refund is of. */
export const linkedBy = (body: unknown, rel: string): string | null => {
  const links = Call.at(body, "links")
  const link = Array.isArray(links) ? links.find((own) => Call.at(own, "rel") === rel) : undefined
  const href = Call.at(link, "href")
  return typeof href === "string" ? (/\/([A-Z0-9]+)$/.exec(href)?.[1] ?? null) : null
}
