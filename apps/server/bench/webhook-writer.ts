/**
 * Writes changes for L2 and L6, in a thread of its own: pages of one organisation, each in a transaction, at a rate that
 * is offered whatever becomes of them. Told `{ callers, rate, seconds }`, it says when all is committed, and how many events that were.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import type { Caller } from "../src/http/Caller.ts"
import * as Database from "../src/database/Database.ts"
import { append, change, layer } from "../test/support/WebhookFixture.ts"

const { page, url } = workerData as {
  readonly url: string
  /** Events of one transaction. */
  readonly page: number
}

interface Order {
  readonly callers: ReadonlyArray<Caller>
  /** Events a second. */
  readonly rate: number
  readonly seconds: number
}

/** With it a payload is about 1 kB. */
const notes = "x".repeat(900)
const services = layer(
  Database.layer({ dataDir: ".", databaseUrl: Option.some(Redacted.make(url)) }).pipe(Layer.orDie)
).pipe(Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error")))

const program = Effect.gen(function* () {
  const run = Effect.runPromiseWith(yield* Effect.context<Layer.Success<typeof services>>())
  let subject = 1
  let turn = 0
  const write = (callers: ReadonlyArray<Caller>) => {
    const caller = callers[turn++ % callers.length]!
    const events = Array.from({ length: page }, () => {
      const svc_id = subject++
      return change(caller, svc_id, { data: JSON.stringify({ svc_id, notes }) })
    })
    return run(append(...events))
  }
  const offer = async ({ callers, rate, seconds }: Order) => {
    const pages = Math.round((rate * seconds) / page)
    const from = performance.now()
    const open = new Set<Promise<unknown>>()
    for (let index = 0; index < pages; index++) {
      const wait = from + (index * page * 1000) / rate - performance.now()
      if (wait > 1) await sleep(wait)
      const written = write(callers)
      open.add(written)
      void written.then(() => open.delete(written))
    }
    await Promise.all(open)
    parentPort!.postMessage({ events: pages * page, seconds: (performance.now() - from) / 1000 })
  }
  parentPort!.on("message", (order: Order) => void offer(order))
  parentPort!.postMessage("ready")
  yield* Effect.never
}).pipe(Effect.scoped)

await Effect.runPromise(Effect.provide(program, services))
