/**
 * The services of `connections/` over an embedded database, with platforms that are functions: what a test says a
 * platform answers is what it answers, and every request is counted.
 */
import { Account, Auth, Connector, Models, Page, Setting, Wire } from "@svc/core"
import { Limits, Platform, Request as Requests } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { AppConfig } from "../../src/AppConfig.ts"
import { Connectors } from "../../src/ComposedConnectors.ts"
import * as Config from "../../src/Config.ts"
import { ApiKeys } from "../../src/connections/ApiKeys.ts"
import { Companies } from "../../src/connections/Companies.ts"
import { Connecting } from "../../src/connections/Connecting.ts"
import { Connections } from "../../src/connections/Connections.ts"
import { ConnectionStore } from "../../src/connections/ConnectionStore.ts"
import { Credentials } from "../../src/connections/Credentials.ts"
import { Farewell } from "../../src/connections/Farewell.ts"
import { Integrations } from "../../src/connections/Integrations.ts"
import { InviteLinks } from "../../src/connections/InviteLinks.ts"
import * as Distribution from "../../src/database/Distribution.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as Partitions from "../../src/database/Partitions.ts"
import type { Caller } from "../../src/http/Caller.ts"
import { Jobs } from "../../src/jobs/Jobs.ts"
import { ApiKeyHash } from "../../src/secrets/ApiKeyHash.ts"
import { KeyRing } from "../../src/secrets/KeyRing.ts"
import { Vault } from "../../src/secrets/Vault.ts"
import { refetchQueue, syncQueue } from "../../src/sync/Queues.ts"
import { SyncLife } from "../../src/sync/SyncLife.ts"
import { Syncs } from "../../src/sync/Syncs.ts"
import { Events } from "../../src/webhooks/Events.ts"
import { queues as webhookQueues } from "../../src/webhooks/Queues.ts"
import { Subscriptions } from "../../src/webhooks/Subscriptions.ts"
import * as Databases from "./Databases.ts"

/** Answers the requests of all platforms. */
export interface Platforms {
  /** What a platform answers; replaced by tests. */
  answer: (request: Request) => Response | Promise<Response>
  /** Method and address of every request that came, oldest first. */
  readonly seen: Array<string>
  /** How many requests went to an address that contains a text. */
  readonly count: (part: string) => number
}
export const platforms = (): Platforms => {
  const seen: Array<string> = []
  return {
    answer: () => Response.json({}),
    seen,
    count: (part) => seen.filter((one) => one.includes(part)).length
  }
}

const nothing: Config.IntegrationConfig = {
  clientId: null,
  clientSecret: null,
  baseUrl: null,
  authorizeUrl: null,
  tokenUrl: null,
  scopes: null,
  webhookSecret: null
}

/** The services of the folder, of one process. */
export const services = Layer.mergeAll(Connections.layer, Companies.layer, ApiKeys.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Connecting.layer, Farewell.layer, InviteLinks.layer)),
  Layer.provideMerge(Subscriptions.layer),
  Layer.provideMerge(Credentials.layer),
  Layer.provideMerge(Integrations.layer),
  Layer.provideMerge(ConnectionStore.layer)
)

/** What they stand on, which processes share: the database, and platforms. */
export const base = (
  world: Platforms,
  connectors: ReadonlyArray<Connector.Any>,
  integrations: Readonly<Record<string, Partial<Config.IntegrationConfig>>> = {}
) => {
  const http = FetchHttpClient.layer.pipe(
    Layer.provide(
      Layer.succeed(FetchHttpClient.Fetch, (async (input: RequestInfo | URL, init?: RequestInit) => {
        const request = new Request(input, init)
        world.seen.push(`${request.method} ${request.url}`)
        return world.answer(request)
      }) as typeof fetch)
    )
  )
  const secrets = ApiKeyHash.layer.pipe(
    Layer.provideMerge(Vault.layer),
    Layer.provideMerge(
      Layer.unwrap(Effect.map(Databases.folder, (dataDir) => KeyRing.layer({ dataDir, keys: Option.none() })))
    )
  )
  const config = Layer.succeed(AppConfig, {
    baseUrl: "https://svc.test",
    dataDir: "",
    allowPrivateTargets: true,
    trustedProxies: 0,
    auditDays: 400,
    callLogDays: 0,
    console: true,
    sessionHours: 12,
    sessionMinutes: 60,
    limits: Config.read({}, []).config.limits,
    integration: (id: string) => ({ ...nothing, ...integrations[id] })
  })
  return Syncs.layer.pipe(
    Layer.provideMerge(SyncLife.layer),
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer({ queues: [syncQueue, refetchQueue, ...webhookQueues] })),
    Layer.provideMerge(Platform.Platform.layerLimits),
    Layer.provideMerge(Limits.Limits.layer),
    Layer.provideMerge(Layer.succeed(Requests.Policy, { retries: 0, pause: 1, patience: 10_000, timeout: 10_000 })),
    Layer.provideMerge(Layer.mergeAll(http, secrets, config, Connectors.layer(connectors))),
    Layer.provideMerge(Layer.effectDiscard(Effect.all([Migrations.run(), Partitions.run, Distribution.run]))),
    Layer.provideMerge(Databases.any()),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
    Layer.orDie
  )
}

