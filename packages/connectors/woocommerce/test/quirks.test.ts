/** Where shops depart from what one would expect: their addresses, their answers, lists that change while they are read. */
import type { Auth, Page, Read, Write } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import * as Setting from "@svc/core/Setting"
import { connect, isConnectorError } from "@svc/core/connect"
import { Hmac, InSpite } from "@svc/core/runtime"
import { describe, expect, it } from "vitest"
import { woocommerce } from "../src/index.ts"
import { writes } from "../src/writes.ts"

type Model = keyof typeof woocommerce.reads
const sourceOf = (model: Model, source = 0) => Connector.sourcesOf(woocommerce, model)[source] as Read.Read
const answering = (answer: (url: URL, init: RequestInit) => Response) => {
  const calls: Array<{ readonly url: URL; readonly headers: Headers; readonly method: string }> = []
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    calls.push({ url, headers: new Headers(init.headers), method: init.method ?? "GET" })
    return answer(url, init)
  }
  return { calls, fetch: fetch as typeof globalThis.fetch }
}
const credentials = { username: "ck_1", password: "cs_1" }
const settings = { site: "harbour.example" }

describe("the address of a shop", () => {
  const { site } = woocommerce.settings
  it.each([
    ["harbour.example", "harbour.example"],
    ["https://Harbour.example/", "harbour.example"],
    ["http://192.168.1.5:8080/Shop/", "192.168.1.5:8080/Shop"],
    ["https://harbour.example:443/de/shop", "harbour.example/de/shop"],
    ["https://harbour.example/shop/wp-admin/admin.php?page=wc-settings&tab=advanced", "harbour.example/shop"],
    ["harbour.example/wp-json/wc/v3", "harbour.example"],
    ["https://harbour.example/index.php", "harbour.example"],
    ["https://harbour.example/shop/../x", "harbour.example/x"],
    ["https://bücher.example/laden", "xn--bcher-kva.example/laden"]
  ])("is, of %s, %s", (typed, own) => {
    expect(Setting.normalOf(site, typed)).toBe(own)
    expect(Setting.normalOf(site, own)).toBe(own)
    expect(Setting.isFormed(site, own)).toBe(true)
  })
  it.each(["me@harbour.example", "harbour.example\\evil", "a b", "", "harbour.example/..", "harbour.example/%2e%2E/x"])(
    "is not %j",
    (typed) => {
      expect(Setting.isFormed(site, typed)).toBe(false)
    }
  )
  it("is asked by https, and by http only where every request is signed", async () => {
    const { calls, fetch } = answering(() => Response.json([]))
    await connect(woocommerce, { credentials, settings: { site: "harbour.example/shop" }, fetch }).check()
    const keys = { key: "ck_1", secret: "cs_1" }
    const local = { site: "192.168.1.5:8080/shop", scheme: "http" }
    await connect(woocommerce, { credentials: keys, settings: local, method: "signed", fetch }).check()
    expect(calls.map(({ url }) => `${url.origin}${url.pathname}`)).toEqual([
      "https://harbour.example/shop/wp-json/wc/v3/orders",
      "http://192.168.1.5:8080/shop/wp-json/wc/v3/orders"
    ])
    expect(calls[1]?.headers.get("authorization")).toBeNull()
    expect(calls[1]?.url.search).not.toContain("cs_1")
  })
  it("that leads on to another is not followed, and said", async () => {
    const location = "https://www.harbour.example/wp-json/wc/v3/orders"
    const { calls, fetch } = answering(() => new Response(null, { status: 301, headers: { location } }))
    const error = await connect(woocommerce, { credentials, settings, fetch })
      .check()
      .catch((own: unknown) => own)
    expect(calls).toHaveLength(1)
    expect(isConnectorError(error) && error.message).toContain("leads on to https://www.harbour.example")
  })
})

