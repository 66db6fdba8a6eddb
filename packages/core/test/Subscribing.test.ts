/**
 * Webhooks that are registered by a call, through both of an embedder's doors: whatever the platform or the app loses, and
 * wherever it is cut short, the next call leaves exactly one for each topic, and none of a stranger's is touched.
 */
import { createHmac } from "node:crypto"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as InEffect from "../src/connect/effect.ts"
import { connect, receive, type Subscription } from "../src/connect/index.ts"
import { Call, Further, Inbound, Page, Subscribe, Wire } from "../src/contract/index.ts"
import { Request as Requests } from "../src/runtime/index.ts"
import { ledger } from "./Rotating.ts"

const Hook = Wire.struct({
  id: Wire.required(Wire.id),
  address: Wire.text,
  until: Wire.text,
  active: Wire.boolean,
  secret: Wire.text
})
const topics = ["bills", "contacts", "items"]
const options = {
  topics,
  create: ({ address, secret, topic, until }: Subscribe.Wanted) => ({
    method: "POST" as const,
    path: "/hooks",
    body: { address, secret, topic, until }
  }),
  response: Hook,
  made: ({ id, secret, until }: (typeof Hook)["Type"]) => ({ id, secret, until }),
  renew: ({ id, until }: Subscribe.Wanted & { readonly id: string }) => ({
    method: "PATCH" as const,
    path: `/hooks/${Call.segment(id)}`,
    body: { until }
  }),
  lasts: 3600,
  remove: ({ id }: { readonly id: string }) => ({ method: "DELETE" as const, path: `/hooks/${Call.segment(id)}` }),
  list: {
    call: Further.pages({ call: { path: "/hooks" }, page: Page.numbered({ size: 2 }), items: "list" }),
    response: Wire.list(Hook),
    found: (list: ReadonlyArray<(typeof Hook)["Type"]>) =>
      list.map((one) => ({ id: one.id, address: one.address, active: one.active ?? true }))
  }
}
const withSubscribe = (change: Partial<Subscribe.Subscribe> = {}) => ({
  ...ledger,
  inbound: Inbound.make({ ...ledger.inbound!, subscribe: { ...Subscribe.make(options), ...change } })
})

interface Row {
  readonly id: string
  readonly address: string
  readonly topic: string
  readonly secret: string
  until: string | null
  active: boolean
}
/** The platform: what it has registered, and what it was asked. `cut` breaks the connection, before or after it has acted. */
const world = () => {
  const strangers: Row = {
    id: "900",
    address: "https://other.example/hook",
    topic: "bills",
    secret: "",
    until: null,
    active: true
  }
  const self = {
    hooks: [strangers] as Array<Row>,
    next: 1,
    calls: [] as Array<string>,
    cut: null as { at: number; after: boolean } | null,
    refuse: null as ((call: string) => { status: number; body: object } | null) | null,
    fetch: (async (input: any, init?: any) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const text = await request.text()
      const call = `${request.method} ${url.pathname}`
      const cut = self.cut !== null && self.cut.at-- === 0 ? self.cut : null
      if (cut?.after === false) throw new TypeError("broken")
      self.calls.push(call)
      const said = self.refuse?.(`${call} ${text}`)
      const answer = said ?? { status: 200, body: self.act(request.method, url, text === "" ? {} : JSON.parse(text)) }
      if (cut !== null) throw new TypeError("broken")
      return new Response(answer.body === null ? null : JSON.stringify(answer.body), {
        status: answer.body === null ? 404 : answer.status,
        headers: { "content-type": "application/json" }
      })
    }) as typeof globalThis.fetch,
    act: (method: string, url: URL, body: any): object | null => {
      const id = url.pathname.split("/")[2]
      const row = self.hooks.find((own) => own.id === id)
      if (method === "GET") {
        const page = Number(url.searchParams.get("page") ?? 1)
        return { list: self.hooks.slice((page - 1) * 2, page * 2) }
      }
      if (method === "POST") {
        const made: Row = { ...body, id: String(self.next++), active: true }
        self.hooks.push(made)
        return { ...made, secret: `answered-${made.id}` }
      }
      if (row === undefined) return null
      if (method === "PATCH") row.until = body.until
      if (method === "DELETE") self.hooks = self.hooks.filter((own) => own !== row)
      return method === "PATCH" ? row : {}
    },
    own: () => self.hooks.filter(({ address }) => address !== strangers.address)
  }
  return self
}
const address = "https://app.example/hooks/one"
const open = (own: ReturnType<typeof world>, connector = withSubscribe()) =>
  connect(connector, { settings: {}, credentials: { access_token: "a-token" }, fetch: own.fetch })

