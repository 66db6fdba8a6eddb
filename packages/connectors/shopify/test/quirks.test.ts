/** Where Shopify departs from what one would expect, and where its description leaves open what it does. */
import type { Read } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { Hmac, InSpite, Platform, Reading, Request } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { shopify } from "../src/index.ts"

const settings = { shop: "harbour-goods.myshopify.com" }
const context = { settings, now: "2026-03-15T00:00:00.000Z", from: "2026-03-01T00:00:00.000Z" }
type Model = keyof typeof shopify.reads
const readOf = (model: Model): Read.Read => Connector.sourcesOf(shopify, model)[0]!
const variablesOf = (call: Call.Call) => Call.at(call.body, "variables") as Readonly<Record<string, unknown>>
const answering = (answer: () => Response) => {
  const calls: Array<globalThis.Request> = []
  const shop = connect(shopify, {
    credentials: { access_token: "shpat_1" },
    settings,
    fetch: async (input, init) => {
      calls.push(new globalThis.Request(input, init))
      return answer()
    }
  })
  return { calls, shop }
}

describe("a shop", () => {
  it.each([
    "evil.example",
    "evil.example/.myshopify.com",
    "a.b.myshopify.com",
    "-a.myshopify.com",
    "user@a.myshopify.com",
    "a.myshopify.com.evil.example",
    "a.myshopify.com@evil.example",
    "a.myshopify.com\\.evil.example",
    "a.myshopify.com\u0000",
    ".myshopify.com",
    ""
  ])("is one of Shopify's or nothing is sent: %j", async (shop) => {
    const { auth, http } = shopify
    for (const address of [http.baseUrl, (auth as any).authorizeUrl, (auth as any).tokenUrl]) {
      expect(() => (address as (own: object) => string)({ shop })).toThrow("myshopify.com")
    }
    const own = connect(shopify, { credentials: { access_token: "shpat_1" }, settings: { shop } })
    const error = await own.check().catch((said: unknown) => said)
    expect(isConnectorError(error) && error.reason._tag).toBe("InvalidCall")
  })
})

it.each([
  "Harbour.myshopify.com",
  " harbour.myshopify.com\n",
  "https://harbour.myshopify.com/",
  "harbour.myshopify.com/admin"
])("takes %j for the shop that is meant", async (shop) => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL) => {
    asked.push(String(input))
    return Response.json({ data: { shop: { id: "gid://shopify/Shop/1" } } })
  }) as typeof globalThis.fetch
  await connect(shopify, { credentials: { access_token: "shpat_1" }, settings: { shop }, fetch }).check()
  expect(new URL(asked[0]!).host).toBe("harbour.myshopify.com")
})

describe("the callback", () => {
  const { callbackSignature } = shopify.auth as Extract<typeof shopify.auth, { readonly _tag: "OAuth2" }>
  const message = (query: string, shop = "some-shop.myshopify.com") =>
    callbackSignature!.message(new URLSearchParams(query), { shop })
  const hmac = "700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf"
  it("is signed as the example of Shopify's tutorial is", async () => {
    const query =
      `code=0907a61c0c8d55e99db179b68161bc00&hmac=${hmac}&shop=some-shop.myshopify.com&` +
      "state=0.6784241404160823&timestamp=1337178173"
    expect(await Hmac.hmac("SHA-256", "hush", message(query)!, "hex")).toBe(hmac)
  })
  it("is signed over all else, sorted and encoded", () => {
    expect(message("timestamp=1&shop=some-shop.myshopify.com&signature=x&hmac=y&host=YQ%3D%3D&code=a%26b")).toBe(
      "code=a%26b&host=YQ%3D%3D&shop=some-shop.myshopify.com&timestamp=1"
    )
  })
  it("of another shop than was asked for is nobody's", () => {
    expect(message("code=1&shop=another.myshopify.com&hmac=y")).toBeNull()
    expect(message("code=1&hmac=y")).toBeNull()
  })
})

