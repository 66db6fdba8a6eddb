import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Connections } from "../../src/connections/Connections.ts"
import { Credentials } from "../../src/connections/Credentials.ts"
import * as Fixture from "../support/ConnectionsFixture.ts"

const world = Fixture.platforms()

/** A platform that rotates its refresh tokens: each is taken once. */
const rotating = () => {
  let turn = 0
  const state = {
    access: "access-0",
    refresh: "refresh-0",
    granted: 0,
    /** Where the account is, as the token answer tells. */
    home: undefined as string | undefined,
    /** Runs before a token answer goes out. */
    before: (): Promise<void> | void => {}
  }
  world.answer = async (request) => {
    const { hostname, pathname } = new URL(request.url)
    if (hostname.startsWith("login.")) {
      const body = new URLSearchParams(await request.text())
      if (body.get("grant_type") === "refresh_token" && body.get("refresh_token") !== state.refresh) {
        return Response.json({ error: "invalid_grant", error_description: "used" }, { status: 400 })
      }
      turn++
      state.granted++
      state.access = `access-${turn}`
      state.refresh = `refresh-${turn}`
      await state.before()
      return Response.json({
        access_token: state.access,
        refresh_token: state.refresh,
        home: state.home,
        token_type: "Bearer",
        expires_in: 3600
      })
    }
    if (request.headers.get("authorization") !== `Bearer ${state.access}`) {
      return Response.json({ error: "no" }, { status: 401 })
    }
    return Response.json(pathname === "/tenants" ? [{ id: "t-1", name: "One" }] : { items: [] })
  }
  return state
}
const past = new Date(Date.now() - 1000).toISOString()

