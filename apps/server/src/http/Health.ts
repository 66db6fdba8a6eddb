/**
 * Whether the process lives (no thread of it stands still), and whether it can serve: it is not about to stop, and its
 * database answers.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../database/Database.ts"
import * as Migrations from "../database/Migrations.ts"
import * as Replica from "../database/Replica.ts"
import * as Answers from "./Answers.ts"
import { Drain } from "./Drain.ts"

/** Milliseconds in which the database must answer. */
const LIMIT = 2000
/** The embedded one does one thing at a time: while it is busy with a statement, it is taken for ready for a while. */
const EMBEDDED = { patience: 500, busy: 10_000 }

const make = Effect.gen(function* () {
  const sql = yield* Database.Quick.client
  const isEmbedded = (yield* Database.DatabaseInfo).kind === "embedded"
  const scope = yield* Effect.scope
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
  /** The question under way; all who ask meanwhile hear its answer. */
  let asked: Fiber.Fiber<boolean> | null = null
  const question = ask.pipe(
    Effect.tap(() => Effect.sync(() => (unanswered = null))),
    Effect.timeout(isEmbedded ? EMBEDDED.busy : LIMIT),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("The database does not answer.", cause), false)),
    Effect.ensuring(Effect.sync(() => (asked = null)))
  )
  const isBusy = () => isEmbedded && isMigrated && unanswered !== null && performance.now() - unanswered < EMBEDDED.busy
  return Effect.gen(function* () {
    if (asked === null) {
      unanswered ??= performance.now()
      const fiber: Fiber.Fiber<boolean> = yield* Effect.forkIn(question, scope)
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      asked = fiber
    }
    // Taken back, a statement is waited for until the database has let it go; who only asks does not wait for that.
    const answer = yield* Effect.timeoutOption(Fiber.join(asked), isEmbedded ? EMBEDDED.patience : LIMIT)
    return Option.getOrElse(answer, isBusy)
  })
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
    const replica = yield* Replica.Current
    // Who is ready without the replica serves all the same.
    const answer = () =>
      Answers.json({ status: "ready", ...(replica === null ? {} : { read_replica: replica.state().condition }) })
    yield* router.add(
      "GET",
      "/healthz",
      Effect.sync(() => (isStill() ? unavailable("the database stands still") : Answers.json({ status: "ok" })))
    )
    yield* router.add(
      "GET",
      "/readyz",
      Effect.suspend(() => (drain.isLeaving() || isStill() ? Effect.succeed(false) : ready)).pipe(
        Effect.map((isReady) => (isReady ? answer() : unavailable("not ready")))
      )
    )
  })
)
