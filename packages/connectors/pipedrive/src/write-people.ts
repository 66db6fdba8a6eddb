/** How persons and organisations are written. */
import type { Take } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import { companies, contacts } from "./people.ts"
import { ref, whole, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const

interface Address {
  readonly street?: string | null | undefined
  readonly locality?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly pincode?: string | null | undefined
  readonly country?: string | null | undefined
}
/** The one address, in its parts and as the line that Pipedrive shows of it. */
const address = (to: string) => ({
  of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"] as const,
  whole: (rows: ReadonlyArray<Address> | null, { isNew, refuse }: Take.At<unknown>): object => {
    const [only = {}, ...others] = rows ?? []
    if (others.length > 0) refuse("is one more than Pipedrive keeps", "[1]")
    const { city, country, locality, pincode, state, street } = only
    const parts = {
      value: Normalize.street(street, locality, city, state, pincode, country),
      route: street,
      // The number is in the street.
      street_number: null,
      sublocality: locality,
      locality: city,
      admin_area_level_1: state,
      postal_code: pincode,
      country
    }
    const all = Object.entries(parts).map(([name, part]) => [name, part ?? ""] as const)
    return { [to]: Object.fromEntries(isNew ? all.filter(([, part]) => part !== "") : all) }
  }
})
interface Row {
  readonly type?: string | null | undefined
  readonly link?: string | null | undefined
  readonly number?: string | null | undefined
}
const labels: Readonly<Record<string, string>> = { EMAIL: "work", TELEPHONE: "work", MOBILE: "mobile", FAX: "fax" }
/** Of several the first is the primary one. */
const listed =
  (to: string) =>
  (rows: ReadonlyArray<Row> | null, { refuse }: Take.At<unknown>) => ({
    [to]: (rows ?? []).map(({ link, number, type }, index) => ({
      value: link ?? number ?? refuse("is empty", `[${index}]`),
      label: labels[type ?? (to === "emails" ? "EMAIL" : "TELEPHONE")] ?? refuse("has no place", `[${index}].type`),
      primary: index === 0
    }))
  })
interface Named {
  readonly name?: string | null | undefined
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
}
/** Quirk: the whole name is written, and Pipedrive takes it apart. */
const nameOf = ({ first_name: first, last_name: last, name }: Named, { isNew, refuse }: Take.At<unknown>): object => {
  if (first === undefined && last === undefined) return isNew && name == null ? refuse("is required", "name") : {}
  if (!isNew && (first === undefined || last === undefined))
    refuse("is required beside the other, or name", first === undefined ? "first_name" : "last_name")
  const joined = Normalize.fullName(first, last) ?? refuse("is required", "name")
  return name == null || name === joined ? { name: joined } : refuse("is not first_name and last_name", "name")
}

export const writeContacts = writing("CRM_CONTACTS", take, {
  path: "/v2/persons",
  alike: ({ company_id, external_links, first_name, last_name, name }) => ({
    name: name ?? Normalize.fullName(first_name, last_name),
    org_id: company_id,
    "emails.0.value": external_links?.[0]?.link
  }),
  by: ["org_id"],
  record: contacts,
  takes: {
    name: "name",
    first_name: { orEmpty: () => ({}) },
    last_name: { orEmpty: () => ({}) },
    title: { orEmpty: (title) => ({ job_title: title ?? "" }) },
    company_id: ref("org_id"),
    owner_id: ref("owner_id"),
    external_links: { of: ["platform_id", "link", "type"], whole: listed("emails") },
    phone_numbers: { of: ["platform_id", "number", "type"], whole: listed("phones") },
    addresses: address("postal_address")
  },
  clears: ["external_links", "phone_numbers", "addresses"],
  makes: nameOf
})

export const writeCompanies = writing("CRM_COMPANIES", take, {
  path: "/v2/organizations",
  alike: ({ external_links, name }) => ({ name, website: external_links?.[0]?.link }),
  // How many persons are linked to it is shown by its own call alone.
  isShort: true,
  record: companies,
  requires: ["name"],
  takes: {
    name: "name",
    industry: ref("industry"),
    people_count: whole("employee_count"),
    annual_revenue: whole("annual_revenue"),
    owner_id: ref("owner_id"),
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows: ReadonlyArray<Row> | null, { refuse }: Take.At<unknown>) => {
        const [only, ...others] = rows ?? []
        if (others.length > 0) refuse("is one more than Pipedrive keeps", "[1]")
        if (only !== undefined && only.type !== "WEBSITE") refuse("has no place", "[0].type")
        return { website: only?.link ?? null }
      }
    },
    addresses: address("address")
  },
  clears: ["industry", "people_count", "annual_revenue", "external_links", "addresses"]
})
