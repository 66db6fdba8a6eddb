/**
 * A small platform behind a real authorization server (`oidc-provider`): sign-in page, codes, PKCE, rotating refresh
 * tokens, `iss`; and an API that takes its tokens. `books` is the connector to it.
 */
import { Account, Auth, Connector, Models, Page, Setting, Wire } from "@svc/core"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What these tests use of the package, which brings no types. */
interface Provider {
  readonly callback: () => (request: IncomingMessage, response: ServerResponse) => void
  readonly interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options?: object
  ) => Promise<void>
  readonly AccessToken: { readonly find: (token: string) => Promise<{ readonly accountId: string } | undefined> }
  readonly on: (event: string, handler: (...args: Array<any>) => void) => void
  proxy: boolean
}
const { Provider } = (await import("oidc-provider" as string)) as {
  readonly Provider: new (issuer: string, configuration: object) => Provider
}

export const clientId = "svc-client"
export const clientSecret = "svc-client-secret-0123456789"

export interface AuthorizationServer {
  readonly url: string
  /** Accounts that a sign-in leads to; change it before one. */
  accounts: ReadonlyArray<{ readonly id: string; readonly name: string }>
  /** How often the token endpoint was asked, by grant type and outcome. */
  readonly tokens: Array<string>
  /** Makes the API refuse every token from now on, or not. */
  isRefusing: boolean
  /** Instead of sending users back, shows them the address they would be sent to. */
  isHolding: boolean
  /** Shares its window with nobody: whoever opened it cannot see it any more. */
  isAlone: boolean
  readonly close: () => Promise<void>
}

const page = (body: string) => `<!doctype html><html lang="en"><title>Books sign-in</title><h1>Books</h1>${body}</html>`

export const start = async (redirectUri: string): Promise<AuthorizationServer> => {
  let provider: Provider | undefined
  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: AuthorizationServer = {
    url,
    accounts: [{ id: "acc-1", name: "Ada Ltd" }],
    tokens: [],
    isRefusing: false,
    isHolding: false,
    isAlone: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
  provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_basic"
      }
    ],
    scopes: ["books"],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    loadExistingGrant: async ({ oidc }: any) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope("books")
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, Interaction: 600, RefreshToken: 3600, Session: 600 },
    cookies: { keys: ["test"] }
  })
  provider.on("grant.success", (context: any) => self.tokens.push(`${context.oidc.params.grant_type} success`))
  provider.on("grant.error", (context: any) => self.tokens.push(`${context.oidc.params?.grant_type} error`))
  const answer = provider.callback()

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", url)
    if (self.isAlone) response.setHeader("cross-origin-opener-policy", "same-origin")
    const html = (body: string) =>
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(body))
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    const [, first, uid, act] = pathname.split("/")
    if (first === "interaction") {
      if (request.method === "GET") {
        html(
          ["allow", "deny"]
            .map((name) => `<form method="post" action="/interaction/${uid}/${name}"><button>${name}</button></form>`)
            .join("")
        )
        return
      }
      const result =
        act === "allow"
          ? { login: { accountId: "ada", remember: false } }
          : { error: "access_denied", error_description: "The user said no." }
      return provider!.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    if (first === "api") {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1]
      const found = token === undefined ? undefined : await provider!.AccessToken.find(token)
      if (found === undefined || self.isRefusing) return void json(401, { error: "The token is not accepted." })
      if (pathname === "/api/accounts") return void json(200, self.accounts)
      if (pathname === "/api/me") return void json(200, { id: found.accountId })
      if (pathname === "/api/contacts") {
        const account = request.headers["x-account"]
        return void json(200, { contacts: [{ id: "c-1", name: `Contact of ${account}` }] })
      }
      return void json(404, { error: "There is nothing here." })
    }
    if (self.isHolding) hold(response)
    answer(request, response)
  }
  const hold = (response: ServerResponse): void => {
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse
    response.end = ((body?: unknown) => {
      const location = String(response.getHeader("location") ?? "")
      if (!location.startsWith(redirectUri)) return end(body)
      response.statusCode = 200
      for (const name of ["location", "content-length"]) response.removeHeader(name)
      response.setHeader("content-type", "text/plain; charset=utf-8")
      return end(location)
    }) as typeof response.end
  }
  return self
}

/** The environment that points the connector to it. */
export const environment = ({ url }: AuthorizationServer): Readonly<Record<string, string>> => ({
  SVC_TEST_BOOKS_CLIENT_ID: clientId,
  SVC_TEST_BOOKS_CLIENT_SECRET: clientSecret,
  SVC_TEST_BOOKS_AUTHORIZE_URL: `${url}/auth`,
  SVC_TEST_BOOKS_TOKEN_URL: `${url}/token`,
  SVC_TEST_BOOKS_BASE_URL: `${url}/api`
})

const Contact = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })

export const books = Connector.make({
  id: "TEST_BOOKS",
  name: "Books & Co",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://books.example/auth",
    tokenUrl: "https://books.example/token",
    revokeUrl: "https://books.example/revoke",
    scopes: ["books"],
    clientAuth: "basic",
    pkce: true
  }),
  settings: { accountId: Setting.discovered({ label: "Account" }) },
  discover: Connector.discover({
    call: { path: "/accounts" },
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })),
    choices: (accounts) => accounts.map(({ id, name }) => ({ name: name ?? id, settings: { accountId: id } }))
  }),
  http: {
    baseUrl: "https://books.example/api",
    headers: ({ accountId }) => ({ "x-account": accountId }),
    limits: { windows: [{ max: 60, seconds: 60 }] }
  },
  account: Account.settings("accountId"),
  check: { path: "/me" },
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      path: "/contacts",
      page: Page.single,
      items: "contacts",
      item: Contact,
      deletes: { _tag: "None", why: "Nothing is deleted" },
      map: ({ id, name }) => ({ platform_id: id, name: name ?? null })
    })
  },
  writes: {}
})
