/** How links, numbers and addresses are written: each kind has so many places, and all of them are said. */
import type { Take } from "@svc/core"

interface Row {
  readonly type?: string | null | undefined
  readonly link?: string | null | undefined
  readonly number?: string | null | undefined
}
type Places = Readonly<Record<string, ReadonlyArray<string>>>
const placed = (places: Places, rows: ReadonlyArray<Row> | null, { isNew, refuse }: Take.At<unknown>): object => {
  const left = new Map(Object.entries(places).map(([type, names]) => [type, [...names]]))
  const made = (rows ?? []).map((row, index) => {
    const name = left.get(row.type ?? "")?.shift() ?? refuse("is one more than Zoho CRM keeps", `[${index}].type`)
    return [name, row.link ?? row.number ?? null] as const
  })
  const none = isNew ? [] : [...left.values()].flat().map((name) => [name, null] as const)
  return Object.fromEntries([...made, ...none])
}
/** Web addresses and e-mail addresses. */
export const links = (places: Places) => ({
  of: ["platform_id", "link", "type"] as const,
  whole: (rows: ReadonlyArray<Row> | null, at: Take.At<unknown>) => placed(places, rows, at)
})
export const phones = (places: Places) => ({
  of: ["platform_id", "number", "type"] as const,
  whole: (rows: ReadonlyArray<Row> | null, at: Take.At<unknown>) => placed(places, rows, at)
})

interface Address {
  readonly street?: string | null | undefined
  readonly locality?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly pincode?: string | null | undefined
  readonly country?: string | null | undefined
}
/** Fields of addresses by what stands before each; a street has one line, of which the locality is the end. */
export const addresses = (prefixes: ReadonlyArray<string>, zip: "Zip" | "Code" | "Zip_Code") => ({
  of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"] as const,
  whole: (rows: ReadonlyArray<Address> | null, { isNew, refuse }: Take.At<unknown>): object => {
    if ((rows ?? []).length > prefixes.length) refuse("is one more than Zoho CRM keeps", `[${prefixes.length}]`)
    const all = prefixes.flatMap((prefix, index) => {
      const { city, country, locality, pincode, state, street } = rows?.[index] ?? {}
      const line = [street, locality].filter((part) => part).join(", ")
      const parts = { Street: line === "" ? null : line, City: city, State: state, [zip]: pincode, Country: country }
      return Object.entries(parts).map(([name, value]) => [`${prefix}${name}`, value ?? null] as const)
    })
    return Object.fromEntries(isNew ? all.filter(([, value]) => value !== null) : all)
  }
})
