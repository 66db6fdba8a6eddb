/** Links, telephones and addresses as the platform takes them. */
import * as Take from "@svc/core/Take"
import { street } from "./reach.ts"
import { only } from "./writing.ts"

interface Link {
  readonly link?: string | null | undefined
  readonly type?: "EMAIL" | "WEBSITE" | null | undefined
}
/** E-mail addresses, and the one website where the resource has a place for it. */
export const linksOf = (email: (link: string) => unknown, hasSite: boolean) => ({
  of: ["platform_id", "link", "type"] as const,
  whole: (rows: ReadonlyArray<Link> | null, { isNew, refuse, root }: Take.At<unknown>) => {
    const linksIn = (kind: string) => (rows ?? []).flatMap(({ link, type }) => (type === kind ? [link ?? ""] : []))
    const sites = linksIn("WEBSITE")
    if (sites.length > (hasSite ? 1 : 0))
      refuse(hasSite ? "can name one website at most" : "must be e-mail addresses alone")
    const untyped = (rows ?? []).findIndex(({ type }) => !type)
    if (untyped >= 0) refuse("must be one of EMAIL, WEBSITE", `[${untyped}].type`)
    const own = [...linksIn("EMAIL"), ...(root["email"] ? [root["email"] as string] : [])]
    return { emails: own.map(email), ...(hasSite && (!isNew || sites[0]) ? { website: sites[0] ?? null } : {}) }
  }
})

/** Telephone numbers with the platform's labels. */
export const phonesOf = (name: string, labels: Readonly<Record<"MOBILE" | "TELEPHONE" | "FAX", string>>) => ({
  list: "phones",
  of: {
    platform_id: Take.beside,
    number: name,
    type: (type: keyof typeof labels) => ({ label: labels[type] })
  }
})

interface Address {
  readonly street?: string | null | undefined
  readonly locality?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly pincode?: string | null | undefined
  readonly country?: string | null | undefined
}
export const addressMembers = ["street", "locality", "city", "state", "pincode", "country"] as const
/** An address in one object, under the names of the payment side and the CRM. */
const addressOf = (region: string) => (row: Address) => ({
  street: street(row.street, row.locality),
  city: row.city ?? null,
  [region]: row.state ?? null,
  zip: row.pincode ?? null,
  country: row.country ?? null
})
/** The one address that there is a place for. */
export const address = (region: string) =>
  only<Address & { readonly platform_id?: string | null | undefined }, "platform_id" | keyof Address>(
    "address",
    ["platform_id", ...addressMembers],
    addressOf(region)
  )

/** An address of the shop. */
export const placeOf = (row: Address) => ({
  line1: street(row.street, row.locality),
  city: row.city ?? null,
  province: row.state ?? null,
  zip: row.pincode ?? null,
  country: row.country ?? null
})
