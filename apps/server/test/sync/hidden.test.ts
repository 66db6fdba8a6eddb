/** A shop in the manner of Shopify: lists of ids that prove deletions, and old orders that are hidden and not deleted. */
import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

const pageInfo = { hasNextPage: false, endCursor: null }
const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`
const at = "2026-03-02T09:30:00Z"
const orderOf = (id: number, name: string) => ({
  id: gid("Order", id),
  name,
  test: false,
  closed: false,
  createdAt: at,
  updatedAt: at,
  lineItems: { nodes: [], pageInfo }
})
const customerOf = (id: number, firstName: string) => ({
  id: gid("Customer", id),
  firstName,
  createdAt: at,
  updatedAt: at,
  addressesV2: { nodes: [], pageInfo }
})
const orders = new Map([1, 2].map((id) => [id, orderOf(id, `#${id}`)]))
const customers = new Map([1, 2].map((id) => [id, customerOf(id, `Ada ${id}`)]))
const asked: Array<string> = []

const listed = (nodes: Iterable<unknown>) => ({ nodes: [...nodes], pageInfo })
const dataOf = (name: string, id: number): object => {
  switch (name) {
    case "Orders":
      return { orders: listed(orders.values()) }
    case "Customers":
    case "CustomerIds":
      return { customers: listed(customers.values()) }
    case "Order":
      return { order: orders.get(id) ?? null }
    case "Customer":
      return { customer: customers.get(id) ?? null }
    case "Products":
    case "ProductIds":
      return { products: listed([]) }
    default:
      return { shop: { id: gid("Shop", 1), currencyCode: "EUR" } }
  }
}
const textOf = async (request: IncomingMessage) => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}
const platform = createServer((request, response) => {
  void textOf(request).then((text) => {
    const { query, variables } = JSON.parse(text) as { query: string; variables: { id?: string } }
    const name = /^query (\w+)/.exec(query)![1]!
    asked.push(name)
    const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 1990, restoreRate: 100 }
    const extensions = { cost: { requestedQueryCost: 10, actualQueryCost: 10, throttleStatus } }
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data: dataOf(name, Number(variables.id?.split("/").at(-1))), extensions }))
  })
})

let service: Service.Service
let company = 0
const shop = "harbour-goods.myshopify.com"
const connect = (settings: object) =>
  service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SHOPIFY",
    credentials: { access_token: "shpat_1" },
    settings
  })
const settled = () =>
  Service.until(
    () => service.call("GET", "/v3/core/syncs?limit=1000"),
    ({ body }) => body.data.length > 0 && body.data.every((own: { finished_at: unknown }) => own.finished_at !== null)
  )
const tell = async (topic: string, body: object) => {
  const text = JSON.stringify(body)
  const from = asked.length
  const { status } = await fetch(`${service.url}/v3/core/inbound/shopify`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": topic,
      "x-shopify-shop-domain": shop,
      "x-shopify-hmac-sha256": createHmac("sha256", "shpss_1").update(text).digest("base64")
    },
    body: text
  })
  expect(status).toBe(200)
  await Service.until(
    async () => asked.length,
    (count) => count > from
  )
}
const names = async (model: string, field: string) =>
  (await service.call("GET", `/v3/ecommerce/${model}?sort[${field}]=ASC`)).body.data.map(
    (own: Record<string, unknown>) => own[field]
  )

beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const { port } = platform.address() as AddressInfo
  service = await Service.start({
    SVC_SHOPIFY_BASE_URL: `http://127.0.0.1:${port}`,
    SVC_SHOPIFY_WEBHOOK_SECRET: "shpss_1"
  })
  company = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
})
afterAll(async () => {
  await service?.stop()
  await new Promise((resolve) => platform.close(resolve))
})

it("is connected by the shop's own address, and by no other", async () => {
  for (const other of ["evil.example", "evil.example/.myshopify.com", "a@b.myshopify.com", ""]) {
    expect((await connect({ shop: other })).status).toBe(400)
  }
  expect(asked).toEqual([])
  const made = await connect({ shop })
  expect(made.status, made.text).toBe(200)
  await settled()
  expect(await names("orders", "order_name")).toEqual(["#1", "#2"])
  expect(await names("customers", "name")).toEqual(["Ada 1", "Ada 2"])
})

it("keeps an order that cannot be found, until a webhook says that it is deleted", async () => {
  orders.delete(1)
  await tell("orders/updated", { id: 1 })
  // Jobs of a connection are done in turn: when the second is, the first is too.
  orders.set(2, orderOf(2, "#2, edited"))
  await tell("orders/updated", { id: 2 })
  await Service.until(
    () => names("orders", "order_name"),
    (now) => now.includes("#2, edited")
  )
  expect(await names("orders", "order_name")).toEqual(["#1", "#2, edited"])
  await tell("orders/delete", { id: 1 })
  await Service.until(
    () => names("orders", "order_name"),
    (now) => now.length === 1
  )
  // The platform said it is deleted, and shows it still: it is not.
  await tell("orders/delete", { id: 2 })
  await tell("customers/update", { id: 1 })
  expect(await names("orders", "order_name")).toEqual(["#2, edited"])
})

it("finds by the list of ids which customers are gone", async () => {
  customers.delete(1)
  const started = await service.call("POST", "/v3/core/syncs", {
    company_id: company,
    data_models_to_sync: ["ECOMMERCE_CUSTOMERS", "ECOMMERCE_ORDERS"]
  })
  expect(started.status, started.text).toBe(200)
  await settled()
  expect(await names("customers", "name")).toEqual(["Ada 2"])
  expect(await names("orders", "order_name")).toEqual(["#2, edited"])
})
