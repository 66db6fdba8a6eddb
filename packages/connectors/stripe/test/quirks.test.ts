/** Where Stripe departs from what one would expect, and where its description leaves open what it does. */
import type { Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { InSpite, OAuth, Registry } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { describe, expect, it } from "vitest"
import { stripe } from "../src/index.ts"

const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>) => {
  const fake = FakePlatform.make(exchanges)
  const payments = connect(stripe, { credentials: { access_token: "rk_1" }, settings: {}, fetch: fake.fetch })
  return { fake, payments }
}
const map = (model: keyof typeof stripe.reads, raw: object, followed: ReadonlyArray<unknown> = []) => {
  const mapped = InSpite.mapItem(
    stripe.reads[model] as Read.Read,
    { id: "1", ...raw },
    { settings: {}, lookups: {}, followed }
  )
  return mapped._tag === "Success" ? mapped.success.records[0]! : { refused: mapped.failure.issues.join() }
}
const failure = (status: number, error: object, headers = {}) =>
  stripe.http.failure!({ status, body: { error }, headers })

describe("authorisation", () => {
  const client = { clientId: "ca_1", clientSecret: "sk_1", redirectUri: "https://service.example/callback" }
  const auth = stripe.auth as Extract<typeof stripe.auth, { readonly _tag: "OAuth2" }>
  const answering = (body: unknown) => {
    const sent: Array<string> = []
    const run = <A, E>(effect: Effect.Effect<A, E, any>): Promise<A> =>
      effect
        .pipe(
          Effect.provide(FetchHttpClient.layer),
          Effect.provideService(FetchHttpClient.Fetch, async (input, init) => {
            const request = new Request(input, init)
            sent.push(`${request.url} ${request.headers.get("authorization")} ${await request.text()}`)
            return Response.json(body)
          })
        )
        .pipe((own) => Effect.runPromise(own as Effect.Effect<A, E>))
    return { run, sent }
  }
  it("learns the account from the token answer, whose token does not end", async () => {
    const { run } = answering({
      access_token: "sk_acct_1",
      refresh_token: "rt_1",
      token_type: "bearer",
      stripe_user_id: "acct_1"
    })
    const flow = { state: "s", verifier: null }
    const granted = await run(
      OAuth.finish(stripe, auth, client, {}, flow, new URLSearchParams({ code: "ac_1", state: "s" }))
    )
    expect(granted.settings).toEqual({ accountId: "acct_1" })
    expect(granted.credentials["expires_at"]).toBeUndefined()
  })
  it("ends the access of the account, and leaves keys alone that belong to no platform", async () => {
    const { run, sent } = answering({ stripe_user_id: "acct_1" })
    const credentials = { access_token: "sk_acct_1" }
    expect(await run(OAuth.revoke(stripe, auth, client, { accountId: "acct_1" }, credentials))).toBe(true)
    expect(await run(OAuth.revoke(stripe, auth, client, {}, credentials))).toBe(false)
    expect(sent).toEqual([
      "https://connect.stripe.com/oauth/deauthorize Bearer sk_1 client_id=ca_1&stripe_user_id=acct_1"
    ])
  })
  it("works with a restricted key in place of a token", async () => {
    const { fake, payments } = open([{ request: { path: "/v1/account" }, response: { body: { id: "acct_1" } } }])
    await payments.check()
    expect(fake.calls[0]?.headers.get("authorization")).toBe("Bearer rk_1")
  })
})

describe("errors", () => {
  it("reads the message and the place", () => {
    const error = { type: "invalid_request_error", message: "No such price", param: "line_items[0][price]" }
    expect(failure(400, error)).toMatchObject({ message: "No such price", field: "line_items[0][price]" })
    expect(stripe.http.failure!({ status: 400, body: "<html>", headers: {} }).message).toBeUndefined()
  })
  it.each([
    [403, "account_invalid", {}, "AuthExpired"],
    [403, "other", {}, undefined],
    [429, "lock_timeout", {}, "RateLimited"],
    [400, "rate_limit", {}, "RateLimited"],
    [409, "idempotency_key_in_use", {}, "Unavailable"],
    [409, "other", { "stripe-should-retry": "true" }, "Unavailable"],
    [429, "other", { "stripe-should-retry": "true" }, undefined],
    [503, "other", { "stripe-should-retry": "false" }, undefined]
  ])("takes %d %s with %o for %s", (status, code, headers, reason) => {
    expect(failure(status, { code }, headers).reason).toBe(reason)
  })
  it("asks the user to authorise again when the account has taken the access back", async () => {
    const body = { error: { code: "account_invalid", message: "Application access may have been revoked." } }
    const { payments } = open([{ request: { path: "/v1/account" }, response: { status: 403, body } }])
    const error = await payments.check().catch((own: unknown) => own)
    expect(isConnectorError(error) && error.reason._tag).toBe("AuthExpired")
  })
})

