/** Both doors of an embedder: tokens that the host app keeps, typed passthrough, webhooks, and what ends a call. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import { connect, ConnectorError, type CredentialStore, isConnectorError, receive } from "../src/connect/index.ts"
import { Connector } from "../src/contract/index.ts"
import { hmac } from "../src/contract/Hmac.ts"
import { app, ledger, world } from "./Rotating.ts"

const open = (platform: ReturnType<typeof world>, store: CredentialStore = platform.store()) =>
  connect(ledger, { credentials: store, app, settings: {}, fetch: platform.fetch })
const collect = async <A>(records: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const record of records) all.push(record)
  return all
}
const failure = (promise: Promise<unknown>): Promise<ConnectorError> =>
  promise.then(
    () => expect.fail("It did not reject."),
    (error: unknown) => (isConnectorError(error) ? error : expect.fail(`Another error: ${String(error)}`))
  )

it("never takes credentials where a redirect points", async () => {
  const platform = world()
  const asked: Array<RequestRedirect | undefined> = []
  const books = connect(ledger, {
    credentials: { access_token: "access-0" },
    settings: {},
    fetch: async (input, init) => {
      asked.push(init?.redirect)
      return platform.fetch(input, init)
    }
  })
  await books.check().catch(() => {})
  expect(asked).toEqual(asked.map(() => "manual"))
  expect(asked.length).toBeGreaterThan(0)
})

describe("tokens in the host's store", () => {
  it("are refreshed before they end, and stored before they are used", async () => {
    const platform = world()
    platform.expire()
    const stored: Array<unknown> = []
    const store = platform.store()
    const books = open(platform, {
      ...store,
      swap: (fresh, replaced) => {
        stored.push([replaced["refresh_token"], fresh["refresh_token"], platform.asked.length])
        return store.swap(fresh, replaced)
      }
    })
    expect((await collect(books.list("CONTACTS"))).map(({ platform_id }) => platform_id)).toEqual(["c-1", "c-2"])
    expect(stored).toEqual([["refresh-0", "refresh-1", 0]])
    expect(platform.row).toMatchObject({ access_token: "access-1", refresh_token: "refresh-1" })
    expect(Date.parse(platform.row["expires_at"]!)).toBeGreaterThan(Date.now() + 3_000_000)
  })

  it("are refreshed when the platform refuses them", async () => {
    const platform = world()
    platform.row = { access_token: "stale", refresh_token: "refresh-0" }
    await open(platform).check()
    expect(platform.row["access_token"]).toBe("access-1")
  })

  it("are refreshed once for all calls of all clients with the same store", async () => {
    const platform = world()
    platform.expire()
    const store = platform.store()
    const clients = [open(platform, store), open(platform, store)]
    await Promise.all(Array.from({ length: 40 }, (_, n) => clients[n % 2]!.check()))
    expect(platform).toMatchObject({ granted: 1, refused: 0 })
  })

  it("are another process's where that was quicker, whether its refusal or its row comes first", async () => {
    const platform = world()
    platform.expire()
    const [one, other] = [open(platform), open(platform)]
    // The first process has its answer, but not yet stored it, when the second asks with the same refresh token.
    let second: Promise<void> | undefined
    platform.rotated = () => {
      platform.rotated = () => {}
      second = other.check()
      return until(() => platform.refused === 1)
    }
    await one.check()
    await second
    expect(platform).toMatchObject({ granted: 1, refused: 1, row: { refresh_token: "refresh-1" } })
  })

  it("stay the stored ones when the swap is lost", async () => {
    const platform = world()
    platform.expire()
    platform.rotated = () => {
      // Somebody else wrote the row meanwhile, with tokens that work.
      platform.access = "theirs"
      platform.row = { access_token: "theirs", refresh_token: "theirs-too" }
    }
    await open(platform).check()
    expect(platform.row["refresh_token"]).toBe("theirs-too")
  })

  it("are not lost to a store that is away, and not used before it has them", async () => {
    const platform = world()
    platform.expire()
    const store = platform.store()
    let isAway = true
    const books = open(platform, {
      ...store,
      swap: (fresh, replaced) => {
        if (isAway) throw new Error(`no database for ${fresh["refresh_token"]}`)
        return store.swap(fresh, replaced)
      }
    })
    const error = await failure(books.check())
    expect(error).toMatchObject({ reason: { _tag: "Unavailable" }, retryable: true })
    expect(error.message).toContain("store of credentials (swap) failed: no database for [redacted]")
    expect(platform.asked).toEqual([])
    isAway = false
    await books.check()
    expect(platform).toMatchObject({ granted: 1, row: { refresh_token: "refresh-1" } })
  })

  it("are stored even when the call that needed them is ended", async () => {
    const platform = world()
    platform.expire()
    const ending = new AbortController()
    platform.rotated = () => ending.abort(new Error("enough"))
    await expect(open(platform).check({ signal: ending.signal })).rejects.toThrow("enough")
    expect(platform.row["refresh_token"]).toBe("refresh-1")
  })

  it("have ended when the platform says so of what is stored", async () => {
    const platform = world()
    platform.row = { access_token: "stale", refresh_token: "revoked" }
    const error = await failure(open(platform).check())
    expect(error.reason._tag).toBe("AuthExpired")
    expect(error.retryable).toBe(false)
    expect(platform.row["refresh_token"]).toBe("revoked")
  })

  it("are renewed inside the host's own lock", async () => {
    const platform = world()
    platform.expire()
    const course: Array<string> = []
    platform.rotated = () => void course.push("rotated")
    const store: CredentialStore = {
      ...platform.store(),
      exclusive: async (renewal) => {
        course.push("locked")
        const result = await renewal()
        course.push("unlocked")
        return result
      }
    }
    await open(platform, store).check()
    expect(course).toEqual(["locked", "rotated", "unlocked"])
    expect(platform.row["refresh_token"]).toBe("refresh-1")
  })

  it("need a store: constant tokens would lose what a refresh brings", () => {
    const credentials = { access_token: "a", refresh_token: "r" }
    expect(() => connect(ledger, { credentials: credentials as never, app, settings: {} })).toThrow(
      "must be a store { load, swap }"
    )
  })

  it("that cannot be loaded are an outage, not the end of the authorisation", async () => {
    const books = connect(ledger, {
      credentials: () => Promise.reject(new Error("no database")),
      settings: {},
      fetch: world().fetch
    })
    expect((await failure(books.check())).reason).toMatchObject({ _tag: "Unavailable" })
  })
})

describe("calls", () => {
  /** A validator as any library makes them. */
  const page = {
    "~standard": {
      version: 1 as const,
      validate: (value: unknown) => {
        const { list } = value as { readonly list?: unknown }
        return Array.isArray(list)
          ? { value: { names: list.map(({ name }) => name as string) } }
          : { issues: [{ message: "no list" }] }
      }
    }
  }

  it("pass through as they are", async () => {
    const books = open(world())
    expect(await books.call({ path: "/contacts" })).toMatchObject({ status: 200, body: { list: [{ id: "c-1" }] } })
    expect(await books.call({ path: "/nowhere" })).toMatchObject({ status: 404, body: { error: "no such page" } })
    expect((await failure(books.call({ path: "//evil.example" }))).reason._tag).toBe("InvalidCall")
  })

  it("are typed by a schema", async () => {
    const books = open(world())
    const { body, status } = await books.call({ path: "/contacts" }, { body: page })
    const names: ReadonlyArray<string> = body.names
    expect({ names, status }).toEqual({ names: ["Ada Ltd"], status: 200 })
    expect((await failure(books.call({ path: "/nowhere" }, { body: page }))).reason._tag).toBe("NotFound")
    const strange = { "~standard": { version: 1 as const, validate: () => ({ issues: [{ message: "no number" }] }) } }
    expect((await failure(books.call({ path: "/contacts" }, { body: strange }))).reason).toMatchObject({
      _tag: "Undecodable",
      issues: ["no number"]
    })
  })

  it("end with the caller's signal, also between the pages of a list", async () => {
    const platform = world()
    const ending = new AbortController()
    const seen: Array<string> = []
    const reading = (async () => {
      for await (const { platform_id } of open(platform).list("CONTACTS", {
        since: new Date(0),
        signal: ending.signal
      })) {
        seen.push(platform_id)
        ending.abort(new Error("enough"))
      }
    })()
    await expect(reading).rejects.toThrow("enough")
    expect(seen).toEqual(["c-1"])
    expect(platform.asked).toEqual(["/contacts?since=1970-01-01T00%3A00%3A00.000Z&page=1"])
  })
})

