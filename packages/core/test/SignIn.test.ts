/** From nothing to the first token and to the end, by both of an embedder's doors. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { describe, expect, it } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import * as Async from "../src/connect/index.ts"
import { isConnectorError, type Registration } from "../src/connect/index.ts"
import { Auth, Connector, Setting, Wire } from "../src/contract/index.ts"
import { ledger } from "./Rotating.ts"

const Choices = Wire.struct({ tenants: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })) })
/** The ledger of the other tests as a platform whose sign-ins lead to several accounts. */
const chart = Connector.make({
  ...ledger,
  id: "CHART",
  auth: Auth.choice({
    user: {
      label: "Sign in",
      auth: Auth.oauth2({
        authorizeUrl: "https://login.example/authorize",
        tokenUrl: "https://login.example/token",
        revokeUrl: "https://login.example/revoke",
        scopes: ["books"],
        clientAuth: "body",
        pkce: true
      })
    },
    key: { label: "A key", auth: Auth.apiKey({ fields: { key: Setting.asked({ label: "Key" }) } }) }
  }),
  settings: { tenantId: Setting.discovered({ label: "Tenant" }) },
  discover: Connector.discover({
    call: { path: "/tenants" },
    response: Choices,
    choices: ({ tenants }) =>
      (tenants ?? []).map((tenant) => ({ name: tenant?.name ?? "", settings: { tenantId: tenant?.id ?? "" } }))
  }),
  disconnect: ({ tenantId }) => ({ method: "DELETE", path: `/tenants/${tenantId}` })
})
const app: Registration = { clientId: "app", clientSecret: "hush", redirectUri: "https://app.example/back" }

/** The platform: every request it got, and what it granted. */
const world = () => {
  const asked: Array<string> = []
  const fetch = (async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = await request.text()
    asked.push(`${request.method} ${url.hostname}${url.pathname} ${body}`)
    if (url.pathname === "/token") {
      const form = new URLSearchParams(body)
      return form.get("code") === "c-1" && form.get("code_verifier") !== null
        ? Response.json({ access_token: "a-1", refresh_token: "r-1", token_type: "bearer", expires_in: 3600 })
        : Response.json({ error: "invalid_grant" }, { status: 400 })
    }
    if (url.hostname === "login.example") return new Response(null, { status: 200 })
    if (request.headers.get("authorization") !== "Bearer a-1") return Response.json({}, { status: 401 })
    return url.pathname === "/tenants"
      ? Response.json({
          tenants: [
            { id: "t-1", name: "Acme" },
            { id: "t-2", name: "Umbrella" }
          ]
        })
      : Response.json({ list: [] })
  }) as typeof globalThis.fetch
  return { asked, fetch }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isConnectorError(error) ? error.reason : expect.fail(String(error)))
  )

type Fetch = { readonly fetch: typeof globalThis.fetch }
type Steps = Pick<typeof Async, "accounts" | "authorize" | "disconnect" | "exchange"> & {
  readonly check: (credentials: Async.Credentials, tenantId: string, fetch: typeof globalThis.fetch) => Promise<void>
}
const method = "user"
/** The same steps in effects, over a program's own HTTP client. */
const run =
  <P extends ReadonlyArray<any>, A>(step: (...of: P) => Effect.Effect<A, unknown, any>) =>
  (...of: P): Promise<A> =>
    Effect.runPromise(
      step(...of).pipe(
        Effect.provide(InEffect.layer),
        Effect.provideService(FetchHttpClient.Fetch, (of[1] as Fetch).fetch)
      ) as Effect.Effect<A>
    )
