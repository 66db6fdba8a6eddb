/** Changes that a platform tells of by a feed: records asked for anew, those that are gone, and a feed that has forgotten. */
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Service from "../support/Service.ts"

interface Customer {
  readonly id: string
  readonly name: string
  readonly created: number
}
/** A platform in the manner of Stripe: customers that are listed by when they were made, and events of their changes. */
const customers = new Map<string, Customer>()
const events: Array<object> = []
let asked: Array<string> = []
const list = (data: ReadonlyArray<unknown>) => ({ object: "list", data, has_more: false })
const answer = (url: URL): readonly [status: number, body: unknown] => {
  const since = Number(url.searchParams.get("created[gte]") ?? 0)
  if (url.pathname === "/v1/customers") {
    return [200, list([...customers.values()].filter(({ created }) => created >= since))]
  }
  if (url.pathname === "/v1/events") {
    return [200, list(url.search.includes("customer.updated") ? events.toReversed() : [])]
  }
  if (url.pathname === "/v1/account") return [200, { id: "acct_1", object: "account" }]
  if (!url.pathname.startsWith("/v1/customers/")) return [200, { ...list([]), available: [], pending: [] }]
  const id = url.pathname.slice("/v1/customers/".length)
  return [200, customers.get(id) ?? { id, object: "customer", deleted: true }]
}
const platform = createServer((request, response) => {
  const url = new URL(request.url!, "http://platform")
  asked.push(`${url.pathname}${url.searchParams.has("created[gte]") ? " since" : ""}`)
  const [status, body] = answer(url)
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
})

let service: Service.Service
let connection = 0
let company = 0

const settled = () =>
  Service.until(
    () => service.call("GET", "/v3/core/syncs?limit=1000"),
    ({ body }) => body.data.length > 0 && body.data.every((own: { finished_at: unknown }) => own.finished_at !== null)
  )
/** Syncs customers; answers what the platform was asked for. */
const sync = async () => {
  asked = []
  const started = await service.call("POST", "/v3/core/syncs", {
    company_id: company,
    connection_id: connection,
    data_models_to_sync: ["PAYMENT_CUSTOMERS"]
  })
  expect(started.status, started.text).toBe(200)
  await settled()
  const { body } = await service.call("GET", `/v3/core/syncs/${started.body.data.svc_id}`)
  expect(body.data.status).toBe("SUCCESS")
  return asked
}
const names = async () =>
  (await service.call("GET", "/v3/payments/customers?sort[name]=ASC")).body.data.map(
    (own: { name: string }) => own.name
  )
const tell = (type: string, id: string) =>
  events.push({ id: `evt_${events.length}`, type, data: { object: { id, object: "customer", created: 1 } } })

beforeAll(async () => {
  customers.set("cus_1", { id: "cus_1", name: "Ada", created: 1 })
  customers.set("cus_2", { id: "cus_2", name: "Ben", created: 1 })
  customers.set("cus_3", { id: "cus_3", name: "Cleo", created: 1 })
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const { port } = platform.address() as AddressInfo
  service = await Service.start({ SVC_STRIPE_BASE_URL: `http://127.0.0.1:${port}` })
  company = (await service.call("POST", "/v3/core/companies", { name: "Acme" })).body.data.svc_id
  const made = await service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "STRIPE",
    credentials: { access_token: "rk_test_1" },
    settings: { accountId: "acct_1" }
  })
  expect(made.status, made.text).toBe(200)
  connection = made.body.data.svc_id
  await settled()
})
afterAll(async () => {
  await service?.stop()
  await new Promise((resolve) => platform.close(resolve))
})

it("reads everything first, then what is new and what the feed names", async () => {
  expect(await names()).toEqual(["Ada", "Ben", "Cleo"])
  customers.set("cus_1", { id: "cus_1", name: "Ada Quill", created: 1 })
  customers.delete("cus_2")
  tell("customer.updated", "cus_1")
  tell("customer.deleted", "cus_2")
  expect(await sync()).toEqual([
    "/v1/customers since",
    "/v1/events since",
    expect.stringMatching("/v1/customers/cus_"),
    expect.stringMatching("/v1/customers/cus_")
  ])
  expect(await names()).toEqual(["Ada Quill", "Cleo"])
})

it("reads everything when it was last read before the feed begins, and finds what is gone", async () => {
  events.length = 0
  customers.delete("cus_3")
  await service.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update checkpoint set watermark = now() - interval '40 days' where connection_id = ${connection}`
    )
  )
  expect(await sync()).toEqual(["/v1/customers"])
  expect(await names()).toEqual(["Ada Quill"])
  expect(await sync()).toEqual(["/v1/customers since", "/v1/events since"])
})
