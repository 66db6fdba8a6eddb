/**
 * Every published connector, both of an embedder's doors and the client, bundled for a browser: nothing of Node is
 * reachable, the bundle runs where there is none, and it is no larger than `src/limits.ts` says.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { type Bundle, bundle, connectors, exporting, measure, moduleOf, partsOf } from "../src/Bundle.ts"
import { byEsbuild, byRollup } from "../src/Bundlers.ts"
import { limits } from "../src/limits.ts"
import { runWithoutNode } from "../src/WebContext.ts"

let all: Bundle
beforeAll(async () => {
  all = await bundle(
    exporting({
      core: moduleOf("core", "connect/index.ts"),
      effect: moduleOf("core", "connect/effect.ts"),
      platform: moduleOf("sandbox", "platform/index.ts"),
      client: moduleOf("client"),
      clientEffect: moduleOf("client", "effect.ts"),
      ...Object.fromEntries(connectors.map((name) => [name, moduleOf(name)]))
    })
  )
})

it("holds every connector", () => {
  expect(connectors).toEqual(expect.arrayContaining(["quickbooks", "sandbox", "stripe", "xero"]))
})

it("reaches no module of Node", () => {
  expect(all.nodes).toEqual([])
})

it("would see one that is reached", async () => {
  const { nodes } = await bundle(exporting({ serve: moduleOf("sandbox", "platform/serve.ts") }))
  expect(nodes).toContain("packages/connectors/sandbox/src/platform/serve.ts: node:http")
})

describe("without Node", () => {
  it("has no Node's globals to lean on", () => {
    expect(
      runWithoutNode("[typeof process, typeof Buffer, typeof require, typeof global, typeof setImmediate].join()")
    ).toBe("undefined,undefined,undefined,undefined,undefined")
  })

  it("lists, writes, passes through and verifies webhooks", async () => {
    const course = await runWithoutNode(`${all.code};
      (async () => {
        const { core, platform, sandbox } = exported
        const own = platform.makeSandbox()
        const books = core.connect(sandbox.sandbox, {
          credentials: { api_key: "sandbox-demo" }, settings: {},
          fetch: (input, init) => own.fetch(new Request(input, init))
        })
        let read = 0
        for await (const _ of books.list("EXPENSES", { since: new Date("2026-01-01") })) read++
        const [made] = await books.create("CONTACTS", [{ name: "Ada Ltd", contact_type: "CUSTOMER" }])
        const { status } = await books.call({ path: "/accounts" })
        const failed = await books.call({ path: "/../up" }).catch((error) => error)
        const body = JSON.stringify({ events: [] })
        const request = (signature) => new Request("https://app.example/hooks",
          { method: "POST", body, headers: { "sandbox-signature": signature } })
        const received = []
        for (const signature of [await platform.sign("secret", body), "00"]) {
          received.push((await core.receive(sandbox.sandbox, request(signature), { secrets: ["secret"] })).accepted)
        }
        return JSON.stringify([read > 0, made.status, status, core.isConnectorError(failed) && failed.reason._tag, received])
      })()`)
    expect(JSON.parse(course as string)).toEqual([true, "success", 200, "InvalidCall", [true, false]])
  })

  it("refreshes tokens into a store, in every connector that has them", async () => {
    const course = await runWithoutNode(`${all.code};
      (async () => {
        const done = []
        const found = ${JSON.stringify(connectors)}.map((name) =>
          Object.values(exported[name]).find((value) => value?.contract === 2))
        for (const connector of found.filter(({ auth }) => auth._tag === "OAuth2")) {
          let row = { access_token: "old", refresh_token: "r-0", expires_at: new Date(0).toISOString() }
          let sent
          const client = exported.core.connect(connector, {
            credentials: { load: () => row, swap: (fresh) => ((row = fresh), true) },
            app: { clientId: "app", clientSecret: "hush", tokenUrl: "https://login.example/token" },
            settings: {
              tenantId: "t",
              realmId: "1",
              accountId: "a",
              business: "b",
              shop: "acme.myshopify.com",
              instanceUrl: "https://acme.my.salesforce.com",
              apiDomain: "https://www.zohoapis.com",
              organization: "1"
            },
            fetch: async (input, init) => {
              const request = new Request(input, init)
              if (new URL(request.url).hostname === "login.example") {
                return Response.json({ access_token: "new", refresh_token: "r-1", token_type: "bearer", expires_in: 60000 })
              }
              sent = request.headers.get(connector.auth.header ?? "authorization")
              return Response.json({})
            }
          })
          await client.check()
          done.push([connector.id, sent.replace(connector.auth.prefix ?? "Bearer ", ""), row.refresh_token].join(" "))
        }
        return JSON.stringify(done)
      })()`)
    const done: ReadonlyArray<string> = JSON.parse(course as string)
    expect(done.length).toBeGreaterThanOrEqual(2)
    for (const one of done) expect(one).toMatch(/^[A-Z_]+ new r-1$/)
  })

  it("runs the doors in Effect and the client", async () => {
    const course = await runWithoutNode(`${all.code};
      (async () => {
        const pages = [{ data: [{ svc_id: 1 }], next: "c" }, { data: [{ svc_id: 2 }], next: null }]
        const keys = []
        const fetch = async (input, init) => {
          keys.push(init.headers.api_key)
          return Response.json(pages[new URL(input).searchParams.has("next") ? 1 : 0])
        }
        const options = { url: "https://svc.example", apiKey: "svc_key", fetch }
        const seen = []
        for await (const { svc_id } of exported.client.makeClient(options).list("CONTACTS")) seen.push(svc_id)
        const inEffect = typeof exported.clientEffect.makeClient(options).list("CONTACTS").stream.pipe
        const refused = await exported.client.verifyWebhook(
          { secrets: ["whsec_" + btoa("secret")], headers: {}, body: "{}" }).catch(({ reason }) => reason)
        return JSON.stringify([seen, keys, inEffect, refused, typeof exported.effect.connect])
      })()`)
    expect(JSON.parse(course as string)).toEqual([
      [1, 2],
      ["svc_key", "svc_key"],
      "function",
      "header-missing",
      "function"
    ])
  })
})

it("brings of effect what runs it, and no client, schema, stream or layer", async () => {
  const modules = (await partsOf(["shopify"])).map(({ module }) => module)
  expect(modules).toContain("effect/internal/effect")
  expect(modules.filter((own) => /^effect\/(http\/|Schema|Stream|Layer|Channel|Logger|Metric)/.test(own))).toEqual([])
})

it("is no larger than it was", async () => {
  const { client, further, one } = await measure()
  const larger: Array<string> = []
  const hold = (what: string, bytes: number, most: number) => {
    if (bytes > most) larger.push(`${what}: ${bytes} bytes, at most ${most}`)
  }
  for (const [name, { first, later }] of Object.entries(one)) {
    console.log(`core and ${name}: ${first} bytes gzip, and ${later} to renew tokens and to write`)
    hold(`core and ${name}`, first, limits.one + (limits.more[name] ?? 0))
    hold(`${name}, later`, later, limits.later + (limits.laterReads[name] ?? 0))
  }
  hold("core and the smallest connector", Math.min(...Object.values(one).map(({ first }) => first)), limits.least)
  for (const [name, { bytes, later, models }] of Object.entries(further)) {
    console.log(`${name} beside a few others: ${bytes} bytes gzip for ${models} data models, and ${later} later`)
    hold(`${name} beside a few others`, bytes, limits.further + limits.perModel * models + (limits.more[name] ?? 0))
  }
  console.log(`client: ${client} bytes gzip`)
  hold("client", client, limits.client)
  expect(larger).toEqual([])
})

it("meets the goals by Rollup and esbuild with connectors of few models and of many", async () => {
  const larger: Array<string> = []
  for (const [name, [rollup, esbuild]] of Object.entries(limits.bundlers)) {
    const sizes = [
      ["Rollup", (await byRollup([name])).first, rollup],
      ["esbuild", (await byEsbuild([name])).first, esbuild]
    ] as const
    for (const [bundler, bytes, most] of sizes) {
      console.log(`core and ${name} by ${bundler}: ${bytes} bytes gzip`)
      if (bytes > most) larger.push(`${name} by ${bundler}: ${bytes} bytes, at most ${most}`)
    }
  }
  expect(larger).toEqual([])
})
