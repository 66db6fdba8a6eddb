/** `svc sync`: reads a company's platforms, and shows how far it is. */
import { Progress } from "@svc/core/api"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Acts from "./acts.ts"
import { CommandFailure, Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const jobColumns = [
  "data_model",
  "status",
  "records_read",
  "records_created",
  "records_updated",
  "records_deleted",
  "records_refused",
  "records_warned",
  "pages",
  "calls",
  "waited_milliseconds",
  "error"
]

/** Follows a sync to its end; gives its parts. */
const follow = Effect.fnUntraced(function* (id: number) {
  const door = yield* Door
  for (;;) {
    const { data } = yield* door.request("GET", `/v3/core/syncs/${id}`)
    const jobs = yield* Listing.all(`/v3/core/syncs/${id}/jobs`)
    yield* Output.progress(`${data.status}: ${Progress.ofSync(jobs as unknown as ReadonlyArray<Progress.Part>)}`)
    if (data.finished_at !== null) {
      yield* Output.progressEnd
      return { sync: data, jobs }
    }
    yield* Effect.sleep("500 millis")
  }
})

export const sync = Command.make(
  "sync",
  {
    company: Argument.Int("company").pipe(Argument.withDescription("svc_id of the company")),
    integration: Flag.String("integration").pipe(Flag.withDescription("Such as XERO"), Flag.optional),
    connection: Flag.Int("connection").pipe(
      Flag.withDescription("svc_id of the connection, where a company has several"),
      Flag.optional
    ),
    models: Flag.String("models").pipe(Flag.withDescription("Comma separated, such as EXPENSES"), Flag.optional),
    full: Flag.Boolean("full").pipe(Flag.withDescription(Acts.saidOf("fullSync")), Flag.withDefault(false)),
    json: Output.json
  },
  Effect.fn(function* ({ company, connection, full, integration, json, models }) {
    const door = yield* Door
    const { data } = yield* door.request("POST", "/v3/core/syncs", {
      company_id: company,
      integration_type: Option.getOrNull(integration)?.toUpperCase() ?? null,
      connection_id: Option.getOrNull(connection),
      full_sync: full,
      data_models_to_sync:
        Option.getOrNull(models)
          ?.split(",")
          .map((model) => model.trim().toUpperCase()) ?? null
    })
    yield* door.startWorkers
    const { jobs, sync } = yield* follow(data.svc_id)
    yield* Output.print(json, { ...sync, jobs }, () => Output.table(jobs, jobColumns))
    if (sync.status !== "SUCCESS") {
      return yield* new CommandFailure({
        message: `The sync ended as ${sync.status}${sync.error === null ? "" : `: ${sync.error}`}.`
      })
    }
  })
).pipe(
  Command.withDescription(`${Acts.saidOf("syncNow")} How far it is is shown.`),
  Command.withExamples([
    { command: "svc sync 1042", description: "What changed" },
    { command: "svc sync 1042 --full --models EXPENSES", description: "All expenses again" }
  ])
)
