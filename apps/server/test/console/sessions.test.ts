/** Sessions of the console by HTTP: who gets one, what it may, who cannot borrow it, and how it ends. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

let service: Service.Service
beforeAll(async () => {
  service = await Service.start()
})
afterAll(() => service.stop())

const own = { "sec-fetch-site": "same-origin" }
const bare = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: object) =>
  fetch(`${service.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
const keyOf = async (body: object): Promise<{ readonly svc_id: number; readonly secret: string }> =>
  (await service.call("POST", "/v3/core/api_keys", body)).body.data

/** Signs in; gives the cookie as a browser sends it. */
const signIn = async (key = Service.apiKey, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await bare("POST", "/v3/core/sessions", { api_key: key, ...headers })
  const { data } = (await answer.json()) as { data: any }
  const set = answer.headers.getSetCookie()
  return { data, set, cookie: set[0]!.split(";")[0]! }
}
const status = async (cookie: string, path = "/v3/core/companies") =>
  (await bare("GET", path, { cookie, ...own })).status
const over = (cookie: string) =>
  Service.until(
    () => status(cookie),
    (found) => found === 401,
    3
  )
const sql = (text: string, params: ReadonlyArray<unknown>) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (client) => client.unsafe(text, params)))

describe("signing in", () => {
  it("sets a cookie that scripts cannot read and other sites cannot send, and shows its secret nowhere else", async () => {
    const { cookie, data, set } = await signIn(Service.apiKey, { "user-agent": "Browser of a test" })
    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^svc_session=svc_[\w-]{43}; /)
    expect(set[0]).toMatch(/; HttpOnly/)
    expect(set[0]).toMatch(/; SameSite=Strict/)
    expect(set[0]).toMatch(/; Path=\//)
    expect(data).toMatchObject({ company_id: null, user_agent: "Browser of a test", ended_at: null })
    const secret = cookie.split("=")[1]!
    expect(JSON.stringify(data)).not.toContain(secret)
    const stored = await sql("select * from session where id = $1", [data.svc_id])
    expect(JSON.stringify(stored)).not.toContain(secret)
  })
  it("needs an API key; a session starts no other", async () => {
    expect((await bare("POST", "/v3/core/sessions")).status).toBe(401)
    expect((await bare("POST", "/v3/core/sessions", { api_key: "svc_wrong" })).status).toBe(401)
    const { cookie } = await signIn()
    const again = await bare("POST", "/v3/core/sessions", { cookie, ...own })
    expect(again.status).toBe(403)
    expect(again.headers.getSetCookie()).toEqual([])
  })
  it("says who calls, by a session and by a key", async () => {
    const { cookie, data } = await signIn()
    const by = async (headers: Readonly<Record<string, string>>) =>
      ((await (await bare("GET", "/v3/core/caller", headers)).json()) as { data: any }).data
    expect(await by({ cookie, ...own })).toMatchObject({
      api_key_id: data.api_key_id,
      session_id: data.svc_id,
      session_expires_at: data.expires_at,
      scopes: ["read", "write", "passthrough", "admin"]
    })
    expect(await by({ api_key: Service.apiKey })).toMatchObject({ api_key_id: data.api_key_id, session_id: null })
  })
})

describe("what a session may", () => {
  it("is what its key may, and no more", async () => {
    const reader = await keyOf({ name: "reader", scopes: ["read"] })
    const { cookie } = await signIn(reader.secret)
    expect(await status(cookie)).toBe(200)
    expect(await status(cookie, "/v3/core/api_keys")).toBe(403)
    const company = await bare("POST", "/v3/core/companies", { cookie, ...own }, { name: "X" })
    expect(company.status).toBe(403)
  })
  it("is for its key's company alone", async () => {
    const { data: mine } = (await service.call("POST", "/v3/core/companies", { name: "Mine" })).body
    const { data: other } = (await service.call("POST", "/v3/core/companies", { name: "Other" })).body
    const key = await keyOf({ name: "one", scopes: ["read", "admin"], company_id: mine.svc_id })
    const { cookie, data } = await signIn(key.secret)
    expect(await status(cookie, `/v3/core/companies/${mine.svc_id}`)).toBe(200)
    expect(await status(cookie, `/v3/core/companies/${other.svc_id}`)).toBe(404)
    // It sees its own session, and nobody else's.
    const { data: all } = await signIn()
    const listed = (await (await bare("GET", "/v3/core/sessions?limit=1000", { cookie, ...own })).json()) as any
    expect(listed.data.map(({ svc_id }: any) => svc_id)).toEqual([data.svc_id])
    expect((await bare("DELETE", `/v3/core/sessions/${all.svc_id}`, { cookie, ...own })).status).toBe(404)
  })
  it("is used only where no API key comes along", async () => {
    const { cookie } = await signIn()
    expect((await bare("GET", "/v3/core/companies", { cookie, api_key: "svc_wrong", ...own })).status).toBe(401)
  })
  it("counts by the limit of its key", async () => {
    const key = await keyOf({ name: "seldom", scopes: ["read"], request_limit: 5 })
    const { cookie } = await signIn(key.secret)
    const answer = await bare("GET", "/v3/core/companies", { cookie, ...own })
    expect(answer.headers.get("ratelimit-policy")).toMatch(/q=5;/)
  })
  it("is in the audit log as what the key did", async () => {
    const key = await keyOf({ name: "actor", scopes: ["read", "admin"] })
    const { cookie, data } = await signIn(key.secret)
    await bare(
      "POST",
      "/v3/core/webhooks",
      { cookie, ...own },
      { name: "w", type: "SYNC_COMPLETED", url: "http://127.0.0.1:9/" }
    )
    await bare("DELETE", "/v3/core/sessions/current", { cookie, ...own })
    const { body } = await service.call("GET", "/v3/core/audit_events?limit=1000")
    const acts = body.data.filter(({ actor_id }: any) => actor_id === key.svc_id)
    expect(acts.map(({ action }: any) => action)).toEqual(["SESSION_STARTED", "WEBHOOK_CREATED", "SESSION_ENDED"])
    expect(acts[0].target_id).toBe(String(data.svc_id))
  })
})

