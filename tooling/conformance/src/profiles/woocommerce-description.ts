/**
 * WooCommerce has no description that a machine can read as a whole: a shop's own index names the routes and what they are asked
 * with, and tables of the documentation name the members of records and newer parameters. Here they are put together.
 */
import { join } from "node:path"
import type { Description } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

type Members = Readonly<Record<string, Json>>
interface Tables {
  readonly resources: Readonly<Record<string, Members>>
  readonly listParameters: Readonly<Record<string, Members>>
}
interface Route {
  readonly endpoints: ReadonlyArray<{ readonly methods: ReadonlyArray<string>; readonly args?: Members }>
}

/** What is read and written: where, and by which tables. */
const kinds = [
  { path: "/orders", table: "Order properties", list: "List all orders", gone: "Delete an order" },
  { path: "/customers", table: "Customer properties", list: "List all customers", gone: "Delete a customer" },
  { path: "/products", table: "Product properties", list: "List all products", gone: "Delete a product" },
  { path: "/webhooks", table: "Webhook properties", list: "List all webhooks", gone: "Delete a webhook" }
] as const

/** Samples as the documentation's examples have them: amounts are texts, moments bear no zone, what is not on sale has no such price. */
const samples: ReadonlyArray<readonly [RegExp, unknown]> = [
  [/^(?:id|product_id|customer_id)$/, 727],
  [/^sale_price$/, ""],
  [/^(?:total|subtotal|price|regular_price)$|_total$|_tax$/, "10.00"],
  [/^date_/, "2017-03-22T16:28:02"],
  [/^email$/, "john.doe@example.com"],
  [/^quantity$/, 2]
]
const types: Readonly<Record<string, string>> = { "date-time": "string", bool: "boolean" }

export const describe = (folder: string): Description => {
  const { listParameters, resources } = readDocument(join(folder, "wc-v3-resources.schema.json")) as unknown as Tables
  const { routes } = readDocument(join(folder, "wc-v3-routes.index.json")) as unknown as {
    readonly routes: Readonly<Record<string, Route>>
  }
  const schemaOf = (table: string, isSent: boolean): Json => ({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(resources[table] ?? {})
        // Lines and meta data that are there already are named by their id.
        .filter(([name, own]) => !isSent || own["readOnly"] !== true || name === "id")
        .map(([name, own]) => [name, memberOf(table, name, own, isSent)])
    )
  })
  const memberOf = (table: string, name: string, own: Json, isSent: boolean): Json => {
    const type = String(own["type"])
    const inner = /See \[([^\]]+)\]/.exec(String(own["description"] ?? ""))?.[1]
    const of = inner !== undefined && inner in resources ? schemaOf(inner, isSent) : undefined
    if (type === "array") return { type, items: of ?? (name === "variations" ? { type: "integer" } : {}) }
    if (type === "object") return of ?? { type }
    const sample = samples.find(([names]) => names.test(name))?.[1]
    return {
      ...(type === "mixed" ? {} : { type: types[type] ?? type }),
      ...(Array.isArray(own["enum"]) ? { enum: own["enum"] } : {}),
      ...(sample === undefined || isSent
        ? {}
        : { example: table.endsWith("Refunds properties") && name === "total" ? "-4.00" : sample })
    }
  }
  const queryOf = (members: Members) =>
    Object.entries(members).map(([name, own]) => ({
      name,
      in: "query",
      schema: {
        type: ["integer", "boolean"].includes(String(own["type"])) ? own["type"] : "string",
        ...(Array.isArray(own["enum"]) ? { enum: own["enum"] } : {})
      }
    }))
  const listed = (path: string, list: string): Members => {
    const endpoints = routes[`/wc/v3${path}`]?.endpoints ?? []
    const args = endpoints.find(({ methods }) => methods.includes("GET"))?.args ?? {}
    // Of every list of WordPress: https://developer.wordpress.org/rest-api/using-the-rest-api/global-parameters/
    return { ...args, ...listParameters[list], _fields: { type: "string" } }
  }
  const json = (schema: Json) => ({ content: { "application/json": { schema } } })
  const answer = (schema: Json) => ({ 200: { description: "Answer", ...json(schema) } })
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } }
  const all = (schema: Json): Json => ({ type: "array", items: schema })
  const kind = (schema: Json, type: string): Json => ({
    ...schema,
    properties: { ...(schema["properties"] as object), type: { type: "string", example: type } }
  })

  const paths = Object.fromEntries(
    kinds.flatMap(({ gone, list, path, table }) => {
      const read = schemaOf(table, false)
      // A list shows a product that has variations, and the address of one a simple product.
      const [shown, one] = path === "/products" ? [kind(read, "variable"), kind(read, "simple")] : [read, read]
      const required = Object.entries(
        routes[`/wc/v3${path}`]?.endpoints.find(({ methods }) => methods.includes("POST"))?.args ?? {}
      ).flatMap(([name, own]) => (own["required"] === true ? [name] : []))
      // A webhook's address is among the route's arguments, and read-only in the table.
      const needed = Object.fromEntries(required.map((name) => [name, { type: "string" }]))
      const sent = (isNew: boolean) => {
        const own = schemaOf(table, true)
        const properties = { ...needed, ...(own["properties"] as object) }
        return {
          required: true,
          ...json({ ...own, properties, ...(isNew && required.length > 0 ? { required } : {}) })
        }
      }
      return [
        [
          path,
          {
            get: { parameters: queryOf(listed(path, list)), responses: answer(all(shown)) },
            post: { requestBody: sent(true), responses: answer(one) }
          }
        ],
        [
          `${path}/{id}`,
          {
            get: { parameters: [id], responses: answer(one) },
            put: { parameters: [id], requestBody: sent(false), responses: answer(one) },
            delete: {
              parameters: [id, ...queryOf(listParameters[gone] ?? {})],
              responses: answer(one)
            }
          }
        ]
      ] as ReadonlyArray<readonly [string, Json]>
    })
  )
  if (!isObject(resources["Order properties"])) throw new Error("the folder holds no tables")
  return OpenApi.make({
    openapi: "3.1.0",
    info: { title: "WooCommerce", version: "3" },
    servers: [{ url: "https://shop.example/wp-json/wc/v3" }],
    paths: {
      ...paths,
      "/products/{id}/variations": {
        get: {
          parameters: [
            id,
            ...queryOf(listed("/products/(?P<product_id>[\\d]+)/variations", "List all product variations"))
          ],
          responses: answer(all(schemaOf("Product variation properties", false)))
        }
      },
      "/data/currencies/current": { get: { responses: answer(schemaOf("Currencies properties", false)) } }
    }
  })
}
