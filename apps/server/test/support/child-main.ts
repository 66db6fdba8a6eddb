/**
 * A second process for tests, started by `Child.start` of `Child.ts`: `hold` opens the database of a folder and keeps it, `commit`
 * also writes rows one by one and says which were acknowledged, `migrate` runs the migrations on a URL or folder.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"

const [mode, target = ""] = process.argv.slice(2)
const say = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const database = Database.layer(
  target.startsWith("postgres://")
    ? { dataDir: ".", databaseUrl: Option.some(Redacted.make(target)) }
    : { dataDir: target, databaseUrl: Option.none() }
)

const hold = Effect.andThen(say("up"), Effect.never)

const commit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists acknowledged (id bigint generated always as identity, pad text)`
  for (;;) {
    const [row] = yield* sql<{ id: number }>`
      insert into acknowledged (pad) values (${"p".repeat(300)}) returning id`
    yield* say(String(row!.id))
  }
})

const migrate = Effect.flatMap(Migrations.run(), (done) => say(`ran ${done.length}`))

const program = { hold, commit, migrate }[mode as "hold" | "commit" | "migrate"]
await Effect.runPromise(
  program.pipe(
    Effect.provide(database as Layer.Layer<Layer.Success<typeof database>>),
    Effect.catchCause((cause) => say(`failed ${cause.reasons.map((part) => JSON.stringify(part)).join(" ")}`))
  )
)
process.exit(0)
