/** Platforms with a login of their own: sessions kept and renewed, keys in bodies, signatures in addresses, guarded calls. */
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { connect, isConnectorError } from "../src/connect/index.ts"
import { Account, Auth, Call, Connector, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"
import { OAuth } from "../src/runtime/index.ts"

const secret = Setting.asked({ label: "Key", secret: true })
const odd = Connector.make({
  id: "ODD",
  name: "Odd",
  category: "CUSTOM",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { login: Setting.asked({ label: "Login", secret: false }), key: secret },
    session: {
      login: ({ key, login }, { database }) => ({ method: "POST", path: "/login", body: { of: database, login, key } }),
      found: (body) => {
        const uid = Call.at(body, "result")
        return uid === false ? null : { uid: String(uid), session: `session-${String(uid)}` }
      },
      shown: ["uid"]
    }
  }),
  settings: { database: Setting.asked({ label: "Database" }) },
  http: {
    baseUrl: "https://odd.example",
    limits: { windows: [] },
    encode: (body, _, { key, session, uid }) => ({
      _tag: "EncodedBody",
      contentType: "application/json",
      content: JSON.stringify({ ...(body as object), ...(uid === undefined ? {} : { as: [uid, session, key] }) })
    }),
    failureInside: ({ body }) => {
      const message = Call.at(body, "error.message")
      return typeof message !== "string"
        ? null
        : {
            message,
            body: { message },
            reason: message === "session expired" ? "AuthExpired" : "Rejected"
          }
    },
    passthrough: ({ path }) => (path.startsWith("/users") ? "must not be about users" : null)
  },
  account: Account.settings("database"),
  check: { method: "POST", path: "/me", body: {} },
  reads: {
    CURRENCIES: Connector.read("CURRENCIES", {
      method: "POST",
      path: "/currencies",
      body: { all: true },
      page: Page.single,
      items: "list",
      item: Wire.struct({ id: Wire.required(Wire.id) }),
      deletes: Read.fullListing,
      map: ({ id }) => ({
        platform_id: id,
        name: null,
        code: id,
        symbol: null,
        is_base_currency: null,
        exchange_rate: null,
        updated_at: null
      })
    })
  },
  writes: {}
})

/** Sessions by number: one is in force at a time. */
const world = (options: { readonly refuses?: boolean; readonly down?: number } = {}) => {
  const asked: Array<string> = []
  let { down = 0 } = options
  let inForce = 0
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const body = (await request.json()) as Record<string, any>
    if (pathname === "/login") {
      asked.push(`/login ${JSON.stringify(body)}`)
      if (down-- > 0) return Response.json({}, { status: 503 })
      if (options.refuses) return Response.json({ result: false })
      inForce += 1
      return Response.json({ result: 7000 + inForce })
    }
    asked.push(`${pathname} ${body["as"][1]}`)
    if (body["as"][1] !== `session-${7000 + inForce}`)
      return Response.json({ error: { message: "session expired", debug: "line 1" } })
    if (pathname === "/broken")
      return Response.json({ error: { message: `no ${body["as"].join(" ")}`, debug: "the trace" } })
    return Response.json({ list: [{ id: "EUR" }], said: body["as"] })
  }) as typeof globalThis.fetch
  return { asked, fetch, end: () => void (inForce += 1) }
}
const settings = { database: "main" }
const newKeys = () => ({ login: "ada", key: "the-secret-key" })
const login = '/login {"of":"main","login":"ada","key":"the-secret-key"}'
const open = (fetch: typeof globalThis.fetch, credentials = newKeys()) => connect(odd, { settings, credentials, fetch })
const listed = async (client: ReturnType<typeof open>) => {
  const ids: Array<string> = []
  for await (const { platform_id } of client.list("CURRENCIES")) ids.push(platform_id)
  return ids
}
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isConnectorError(error) ? error.reason : expect.fail(String(error)))
  )

it("logs in once for all who hold the keys, and anew when the session is refused", async () => {
  const { asked, end, fetch } = world()
  const keys = newKeys()
  const client = open(fetch, keys)
  await Promise.all([client.check(), client.check(), listed(client)])
  expect(await listed(open(fetch, keys))).toEqual(["EUR"])
  expect(asked.filter((call) => call === login)).toHaveLength(1)
  asked.length = 0
  end()
  expect(await listed(client)).toEqual(["EUR"])
  expect(asked).toEqual(["/currencies session-7001", login, "/currencies session-7003"])
})

