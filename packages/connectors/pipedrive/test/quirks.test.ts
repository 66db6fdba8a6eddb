/** Pipedrive's oddities, each with what would go wrong without its care. */
import { connect } from "@svc/core/connect"
import { describe, expect, test } from "vitest"
import { pipedrive } from "../src/index.ts"
import { weigh } from "../src/failure.ts"

const crm = (answer: (url: URL) => unknown) => {
  const asked: Array<string> = []
  const own = connect(pipedrive, {
    method: "token",
    credentials: { token: "pipedrive-token-1" },
    settings: { domain: "https://harbour.pipedrive.com" },
    fetch: async (input, init) => {
      const url = new URL(new Request(input, init).url)
      asked.push(`${url.pathname}${url.search}`)
      return Response.json(answer(url))
    }
  })
  return { asked, own }
}
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}
const page = (data: unknown, pagination: object) => ({ success: true, data, additional_data: { pagination } })

test("the first interface answers null for an empty list", async () => {
  const { own } = crm(() => page(null, { start: 0, limit: 500, more_items_in_collection: false }))
  expect(await all(own.list("CRM_NOTES"))).toEqual([])
})
test("what is not said to be a success is no empty list", async () => {
  const { own } = crm(() => ({ data: null, additional_data: {} }))
  await expect(all(own.list("CRM_NOTES"))).rejects.toThrow()
})
test("a page other than the one that was asked for ends the run", async () => {
  let id = 0
  const { own } = crm(() =>
    page([{ id: ++id, add_time: "2026-01-05 08:00:00" }], {
      start: 0,
      limit: 500,
      more_items_in_collection: true,
      next_start: id
    })
  )
  await expect(all(own.list("CRM_NOTES"))).rejects.toThrow(/came in place of 1/)
})
test("archived leads are asked for without a moment, which they do not know", async () => {
  const { asked, own } = crm(() => page([], { start: 0, limit: 500, more_items_in_collection: false }))
  await all(own.list("CRM_LEADS", { since: "2026-03-01T00:00:00.000Z" }))
  expect(asked).toEqual([
    "/api/v1/leads?limit=500&start=0&updated_since=2026-03-01T00%3A00%3A00Z",
    "/api/v1/leads/archived?limit=500&start=0"
  ])
})
test("moments of the first interface are in UTC", async () => {
  const { own } = crm(() => ({ success: true, data: [{ id: 1, created: "2026-01-05 23:30:00" }] }))
  expect((await all(own.list("CRM_USERS")))[0]?.created_at).toBe("2026-01-05T23:30:00.000Z")
})
describe("a call costs as many of the day's tokens as the descriptions say", () => {
  test.each([
    ["/v2/deals", 10],
    ["/v2/deals/archived", 20],
    ["/v2/deals/11", 1],
    ["/v2/pipelines", 5],
    ["/v2/stages/2", 1],
    ["/v1/leads", 20],
    ["/v1/leads/archived", 40],
    ["/v1/leads/adf21080-0e10-11eb-879b-05d71fb426ec", 2],
    ["/v1/users/me", 2]
  ])("%s: %i", (path, tokens) => {
    expect(weigh({ path })).toBe(tokens)
  })
})
describe("failures", () => {
  const said = (status: number, body: unknown, headers = {}) => pipedrive.http.failure!({ status, body, headers })
  test("a page of HTML with 403 is waited out", () => {
    expect(said(403, "<html>")).toMatchObject({ reason: "RateLimited" })
    expect(said(403, { success: false, error: "Scope" })?.reason).toBeUndefined()
  })
  test("what is deleted is gone, whatever the body says", () => {
    expect(said(410, { success: true, data: {} })?.reason).toBe("NotFound")
  })
  test("after too many calls it says when to come again", () => {
    expect(said(429, {}, { "x-ratelimit-reset": "2" })?.retryAfter).toBe(2)
  })
})

test.each([
  ["POST", "/v1/webhooks", false],
  ["DELETE", "/v1//webhooks/8", false],
  ["POST", "/v1/%77ebhooks?a=1", false],
  ["POST", "/v1/%", false],
  ["GET", "/v1/webhooks", true],
  ["POST", "/v1/projects", true]
])("a caller's own %s %s goes there: %s", (method, path, may) => {
  expect(pipedrive.http.passthrough!({ method: method as "GET", path }, { domain: "" }) === null).toBe(may)
})
test("what is no webhook of ours is taken in silence, so that the webhook is not banned", () => {
  for (const body of [null, 5, "deal", {}, { meta: { entity: "deal" } }, { meta: { entity: {}, entity_id: {} } }])
    expect(pipedrive.inbound!.events(body, {} as never)).toEqual([])
})