describe("a platform's webhook", () => {
  const signed = async (body: string, secret: string) =>
    new Request("https://app.example/hooks", {
      method: "POST",
      body,
      headers: { "Ledger-Signature": await hmac("SHA-256", secret, body, "hex") }
    })
  const body = JSON.stringify({ changed: ["c-1"] })

  it("is believed with any secret in force, and tells of what the connector reads", async () => {
    const { accepted, events, response } = await receive(ledger, await signed(body, "new"), { secrets: ["old", "new"] })
    const models: ReadonlyArray<"CONTACTS"> = events.map(({ model }) => model)
    expect({ accepted, models, status: response.status }).toEqual({ accepted: true, models: ["CONTACTS"], status: 200 })
    expect(events[0]!.platform_id).toBe("c-1")
  })

  it("is refused with any other, without, and without a secret to check it by", async () => {
    const bare = new Request("https://app.example/hooks", { method: "POST", body })
    for (const [request, secrets] of [
      [await signed(body, "guess"), ["old", "new"]],
      [bare, ["old"]],
      [await signed(body, "old"), []],
      [await signed(body, "old"), [""]]
    ] as const) {
      const { accepted, events, response } = await receive(ledger, request, { secrets })
      expect({ accepted, events, status: response.status }).toEqual({ accepted: false, events: [], status: 401 })
    }
  })

  it("may be a handshake, which is answered", async () => {
    const { events, response } = await receive(ledger, new Request("https://app.example/hooks?hello=you"), {
      secrets: []
    })
    expect([events, response.status, await response.text()]).toEqual([[], 202, "you"])
  })

  it("is believed the same as a request of Node's, as frameworks hand it on", async () => {
    const signature = await hmac("SHA-256", "new", body, "hex")
    const headers = { host: "app.example", "ledger-signature": [signature] }
    const bytes = new TextEncoder().encode(body)
    // Node's own, by a socket.
    const arrived: Array<Promise<unknown>> = []
    const server = createServer((request, response) => {
      const received = receive(ledger, request, { secrets: ["new"] })
      arrived.push(received.then(({ events }) => events))
      void received.then(({ response: { status } }) => response.writeHead(status).end())
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/hooks`, {
      method: "POST",
      body,
      headers: { "Ledger-Signature": signature }
    })
    const told = [{ model: "CONTACTS", platform_id: "c-1", settings: {} }]
    expect([answer.status, await Promise.all(arrived)]).toEqual([200, [told]])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))

    const unread = () => Readable.from([bytes.slice(0, 5), bytes.slice(5)])
    for (const request of [
      { headers, url: "/hooks", body: bytes },
      { headers, url: "/", originalUrl: "/hooks", protocol: "https", body: bytes.buffer },
      { headers, url: "/hooks", body: JSON.parse(body) as object, rawBody: body },
      { headers, url: "/hooks", raw: unread() },
      Object.assign(unread(), { headers })
    ]) {
      expect((await receive(ledger, request, { secrets: ["new"] })).events).toEqual(told)
    }
    const parsed = receive(ledger, { headers, url: "/hooks", body: JSON.parse(body) as object }, { secrets: ["new"] })
    expect((await failure(parsed)).reason).toMatchObject({ _tag: "InvalidCall", field: "request" })
  })

  it("is read at the address that the platform posts to", async () => {
    const addresses: Array<string> = []
    const placed = Connector.make({
      ...ledger,
      inbound: {
        proof: ({ url }) => {
          addresses.push(url.href)
          return null
        },
        events: () => []
      }
    })
    const node = { headers: { host: "app.example" }, url: "/hooks?a=1", body: "{}" }
    const web = () => new Request("http://inner:8080/hooks?a=1", { method: "POST", body })
    const address = "https://app.example/hooks?a=1"
    await receive(placed, web(), {})
    await receive(placed, web(), { address })
    await receive(placed, node, {})
    await receive(placed, { ...node, socket: { encrypted: true } }, {})
    await receive(placed, { ...node, url: "/", originalUrl: "/hooks?a=1", protocol: "https" }, {})
    await receive(placed, node, { address: new URL(address) })
    expect(addresses).toEqual([
      "http://inner:8080/hooks?a=1",
      address,
      "http://app.example/hooks?a=1",
      address,
      address,
      address
    ])
  })

  it("is none of a platform without webhooks", async () => {
    const { inbound: _, ...mute } = ledger
    const error = await failure(receive(mute, await signed(body, "s"), { secrets: ["s"] }))
    expect(error.reason).toMatchObject({ _tag: "Unsupported", capability: "webhooks" })
  })
})

describe("in Effect", () => {
  const storeOf = (platform: ReturnType<typeof world>): InEffect.CredentialStore => {
    const { load, swap } = platform.store()
    return { load: Effect.sync(load), swap: (fresh, replaced) => Effect.promise(() => swap(fresh, replaced)) }
  }
  const run = <A, E>(
    platform: ReturnType<typeof world>,
    use: (books: InEffect.Client<typeof ledger>) => Effect.Effect<A, E>
  ): Promise<A> =>
    Effect.runPromise(
      InEffect.connect(ledger, { credentials: storeOf(platform), app, settings: {} }).pipe(
        Effect.flatMap(use),
        Effect.provide(InEffect.layer),
        Effect.provideService(FetchHttpClient.Fetch, platform.fetch)
      )
    )

  it("lists are streams, and tokens are refreshed once into the app's own store", async () => {
    const platform = world()
    platform.expire()
    const names = await run(platform, (books) =>
      Effect.all(
        Array.from({ length: 5 }, () =>
          books.list("CONTACTS", { since: "2026-01-01T00:00:00Z" }).pipe(
            Stream.map(({ name }) => name),
            Stream.runCollect
          )
        ),
        { concurrency: "unbounded" }
      )
    )
    expect(names).toEqual(Array.from({ length: 5 }, () => ["Ada Ltd", "Ada Ltd"]))
    expect(platform).toMatchObject({ granted: 1, row: { refresh_token: "refresh-1" } })
  })

  it("a stream that is not read on asks for no further page", async () => {
    const platform = world()
    await run(platform, (books) => books.list("CONTACTS").pipe(Stream.take(1), Stream.runDrain))
    expect(platform.asked).toHaveLength(1)
  })

  it("calls are typed by a schema, and failures by their reason", async () => {
    const Body = Schema.Struct({ list: Schema.Array(Schema.Struct({ name: Schema.String })) })
    const platform = world()
    const [names, missing, odd] = await run(platform, (books) =>
      Effect.all([
        Effect.map(books.call({ path: "/contacts" }, Body), ({ body }) => body.list.map(({ name }) => name)),
        books
          .call({ path: "/nowhere" }, Body)
          .pipe(Effect.catchReason("ConnectorError", "NotFound", ({ status }) => Effect.succeed(status))),
        Effect.flip(books.call({ path: "/contacts" }, Schema.Struct({ other: Schema.String })))
      ])
    )
    expect(names).toEqual(["Ada Ltd"])
    expect(missing).toBe(404)
    expect(odd).toMatchObject({ reason: { _tag: "Undecodable" } })
  })

  it("webhooks are verified", async () => {
    const body = JSON.stringify({ changed: ["c-1"] })
    const headers = { "ledger-signature": await hmac("SHA-256", "s", body, "hex") }
    const request = new Request("https://app.example/hooks", { method: "POST", body, headers })
    const { accepted, events } = await Effect.runPromise(InEffect.receive(ledger, request, { secrets: ["s"] }))
    expect([accepted, events[0]?.platform_id]).toEqual([true, "c-1"])
  })
})

const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 1))
}
