/**
 * P8: what embedding costs. The sizes of a bundle with one connector and of a further one, minified and compressed; and
 * the time for each record from the platform's JSON text to the unified record, beside a mapping written by hand.
 */
import { connectors, measure, moduleOf } from "../src/Bundle.ts"

interface Figure {
  readonly goal: string
  readonly what: string
  readonly figure: string
  readonly ratio: number
  readonly wanted: number
}

const kilobyte = 1000
const kilobytes = (bytes: number): string => `${(bytes / kilobyte).toFixed(1)} kB`
const records = 1000
const rounds = 30

/** A page of Xero's contacts. */
const page = JSON.stringify({
  Contacts: Array.from({ length: records }, (_, n) => ({
    ContactID: `c-${n}`,
    Name: `Customer number ${n}`,
    FirstName: "Ada",
    LastName: "Lovelace",
    EmailAddress: `customer-${n}@example.com`,
    TaxNumber: `DE${100_000_000 + n}`,
    DefaultCurrency: "EUR",
    ContactStatus: "ACTIVE",
    IsCustomer: true,
    IsSupplier: false,
    Phones: [{ PhoneType: "DEFAULT", PhoneNumber: "5551234", PhoneAreaCode: "030", PhoneCountryCode: "49" }],
    Addresses: [
      { AddressType: "STREET", AddressLine1: "Main Street 1", City: "Berlin", PostalCode: "10115", Country: "DE" }
    ],
    UpdatedDateUTC: `/Date(${1_780_000_000_000 + n}+0000)/`
  }))
})

/** What somebody writes who needs these fields of Xero's contacts and trusts its answers no more than core does. */
const byHand = (text: string): ReadonlyArray<object> => {
  const { Contacts } = JSON.parse(text) as { readonly Contacts?: unknown }
  if (!Array.isArray(Contacts)) throw new Error("no contacts")
  const words = (value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (typeof value !== "string") throw new Error(`not a text: ${String(value)}`)
    const trimmed = value.trim()
    return trimmed === "" ? null : trimmed
  }
  const statuses: Readonly<Record<string, string>> = { ACTIVE: "ACTIVE", ARCHIVED: "ARCHIVED", GDPRREQUEST: "ARCHIVED" }
  return Contacts.map((raw: Record<string, any>) => {
    const id = words(raw["ContactID"])
    if (id === null) throw new Error("a contact without its id")
    const time = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(raw["UpdatedDateUTC"] ?? "")
    const email = words(raw["EmailAddress"])
    return {
      platform_id: id,
      platform_unique_id: id,
      name: words(raw["Name"]),
      contact_name: [words(raw["FirstName"]), words(raw["LastName"])].filter((part) => part !== null).join(" ") || null,
      currency_id: words(raw["DefaultCurrency"]),
      tax_number: words(raw["TaxNumber"]),
      registration_number: words(raw["CompanyNumber"]),
      status: statuses[words(raw["ContactStatus"]) ?? ""] ?? "UNKNOWN",
      contact_type: raw["IsCustomer"] === true ? "CUSTOMER" : raw["IsSupplier"] === true ? "VENDOR" : null,
      external_links: email === null ? [] : [{ platform_id: `${id}-email`, link: email, type: "EMAIL" }],
      phone_numbers: ((raw["Phones"] ?? []) as ReadonlyArray<Record<string, unknown>>).flatMap((phone) => {
        const number = words(phone["PhoneNumber"])
        const parts = [words(phone["PhoneCountryCode"]), words(phone["PhoneAreaCode"]), number]
        const type = words(phone["PhoneType"])
        return number === null
          ? []
          : [
              {
                platform_id: `${id}-${type}`,
                number: parts.filter((part) => part !== null).join(" "),
                type: type === "MOBILE" || type === "FAX" ? type : "TELEPHONE"
              }
            ]
      }),
      addresses: ((raw["Addresses"] ?? []) as ReadonlyArray<Record<string, unknown>>).map((address) => ({
        platform_id: `${id}-${words(address["AddressType"])}`,
        street: words(address["AddressLine1"]),
        locality: words(address["AddressLine2"]),
        city: words(address["City"]),
        state: words(address["Region"]),
        pincode: words(address["PostalCode"]),
        country: words(address["Country"])
      })),
      updated_at: time === null ? null : new Date(Number(time[1])).toISOString()
    }
  })
}

/** The best time of one record, in microseconds, after the code is warm. */
const microseconds = (map: (text: string) => ReadonlyArray<unknown>): number => {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    if (map(page).length !== records) throw new Error("records are missing")
    best = Math.min(best, performance.now() - from)
  }
  return (best * 1000) / records
}

const mapping = async (): Promise<Figure> => {
  const { mapItem } = await import(moduleOf("core", "runtime/InSpite.ts"))
  const { contacts } = await import(moduleOf("xero", "contacts.ts"))
  const byCore = (text: string) =>
    contacts.items(JSON.parse(text), null).map((raw: unknown) => {
      const item = mapItem(contacts, raw, { settings: {}, lookups: {}, followed: [] })
      if (item._tag !== "Success") throw new Error(item.failure.issues.join())
      return item.success
    })
  const hand = microseconds(byHand)
  const core = microseconds(byCore)
  return {
    goal: "P8",
    what: `a Xero contact from JSON text to the checked record, at most 3 x a mapping by hand (${hand.toFixed(1)} us)`,
    figure: `${core.toFixed(1)} us`,
    ratio: (3 * hand) / core,
    wanted: 1
  }
}

export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const { further, one } = await measure()
  return [
    ...connectors.map((name) => {
      const { first, later } = one[name]!
      return {
        goal: "P8",
        what: `core with ${name}, effect and all it needs, minified and gzip, at most 60 kB; ${kilobytes(first)} without what is loaded later: OAuth, writes, bytes, webhooks`,
        figure: kilobytes(first + later),
        ratio: (60 * kilobyte) / (first + later),
        wanted: 1
      }
    }),
    ...connectors.map((name) => {
      const { bytes, later, models } = further[name]!
      return {
        goal: "P8",
        what: `${name} beside a few others, ${models} data models, at most 1 kB for each three; ${kilobytes(bytes)} without what it writes`,
        figure: kilobytes(bytes + later),
        ratio: ((models / 3) * kilobyte) / (bytes + later),
        wanted: 1
      }
    }),
    await mapping()
  ]
}
