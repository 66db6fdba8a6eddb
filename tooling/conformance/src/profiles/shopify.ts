/** Shopify, by the introspection of its GraphQL Admin API and the scopes that its types need. */
import { shopify } from "@svc/shopify"
import type { IntrospectionQuery } from "graphql"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { Description } from "../Description.ts"
import * as GraphQlSchema from "../GraphQlSchema.ts"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"

interface Introspection {
  readonly data: IntrospectionQuery
  readonly offline_scopes: {
    readonly items: ReadonlyArray<{
      readonly typeName: string
      readonly fieldName?: string
      readonly offlineScopes: ReadonlyArray<string>
    }>
  }
}

const date = (serial: number): string =>
  new Date(Date.UTC(2026, 0, 1) + serial * 60_000).toISOString().replace(".000", "")
const scalars = {
  DateTime: date,
  Decimal: (serial: number) => `${serial % 500}.${serial % 10}`,
  Money: (serial: number) => `${serial % 500}.00`,
  HTML: (serial: number) => `<p>Text ${serial}</p>`,
  UnsignedInt64: String
}

const describe = (folder: string): Description => {
  const file = readdirSync(folder).find((name) => name.endsWith(".introspection.json.gz"))
  if (file === undefined) throw new Error("the folder holds no introspection")
  const version = /\d{4}-\d{2}/.exec(file)?.[0]
  const { data, offline_scopes }: Introspection = JSON.parse(
    gunzipSync(readFileSync(join(folder, file))).toString("utf8")
  )
  const { auth } = shopify
  return GraphQlSchema.make(data, {
    path: `/admin/api/${version}/graphql.json`,
    hosts: /^[a-z0-9-]+\.myshopify\.com$/,
    scopes: auth._tag === "OAuth2" ? auth.scopes : [],
    needs: new Map(
      offline_scopes.items
        .filter(({ offlineScopes }) => offlineScopes.length > 0)
        .map(({ fieldName, offlineScopes, typeName }) => [
          fieldName === undefined ? typeName : `${typeName}.${fieldName}`,
          offlineScopes
        ])
    ),
    maxPage: 250,
    maxCost: 1000,
    id: (type, serial) => `gid://shopify/${type}/${serial}`,
    scalars
  })
}

/** A listing as it is when there is a further page. */
const more = (body: unknown): unknown => {
  const data = isObject(body) ? body["data"] : undefined
  if (!isObject(data)) return body
  const pageInfo = { hasNextPage: true, endCursor: "cursor-of-more" }
  return {
    data: Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, isObject(value) ? { ...value, pageInfo } : value])
    )
  }
}

export const profile: Profile = {
  slug: "shopify",
  connector: shopify,
  subscribes: true,
  describe,
  settings: { shop: "harbour-goods.myshopify.com" },
  credentials: { access_token: "a token of nobody" },
  more
}
