/**
 * Whether the process lives (no thread of it stands still), and whether it can serve: it is not about to stop, and its
 * database answers.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../database/Database.ts"
import * as Migrations from "../database/Migrations.ts"
import * as Answers from "./Answers.ts"
import { Drain } from "./Drain.ts"

/** Milliseconds in which the database must answer. */
const PATIENCE = 2000
/** The embedded one does one thing at a time: while it is busy with a statement, it is taken for ready for a while. */
const EMBEDDED = { patience: 500, busy: 10_000 }

const make = Effect.gen(function* () {
  const sql = yield* Database.Quick.client
  const isEmbedded = (yield* Database.DatabaseInfo).kind === "embedded"
  const wanted = Migrations.latestOf(yield* Migrations.Schema)
  // The schema never goes back. Asked for each time, it would make every process wait for the migrations of the next release.
  let isMigrated = false
  const ask = Effect.gen(function* () {
    if (isMigrated) {
      yield* sql`select 1`
      return true
    }
    const [row] = yield* sql<{ latest: number | null }>`select max(migration_id) as latest from svc_migrations`
    return (isMigrated = Number(row?.latest ?? 0) >= wanted)
  })
  /** Since when it was asked and has not answered. */
  let unanswered: number | null = null
  const isBusy = () => isEmbedded && isMigrated && unanswered !== null && performance.now() - unanswered < EMBEDDED.busy
  return Effect.suspend(() => {
    unanswered ??= performance.now()
    return ask
  }).pipe(
    Effect.timeoutOption(isEmbedded ? EMBEDDED.patience : PATIENCE),
    Effect.map((answer) => {
      if (Option.isSome(answer)) unanswered = null
      return Option.getOrElse(answer, isBusy)
    }),
    Effect.tap((isReady) =>
      isReady || unanswered === null ? Effect.void : Effect.logWarning("The database does not answer.")
    ),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("The database does not answer.", cause), false))
  )
})

const unavailable = (status: string) => HttpServerResponse.setStatus(Answers.json({ status }), 503)

export const layer: Layer.Layer<
  never,
  never,
  Database.DatabaseInfo | Drain | HttpRouter.HttpRouter | SqlClient.SqlClient
> = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const ready = yield* make
    const drain = yield* Drain
    const { isStill } = yield* Database.DatabaseInfo
    yield* router.add(
      "GET",
      "/healthz",
      Effect.sync(() => (isStill() ? unavailable("the database stands still") : Answers.json({ status: "ok" })))
    )
    yield* router.add(
      "GET",
      "/readyz",
      Effect.suspend(() => (drain.isLeaving() || isStill() ? Effect.succeed(false) : ready)).pipe(
        Effect.map((isReady) => (isReady ? Answers.json({ status: "ready" }) : unavailable("not ready")))
      )
    )
  })
)
