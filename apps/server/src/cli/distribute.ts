/** `svc distribute`: spreads the database of DATABASE_URL over the nodes of its cluster while the service goes on. */
import { Progress } from "@svc/core/api"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Command from "effect/cli/Command"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../Config.ts"
import * as Database from "../database/Database.ts"
import * as Distribution from "../database/Distribution.ts"
import { sentence } from "../Sentence.ts"
import * as Server from "../Server.ts"
import { CommandFailure } from "./Door.ts"
import * as Output from "./Output.ts"

export const distribute = (config: Config.Config) =>
  Command.make(
    "distribute",
    {},
    Effect.fn(function* () {
      if (config.databaseUrl === null) {
        return yield* new CommandFailure({ message: "Set DATABASE_URL to the coordinator of the cluster." })
      }
      const done = yield* Effect.gen(function* () {
        const services = yield* Layer.build(Server.schemaOf(Database.layer(Config.databaseOf(config))))
        return yield* Distribution.distribute((progress) => Output.progress(Progress.ofSpreading(progress))).pipe(
          Effect.provideService(SqlClient.SqlClient, Context.get(services, SqlClient.SqlClient))
        )
      }).pipe(
        Effect.scoped,
        Effect.catchCause((cause) => {
          const error = Cause.squash(cause)
          return Effect.fail(
            new CommandFailure({ message: error instanceof Distribution.NotSpread ? error.message : sentence(cause) })
          )
        })
      )
      yield* Output.progressEnd
      yield* Console.log(
        done.length === 0
          ? "The database is spread already."
          : `${done.length} tables are spread over the nodes now: ${done.join(", ")}.`
      )
    })
  ).pipe(Command.withDescription("Spread the database over the nodes of its Citus cluster, while it is in use"))
