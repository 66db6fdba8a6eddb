/**
 * Each call to a platform is told of once, whichever door it went through: how it went, how often it was tried, how long it
 * had waited, and nothing that opens something.
 */
import { expect, it } from "vitest"
import * as Doors from "../src/connect/index.ts"
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "../src/contract/index.ts"

const asked = (label: string) => Setting.asked({ label, secret: true })
const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "data",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  deletes: Read.never("a test's contacts stay"),
  map: ({ id }) => ({ platform_id: id })
})
/** A platform that wants its key in the path, as some chat services do, and a file's password in its query. */
const keyed = Connector.make({
  id: "KEYED",
  name: "Keyed",
  category: "CUSTOM",
  models: Models.models,
  auth: Auth.apiKey({ fields: { token: asked("Token") }, query: ({ token }) => ({ token: token ?? "" }) }),
  settings: { vault: asked("Vault") },
  http: { baseUrl: ({ vault }) => `https://${vault}.example/v1`, limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: ({ vault }) => ({ path: `/${vault}/me`, query: { q: "value" } }),
  reads: { CONTACTS: contacts },
  writes: {}
})
const token = "tok/en with space"
const settings = { vault: "vault-secret" }

const limited: typeof keyed = { ...keyed, http: { ...keyed.http, limits: { windows: [{ max: 2, seconds: 1 }] } } }

const heard = async (
  answers: ReadonlyArray<(() => Response) | null>,
  use: (client: Doors.Client<typeof keyed>) => Promise<unknown>,
  connector = keyed
) => {
  const calls: Array<Doors.CallMade> = []
  const left = [...answers]
  const client = Doors.connect(connector, {
    credentials: { token },
    settings,
    fetch: async () => {
      const next = left.shift()
      if (next === null) throw new TypeError("fetch failed")
      return (next ?? (() => Response.json({ data: [] })))()
    },
    onCall: (call) => {
      calls.push(call)
    }
  })
  const outcome = await use(client).then(
    () => null,
    (error: any) => error.reason._tag as string
  )
  return { calls, outcome }
}

it("says what was asked and how it went, each time it was tried", async () => {
  const { calls, outcome } = await heard([null, () => new Response("", { status: 503 })], async (client) => {
    for await (const _ of client.list("CONTACTS")) continue
  })
  expect(outcome).toBe(null)
  expect(calls.map(({ attempt, failure, status }) => [attempt, status, failure])).toEqual([
    [1, null, "Unavailable"],
    [2, 503, null],
    [3, 200, null]
  ])
  expect(calls[0]).toMatchObject({
    connector: "KEYED",
    key: "KEYED",
    operation: "list CONTACTS",
    method: "GET",
    path: "/v1/contacts",
    query: ["token"]
  })
})

it("tells no secret, wherever it stands, and no mail address", async () => {
  const paths = [
    `/${settings.vault}/x`,
    `/bot${encodeURIComponent(token)}/send`,
    `/${btoa(`user:${token}`)}/x`,
    "/people/ann@example.com/mails",
    "/people/ann%40example.com",
    `/${"x".repeat(5000)}`
  ]
  const { calls } = await heard([], async (client) => {
    await client.check()
    for (const path of paths) await client.call({ path, query: { [settings.vault]: "v", q: "private" } })
  })
  expect(calls.length).toBe(paths.length + 1)
  const said = decodeURIComponent(JSON.stringify(calls))
  for (const word of [token, settings.vault, "ann", "private", btoa(`user:${token}`)]) expect(said).not.toContain(word)
  expect(calls.map(({ path }) => path).slice(1, 6)).toEqual([
    "/v1/[redacted]/x",
    "/v1/bot[redacted]/send",
    expect.stringContaining("[redacted]"),
    "/v1/people/…/mails",
    "/v1/people/…"
  ])
  expect(calls.at(-1)!.path.length).toBeLessThan(400)
})

it("tells how long a call had waited for its turn", async () => {
  const { calls } = await heard(
    [],
    async (client) => {
      for (let i = 0; i < 4; i++) await client.check()
    },
    limited
  )
  const waits = calls.map(({ waited }) => waited)
  expect(waits[0]).toBeLessThan(100)
  expect(Math.max(...waits)).toBeGreaterThan(200)
})

it("is not disturbed by who listens", async () => {
  const client = Doors.connect(keyed, {
    credentials: { token },
    settings,
    fetch: async () => Response.json({ data: [] }),
    onCall: () => {
      throw new Error("a listener's own fault")
    }
  })
  await client.check()
})

it("tells of a call that was broken off", async () => {
  const calls: Array<Doors.CallMade> = []
  const controller = new AbortController()
  const client = Doors.connect(keyed, {
    credentials: { token },
    settings,
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new Error("aborted")))
        controller.abort(new Error("enough"))
      }),
    onCall: (call) => {
      calls.push(call)
    }
  })
  await expect(client.check({ signal: controller.signal })).rejects.toThrow("enough")
  expect(calls).toMatchObject([{ status: null, failure: "Interrupted" }])
})

const signed = Connector.make({
  id: "SIGNED",
  name: "Signed",
  category: "CUSTOM",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://signed.example/authorize",
    tokenUrl: "https://signed.example/token/client-secret",
    clientAuth: "body",
    scopes: ["all"],
    pkce: true
  }),
  settings: {},
  http: { baseUrl: "https://signed.example", limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: { path: "/me" },
  reads: {},
  writes: {}
})

it("tells of calls for tokens as of all others", async () => {
  const calls: Array<Doors.CallMade> = []
  let stored = { access_token: "first-token", refresh_token: "refresh-token" }
  const client = Doors.connect(signed, {
    settings: {},
    app: { clientId: "client", clientSecret: "client-secret" },
    credentials: {
      load: () => stored,
      swap: (fresh) => {
        stored = fresh as never
        return true
      }
    },
    fetch: async (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input))
      if (pathname.startsWith("/token")) return Response.json({ access_token: "second-token", token_type: "bearer" })
      return new Response("{}", { status: stored.access_token === "first-token" ? 401 : 200 })
    },
    onCall: (call) => {
      calls.push(call)
    }
  })
  await client.check()
  expect(calls.map(({ operation, path, status }) => [operation, path, status])).toEqual([
    ["check the connection", "/me", 401],
    ["refresh", "/token/[redacted]", 200],
    ["check the connection", "/me", 200]
  ])
  expect(calls[1]!.key).toBe(null)
})