it("asks the user to authorise again when the refresh token is used up, which is no invalid_grant", () => {
  const { isEnded } = shopify.auth as Extract<typeof shopify.auth, { readonly _tag: "OAuth2" }>
  const used = { error: "invalid_request", error_description: "This request requires an active refresh_token" }
  expect(isEnded!(used)).toBe(true)
  expect(isEnded!({ ...used, error_description: "Missing client_id" })).toBe(false)
  expect(isEnded!({ error: "invalid_client" })).toBe(false)
  expect(isEnded!("<html>")).toBe(false)
})

describe("errors", () => {
  const failure = (status: number, body: unknown) => shopify.http.failure!({ status, body, headers: {} })
  const inside = (body: unknown) => shopify.http.failureInside!({ body, headers: {} })
  it.each([
    [401, { errors: "[API] Invalid API key or access token" }, undefined],
    [402, { errors: "Payment Required" }, "Forbidden"],
    [403, { errors: "This action requires approval" }, undefined],
    // A token of the kind that public apps may not use any more: authorising again brings the other.
    [403, { errors: "Non-expiring access tokens are no longer accepted for the Admin API." }, "AuthExpired"],
    // The shop, or the version: taken for a record, its absence would be a deletion.
    [404, { errors: "Not Found" }, "Forbidden"],
    [404, "<html>", "Forbidden"],
    [423, { errors: "Locked" }, "Forbidden"],
    [429, { errors: "Too many" }, undefined]
  ])("takes %d %j for %s", (status, body, reason) => {
    expect(failure(status, body).reason).toBe(reason)
  })
  it.each([
    ["THROTTLED", "RateLimited"],
    ["ACCESS_DENIED", "Forbidden"],
    ["SHOP_INACTIVE", "Forbidden"],
    ["INTERNAL_SERVER_ERROR", "Unavailable"],
    ["MAX_COST_EXCEEDED", undefined]
  ])("takes %s inside a success for %s", (code, reason) => {
    expect(inside({ data: null, errors: [{ message: code, extensions: { code } }] })).toMatchObject({
      message: code,
      reason
    })
  })
  it("refuses a listing whose terms were not understood: it would be another listing", () => {
    const warnings = [{ field: "updated_at", message: "Input `x` is not an accepted time.", code: "invalid_value" }]
    const body = { data: { orders: { nodes: [] } }, extensions: { search: [{ path: ["orders"], warnings }] } }
    expect(inside(body)).toEqual({
      reason: "Rejected",
      field: "updated_at",
      message: "The search was not understood: Input `x` is not an accepted time."
    })
    expect(inside({ data: {}, extensions: { search: [{ path: ["orders"], parsed: {} }] } })).toBeNull()
  })
  it("does not take a shop that is gone for records that are", async () => {
    const { shop } = answering(() => Response.json({ errors: "Not Found" }, { status: 404 }))
    const error = await shop.get("ECOMMERCE_ORDERS", "1").catch((own: unknown) => own)
    expect(isConnectorError(error) && error.reason._tag).toBe("Forbidden")
  })
})

describe("points", () => {
  const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 100 }
  const body = (requestedQueryCost: number | null) => ({ extensions: { cost: { requestedQueryCost, throttleStatus } } })
  const cost = (own: unknown) => shopify.http.limits.cost!({ body: own, headers: {} })
  it("are told by every answer", () => {
    expect(cost(body(700))).toEqual({ requested: 700, available: 100, maximum: 2000, restoreRate: 100 })
    expect(cost(body(null))?.requested).toBeNull()
    for (const none of [null, "text", {}, { extensions: { cost: {} } }]) expect(cost(none)).toBeNull()
  })
  it("that are missing say when to ask again", async () => {
    const throttled = { ...body(700), errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] }
    const network = FetchHttpClient.layer.pipe(
      Layer.provide(Layer.succeed(FetchHttpClient.Fetch, async () => Response.json(throttled)))
    )
    const error = await Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(shopify, { key: "k", settings, credentials: Effect.succeed({ access_token: "t" }) })
      return yield* Effect.flip(client.check)
    }).pipe(
      Effect.provide(Platform.Platform.layer.pipe(Layer.provide(network))),
      Effect.provideService(Request.Policy, { retries: 0, pause: 0, patience: 0, timeout: 5000 }),
      Effect.runPromise
    )
    expect(error.reason).toMatchObject({ _tag: "RateLimited", retryAfter: 6 })
  })
})

