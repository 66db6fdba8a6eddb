/** The oddities of PayPal, each with what would go wrong without its care. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { paypal } from "../src/index.ts"
import { decimal, money } from "../src/writing.ts"

const refuse = (message: string): never => {
  throw new Error(message)
}
const open = (exchanges: Parameters<typeof FakePlatform.make>[0]) => {
  const token = {
    request: { method: "POST", path: "/v1/oauth2/token" },
    response: { body: { access_token: "token", expires_in: 32_400 } }
  } as const
  const fake = FakePlatform.make([token, ...exchanges], { "": "https://api-m.paypal.com" })
  const credentials = { client_id: "id", client_secret: "secret" }
  return { fake, own: connect(paypal, { credentials, settings: { mode: "live" }, fetch: fake.fetch }) }
}

describe("PayPal", () => {
  test.each([
    [12.34, "EUR", "12.34"],
    [12, "USD", "12.00"],
    [700, "JPY", "700"],
    [0.1 + 0.2, "USD", null],
    [700.5, "TWD", null],
    [1.005, "EUR", null]
  ])("%d of %s is sent as %s", (amount, currency, value) => {
    if (value === null) expect(() => money(amount, currency, refuse)).toThrow(/decimals/)
    else expect(money(amount, currency, refuse)).toEqual({ currency_code: currency, value })
  })
  test("a quantity has five decimals at most", () => {
    expect(decimal(2.12345, 5, refuse)).toBe("2.12345")
    expect(() => decimal(2.123456, 5, refuse)).toThrow(/more than 5/)
  })

  test.each([
    ["POST", "/v1/oauth2/token", true],
    ["POST", "//v1//oauth2/token", true],
    ["GET", "/v1/identity/oauth2/userinfo", true],
    ["GET", "/v1/customer/partners/1/merchant-integrations/credentials", true],
    ["GET", "/v1/customer/partners/1/merchant-integrations/2", false],
    ["GET", "/v1/billing/subscriptions/1", false]
  ])("%s %s through passthrough", (method, path, isRefused) => {
    expect(paypal.http.passthrough!({ method: method as "GET", path }, {} as never) !== null).toBe(isRefused)
  })

  test("an order that was voided or captured in part is not voided again", async () => {
    const order = (status: string) => ({
      id: "1",
      purchase_units: [
        { amount: { currency_code: "EUR", value: "5.00" }, payments: { authorizations: [{ id: "2", status }] } }
      ]
    })
    for (const status of ["VOIDED", "CAPTURED", "PARTIALLY_CAPTURED", "DENIED"]) {
      const { fake, own } = open([{ request: { path: "/v2/checkout/orders/1" }, response: { body: order(status) } }])
      const [result] = await own.void("PAYMENT_ORDERS", [{ platform_id: "1" }])
      expect(result?.error).toMatchObject({ field: "platform_id" })
      expect(fake.calls.filter(({ url }) => url.pathname !== "/v1/oauth2/token").map(({ method }) => method)).toEqual([
        "GET"
      ])
    }
  })

  test("what was received is asked for as a capture, and what was recorded by its invoice", () => {
    const sources = paypal.reads.PAYMENT_PAYMENTS
    const asked = (id: string) => sources.map(({ get }) => get!(id, { settings: {}, lookups: {} })?.path ?? null)
    expect(asked("5TY05013RG002845M")).toEqual(["/v2/payments/captures/5TY05013RG002845M", null])
    expect(asked("INV2-1:EXTR-2")).toEqual([null, "/v2/invoicing/invoices/INV2-1"])
  })
})

test("an order that PayPal does not show any more is told, and is no record", () => {
  const orders = Connector.sourcesOf(paypal, "PAYMENT_ORDERS")[0]!
  const mapped = (own: object, followed: ReadonlyArray<unknown>) =>
    orders.map(own, { settings: {}, lookups: {}, companions: {}, followed })
  expect(mapped({ id: "o-1" }, [null])).toEqual(Read.untaken("an order that PayPal does not show any more"))
  expect(mapped({ id: "o-1" }, [{ id: "o-1" }])).toMatchObject({ platform_id: "o-1" })
  expect(mapped({ id: null }, [])).toBeNull()
})
