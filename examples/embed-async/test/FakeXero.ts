/** As much of Xero as the examples ask for: rotating tokens, contacts, a passthrough, and webhooks that are signed. */
export interface Tokens {
  readonly [name: string]: string
}

const hour = 3_600_000

/** The platform, and a row of tokens as an app would keep it. */
export const fakeXero = () => {
  let turn = 0
  const self = {
    /** What was asked, in order. */
    asked: [] as Array<string>,
    /** Tokens that end at once. */
    row: {
      access_token: "access-0",
      refresh_token: "refresh-0",
      expires_at: new Date(Date.now() - hour).toISOString()
    } as Tokens,
    load: () => self.row,
    swap: (fresh: Tokens, replaced: Tokens): boolean => {
      if (self.row["refresh_token"] !== replaced["refresh_token"]) return false
      self.row = fresh
      return true
    },
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      const { hostname, pathname } = new URL(request.url)
      if (hostname === "identity.xero.com") {
        const form = new URLSearchParams(await request.text())
        self.asked.push(`refresh with ${form.get("refresh_token")}`)
        if (form.get("refresh_token") !== `refresh-${turn}`) {
          return Response.json({ error: "invalid_grant" }, { status: 400 })
        }
        turn++
        return Response.json({
          access_token: `access-${turn}`,
          refresh_token: `refresh-${turn}`,
          token_type: "Bearer",
          expires_in: 1800
        })
      }
      if (request.headers.get("authorization") !== `Bearer access-${turn}`) return new Response(null, { status: 401 })
      const since = request.headers.get("if-modified-since")
      self.asked.push(`${request.method} ${pathname}${since === null ? "" : ` since ${since}`}`)
      if (pathname.endsWith("/Currencies")) return Response.json({ Currencies: [{ Code: "EUR" }] })
      if (!pathname.endsWith("/Contacts")) return new Response(null, { status: 404 })
      const { Contacts = [] } =
        request.method === "GET" ? {} : ((await request.json()) as { readonly Contacts?: ReadonlyArray<object> })
      return Response.json({
        pagination: { page: 1, pageCount: 1 },
        Contacts:
          request.method === "GET"
            ? [{ ContactID: "c-1", Name: "Ada Ltd" }]
            : Contacts.map((contact) => ({ ...contact, ContactID: "c-2", HasValidationErrors: false }))
      })
    },
    /** A webhook as Xero sends it, signed with the key. */
    webhook: async (key: string): Promise<Request> => {
      const body = JSON.stringify({
        events: [{ resourceId: "c-1", eventCategory: "CONTACT", eventType: "UPDATE", tenantId: "tenant-1" }]
      })
      const bytes = new TextEncoder()
      const algorithm = { name: "HMAC", hash: "SHA-256" }
      const imported = await crypto.subtle.importKey("raw", bytes.encode(key), algorithm, false, ["sign"])
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes.encode(body)))
      const headers = { "x-xero-signature": btoa(String.fromCharCode(...signature)) }
      return new Request("https://app.example/xero", { method: "POST", body, headers })
    }
  }
  return self
}

/** What a drive of an example says of it. */
export interface Course {
  readonly names: ReadonlyArray<string | null>
  readonly made: string | null
  readonly passed: number
  readonly asked: ReadonlyArray<string>
  /** The refresh token the app has in the end. */
  readonly kept: string | undefined
  /** Status and events of a webhook with the right key, and with a wrong one. */
  readonly webhooks: ReadonlyArray<readonly [number, ReadonlyArray<string>]>
}
/** The course that both examples take. */
export const expected: Course = {
  names: ["Ada Ltd"],
  made: "Grace Ltd",
  passed: 200,
  asked: [
    "refresh with refresh-0",
    "GET /api.xro/2.0/Contacts since 2026-01-01T00:00:00",
    "PUT /api.xro/2.0/Contacts",
    "GET /api.xro/2.0/Currencies"
  ],
  kept: "refresh-1",
  webhooks: [
    [200, ["CONTACTS c-1"]],
    [401, []]
  ]
}
