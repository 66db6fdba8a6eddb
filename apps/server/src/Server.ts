/**
 * The service, composed: a layer made from settings and a list of connectors. Building it opens the database, brings the
 * schema up to date, starts the jobs and listens; closing its scope stops in the opposite order.
 */
import { type Access, Api } from "@svc/core/api"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Config from "./Config.ts"
import { Connectors } from "./ComposedConnectors.ts"
import * as ConnectRoutes from "./connect/ConnectRoutes.ts"
import * as Database from "./database/Database.ts"
import * as Distribution from "./database/Distribution.ts"
import * as Migrations from "./database/Migrations.ts"
import * as Partitions from "./database/Partitions.ts"
import { FirstKey } from "./FirstKey.ts"
import { Attempts } from "./http/Attempts.ts"
import * as Authentication from "./http/Authentication.ts"
import * as DemoPlatform from "./demo/DemoPlatform.ts"
import * as ClientErrors from "./http/ClientErrors.ts"
import * as Console from "./http/Console.ts"
import * as Docs from "./http/Docs.ts"
import { Drain } from "./http/Drain.ts"
import * as Faults from "./http/Faults.ts"
import * as Gate from "./http/Gate.ts"
import * as apiKeys from "./http/handlers/api-keys.ts"
import * as auditEvents from "./http/handlers/audit-events.ts"
import * as documents from "./http/handlers/documents.ts"
import * as events from "./http/handlers/events.ts"
import * as calls from "./http/handlers/calls.ts"
import * as changes from "./http/handlers/changes.ts"
import * as brand from "./http/handlers/brand.ts"
import * as capabilities from "./http/handlers/capabilities.ts"
import * as companies from "./http/handlers/companies.ts"
import * as fieldMappings from "./http/handlers/field-mappings.ts"
import * as connectionHandlers from "./http/handlers/connections.ts"
import * as inbound from "./http/handlers/inbound.ts"
import * as integrations from "./http/handlers/integrations.ts"
import * as inviteLinks from "./http/handlers/invite-links.ts"
import * as passthrough from "./http/handlers/passthrough.ts"
import * as records from "./http/handlers/records.ts"
import * as refusals from "./http/handlers/refusals.ts"
import * as mapping from "./http/handlers/mapping.ts"
import * as service from "./http/handlers/service.ts"
import * as sessions from "./http/handlers/sessions.ts"
import * as syncs from "./http/handlers/syncs.ts"
import * as uploadJobs from "./http/handlers/upload-jobs.ts"
import * as overview from "./http/handlers/overview.ts"
import * as usage from "./http/handlers/usage.ts"
import * as webhooks from "./http/handlers/webhooks.ts"
import * as Health from "./http/Health.ts"
import * as Observability from "./http/Observability.ts"
import { Rates } from "./http/Rates.ts"
import * as RouteTable from "./http/RouteTable.ts"
import { Turns } from "./http/Turns.ts"
import * as Mcp from "./mcp/Route.ts"
import type * as LazyConnector from "./LazyConnector.ts"
import * as Presence from "./overview/Presence.ts"
import * as Services from "./Services.ts"
import * as Workers from "./Workers.ts"

export interface Options {
  readonly connectors: ReadonlyArray<LazyConnector.Composed>
  readonly config: Config.Config
  /** A platform for the demo of an empty installation. */
  readonly demo?: DemoPlatform.Platform
  /** The file that composes the connectors, where it is a program of its own. */
  readonly program?: string
  /** The database, where its layer is built elsewhere as well; otherwise it is made from the settings. */
  readonly database?: ReturnType<typeof Database.layer>
}

const healthPaths: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["/healthz", ["GET"]],
  ["/readyz", ["GET"]]
]
const healthTable = RouteTable.make(healthPaths)

/** Every route that the served document does not name. */
export const outside = ({
  console,
  mcp
}: Pick<Config.Config, "console" | "mcp">): ReadonlyArray<readonly [path: string, methods: ReadonlyArray<string>]> => [
  ...healthPaths,
  ["/docs", ["GET"]],
  ["/openapi.json", ["GET"]],
  ...ConnectRoutes.paths,
  ...(mcp ? Mcp.paths : []),
  ...(console ? Console.paths : [])
]

/** Every route by its path, for names and for what a wrong method is told. */
const routeTable = (config: Config.Config): RouteTable.RouteTable => {
  const routes = [...outside(config)]
  HttpApi.reflect(Api.api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => routes.push([endpoint.path, [endpoint.method]])
  })
  return RouteTable.make(routes)
}

