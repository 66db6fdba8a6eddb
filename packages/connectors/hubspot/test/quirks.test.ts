/** Where HubSpot departs from what one would expect, and where its description leaves open what it does. */
import type { Auth, Read } from "@svc/core"
import * as Connector from "@svc/core/Connector"
import { connect, isConnectorError } from "@svc/core/connect"
import { Inbound, InSpite, Kept, OAuth, Platform, Reading, Registry } from "@svc/core/runtime"
import { FakePlatform } from "@svc/testkit"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { hubspot } from "../src/index.ts"

const since = "2026-03-10T00:00:00.000Z"
const granted = { access_token: "hub-1", scope: "oauth crm.objects.leads.read sales-email-read" }
const open = (exchanges: ReadonlyArray<FakePlatform.Exchange>, credentials: Record<string, string> = granted) => {
  const fake = FakePlatform.make(exchanges)
  const crm = connect(hubspot, { credentials, settings: {}, fetch: fake.fetch })
  return { crm, fake }
}
const all = async <A>(records: AsyncIterable<A>) => {
  const found: Array<A> = []
  for await (const record of records) found.push(record)
  return found
}
const map = (model: keyof typeof hubspot.reads, properties: object, more: object = {}, source = 0) => {
  const reads = hubspot.reads[model] as unknown as Read.Read | ReadonlyArray<Read.Read>
  const read = Array.isArray(reads) ? (reads[source] as Read.Read) : (reads as Read.Read)
  const lookups = { companyCurrency: null }
  const mapped = InSpite.mapItem(read, { id: "1", properties, ...more }, { settings: {}, lookups, followed: [] })
  return mapped._tag === "Success" ? mapped.success.records[0]! : { refused: mapped.failure.issues.join() }
}
const shown = (id: string, properties: object = {}) => ({ id, properties, createdAt: since, updatedAt: since })
const account: FakePlatform.Exchange = {
  request: { path: "/account-info/v3/details" },
  response: { body: { portalId: 62515, companyCurrency: "EUR" } }
}
const searchOf = (type: string, body: object): FakePlatform.Exchange => ({
  request: { method: "POST", path: `/crm/v3/objects/${type}/search` },
  response: { body }
})
const bulk = (from: string, to: string, body: object, ids?: ReadonlyArray<string>): FakePlatform.Exchange => ({
  request: {
    method: "POST",
    path: `/crm/v4/associations/${from}/${to}/batch/read`,
    ...(ids === undefined ? {} : { body: { inputs: ids.map((id) => ({ id })) } })
  },
  response: { status: 207, body }
})
const none = { status: "COMPLETE", results: [] }

