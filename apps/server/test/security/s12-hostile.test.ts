/**
 * S12: callers with a key of each scope, and without one, send the worst there is to every door at the same time. Each shot
 * is answered or cut off, none is a fault of ours, and the process goes on with about the memory it had. Which doors there
 * are the document says and the table of the routes outside it; which were struck, the log of the service. How long others
 * wait meanwhile is for `pnpm chaos F19` to say.
 */
import { serveSandbox } from "@svc/sandbox/platform/node"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { readdirSync, readFileSync } from "node:fs"
import { Agent, request as begin } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Doors from "../../chaos/Doors.ts"
import * as Hostile from "../../chaos/Hostile.ts"
import * as Worst from "../../chaos/Worst.ts"
import * as Server from "../../src/Server.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"

let platform: Awaited<ReturnType<typeof serveSandbox>>
let server: ServerProcess.ServerProcess
let target: Hostile.Target
const { scopes } = Doors
const scope = Scope.makeUnsafe()
const outside = Server.outside({ console: true, mcp: true })

beforeAll(async () => {
  platform = await serveSandbox()
  server = await ServerProcess.start({
    SVC_DATA_DIR: await Effect.runPromise(Scope.provide(Databases.prepared, scope)),
    SVC_SANDBOX_BASE_URL: `${platform.url}/v1`,
    SVC_LOG_LEVEL: "info",
    SVC_LOG_FORMAT: "json",
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
    link: new URL(link.url).pathname,
    outside
  }
})
afterAll(async () => {
  await server?.kill()
  await platform?.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** What the service says of the requests that it has answered. */
const logged = (): ReadonlyArray<{ readonly door: string; readonly status: number }> =>
  server
    .said()
    .split("\n")
    .filter((line) => line.includes('"request"'))
    .map((line) => JSON.parse(line))
    .map(({ annotations: { method, route, status } }) => ({ door: `${method} ${route}`, status }))

it("knows each route outside the document", () => {
  const root = join(import.meta.dirname, "../../src")
  const registered = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...readFileSync(join(root, path), "utf8").matchAll(/router\.add\(\s*"(\w+)",\s*"([^"]+)"/g)])
    .map(([, method, path]) => `${method} ${path}`)
  expect(registered.length).toBeGreaterThan(15)
  const known = outside.flatMap(([path, methods]) => methods.map((method) => `${method} ${path}`))
  expect(registered.filter((route) => !known.includes(route))).toEqual([])
})

it("has something of each caller for every door, and everything for each family of doors", async () => {
  const { all, deref } = await Doors.read(server.url, outside)
  const { made } = await Hostile.shots(target, 1)
  const faults = scopes.flatMap((scope) =>
    [...Map.groupBy(all, ({ family }) => family)].flatMap(([family, doors]) => {
      const names = doors.map(Doors.nameOf)
      const shots = made.filter((shot) => shot.scope === scope && names.includes(shot.door!))
      const asked = (door: Doors.Door) =>
        Worst.requests(door, deref, target, 0)
          .filter(({ isUnread }) => isUnread !== true || Doors.isOpen(door, scope))
          .map(Worst.kindOf)
      const kinds = new Set(shots.map(({ kind }) => kind))
      return [
        ...names.filter((name) => !shots.some(({ door }) => door === name)),
        // Doors that ask for no key look at none.
        ...[...new Set(scope !== "none" && !doors[0]!.asksKey ? [] : doors.flatMap(asked))]
          .filter((kind) => !kinds.has(kind))
          .map((kind) => `${family}: ${kind}`)
      ].map((missing) => `${missing}, with ${scope}`)
    })
  )
  expect(faults).toEqual([])
})

it("sends the worst to every door", async () => {
  const document: any = await (await fetch(`${server.url}/openapi.json`)).json()
  const doors = [
    ...Object.entries<any>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`)
    ),
    ...outside.flatMap(([path, methods]) => methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`))
  ]
  const before = server.memory()
  const shots = await Hostile.shots(target, 1)
  const { particular } = shots
  // What a key does not open is the next test's.
  const made = shots.made.filter(({ isOpen }) => isOpen)
  const all: Array<readonly [name: string, status: number]> = []
  const wrong: Array<string> = []
  await Promise.all(
    scopes.map(async (scope) => {
      // Each of those that are written by hand twice at once; the others four at a time.
      const own = (shots: ReadonlyArray<Hostile.Shot>) => shots.filter((shot) => shot.scope === scope)
      const rounds = own(particular).map((shot) => [shot, shot])
      for (let rest = own(made); rest.length > 0; rest = rest.slice(4)) rounds.push(rest.slice(0, 4))
      for (const round of rounds) {
        const statuses = await Promise.all(round.map(({ fire }) => fire()))
        for (const [index, status] of statuses.entries()) {
          const shot = round[index]!
          all.push([`${shot.name}, with ${scope}`, status])
          if (!Hostile.isAnswer(shot, status)) wrong.push(`${shot.name}, with ${scope}: ${status}`)
        }
      }
    })
  )
  expect(wrong).toEqual([])
  // What is beyond a limit is refused, and not taken for something else.
  const statuses = (name: string) => all.filter(([one]) => one.startsWith(`${name}, with `)).map(([, status]) => status)
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
  // Each door was struck, by a key that opens it as well.
  const struck = new Set(logged().flatMap(({ door, status }) => (status === 401 || status === 403 ? [] : [door])))
  const isProbe = (door: string) => door === "GET /healthz" || door === "GET /readyz"
  expect(doors.length).toBeGreaterThan(500)
  expect(doors.filter((door) => !isProbe(door) && !struck.has(door))).toEqual([])
  expect(doors.filter((door) => isProbe(door) && !made.some((shot) => shot.door === door))).toEqual([])
  const { status } = await server.call("GET", "/readyz")
  expect(status).toBe(200)
  expect(server.memory() - before).toBeLessThan(300_000_000)
})

/** Of a body that is longer so much is sent and no more: who may not send it is told so before the rest is there. */
const sent = 65_536
interface Answer {
  readonly status: number
  readonly text: string
}
/** Sends a request, its body as far as anybody waits for it, and takes all of the answer. */
const ask = (door: Doors.Door, scope: Doors.Scope, { address, body, type }: Worst.Request, agent: Agent) =>
  new Promise<Answer>((resolve) => {
    const bytes = body === undefined ? undefined : Buffer.from(body())
    const headers = {
      ...(scope === "none" ? {} : { api_key: target.keys[scope] }),
      ...(bytes === undefined ? {} : { "content-type": type ?? "application/json", "content-length": bytes.length })
    }
    const request = begin(server.url + address, { method: door.method, headers, agent }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (text += chunk))
      response.on("close", () => {
        if (!request.writableEnded) request.destroy()
        resolve({ status: response.statusCode!, text })
      })
    })
    request.on("error", ({ message }) => resolve({ status: 0, text: message }))
    if (bytes === undefined || bytes.length <= sent) request.end(bytes)
    else request.write(bytes.subarray(0, sent))
  })