/** What answers each group of the interface. */
const handlers = Layer.mergeAll(
  records.layer,
  documents.layer,
  passthrough.layer,
  companies.layer,
  inviteLinks.layer,
  connectionHandlers.layer,
  integrations.layer,
  brand.layer,
  capabilities.layer,
  fieldMappings.layer,
  syncs.layer,
  refusals.layer,
  calls.layer,
  usage.layer,
  overview.layer,
  mapping.layer,
  service.layer,
  uploadJobs.layer,
  webhooks.layer,
  apiKeys.layer,
  auditEvents.layer,
  sessions.layer,
  events.layer,
  changes.layer,
  inbound.layer
)

/** A database with its schema as this release wants it. */
export const schemaOf = (client: ReturnType<typeof Database.layer>) =>
  Layer.merge(
    client,
    Distribution.layer.pipe(
      Layer.provideMerge(Partitions.layer),
      Layer.provideMerge(Migrations.layer),
      Layer.provide(client)
    )
  )

/** A port that is free now, where the settings leave the choice: the public address has to name it before we listen. */
const withPort = (config: Config.Config): Effect.Effect<Config.Config> =>
  config.port !== 0
    ? Effect.succeed(config)
    : Effect.callback((resume) => {
        const probe = createServer()
        // Why it cannot be had, the listener itself will say.
        probe.on("error", () => resume(Effect.succeed(config)))
        probe.listen(0, config.host, () => {
          const { port } = probe.address() as AddressInfo
          probe.close(() => resume(Effect.succeed({ ...config, port })))
        })
      })

/** The whole service. */
export const layer = (options: Options) =>
  Layer.unwrap(Effect.map(withPort(options.config), (config) => composed({ ...options, config })))

/** What answers the interface, for callers that are let in like this. */
export const interfaces = <E, R>(authentication: Layer.Layer<Access.Authentication, E, R>) =>
  HttpApiBuilder.layer(Api.api).pipe(Layer.provide(handlers), Layer.provide([authentication, Faults.layer]))

/** Everything behind the listener: the database with its schema, and the services. */
export const behind = ({
  config,
  connectors,
  database = Database.layer(Config.databaseOf(config)),
  demo,
  program
}: Options) =>
  Services.layer(config).pipe(
    Layer.provideMerge(DemoPlatform.layer(config, demo)),
    Layer.provideMerge(schemaOf(database)),
    Layer.provideMerge(Connectors.layer(connectors, program))
  )

/** What each role answers; the workers answer only whether they live. */
const routes = (config: Config.Config) =>
  config.role === "worker"
    ? HttpRouter.serve(Layer.merge(Gate.layer(healthTable), Health.layer), quiet)
    : HttpRouter.serve(
        Layer.mergeAll(
          Gate.layer(routeTable(config)),
          Health.layer,
          Docs.layer,
          Console.layer,
          ConnectRoutes.layer,
          config.mcp ? Mcp.layer : Layer.empty,
          interfaces(Authentication.layer)
        ),
        quiet
      )
const quiet = { disableLogger: true, disableListenLog: true }

const listener = (config: Config.Config) =>
  Layer.unwrap(
    Effect.map(Drain, ({ isLeaving }) => {
      const server = ClientErrors.listener(config.limits, config.trustedProxies > 0, isLeaving)
      // Who does not read an answer, or does not end a request, would hold up the end for ever.
      const cutOff = Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
      return Layer.effectDiscard(cutOff).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(() => server, {
            port: config.port,
            host: config.host,
            gracefulShutdownTimeout: Config.grace(config)
          })
        )
      )
    })
  )

const composed = (options: Options) => {
  const { config } = options
  return Drain.onStop(config).pipe(
    Layer.provideMerge(config.role === "api" ? routes(config) : Layer.merge(routes(config), Workers.layer)),
    Layer.merge(Layer.effectDiscard(HttpServer.addressFormattedWith((url) => Effect.logInfo(`Listening on ${url}`)))),
    Layer.merge(Presence.layer(config)),
    // Listens last, when everything behind it is there.
    Layer.provideMerge(listener(config)),
    Layer.provideMerge(Layer.mergeAll(Drain.layer, Attempts.layer, Rates.layer, Turns.layer)),
    Layer.provideMerge(FirstKey.layer(config)),
    Layer.provideMerge(behind(options)),
    Layer.provideMerge(Observability.metrics(config)),
    Layer.provideMerge(Observability.spans)
  )
}
