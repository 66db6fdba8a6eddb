/** Links, telephones and addresses as the platform takes them. */
import { street } from "./reach.ts"
import { refuse, type Taken } from "./taking.ts"

type Row = Readonly<Record<string, any>>

/** E-mail addresses, and the one website where the resource has a place for it. */
export const linksOf =
  (email: (link: string) => unknown, hasSite: boolean): Taken =>
  (value: ReadonlyArray<Row> | null, { isNew, item, place }) => {
    const of = (type: string) => (value ?? []).filter((one) => one["type"] === type).map(({ link }) => link as string)
    const sites = of("WEBSITE")
    if (sites.length > (hasSite ? 1 : 0))
      refuse(hasSite ? "one website at most" : "e-mail addresses alone", value, place)
    const known = (value ?? []).filter(({ type }) => type === "EMAIL" || type === "WEBSITE").length
    if (known < (value ?? []).length) refuse("links of type EMAIL or WEBSITE", value, place)
    const own = [...of("EMAIL"), ...(item["email"] ? [item["email"] as string] : [])]
    return { emails: own.map(email), ...(hasSite && (!isNew || sites[0]) ? { website: sites[0] ?? null } : {}) }
  }

/** Telephone numbers with the platform's labels. */
export const phonesOf =
  (name: string, labels: Readonly<Record<string, string>>): Taken =>
  (value: ReadonlyArray<Row> | null) => ({
    phones: (value ?? []).map(({ number, type }) => ({ [name]: number, ...(type ? { label: labels[type] } : {}) }))
  })

/** An address in one object, under the names of the payment side and the CRM. */
export const addressOf = (region: string) => (row: Row) => ({
  street: street(row["street"], row["locality"]),
  city: row["city"] ?? null,
  [region]: row["state"] ?? null,
  zip: row["pincode"] ?? null,
  country: row["country"] ?? null
})

/** An address of the shop. */
export const placeOf = (row: Row) => ({
  line1: street(row["street"], row["locality"]),
  city: row["city"] ?? null,
  province: row["state"] ?? null,
  zip: row["pincode"] ?? null,
  country: row["country"] ?? null
})