describe("listings", () => {
  const since = "2026-03-10T10:00:00+02:00"
  const queries = (model: Model, own: string | null) =>
    variablesOf(Reading.pageCall(readOf(model), { ...context, since: own, state: readOf(model).page.start(context) }))[
      "query"
    ]
  it("are restricted in UTC, by ten minutes more since searches lag, customers by a day since only days are matched", () => {
    expect(queries("ECOMMERCE_CUSTOMERS", null)).toBeNull()
    expect(queries("ECOMMERCE_CUSTOMERS", since)).toBe("updated_at:>='2026-03-09T08:00:00.000Z'")
    expect(queries("ECOMMERCE_ORDERS", null)).toBe("created_at:>='2026-02-28T00:00:00.000Z'")
    expect(queries("ECOMMERCE_ORDERS", since)).toBe("updated_at:>='2026-03-10T07:50:00.000Z'")
    expect(queries("ECOMMERCE_PRODUCTS", since)).toBe(
      "status:active,archived,draft,unlisted AND updated_at:>='2026-03-10T07:50:00.000Z'"
    )
  })
  it("begin anew beyond the last id before they are deeper than Shopify goes", () => {
    const read = readOf("ECOMMERCE_PRODUCTS")
    const items = [{ id: "gid://shopify/Product/7001" }, { id: "gid://shopify/Product/7002" }]
    const body = { data: { products: { pageInfo: { hasNextPage: true, endCursor: "c" } } } }
    const state = read.page.next({ after: "b", seen: 19_999, beyond: null }, { body, headers: {}, items })
    expect(state).toEqual({ after: null, seen: 0, beyond: "7002" })
    const { deletes } = read
    const ids = deletes._tag === "IdListing" ? deletes : null
    const answer = { body, headers: {}, items: ["7001", "7002"] }
    expect(ids?.page.next({ after: "b", seen: 19_999, beyond: null }, answer)).toEqual(state)
    expect(variablesOf(Reading.pageCall(read, { ...context, since: null, state }))).toEqual({
      first: 50,
      query: "status:active,archived,draft,unlisted AND id:>7002"
    })
  })
  it("of ids carry the same terms, or what they leave out would be deleted", () => {
    for (const model of ["ECOMMERCE_CUSTOMERS", "ECOMMERCE_PRODUCTS"] as const) {
      const { deletes } = readOf(model)
      const call = deletes._tag === "IdListing" ? deletes.call(context) : null
      expect(variablesOf(call!)["query"]).toBe(queries(model, null))
    }
    expect(readOf("ECOMMERCE_ORDERS").deletes._tag).toBe("Events")
  })
  it("of ids are walked to their end, and one without a list is none", async () => {
    const node = (id: number) => ({ id: `gid://shopify/Customer/${id}` })
    const pages = [
      { nodes: [node(1), node(2)], pageInfo: { hasNextPage: true, endCursor: "c-2" } },
      { nodes: [node(3)], pageInfo: { hasNextPage: false, endCursor: "c-3" } }
    ]
    const read = readOf("ECOMMERCE_CUSTOMERS")
    const asked: Array<unknown> = []
    const send = (bodies: ReadonlyArray<unknown>) => (call: Call.Call) =>
      Effect.sync(() => {
        asked.push(variablesOf(call)["after"])
        return { status: 200, headers: {}, body: bodies[asked.length - 1] }
      })
    const all = pages.map((customers) => ({ data: { customers } }))
    const ids = await Effect.runPromise(Reading.readIds(shopify, send(all), read, { ...context, since: context.from }))
    expect([ids, asked]).toEqual([
      ["1", "2", "3"],
      [undefined, "c-2"]
    ])
    // Whatever is no list, or does not say that it ends, proves no deletion.
    for (const body of [{}, { data: null }, { data: { customers: null } }, { data: { customers: { nodes: [] } } }]) {
      asked.length = 0
      const broken = Reading.readIds(shopify, send([body]), read, { ...context, since: context.from })
      expect((await Effect.runPromise(Effect.flip(broken))).reason._tag).toBe("Undecodable")
      asked.length = 0
      const request = { ...context, since: null, lookups: {} }
      const page = Reading.readPage(shopify, send([body]), read, request)
      expect((await Effect.runPromise(Effect.flip(page))).reason._tag).toBe("Undecodable")
    }
  })
})

