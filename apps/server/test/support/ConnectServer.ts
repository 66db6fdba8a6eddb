/** The whole server in this process, on a database of its own, with connectors of the test's choosing. */
import type { Connector } from "@svc/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Config from "../../src/Config.ts"
import * as FirstKey from "../../src/FirstKey.ts"
import * as Server from "../../src/Server.ts"
import * as Databases from "./Databases.ts"
import * as Postgres from "./Postgres.ts"

export const apiKey = "svc_test_0123456789abcdefghijklmnopqrstuvwxyz"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}
export interface ConnectServer {
  readonly url: string
  /** Calls the interface with a key that may do everything. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** Looks into the database. */
  readonly rows: (text: string, params?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<any>>
  readonly close: () => Promise<void>
}

/** A port nobody listens on now: the public address has to be known before the server is there. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

export const start = async (
  connectors: ReadonlyArray<Connector.Any>,
  environment: Readonly<Record<string, string>> = {},
  given?: number
): Promise<ConnectServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-test-"))
  const scope = Effect.runSync(Scope.make())
  const isNamed = environment["DATABASE_URL"] !== undefined
  // Where a server is given, it is on that one.
  const onGiven =
    Postgres.isGiven() && !isNamed
      ? { DATABASE_URL: Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope))) }
      : {}
  if (!isNamed && !Postgres.isGiven()) await Databases.prepareAt(dataDir)
  const port = given ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const { config, faults } = Config.read(
    {
      PORT: String(port),
      HOST: "127.0.0.1",
      SVC_BASE_URL: url,
      SVC_DATA_DIR: dataDir,
      SVC_API_KEY: apiKey,
      SVC_DEMO: "0",
      SVC_ALLOW_PRIVATE_TARGETS: "1",
      SVC_DATABASE_NODE_CONNECTIONS: Postgres.nodeConnections,
      ...onGiven,
      ...environment
    },
    connectors.map(({ id }) => id)
  )
  if (faults.length > 0) throw new Error(faults.join("\n"))
  const quiet = Layer.succeed(References.MinimumLogLevel, process.env["TEST_LOGS"] === "1" ? "Info" : "None")
  const services = await Effect.runPromise(
    Layer.buildWithScope(Server.layer({ config, connectors }).pipe(Layer.provideMerge(quiet)), scope)
  )
  await Effect.runPromise(Effect.provide(FirstKey.ensure(config), services))
  const sql = Context.get(services, SqlClient.SqlClient)
  return {
    url,
    call: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { api_key: apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) }
    },
    rows: (text, params = []) => Effect.runPromise(sql.unsafe<any>(text, params)),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
