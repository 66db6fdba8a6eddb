/**
 * S6: what the clock tells of an API key that is none, and how long a revoked one is still taken. A refusal is measured
 * beside an unknown key's, in turns, so that what slows the machine down slows down both; the figure is the median of the
 * differences.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import * as Databases from "../test/support/Databases.ts"
import * as Postgres from "../test/support/Postgres.ts"
import * as ServerProcess from "../test/support/ServerProcess.ts"
import * as Service from "../test/support/Service.ts"
import * as WrongKeys from "../test/support/WrongKeys.ts"
import type { Figure } from "./figure.ts"

/** Percent by which a refusal's time may differ from an unknown key's. */
const tolerance = 5

/** The kind whose refusal takes most or least time beside an unknown key's. */
const refusals = async (): Promise<Figure> => {
  const service = await Service.start({ SVC_TRUSTED_PROXIES: "1" })
  const { ask, chance, close, kinds } = await WrongKeys.make(service)
  const names = Object.keys(kinds) as ReadonlyArray<keyof typeof kinds>
  const differences = new Map(names.map((name) => [name, [] as Array<number>]))
  const base: Array<number> = []
  const round = async (isCounted: boolean) => {
    const took = new Map<string, number>()
    const order = names.map((name) => [chance.int(1000), name] as const).toSorted(([a], [b]) => a - b)
    for (const [, name] of order) took.set(name, (await ask(kinds[name]())).took)
    if (!isCounted) return
    base.push(took.get("unknown")!)
    for (const name of names) differences.get(name)!.push(took.get(name)! - took.get("unknown")!)
  }
  /** Estimate, and the interval that holds the true median with 99 %: by counting ranks, whatever the distribution. */
  const estimates = () => {
    const middle = base.toSorted((a, b) => a - b)[base.length >> 1]!
    return names.slice(1).map((name) => {
      const sorted = differences.get(name)!.toSorted((a, b) => a - b)
      const reach = Math.ceil(2.576 * Math.sqrt(sorted.length) * 0.5)
      const at = (rank: number) => (sorted[Math.max(0, Math.min(sorted.length - 1, rank))]! / middle) * 100
      const half = sorted.length >> 1
      return { name, low: at(half - reach), estimate: at(half), high: at(half + reach) }
    })
  }
  const isSure = () =>
    estimates().every(({ high, low }) => (low > -tolerance && high < tolerance) || low > tolerance || high < -tolerance)
  for (let index = 0; index < 200; index++) await round(false)
  do {
    for (let index = 0; index < 500; index++) await round(true)
  } while (!isSure() && base.length < 8000)
  close()
  await service.stop()
  const worst = estimates().toSorted((a, b) => Math.abs(b.estimate) - Math.abs(a.estimate))[0]!
  return {
    goal: "S6",
    what: `401 of a wrong key beside an unknown one's, ${base.length} turns; worst: ${worst.name}, ${worst.low.toFixed(1)} to ${worst.high.toFixed(1)} %`,
    figure: `${worst.estimate.toFixed(1)} %`,
    ratio: tolerance / Math.abs(worst.estimate),
    wanted: 1
  }
}

/** The longest time that either of two processes took a key after its end was acknowledged. */
const revocation = async (): Promise<Figure> => {
  const scope = Scope.makeUnsafe()
  const processes: Array<ServerProcess.ServerProcess> = []
  try {
    const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    const keys = `test:${randomBytes(32).toString("base64")}`
    for (let index = 0; index < 2; index++) {
      const dataDir = await Effect.runPromise(Scope.provide(Databases.folder, scope))
      processes.push(await ServerProcess.start({ DATABASE_URL: url, SVC_SECRET_KEYS: keys, SVC_DATA_DIR: dataDir }))
    }
    const status = async (server: ServerProcess.ServerProcess, secret: string) =>
      (await server.call("GET", "/v3/core/companies", undefined, { api_key: secret })).status
    let longest = 0
    for (let index = 0; index < 20; index++) {
      const made = await processes[0]!.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"] })
      const { secret, svc_id } = made.body.data
      // Both know it, and are asked all the time.
      for (const server of processes) await status(server, secret)
      let revoked = Number.POSITIVE_INFINITY
      const watched = processes.map(async (server) => {
        for (;;) {
          // A request counts by when it was sent: that is when the key had to be refused.
          const began = performance.now()
          if ((await status(server, secret)) === 401) return
          longest = Math.max(longest, began - revoked)
          if (began - revoked > 30_000) return
        }
      })
      await processes[index % 2]!.call("DELETE", `/v3/core/api_keys/${svc_id}`)
      revoked = performance.now()
      await Promise.all(watched)
    }
    return {
      goal: "S6",
      what: "a revoked key is still taken by either of two processes, longest of 20",
      figure: `${longest.toFixed(0)} ms`,
      ratio: 1000 / longest,
      wanted: 1
    }
  } finally {
    for (const server of processes) await server.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

export const run = async (): Promise<ReadonlyArray<Figure>> => [await refusals(), await revocation()]
