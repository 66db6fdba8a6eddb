/** `svc refusals`: why a record is missing, or a member of it. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = ["svc_id", "connection_id", "data_model", "platform_id", "kind", "field", "message", "last_seen_at"]
const totalColumns = [
  "connection_id",
  "integration_type",
  "data_model",
  "refused",
  "warnings",
  "not_kept",
  "last_seen_at"
]

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/refusals")
    yield* Output.print(json, rows, () => Output.table(rows, columns))
  })
).pipe(Command.withDescription("List what could not be read of the platforms' items"))

const totals = Command.make(
  "totals",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/refusals/totals")
    yield* Output.print(json, rows, () => Output.table(rows, totalColumns))
  })
).pipe(Command.withDescription("Count it by connection and data model"))

const show = Command.make(
  "show",
  { id: Argument.Int("id").pipe(Argument.withDescription("svc_id of the refusal")), json: Output.json },
  Effect.fn(function* ({ id, json }) {
    const door = yield* Door
    const { data } = yield* door.request("GET", `/v3/core/refusals/${id}`)
    yield* Output.print(json, data, () => JSON.stringify(data, null, 2))
  })
).pipe(Command.withDescription("Show one with the platform's item"))

export const refusals = Command.make("refusals").pipe(
  Command.withDescription("What could not be read of the platforms' items"),
  Command.withSubcommands([list, totals, show])
)
