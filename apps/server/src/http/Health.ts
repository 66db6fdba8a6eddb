/** Whether the process lives, and whether it can serve: it is not about to stop, and its database answers. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Migrations from "../database/Migrations.ts"
import * as Answers from "./Answers.ts"
import { Drain } from "./Drain.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wanted = Migrations.latestOf(yield* Migrations.Schema)
  // The schema never goes back. Asked for each time, it would make every process wait for the migrations of the next release.
  let isMigrated = false
  return Effect.gen(function* () {
    if (isMigrated) {
      yield* sql`select 1`
      return true
    }
    const [row] = yield* sql<{ latest: number | null }>`select max(migration_id) as latest from svc_migrations`
    return (isMigrated = Number(row?.latest ?? 0) >= wanted)
  }).pipe(
    Effect.timeout("2 seconds"),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("The database does not answer.", cause), false))
  )
})

export const layer: Layer.Layer<never, never, Drain | HttpRouter.HttpRouter | SqlClient.SqlClient> = Layer.mergeAll(
  HttpRouter.add("GET", "/healthz", Effect.succeed(Answers.json({ status: "ok" }))),
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const ready = yield* make
      const drain = yield* Drain
      yield* router.add(
        "GET",
        "/readyz",
        Effect.suspend(() => (drain.isLeaving() ? Effect.succeed(false) : ready)).pipe(
          Effect.map((isReady) =>
            isReady
              ? Answers.json({ status: "ready" })
              : HttpServerResponse.setStatus(Answers.json({ status: "not ready" }), 503)
          )
        )
      )
    })
  )
)