describe("changes", () => {
  it("are searched for by the time of change, sorted by id, without the parameters of the list", async () => {
    const { crm, fake } = open([searchOf("companies", { total: 1, results: [shown("201", { name: "Quill" })] })])
    expect((await all(crm.list("CRM_COMPANIES", { since }))).map(({ name }) => name)).toEqual(["Quill"])
    expect(fake.calls[0]!.url.search).toBe("")
    expect(fake.calls[0]!.body).toEqual({
      filterGroups: [
        { filters: [{ propertyName: "hs_lastmodifieddate", operator: "GTE", value: String(Date.parse(since)) }] }
      ],
      sorts: [{ propertyName: "hs_object_id", direction: "ASCENDING" }],
      properties: expect.arrayContaining(["name", "domain"]),
      limit: 200
    })
    // HubSpot takes no longer body.
    expect(JSON.stringify(fake.calls[0]!.body).length).toBeLessThan(3000)
  })
  it("of contacts go by a property of another name", async () => {
    const { crm, fake } = open([searchOf("contacts", { total: 0, results: [] })])
    await all(crm.list("CRM_CONTACTS", { since }))
    expect(JSON.stringify(fake.calls[0]!.body)).toContain('"propertyName":"lastmodifieddate"')
  })
  it("beyond the ten thousandth are searched for anew, from the last id", () => {
    const read = hubspot.reads.CRM_COMPANIES as Read.Read
    const page = read.sincePage!
    const context = { settings: {}, now: since, from: since, since }
    const items = Array.from({ length: 200 }, (_, index) => shown(String(index + 1)))
    let state: unknown = page.start({ now: since, from: since })
    const bodies: Array<any> = []
    for (let count = 1; count <= 51; count++) {
      bodies.push(Reading.pageCall(read, { ...context, state }).body)
      state = page.next(state, { body: { paging: { next: { after: String(count * 200) } } }, headers: {}, items })
    }
    expect(bodies.map(({ after }) => Number(after ?? 0))).toEqual([...Array(50).keys(), 0].map((page) => page * 200))
    expect(bodies[49].filterGroups[0].filters).toHaveLength(1)
    expect(bodies[50].filterGroups[0].filters[1]).toEqual({
      propertyName: "hs_object_id",
      operator: "GT",
      value: "200"
    })
  })
  it("show no associations: they are asked for once for all deals of a page", async () => {
    const to = (toObjectId: number, ...associationTypes: ReadonlyArray<object>) => ({ toObjectId, associationTypes })
    const plain = { category: "HUBSPOT_DEFINED", typeId: 341, label: null }
    const { crm, fake } = open([
      account,
      searchOf("deals", { total: 2, results: [shown("301"), shown("302")] }),
      bulk(
        "deals",
        "companies",
        {
          status: "COMPLETE",
          results: [
            { from: { id: "301" }, to: [to(202, plain), to(201, plain, { typeId: 5, label: "Primary" })] },
            { from: { id: "302" }, to: [to(203, plain), to(204, plain)] }
          ]
        },
        ["301", "302"]
      ),
      bulk("deals", "contacts", {
        status: "COMPLETE",
        results: [{ from: { id: "301" }, to: [to(103, { typeId: 3, label: null }), to(101, { typeId: 3 })] }],
        numErrors: 1,
        errors: [{ status: "error", category: "OBJECT_NOT_FOUND", message: "No contact is associated with deal 302." }]
      })
    ])
    const found = await all(crm.list("CRM_DEALS", { since }))
    expect(found.map(({ company_id, contact_id, currency }) => [company_id, contact_id, currency])).toEqual([
      ["201", "103", "EUR"],
      ["203", null, "EUR"]
    ])
    expect(fake.calls).toHaveLength(4)
  })
  it("do not lose an association because it could not be asked for", async () => {
    const { crm } = open([
      account,
      searchOf("deals", { total: 1, results: [shown("301")] }),
      bulk("deals", "companies", { results: [], errors: [{ category: "INTERNAL_ERROR" }] }),
      bulk("deals", "contacts", none)
    ])
    const error = await all(crm.list("CRM_DEALS", { since })).catch((own: unknown) => own)
    expect(isConnectorError(error) && error.message).toContain("OBJECT_NOT_FOUND")
  })
  it("of contacts ask only for those that do not name their company", async () => {
    const results = [shown("101", { associatedcompanyid: "201" }), shown("102", { associatedcompanyid: "" })]
    const { crm } = open([searchOf("contacts", { results }), bulk("contacts", "companies", none, ["102"])])
    const found = await all(crm.list("CRM_CONTACTS", { since }))
    expect(found.map(({ company_id }) => company_id)).toEqual(["201", null])
  })
})

