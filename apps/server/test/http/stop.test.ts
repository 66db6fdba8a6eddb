/** What a signal does: no new requests, those under way finish, everything is closed, and the process ends well. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as WatchedSandbox from "../support/WatchedSandbox.ts"

const scope = Scope.makeUnsafe()
let sandbox: WatchedSandbox.WatchedSandbox
let dataDir: string
beforeAll(async () => {
  sandbox = await WatchedSandbox.start()
  dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
})
afterAll(async () => {
  await sandbox.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("finishes what is under way and takes nothing new", async () => {
  const server = await ServerProcess.start({ SVC_DATA_DIR: dataDir, SVC_SANDBOX_BASE_URL: sandbox.url })
  const company = await server.call("POST", "/v3/core/companies", { name: "Acme" })
  const company_id = company.body.data.svc_id
  const connection = await server.call("POST", "/v3/core/connections", {
    company_id,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: "sandbox-demo" }
  })
  expect(connection.status).toBe(200)
  let stopped: Promise<number | null> | undefined
  let refused: unknown
  // The signal comes while the platform has the call, and the platform answers a second later.
  const interrupted = sandbox.interrupt(
    ({ method, path }) => method === "GET" && path.endsWith("/company?slow=1"),
    async () => {
      stopped = server.stop()
      refused = await ServerProcess.until(
        () =>
          fetch(`${server.url}/healthz`, { headers: { connection: "close" } }).then(
            () => undefined,
            (error: unknown) => error
          ),
        (error) => error !== undefined,
        10
      )
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  )
  const answer = await server.call("POST", "/passthrough", {
    company_id,
    data: { method: "GET", path: "/company", params: { slow: 1 } }
  })
  await interrupted
  expect(answer.status).toBe(200)
  expect(refused).toBeInstanceOf(Error)
  expect(await stopped).toBe(0)
  expect(existsSync(join(dataDir, "lock"))).toBe(false)
  // A sync that was cut short goes on at the next start, and nothing has to be recovered.
  const again = await ServerProcess.start({ SVC_DATA_DIR: dataDir, SVC_SANDBOX_BASE_URL: sandbox.url })
  const { body } = await ServerProcess.until(
    () => again.call("GET", "/v3/core/syncs"),
    (syncs) => syncs.body.data.every((sync: any) => sync.finished_at !== null)
  )
  expect(body.data.map((sync: any) => sync.status)).toEqual(["SUCCESS"])
  expect(await again.stop()).toBe(0)
})
