/** A small platform that rotates its refresh tokens, each taken once, and the connector to it. */
import { Account, Auth, Connector, Inbound, Models, Page, Read, Wire } from "../src/contract/index.ts"

export const ledger = Connector.make({
  id: "LEDGER",
  name: "Ledger",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://login.example/authorize",
    tokenUrl: "https://login.example/token",
    scopes: ["books"],
    clientAuth: "body",
    pkce: false
  }),
  settings: {},
  http: { baseUrl: "https://api.example", limits: { windows: [{ max: 1000, seconds: 1 }] } },
  account: Account.untold("a test has one account"),
  check: { path: "/contacts" },
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.numbered({ size: 1 }),
      since: ({ since }) => ({ query: { since } }),
      items: "list",
      item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
      deletes: Read.never("Nothing is deleted"),
      map: ({ id, name }) => ({ platform_id: id, name })
    })
  },
  writes: {},
  inbound: Inbound.make({
    proof: ({ body, headers }) =>
      headers["ledger-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["ledger-signature"]] },
    handshake: ({ url }) =>
      url.searchParams.has("hello") ? { status: 202, body: url.searchParams.get("hello")! } : null,
    events: (body) => {
      const { changed } = Wire.decode(Wire.struct({ changed: Wire.list(Wire.text) }), body)
      // It tells of bills too, which this connector does not read.
      return (changed ?? []).flatMap((id) =>
        (["CONTACTS", "BILLS"] as const).map((model) => ({ model, platform_id: id ?? "", settings: {} }))
      )
    }
  })
})

const hour = 3_600_000

/** The platform, and the host app's row of tokens. */
export const world = () => {
  let turn = 0
  const self = {
    access: "access-0",
    refresh: "refresh-0",
    /** How often new tokens were granted. */
    granted: 0,
    /** How often a refresh token was refused. */
    refused: 0,
    /** Addresses asked of the API. */
    asked: [] as Array<string>,
    /** Runs when a token has been rotated, before the answer goes out. */
    rotated: (): Promise<void> | void => {},
    row: {
      access_token: "access-0",
      refresh_token: "refresh-0",
      expires_at: new Date(Date.now() + hour).toISOString()
    } as Auth.Credentials,
    /** Tokens of the row that end in a moment. */
    expire: () => {
      self.row = { ...self.row, expires_at: new Date(Date.now() + 1000).toISOString() }
    },
    /** The row as one process uses it. */
    store: () => ({
      load: () => self.row,
      swap: async (fresh: Auth.Credentials, replaced: Auth.Credentials) => {
        if (self.row["refresh_token"] !== replaced["refresh_token"]) return false
        self.row = fresh
        return true
      }
    }),
    fetch: (async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      if (url.hostname === "login.example") {
        const form = new URLSearchParams(await request.text())
        if (form.get("refresh_token") !== self.refresh || form.get("client_secret") !== "hush") {
          self.refused++
          return Response.json({ error: "invalid_grant", error_description: "used" }, { status: 400 })
        }
        turn++
        self.granted++
        self.access = `access-${turn}`
        self.refresh = `refresh-${turn}`
        const answer = {
          access_token: self.access,
          refresh_token: self.refresh,
          token_type: "Bearer",
          expires_in: 3600
        }
        await self.rotated()
        return Response.json(answer)
      }
      if (request.headers.get("authorization") !== `Bearer ${self.access}`) return Response.json({}, { status: 401 })
      self.asked.push(url.pathname + url.search)
      if (url.pathname !== "/contacts") return Response.json({ error: "no such page" }, { status: 404 })
      const page = Number(url.searchParams.get("page") ?? 1)
      return Response.json({ list: page <= 2 ? [{ id: `c-${page}`, name: "Ada Ltd" }] : [] })
    }) as typeof globalThis.fetch
  }
  return self
}
export const app = { clientId: "app", clientSecret: "hush" }
