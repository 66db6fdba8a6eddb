/** Whether the process lives, and whether it can serve: its database answers. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { migrations } from "../database/Migrations.ts"
import * as Answers from "./Answers.ts"

const wanted = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

const ready = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ latest: number | null }>`select max(migration_id) as latest from svc_migrations`
  return Number(row?.latest ?? 0) >= wanted
}).pipe(
  Effect.timeout("2 seconds"),
  Effect.catchCause((cause) => Effect.as(Effect.logWarning("The database does not answer.", cause), false))
)

export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter | SqlClient.SqlClient> = Layer.mergeAll(
  HttpRouter.add("GET", "/healthz", Effect.succeed(Answers.json({ status: "ok" }))),
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* router.add(
        "GET",
        "/readyz",
        Effect.provideService(ready, SqlClient.SqlClient, sql).pipe(
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
