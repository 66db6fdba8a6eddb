/** How companies, customers and suppliers are reached: telephones, e-mail, a website, and addresses of five free lines. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const lines = (name: "DeliveryAddress" | "PostalAddress") =>
  Object.fromEntries([1, 2, 3, 4, 5].map((line) => [`${name}0${line}`, Wire.text])) as {
    readonly [K in `${typeof name}0${1 | 2 | 3 | 4 | 5}`]: typeof Wire.text
  }
export const Reached = {
  Telephone: Wire.text,
  Fax: Wire.text,
  Mobile: Wire.text,
  Email: Wire.text,
  WebAddress: Wire.text,
  ...lines("PostalAddress"),
  ...lines("DeliveryAddress")
}
type Reached = Partial<Wire.Struct<typeof Reached>>

/** Quirk: nothing says what a line is. By Sage's own forms the street comes first, then the town, the province and the code. */
export const addressOf = (owner: string, kind: "delivery" | "postal", raw: Reached) => {
  const name = kind === "postal" ? "PostalAddress" : "DeliveryAddress"
  const address = {
    street: Normalize.street(raw[`${name}01`], raw[`${name}02`]),
    city: Normalize.text(raw[`${name}03`]),
    state: Normalize.text(raw[`${name}04`]),
    pincode: Normalize.text(raw[`${name}05`])
  }
  return Object.values(address).every((value) => value === null)
    ? []
    : [{ platform_id: `${owner}/${kind}`, ...address, locality: null, country: null }]
}

export const phonesOf = (owner: string, { Fax, Mobile, Telephone }: Reached) =>
  (
    [
      ["telephone", "TELEPHONE", Telephone],
      ["mobile", "MOBILE", Mobile],
      ["fax", "FAX", Fax]
    ] as const
  ).flatMap(([name, type, given]) => {
    const number = Normalize.text(given)
    return number === null ? [] : [{ platform_id: `${owner}/${name}`, number, type }]
  })

export const linksOf = (owner: string, { Email, WebAddress }: Reached) =>
  (
    [
      ["email", "EMAIL", Email],
      ["website", "WEBSITE", WebAddress]
    ] as const
  ).flatMap(([name, type, given]) => {
    const link = Normalize.text(given)
    return link === null ? [] : [{ platform_id: `${owner}/${name}`, link, type }]
  })
