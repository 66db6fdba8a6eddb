/** MYOB's oddities, each with what would go wrong without its care. */
import { connect } from "@svc/core/connect"
import { FakePlatform } from "@svc/testkit/platform"
import { describe, expect, test } from "vitest"
import { myob } from "../src/index.ts"

const businessId = "5d4b1ce0-bb9f-4f4c-9578-2b168b7295db"
const base = `https://api.myob.com/accountright/${businessId}`
const query = { $top: 1000, $orderby: "LastModified desc" }
const books = (exchanges: Parameters<typeof FakePlatform.make>[0], settings: Readonly<Record<string, string>> = {}) => {
  const fake = FakePlatform.make(exchanges, { "": base })
  const own = connect(myob, {
    credentials: { access_token: "t-1" },
    settings: { businessId, ...settings },
    app: { clientId: "key-1", clientSecret: "" },
    fetch: fake.fetch
  } as never)
  return { fake, own }
}
const page = (code: string, next: string | null, asked: object = query) => ({
  request: { path: "/GeneralLedger/TaxCode", query: asked as typeof query },
  response: { body: { Items: [{ UID: code, Code: code, Rate: 10 }], NextPageLink: next, Count: 2 } }
})
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}

describe("MYOB", () => {
  test("a link to another server of MYOB is followed at the own address", async () => {
    const link = "/GeneralLedger/TaxCode?$top=1000&$skip=1000&$orderby=LastModified%20desc"
    const { fake, own } = books([
      page("a", `https://arl2.api.myob.com/accountright/${businessId}${link}`),
      page("b", null, { ...query, $skip: 1000 })
    ])
    expect(await all(own.list("TAX_RATES"))).toHaveLength(2)
    expect(fake.calls.map(({ url }) => url.host)).toEqual(["api.myob.com", "api.myob.com"])
  })

  test("a link to a server of somebody else is not followed", async () => {
    const { own } = books([page("a", "https://api.myob.com.evil.example/GeneralLedger/TaxCode?$skip=1000")])
    await expect(all(own.list("TAX_RATES"))).rejects.toThrow(/another host/)
  })

  test("the user of a file is named in every call where it is given, and in none where it is not", async () => {
    const named = books([page("a", null)], { fileUser: "Zoë", filePassword: "pass" })
    await all(named.own.list("TAX_RATES"))
    expect(named.fake.calls[0]?.headers.get("x-myobapi-cftoken")).toBe("Wm/DqzpwYXNz")
    const bare = books([page("a", null)])
    await all(bare.own.list("TAX_RATES"))
    expect(bare.fake.calls[0]?.headers.has("x-myobapi-cftoken")).toBe(false)
  })

  test.each([
    [403, "RateLimitError", "API key limit exceeded", "RateLimited"],
    [403, "AccessDenied", "No access", undefined],
    [400, "ValidationError", "The number already exists", "Conflict"]
  ])("%d %s is understood", (status, Name, Message, reason) => {
    const said = myob.http.failure!({ status, body: { Errors: [{ Name, Message, Severity: "Error" }] }, headers: {} })
    expect(said?.message).toBe(Message)
    expect(said?.reason).toBe(reason)
  })

  test("a warning beside an error is not what went wrong", () => {
    const body = {
      Errors: [
        { Name: "W", Message: "Rounded", Severity: "Warning" },
        { Name: "E", Message: "Supplier is required", Severity: "Error" }
      ]
    }
    const said = myob.http.failure!({ status: 400, body, headers: {} })
    expect(said).toMatchObject({ message: "Supplier is required", field: "contact_id" })
  })

  test("a version that is not the newest is stale", () => {
    const body = { Errors: [{ Name: "Conflict", Message: "The RowVersion has changed", Severity: "Error" }] }
    expect(myob.http.failure!({ status: 409, body, headers: {} })).toMatchObject({ stale: true })
  })

  test.each([
    ["POST", "/Security/User", /own affair/],
    ["PUT", "/company%2Fpreferences", /in MYOB/],
    ["GET", "/Security/User", null],
    ["POST", "/Sale/Invoice/Item", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = myob.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })
})
