/** The whole service in this process: its own data folder, a random port, a sandbox platform beside it, spoken to by HTTP. */
import { Request as Requests } from "@svc/core/runtime"
import { serveSandbox } from "@svc/sandbox/platform/node"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../../src/Config.ts"
import { connectors as composed } from "../../src/connectors.ts"
import * as FirstKey from "../../src/FirstKey.ts"
import * as Observability from "../../src/http/Observability.ts"
import * as Server from "../../src/Server.ts"
import type { Composed } from "../../src/LazyConnector.ts"
import type * as Services from "../../src/Services.ts"
import * as Databases from "./Databases.ts"
import * as Postgres from "./Postgres.ts"

export const apiKey = "svc_test_0123456789abcdefghijklmnopqrstuvwxyz"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed; undefined when it is no JSON. */
  readonly body: any
}
export interface Service {
  readonly url: string
  /** Where the sandbox platform is, with its `/v1`. */
  readonly platform: string
  readonly dataDir: string
  /** Calls with the admin key unless `headers` says otherwise; a body that is no text is sent as JSON. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer>
  /** Runs something with the services themselves. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services.All | SqlClient.SqlClient>) => Promise<A>
  readonly stop: () => Promise<void>
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  return { status: response.status, headers: response.headers, text, body }
}

/** Starts it; `env` adds settings. */
export const start = async (
  env: Readonly<Record<string, string>> = {},
  options: {
    readonly dataDir?: string
    readonly rateLimit?: number
    /** Others than those the service is composed of. */
    readonly connectors?: ReadonlyArray<Composed>
    readonly policy?: Requests.Policy
  } = {}
): Promise<Service> => {
  const scope = Scope.makeUnsafe()
  const connectors = options.connectors ?? composed
  const platform = await serveSandbox({ rateLimit: { requests: options.rateLimit ?? 1_000_000, perSeconds: 60 } })
  try {
    const dataDir = options.dataDir ?? (await Effect.runPromise(Scope.provide(Databases.prepared, scope)))
    // Where a server is given, it is on that one, unless a test looks at the folder.
    const given =
      Postgres.isGiven() && options.dataDir === undefined && env["DATABASE_URL"] === undefined
        ? { DATABASE_URL: Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope))) }
        : {}
    const reading = Config.read(
      {
        PORT: "0",
        SVC_DATA_DIR: dataDir,
        SVC_DEMO: "0",
        SVC_API_KEY: apiKey,
        SVC_ALLOW_PRIVATE_TARGETS: "1",
        SVC_SANDBOX_BASE_URL: `${platform.url}/v1`,
        SVC_LOG_LEVEL: "none",
        SVC_DATABASE_NODE_CONNECTIONS: Postgres.nodeConnections,
        ...given,
        ...env
      },
      connectors.map(({ id }) => id)
    )
    if (reading.faults.length > 0) throw new Error(reading.faults.join("\n"))
    const { config } = reading
    const services = await Effect.runPromise(
      Layer.buildWithScope(Layer.merge(Server.layer({ config, connectors }), Observability.logs(config)), scope).pipe(
        Effect.provide(Observability.logs(config)),
        options.policy === undefined ? (building) => building : Effect.provideService(Requests.Policy, options.policy)
      )
    )
    const run: Service["run"] = (effect) =>
      Effect.runPromise(
        effect.pipe(Effect.provideContext(services), Effect.provide(Observability.logs(config))) as never
      )
    await run(FirstKey.ensure(config))
    const url = await Effect.runPromise(
      HttpServer.addressFormattedWith(Effect.succeed).pipe(
        Effect.provideContext(services as Context.Context<never>)
      ) as never
    )
    return {
      url: url as string,
      platform: `${platform.url}/v1`,
      dataDir,
      run,
      call: async (method, path, body, headers = {}) =>
        answerOf(
          await fetch(`${url}${path}`, {
            method,
            headers: {
              api_key: apiKey,
              // Compression is a third of what a call takes here, and has tests of its own.
              "accept-encoding": "identity",
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...headers
            },
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
          })
        ),
      stop: async () => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        await platform.close()
      }
    }
  } catch (error) {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await platform.close()
    throw error
  }
}

/** Asks until the answer is as wanted. */
export const until = async <A>(ask: () => Promise<A>, wanted: (answer: A) => boolean, seconds = 60): Promise<A> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (Date.now() > end)
      throw new Error(`It did not come to pass within ${seconds} s; last: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Holds so many connections, or the one session that there is, while something goes on. */
export const whileHeld = async (service: Service, connections: number, go: () => Promise<void>): Promise<void> => {
  const over = Promise.withResolvers<void>()
  const begun: Array<Promise<void>> = []
  const holding = Array.from({ length: connections }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push(promise)
    return service.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.orDie(
          sql.withTransaction(
            Effect.andThen(
              sql`select 1`,
              Effect.promise(() => {
                resolve()
                return over.promise
              })
            )
          )
        )
      )
    )
  })
  await Promise.all(begun)
  try {
    await go()
  } finally {
    over.resolve()
    await Promise.all(holding)
  }
}

/** A company connected to the sandbox platform, its first sync done. */
export const connected = async (
  service: Service,
  name = "Acme Ltd",
  key = "sandbox-demo"
): Promise<{ readonly companyId: number; readonly connectionId: number }> => {
  const company = await service.call("POST", "/v3/core/companies", { name })
  const companyId: number = company.body.data.svc_id
  const connection = await service.call("POST", "/v3/core/connections", {
    company_id: companyId,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: key }
  })
  if (connection.status !== 200) throw new Error(connection.text)
  const connectionId: number = connection.body.data.svc_id
  await until(
    () => service.call("GET", `/v3/core/syncs?limit=1000`),
    ({ body }) => {
      const own = body.data.filter((sync: { connection_id: number }) => sync.connection_id === connectionId)
      return own.length > 0 && own.every((sync: { finished_at: string | null }) => sync.finished_at !== null)
    },
    120
  )
  return { companyId, connectionId }
}
