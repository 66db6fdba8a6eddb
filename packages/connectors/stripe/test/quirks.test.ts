/** Where Stripe departs from what one would expect, and where its description leaves open what it does. */
import { Connector, type Read } from "@svc/core"
import { connect, isConnectorError } from "@svc/core/connect"
import { OAuth, Reading, Registry } from "@svc/core/runtime"
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
  const mapped = Reading.mapItem(
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
  it("asks for no more than twenty types of event, in whole seconds", () => {
    for (const { model } of Registry.capabilities(stripe)) {
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
