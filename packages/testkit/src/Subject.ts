/** A connector under test: how it is opened against a fake platform, and what every one of its calls must carry. */
import assert from "node:assert/strict"
import type { Auth, Connector, ConnectorError } from "@svc/core"
import { Platform, Request } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { Case, Cases } from "./Case.ts"
import * as FakePlatform from "./FakePlatform.ts"

export interface Subject {
  readonly connector: Connector.Any
  readonly settings: Readonly<Record<string, string>>
  readonly credentials: Auth.Credentials
  /** Headers that every call carries because of the settings, such as a tenant's. */
  readonly headers?: Readonly<Record<string, string>>
  /** The addresses of the connector's bases by name, its own under `""`; the connector's own word for them when absent. */
  readonly bases?: Readonly<Record<string, string>>
  /** What the authorisation sends: the address with `*` for what is random, and the token request's form. */
  readonly oauth?: {
    readonly authorize: string
    readonly token: string
    readonly authorization?: string
    /** Parameters of the callback beside its code, state and signature. */
    readonly callback?: Readonly<Record<string, string>>
  }
  readonly cases: Cases
}

/** One thing the suite holds a connector to. */
export interface Check {
  readonly name: string
  readonly run: () => Promise<void>
}

/** One try for each call, and no waiting but for a turn where a platform allows few calls in a second. */
const hasty: Request.Policy = { retries: 0, pause: 0, patience: "500 millis", timeout: "5 seconds" }

export const basesOf = ({ bases, connector, settings }: Subject): Readonly<Record<string, string>> =>
  bases ??
  Object.fromEntries(
    Object.entries({ "": connector.http.baseUrl, ...connector.http.bases }).map(([name, base]) => [
      name,
      typeof base === "function" ? (base as (own: object) => string)(settings) : (base as string)
    ])
  )

export const fakeOf = (subject: Subject, exchanges: Case["exchanges"]) => FakePlatform.make(exchanges, basesOf(subject))

/** Runs `use` with a client of its own, and so with a fresh rate budget. */
export const withClient = <A>(
  subject: Subject,
  fake: FakePlatform.FakePlatform,
  use: (client: Platform.Client) => Effect.Effect<A, ConnectorError.ConnectorError>
): Promise<A> =>
  Effect.gen(function* () {
    const platform = yield* Platform.Platform
    return yield* use(
      platform.open(subject.connector, {
        key: "suite",
        settings: subject.settings,
        credentials: Effect.succeed(subject.credentials)
      })
    )
  }).pipe(
    Effect.provide(Platform.Platform.layer.pipe(Layer.provide(httpOf(fake)))),
    Effect.provideService(Request.Policy, hasty),
    Effect.runPromise
  )
export const httpOf = (fake: FakePlatform.FakePlatform) =>
  FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fake.fetch)))

/** As `withClient`, for what must fail. */
export const failureOf = (
  subject: Subject,
  fake: FakePlatform.FakePlatform,
  use: (client: Platform.Client) => Effect.Effect<unknown, ConnectorError.ConnectorError>
): Promise<ConnectorError.ConnectorError> => withClient(subject, fake, (client) => Effect.flip(use(client)) as never)

/** Every exchange was asked for, nothing else was, and each call proved who it is for. */
export const assertAsked = (subject: Subject, fake: FakePlatform.FakePlatform, exchanges: Case["exchanges"]): void => {
  assert.deepEqual(
    fake.unasked().map(({ request }) => `${request.method ?? "GET"} ${request.path}`),
    [],
    "exchanges that were never asked for"
  )
  assert.equal(fake.calls.length, exchanges.length, `calls: ${fake.calls.map(FakePlatform.describe).join("\n")}`)
  for (const call of fake.calls) assertIdentified(subject, call)
}

export const assertIdentified = ({ connector, credentials, headers }: Subject, call: FakePlatform.Asked): void => {
  const told = `${[...call.headers.values()].join("\n")}\n${call.url.href}`
  if (connector.auth._tag === "OAuth2" || connector.auth._tag === "ClientCredentials") {
    assert.ok(told.includes(credentials["access_token"] ?? ""), `no credentials in ${FakePlatform.describe(call)}`)
  } else if (connector.auth._tag === "ApiKey") {
    assert.ok(
      Object.values(credentials).some((secret) => told.includes(secret)),
      `no credentials in ${FakePlatform.describe(call)}`
    )
  }
  if (connector.auth._tag === "None") assert.deepEqual(credentials, {}, "a connector without credentials is given some")
  for (const [name, value] of Object.entries(headers ?? {})) {
    assert.equal(call.headers.get(name), value, `header ${name} of ${FakePlatform.describe(call)}`)
  }
}

export const assertNoSecret = ({ credentials }: Subject, value: unknown): void => {
  const text = JSON.stringify(value)
  for (const [name, secret] of Object.entries(credentials)) {
    if (name !== "scope" && name !== "expires_at") assert.ok(!text.includes(secret), `the ${name} shows in ${text}`)
  }
}