describe("authorisation", () => {
  const http = (status: number, body: unknown) =>
    FetchHttpClient.layer.pipe(
      Layer.provide(Layer.succeed(FetchHttpClient.Fetch, async () => Response.json(body, { status })))
    )
  const client = { clientId: "c", clientSecret: "s", redirectUri: "https://service.example/callback" }
  const auth = hubspot.auth as Auth.OAuth2
  it.each([
    [{ status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" }, "AuthExpired"],
    [{ category: "VALIDATION_ERROR", message: "Invalid refresh token" }, "AuthExpired"],
    [{ error: "invalid_grant" }, "AuthExpired"],
    [{ status: "BAD_CLIENT_ID", message: "missing or unknown client id" }, "Rejected"]
  ])("ends with %o as %s", async (body, reason) => {
    const refreshed = OAuth.refresh(hubspot, auth, client, {}, { access_token: "a", refresh_token: "r" })
    const error = await refreshed.pipe(Effect.flip, Effect.provide(http(400, body)), Effect.runPromise)
    expect(error.reason._tag).toBe(reason)
  })
  it("knows of each account what it has granted, of the optional scopes too", async () => {
    const scopes = ["oauth", "crm.objects.contacts.read", "sales-email-read"]
    const answer = { access_token: "a", refresh_token: "r", expires_in: 1800, token_type: "bearer", hub_id: 1, scopes }
    const callback = new URLSearchParams({ code: "x", state: "s" })
    const granting = OAuth.finish(hubspot, auth, client, {}, { state: "s", verifier: null }, callback)
    const { credentials } = await granting.pipe(Effect.provide(http(200, answer)), Effect.runPromise)
    const models = Registry.capabilities(await Connector.whole(hubspot), credentials["scope"]).map(({ model }) => model)
    expect([models.includes("CRM_LEADS"), models.includes("CRM_ACTIVITIES")]).toEqual([false, true])
    expect(Connector.grantedSourcesOf(hubspot, "CRM_ACTIVITIES", credentials["scope"])).toHaveLength(3)
  })
})

describe("addresses of e-mail", () => {
  it.each([
    ["ada@quill.example; a.quill@quill.example", ["ada@quill.example", "a.quill@quill.example"]],
    ["ada@quill.example, ADA@home.example ada@quill.example", ["ada@quill.example", "ADA@home.example"]],
    ["ada at home", ["ada at home"]]
  ])("in one member are as many links: %s", (email, expected) => {
    const record = map("CRM_CONTACTS", { email, hs_additional_emails: "ada@quill.example" }) as any
    const links = record.external_links.map(({ link }: any) => link)
    expect(links).toEqual([...expected, ...(expected.includes("ada@quill.example") ? [] : ["ada@quill.example"])])
    expect(record.platform_unique_id).toBe(expected[0])
    expect(new Set(record.external_links.map((own: any) => own.platform_id)).size).toBe(links.length)
  })
})

describe("what was asked in bulk for a page", () => {
  it("is kept with each item, which maps to the same without HubSpot", async () => {
    const to = (id: number) => [{ toObjectId: id, associationTypes: [{ typeId: 5, label: "Primary" }] }]
    const results = [
      { from: { id: "301" }, to: to(201) },
      { from: { id: "302" }, to: to(202) }
    ]
    const fake = FakePlatform.make([
      account,
      searchOf("deals", { total: 2, results: [shown("301"), shown("302")] }),
      bulk("deals", "companies", { results }),
      bulk("deals", "contacts", none)
    ])
    const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fake.fetch)))
    const read = hubspot.reads.CRM_DEALS as Read.Read
    const { items, lookups } = await Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(hubspot, { key: "k", settings: {}, credentials: Effect.succeed(granted) })
      const { found: lookups } = yield* client.lookups(read)
      const { items } = yield* client.page(read, { lookups, now: since, since, from: null, page: null } as never)
      return { items, lookups }
    }).pipe(Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))), Effect.runPromise)
    expect(items.map(({ records }) => records[0]?.["company_id"])).toEqual(["201", "202"])
    for (const { followed, raw, records } of JSON.parse(JSON.stringify(items))) {
      const kept = Kept.map(read, raw, followed, { settings: {}, lookups })
      expect(kept !== null && kept._tag === "Success" && kept.success.records).toEqual(records)
    }
  })
})

