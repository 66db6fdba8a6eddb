/**
 * How somebody is reached, as it is written to a platform that keeps a member for each: so many telephones, links and addresses as
 * it has places for, and one more is refused. A change says all of its places, so that what is no longer there is made empty.
 */
import type { At } from "./Take.ts"

interface Row {
  readonly type?: string | null | undefined
  readonly link?: string | null | undefined
  readonly number?: string | null | undefined
}
/** The platform's members for each type, in the order in which they are filled: `{ TELEPHONE: ["Phone", "Home"] }`. */
export type ByType = Readonly<Record<string, ReadonlyArray<string>>>

const placed = (platform: string, places: ByType, rows: ReadonlyArray<Row> | null, at: At<unknown>): object => {
  const left = new Map(Object.entries(places).map(([type, names]) => [type, [...names]]))
  const made = (rows ?? []).map((row, index) => {
    const name = left.get(row.type ?? "")?.shift() ?? at.refuse(`is one more than ${platform} keeps`, `[${index}].type`)
    return [name, row.link ?? row.number ?? null] as const
  })
  const none = at.isNew ? [] : [...left.values()].flat().map((name) => [name, null] as const)
  return Object.fromEntries([...made, ...none])
}
const parts = ["street", "locality", "city", "state", "pincode", "country"] as const
type Address = { readonly [_ in (typeof parts)[number]]?: string | null | undefined }
/** The platform's names of an address's parts; its street has one line, of which the locality is the end. */
export type Names = Readonly<Record<"street" | "city" | "state" | "pincode" | "country", string>>

const addressed = (
  platform: string,
  prefixes: ReadonlyArray<string>,
  names: Names,
  rows: ReadonlyArray<Address> | null,
  { isNew, refuse }: At<unknown>
): object => {
  if ((rows ?? []).length > prefixes.length) refuse(`is one more than ${platform} keeps`, `[${prefixes.length}]`)
  const all = prefixes.flatMap((prefix, index) => {
    const { locality, street, ...rest } = rows?.[index] ?? {}
    const line = [street, locality].filter((part) => part).join(", ")
    const said: Readonly<Record<string, string | null | undefined>> = { ...rest, street: line === "" ? null : line }
    return Object.entries(names).map(([part, name]) => [`${prefix}${name}`, said[part] ?? null] as const)
  })
  return Object.fromEntries(isNew ? all.filter(([, value]) => value !== null) : all)
}

/**
 * The places of a platform, which its refusals name: `links` and `phones` by their types, `addresses` by what stands before the
 * names of each, `addresses(["Mailing", "Other"], names)`.
 */
export const of = (platform: string) => ({
  links: (places: ByType) => ({
    of: ["platform_id", "link", "type"] as const,
    whole: (rows: ReadonlyArray<Row> | null, at: At<unknown>) => placed(platform, places, rows, at)
  }),
  phones: (places: ByType) => ({
    of: ["platform_id", "number", "type"] as const,
    whole: (rows: ReadonlyArray<Row> | null, at: At<unknown>) => placed(platform, places, rows, at)
  }),
  addresses: (prefixes: ReadonlyArray<string>, names: Names) => ({
    of: ["platform_id", ...parts] as const,
    whole: (rows: ReadonlyArray<Address> | null, at: At<unknown>) => addressed(platform, prefixes, names, rows, at)
  })
})
/** The first and the last name of somebody whose whole name is known: it is taken apart at its last blank. */
export const namesOf = (name: string): { readonly first: string | undefined; readonly last: string } => {
  const [, first, last = name.trim()] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? []
  return { first, last }
}
