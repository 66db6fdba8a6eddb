/** How somebody is reached: addresses, telephones and links. Platforms keep many of them that say nothing, and those are none. */
import * as Normalize from "./Normalize.ts"

type Text = string | null | undefined

/** A part of a record, with what it `has` besides, such as its id: in a list, which is empty where nothing it `says` is there. */
export const part = <const H extends object, S extends Readonly<Record<string, Text>>>(
  has: H,
  says: S
): ReadonlyArray<H & { readonly [K in keyof S]: string | null }> => {
  const texts = Object.entries(says).map(([name, value]) => [name, Normalize.text(value)] as const)
  return texts.every(([, value]) => value === null) ? [] : [{ ...has, ...(Object.fromEntries(texts) as any) }]
}

const byPlace =
  <const N extends string>(name: N) =>
  <const M extends object>(owner: string, types: M, raw: { readonly [K in keyof M]?: Text }) =>
    Object.entries<M[keyof M]>(types as any).flatMap(([place, type]) =>
      part({ platform_id: `${owner}:${place}`, type }, { [name]: raw[place as keyof M] } as Record<N, Text>)
    )
/** Telephone numbers, by the members they are in, whose names are part of their ids: `phones(id, { fax: "FAX" }, raw)`. */
export const phones = byPlace("number")
/** Links, in the same way: `links(id, { email: "EMAIL", url: "WEBSITE" }, raw)`. */
export const links = byPlace("link")
