/** What credentials travel in does not show in the spans of a call, nor what a token service echoes in the error of a refresh. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { expect, it } from "vitest"
import { Auth, Connector, Setting } from "../src/index.ts"
import { OAuth, Platform } from "../src/runtime/index.ts"

const secret = Setting.asked({ label: "Secret", secret: true })
const connector = (auth: Auth.Auth) =>
  Connector.make({
    id: "ACME",
    name: "Acme",
    category: "CUSTOM",
    auth,
    settings: {},
    http: { baseUrl: "https://acme.example", limits: { windows: [] } },
    check: { path: "/me", query: { page: 1 } },
    reads: {},
    writes: {}
  })
const http = (answer: () => Response) =>
  FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, async () => answer())))

/** Attributes of the spans of a check, whole headers included. */
const attributesOf = async (auth: Auth.Auth, credentials: Auth.Credentials) => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  await Effect.gen(function* () {
    const platform = yield* Platform.Platform
    yield* platform.open(connector(auth), { key: "k", settings: {}, credentials: Effect.succeed(credentials) }).check
  }).pipe(
    Effect.provideService(HttpClient.TracerHeaderFilter, () => true),
    Effect.withTracer(tracer),
    Effect.provide(
      Layer.provide(
        Platform.Platform.layer,
        http(() => Response.json({}))
      )
    ),
    Effect.runPromise
  )
  return Object.fromEntries(spans.flatMap(({ attributes }) => [...attributes]))
}

const asked = { "http.request.method": "GET", "server.address": "acme.example", "http.response.status_code": 200 }

it("tells a call's host, method and status in its span, and nothing that a key may stand in", async () => {
  const query = Auth.apiKey({ fields: { key: secret }, query: ({ key }) => ({ api: key ?? "" }) })
  expect(await attributesOf(query, { key: "the-secret-key" })).toEqual(asked)
  const header = Auth.apiKey({ fields: { key: secret }, headers: ({ key }) => ({ "X-Acme": key ?? "" }) })
  expect(await attributesOf(header, { key: "the-secret-key" })).toEqual(asked)
  const signed = Auth.signed({
    fields: { key: secret },
    sign: ({ credentials }) => ({
      algorithm: "SHA-256",
      key: credentials["key"] ?? "",
      message: "m",
      encoding: "hex",
      headers: (signature) => ({ "x-signed": signature })
    })
  })
  expect(await attributesOf(signed, { key: "k" })).toEqual(asked)
})

it("takes both tokens out of what a token service says of a refresh", async () => {
  const auth = Auth.oauth2({
    authorizeUrl: "https://acme.example/authorize",
    tokenUrl: "https://acme.example/token",
    scopes: [],
    clientAuth: "body",
    pkce: false
  })
  const answer = () =>
    Response.json({ error: "invalid_grant", error_description: "access-1 and refresh-1 have ended" }, { status: 400 })
  const client = { clientId: "client", clientSecret: "client-secret", redirectUri: "" }
  const error = await OAuth.refresh(
    connector(auth),
    auth,
    client,
    {},
    {
      access_token: "access-1",
      refresh_token: "refresh-1"
    }
  ).pipe(Effect.flip, Effect.provide(http(answer)), Effect.runPromise)
  expect(error.message).toBe("ACME, refresh: AuthExpired: invalid_grant: [redacted] and [redacted] have ended")
})