/** One webhook for each topic, all active and at our address, and the stranger's. */
const expectWhole = (own: ReturnType<typeof world>, subscription: Subscription) => {
  expect(
    own
      .own()
      .map(({ topic }) => topic)
      .toSorted()
  ).toEqual(topics)
  expect(own.own().every((one) => one.active && one.address === subscription.address)).toBe(true)
  expect(own.hooks.length).toBe(topics.length + 1)
  expect(subscription.parts.map(({ id }) => id).toSorted()).toEqual(
    own
      .own()
      .map(({ id }) => id)
      .toSorted()
  )
}

describe("webhooks that are registered", () => {
  it("are made once, renewed when half of their time has passed, and removed", async () => {
    const platform = world()
    const client = open(platform)
    const first = await client.subscribe({ address })
    expect(first.made.toSorted()).toEqual(topics)
    expectWhole(platform, first.subscription)
    const half = Date.parse(first.lookAt) - Date.now()
    expect(half).toBeGreaterThan(1700_000)
    expect(half).toBeLessThanOrEqual(1800_000)

    const before = platform.calls.length
    const again = await client.subscribe({ address, subscription: first.subscription })
    expect([again.made, again.renewed, again.lost, again.removed]).toEqual([[], [], [], 0])
    expect(platform.calls.slice(before).every((call) => call === "GET /hooks")).toBe(true)

    const earlier = (iso: string) => new Date(Date.parse(iso) - 2_000_000).toISOString()
    const older = {
      ...again.subscription,
      parts: again.subscription.parts.map((part) => ({
        ...part,
        since: earlier(part.since),
        until: earlier(part.until!)
      }))
    }
    const renewed = await client.subscribe({ address, subscription: older })
    expect(renewed.renewed.toSorted()).toEqual(topics)
    expect(renewed.made).toEqual([])
    expectWhole(platform, renewed.subscription)
    expect(platform.own().every(({ until }) => Date.parse(until!) - Date.now() > 3500_000)).toBe(true)

    expect(await client.unsubscribe(renewed.subscription)).toBe(3)
    expect(platform.own()).toEqual([])
    expect(platform.hooks.length).toBe(1)
    expect(await client.unsubscribe(renewed.subscription)).toBe(0)
  })

  it("are made anew where they cannot be renewed, where the platform lost them or switched them off", async () => {
    const platform = world()
    const client = open(platform)
    let { subscription } = await client.subscribe({ address })
    platform.hooks = platform.hooks.filter(({ topic }) => topic !== "items")
    platform.own().find(({ topic }) => topic === "bills")!.active = false
    const mended = await client.subscribe({ address, subscription })
    expect(mended.lost.toSorted()).toEqual(["bills", "items"])
    expect(mended.made.toSorted()).toEqual(["bills", "items"])
    expectWhole(platform, mended.subscription)

    // One that another address, secret or topic would make otherwise is not the one that is wanted.
    const moved = await client.subscribe({ address: `${address}/two`, subscription: mended.subscription })
    expect(moved.made.length).toBe(3)
    expectWhole(platform, moved.subscription)
    expect((await client.subscribe({ address, subscription: moved.subscription, secret: "other" })).made.length).toBe(3)
    expect(platform.own().length).toBe(3)

    const fewer = open(platform, withSubscribe({ topics: ["items"] }))
    subscription = (await client.subscribe({ address })).subscription
    expect((await fewer.subscribe({ address, subscription })).removed).toBe(2)
    expect(platform.own().map(({ topic }) => topic)).toEqual(["items"])

    // Without a way to renew: removed, and made again.
    const { renew: _, ...rest } = options
    const brief = { ...ledger, inbound: Inbound.make({ ...ledger.inbound!, subscribe: Subscribe.make(rest) }) }
    const short = open(platform, brief as never)
    subscription = (await short.subscribe({ address })).subscription
    const over = subscription.parts.map((part) => ({ ...part, since: "2020-01-01T00:00:00Z" }))
    const next = await short.subscribe({ address, subscription: { ...subscription, parts: over } })
    expect([next.made.length, next.removed, next.lost]).toEqual([3, 3, []])
    expectWhole(platform, next.subscription)
  })

  it("leave none behind, wherever a call is cut and whatever was kept", async () => {
    // Nothing is tried again within a call.
    const policy = { retries: 0, pause: 0, patience: 1000, timeout: 5000 } as const
    const secret = "kept-before-anything-is-sent"
    for (const [at, after, keeps] of Array.from({ length: 12 }, (_, at) => at).flatMap((at) =>
      [false, true].flatMap((after) => [false, true].map((keeps) => [at, after, keeps] as const))
    )) {
      const platform = world()
      const layer = InEffect.layer.pipe(
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, platform.fetch)),
        Layer.provide(Layer.succeed(Requests.Policy, policy))
      )
      const run = <A, E>(
        use: (client: InEffect.Client<ReturnType<typeof withSubscribe>>) => Effect.Effect<A, E>
      ): Promise<A> =>
        InEffect.connect(withSubscribe(), { settings: {}, credentials: { access_token: "a-token" } }).pipe(
          Effect.flatMap(use),
          Effect.provide(layer),
          Effect.runPromise
        )
      let kept: Subscription | null = null
      const keep = (own: Subscription) =>
        Effect.sync(() => {
          if (keeps) kept = own
        })
      platform.cut = { at, after }
      const failed = await run((client) => Effect.result(client.subscribe({ address, secret, keep })))
      if (failed._tag === "Failure") expect(JSON.stringify(failed.failure)).not.toContain(secret)
      platform.cut = null
      const whole = await run((client) => client.subscribe({ address, secret, subscription: kept }))
      expectWhole(platform, whole.subscription)
      platform.cut = { at: at % 6, after }
      await run((client) => Effect.result(client.unsubscribe(whole.subscription)))
      platform.cut = null
      // What was kept last may be older than what is there.
      await run((client) => client.unsubscribe(kept ?? whole.subscription))
      expect([at, after, keeps, platform.own()]).toEqual([at, after, keeps, []])
    }
  })

  it("are taken back when they cannot be kept", async () => {
    const platform = world()
    const failing = open(platform).subscribe({ address, keep: () => Promise.reject(new Error("the database is away")) })
    await expect(failing).rejects.toThrow()
    expect(platform.own()).toEqual([])
  })

  it("are registered for the other topics when the platform refuses one, and its refusal shows no secret", async () => {
    const platform = world()
    const secret = "a-secret-of-this-connection"
    platform.refuse = (call) =>
      call.startsWith("POST") && call.includes(`"items"`) ? { status: 403, body: { message: `no: ${call}` } } : null
    const own = await open(platform).subscribe({ address, secret })
    expect(own.made.toSorted()).toEqual(["bills", "contacts"])
    expect(own.refused.map(({ topic }) => topic)).toEqual(["items"])
    const said = JSON.stringify(own.refused) + String(own.refused[0]!.error)
    expect(said).toContain("Forbidden")
    for (const hidden of [secret, address]) expect(said).not.toContain(hidden)
  })

  it("prove what comes by the secret that was given or answered, and name their ids to a platform that has to be asked", async () => {
    const platform = world()
    const connector = withSubscribe()
    const { subscription } = await open(platform, connector).subscribe({ address, secret: "ours" })
    const body = JSON.stringify({ changed: ["c-1"] })
    const signed = (secret: string) =>
      new Request(address, {
        method: "POST",
        body,
        headers: { "ledger-signature": createHmac("sha256", secret).update(body).digest("hex") }
      })
    const client = open(platform, connector)
    for (const secret of ["ours", subscription.parts[0]!.secret!]) {
      expect((await client.receive(signed(secret), { subscription })).accepted).toBe(true)
      expect((await receive(connector, signed(secret), { subscription })).accepted).toBe(true)
    }
    expect((await client.receive(signed("guess"), { subscription })).accepted).toBe(false)
    const asking = {
      ...connector,
      inbound: {
        ...connector.inbound!,
        proof: () => ({
          ask: (_: object, registered: ReadonlyArray<string>) => ({ path: `/hooks/${registered.join("+")}` }),
          holds: () => true
        })
      }
    }
    platform.calls = []
    await open(platform, asking as never).receive(signed("ours"), { subscription })
    expect(platform.calls).toEqual([`GET /hooks/${subscription.parts.map(({ id }) => id).join("+")}`])
  })

  it("are the same through the door for programs in Effect", async () => {
    const platform = world()
    const layer = InEffect.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, platform.fetch)))
    const kept: Array<number> = []
    const left = await Effect.gen(function* () {
      const client = yield* InEffect.connect(withSubscribe(), {
        settings: {},
        credentials: { access_token: "a-token" }
      })
      const { subscription } = yield* client.subscribe({
        address,
        keep: ({ parts }) => Effect.sync(() => void kept.push(parts.length))
      })
      expectWhole(platform, subscription)
      const failed = yield* Effect.flip(client.subscribe({ address: "", subscription }))
      expect(failed.reason._tag).toBe("InvalidCall")
      return yield* client.unsubscribe(subscription)
    }).pipe(Effect.provide(layer), Effect.runPromise)
    expect([left, kept]).toEqual([3, [1, 2, 3]])
    const none = connect(ledger, { settings: {}, credentials: { access_token: "a-token" }, fetch: platform.fetch })
    await expect(none.subscribe({ address })).rejects.toThrow("Unsupported")
  })
})
