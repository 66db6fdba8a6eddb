/** How a contact or a company is reached, as it is written: lists of which HubSpot keeps one property for each type. */
import type { Take } from "@svc/core"

interface Link {
  readonly type?: "EMAIL" | "WEBSITE" | null | undefined
  readonly link?: string | null | undefined
}
interface Phone {
  readonly type?: string | null | undefined
  readonly number?: string | null | undefined
}
type At = Pick<Take.At, "refuse">

/** The elements of a list by the property that each belongs into: one at most, and none clears it. */
const placed =
  <Row extends Link | Phone>(
    names: ReadonlyArray<string>,
    nameOf: (row: Row) => string | null | undefined,
    textOf: (row: Row) => string | null | undefined
  ) =>
  (rows: ReadonlyArray<Row> | null, { refuse }: At): object => {
    const found: Record<string, string | null> = Object.fromEntries(names.map((name) => [name, null]))
    for (const [index, row] of (rows ?? []).entries()) {
      const name = nameOf(row)
      if (name === null) continue
      if (name === undefined) return refuse("is of no type that HubSpot has a place for", `[${index}].type`)
      if (found[name] !== null) return refuse("is a second one of its type, and HubSpot keeps one", `[${index}]`)
      found[name] = textOf(row) ?? ""
    }
    return found
  }

const numberMembers = ["platform_id", "number", "type"] as const
/** Telephone numbers by their type. */
export const phones = (known: Readonly<Record<string, string>>) => ({
  of: numberMembers,
  whole: placed(
    Object.values(known),
    ({ type }: Phone) => known[type ?? ""],
    ({ number }) => number
  )
})

const linkMembers = ["platform_id", "link", "type"] as const
/** Web addresses: a bare host is the domain, by which HubSpot knows a company. */
export const sites = {
  of: linkMembers,
  whole: placed(
    ["domain", "website"],
    ({ link, type }: Link) => (type === "WEBSITE" ? (/^[^/:\s]+$/.test(link ?? "") ? "domain" : "website") : undefined),
    ({ link }) => link
  )
}
const site = placed(
  ["website"],
  ({ type }: Link) => (type === "EMAIL" ? null : type === "WEBSITE" ? "website" : undefined),
  ({ link }) => link
)
/** E-mail addresses, of which HubSpot has one and others, and one web address. */
export const links = {
  of: linkMembers,
  whole: (rows: ReadonlyArray<Link> | null, at: At) => {
    const [first, ...others] = (rows ?? []).flatMap(({ link, type }) => (type === "EMAIL" ? [link ?? ""] : []))
    return { email: first ?? null, hs_additional_emails: others.join(";"), ...site(rows, at) }
  }
}

type Part = "street" | "locality" | "city" | "state" | "pincode" | "country"
/** The one address, by HubSpot's names of its parts. */
export const address = (names: { readonly [_ in Part]?: string }) => {
  const parts = Object.keys(names) as ReadonlyArray<Part>
  return {
    of: ["platform_id" as const, ...parts],
    whole: (rows: ReadonlyArray<{ readonly [_ in Part]?: string | null | undefined }> | null, { refuse }: At) => {
      const [only, ...others] = rows ?? []
      if (others.length > 0) refuse("is one more than HubSpot keeps", "[1]")
      return Object.fromEntries(parts.map((part) => [names[part], only?.[part] ?? null]))
    }
  }
}
