/** A process that delivers webhooks from the PostgreSQL of the given URL until it is killed. Says `up` when it does. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Database from "../../src/database/Database.ts"
import { Deliveries } from "../../src/webhooks/Deliveries.ts"
import { layer } from "./WebhookFixture.ts"

const [url = ""] = process.argv.slice(2)
const database = Database.layer({ dataDir: ".", databaseUrl: Option.some(Redacted.make(url)) }).pipe(Layer.orDie)
const work = Effect.gen(function* () {
  yield* (yield* Deliveries).work
  yield* Effect.sync(() => process.stdout.write("up\n"))
  yield* Effect.never
}).pipe(Effect.scoped)

await Effect.runPromise(
  Effect.provide(
    work,
    layer(database, { rules: { lease: 2 } }).pipe(Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")))
  )
)
