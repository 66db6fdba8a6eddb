/** `svc usage`: what companies used, day by day. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = [
  "day",
  "svc_company_id",
  "requests",
  "records_read",
  "platform_calls",
  "passthrough_calls",
  "written_items",
  "deliveries"
]

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/usage")
    yield* Output.print(json, rows, () => Output.table(rows, columns))
  })
).pipe(Command.withDescription("List usage by company and day"))

export const usage = Command.make("usage").pipe(
  Command.withDescription("What companies used"),
  Command.withSubcommands([list])
)
