/** A host's clock is set while a platform is left alone: what was to last a second lasts a second. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { Account, Auth, Connector, Models, Setting } from "../src/contract/index.ts"
import { Platform, Request } from "../src/runtime/index.ts"

const connector = Connector.make({
  id: "LIMITED",
  name: "Limited",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key", secret: true }) },
    headers: ({ key }) => ({ "x-key": key ?? "" })
  }),
  settings: {},
  http: { baseUrl: "https://limited.example", limits: { windows: [{ max: 5, seconds: 1 }] } },
  account: Account.untold("a test has one account"),
  check: { path: "/" },
  reads: {},
  writes: {}
})
const policy = { retries: 0, pause: 10, patience: 5000, timeout: 10_000 } as const
const ahead = 600_000

/** Calls while the clock is ahead, and once more when it is right again. */
const called = (first: () => Response) => {
  let shift = ahead
  let calls = 0
  const answer: typeof fetch = async () => (calls++ === 0 ? first() : Response.json({ ok: true }))
  const http = FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, answer)))
  return Effect.gen(function* () {
    const real = yield* Clock.Clock
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe() + shift,
      currentTimeMillis: Effect.sync(() => real.currentTimeMillisUnsafe() + shift),
      currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(shift) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => real.currentTimeNanosUnsafe() + BigInt(shift) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration)
    }
    const call = Effect.gen(function* () {
      const platform = yield* Platform.Platform
      const client = platform.open(connector, {
        key: "k",
        settings: {},
        credentials: Effect.succeed({ key: "secret" })
      })
      yield* Effect.exit(client.call({ path: "/" }))
      shift = 0
      // More than the window holds, so that some have to wait for it to fill up.
      return yield* Effect.forEach(Array.from({ length: 8 }), () => client.call({ path: "/" }), { concurrency: 8 })
    })
    return yield* call.pipe(
      Effect.provide(Platform.Platform.layer.pipe(Layer.provide(http))),
      Effect.provideService(Request.Policy, policy),
      Effect.provideService(Clock.Clock, clock)
    )
  }).pipe(
    Effect.map((answers) => answers.map(({ body }) => body)),
    Effect.runPromise
  )
}
const all = Array.from({ length: 8 }, () => ({ ok: true }))

describe("a budget", () => {
  it("fills up although the clock was set back", async () => {
    expect(await called(() => Response.json({}))).toEqual(all)
  })
  it("ends the pause that Retry-After asked for, in seconds or as a date", async () => {
    const limited = (headers: Record<string, string>) => () => Response.json({}, { status: 429, headers })
    const [now, soon] = [new Date(), new Date(Date.now() + 1000)].map((date) => date.toUTCString())
    expect(await called(limited({ "retry-after": "1" }))).toEqual(all)
    expect(await called(limited({ "retry-after": soon!, date: now! }))).toEqual(all)
  })
})
