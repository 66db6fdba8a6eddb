/**
 * S12: callers with a key of each scope, and without one, send the worst there is to every door at the same time. Each shot
 * is answered or cut off, none is a fault of ours, and the process goes on with about the memory it had. How long others
 * wait meanwhile is for `pnpm chaos F19` to say.
 */
import { serveSandbox } from "@svc/sandbox/platform/node"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Hostile from "../../chaos/Hostile.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

let platform: Awaited<ReturnType<typeof serveSandbox>>
let server: ServerProcess.ServerProcess
let target: Hostile.Target
const scope = Scope.makeUnsafe()

beforeAll(async () => {
  platform = await serveSandbox()
  server = await ServerProcess.start({
    SVC_DATA_DIR: await Effect.runPromise(Scope.provide(Databases.prepared, scope)),
    SVC_SANDBOX_BASE_URL: `${platform.url}/v1`,
    SVC_LOG_LEVEL: "none",
    SVC_SEND_SECONDS: "5",
    SVC_RECEIVE_SECONDS: "5"
  })
  const ok = async (path: string, body: object) => {
    const answer = await server.call("POST", path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const company = (await ok("/v3/core/companies", { name: "Acme Ltd" })).svc_id
  const { svc_id: connection } = await ok("/v3/core/connections", {
    company_id: company,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: "sandbox-demo" },
    sync_config: [{ data_model: "ITEMS", enabled: true }]
  })
  const keys: Record<string, string> = {}
  for (const scope of ["read", "write", "passthrough", "admin"]) {
    keys[scope] = (await ok("/v3/core/api_keys", { name: scope, scopes: [scope] })).secret
  }
  const link = await ok("/v3/core/invite_links", { company_id: company, integration_categories: ["ACCOUNTING"] })
  target = {
    url: server.url,
    keys: keys as Hostile.Target["keys"],
    company,
    connection,
    link: new URL(link.url).pathname
  }
})
afterAll(async () => {
  await server?.kill()
  await platform?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("sends the worst to every door", async () => {
  const before = server.memory()
  const answers = await Promise.all(
    (["none", "read", "write", "passthrough", "admin"] as const).map(async (scope) => {
      const own: Array<readonly [name: string, status: number]> = []
      for (const { fire, name } of Hostile.shots(target).filter((shot) => shot.scope === scope)) {
        for (const status of await Promise.all([fire(), fire()])) own.push([name, status])
      }
      return own
    })
  )
  const all = answers.flat()
  expect(all.filter(([, status]) => !Hostile.isAnswer(status))).toEqual([])
  // What is beyond a limit is refused, and not taken for something else.
  const statuses = (name: string) => all.filter(([one]) => one === name).map(([, status]) => status)
  for (const [name, status] of [
    ["an order of many empty lines", 400],
    ["an order too deep", 400],
    ["a write too large", 413],
    ["a webhook of wrong models", 413],
    ["a sync of wrong words", 400],
    ["a configuration too long", 400],
    ["a passthrough too deep", 400],
    ["a name too long", 400],
    ["a management body too large", 413]
  ] as const) {
    // A machine that is busy enough does not get the body in time.
    for (const one of statuses(name)) expect([status, 408], name).toContain(one)
    expect(statuses(name), name).toHaveLength(2)
  }
  const { status } = await server.call("GET", "/readyz")
  expect(status).toBe(200)
  expect(server.memory() - before).toBeLessThan(300_000_000)
})
