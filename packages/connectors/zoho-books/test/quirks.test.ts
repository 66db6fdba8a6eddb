/** The oddities of Zoho Books, each with what would go wrong without its care. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import { connect } from "@svc/core/connect"
import { FakePlatform, Fault } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { zohoBooks } from "../src/index.ts"

const books = (
  exchanges: Parameters<typeof FakePlatform.make>[0],
  more: Readonly<Record<string, string>> = {},
  faults: ReadonlyArray<Fault.Fault> = []
) => {
  const fake = FakePlatform.make(exchanges, { "": "https://www.zohoapis.eu/books/v3" }, { faults })
  const settings = { apiDomain: "https://www.zohoapis.eu", organization: "10229182", ...more }
  return { fake, own: connect(zohoBooks, { credentials: { access_token: "access-1" }, settings, fetch: fake.fetch }) }
}
const page = (number: number, ids: ReadonlyArray<string>, context?: unknown) => ({
  request: {
    path: "/bankaccounts",
    query: { filter_by: "Status.All", page: number, per_page: 200, organization_id: "10229182" }
  },
  response: { body: { code: 0, bankaccounts: ids.map((account_id) => ({ account_id })), page_context: context } }
})
const idsOf = async (from: AsyncIterable<{ readonly platform_id: string }>) => {
  const found: Array<string> = []
  for await (const { platform_id } of from) found.push(platform_id)
  return found
}

describe("Zoho Books", () => {
  test.each([
    ["an object", { page: 1, has_more_page: true }, { page: 2, has_more_page: false }],
    ["a list of one", [{ page: "1", has_more_page: true }], [{ page: "2", has_more_page: false }]]
  ])("pages whose context is %s are all read", async (_, first, last) => {
    const { own } = books([page(1, ["1"], first), page(2, ["2"], last)])
    expect(await idsOf(own.list("BANK_ACCOUNTS"))).toEqual(["1", "2"])
  })

  test("a page other than the one asked for ends the run", async () => {
    const { own } = books([
      page(1, ["1"], { page: 1, has_more_page: true }),
      page(2, ["2"], { page: 1, has_more_page: false })
    ])
    await expect(idsOf(own.list("BANK_ACCOUNTS"))).rejects.toThrow()
  })

  test("a failure that is answered with 200 is one", async () => {
    const { own } = books([{ ...page(1, []), response: { body: { code: 1002, message: "There is none." } } }])
    await expect(idsOf(own.list("BANK_ACCOUNTS"))).rejects.toThrow(/There is none/)
  })

  test.each([
    [401, 57, "Forbidden", undefined],
    [401, 14, "AuthExpired", undefined],
    [400, 1002, "NotFound", undefined],
    [429, 44, "RateLimited", 60],
    [429, 45, "RateLimited", 3600],
    [429, 1070, "RateLimited", 5],
    [400, 4, undefined, undefined],
    [500, 57, undefined, undefined]
  ])("%i with code %i is %s", (status, code, reason, retryAfter) => {
    const said = zohoBooks.http.failure!({ status, body: { code, message: "No." }, headers: {} })
    expect(said).toMatchObject({ message: "No." })
    expect([said.reason, said.retryAfter]).toEqual([reason, retryAfter])
  })

  test.each([
    ["FREE", 1000],
    ["Professional", 5000],
    ["ELITE", 10_000],
    [undefined, 10_000]
  ])("plan %s has %i calls a day", (plan, max) => {
    const { windows } = zohoBooks.http.limits
    expect(typeof windows === "function" && windows({ plan } as never).at(-1)?.max).toBe(max)
  })

  test.each([
    ["PUT", "/organizations/1", /read only/],
    ["POST", "/%6frganizations", /read only/],
    ["POST", "/users", /read only/],
    ["GET", "/organizations", null],
    ["POST", "/contacts", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = zohoBooks.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })

  test.each([
    ["a kind that can be put in by a custom field", "ITEMS", { name: "Chair" }, "PUT", "cf_service_key", "true"],
    ["a kind that cannot", "ACCOUNTS", { name: "Rent", category: "EXPENSE" }, "POST", null, null]
  ] as const)(
    "a custom field without duplicates makes a new record of %s once",
    async (_, model, item, method, key, upsert) => {
      const own = { item: { item_id: "7", name: "Chair" }, chart_of_account: { account_id: "7", account_name: "Rent" } }
      const path = model === "ITEMS" ? "/items" : "/chartofaccounts"
      const request = { method, path, query: { organization_id: "10229182" } } as const
      const response = { status: 201, body: { code: 0, ...own } }
      const { fake, own: client } = books([{ request, response }], { uniqueField: "cf_service_key" })
      await client.create(model, [item as never], { key: "one" })
      const [made] = fake.calls
      const said = (name: string) => made!.headers.get(name)
      expect([made!.method, said("x-unique-identifier-key"), said("x-upsert")]).toEqual([method, key, upsert])
      expect(said("x-unique-identifier-value") === null).toBe(key === null)
      if (key !== null) expect(said("x-unique-identifier-value")).toMatch(/^[0-9a-z]{32}$/i)
    }
  )

  test("only Zoho's own servers are given the app's secret", () => {
    const { pattern } = zohoBooks.settings.accountsServer
    const holds = (address: string) => new RegExp(`^(?:${pattern})$`).test(address)
    expect(
      ["eu", "com", "com.au", "com.cn", "in", "jp", "sa", "ca"].every((centre) =>
        holds(`https://accounts.zoho.${centre}`)
      )
    ).toBe(true)
    expect(holds("https://accounts.zohocloud.ca")).toBe(true)
    for (const other of [
      "https://accounts.zoho.example",
      "https://accounts.zoho.com.example",
      "http://accounts.zoho.com",
      "https://accounts-zoho.com"
    ]) {
      expect(holds(other)).toBe(false)
    }
  })
})

test.each(["uncategorized", "Excluded"])(
  "a line of a statement that is %s is told, and is no transaction",
  (status) => {
    const lines = Connector.sourcesOf(zohoBooks, "BANK_TRANSACTIONS")[0]!
    const mapped = (own: object) =>
      lines.map(
        { transaction_id: "1", account_id: "2", ...own },
        { settings: {}, lookups: { named: new Map() }, companions: {}, followed: [] }
      )
    expect(mapped({ status })).toEqual(Read.untaken("a line of a bank statement that is not booked"))
    expect(mapped({ status: "manually_added" })).toMatchObject({ platform_id: "2:1" })
  }
)
