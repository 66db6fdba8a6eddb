/** What customers are reached by, as Wave takes it: one of each kind, and countries and provinces by their codes. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { ask } from "./asking.ts"
import { answered, texts } from "./values.ts"
import { same } from "./writing.ts"

export type Contact = Writes.ItemOf<"CONTACTS">
export type Row<K extends "addresses" | "external_links" | "phone_numbers"> = NonNullable<Contact[K]>[number]

const place = texts("code", "name")
const Country = Wire.struct({ ...place, provinces: Wire.list(Wire.required(Wire.struct(place))) })
/** Countries and their provinces: addresses are written by codes. */
export const places = Lookup.make({
  call: ({ items }: Lookup.LookupContext<Contact>) =>
    items.some(({ addresses }) => (addresses ?? []).length > 0)
      ? ask("query Places { countries { code name provinces { code name } } }", {})
      : null,
  response: answered({ countries: Wire.required(Wire.list(Wire.required(Country))) }),
  pick: ({ data }) => data.countries,
  absent: [],
  lasting: true
})
export type Known = { readonly places: typeof places }

const isMeant =
  (said: string) =>
  ({ code, name }: Wire.Struct<typeof place>) =>
    same(code, said) || same(name, said)
export const addressInput = (row: Row<"addresses">, { lookups, refuse }: Take.At<Contact, Known>) => {
  const country = row.country ? lookups.places.find(isMeant(row.country)) : undefined
  if (row.country && country === undefined) refuse("is no country that Wave knows", ".country")
  if (row.state && country === undefined) refuse("needs a country beside it", ".state")
  const province = row.state ? country?.provinces?.find(isMeant(row.state)) : undefined
  if (row.state && province === undefined) refuse("is no province of the country that Wave knows", ".state")
  return {
    addressLine1: row.street ?? null,
    addressLine2: row.locality ?? null,
    city: row.city ?? null,
    postalCode: row.pincode ?? null,
    provinceCode: province?.code ?? null,
    countryCode: country?.code ?? null
  }
}

/** Rows in the places that Wave has for them, one in each; what has none is made empty. */
export const placed = <R, V>(
  rows: ReadonlyArray<R> | null,
  names: ReadonlyArray<string>,
  { isNew, refuse }: Pick<Take.At, "isNew" | "refuse">,
  put: (row: R, index: number) => readonly [name: string, value: V | null | undefined]
): Readonly<Record<string, V | null | undefined>> => {
  const made: Record<string, V | null | undefined> = {}
  for (const [index, row] of (rows ?? []).entries()) {
    const [name, value] = put(row, index)
    if (made[name] !== undefined) refuse("is one more than Wave keeps", `[${index}]`)
    made[name] = value
  }
  return isNew ? Call.present(made) : { ...Object.fromEntries(names.map((name) => [name, null])), ...made }
}