/** One process with everything. */
export const layer = (...args: Parameters<typeof base>) => services.pipe(Layer.provideMerge(base(...args)))

/** A new organisation, and somebody who may do everything in it. */
export const newCaller = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`insert into organisation (name) values ('test') returning id`
  return {
    organisationId: row!.id,
    keyId: 1,
    scopes: ["read", "write", "passthrough", "admin"],
    companyId: null
  } satisfies Caller as Caller
})
/** A new company of a caller. */
export const newCompany = Effect.fnUntraced(function* (caller: Caller, name = "Ada Ltd") {
  const companies = yield* Companies
  return yield* companies.create(caller, { name })
})
/** Lets the organisation hear of its connections, so that events are kept. */
export const listen = Effect.fnUntraced(function* ({ organisationId }: Caller) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into webhook (id, organisation_id, name, type, url, headers, operations, data_models, secret)
    values (${crypto.randomUUID()}, ${organisationId}, 'all', 'CONNECTION_CHANGED', 'https://hooks.test', '',
      '{}'::text[], '{}'::text[], '')`
})
/** What was said of a caller's connections: operation, connection and status, oldest first. */
export const heard = Effect.fnUntraced(function* ({ organisationId }: Caller) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ operation: string; subject: number; data: { readonly status: string } }>`
    select operation, subject, data from event where organisation_id = ${organisationId} order by position`
  return rows.map(({ data, operation, subject }) => `${operation} ${subject} ${data.status}`)
})

const Named = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text })
const read = <const M extends "CONTACTS" | "ACCOUNTS" | "CURRENCIES">(model: M, path: string) =>
  Connector.read(model, {
    path,
    page: Page.single,
    items: "items",
    item: Named,
    deletes: { _tag: "FullListing" },
    map: ({ id, name }) => ({ platform_id: id, name: name ?? null }) as never
  })

/** OAuth with rotating refresh tokens, and a tenant to be found out. */
export const ledger = Connector.make({
  id: "TEST_LEDGER",
  name: "Ledger",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://login.ledger.test/authorize",
    tokenUrl: "https://login.ledger.test/token",
    revokeUrl: "https://login.ledger.test/revoke",
    scopes: ["all"],
    clientAuth: "basic",
    pkce: true
  }),
  settings: {
    tenant: Setting.discovered({ label: "Tenant" }),
    link: Setting.discovered({ label: "Link", optional: true }),
    home: Setting.fromToken({ label: "Home", at: "home", pattern: "[a-z]+", optional: true })
  },
  discover: Connector.discover({
    call: { path: "/tenants" },
    response: Wire.list(Named),
    choices: (found) =>
      found.map(({ id, name }) => ({ name: name ?? id, settings: { tenant: id, link: `link-${name}` } }))
  }),
  http: {
    baseUrl: "https://api.ledger.test",
    headers: ({ home, tenant }) => ({ home, tenant }),
    limits: { windows: [{ max: 100_000, seconds: 60 }], concurrent: 100 }
  },
  account: Account.settings("tenant"),
  check: { path: "/me" },
  reads: { ACCOUNTS: read("ACCOUNTS", "/accounts"), CONTACTS: read("CONTACTS", "/contacts") },
  writes: {}
})

/** Keys, and a call that ends the connection at the platform. */
export const till = Connector.make({
  id: "TEST_TILL",
  name: "Till",
  category: "PAYMENTS",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key", pattern: "[a-z0-9-]{4,}" }) },
    headers: ({ key }) => ({ "x-key": key ?? "" })
  }),
  settings: {
    shop: Setting.asked({ label: "Shop", pattern: "[a-z]+" }),
    pin: Setting.asked({ label: "PIN", secret: true, optional: true })
  },
  http: {
    baseUrl: ({ shop }) => `https://${shop}.till.test`,
    headers: ({ pin }) => ({ "x-pin": pin }),
    limits: { windows: [{ max: 100, seconds: 60 }] }
  },
  account: Account.settings("shop"),
  check: { path: "/me" },
  disconnect: () => ({ method: "DELETE", path: "/link" }),
  reads: { CURRENCIES: read("CURRENCIES", "/currencies") },
  writes: {}
})

/** Tokens for the client itself. */
export const depot = Connector.make({
  id: "TEST_DEPOT",
  name: "Depot",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.clientCredentials({
    fields: {
      client_id: Setting.asked({ label: "Client" }),
      client_secret: Setting.asked({ label: "Secret", secret: true })
    },
    tokenUrl: "https://login.depot.test/token",
    scopes: [],
    clientAuth: "body"
  }),
  settings: {},
  http: { baseUrl: "https://api.depot.test", limits: { windows: [] } },
  account: Account.untold("a test has one account"),
  check: { path: "/me" },
  reads: { ACCOUNTS: read("ACCOUNTS", "/accounts") },
  writes: {}
})
