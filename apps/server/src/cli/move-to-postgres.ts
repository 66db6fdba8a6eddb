/** `svc move-to-postgres`: takes an installation from the embedded database of the data folder to the one of DATABASE_URL. */
import { Progress } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../Config.ts"
import * as Database from "../database/Database.ts"
import { move } from "../database/Move.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { sentence } from "../Sentence.ts"
import * as Server from "../Server.ts"
import { queues } from "../Services.ts"
import { CommandFailure } from "./Door.ts"
import * as Output from "./Output.ts"

/** A database with this release's schema and queues, on which nobody works. */
const prepared = (config: Database.DatabaseConfig) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(Server.schemaOf(Database.layer(config)))
    // Makes the engine's tables and queues, and stops before the copy begins.
    yield* Effect.scoped(Layer.build(Jobs.layer({ queues }))).pipe(Effect.provideContext(services))
    return Context.get(services, SqlClient.SqlClient)
  })

export const moveToPostgres = (config: Config.Config) =>
  Command.make(
    "move-to-postgres",
    {},
    Effect.fn(function* () {
      if (config.databaseUrl === null) {
        return yield* new CommandFailure({ message: "Set DATABASE_URL to the PostgreSQL that is to take over." })
      }
      const target = Config.databaseOf(config)
      const moved = yield* Effect.gen(function* () {
        const from = yield* prepared({ ...target, databaseUrl: Option.none() })
        const to = yield* prepared(target)
        const tell = Output.progressNowAndThen()
        // Of a large table it is said while it goes on, and of each when it is there.
        return yield* move(from, to, (moving) => tell(() => Progress.ofMove(moving), moving.isWhole))
      }).pipe(
        Effect.scoped,
        Effect.catchTags({
          FolderInUse: ({ message }) => new CommandFailure({ message: `${message}\nStop the service first.` }),
          MoveRefused: ({ message }) => new CommandFailure({ message })
        }),
        Effect.catchCause((cause) => {
          const error = Cause.squash(cause)
          return Effect.fail(error instanceof CommandFailure ? error : new CommandFailure({ message: sentence(cause) }))
        })
      )
      yield* Output.progressEnd
      const rows = moved.reduce((sum, table) => sum + table.rows, 0)
      yield* Console.log(
        `${rows} rows of ${moved.length} tables are in the PostgreSQL now; the data folder is as it was.`
      )
      if (config.secretKeys === null) {
        yield* Console.log(
          "Its secrets need the key in the data folder: keep the folder, or set SVC_SECRET_KEYS to the key."
        )
      }
    })
  ).pipe(Command.withDescription("Take the installation in SVC_DATA_DIR to the PostgreSQL of DATABASE_URL"))