const doors: Readonly<Record<string, Steps>> = {
  async: {
    ...Async,
    check: (credentials, tenantId, fetch) =>
      Async.connect(chart, { credentials, settings: { tenantId }, method, fetch }).check()
  },
  effect: {
    accounts: run(InEffect.accounts) as Steps["accounts"],
    authorize: run(InEffect.authorize) as Steps["authorize"],
    disconnect: run(InEffect.disconnect) as Steps["disconnect"],
    exchange: run(InEffect.exchange) as Steps["exchange"],
    check: (credentials, tenantId, fetch) =>
      run((connector: typeof chart, _own: Fetch) =>
        Effect.flatMap(
          InEffect.connect(connector, { credentials, settings: { tenantId }, method }),
          ({ check }) => check
        )
      )(chart, { fetch })
  }
}

describe.each(Object.entries(doors))("%s", (_, { accounts, authorize, check, disconnect, exchange }) => {
  it("goes from the sign-in over the choice of an account to a client, and ends it", async () => {
    const { asked, fetch } = world()
    const { flow, url } = await authorize(chart, { app, method: "user" })
    expect(url.origin + url.pathname).toBe("https://login.example/authorize")
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "app",
      redirect_uri: "https://app.example/back",
      response_type: "code",
      scope: "books",
      state: flow.state,
      code_challenge_method: "S256"
    })
    // What is kept can be stored in between.
    const kept = JSON.parse(JSON.stringify(flow)) as typeof flow
    const callback = new URL(`https://app.example/back?code=c-1&state=${flow.state}`)
    const granted = await exchange(chart, { app, method: "user", flow: kept, callback, fetch })
    expect(granted.credentials).toMatchObject({ access_token: "a-1", refresh_token: "r-1", scope: "books" })
    const { credentials } = granted
    const choices = await accounts(chart, { credentials, settings: granted.settings, method: "user", fetch })
    expect(choices).toEqual([
      { name: "Acme", settings: { tenantId: "t-1" } },
      { name: "Umbrella", settings: { tenantId: "t-2" } }
    ])
    const settings = { tenantId: choices[1]!.settings.tenantId! }
    await check(credentials, settings.tenantId, fetch)
    asked.length = 0
    await disconnect(chart, { app, credentials, settings, method: "user", fetch })
    expect(asked[0]).toBe("DELETE api.example/tenants/t-2 ")
    expect(asked[1]).toMatch(/^POST login\.example\/revoke .*token=r-1/)
  })

  it("takes the callback's parameters too, or its address as a server has it, and refuses a state that is not the flow's", async () => {
    const { fetch } = world()
    const { flow } = await authorize(chart, { app, method: "user" })
    const callback = (state: string) => new URLSearchParams({ code: "c-1", state })
    const address = `/back?code=c-1&state=${flow.state}`
    const told = exchange(chart, { app, method: "user", flow, callback: address, fetch })
    expect((await told).credentials["access_token"]).toBe("a-1")
    // A callback without a state would be of any flow that has none.
    const none = exchange(chart, { app, method: "user", flow: {} as never, callback: "/back?code=c-1", fetch })
    expect(await failure(none)).toMatchObject({ _tag: "InvalidCall", field: "flow.state" })
    const done = exchange(chart, { app, method: "user", flow, callback: callback(flow.state), fetch })
    expect((await done).credentials["access_token"]).toBe("a-1")
    const foreign = exchange(chart, { app, method: "user", flow, callback: callback("another"), fetch })
    expect((await failure(foreign))._tag).toBe("Rejected")
    const denied = new URLSearchParams({ error: "access_denied", state: flow.state })
    expect((await failure(exchange(chart, { app, method: "user", flow, callback: denied, fetch })))._tag).toBe(
      "AuthExpired"
    )
  })

  it("says that credentials which are typed need no sign-in", async () => {
    expect(await failure(authorize(chart, { app, method: "key" }))).toMatchObject({ _tag: "Unsupported" })
    expect(await failure(authorize(chart, { app, method: "other" as never }))).toMatchObject({ _tag: "InvalidCall" })
    expect(await accounts(ledger, { credentials: {}, fetch: world().fetch })).toEqual([])
  })
})