describe("what is gone", () => {
  it("is listed as archived; of several types in one model, by its own id", async () => {
    const fake = FakePlatform.make([
      {
        request: { path: "/crm/v3/objects/calls", query: { archived: true, properties: "hs_object_id", limit: 100 } },
        response: { body: { results: [{ id: "1", archived: true }], paging: { next: { after: "1" } } } }
      },
      {
        request: {
          path: "/crm/v3/objects/calls",
          query: { archived: true, properties: "hs_object_id", limit: 100, after: "1" }
        },
        response: { body: { results: [{ id: "2" }] } }
      }
    ])
    const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fake.fetch)))
    const ids = await Effect.gen(function* () {
      const client = (yield* Platform.Platform).open(hubspot, {
        key: "k",
        settings: {},
        credentials: Effect.succeed(granted)
      })
      const [calls] = yield* client.sources("CRM_ACTIVITIES")
      return yield* client.ids(calls!, { now: since, since })
    }).pipe(Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))), Effect.runPromise)
    expect(ids).toEqual(["call:1", "call:2"])
  })
  it("is not all archived: what was merged is missing in a full listing only", () => {
    for (const read of [hubspot.reads.CRM_CONTACTS, ...hubspot.reads.CRM_ACTIVITIES]) {
      expect(read.deletes).toMatchObject({ _tag: "Feed", isPartial: true })
    }
  })
})

describe("what an account does not offer", () => {
  const refusal = {
    status: 403,
    body: { status: "error", category: "MISSING_SCOPES", message: "Not in this edition." }
  }
  const reason = (promise: Promise<unknown>) =>
    promise.catch((error: unknown) => (isConnectorError(error) ? error.reason._tag : error))
  it("leads are not there without their scope, nor in an edition without them", async () => {
    const { crm, fake } = open([], { access_token: "hub-1", scope: "oauth" })
    expect(await reason(all(crm.list("CRM_LEADS")))).toBe("Unsupported")
    expect(fake.calls).toEqual([])
    const refused = connect(hubspot, {
      credentials: granted,
      settings: {},
      fetch: async () => Response.json(refusal.body, { status: 403 })
    })
    expect(await reason(all(refused.list("CRM_LEADS")))).toBe("Unsupported")
    expect(await reason(all(refused.list("CRM_NOTES")))).toBe("Forbidden")
  })
  it("e-mails need a scope of their own; calls and meetings do not", async () => {
    const { crm, fake } = open([searchOf("calls", none), searchOf("meetings", none)], { access_token: "hub-1" })
    expect(await all(crm.list("CRM_ACTIVITIES", { since }))).toEqual([])
    expect(fake.calls).toHaveLength(2)
  })
})

describe("values", () => {
  it("reads moments in both ways HubSpot writes them, and takes moment zero for none", () => {
    const at = (closedate: unknown, createdAt?: string) => map("CRM_DEALS", { closedate }, { createdAt })
    expect(at("1772668800000", "1970-01-01T00:00:00Z")).toMatchObject({
      close_date: "2026-03-05T00:00:00.000Z",
      created_at: null
    })
    expect(at("2026-03-05", since)).toMatchObject({ close_date: "2026-03-05T00:00:00.000Z", created_at: since })
    expect(at("soon")).toMatchObject({ close_date: null })
  })
  it("knows no currency where neither the deal nor the account says one", () => {
    expect(map("CRM_DEALS", { amount: "12.5", deal_currency_code: "" })).toMatchObject({ amount: 12.5, currency: null })
  })
  it.each([
    [{ hs_is_closed: "true", hs_is_closed_won: "true" }, "Won"],
    [{ hs_is_closed: "true", hs_is_closed_won: "false" }, "Lost"],
    [{ hs_is_closed: "false", hs_is_closed_won: null }, "Open"],
    [{}, "Open"]
  ])("%o is %s", (properties, status) => {
    expect(map("CRM_DEALS", properties)).toMatchObject({ status })
  })
  it("names each e-mail address once, by itself", () => {
    const contact = map("CRM_CONTACTS", { hs_additional_emails: "a@x.example; ;b@x.example;a@x.example" }) as any
    expect(contact.external_links.map((one: { platform_id: string }) => one.platform_id)).toEqual([
      "1:external_links:email:a@x.example",
      "1:external_links:email:b@x.example"
    ])
  })
})

