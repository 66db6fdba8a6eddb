/** `svc connections`: what is connected, how it stands, and what is done to it. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Acts from "./acts.ts"
import { Door } from "./Door.ts"
import * as Listing from "./Listing.ts"
import * as Output from "./Output.ts"

const columns = ["svc_id", "svc_company_id", "integration_type", "status", "sync_status", "sync_resume_at", "paused_at"]
const modelColumns = [
  "data_model",
  "enabled",
  "records",
  "last_status",
  "last_finished_at",
  "next_sync_at",
  "refused",
  "warnings"
]

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn(function* ({ json }) {
    const rows = yield* Listing.all("/v3/core/connections")
    yield* Output.print(json, rows, () => Output.table(rows, columns))
  })
).pipe(Command.withDescription("List connections"))

const show = Command.make(
  "show",
  { id: Argument.Int("svc_id").pipe(Argument.withDescription("Its svc_id")), json: Output.json },
  Effect.fn(function* ({ id, json }) {
    const door = yield* Door
    const { data: connection } = yield* door.request("GET", `/v3/core/connections/${id}`)
    const { data: state } = yield* door.request("GET", `/v3/core/connections/${id}/state`)
    yield* Output.print(json, { ...connection, state }, () =>
      [
        Output.table([connection], columns),
        Output.table([state], ["account", "scopes", "token_ends_at"]),
        Output.table(state.data_models, modelColumns)
      ].join("\n\n")
    )
  })
).pipe(Command.withDescription("Say how a connection stands, and each of its data models"))

export const connections = Command.make("connections").pipe(
  Command.withDescription("Connections"),
  Command.withSubcommands([list, show, ...Acts.below("connections")])
)