describe("records", () => {
  const map = (model: Model, raw: object, followed: ReadonlyArray<unknown> = []) => {
    const mapped = InSpite.mapItem(readOf(model), raw, { settings, lookups: { currency: "EUR" }, followed })
    return mapped._tag === "Success"
      ? (mapped.success.records[0] ?? "left out")
      : { refused: mapped.failure.issues.join() }
  }
  const none = { settings, followed: [] }
  const pageInfo = { hasNextPage: false }
  const order = { id: "gid://shopify/Order/1", test: false, lineItems: { nodes: [], pageInfo } }
  const product = { id: "gid://shopify/Product/1", variants: { nodes: [], pageInfo } }
  it("are asked for by number, and other ids are nobody's", () => {
    const { get } = readOf("ECOMMERCE_ORDERS")
    expect(variablesOf(get!("450789469", context)!)).toEqual({ id: "gid://shopify/Order/450789469" })
    expect(get!("1/../2", context)).toBeNull()
  })
  it("that are tests are left out, and told", () => {
    const mapped = InSpite.mapItem(readOf("ECOMMERCE_ORDERS"), { ...order, test: true }, { ...none, lookups: {} })
    expect(mapped).toMatchObject({
      success: { records: [], warnings: [{ message: expect.stringContaining("a test order") }] }
    })
    expect(map("ECOMMERCE_ORDERS", { id: order.id, lineItems: order.lineItems })).toHaveProperty("refused")
  })
  it("are refused where the rest of a list is gone meanwhile, or does not say where it begins", () => {
    const cut = { ...order, lineItems: { nodes: [], pageInfo: { hasNextPage: true, endCursor: "c" } } }
    for (const followed of [[[]], [null], []]) {
      expect(map("ECOMMERCE_ORDERS", cut, followed)).toMatchObject({
        refused: expect.stringContaining("rest of the list")
      })
    }
    const lost = {
      ...cut,
      id: { id: "1", global: order.id },
      lineItems: { nodes: [], pageInfo: { hasNextPage: true } }
    }
    expect(() => readOf("ECOMMERCE_ORDERS").follow!(lost, { settings })).toThrow("cursor")
  })
  it("of an order: a line's total takes tax as the order does", () => {
    const money = (amount: string) => ({ shopMoney: { amount } })
    const line = {
      id: "gid://shopify/LineItem/1",
      quantity: 2,
      originalUnitPriceSet: money("10"),
      discountAllocations: [{ allocatedAmountSet: money("1") }],
      taxLines: [{ priceSet: money("1.9") }]
    }
    const own = (taxesIncluded?: boolean) =>
      (map("ECOMMERCE_ORDERS", { ...order, taxesIncluded, lineItems: { nodes: [line], pageInfo } }) as any)
        .line_items[0]
    expect([own(false), own(true), own()]).toMatchObject([
      { sub_total: 19, tax_amount: 1.9, total_amount: 20.9 },
      { sub_total: 17.1, tax_amount: 1.9, total_amount: 19 },
      { sub_total: null, tax_amount: 1.9, total_amount: null }
    ])
  })
  it.each([
    // What Shopify says of its prices: `subtotalPriceSet` is after discounts, and holds the tax where prices do.
    [false, { sub: "90.0", tax: "18.0", shipping: "5.0", total: "113.0" }, 90],
    [true, { sub: "108.0", tax: "18.83", shipping: "5.0", total: "113.0" }, 89.17]
  ])(
    "of an order with taxesIncluded %s come to its total",
    (taxesIncluded, { shipping, sub, tax, total }, expected) => {
      const bag = (amount: string) => ({ shopMoney: { amount } })
      const record = map("ECOMMERCE_ORDERS", {
        ...order,
        taxesIncluded,
        totalPriceSet: bag(total),
        subtotalPriceSet: bag(sub),
        totalTaxSet: bag(tax),
        totalDiscountsSet: bag("10.0"),
        totalShippingPriceSet: bag(shipping)
      }) as any
      expect(record.sub_total).toBe(expected)
      expect(record.sub_total + record.tax_amount + record.shipping_amount).toBeCloseTo(record.total_amount, 2)
    }
  )
  it("are known by what a shop has once: an order's number, a customer's address, an SKU or a handle", () => {
    const variant = (id: number, sku: string | null) => ({ id: `gid://shopify/ProductVariant/${id}`, sku })
    const sold = (...nodes: ReadonlyArray<object>) => ({
      ...product,
      handle: "notebook",
      variants: { nodes, pageInfo }
    })
    const customer = {
      id: "gid://shopify/Customer/1",
      defaultEmailAddress: { emailAddress: "ada@quill.example" },
      addressesV2: { nodes: [], pageInfo }
    }
    expect([
      map("ECOMMERCE_ORDERS", { ...order, number: 1001 }),
      map("ECOMMERCE_CUSTOMERS", customer),
      map("ECOMMERCE_PRODUCTS", sold(variant(1, "NB-1"))),
      map("ECOMMERCE_PRODUCTS", sold(variant(1, "NB-1"), variant(2, "NB-2"))),
      map("ECOMMERCE_PRODUCTS", sold(variant(1, "")))
    ]).toMatchObject(
      ["1001", "ada@quill.example", "NB-1", "notebook", "notebook"].map((platform_unique_id) => ({
        platform_unique_id
      }))
    )
  })
  it("of customers and orders can be without what is wrong in an address", () => {
    const odd = { billingAddress: { address1: ["1 Quay Street"], city: "Bristol" }, shippingAddress: ["Bristol"] }
    const mapped = InSpite.mapItem(readOf("ECOMMERCE_ORDERS"), { ...order, ...odd }, { ...none, lookups: {} })
    expect(mapped).toMatchObject({
      success: {
        records: [{ billing_address: { street: null, city: "Bristol" }, shipping_address: null }],
        warnings: expect.arrayContaining(
          ["billing_address.street", "shipping_address"].map((field) => expect.objectContaining({ field }))
        )
      }
    })
  })
  it("of an order are refused where a number that is one of their sums cannot be read", () => {
    const odd = [
      { number: {} },
      { taxesIncluded: "perhaps" },
      { lineItems: { nodes: [{ id: "gid://shopify/LineItem/1", quantity: 1, discountAllocations: "" }], pageInfo } }
    ]
    for (const own of odd)
      expect(
        map("ECOMMERCE_ORDERS", {
          ...order,
          subtotalPriceSet: { shopMoney: { amount: 1 } },
          totalTaxSet: { shopMoney: { amount: 1 } },
          ...own
        })
      ).toHaveProperty("refused")
  })
  it("of a product: stock that nobody counts is unknown, and neither a draft nor a new word is a known status", () => {
    const stock = (tracksInventory?: boolean) =>
      map("ECOMMERCE_PRODUCTS", { ...product, tracksInventory, totalInventory: 0 })
    expect(stock(true)).toMatchObject({ quantity_on_hand: 0 })
    expect([stock(false), stock()]).toMatchObject([{ quantity_on_hand: null }, { quantity_on_hand: null }])
    const status = (word: string) => (map("ECOMMERCE_PRODUCTS", { ...product, status: word }) as any).status
    expect(["ACTIVE", "UNLISTED", "ARCHIVED", "DRAFT", "NEWER"].map(status)).toEqual([
      "ACTIVE",
      "ACTIVE",
      "ARCHIVED",
      "UNKNOWN",
      "UNKNOWN"
    ])
  })
})

it("sends the token in Shopify's own header", async () => {
  const { calls, shop } = answering(() => Response.json({ data: { shop: { id: "gid://shopify/Shop/1" } } }))
  await shop.check()
  expect(calls[0]?.url).toBe("https://harbour-goods.myshopify.com/admin/api/2026-10/graphql.json")
  expect(calls[0]?.headers.get("x-shopify-access-token")).toBe("shpat_1")
  expect(calls[0]?.headers.get("authorization")).toBeNull()
})
