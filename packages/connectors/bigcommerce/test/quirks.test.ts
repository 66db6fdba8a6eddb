/** What no fixture shows: spellings of a store, errors of both interfaces, what is refused before it is sent, and closed calls. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Setting from "@svc/core/Setting"
import * as Take from "@svc/core/Take"
import { expect, it } from "vitest"
import { failure, passthrough, remaining } from "../src/failure.ts"
import { bigcommerce } from "../src/index.ts"
import { statusOf } from "../src/order-statuses.ts"
import { byCursor } from "../src/wire.ts"
import { writeCustomers } from "../src/write-customers.ts"

it("knows the store by whatever shows its hash", () => {
  const { store } = bigcommerce.settings
  for (const typed of [
    "g5cd38",
    " G5CD38 ",
    "stores/g5cd38",
    "https://store-g5cd38.mybigcommerce.com/manage/orders",
    "https://api.bigcommerce.com/stores/g5cd38/v3/"
  ]) {
    expect(Setting.normalOf(store, typed)).toBe("g5cd38")
  }
  expect(Setting.isFormed(store!, Setting.normalOf(store, "harbour.example"))).toBe(false)
})

it("takes no access to another store for that of the one that is named", () => {
  const checked = bigcommerce.checked as (body: unknown, settings: object) => unknown
  expect(checked({ id: "g5cd38" }, { store: "g5cd38" })).toBeNull()
  expect(checked({ id: "abc123" }, { store: "g5cd38" })).toMatchObject({ reason: "Forbidden" })
  expect(checked({}, { store: "g5cd38" })).toMatchObject({ reason: "Forbidden" })
})

const said = (status: number, body: unknown, headers = {}) => failure({ body, headers, status } as never)
it("reads the errors of both interfaces", () => {
  expect(said(404, [{ status: 404, message: "The requested resource was not found." }])).toMatchObject({
    message: "The requested resource was not found."
  })
  expect(
    said(400, [{ status: 400, message: "Invalid.", details: { invalid_reason: "Product 9 does not exist." } }])
  ).toMatchObject({ message: "Product 9 does not exist." })
  expect(said(422, { status: 422, title: "Create customers failed.", errors: { "0.email": "is in use" } })).toEqual({
    message: "is in use",
    field: "email"
  })
  expect(said(422, { title: "Invalid.", errors: { price: "must be a number" } })).toMatchObject({ field: "unit_price" })
  expect(said(507, { title: "The plan has no room." })).toMatchObject({ reason: "Rejected", applied: false })
  expect(said(401, "<html>Unauthorized</html>")).toMatchObject({ message: undefined })
})
it("waits as long as the store's window lasts", () => {
  expect(said(429, {}, { "x-rate-limit-time-reset-ms": "1500" })).toMatchObject({ retryAfter: 2 })
  expect(said(429, {})).not.toHaveProperty("retryAfter")
  expect(remaining({ "x-rate-limit-requests-left": "7" })).toEqual([{ seconds: 30, remaining: 7 }])
  expect(remaining({ "x-rate-limit-requests-left": "many" })).toEqual([])
})

it("lets nobody make tokens, check passwords or change webhooks", () => {
  for (const path of [
    "/v3/hooks",
    "/v3/hooks/7",
    "/V3//Hooks",
    "/v3/%68ooks",
    "/v3/storefront/api-token",
    "/v3/payments/access_tokens",
    "/v3/customers/validate-credentials",
    "/v3/%"
  ]) {
    expect(passthrough({ method: "POST", path }), path).toEqual(expect.any(String))
  }
  for (const path of ["/v3/catalog/brands", "/v3/customers", "/v2/orders/1/shipments"]) {
    expect(passthrough({ method: "POST", path }), path).toBeNull()
  }
  expect(passthrough({ path: "/v3/hooks" })).toBeNull()
})

it("follows the link to the next page of customers before the cursor beside it", () => {
  const next = (body: unknown, items: ReadonlyArray<unknown> = [{}], state: string | null = null) =>
    byCursor.next(state, { body, items, headers: {} } as never)
  const cursors = (cursor_pagination: object) => ({ meta: { cursor_pagination } })
  expect(next(cursors({ end_cursor: "wrong", links: { next: "?limit=250&after=right" } }))).toBe("right")
  expect(next(cursors({ end_cursor: "end", links: {} }))).toBe("end")
  expect(next({}, [])).toBeNull()
  expect(() => next({})).toThrow("no cursor")
  expect(() => next(cursors({ end_cursor: "end" }), [{}], "end")).toThrow("just read")
})

it("writes one status for the two that an order has, and none for two that disagree", () => {
  const at = { refuse: Take.refusing("") }
  const of = (order_status?: string, fulfillment_status?: string) => statusOf({ order_status, fulfillment_status }, at)
  expect(of()).toEqual({})
  expect(of("CLOSED")).toEqual({ status_id: 10 })
  expect(of("CLOSED", "SHIPPED")).toEqual({ status_id: 2 })
  expect(of(undefined, "PARTIAL")).toEqual({ status_id: 3 })
  expect(of("OPEN", "PENDING")).toEqual({ status_id: 1 })
  for (const [order, fulfillment] of [
    ["CANCELLED", "SHIPPED"],
    ["OPEN", "DELIVERED"],
    ["UNKNOWN", undefined],
    [undefined, "RETURNED"]
  ] as const) {
    expect(Take.refusalOf(() => of(order, fulfillment))?.field, `${order} ${fulfillment}`).toMatch(/_status$/)
  }
})

it("wants a country's code in a customer's address", () => {
  const item = {
    first_name: "Gil",
    last_name: "Pier",
    email: "gil@pier.example",
    addresses: [{ street: "3 Pier Road", city: "Austin", country: "United States" }]
  }
  const context = { settings: {}, lookups: {}, current: undefined, began: "2026-03-15T00:00:00.000Z" }
  expect(writeCustomers.create.refuse?.(item, context)?.field).toBe("addresses[0].country")
})

it("says that nobody knows what became of a record whose answer names none", () => {
  const context = { settings: {}, lookups: {}, current: undefined, began: "2026-03-15T00:00:00.000Z" }
  const item = { first_name: "Gil", last_name: "Pier", email: "gil@pier.example" }
  expect(writeCustomers.create.answers({ data: [] }, [item], {}, context)).toEqual([undefined])
})

it("tells of an order that was begun and not placed, which is none", () => {
  const orders = Connector.sourcesOf(bigcommerce, "ECOMMERCE_ORDERS")[0]!
  const context = { companions: { refunds: new Map() }, followed: [], lookups: {}, settings: {} }
  expect(orders.map({ id: "1", status_id: "0" }, context)).toEqual(
    Read.untaken("an order that was begun and not placed")
  )
  expect(orders.map({ id: "1", status_id: "1" }, context)).toMatchObject({ platform_id: "1" })
})
