/** What records say about each other: nested references, tracking values, the company's base currency. */
import { Failure } from "../Failure.ts"
import type { Field } from "../Field.ts"
import type { Id, Lookup } from "../Resource.ts"

/** Base currency of the company. */
export const baseCurrency = (lookup: Lookup): string => lookup.get("company", "org_000001")?.baseCurrency ?? "EUR"

/** A nested reference, `{ id, … }` with the members named. */
export const nested = (
  lookup: Lookup,
  name: string,
  id: Id | null,
  ...members: ReadonlyArray<string>
): object | null => {
  if (id === null) return null
  const row = lookup.get(name, id)
  return { id, ...Object.fromEntries(members.map((member) => [member, row?.[member] ?? null])) }
}

/** One value of a dimension, written as its id. */
export const dimensionValue: Field<string> = {
  check: (value, path, lookup) => {
    const id = typeof value === "object" && value !== null ? (value as { readonly id?: unknown }).id : value
    const known = lookup.find("trackingCategories", ({ values }) =>
      values.some((option: { readonly id: string }) => option.id === id)
    )
    if (known !== undefined) return id as string
    throw new Failure("unknown_reference", `${path}: there is no tracking value ${String(id)}.`, path)
  }
}
