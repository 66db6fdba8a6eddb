/** `svc connections`: what is connected, and holding back what reads it. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = ["svc_id", "svc_company_id", "integration_type", "status", "sync_status", "sync_resume_at", "paused_at"]
const id = Argument.Int("id").pipe(Argument.withDescription("svc_id of the connection"))

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/connections")
    yield* Output.print(json, rows, () => Output.table(rows, columns))
  })
).pipe(Command.withDescription("List connections"))

const acting = (act: "pause" | "resume", done: string) =>
  Command.make(
    act,
    { id, json: Output.json },
    Effect.fn(function* ({ id, json }) {
      const door = yield* Door
      const { data } = yield* door.request("POST", `/v3/core/connections/${id}/${act}`)
      yield* Output.print(json, data, () => `Connection ${data.svc_id} (${data.integration_type}): ${done}.`)
    })
  )

const pause = acting("pause", "its syncs are paused").pipe(
  Command.withDescription("Pause the syncs of a connection; writes and passthrough go on")
)
const resume = acting("resume", "its syncs go on").pipe(
  Command.withDescription("Lift a pause, also one that the platform asked for")
)

export const connections = Command.make("connections").pipe(
  Command.withDescription("Connections"),
  Command.withSubcommands([list, pause, resume])
)