it("logs in anew for a call that is passed through as well, and shows no session", async () => {
  const { asked, end, fetch } = world()
  const client = open(fetch)
  await client.check()
  end()
  asked.length = 0
  const { body } = await client.call({ method: "POST", path: "/any", body: {} })
  expect(asked).toEqual(["/any session-7001", login, "/any session-7003"])
  expect(Call.at(body, "said")).toEqual(["7003", "[redacted]", "[redacted]"])
})

it("ends the authorisation when the login refuses the keys, and waits when it is down", async () => {
  const refusing = world({ refuses: true })
  expect((await reasonOf(open(refusing.fetch).check()))._tag).toBe("AuthExpired")
  expect(refusing.asked).toEqual([login])
  const down = world({ down: 1 })
  await open(down.fetch).check()
  expect(down.asked).toEqual([login, login, "/me session-7001"])
})

it("tells of a failure what the connector says of it, without secrets", async () => {
  const { fetch } = world()
  const broken = Connector.make({ ...odd, check: { method: "POST", path: "/broken", body: {} } })
  const reason = await reasonOf(connect(broken, { settings, credentials: newKeys(), fetch }).check())
  expect(reason).toMatchObject({ _tag: "Rejected", body: { message: "no 7001 [redacted] [redacted]" } })
  expect(JSON.stringify(reason)).not.toContain("trace")
})

it("sends no call that the connector guards against", async () => {
  const { asked, fetch } = world()
  const guarded = open(fetch).call({ method: "POST", path: "/users/1", body: {} })
  expect(await reasonOf(guarded)).toMatchObject({ _tag: "InvalidCall", message: "must not be about users" })
  expect(asked).toEqual([])
})

it("signs addresses, and gives the body's digest to what is signed", async () => {
  const urls: Array<URL> = []
  const shop = Connector.make({
    ...odd,
    id: "SHOP",
    auth: Auth.signed({
      fields: { key: secret },
      sign: ({ credentials, digest, method, url }) => ({
        algorithm: "SHA-256",
        key: credentials["key"]!,
        message: `${method} ${url.href} ${digest ?? "-"}`,
        encoding: "hex",
        query: (signature) => ({ signature, digest: digest ?? "-" })
      })
    }),
    http: { baseUrl: "http://shop.example", limits: { windows: [] } }
  })
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    urls.push(new URL(new Request(input, init).url))
    return Response.json({})
  }) as typeof globalThis.fetch
  const client = connect(shop, { settings, credentials: { key: "the-secret-key" }, fetch })
  await client.call({ path: "/a", query: { b: 1 } })
  await client.call({ method: "POST", path: "/a", body: { name: "Ünal" } })
  const [read, written] = urls
  expect(read!.search).toMatch(/^\?b=1&signature=[0-9a-f]{64}&digest=-$/)
  const digest = createHash("sha256").update('{"name":"Ünal"}').digest("base64")
  expect(written!.searchParams.get("digest")).toBe(digest)
})

it("asks for scopes one by one and for tokens in JSON, where the platform wants them so", async () => {
  const auth = Auth.oauth2({
    authorizeUrl: "https://odd.example/authorize",
    tokenUrl: "https://odd.example/token",
    scopes: ["read", "write"],
    scopeParam: "scope[]",
    tokenBody: "json",
    clientAuth: "body",
    pkce: false
  })
  const app: OAuth.OAuthClient = { clientId: "app", clientSecret: "hush", redirectUri: "https://app.example/back" }
  const { url } = await Effect.runPromise(OAuth.begin(auth, app, {}))
  expect(url.searchParams.getAll("scope[]")).toEqual(["read", "write"])
  expect(url.searchParams.has("scope")).toBe(false)
  const { exchange } = await import("../src/connect/index.ts")
  const sent: Array<unknown> = []
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push(request.headers.get("content-type"), await request.json())
    return Response.json({ access_token: "a-1" })
  }) as typeof globalThis.fetch
  const callback = new URLSearchParams({ code: "c-1", state: "s" })
  const flow = { state: "s", verifier: null }
  const { credentials } = await exchange(Connector.make({ ...odd, auth }), { app, flow, callback, fetch })
  expect(credentials).toMatchObject({ access_token: "a-1", scope: "read write" })
  expect(sent).toEqual([
    "application/json",
    {
      grant_type: "authorization_code",
      code: "c-1",
      redirect_uri: "https://app.example/back",
      client_id: "app",
      client_secret: "hush"
    }
  ])
})