describe("errors", () => {
  const failure = (status: number, body: unknown, headers = {}) => hubspot.http.failure!({ status, body, headers })
  it("reads the message and the place", () => {
    const body = { message: "Property does not exist", errors: [{ context: { propertyName: ["shoe_size"] } }] }
    expect(failure(400, body)).toEqual({ message: "Property does not exist", field: "shoe_size" })
    expect(failure(400, "<html>").message).toBeUndefined()
  })
  it.each([
    ["SECONDLY", {}, 1],
    ["TEN_SECONDLY_ROLLING", {}, 10],
    ["DAILY", { "x-hubspot-ratelimit-interval-milliseconds": "10000" }, 3600],
    ["ANOTHER", { "x-hubspot-ratelimit-interval-milliseconds": "10000" }, 10],
    ["ANOTHER", {}, undefined],
    ["DAILY", { "retry-after": "7" }, undefined]
  ])("stays away from the limit %s with %o for %s seconds", (policyName, headers, seconds) => {
    expect(failure(429, { category: "RATE_LIMITS", policyName }, headers).retryAfter).toBe(seconds)
  })
  it("waits for a record that is being written, and for an account that is being moved", () => {
    expect(failure(423, {})).toMatchObject({ reason: "Unavailable", retryAfter: 2 })
    expect(failure(477, {})).toMatchObject({ reason: "Unavailable" })
  })
  it("hears how many calls are left, and counts searches apart", () => {
    const headers = { "x-hubspot-ratelimit-remaining": "42", "x-hubspot-ratelimit-interval-milliseconds": "10000" }
    expect(hubspot.http.limits.remaining!(headers)).toEqual([{ seconds: 10, remaining: 42 }])
    expect(hubspot.http.limits.remaining!({})).toEqual([])
    const apart = (path: string) => hubspot.http.limits.apart!.calls({ path })
    expect([apart("/crm/v3/objects/deals/search"), apart("/crm/v3/objects/deals")]).toEqual([true, false])
  })
})

describe("webhooks", () => {
  const body = JSON.stringify([{ subscriptionType: "deal.creation", objectId: 301, portalId: 62515 }])
  const receive = (url: string, signed: string, time = Date.now()) =>
    Inbound.receive(
      hubspot.inbound!,
      {
        method: "POST",
        url: new URL(url),
        headers: {
          "x-hubspot-signature-v3": createHmac("sha256", "app-secret").update(signed).digest("base64"),
          "x-hubspot-request-timestamp": String(time)
        },
        body
      },
      { secrets: ["app-secret"] }
    ).pipe(
      Effect.map(({ accepted }) => accepted),
      Effect.runPromise
    )
  it("are signed with the address as it was called, of whose escapes some are decoded", async () => {
    const time = Date.now()
    const called = "https://service.example/in?to=a%3Ab%2Fc%40d%2C%3B&q=%20%25&again=x%3fy"
    const decoded = "https://service.example/in?to=a:b/c@d,;&q=%20%25&again=x?y"
    expect(await receive(called, `POST${decoded}${body}${time}`, time)).toBe(true)
    expect(await receive(called, `POST${called}${body}${time}`, time)).toBe(false)
  })
  it("of the second way are signed with method and address: the vector of HubSpot's own page", async () => {
    const accepted = (signature: string) =>
      Inbound.receive(
        hubspot.inbound!,
        {
          method: "POST",
          url: new URL("https://www.example.com/webhook_uri"),
          headers: { "x-hubspot-signature": signature, "x-hubspot-signature-version": "v2" },
          body: '{"example_field":"example_value"}'
        },
        { secrets: ["yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy"] }
      ).pipe(
        Effect.map((received) => received.accepted),
        Effect.runPromise
      )
    expect(await accepted("9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900")).toBe(true)
    expect(await accepted("9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7901")).toBe(false)
  })
  it("are no older than five minutes", async () => {
    const url = "https://service.example/in"
    for (const [age, accepted] of [
      [290_000, true],
      [310_000, false]
    ] as const) {
      const time = Date.now() - age
      expect(await receive(url, `POST${url}${body}${time}`, time)).toBe(accepted)
    }
  })
})