describe("a signed request", () => {
  const sign = (address: string) => {
    const { auth } = woocommerce
    const own = auth._tag === "Choice" ? auth.methods.find(({ name }) => name === "signed")?.auth : undefined
    return (own as Auth.Signed).sign({
      method: "GET",
      url: new URL(address),
      body: undefined,
      credentials: { key: "ck_1", secret: "cs_1" },
      settings: {},
      nonce: "abc",
      timestamp: 1_700_000_000
    })
  }
  it("is signed over method, address and all parameters, by their names, twice encoded", async () => {
    const { algorithm, encoding, key, message, query } = sign(
      "http://192.168.1.5:8080/shop/wp-json/wc/v3/orders?status=any&modified_after=2026-03-10T12:34:56&_fields=id,a!"
    )
    expect(message).toBe(
      "GET&http%3A%2F%2F192.168.1.5%3A8080%2Fshop%2Fwp-json%2Fwc%2Fv3%2Forders&" +
        "_fields%3Did%252Ca%2521%26modified_after%3D2026-03-10T12%253A34%253A56%26oauth_consumer_key%3Dck_1%26" +
        "oauth_nonce%3Dabc%26oauth_signature_method%3DHMAC-SHA256%26oauth_timestamp%3D1700000000%26status%3Dany"
    )
    const signature = await Hmac.hmac(algorithm, key, message, encoding)
    expect([key, query?.(signature)]).toMatchObject(["cs_1&", { oauth_signature: signature, oauth_nonce: "abc" }])
  })
})

describe("answers", () => {
  const { parse } = woocommerce.http
  it.each([
    ['[{"id":1}]', [{ id: 1 }]],
    ['\uFEFF\n{"id":1}', { id: 1 }],
    ['<br />\n<b>Notice</b>:  Undefined index: a[0] in /srv/{x}.php on line <b>1</b><br />\n[{"id":1}]', [{ id: 1 }]],
    ['Deprecated: {"a":1} in x.php on line 1\n{"id":1,"list":[{"id":2}]}', { id: 1, list: [{ id: 2 }] }],
    ["<!-- cached -->[]", []]
  ])("%j are what comes behind the text", (text, body) => {
    expect(parse!(text, JSON.parse)).toEqual(body)
  })
  it.each([
    "<html><body>Maintenance</body></html>",
    '[{"id":1},{"id":2}',
    '{"id":1,"of":\n{"id":2}',
    "",
    "Notice: none"
  ])("%j are none", (text) => {
    expect(() => parse!(text, JSON.parse)).toThrow()
  })
  it.each([
    [404, { code: "woocommerce_rest_shop_order_invalid_id", message: "Ungültige ID." }, "NotFound"],
    [400, { code: "woocommerce_rest_product_invalid_id", message: "" }, "NotFound"],
    [410, { code: "woocommerce_rest_already_trashed", message: "" }, "NotFound"],
    [404, { code: "rest_no_route", message: "No route was found" }, "Forbidden"],
    [404, "<html>Not Found</html>", "Forbidden"],
    [401, { code: "woocommerce_rest_authentication_error", message: "Consumer key is invalid." }, undefined],
    [
      401,
      {
        code: "woocommerce_rest_authentication_error",
        message: "The API key provided does not have write permissions."
      },
      "Forbidden"
    ],
    [400, { code: "registration-error-email-exists", message: "" }, "Conflict"],
    [400, { code: "product_invalid_sku", message: "" }, "Conflict"],
    [
      400,
      { code: "rest_invalid_param", message: "", data: { params: { regular_price: "is not a number" } } },
      undefined
    ],
    [503, "<html>Back soon</html>", undefined]
  ])("%d %j mean %s", (status, body, reason) => {
    expect(woocommerce.http.failure!({ status, body, headers: {} }).reason).toBe(reason)
  })
  it("name the member that is refused, and that it is no shop", async () => {
    const body = { code: "rest_invalid_param", message: "", data: { status: 400, params: { regular_price: "…" } } }
    expect(woocommerce.http.failure!({ status: 400, body, headers: {} }).field).toBe("unit_price")
    for (const answer of [{ name: "A WordPress" }, "text"]) {
      const { fetch } = answering(() => Response.json(answer))
      await expect(connect(woocommerce, { credentials, settings, fetch }).check()).rejects.toThrow("no WooCommerce")
    }
  })
})

describe("callers' own calls", () => {
  const refusal = (call: Parameters<NonNullable<typeof woocommerce.http.passthrough>>[0]) =>
    woocommerce.http.passthrough!(call, settings)
  it.each([
    { path: "/orders", query: { rest_route: "/wc/v3/webhooks" } },
    { path: "/orders/1", query: { _method: "DELETE" } },
    { path: "/orders", headers: { "X-HTTP-Method-Override": "DELETE" } },
    { method: "POST", path: "/webhooks" } as const,
    { method: "DELETE", path: "/%77ebhooks/3" } as const,
    { method: "PUT", path: "/system_status//tools/delete_taxes" } as const
  ])("%j goes nowhere", (call) => {
    expect(refusal(call)).toEqual(expect.any(String))
  })
  it("else go anywhere in the shop", () => {
    expect([refusal({ path: "/webhooks" }), refusal({ method: "POST", path: "/coupons", body: {} })]).toEqual([
      null,
      null
    ])
  })
})

