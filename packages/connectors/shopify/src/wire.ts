/** What Shopify's resources have in common: global ids, money, addresses, connections inside a record, moments. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Dated: a version lives a year, then Shopify serves the oldest it still has. A field it dropped is an error, never a guess. */
export const version = "2026-10"

const form = /^gid:\/\/shopify\/\w+\/(\w+)(?:\?.*)?$/
/** `gid://shopify/Order/450789469`, and the number in it, by which the REST API and webhooks name the same record. */
export const globalId = Wire.read((value) => {
  const global = Normalize.text(value)
  if (global === null) return null
  const id = form.exec(global)?.[1]
  if (id === undefined) throw new Normalize.Unreadable("a global id such as gid://shopify/Order/1", value)
  return { global, id }
})
export const Reference = Wire.struct({ id: Wire.required(globalId) })

/** `XXX` stands for no currency. */
export const currency = Wire.read((value) => {
  const code = Normalize.text(value)
  return code === "XXX" ? null : code
})
/** An amount in the shop's currency and in the buyer's: the shop's is read. */
export const MoneyBag = Wire.struct({ shopMoney: Wire.required(Wire.struct({ amount: Wire.number })) })
export const amount = (bag: (typeof MoneyBag)["Type"] | null | undefined): number | null =>
  bag?.shopMoney.amount ?? null

export const addressFields = "address1 address2 city province zip countryCodeV2 company"
export const Address = Wire.struct(
  Wire.all(Wire.text, "address1", "address2", "city", "province", "zip", "countryCodeV2", "company")
)
export const address = (raw: (typeof Address)["Type"] | null | undefined) =>
  raw
    ? {
        street: Normalize.street(raw.address1, raw.address2),
        city: raw.city,
        state: raw.province,
        pincode: raw.zip,
        // `ZZ` is a region that Shopify does not know.
        country: raw.countryCodeV2 === "ZZ" ? null : raw.countryCodeV2
      }
    : null

/** Every call is a POST of a query to one address. */
export const ask = (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  ({ method: "POST", path: "/graphql.json", body: Call.graphql(query, variables) }) as const

export const pageInfo = "pageInfo { hasNextPage endCursor }"
const PageInfo = Wire.struct({ hasNextPage: Wire.required(Wire.boolean), endCursor: Wire.text })
/** A list inside a record, of which the first page comes along. */
export const partsOf = <A>(node: ReturnType<typeof Wire.read<A>>) =>
  Wire.struct({ nodes: Wire.required(Wire.list(node)), pageInfo: Wire.required(PageInfo) })

/** The further pages of such a list; `at` is its place in the answer. */
export const further = (
  { pageInfo: { endCursor, hasNextPage } }: { readonly pageInfo: (typeof PageInfo)["Type"] },
  query: string,
  id: { readonly global: string },
  at: string
): ReadonlyArray<Read.Further> => {
  if (!hasNextPage) return []
  if (!endCursor)
    throw new Normalize.Unreadable("a cursor where the list goes on", endCursor, `${at}.pageInfo.endCursor`)
  return [
    Read.pages({
      call: ask(query, { id: id.global, after: endCursor }),
      page: Page.relay({ at }),
      items: `${at}.nodes`
    })
  ]
}
/** The whole list: what came along and what was asked for. A rest that is gone meanwhile is not taken for an end. */
export const whole = <A>(
  {
    nodes,
    pageInfo: { hasNextPage }
  }: { readonly nodes: ReadonlyArray<A>; readonly pageInfo: (typeof PageInfo)["Type"] },
  followed: ReadonlyArray<unknown>,
  node: ReturnType<typeof Wire.read<A>>
): ReadonlyArray<A> => {
  if (!hasNextPage) return nodes
  const rest = Wire.decode(Wire.list(node), followed[0] ?? [])
  if (rest.length === 0) throw new Normalize.Unreadable("the rest of the list", "nothing")
  return [...nodes, ...rest]
}
