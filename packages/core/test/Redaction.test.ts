/** What credentials travel in does not show in the spans of a call, nor what a token service echoes in the error of a refresh. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { expect, it } from "vitest"
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire, Write } from "../src/contract/index.ts"
import { OAuth, Platform, Redact, Request, Verbatim } from "../src/runtime/index.ts"

const secret = Setting.asked({ label: "Secret", secret: true })
const connector = (auth: Auth.Auth) =>
  Connector.make({
    id: "ACME",
    name: "Acme",
    category: "CUSTOM",
    models: Models.models,
    auth,
    settings: {},
    http: { baseUrl: "https://acme.example", limits: { windows: [] } },
    account: Account.untold("a test has one account"),
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

const file = "FILE-PASSWORD-1"
const key = "the-secret-key"
const echo = (status: number) => () =>
  Response.json({ said: `"x-cf","${file}" and ${key}`, [file]: file, list: [{ id: file }] }, { status })
const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  deletes: Read.never("Nothing is deleted"),
  map: ({ id }) => ({ platform_id: id })
})
/** A platform that says a secret setting again, as it may say a key. */
const guarded = Connector.make({
  ...connector(Auth.apiKey({ fields: { key: secret }, headers: ({ key: own }) => ({ "x-key": own ?? "" }) })),
  settings: { file: Setting.asked({ label: "File password", secret: true }) },
  http: {
    baseUrl: "https://acme.example",
    headers: ({ file: own }) => ({ "x-cf": own }),
    limits: { windows: [] },
    failure: ({ body }) => ({ message: JSON.stringify(body), field: file })
  },
  reads: { CONTACTS: contacts },
  writes: {
    CONTACTS: {
      create: Connector.create("CONTACTS", {
        requires: [],
        call: () => ({ method: "POST", path: "/contacts" }),
        answers: (body, [item]) =>
          item?.name === "none" ? [] : [Write.refused({ message: JSON.stringify(body), reason: "Conflict" }, body)],
        record: contacts,
        idempotency: Write.none
      })
    }
  }
})

it.each([200, 400, 401, 403, 404, 409, 422, 429, 500, 503])(
  "takes keys and secret settings out of whatever an answer with %i says of them",
  async (status) => {
    const told = await Effect.gen(function* () {
      const { open } = yield* Platform.Platform
      const client = open(guarded, { key: "k", settings: { file }, credentials: Effect.succeed({ key }) })
      return yield* Effect.all([
        ...(status === 200 ? [] : [client.check, client.account, client.get("CONTACTS", "1")].map(Effect.result)),
        Effect.result(client.call({ path: "/contacts" })),
        Effect.result(client.write("CONTACTS", "create", [{ name: "Ada" }, { name: "none" }]))
      ])
    }).pipe(
      Effect.provide(Layer.provide(Platform.Platform.layer, http(echo(status)))),
      Effect.provideService(Request.Policy, { retries: 0, pause: 0, patience: 0, timeout: 60_000 }),
      Effect.runPromise
    )
    const text = JSON.stringify(told, (_, own: unknown) => (own instanceof Error ? { ...own, said: own.message } : own))
    expect(text).toContain("[redacted]")
    expect(text).not.toContain(file)
    expect(text).not.toContain(key)
  }
)

it("takes a secret setting out of what a token service says", async () => {
  const auth = Auth.clientCredentials({
    fields: { client_id: Setting.asked({ label: "Id" }), client_secret: secret },
    tokenUrl: "https://acme.example/token",
    scopes: [],
    clientAuth: "body"
  })
  const answer = () => Response.json({ error: "invalid_request", error_description: `no ${file}` }, { status: 400 })
  const error = await OAuth.clientCredentials(guarded, auth, { file }, { client_id: "id", client_secret: key }).pipe(
    Effect.flip,
    Effect.provide(http(answer)),
    Effect.runPromise
  )
  expect(error.message).toBe("ACME, authorise: Rejected: invalid_request: no [redacted]")
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

/** Bits of a text in base64 that a reader who sees only part of it can still make out, wherever it is cut. */
const madeOut = (text: string): string =>
  [0, 1, 2, 3]
    .flatMap((from) =>
      text.split("[redacted]").map((part) => Buffer.from(part.slice(from), "base64").toString("latin1"))
    )
    .join("\n")

it.each(["", "a", "ab", "abc", "abcd"])(
  "takes secrets out of what is written in base64 after %j, as in Basic",
  (before) => {
    for (const own of ["canary-0123456789", "with space & más", "x".repeat(12)]) {
      for (const sent of [own, encodeURIComponent(own), new URLSearchParams({ own }).toString().slice(4)]) {
        for (const after of ["", ":", "::", ":::"]) {
          const written = Buffer.from(`${before}${sent}${after}`).toString("base64")
          const told = Redact.redactor([own])(`Basic ${written}`)
          expect(told).toContain("[redacted]")
          expect(madeOut(told)).not.toContain(Buffer.from(sent).subarray(1, 4).toString("latin1"))
          if (/^[\x20-\x7e]*$/.test(own))
            expect(Verbatim.isFreeOf([own], JSON.stringify({ said: written }))).toBe(false)
        }
      }
    }
    expect(Verbatim.isFreeOf(["canary-0123456789"], JSON.stringify({ said: "bm90aGluZyBvZiBpdCBpbiBoZXJl" }))).toBe(
      true
    )
  }
)