describe("a list that changes while it is read", () => {
  const page = sourceOf("ECOMMERCE_CUSTOMERS").page as Page.Page<{ readonly offset: number }>
  const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => ({ id: from + at }))
  const start = page.start({ now: "2026-03-15T00:00:00.000Z", from: null })
  const next = (state: typeof start, body: ReadonlyArray<object>, total?: number) =>
    page.next(state, { body, headers: total === undefined ? {} : { "x-wp-total": String(total) }, items: body })
  it("is walked in pages that overlap, to the total that the shop tells", () => {
    const second = next(start, ids(1, 100), 150)
    expect(second).toMatchObject({ offset: 90, last: 100 })
    expect(next(second!, ids(91, 150), 150)).toBeNull()
    expect(next(start, ids(1, 100), 100)).toBeNull()
  })
  it("may hold back rows that the key must not see", () => {
    expect(next(start, ids(1, 97), 150)).toMatchObject({ offset: 90, last: 97 })
  })
  it("without a total ends where nothing new comes", () => {
    const second = next(start, ids(1, 100))
    expect(second).toMatchObject({ offset: 90 })
    const third = next(second!, ids(91, 120))
    expect(third).toMatchObject({ offset: 110, last: 120 })
    expect(next(third!, ids(111, 120))).toBeNull()
    expect(next(start, ids(1, 7))).toBeNull()
  })
  it("goes on where a few were deleted, and ends with an error where more were", () => {
    const second = next(start, ids(1, 100), 250)!
    expect(next(second, ids(96, 195), 245)).toMatchObject({ offset: 180, last: 195 })
    expect(() => next(second, ids(101, 200), 240)).toThrow("shorter")
    expect(() => next(second, [], 250)).toThrow("empty")
    expect(() => next(start, [{ id: 2 }, { id: 1 }], 2)).toThrow("order")
  })
  it("shows each row once", async () => {
    const all = ids(1, 230)
    const { calls, fetch } = answering(({ pathname, searchParams }) => {
      const rows = pathname.endsWith("/customers") ? all : []
      const offset = Number(searchParams.get("offset"))
      return Response.json(rows.slice(offset, offset + 100), { headers: { "x-wp-total": String(rows.length) } })
    })
    const found: Array<string> = []
    for await (const { platform_id } of connect(woocommerce, { credentials, settings, fetch }).list(
      "ECOMMERCE_CUSTOMERS"
    ))
      found.push(platform_id)
    expect(found).toEqual(all.map(({ id }) => String(id)))
    expect(calls).toHaveLength(4)
  })
  it("of products has no trash in an old shop", async () => {
    const refused = { code: "rest_invalid_param", message: "", data: { status: 400, params: { status: "not one of" } } }
    const { calls, fetch } = answering((url) =>
      url.searchParams.get("status") === "trash"
        ? Response.json(refused, { status: 400 })
        : Response.json(url.pathname.endsWith("/current") ? { code: "EUR" } : [], { headers: { "x-wp-total": "0" } })
    )
    const shop = connect(woocommerce, { credentials, settings, fetch })
    const found: Array<unknown> = []
    for await (const product of shop.list("ECOMMERCE_PRODUCTS")) found.push(product)
    expect([found, calls.length]).toEqual([[], 3])
  })
})

