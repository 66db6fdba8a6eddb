/**
 * A process that writes records as the syncs of some companies would, when it is told to: `pnpm chaos F20` kills it or stops
 * it in the middle of a page.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { tmpdir } from "node:os"
import * as Database from "../src/database/Database.ts"
import { Jobs } from "../src/jobs/Jobs.ts"
import { Records, type Target } from "../src/records/Records.ts"
import { Events } from "../src/webhooks/Events.ts"
import { deliver } from "../src/webhooks/Queues.ts"
import { write } from "../test/support/PageWriter.ts"

/** What it is told: to write for these, and whether to wait in the middle of a page until it is told to go on. */
export interface Order {
  readonly seed: number
  readonly targets: ReadonlyArray<Target>
  readonly isHeld: boolean
}
export type Report = "up" | "middle" | "done"

const say = (report: Report) => Effect.sync(() => void process.send!(report))
const layer = Records.layer.pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(Jobs.layer({ queues: [deliver] })),
  Layer.provideMerge(
    Database.layer({
      dataDir: tmpdir(),
      databaseUrl: Option.some(Redacted.make(process.env["DATABASE_URL"]!)),
      maxConnections: 4
    })
  )
)

await Effect.runPromise(
  Effect.gen(function* () {
    const context = yield* Effect.context<Layer.Success<typeof layer>>()
    let goOn = yield* Deferred.make<void>()
    const obey = ({ isHeld, seed, targets }: Order) =>
      Effect.forEach(
        targets,
        (target, at) =>
          write(
            seed * 10 + at,
            target,
            isHeld ? (once) => Effect.exit(once(Effect.andThen(say("middle"), Deferred.await(goOn)))) : undefined
          ),
        { concurrency: "unbounded" }
      ).pipe(Effect.andThen(say("done")))
    process.on("message", (order: Order | "go on") => {
      if (order === "go on") {
        Deferred.doneUnsafe(goOn, Effect.void)
      } else {
        goOn = Deferred.makeUnsafe<void>()
        void Effect.runPromiseWith(context)(obey(order)).catch((error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        })
      }
    })
    process.on("disconnect", () => process.exit(0))
    yield* say("up")
    yield* Effect.never
  }).pipe(Effect.provide(layer))
)
