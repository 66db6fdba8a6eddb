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
    // Who lets it write gives it these besides.
    scopes: auth._tag === "OAuth2" ? [...auth.scopes, "write_customers", "write_orders", "write_products"] : [],
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

const place = {
  street: "1 Quay Street",
  locality: "Unit 2",
  city: "Bristol",
  state: "England",
  pincode: "BS1 1AA",
  country: "GB"
}
const id = "1"
const writes: Profile["writes"] = {
  ECOMMERCE_CUSTOMERS: {
    create: [
      {
        first_name: "Ada",
        last_name: "Quill",
        email: "ada@quill.example",
        phone: "+441175550100",
        note: "Buys paper",
        addresses: [place]
      }
    ],
    update: [{ platform_id: id, first_name: "Eve", note: null }],
    delete: [{ platform_id: id }]
  },
  ECOMMERCE_ORDERS: {
    create: [
      {
        order_name: "#W-1",
        reference: "PO-9",
        description: "By noon",
        customer_id: "6001",
        currency_id: "EUR",
        billing_address: place,
        shipping_address: place,
        line_items: [
          { item_id: "7001", variant_id: "801", sku: "NB-A5", description: "Notebook", quantity: 2, unit_amount: 12.5 }
        ]
      }
    ],
    update: [{ platform_id: id, reference: "PO-11", description: null, shipping_address: place }],
    delete: [{ platform_id: id }],
    void: [{ platform_id: id }]
  },
  ECOMMERCE_PRODUCTS: {
    create: [
      {
        name: "Notebook",
        description: "<p>Lined</p>",
        status: "ACTIVE",
        tags: ["paper"],
        variants: [{ name: "A5", sku: "NB-A5", unit_price: 12.5 }]
      }
    ],
    update: [{ platform_id: id, name: "Note pad", status: "ARCHIVED", tags: [] }],
    delete: [{ platform_id: id }]
  }
}

export const profile: Profile = {
  slug: "shopify",
  connector: shopify,
  writes,
  subscribes: true,
  describe,
  settings: { shop: "harbour-goods.myshopify.com" },
  credentials: { access_token: "a token of nobody" },
  more
}