describe("records", () => {
  const map = (model: Model, raw: object, source = 0) => {
    const context = { settings, lookups: { currency: null }, followed: [] }
    const mapped = InSpite.mapItem(sourceOf(model, source), raw, context)
    return mapped._tag === "Success" ? (mapped.success.records[0] ?? null) : { refused: mapped.failure.issues.join() }
  }
  const order = { id: 1, status: "processing", total: "10.00", line_items: [], refunds: [] }
  it.each([
    [{}, "PAID", 0],
    [{ status: "on-hold" }, "PENDING", 10],
    [{ status: "on-hold", date_paid_gmt: "2026-03-02T09:00:00" }, "PAID", 0],
    [{ status: "cancelled" }, "VOIDED", 0],
    [{ status: "cancelled", date_paid_gmt: "2026-03-02T09:00:00" }, "PAID", 0],
    [{ status: "wc-awaiting-pickup" }, "UNKNOWN", null],
    [{ refunds: [{ total: "-4.00" }, { total: "-5.99" }] }, "PARTIALLY_REFUNDED", 0],
    [{ status: "completed", refunds: [{ total: "-4.00" }, { total: "-6.00" }] }, "REFUNDED", 0],
    [{ status: "refunded", date_paid_gmt: "2026-03-02T09:00:00" }, "REFUNDED", 0]
  ])("of orders: %j is %s with %j to pay", (own, payment_status, amount_due) => {
    expect(map("ECOMMERCE_ORDERS", { ...order, ...own })).toMatchObject({ payment_status, amount_due })
  })
  it("of orders bear moments in UTC", () => {
    expect(map("ECOMMERCE_ORDERS", { ...order, date_created_gmt: "2026-03-02T09:28:02" })).toMatchObject({
      created_at: "2026-03-02T09:28:02.000Z"
    })
  })
  it("of orders are refused rather than with a sum that cannot be read", () => {
    for (const odd of [{ refunds: [{ total: "much" }] }, { total: null }, { line_items: [{ id: 1, subtotal: "?" }] }])
      expect(map("ECOMMERCE_ORDERS", { ...order, ...odd })).toHaveProperty("refused")
  })
  it("of guests are those of orders without an account, whatever the case of the address", () => {
    const billing = { email: " Ada@Harbour.Example ", first_name: "Ada" }
    const id = "guest-ada@harbour.example"
    expect(map("ECOMMERCE_ORDERS", { ...order, customer_id: 0, billing })).toMatchObject({ customer_id: id })
    expect(map("ECOMMERCE_CUSTOMERS", { ...order, customer_id: 0, billing }, 1)).toMatchObject({ platform_id: id })
    for (const own of [
      { customer_id: 7, billing },
      { customer_id: 0, billing: { email: "" } }
    ])
      expect(map("ECOMMERCE_CUSTOMERS", { ...order, ...own }, 1)).toBeNull()
    expect(map("ECOMMERCE_CUSTOMERS", { ...order, status: "checkout-draft", customer_id: 0, billing }, 1)).toBeNull()
  })
  it("of products do without a currency that the key may not see", async () => {
    const { fetch } = answering((url) =>
      url.pathname.endsWith("/current")
        ? Response.json({ code: "woocommerce_rest_cannot_view", message: "" }, { status: 403 })
        : Response.json({ id: 93, type: "simple", status: "publish", price: "3.00" })
    )
    const shop = connect(woocommerce, { credentials, settings, fetch })
    expect(await shop.get("ECOMMERCE_PRODUCTS", "93")).toMatchObject({ unit_price: 3, currency_id: null })
  })
  it("are not taken for deleted where the plugin is switched off", async () => {
    const { fetch } = answering(() => Response.json({ code: "rest_no_route", message: "" }, { status: 404 }))
    const error = await connect(woocommerce, { credentials, settings, fetch })
      .get("ECOMMERCE_ORDERS", "1")
      .catch((own: unknown) => own)
    expect(isConnectorError(error) && error.reason._tag).toBe("Forbidden")
  })
})

