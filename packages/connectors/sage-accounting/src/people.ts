/** How to reach contacts and the people behind them. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Ref } from "./wire.ts"

export const Address = Wire.struct({
  id: Wire.id,
  address_line_1: Wire.text,
  address_line_2: Wire.text,
  city: Wire.text,
  region: Wire.text,
  postal_code: Wire.text,
  country: Ref
})
export const reach = { telephone: Wire.text, mobile: Wire.text, fax: Wire.text, email: Wire.text }
type Reach = Wire.Struct<typeof reach>

/** An address by its own id; one that holds nothing is none. */
export const addresses = (...all: ReadonlyArray<(typeof Address)["Type"] | null | undefined>) =>
  all.flatMap((raw, position) => {
    const lines = [raw?.address_line_1, raw?.address_line_2].flatMap((line) => Normalize.text(line) ?? [])
    const mapped = {
      street: lines.length === 0 ? null : lines.join(", "),
      city: Normalize.text(raw?.city),
      state: Normalize.text(raw?.region),
      pincode: Normalize.text(raw?.postal_code),
      country: raw?.country?.id ?? null
    }
    const isKnown = all.slice(0, position).some((other) => other?.id && other.id === raw?.id)
    return isKnown || Object.values(mapped).every((value) => value === null)
      ? []
      : [{ platform_id: raw?.id, ...mapped }]
  })

const kinds = [
  ["telephone", "TELEPHONE"],
  ["mobile", "MOBILE"],
  ["fax", "FAX"]
] as const
export const phones = (owner: string, raw: Reach | null | undefined) =>
  kinds.flatMap(([name, type]) => {
    const number = Normalize.text(raw?.[name])
    return number === null ? [] : [{ platform_id: `${owner}:phone_numbers:${name}`, number, type }]
  })

/** The e-mail addresses that are there, each once; a place's first keeps its name. */
export const emails = (owner: string, ...all: ReadonlyArray<string | null | undefined>) => {
  const [first, ...more] = [...new Set(all.flatMap((email) => Normalize.text(email) ?? []))]
  return first === undefined
    ? []
    : [first, ...more].map((link, position) => ({
        platform_id: `${owner}:external_links:email${position === 0 ? "" : `:${position}`}`,
        link,
        type: "EMAIL" as const
      }))
}