layer(
  Fixture.base(world, [Fixture.ledger, Fixture.till, Fixture.depot], {
    TEST_LEDGER: { clientId: "client", clientSecret: null }
  }),
  { timeout: "180 seconds", excludeTestServices: true }
)("renewal", (it) => {
  /** The services of one more process on the same database. */
  const newProcess = Layer.build(Layer.fresh(Fixture.services))
  const connect = Effect.gen(function* () {
    const platform = rotating()
    const process = yield* newProcess
    const caller = yield* Fixture.newCaller
    yield* Fixture.listen(caller)
    const company = yield* Effect.provide(Fixture.newCompany(caller), process)
    const connections = Context.get(process, Connections)
    const { svc_id: id } = yield* connections.create(caller, {
      company_id: company.svc_id,
      integration_type: "TEST_LEDGER",
      credentials: { access_token: platform.access, refresh_token: platform.refresh }
    })
    world.seen.length = 0
    const sql = yield* SqlClient.SqlClient
    const stored = Effect.map(Context.get(process, Credentials).open(id), (secrets) => secrets!.credentials)
    /** Writes credentials as another process would. */
    const put = Effect.fnUntraced(function* (credentials: Record<string, string>) {
      const sealed = yield* Context.get(process, Credentials).seal(id, { credentials, settings: {} })
      yield* sql`update connection set credentials = ${sealed}, credentials_version = credentials_version + 1 where id = ${id}`
    })
    return { platform, process, caller, company, connections, id, sql, stored, put }
  })
  const refreshes = () => world.count("/token")

  it.effect("fifty calls at once renew once", () =>
    Effect.gen(function* () {
      const { connections, id, platform, put, stored } = yield* connect
      yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
      const client = yield* connections.client(id)
      yield* Effect.all(
        Array.from({ length: 50 }, () => client.check),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(refreshes(), 1)
      assert.deepInclude(yield* stored, { access_token: "access-1", refresh_token: "refresh-1" })
    })
  )

  it.effect("an account that has moved is called where it is, unless what is told has not the form of an address", () =>
    Effect.gen(function* () {
      const { connections, id, platform, put, sql, stored } = yield* connect
      const renewAt = Effect.fnUntraced(function* (home: string | undefined) {
        platform.home = home
        yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
        yield* (yield* connections.client(id)).check
        const [row] = yield* sql<{ settings: object }>`select settings from connection where id = ${id}`
        return row!.settings
      })
      const before = { tenant: "t-1", link: "link-One" }
      assert.deepEqual(yield* renewAt(undefined), before)
      assert.deepEqual(yield* renewAt("north"), { ...before, home: "north" })
      assert.deepEqual(yield* renewAt("evil.example"), { ...before, home: "north" })
      assert.deepEqual(yield* renewAt("south"), { ...before, home: "south" })
      assert.deepInclude(yield* stored, { refresh_token: "refresh-4" })
      let called: string | null = null
      world.answer = (request) => {
        called = request.headers.get("home")
        return Response.json({})
      }
      yield* (yield* connections.client(id)).check
      assert.strictEqual(called, "south")
    })
  )

  it.effect("what was rotated is kept, whatever stands beside it", () =>
    Effect.gen(function* () {
      const { caller, connections, id, platform, put, stored } = yield* connect
      const client = yield* connections.client(id)
      const answers: ReadonlyArray<readonly [name: string, beside: object]> = [
        ["a life of ages", { expires_in: 1e300 }],
        ["a life as a text", { expires_in: "99999999999999999999" }],
        ["a life that was", { expires_in: -3600 }],
        ["a life that is no number", { expires_in: { seconds: 1 } }],
        ["a NUL in the token", { access_token: "a\u0000b" }],
        ["a line break in the token", { access_token: "a\r\nb" }],
        ["half a pair in the token", { access_token: "\ud800" }],
        ["a NUL where the account is", { home: "a\u0000b" }],
        ["no end of where the account is", { home: "a".repeat(100_000) }],
        ["a scope that is none", { scope: { a: ["\u0000"] } }]
      ]
      for (const [name, beside] of answers) {
        yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
        const right = world.answer
        world.answer = async (request) => {
          const answer = await right(request)
          const isToken = new URL(request.url).hostname.startsWith("login.")
          return isToken ? Response.json({ ...((await answer.json()) as object), ...beside }) : answer
        }
        // What cannot be sent is an outage; nothing else is.
        const first = yield* Effect.result(client.check)
        assert.strictEqual(first._tag, "access_token" in beside ? "Failure" : "Success", name)
        if (first._tag === "Failure") assert.strictEqual(first.failure.reason._tag, "Unavailable", name)
        assert.strictEqual((yield* stored)["refresh_token"], platform.refresh, name)
        // Once the platform behaves, nothing is left of it.
        world.answer = right
        yield* client.check
        assert.strictEqual((yield* stored)["refresh_token"], platform.refresh, name)
        assert.strictEqual((yield* connections.get(caller, id)).status, "HEALTHY", name)
      }
    })
  )

  it.effect("so do two processes whose token is refused", () =>
    Effect.gen(function* () {
      const { connections, id, platform } = yield* connect
      const second = Context.get(yield* newProcess, Connections)
      // The platform takes the token back before its time.
      platform.access = "access-withdrawn"
      const clients = [yield* connections.client(id), yield* second.client(id)]
      yield* Effect.all(
        Array.from({ length: 40 }, (_, index) => clients[index % 2]!.check),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(platform.granted, 1)
      assert.strictEqual(refreshes(), 1)
    })
  )

  it.effect("what was renewed is stored although nobody waits for it any more", () =>
    Effect.gen(function* () {
      const { connections, id, platform, put, stored } = yield* connect
      yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
      const [asked, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      platform.before = () => Effect.runPromise(Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(go)))
      const client = yield* connections.client(id)
      const call = yield* Effect.forkChild(client.check)
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(call)
      yield* Deferred.succeed(go, undefined)
      // The next call waits for the renewal under way and uses what it brings.
      yield* client.check
      assert.deepInclude(yield* stored, { refresh_token: "refresh-1" })
      assert.strictEqual(refreshes(), 1)
    })
  )

  it.effect("a refresh token that another process has used is no end", () =>
    Effect.gen(function* () {
      const { caller, connections, id, platform, put, sql } = yield* connect
      yield* put({ access_token: "access-old", refresh_token: "refresh-old", expires_at: past })
      // While the platform refuses the old one, the process that used it stores what it got.
      const answer = world.answer
      world.answer = async (request) => {
        const answered = await answer(request)
        if (new URL(request.url).hostname.startsWith("login.")) {
          await Effect.runPromise(put({ access_token: platform.access, refresh_token: platform.refresh }))
        }
        return answered
      }
      const client = yield* connections.client(id)
      yield* client.check
      const [row] = yield* sql<{ status: string }>`select status from connection where id = ${id}`
      assert.strictEqual(row!.status, "HEALTHY")
      assert.deepStrictEqual(yield* Fixture.heard(caller), [`CREATE ${id} HEALTHY`])
    })
  )

  it.effect("one that has ended makes the connection EXPIRED, once, and the platform is left alone", () =>
    Effect.gen(function* () {
      const { caller, connections, id, platform } = yield* connect
      platform.access = "access-gone"
      platform.refresh = "refresh-gone"
      const client = yield* connections.client(id)
      const errors = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.flip(client.check)),
        { concurrency: "unbounded" }
      )
      for (const error of errors) assert.strictEqual(error.reason._tag, "AuthExpired")
      assert.strictEqual(refreshes(), 1)
      assert.deepInclude(yield* connections.get(caller, id), {
        status: "EXPIRED",
        status_reason: "invalid_grant: used"
      })
      assert.deepStrictEqual(yield* Fixture.heard(caller), [`CREATE ${id} HEALTHY`, `UPDATE ${id} EXPIRED`])
      const before = world.seen.length
      yield* Effect.flip(client.check)
      assert.strictEqual(world.seen.length, before)
    })
  )

  it.effect("a client that the platform refuses is the operator's affair, not the user's", () =>
    Effect.gen(function* () {
      const { caller, connections, id, platform, put } = yield* connect
      yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
      world.answer = () => Response.json({ error: "invalid_client" }, { status: 401 })
      const client = yield* connections.client(id)
      const error = yield* Effect.flip(client.check)
      assert.strictEqual(error.reason._tag, "Rejected")
      world.answer = () => new Response("", { status: 503 })
      assert.strictEqual((yield* Effect.flip(client.check)).reason._tag, "Unavailable")
      assert.strictEqual((yield* connections.get(caller, id)).status, "HEALTHY")
    })
  )

  it.effect("waits for the lease of another process, and takes over when that has died", () =>
    Effect.gen(function* () {
      const { connections, id, platform, put, sql } = yield* connect
      yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
      yield* sql`update connection set renewal_lease = clock_timestamp() + interval '500 milliseconds' where id = ${id}`
      const client = yield* connections.client(id)
      yield* client.check
      const [row] = yield* sql<{ free: boolean; late: boolean }>`
        select renewal_lease is null as free from connection where id = ${id}`
      assert.deepStrictEqual(row, { free: true } as never)
      assert.strictEqual(refreshes(), 1)
    })
  )

  it.effect("what an old authorisation brings does not replace a new one", () =>
    Effect.gen(function* () {
      const { caller, company, connections, id, platform, put, stored } = yield* connect
      yield* put({ access_token: platform.access, refresh_token: platform.refresh, expires_at: past })
      const answer = world.answer
      let isFirst = true
      platform.before = async () => {
        if (!isFirst) return
        isFirst = false
        // The user authorises again while the renewal is under way.
        platform.access = "access-new"
        platform.refresh = "refresh-new"
        await Effect.runPromise(
          connections.create(caller, {
            company_id: company.svc_id,
            integration_type: "TEST_LEDGER",
            credentials: { access_token: "access-new", refresh_token: "refresh-new" },
            settings: { tenant: "t-1", link: "x" }
          })
        )
      }
      world.answer = answer
      const client = yield* connections.client(id)
      yield* client.check
      assert.deepInclude(yield* stored, { access_token: "access-new", refresh_token: "refresh-new" })
    })
  )

  it.effect("keys that the platform no longer takes make the connection EXPIRED; one refused call does not", () =>
    Effect.gen(function* () {
      const { caller, company, connections } = yield* connect
      const isRefused = { check: false, other: true }
      world.answer = (request) => {
        const refuses = request.url.endsWith("/me") ? isRefused.check : isRefused.other
        return refuses ? Response.json({}, { status: 401 }) : Response.json({ items: [] })
      }
      const { svc_id } = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_TILL",
        credentials: { key: "till-key" },
        settings: { shop: "ada" }
      })
      const client = yield* connections.client(svc_id)
      // Passed through, the platform's own answer comes back.
      const answer = yield* client.call({ path: "/odd" })
      assert.strictEqual(answer.status, 401)
      const refused = yield* Effect.flip(Effect.flatten(client.pages("CURRENCIES")))
      assert.strictEqual(refused.reason._tag, "AuthExpired")
      yield* connections.markExpired(svc_id, "The platform said 401.")
      assert.strictEqual((yield* connections.get(caller, svc_id)).status, "HEALTHY")
      isRefused.check = true
      const ended = yield* Effect.flip(client.check)
      assert.strictEqual(ended.reason._tag, "AuthExpired")
      assert.strictEqual((yield* connections.get(caller, svc_id)).status, "EXPIRED")
      // New keys make it the same healthy connection again.
      isRefused.check = false
      const again = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_TILL",
        credentials: { key: "new-key" },
        settings: { shop: "ada" }
      })
      assert.deepInclude(again, { svc_id, status: "HEALTHY", status_reason: null })
    })
  )

  it.effect("authorised again while the platform is asked whether it has ended, a connection stays HEALTHY", () =>
    Effect.gen(function* () {
      const { caller, company, connections, id, platform } = yield* connect
      const again = (token: string) => {
        platform.access = token
        return connections.create(caller, {
          company_id: company.svc_id,
          integration_type: "TEST_LEDGER",
          credentials: { access_token: token, refresh_token: platform.refresh }
        })
      }
      // Every token is refused, also one that was just renewed, but for the one that is taken now.
      const [asked, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const answer = world.answer
      let taken = "access-again"
      world.answer = async (request) => {
        const isOfToken = new URL(request.url).hostname.startsWith("login.")
        if (isOfToken || request.headers.get("authorization") === `Bearer ${taken}`) return answer(request)
        await Effect.runPromise(Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(go)))
        return Response.json({}, { status: 401 })
      }
      const marking = yield* Effect.forkChild(connections.markExpired(id, "The platform said 401."))
      yield* Deferred.await(asked)
      assert.deepInclude(yield* again("access-again"), { svc_id: id, status: "HEALTHY" })
      taken = "none"
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(marking)
      assert.strictEqual((yield* connections.get(caller, id)).status, "HEALTHY")
      // Nobody authorises again: then it has ended.
      yield* connections.markExpired(id, "The platform said 401.")
      const ended = { status: "EXPIRED" as const, status_reason: "The platform said 401." }
      assert.deepInclude(yield* connections.get(caller, id), ended)
      yield* connections.markExpired(id, "Another one said so.")
      assert.deepInclude(yield* connections.get(caller, id), ended)
    })
  )

  it.effect("a client's own tokens are fetched, stored and fetched again", () =>
    Effect.gen(function* () {
      const { caller, company, connections, platform, process } = yield* connect
      const { svc_id } = yield* connections.create(caller, {
        company_id: company.svc_id,
        integration_type: "TEST_DEPOT",
        credentials: { client_id: "me", client_secret: "secret-0123456789" }
      })
      assert.strictEqual(refreshes(), 1)
      const client = yield* connections.client(svc_id)
      yield* client.check
      assert.strictEqual(refreshes(), 1)
      platform.access = "access-withdrawn"
      yield* client.check
      assert.strictEqual(refreshes(), 2)
      const secrets = yield* Context.get(process, Credentials).open(svc_id)
      assert.deepInclude(secrets!.credentials, { client_secret: "secret-0123456789", access_token: platform.access })
      world.answer = () => Response.json({ error: "invalid_client" }, { status: 401 })
      yield* Effect.flip(client.check)
      assert.strictEqual((yield* connections.get(caller, svc_id)).status, "EXPIRED")
    })
  )
})