it("refuses every door to who may not come in, before it looks at what they send", async () => {
  const { all, deref } = await Doors.read(server.url, outside)
  const product = all
    .filter(({ asksKey }) => asksKey)
    .flatMap((door) => {
      const closed = scopes.filter((scope) => scope !== "none" && !Doors.isOpen(door, scope))
      return Worst.requests(door, deref, target, 0)
        .filter(({ isUnread }) => isUnread !== true)
        .flatMap((request, at) =>
          ["none" as const, ...(closed.length === 0 ? [] : [closed[at % closed.length]!])].map((scope) => ({
            door,
            request,
            scope
          }))
        )
    })
  const agent = new Agent({ keepAlive: true })
  const faults: Array<string> = []
  const left = product.values()
  const asking = async () => {
    // One that is broken everywhere takes a while each time: some of it says enough.
    for (const { door, request, scope } of left) {
      if (faults.length > 20) return
      const { status, text } = await ask(door, scope, request, agent)
      const wanted = request.name === "an id without end" ? [404, 413] : scope === "none" ? [401] : [403]
      if (!wanted.includes(status) || text.length > 2000) {
        faults.push(`${Doors.nameOf(door)}: ${request.name}, with ${scope}: ${status} ${text.slice(0, 200)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, asking))
  agent.destroy()
  expect(faults).toEqual([])
  expect(product.length).toBeGreaterThan(5000)
  expect((await server.call("GET", "/v3/core/companies")).status).toBe(200)
})