describe("what another site makes a browser send", () => {
  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another host of the same site", { "sec-fetch-site": "same-site" }],
    ["an address that somebody typed", { "sec-fetch-site": "none" }],
    ["an old browser on another site", { origin: "https://elsewhere.example" }],
    ["an old browser on a page without origin", { origin: "null" }],
    ["nobody knows where", {}]
  ])("changes nothing: %s", async (_, headers) => {
    const { cookie } = await signIn()
    const answer = await bare("POST", "/v3/core/companies", { cookie, ...headers }, { name: "Never" })
    expect(answer.status).toBe(403)
    const { body } = await service.call("GET", "/v3/core/companies?limit=1000")
    expect(body.data.map(({ name }: any) => name)).not.toContain("Never")
  })
  it.each([["cross-site"], ["same-site"]])("shows nothing to a %s page", async (site) => {
    const { cookie } = await signIn()
    expect((await bare("GET", "/v3/core/companies", { cookie, "sec-fetch-site": site })).status).toBe(403)
  })
  it("lets a page of the service change something, in a browser old or new", async () => {
    const { cookie } = await signIn()
    const origin = `http://localhost:${new URL(service.url).port}`
    const old = await bare("POST", "/v3/core/companies", { cookie, origin }, { name: "Old" })
    expect(old.status).toBe(200)
    const young = await bare("POST", "/v3/core/companies", { cookie, ...own }, { name: "Young" })
    expect(young.status).toBe(200)
  })
})

describe("how a session ends", () => {
  it("by signing out, which takes the cookie back", async () => {
    const { cookie } = await signIn()
    const answer = await bare("DELETE", "/v3/core/sessions/current", { cookie, ...own })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^svc_session=; .*Expires=Thu, 01 Jan 1970/)
    await over(cookie)
    expect((await bare("DELETE", "/v3/core/sessions/current", { api_key: Service.apiKey })).status).toBe(404)
  })
  it("by an administrator; twice is no fault", async () => {
    const { cookie, data } = await signIn()
    expect((await service.call("DELETE", `/v3/core/sessions/${data.svc_id}`)).status).toBe(200)
    await over(cookie)
    const { body } = await service.call("DELETE", `/v3/core/sessions/${data.svc_id}`)
    expect(body.data.ended_at).not.toBeNull()
  })
  it("with its key", async () => {
    const key = await keyOf({ name: "short", scopes: ["read"] })
    const { cookie } = await signIn(key.secret)
    expect(await status(cookie)).toBe(200)
    await service.call("DELETE", `/v3/core/api_keys/${key.svc_id}`)
    await over(cookie)
  })
  it("when nobody used it for a while, and at the latest at its end", async () => {
    const idle = await signIn()
    await sql("update session set last_used_at = now() - interval '61 minutes' where id = $1", [idle.data.svc_id])
    expect(await status(idle.cookie)).toBe(401)
    const old = await signIn()
    await sql("update session set expires_at = now() - interval '1 second' where id = $1", [old.data.svc_id])
    expect(await status(old.cookie)).toBe(401)
  })
  it("not later than its key", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    const key = await keyOf({ name: "a minute", scopes: ["read"], expires_at: soon })
    expect((await signIn(key.secret)).data.expires_at).toBe(soon)
  })
})

it("has no session where there is no console", async () => {
  const { cookie } = await signIn()
  const without = await Service.start({ SVC_CONSOLE: "0" })
  try {
    const asked = (path: string, headers = {}) => fetch(`${without.url}${path}`, { headers })
    expect((await asked("/console")).status).toBe(404)
    expect((await asked("/v3/core/companies", { cookie, ...own })).status).toBe(401)
    const started = await without.call("POST", "/v3/core/sessions")
    expect([started.status, started.body.error.code, started.headers.getSetCookie()]).toEqual([
      403,
      "operation-denied",
      []
    ])
    expect((await without.call("GET", "/v3/core/sessions")).body.data).toEqual([])
  } finally {
    await without.stop()
  }
})
