/**
 * The async door in workerd, the runtime of Cloudflare's Workers, where a request's fibers, timers and promises are its
 * own and end with it: many requests at once on one client at the top of a module, with a token that has to be renewed.
 */
import { Miniflare, type Request, Response } from "miniflare"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { moduleBundle, moduleOf } from "../src/Bundle.ts"

const many = 20
/** The newest that this workerd knows, and one from before promises were handed from one request to another. */
const dates = ["2026-07-01", "2023-01-01"]

/** A worker with a connector of few places and a small window, so that requests wait for each other's calls. */
const source = `
import { connect, isConnectorError } from ${JSON.stringify(moduleOf("core", "connect/index.ts"))}
import { Account, Auth, Connector, Models, Page, Read, Wire } from ${JSON.stringify(moduleOf("core", "contract/index.ts"))}

const ledger = Connector.make({
  id: "LEDGER", name: "Ledger", category: "ACCOUNTING", models: Models.accounting,
  auth: Auth.oauth2({
    authorizeUrl: "https://login.example/authorize", tokenUrl: "https://login.example/token",
    scopes: ["books"], clientAuth: "body", pkce: false
  }),
  settings: {},
  http: { baseUrl: "https://api.example", limits: { windows: [{ max: 100, seconds: 1 }], concurrent: 3 } },
  check: { path: "/contacts" },
  account: Account.untold("a test has one account"),
  reads: {
    CONTACTS: Connector.read("CONTACTS", {
      path: "/contacts", page: Page.numbered({ size: 1 }), items: "list",
      item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
      deletes: Read.never("Nothing is deleted"),
      map: ({ id, name }) => ({ platform_id: id, name })
    })
  },
  writes: {}
})

let row = { access_token: "old", refresh_token: "r-0", expires_at: new Date(0).toISOString() }
const store = {
  load: async () => row,
  swap: async (fresh, replaced) => {
    if (row.refresh_token !== replaced.refresh_token) return false
    row = fresh
    return true
  }
}
const open = () =>
  connect(ledger, { credentials: store, app: { clientId: "app", clientSecret: "hush" }, settings: {} })
const shared = open()

const list = async (client) => {
  const ids = []
  for await (const { platform_id } of client.list("CONTACTS")) ids.push(platform_id)
  return ids
}
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === "/stale") {
      row = { ...row, expires_at: new Date(0).toISOString() }
      return Response.json(null)
    }
    try {
      return Response.json(await list(pathname === "/own" ? open() : shared))
    } catch (error) {
      return Response.json({ isConnectorError: isConnectorError(error), message: String(error.message) }, { status: 500 })
    }
  }
}`

let script: string
beforeAll(async () => {
  script = await moduleBundle(source)
})

describe.each(dates)("with the compatibility date %s", (compatibilityDate) => {
  /** How often the platform granted tokens, the most calls it saw at once, and whose answer it keeps back. */
  const platform = { granted: 0, under: 0, most: 0, held: null as Promise<void> | null }
  let workers: Miniflare
  let address: URL
  beforeAll(async () => {
    workers = new Miniflare({
      modules: true,
      script,
      compatibilityDate,
      outboundService: async (request: Request) => {
        if (new URL(request.url).hostname === "login.example") {
          const turn = ++platform.granted
          const tokens = {
            access_token: `a-${turn}`,
            refresh_token: `r-${turn}`,
            token_type: "bearer",
            expires_in: 3600
          }
          return Response.json(tokens)
        }
        platform.most = Math.max(platform.most, ++platform.under)
        await (platform.held ?? new Promise((resolve) => setImmediate(resolve)))
        platform.under--
        const page = Number(new URL(request.url).searchParams.get("page") ?? 1)
        return Response.json({ list: page <= 2 ? [{ id: `c-${page}`, name: "Ada Ltd" }] : [] })
      }
    })
    address = await workers.ready
  })
  afterAll(() => workers.dispose())

  const ask = async (path: string, signal?: AbortSignal): Promise<unknown> => {
    const answer = await fetch(new URL(path, address), signal === undefined ? {} : { signal })
    return answer.headers.get("content-type")?.includes("json") ? answer.json() : answer.text()
  }
  const all = (path: string) => Promise.all(Array.from({ length: many }, () => ask(path)))
  const right = Array.from({ length: many }, () => ["c-1", "c-2"])

  it("answers all requests at once on a shared client, and renews the token once", async () => {
    const before = platform.granted
    platform.most = 0
    expect(await all("/shared")).toEqual(right)
    expect(platform.granted - before).toBe(1)
    // The limit is the client's, whichever request a call is of: a list leaves one of its three places to others.
    expect(platform.most).toBe(2)
  })

  it("goes on answering, and renews again when the token has ended", async () => {
    const before = platform.granted
    await ask("/stale")
    expect(await all("/shared")).toEqual(right)
    expect(platform.granted - before).toBe(1)
  })

  it("answers all with a client for each request on a shared store", async () => {
    const before = platform.granted
    await ask("/stale")
    expect(await all("/own")).toEqual(right)
    expect(platform.granted - before).toBe(1)
  })

  it("gives back what requests held that were broken off", async () => {
    let release = () => {}
    platform.held = new Promise((resolve) => {
      release = resolve
    })
    const leaving = new AbortController()
    const broken = Array.from({ length: 3 }, () => ask("/shared", leaving.signal).catch(() => "left"))
    await expect.poll(() => platform.under).toBe(2)
    leaving.abort()
    expect(await Promise.all(broken)).toEqual(["left", "left", "left"])
    release()
    platform.held = null
    expect(await all("/shared")).toEqual(right)
  })
})
