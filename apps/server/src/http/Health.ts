/** Whether the process lives, and whether it can serve: it is not about to stop, and its database answers. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { migrations } from "../database/Migrations.ts"
import * as Answers from "./Answers.ts"
import { Drain } from "./Drain.ts"

const wanted = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

const ready = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ latest: number | null }>`select max(migration_id) as latest from svc_migrations`
  return Number(row?.latest ?? 0) >= wanted
}).pipe(
  Effect.timeout("2 seconds"),
  Effect.catchCause((cause) => Effect.as(Effect.logWarning("The database does not answer.", cause), false))
)

export const layer: Layer.Layer<never, never, Drain | HttpRouter.HttpRouter | SqlClient.SqlClient> = Layer.mergeAll(
  HttpRouter.add("GET", "/healthz", Effect.succeed(Answers.json({ status: "ok" }))),
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const drain = yield* Drain
      yield* router.add(
        "GET",
        "/readyz",
        Effect.suspend(() => (drain.isLeaving() ? Effect.succeed(false) : ready)).pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
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