describe("what is written", () => {
  const order = {
    id: 727,
    status: "processing",
    total: "18.00",
    line_items: [{ id: 315 }, { id: 316 }],
    fee_lines: [{ id: 321 }]
  }
  const changing = async (model: Model, before: object, item: object) => {
    const sent: Array<unknown> = []
    const { fetch } = answering((url, { body, method }) => {
      if (method === "PUT" || method === "POST") sent.push(JSON.parse(new TextDecoder().decode(body as Uint8Array)))
      return Response.json(url.pathname.endsWith("/current") ? { code: "EUR" } : before)
    })
    const shop = connect(woocommerce, { credentials, settings, fetch })
    const results = await shop.update(model, [item as never])
    return { sent, result: results[0] }
  }
  const line = { quantity: 1, unit_amount: 5 }
  it("takes lines that are left out of an order, and no fees", async () => {
    const line_items = [
      { platform_id: "316", ...line },
      { item_id: "93", quantity: 3, unit_amount: 3.35, total_discount: 0.05 }
    ]
    const { sent } = await changing("ECOMMERCE_ORDERS", order, { platform_id: "727", line_items })
    expect(sent).toEqual([
      {
        line_items: [
          { id: 316, quantity: 1, subtotal: "5", total: "5" },
          { product_id: 93, quantity: 3, subtotal: "10.05", total: "10" },
          { id: 315, quantity: 0 }
        ]
      }
    ])
  })
  it.each([
    ["a fee", { line_items: [{ platform_id: "321", ...line }] }, "line_items[0].platform_id"],
    ["a part of a piece", { line_items: [{ item_id: "93", quantity: 1.5, unit_amount: 5 }] }, "line_items[0].quantity"],
    ["no piece", { line_items: [{ item_id: "93", quantity: 0, unit_amount: 5 }] }, "line_items[0].quantity"],
    ["an id of something else", { customer_id: "acme" }, "customer_id"]
  ])("is not %s", async (_, own, field) => {
    const { result, sent } = await changing("ECOMMERCE_ORDERS", order, { platform_id: "727", ...own })
    expect([sent, result]).toMatchObject([[], { error: { field } }])
  })
  it("leaves an open order in the state that it is in", async () => {
    for (const [before, status, due] of [
      ["on-hold", "OPEN", {}],
      ["completed", "OPEN", { status: "pending" }],
      ["pending", "CLOSED", { status: "completed" }],
      ["completed", "CANCELLED", { status: "cancelled" }]
    ] as const) {
      const item = { platform_id: "727", order_status: status }
      const { sent } = await changing("ECOMMERCE_ORDERS", { ...order, status: before }, item)
      expect(sent).toEqual([due])
    }
  })
  it("makes an order a guest's by their e-mail address", async () => {
    const item = { platform_id: "727", customer_id: "guest-ada@harbour.example" }
    const { sent } = await changing("ECOMMERCE_ORDERS", order, item)
    expect(sent).toEqual([{ customer_id: 0, billing: { email: "ada@harbour.example" } }])
  })
  it("changes no price that is another's, or a sale's", async () => {
    const product = { id: 93, type: "simple", status: "publish", sale_price: "2.00" }
    for (const before of [product, { ...product, sale_price: "", type: "variable" }]) {
      const { result, sent } = await changing("ECOMMERCE_PRODUCTS", before, { platform_id: "93", unit_price: 3 })
      expect([sent, result]).toMatchObject([[], { error: { field: "unit_price" } }])
    }
  })
  it("is not sent again where the list is too long to tell whether it was", () => {
    const { idempotency } = writes.ECOMMERCE_ORDERS.create
    const lookup = idempotency as Extract<Write.Idempotency, { readonly _tag: "Lookup" }>
    const key = "782e0c6ff3656f1e59dfb1603f39b508"
    const context = { settings, since: "2026-03-14T23:58:00.000Z", began: "2026-03-15T00:00:00.000Z", key }
    const row = (value: string) => ({ id: 1, meta_data: [{ key: "_svc_request", value }] })
    expect(lookup.find([row("other"), row(key)], {}, context)).toEqual(row(key))
    expect(lookup.find([row("other")], {}, context)).toBeUndefined()
    expect(() =>
      lookup.find(
        Array.from({ length: 100 }, () => row("other")),
        {},
        context
      )
    ).toThrow("too long")
    expect(() => lookup.find([{ id: 1 }], {}, context)).toThrow("meta_data")
  })
})

it("answers the form by which a shop tries a new webhook, and nothing else that is not signed", () => {
  const url = new URL("https://service.example/in")
  const asked = (body: string, headers = {}) => woocommerce.inbound!.handshake!({ method: "POST", url, headers, body })
  expect(asked("webhook_id=100")).toEqual({ status: 200 })
  for (const body of ['{"id":727}', "webhook_id=100&id=727", "webhook_id=", ""]) expect(asked(body)).toBeNull()
  expect(asked("webhook_id=100", { "x-wc-webhook-signature": "AAAA" })).toBeNull()
})

it("asks since a moment in UTC without saying so, since shops turn what has a zone into their own time", () => {
  for (const [model, source] of [
    ["ECOMMERCE_ORDERS", 0],
    ["ECOMMERCE_CUSTOMERS", 1],
    ["ECOMMERCE_PRODUCTS", 0]
  ] as const) {
    const patch = sourceOf(model, source).since!({
      settings,
      lookups: {},
      now: "2026-03-15T00:00:00.000Z",
      since: "2026-03-10T10:00:00.000+02:00"
    })
    expect(patch.query).toEqual({ modified_after: "2026-03-10T08:00:00", dates_are_gmt: true })
  }
})