describe("amounts", () => {
  it.each([
    ["usd", 12.34],
    ["jpy", 1234],
    ["kwd", 1.234],
    // Not by ISO 4217, but by Stripe.
    ["isk", 12.34],
    ["ugx", 12.34],
    ["mga", 1234],
    ["huf", 12.34]
  ])("1234 %s is %d", (currency, amount) => {
    expect(map("PAYMENT_REFUNDS", { amount: 1234, currency })).toMatchObject({
      amount,
      currency_id: currency.toUpperCase()
    })
  })
  it("refuses an amount without a currency rather than guess its size", () => {
    expect(map("PAYMENT_REFUNDS", { amount: 1234 })).toMatchObject({ refused: expect.stringContaining("currency") })
  })
  it("gives the fee only in the currency of the charge", () => {
    const charge = (currency: string) =>
      map("PAYMENT_PAYMENTS", { amount: 1, currency: "eur", balance_transaction: { fee: 30, currency } })
    expect(charge("eur")).toMatchObject({ fee_amount: 0.3 })
    expect(charge("gbp")).toMatchObject({ fee_amount: null })
  })
  it("says nothing of a line's total where a tax does not say whether it is included", () => {
    const total = (tax_behavior?: string) => {
      const invoice = map("PAYMENT_INVOICES", {
        currency: "usd",
        lines: { data: [{ id: "il_1", amount: 1000, taxes: [{ amount: 80, tax_behavior }] }] }
      }) as { readonly line_items?: ReadonlyArray<{ readonly total_amount: number | null }> }
      return invoice.line_items?.[0]?.total_amount
    }
    expect([total("exclusive"), total("inclusive"), total()]).toEqual([10.8, 10, null])
  })
  it("names the invoice of a charge only when there is one", () => {
    const invoice = (...ids: ReadonlyArray<string>) =>
      map("PAYMENT_PAYMENTS", {}, [{ data: ids.map((id) => ({ invoice: id })) }])
    expect(invoice("in_1")).toMatchObject({ invoice_id: "in_1" })
    expect(invoice("in_1", "in_2")).toMatchObject({ invoice_id: null })
    expect(invoice()).toMatchObject({ invoice_id: null })
  })
})

