/** The oddities of Zoho CRM, each with what would go wrong without its care. */
import { connect } from "@svc/core/connect"
import { describe, expect, test } from "vitest"
import { zohoCrm } from "../src/index.ts"

const settings = { apiDomain: "https://www.zohoapis.eu", organization: "1" }
const contacts = zohoCrm.reads.CRM_CONTACTS
const all = async (from: AsyncIterable<unknown>) => {
  const found: Array<unknown> = []
  for await (const one of from) found.push(one)
  return found
}

describe("Zoho CRM", () => {
  test.each([204, 304])("%i without a body is an empty list, of records and of what was deleted", async (status) => {
    const asked: Array<string> = []
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname)
      return new Response(null, { status })
    }
    const own = connect(zohoCrm, { credentials: { access_token: "access-1" }, settings, fetch })
    expect(await all(own.list("CRM_CONTACTS", { since: "2026-03-01T00:00:00Z", deleted: { known: [] } }))).toEqual([])
    expect(asked).toEqual(["/crm/v8/Contacts", "/crm/v8/Contacts/deleted"])
  })

  const next = (count: number, since: string | null, last: string, token: string | null = "token-2") =>
    contacts.page.next({ token: "token-1", count, since }, {
      body: { info: { more_records: true, ...(token === null ? {} : { next_page_token: token }) } },
      items: [{ Modified_Time: "2026-03-01T00:00:00+00:00" }, { Modified_Time: last }]
    } as never)

  test("a chain of tokens that ends at 100 000 records goes on with what changed last", () => {
    expect(next(500, null, "2026-03-02T12:00:00+03:00")).toEqual({ token: "token-2", count: 502, since: null })
    const begun = next(99_998, null, "2026-03-02T12:00:00+03:00")
    expect(begun).toEqual({ token: null, count: 0, since: "2026-03-02T09:00:00.000Z" })
    expect(contacts.page.apply(begun, { path: "" })).toEqual({
      query: { per_page: 200 },
      headers: { "If-Modified-Since": "2026-03-02T09:00:00+00:00" }
    })
  })
  test("more records of one moment than a chain has fail the run, and so does a page without a token", () => {
    expect(() => next(99_998, "2026-03-02T09:00:00.000Z", "2026-03-02T12:00:00+03:00")).toThrow(/at once/)
    expect(() => next(500, null, "2026-03-02T12:00:00+03:00", null)).toThrow(/no token/)
  })

  test.each([
    [401, "INVALID_TOKEN", "AuthExpired"],
    [401, "OAUTH_SCOPE_MISMATCH", "Forbidden"],
    [400, "INVALID_MODULE", "Unsupported"],
    [403, "NO_PERMISSION", "Forbidden"],
    [429, "TOO_MANY_REQUESTS", "RateLimited"],
    [400, "MANDATORY_NOT_FOUND", undefined],
    [500, "INVALID_TOKEN", undefined]
  ])("%i with %s is %s, alone or as a record's", (status, code, reason) => {
    const said = { code, message: "No.", status: "error", details: { api_name: "Last_Name" } }
    for (const body of [said, { data: [said] }]) {
      const failure = zohoCrm.http.failure!({ status, body, headers: {} })
      expect(failure).toMatchObject({ message: "No." })
      expect(failure.reason).toBe(reason)
    }
  })

  test.each([
    ["free", "10", 5000],
    ["standard", "10", 52_500],
    ["Standard", "1000", 100_000],
    ["enterprise", "10", 60_000],
    [undefined, undefined, 50_000]
  ])("edition %s with %s users has %i credits a day", (edition, users, max) => {
    const { windows } = zohoCrm.http.limits.weighed!
    expect(typeof windows === "function" && windows({ edition, users } as never)[0]!.max).toBe(max)
  })
  test("converting a lead costs five, and what is left is told from half on", () => {
    const { remaining, weigh } = zohoCrm.http.limits.weighed!
    expect([weigh({ path: "/Leads/1/actions/convert" }), weigh({ path: "/Leads" })]).toEqual([5, 1])
    expect(remaining!({ "x-api-credits-remaining": "41" })).toEqual([{ seconds: 86_400, remaining: 41 }])
    expect(remaining!({})).toEqual([])
  })

  test.each([
    ["PUT", "/org", /read only/],
    ["POST", "/%75sers", /read only/],
    ["DELETE", "/actions/watch?channel_ids=1", /registered/],
    ["GET", "/users", null],
    ["POST", "/Boats", null],
    ["GET", "/settings/modules", null]
  ])("%s %s through passthrough", (method, path, refused) => {
    const said = zohoCrm.http.passthrough!({ method: method as "GET", path }, {} as never)
    if (refused === null) expect(said).toBeNull()
    else expect(said).toMatch(refused)
  })
})
