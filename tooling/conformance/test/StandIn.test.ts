/** The stand-in behaves like a platform: it authorises, demands, pages, remembers, replays, and judges every request. */
import { connect } from "@svc/core/connect"
import { OAuth } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { afterEach, beforeEach, expect, it } from "vitest"
import { type StandIn, standIn } from "../src/StandIn.ts"
import { ledgerly, profile } from "./invented/ledgerly.ts"

let own: StandIn
beforeEach(async () => {
  own = await standIn(profile.describe(""), profile)
})
afterEach(() => own.close())

const open = (credentials: { readonly access_token: string }, tenant = "t-1") =>
  connect(ledgerly, { credentials, settings: { tenant }, baseUrl: own.url })
const call = (path: string, init: RequestInit & { readonly headers?: Record<string, string> } = {}) =>
  fetch(own.url + path, {
    ...init,
    headers: { authorization: `Bearer ${own.token()}`, "x-tenant": "t-1", ...init.headers }
  })

it("authorises with code, PKCE and client secret, and rotates refresh tokens", async () => {
  const client = {
    clientId: own.clientId,
    clientSecret: own.clientSecret,
    redirectUri: "http://127.0.0.1:1/callback",
    authorizeUrl: own.authorizeUrl,
    tokenUrl: own.tokenUrl
  }
  const { auth } = ledgerly
  if (auth._tag !== "OAuth2") throw new Error("not OAuth")
  const run = <A, E>(effect: Effect.Effect<A, E, any>) =>
    Effect.runPromise(Effect.result(effect.pipe(Effect.provide(FetchHttpClient.layer)) as Effect.Effect<A, E>))
  const { flow, url } = await Effect.runPromise(OAuth.begin(auth, client, {}))
  const sent = await fetch(url, { redirect: "manual" })
  expect(sent.status).toBe(302)
  const back = new URL(sent.headers.get("location")!)
  expect(back.origin + back.pathname).toBe(client.redirectUri)
  const granted = await run(OAuth.finish(ledgerly, auth, client, {}, flow, back.searchParams))
  if (granted._tag === "Failure") throw granted.failure
  const { credentials } = granted.success
  await open(credentials as never).check()

  const used = await run(OAuth.finish(ledgerly, auth, client, {}, flow, back.searchParams))
  expect(used._tag).toBe("Failure")
  const fresh = await run(OAuth.refresh(ledgerly, auth, client, {}, credentials))
  expect(fresh._tag).toBe("Success")
  const again = await run(OAuth.refresh(ledgerly, auth, client, {}, credentials))
  expect(again).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "AuthExpired" } } })
  const stranger = await run(OAuth.refresh(ledgerly, auth, { ...client, clientSecret: "wrong" }, {}, credentials))
  expect(stranger._tag).toBe("Failure")
  const forged = await run(
    OAuth.finish(ledgerly, auth, client, {}, { ...flow, verifier: "x".repeat(43) }, await codeOf(url))
  )
  expect(forged).toMatchObject({ _tag: "Failure", failure: { reason: { _tag: "AuthExpired" } } })
})

const codeOf = async (url: URL): Promise<URLSearchParams> =>
  new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!).searchParams

it("demands a token in force and the tenant", async () => {
  const token = own.token()
  expect((await call("/customers", { headers: { authorization: "Bearer nobody's" } })).status).toBe(401)
  expect((await call("/customers", { headers: { "x-tenant": "another" } })).status).toBe(403)
  expect((await call("/nothing")).status).toBe(404)
  own.expireTokens()
  expect((await call("/customers", { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
})

it("takes a new record, shows it in lists and by id, and replays an idempotency key", async () => {
  const books = open({ access_token: own.token() })
  const [first] = await books.create("CONTACTS", [{ name: "Nut Bros" }], { key: "k1" })
  expect(first).toMatchObject({ status: "success", record: { name: "Nut Bros" } })
  const [again] = await books.create("CONTACTS", [{ name: "Nut Bros" }], { key: "k1" })
  expect(again!.record!.platform_id).toBe(first!.record!.platform_id)
  expect(await books.get("CONTACTS", first!.record!.platform_id)).toMatchObject({ name: "Nut Bros" })
  expect(await books.get("CONTACTS", "c-99")).toBeNull()
  await books.close()
  expect(own.items("/customers").filter(({ name }) => name === "Nut Bros")).toHaveLength(1)
  expect(own.requests.flatMap(({ faults }) => faults)).toEqual([])
})

it("ends its pages and honours a moment", async () => {
  const page = await (await call("/customers?page=1&page_size=2")).json()
  expect(page).toMatchObject({ total_pages: 2, customers: [{ customer_id: "c-1" }, { customer_id: "c-2" }] })
  expect((await (await call("/customers?page=3&page_size=2")).json()).customers).toEqual([])
  const recent = await (await call("/customers", { headers: { "if-modified-since": "2026-02-01T00:00:00" } })).json()
  expect(recent.customers.map((one: { name: string }) => one.name)).toEqual(["Bolt Supply", "Nobody"])
})

it("judges every request by the description", async () => {
  await call("/customers?pages=1")
  await call("/customers", { method: "POST", body: "{}", headers: { "content-type": "application/json" } })
  expect(own.requests.map(({ faults, operation, status }) => ({ faults, operation, status }))).toEqual([
    { operation: "GET /customers", status: 200, faults: ["GET /customers: query parameter pages is not declared"] },
    {
      operation: "POST /customers",
      status: 201,
      faults: [
        "POST /customers: header parameter Idempotency-Key is required and missing",
        "POST /customers: body: must have required property 'name'"
      ]
    }
  ])
})