describe("documents", () => {
  const invoice = (raw: object) => map("PAYMENT_INVOICES", { currency: "usd", status: "open", ...raw }) as any
  /** Without what a line has of its own, as https://docs.stripe.com/api/invoice-line-item/object describes it. */
  const line = (raw: object) => ({ id: "il_1", discount_amounts: [], taxes: [], ...raw })
  const balanced = ({ sub_total, tax_amount, total_amount, total_discount }: any) =>
    expect(sub_total + tax_amount - (total_discount ?? 0)).toBeCloseTo(total_amount, 2)
  it.each([
    [
      "a tax that is included",
      {
        subtotal: 1200,
        total: 1200,
        total_excluding_tax: 1000,
        total_discount_amounts: [],
        total_taxes: [{ amount: 200, tax_behavior: "inclusive" }],
        lines: {
          data: [line({ amount: 1200, subtotal: 1200, taxes: [{ amount: 200, tax_behavior: "inclusive" }] })]
        }
      },
      { sub_total: 10, tax_amount: 2, total_amount: 12, total_discount: 0 }
    ],
    [
      // `subtotal` has it already, and so have the discounts of the invoice.
      "a discount of a line",
      {
        subtotal: 900,
        total: 990,
        total_excluding_tax: 900,
        total_discount_amounts: [{ amount: 100 }],
        total_taxes: [{ amount: 90, tax_behavior: "exclusive" }],
        lines: {
          data: [
            line({
              amount: 1000,
              subtotal: 1000,
              discount_amounts: [{ amount: 100 }],
              taxes: [{ amount: 90, tax_behavior: "exclusive" }]
            })
          ]
        }
      },
      { sub_total: 10, tax_amount: 0.9, total_amount: 9.9, total_discount: 1 }
    ],
    [
      "a tax that only totals name",
      { subtotal: 1000, total: 1070, total_excluding_tax: 1000, total_discount_amounts: [], total_taxes: null },
      { sub_total: 10, tax_amount: 0.7, total_amount: 10.7, total_discount: 0 }
    ],
    [
      "credits that were granted, and their discount told twice",
      {
        subtotal: 1000,
        total: 650,
        total_excluding_tax: 650,
        total_discount_amounts: [{ amount: 50 }],
        total_pretax_credit_amounts: [
          { amount: 50, type: "discount" },
          { amount: 300, type: "credit_balance_transaction" }
        ],
        total_taxes: [],
        lines: {
          data: [
            line({
              amount: 1000,
              subtotal: 1000,
              discount_amounts: [{ amount: 50 }],
              pretax_credit_amounts: [
                { amount: 50, type: "discount" },
                { amount: 300, type: "credit_balance_transaction" }
              ]
            })
          ]
        }
      },
      { sub_total: 10, tax_amount: 0, total_amount: 6.5, total_discount: 3.5 }
    ]
  ])("balance with %s, and are what their lines come to", (_, raw, amounts) => {
    const record = invoice(raw)
    expect(record).toMatchObject(amounts)
    balanced(record)
    for (const own of record.line_items) balanced(own)
    const lines = record.line_items as ReadonlyArray<any>
    if (lines.length > 0) expect(lines.reduce((sum, own) => sum + own.sub_total, 0)).toBeCloseTo(record.sub_total, 2)
  })
  it("balance in each line of a payment link, whose amount is not known where the customer chooses it", () => {
    const link = (price: object) =>
      map("PAYMENT_PAYMENT_LINKS", {
        currency: "usd",
        line_items: {
          data: [{ id: "li_1", amount_subtotal: 1200, amount_tax: 200, amount_total: 1200, amount_discount: 0, price }]
        }
      }) as any
    balanced(link({}).line_items[0])
    expect(link({})).toMatchObject({ amount: 12 })
    expect(link({ custom_unit_amount: { minimum: 500 } })).toMatchObject({ amount: null })
  })
})

describe("what may stand there as its id alone", () => {
  it("is asked for where it is a product's price", () => {
    const { follow } = stripe.reads.PAYMENT_ITEMS
    const asked = (default_price: unknown) => follow?.({ id: "prod_1", default_price }, { settings: {} })
    expect(asked("price_1")).toEqual([{ path: "/v1/prices/price_1" }])
    expect(asked({ currency: "eur" })).toEqual([])
    const price = { unit_amount: 1500, unit_amount_decimal: "1500", currency: "eur" }
    for (const raw of [{ default_price: "price_1" }, { default_price: price }]) {
      expect(map("PAYMENT_ITEMS", raw, [price])).toMatchObject({ unit_price: 15, currency_id: "EUR" })
    }
    expect(map("PAYMENT_ITEMS", { default_price: "price_1" }, [null])).toMatchObject({ unit_price: null })
  })
  it("says nothing of a payment's fee", () => {
    const raw = { amount: 1000, currency: "eur", customer: { id: "cus_1" }, balance_transaction: "txn_1" }
    expect(map("PAYMENT_PAYMENTS", raw)).toMatchObject({ amount: 10, fee_amount: null, customer_id: "cus_1" })
  })
})

it("refuses an order of which it cannot be told whether anything is still to pay", () => {
  const order = { amount: 1000, amount_received: 400, currency: "eur" }
  expect(map("PAYMENT_ORDERS", { ...order, status: "succeeded" })).toMatchObject({ amount_due: 0 })
  expect(map("PAYMENT_ORDERS", { ...order, status: "processing" })).toMatchObject({ amount_due: 6 })
  for (const odd of [{ status: {} }, {}]) {
    expect(map("PAYMENT_ORDERS", { ...order, ...odd })).toMatchObject({ refused: expect.stringContaining("status") })
  }
})

