/** `svc remap`: maps stored items again with the connectors of today, without asking the platforms. */
import { Progress } from "@svc/core/api"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Remap } from "../sync/Remap.ts"
import { CommandFailure, Door } from "./Door.ts"
import * as Output from "./Output.ts"

const columns = [
  "connection_id",
  "data_model",
  "source",
  "items_read",
  "items_left",
  "records_created",
  "records_updated",
  "records_deleted",
  "records_refused"
]

export const remap = Command.make(
  "remap",
  {
    integration: Flag.String("integration").pipe(Flag.withDescription("Such as XERO"), Flag.optional),
    company: Flag.Int("company").pipe(Flag.withDescription("svc_id of the company"), Flag.optional),
    model: Flag.String("model").pipe(Flag.withDescription("Such as EXPENSES"), Flag.optional),
    json: Output.json
  },
  Effect.fn(function* ({ company, integration, json, model }) {
    const { local, startWorkers } = yield* Door
    if (local === null) {
      return yield* new CommandFailure({
        message: "Items are mapped again on the data folder itself: stop the service first. (On PostgreSQL it may run.)"
      })
    }
    const service = Context.get(local, Remap)
    const chosen = {
      integration: Option.getOrNull(integration)?.toUpperCase() ?? null,
      companyId: Option.getOrNull(company),
      model: Option.getOrNull(model)?.toUpperCase() ?? null
    }
    const count = yield* service.begin(chosen)
    if (count === 0) return yield* Console.log("Nothing that was synced fits.")
    yield* startWorkers
    for (;;) {
      const all = yield* service.progress(chosen)
      const open = all.filter(({ finished_at }) => finished_at === null)
      const read = all.reduce((sum, { items_read }) => sum + items_read, 0)
      yield* Output.progress(Progress.ofMapping(all.length - open.length, all.length, read))
      if (open.length === 0) {
        yield* Output.progressEnd
        return yield* Output.print(json, all, () =>
          Output.table(
            all.map((one) => ({ ...one })),
            columns
          )
        )
      }
      yield* Effect.sleep("250 millis")
    }
  })
).pipe(
  Command.withDescription("Map stored items again, without asking the platforms"),
  Command.withExamples([
    { command: "svc remap --integration XERO", description: "All of one integration" },
    { command: "svc remap --company 1042 --model EXPENSES", description: "One data model of one company" }
  ])
)