describe("what a record can be without", () => {
  const odd = [{ other: "form" }]
  const address = { line1: "1 Quay Street", city: "Bristol" }
  const invoice = { currency: "usd", created: 1772400000, status_transitions: { finalized_at: 1772400000 } }
  it.each<readonly [keyof typeof stripe.reads, object, string, object]>([
    ["PAYMENT_CUSTOMERS", { name: "Ada", address: { ...address, line1: odd } }, "addresses[0].street", { name: "Ada" }],
    ["PAYMENT_CUSTOMERS", { name: "Ada", address: odd }, "addresses", { name: "Ada", addresses: [] }],
    ["PAYMENT_CUSTOMERS", { address, shipping: odd }, "addresses", { addresses: [] }],
    ["PAYMENT_INVOICES", { ...invoice, created: odd }, "updated_at", { posted_date: "2026-03-01T21:20:00.000Z" }],
    ["PAYMENT_INVOICES", { ...invoice, status_transitions: odd }, "updated_at", { updated_at: null }],
    [
      "PAYMENT_ORDERS",
      { status: "canceled", amount: 1, currency: "eur", created: odd },
      "updated_at",
      { amount: 0.01 }
    ],
    ["PAYMENT_ITEMS", { name: "Paper", default_price: odd }, "unit_price", { name: "Paper", unit_price: null }],
    ["PAYMENT_ITEMS", { default_price: { currency: odd } }, "currency_id", { unit_price: null, currency_id: null }]
  ])("%s with %j is read, and %s told", (model, raw, field, record) => {
    const read = stripe.reads[model] as Read.Read
    const mapped = InSpite.mapItem(read, { id: "1", ...raw }, { settings: {}, lookups: {}, followed: [] })
    expect(mapped).toMatchObject({ success: { records: [record] } })
    expect(mapped._tag === "Success" && mapped.success.warnings?.map((own) => own.field)).toContain(field)
  })
})

it("takes no amount for a percentage", () => {
  const rate = (rate_type: string | null) => map("PAYMENT_TAX_RATES", { percentage: 7.5, rate_type })
  expect([rate("percentage"), rate(null), rate("flat_amount")]).toMatchObject([
    { rate: 7.5 },
    { rate: 7.5 },
    { rate: null }
  ])
})

describe("changes", () => {
  const since = "2026-03-10T00:00:00.000Z"
  const before = Date.parse(since) / 1000 - 60
  const after = Date.parse(since) / 1000 + 60
  const told = (model: keyof typeof stripe.reads, type: string, object: object) =>
    (stripe.reads[model] as Read.Read).changes?.id({ type, data: { object } }, { since })
  it("asks only for what the listing of new records does not show", () => {
    const customer = { id: "cus_1", object: "customer" }
    expect(told("PAYMENT_CUSTOMERS", "customer.updated", { ...customer, created: before })).toBe("cus_1")
    expect(told("PAYMENT_CUSTOMERS", "customer.updated", { ...customer, created: after })).toBeNull()
    expect(told("PAYMENT_CUSTOMERS", "customer.deleted", { ...customer, created: after })).toBe("cus_1")
    expect(told("PAYMENT_PAYMENT_LINKS", "payment_link.created", { id: "plink_1", created: after })).toBe("plink_1")
  })
  it("asks for the customer of a tax id and the product of a price, however new those are", () => {
    const tax = { id: "txi_1", object: "tax_id", created: after, customer: { id: "cus_1" } }
    const price = { id: "price_1", object: "price", created: after, product: "prod_1" }
    expect(told("PAYMENT_CUSTOMERS", "customer.tax_id.created", tax)).toBe("cus_1")
    expect(told("PAYMENT_ITEMS", "price.deleted", price)).toBe("prod_1")
  })
  it("asks for no more than twenty types of event, in whole seconds", async () => {
    for (const { model } of Registry.capabilities(await Connector.whole(stripe))) {
      for (const read of Connector.sourcesOf(stripe, model)) {
        const query = read.changes?.call({ settings: {}, now: "", since: "2026-03-10T00:00:00.900Z" }).query
        if (query === undefined) continue
        expect(Object.keys(query).length - 1).toBeLessThanOrEqual(20)
        expect(query["created[gte]"]).toBe(Date.parse(since) / 1000)
      }
    }
  })
  it("looks at a month of balance movements again, because nothing tells when they become available", () => {
    const { since: restrict } = stripe.reads.PAYMENT_TRANSACTIONS
    expect(restrict?.({ settings: {}, now: "", since })).toEqual({
      query: { "created[gte]": Date.parse("2026-02-07T00:00:00.000Z") / 1000 }
    })
  })
})
